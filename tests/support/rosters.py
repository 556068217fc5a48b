"""Army lists with invented names, written as list builders write them."""

from __future__ import annotations

import base64
import gzip
import io
import json
import zipfile
from typing import Any
from xml.etree import ElementTree

Node = dict[str, Any]

WH40K, WH40K_11, AOS = (
    "Warhammer 40,000 10th Edition", "Warhammer 40,000 11th Edition", "Age of Sigmar 4.0",
)  # fmt: skip
#: The elements that hold those of a kind, by what they are called.
_ONE = {
    "forces": "force", "selections": "selection", "profiles": "profile", "rules": "rule",
    "characteristics": "characteristic", "categories": "category", "costs": "cost",
}  # fmt: skip


def profile(name: str, kind: str, **values: str) -> Node:
    """Return a profile; a characteristic called S_AP stands for "S/AP"."""
    texts = [
        {"name": name.replace("_", " "), "typeId": "0-0", **({"$text": text} if text else {})}
        for name, text in values.items()
    ]
    return {"name": name, "typeName": kind, "hidden": False, "characteristics": texts}


def gun(name: str = "Long gun", **changes: str) -> Node:
    values = {
        "Range": '24"', "A": "2", "BS": "3+", "S": "4", "AP": "-1", "D": "1", "Keywords": "-",
        **changes,
    }  # fmt: skip
    return profile(name, "Ranged Weapons", **values)


def blade(name: str = "Blade", **changes: str) -> Node:
    values = {
        "Range": "Melee", "A": "3", "WS": "3+", "S": "4", "AP": "0", "D": "1", "Keywords": "-",
        **changes,
    }  # fmt: skip
    return profile(name, "Melee Weapons", **values)


def models(name: str = "Wardens", **changes: str) -> Node:
    values = {"M": '6"', "T": "4", "SV": "3+", "W": "2", "LD": "6+", "OC": "2", **changes}
    return profile(name, "Unit", **values)


def spear(name: str = "Spear", **changes: str) -> Node:
    values = {
        "Atk": "2",
        "Hit": "3+",
        "Wnd": "4+",
        "Rnd": "1",
        "Dmg": "1",
        "Ability": "-",
        **changes,
    }
    return profile(name, "Melee Weapon", **values)


def bow(name: str = "Bow", **changes: str) -> Node:
    values = {
        "Rng": '18"', "Atk": "2", "Hit": "4+", "Wnd": "4+", "Rnd": "-", "Dmg": "1", "Ability": "-",
        **changes,
    }  # fmt: skip
    return profile(name, "Ranged Weapon", **values)


def warscroll(name: str = "Spearmen", **changes: str) -> Node:
    values = {"Move": '5"', "Health": "2", "Save": "4+", "Control": "1", **changes}
    return profile(name, "Unit", **values)


def ability(name: str, text: str) -> Node:
    return profile(name, "Abilities", Description=text)


def selection(
    name: str, kind: str = "upgrade", number: int = 1, *parts: Node,
    profiles: tuple[Node, ...] = (), rules: tuple[str, ...] = (), categories: tuple[str, ...] = (),
    points: float | None = None,
) -> Node:  # fmt: skip
    made: Node = {"name": name, "type": kind, "number": number, "from": "entry", "id": "a-b-c"}
    if profiles:
        made["profiles"] = list(profiles)
    if rules:
        made["rules"] = [{"name": rule, "hidden": False, "description": "..."} for rule in rules]
    if categories:
        made["categories"] = [{"name": one, "primary": False} for one in categories]
    if points is not None:
        made["costs"] = [{"name": "pts", "typeId": "points", "value": points}]
    if parts:
        made["selections"] = list(parts)
    return made


def roster(*units: Node, system: str = WH40K, name: str = "Watch", **more: Any) -> Node:
    """Return the root of a list, with its units in a force."""
    return {
        "name": name, "battleScribeVersion": 2.03, "generatedBy": "https://newrecruit.eu",
        "gameSystemName": system, "forces": [{"name": "Army", "selections": list(units)}], **more,
    }  # fmt: skip


def as_json(root: Node) -> bytes:
    return json.dumps({"roster": root}).encode()


def as_listforge(root: Node) -> bytes:
    made = {"id": "x", "name": root["name"], "generatedBy": "List Forge", "roster": root}
    return json.dumps(made, indent=1).encode()


def as_link(root: Node) -> bytes:
    payload = base64.urlsafe_b64encode(gzip.compress(as_listforge(root), mtime=0)).decode()
    return f"https://forge.invalid/#/listforge/{payload.rstrip('=')}\n".encode()


def as_xml(root: Node) -> bytes:
    element = _element("roster", root)
    element.set("xmlns", "http://www.battlescribe.net/schema/rosterSchema")
    return ElementTree.tostring(element, encoding="utf-8", xml_declaration=True)


def as_zip(root: Node, name: str = "list.ros") -> bytes:
    return zipped({name: as_xml(root)})


