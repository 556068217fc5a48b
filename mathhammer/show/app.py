"""The interactive page: sliders of a weapon and a target, and a picture that follows them.

ipywidgets lives here and nowhere else. A slider that moves is read, computed and drawn at
once, in a few milliseconds, so nothing is put off or left out.
"""

import time
from typing import Any

import ipywidgets as widgets

from mathhammer.api import attack
from mathhammer.core.errors import MathhammerError
from mathhammer.results.attack import Result
from mathhammer.show.html import verdict_html
from mathhammer.show.html.live import live_html
from mathhammer.show.verdicts import match_up_sentences

DAMAGES = ("1", "2", "3", "4", "6", "D3", "D3+1", "D6", "D6+1", "D6+2", "2D6")
REROLLS = ("none", "ones", "failures", "non-criticals")
_ROLLS = {f"{k}+": k for k in range(2, 7)}

#: Of each slider: what it is called, what it can be, and where it stands at first.
WEAPON = {
    "count": ("weapons", range(1, 41), 10),
    "attacks": ("attacks of each", ("1", "2", "3", "4", "5", "6", "8", "D3", "D6", "2D6"), "2"),
    "skill": ("skill (BS, WS)", tuple(_ROLLS), "3+"),
    "strength": ("strength", range(1, 21), 4),
    "ap": ("AP", range(-6, 1), -1),
    "damage": ("damage", DAMAGES, "1"),
    "reroll_hits": ("re-roll hits", REROLLS, "none"),
    "reroll_wounds": ("re-roll wounds", REROLLS, "none"),
}
TARGET = {
    "models": ("models", range(1, 31), 10),
    "toughness": ("toughness", range(1, 15), 4),
    "save": ("save", (*_ROLLS, "none"), "3+"),
    "wounds": ("wounds", range(1, 25), 2),
    "invulnerable": ("invulnerable save", ("none", *reversed(_ROLLS)), "none"),
    "feel_no_pain": ("Feel No Pain", ("none", *reversed(_ROLLS)), "none"),
}


class App:
    """Sliders of a match-up with its live picture.

    Attributes
    ----------
    sliders : dict of widget
        By the names of the fields.
    picture : widgets.HTML
        What they amount to.
    answer : widgets.HTML
        What the sliders say, in a sentence.
    widget : widgets.VBox
        All of it, to be shown.
    result : Result
        The match-up as the sliders stand.
    seconds : list of float
        How long each event took, from the slider to the picture handed over.
    """

    def __init__(self) -> None:
        self.sliders: dict[str, Any] = {}
        self.seconds: list[float] = []
        self.kept: Result | None = None
        columns = [
            widgets.VBox([widgets.HTML(f"<b>{title}</b>"), *self._column(fields)])
            for title, fields in (("Weapon", WEAPON), ("Target", TARGET))
        ]
        keep = widgets.Button(
            description="keep this curve", tooltip="draw it dashed beside what comes"
        )
        keep.on_click(self._keep)
        self.picture, self.answer = widgets.HTML(), widgets.HTML()
        sides = widgets.HBox(columns, layout=widgets.Layout(flex_flow="row wrap"))
        self.widget = widgets.VBox([sides, keep, self.picture])
        self.result = self._result()
        self._draw()

    def _column(self, fields: dict[str, tuple[str, Any, Any]]) -> list[Any]:
        made = []
        for name, (words, values, first) in fields.items():
            common: dict[str, Any] = {
                "description": words, "value": first, "style": {"description_width": "9em"},
                "layout": widgets.Layout(width="28em"),
            }  # fmt: skip
            if isinstance(values, range):
                slider = widgets.IntSlider(min=values[0], max=values[-1], **common)
            else:
                slider = widgets.SelectionSlider(options=values, **common)
            slider.add_class(f"mathhammer-{name.replace('_', '-')}")
            slider.observe(self._moved, names="value")
            self.sliders[name] = slider
            made.append(slider)
        return made

    def _fields(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the attacker and the target that the sliders say."""
        at = {name: slider.value for name, slider in self.sliders.items()}
        weapon = {name: at[name] for name in WEAPON if not name.startswith("reroll")}
        rerolls = {
            name: at[name] for name in WEAPON if name.startswith("reroll") and at[name] != "none"
        }
        target = {name: at[name] for name in TARGET if at[name] != "none"}
        return {"weapons": [weapon], "modifiers": rerolls}, target

    def _result(self) -> Result:
        return attack(*self._fields())

    def _moved(self, change: Any) -> None:
        began = time.perf_counter()
        try:
            self.result = self._result()
            self._draw()
        except MathhammerError as error:  # beyond the engine's limits
            self.picture.value = verdict_html([str(error)])
        self.seconds.append(time.perf_counter() - began)

    def _draw(self) -> None:
        self.picture.value = live_html(self.result, self.kept)
        self.answer.value = verdict_html(match_up_sentences(self.result))

    def _keep(self, button: Any) -> None:
        self.kept = self.result
        self._draw()
