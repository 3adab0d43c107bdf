"""House rules as a file has them: the readings are those of the books, and so are the choices."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from undercroft.books import RULES
from undercroft.exchange.campaignfile.entries import Entry
from undercroft.exchange.campaignfile.problems import Notes, cut, suggestion
from undercroft.kernel import wire
from undercroft.table.house import HouseRules

NOTHING = "none"
"""How a file says that a reading's choice is no number at all."""


@cache
def choices() -> Mapping[str, tuple[object, ...]]:
    """What may be chosen for each reading that a referee may change."""
    return {
        reading.id: tuple(option.value for option in reading.options)
        for rule in RULES.values()
        for reading in rule.readings
        if reading.switch is not None
    }


def house_rules(notes: Notes, house: Entry) -> Mapping[str, Any]:
    """The house rules, with every reading checked against the books."""
    readings = {
        id: _chosen(notes, id, chosen, house.at("readings", id)) for id, chosen in house.table("readings").items()
    }
    return {**house.fields, "readings": readings} if readings else house.fields


def _chosen(notes: Notes, id: str, chosen: object, path: tuple[str | int, ...]) -> object:
    if id not in choices():
        fix = suggestion(id, choices(), "“undercroft rules --readings” lists them all")
        notes.add("unknown_reference", path, f"there is no reading “{cut(id)}” to choose", fix)
        return chosen
    options = choices()[id]
    if chosen == NOTHING and None in options:
        return None
    if not any(type(option) is type(chosen) and option == chosen for option in map(wire.plain, options)):
        fix = f"choose {' or '.join(written(option) for option in options)}"
        notes.add("no_such_choice", path, f"“{cut(str(chosen))}” is no choice for it", fix)
    return chosen


def written(option: object) -> str:
    """A choice as a file has it."""
    match option:
        case None:
            return f'"{NOTHING}"'
        case bool():
            return "true" if option else "false"
        case int():
            return str(option)
        case _:
            return f'"{option}"'


def as_written(house: HouseRules) -> Mapping[str, Any]:
    """The readings as a file has them."""
    return {id: NOTHING if chosen is None else chosen for id, chosen in house.readings.items()}