def zipped(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


FORMATS = {
    "ros": as_xml, "rosz": as_zip, "json": as_json, "listforge": as_listforge, "link": as_link,
}  # fmt: skip


def _element(tag: str, node: Node) -> ElementTree.Element:
    made = ElementTree.Element(tag)
    for name, value in node.items():
        if isinstance(value, list):
            within = ElementTree.SubElement(made, name)
            within.extend([_element(_ONE[name], one) for one in value])
        elif name == "$text":
            made.text = value
        elif name == "description":
            ElementTree.SubElement(made, name).text = value
        else:
            made.set(name, str(value).lower() if isinstance(value, bool) else str(value))
    return made


def patrol() -> Node:
    """Return a list of Warhammer 40,000 that has something of everything."""
    rifle, knife = gun("Long gun"), blade("Knife")
    lance = (
        gun("\u27a4 Star lance - steady", S="7", AP="-2", D="1", Keywords="Pistol"),
        gun("\u27a4 Star lance - flare", S="8", AP="-3", D="2", Keywords="Hazardous, Pistol"),
    )
    aegis = ability("Aegis", "The bearer has a 4+ invulnerable save.")
    fist = blade("Fist", Keywords="Extra Attacks, Snared")
    wardens = selection(
        "Wardens", "unit", 1,
        selection(
            "Warden", "model", 8,
            selection("Long gun", "upgrade", 8, profiles=(rifle,)),
            selection("Knife", "upgrade", 8, profiles=(knife,)),
        ),
        selection(
            "Warden Elder", "model", 1,
            selection("Star lance", "upgrade", 1, profiles=lance),
            selection("Knife", "upgrade", 1, profiles=(knife,)),
            selection("Aegis", profiles=(aegis,)),
        ),
        selection(
            "Warden w/ cannon", "model", 1,
            selection("2 Bolt cannons", profiles=(gun("Bolt cannon", A="D6+0", Keywords="Blast"),)),
            selection("Knife", "upgrade", 1, profiles=(knife,)),
        ),
        profiles=(models("Wardens"),), rules=("Feel No Pain 6+", "Stealth"), points=110.0,
        categories=("Faction: Watch", "Infantry", "Battleline"),
    )  # fmt: skip
    captain = selection(
        "Captain", "model", 1,
        selection("Great spear", profiles=(blade("Great spear"), gun("Great spear", Range='6"'))),
        selection("Warlord", categories=("Warlord",)),
        selection("Banner", points=25.0),
        profiles=(models("Captain", W="5"),
                  ability("Invulnerable Save", "This model has a 4+ invulnerable save.")),
        rules=("Leader",), categories=("Character", "Infantry", "Faction: Watch"), points=70.0,
    )  # fmt: skip
    walker = selection(
        "Walker", "model", 1,
        selection("Powers", profiles=(profile(
            "Wave", "Strange Powers", Range='18"', A="3D6", BS="N/A", S="6", AP="-2", D="1",
            Keywords="Ignores Cover, Torrent"),)),
        selection("Unmaker", profiles=(gun("Unmaker", S="*", AP="*", D="*"),)),
        selection("Fist", "upgrade", 2, profiles=(fist,)),
        profiles=(models("Walker", T="9", W="12"),
                  ability("Invulnerable Save (5+*)", "5+")),
        rules=("Deadly Demise D3",), categories=("Vehicle",), points=150.0,
    )  # fmt: skip
    settings = selection(
        "Battle Size", "upgrade", 1, selection("Strike Force"), categories=("Configuration",)
    )
    return roster(settings, wardens, captain, walker, name="Third Watch")


def spearhead() -> Node:
    """Return a list of Age of Sigmar: regiments in a force, a manifestation in a lore."""
    champion = selection(
        "Champion", categories=("Command Model",),
        profiles=(profile("Champion", "Ability (Passive)", Effect="..."),),
    )  # fmt: skip
    steed = spear("Steed's hooves", Ability="Companion")
    riders = selection(
        "Riders (2 Models)", "unit", 1,
        selection("Rider", "model", 1, selection("Lance", profiles=(spear("Lance"),)),
                  selection("Steed", profiles=(steed,)), champion),
        selection("Rider", "model", 1, selection("Lance", profiles=(spear("Lance"),)),
                  selection("Steed", profiles=(steed,))),
        profiles=(warscroll("Riders", Health="4"),), points=170,
        categories=("CAVALRY", "WARD (5+)", "CHAMPION", "WIZARD (1)", "Regimental Leader"),
    )  # fmt: skip
    lore = selection(
        "Manifestation Lore", "upgrade", 1,
        selection("Mists", "upgrade", 1, selection(
            "Grasping Mist", "unit", 1, selection("New Entry", profiles=(spear("Tendrils"),)),
            profiles=(profile("Grasping Mist", "Manifestation", Move='8"', Health="6", Save="5+",
                              Banishment="7+"),),
            categories=("MANIFESTATION", "WARD (6+)"),
        )),
        categories=("Army Composition",),
    )  # fmt: skip
    made = roster(lore, system=AOS, name="Riders of the Mist")
    made["forces"][0]["forces"] = [{"name": "Regiment", "selections": [riders]}]
    return made
