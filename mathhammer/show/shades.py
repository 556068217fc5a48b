"""The colours of heat maps, in the terminal, on pages and in pictures alike.

They hold in grey: from light to dark in one hue, or on both sides of nothing from light to dark.
"""

from typing import NamedTuple

#: From the least to the most.
RISING = "#f7fbff #cfe1f2 #93c4df #4a97c9 #1764ab #08306b".split()
#: Below and above: orange and blue, white between.
AROUND = (
    "#7f3b08 #b35806 #e08214 #fdb863 #ffffff #92c5de #4393c3 #2166ac #053061".split()
)  # fmt: skip
#: What is written on a dark colour, and on a light one; which are dark (0 to 1 in grey).
INKS = ("#ffffff", "#111111")
DARK = 0.45
#: How light red, green and blue look in grey.
GREY = (0.299, 0.587, 0.114)


class Shade(NamedTuple):
    """A colour, and what is written on it; as ``#rrggbb``."""

    colour: str
    ink: str


def shade(share: float, around: bool = False) -> Shade:
    """Return the colour of a share of the largest value.

    Parameters
    ----------
    share : float
        From 0 to 1, or from -1 to 1 around nothing.
    around : bool

    Examples
    --------
    >>> shade(0.0), shade(-1.0, around=True)
    (Shade(colour='#f7fbff', ink='#111111'), Shade(colour='#7f3b08', ink='#ffffff'))
    """
    ramp = AROUND if around else RISING
    at = (0.5 * (share + 1.0) if around else share) * (len(ramp) - 1)
    low = min(max(int(at), 0), len(ramp) - 2)
    part = min(max(at - low, 0.0), 1.0)
    mixed = [
        round(a + part * (b - a)) for a, b in zip(_parts(ramp[low]), _parts(ramp[low + 1]),
                                                  strict=True)
    ]  # fmt: skip
    grey = sum(weight * value for weight, value in zip(GREY, mixed, strict=True)) / 255
    return Shade(f"#{bytes(mixed).hex()}", INKS[grey >= DARK])


def _parts(colour: str) -> bytes:
    return bytes.fromhex(colour[1:])
