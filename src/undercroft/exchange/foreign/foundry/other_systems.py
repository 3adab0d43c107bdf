"""Monsters of other systems than OSE and WWN: the numbers that most games have, brought into the form of theirs."""

import re
from typing import Any

from msgspec.structs import replace

from undercroft.exchange.foreign.foundry.documents import FoundryDocument
from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.source import entries, fields, one_line, whole

_LIKE_OURS = frozenset({"hp", "ac", "aac", "thac0", "saves"})
"""What the OSE and WWN systems have at hand, and others keep elsewhere."""
FEWEST_FEET, FEET_OF_A_METRE = 20, 3
"""A speed below so many feet is in metres, of three feet each, as in games among the stars."""
_ATTACKS = re.compile(r"weapon|attack|melee|ranged", re.IGNORECASE)
_DICE = re.compile(r"[0-9]{0,2}d[0-9]{1,3}(?:\s*[+-]\s*[0-9]{1,3})?")


def in_common_form(actor: FoundryDocument, name: str, notes: Notes) -> FoundryDocument:
    """An actor with its Hit Dice, AC, move, texts and attacks where the OSE system has them."""
    system = fields(actor.value.get("system", actor.value.get("data")))
    if {"hitDice", "baseAc"} <= system.keys():
        return _without_number(actor, system, name, notes)
    if _LIKE_OURS & system.keys():
        return actor
    attributes, details = fields(system.get("attributes")), fields(system.get("details"))
    hp, ac = fields(attributes.get("hp")), fields(attributes.get("ac"))
    level = _first(system.get("level"), details.get("level"), details.get("cr"))
    written = one_line(hp.get("formula"), 20)
    dice = re.match(r"([0-9]{1,3})d", written)
    biography = details.get("biography")
    common = {
        "hp": {"hd": dice[1] if dice else str(level) if level else ""},
        "aac": {"value": _first(ac.get("value"), ac.get("flat"), attributes.get("ac"))},
        "movement": {"base": _first(fields(attributes.get("movement")).get("walk")), "exploration": None},
        "details": {
            "alignment": details.get("alignment", system.get("alignment")),
            "xp": _first(details.get("xp")) or -1,
            "biography": fields(biography).get("value") or system.get("notes") or system.get("description"),
        },
    }
    said = one_line(fields(actor.value.get("_stats")).get("systemId"), 30)
    of = f"of the system “{said}”" if said else "of another system"
    notes.guess(
        f"{name} is {of}, not of OSE or WWN: check its Hit Dice, AC and attacks", f"{actor.at}.system".lstrip(".")
    )
    items = [_item(fields(item)) for item in entries(actor.value.get("items"))[:100]]
    return replace(actor, value={**actor.value, "system": common, "items": items})


def _without_number(actor: FoundryDocument, system: dict[str, Any], name: str, notes: Notes) -> FoundryDocument:
    """An actor of the system SWNR, which serves all games without number: the same numbers under names of its own."""
    attacks, speed = fields(system.get("attacks")), whole(system.get("speed"))
    if 0 < speed < FEWEST_FEET:
        notes.guess(f"{name}: speed {speed} taken for metres", f"{actor.at}.system.speed".lstrip("."))
        speed *= FEET_OF_A_METRE
    bonus, times = whole(attacks.get("bonusDamage")), max(1, whole(attacks.get("number"), 1))
    common = {
        "hp": {"hd": str(system.get("hitDice"))},
        "aac": {"value": whole(system.get("baseAc")) or whole(system.get("AC"))},
        "thac0": {"bba": whole(system.get("ab"))},
        "saves": {"baseSave": {"value": whole(system.get("saves"))}},
        "movement": {"base": speed, "exploration": None},
        "details": {
            "morale": system.get("moralScore"),
            "skill": system.get("skillBonus"),
            "biography": system.get("biography") or system.get("notes"),
        },
    }
    items = [_armed(fields(item), bonus, times) for item in entries(actor.value.get("items"))[:100]]
    return replace(actor, value={**actor.value, "system": common, "items": items})


def _armed(item: dict[str, Any], bonus: int, times: int) -> dict[str, Any]:
    """An item of SWNR; a weapon with the bonus and the number of attacks that its bearer has."""
    system = fields(item.get("system", item.get("data")))
    if item.get("type") != "weapon":
        return item
    damage, shock = one_line(system.get("damage"), 20), fields(system.get("shock"))
    harm = whole(shock.get("dmg"))
    told = {"damage": harm + bonus, "ac": shock.get("ac")} if harm else {}
    dice = f"{damage}{bonus:+}" if bonus and _DICE.fullmatch(damage) and not re.search(r"[+-]", damage) else damage
    return {
        "name": item.get("name"),
        "type": "weapon",
        "system": {"damage": dice, "shock": told, "counter": {"max": times}},
    }


def _first(*values: object) -> int:
    """The first of these that is a number, or that has one as its value."""
    for value in values:
        within = fields(value)
        number = whole(within.get("value") if within else value, -99)
        if number > -99:
            return number
    return 0


def _item(item: dict[str, Any]) -> dict[str, Any]:
    """An item, as a weapon where it is one, with its damage as one text of dice."""
    system = fields(item.get("system", item.get("data")))
    if not _ATTACKS.search(one_line(item.get("type"))):
        return {
            **item,
            "system": {"description": fields(system.get("description")).get("value", system.get("description"))},
        }
    times = whole(fields(system.get("attack")).get("num"), 1)
    return {
        "name": item.get("name"),
        "type": "weapon",
        "system": {"damage": _damage(system), "counter": {"max": times}},
    }


def _damage(system: dict[str, Any]) -> str:
    damage = fields(system.get("damage"))
    base = fields(damage.get("base"))
    if base.get("denomination"):
        return f"{whole(base.get('number'), 1)}d{whole(base.get('denomination'), 6)}"
    parts = [entries(part)[0] for part in entries(damage.get("parts")) if entries(part)]
    texts = (damage.get("value"), damage.get("formula"), damage.get("oneHanded"), *parts, system.get("damage"))
    found = next((dice for text in texts if isinstance(text, str) and (dice := _DICE.search(text))), None)
    return found[0] if found else ""
