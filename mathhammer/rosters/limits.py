"""How large an army list may be. Real ones have 650 KB, 532 selections and five levels of them."""

#: The largest file of an army list that is read, in bytes.
MAX_BYTES = 8 << 20
#: The most bytes that a zipped list may have when it is unpacked.
MAX_UNPACKED = 16 << 20
#: How deep the parts of an army list may be nested.
MAX_DEPTH = 64
#: The most parts (selections, profiles, values, ...) of an army list.
MAX_NODES = 200_000
#: The most selections of an army list.
MAX_SELECTIONS = 10_000
#: The most units of an army list.
MAX_UNITS = 200
#: The most profiles of weapons of an army list.
MAX_WEAPONS = 2_000
#: The most characters of a text of abilities that are looked at, and of a name.
MAX_TEXT = 4_000
MAX_NAME = 100
#: The most models or weapons of one selection.
MAX_NUMBER = 10_000
