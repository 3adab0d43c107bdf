"""House rules in a file. The readings and their options come from the books."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from undercroft.exchange.campaignfile.entries import FileEntry
from undercroft.exchange.campaignfile.forms import NOTHING
from undercroft.exchange.campaignfile.problems import FileNotes, cut, suggestion
from undercroft.kernel import wire
from undercroft.kernel.amounts import either
from undercroft.table.state import house_choices
from undercroft.table.state.house_rules import PRESETS, HouseRules


@cache
def choices() -> Mapping[str, tuple[object, ...]]:
    """The options of each reading that a referee may change."""
    return {
        question.id: tuple(option.value for option in question.options)
        for question in house_choices.choices()
        if question.book
    }


def house_rules(notes: FileNotes, house: FileEntry) -> Mapping[str, Any]:
    """The preset with the file's changes, where every reading is checked against the books."""
    preset = PRESETS[house.fields.get("preset", HouseRules().preset)]
    changed = {key: None if value == NOTHING and key == "clock" else value for key, value in house.fields.items()}
    readings = {
        id: _chosen(notes, id, chosen, house.at("readings", id)) for id, chosen in house.table("readings").items()
    }
    return {**wire.plain(preset), **changed, **({"readings": readings} if readings else {})}


def _chosen(notes: FileNotes, id: str, chosen: object, path: tuple[str | int, ...]) -> object:
    if id not in choices():
        fix = suggestion(id, choices(), "“undercroft rules --readings” lists them all")
        notes.add("unknown_reference", path, f"there is no reading “{cut(id)}” to choose", fix)
        return chosen
    options = choices()[id]
    if chosen == NOTHING and None in options:
        return None
    if not any(type(option) is type(chosen) and option == chosen for option in map(wire.plain, options)):
        fix = f"choose {either([written(option) for option in options])}"
        shown = json.dumps(chosen) if isinstance(chosen, bool) else str(chosen)
        notes.add("no_such_choice", path, f"“{cut(shown)}” is not one of its choices", fix)
    return chosen


def written(option: object) -> str:
    """An option as a file writes it."""
    return json.dumps(NOTHING if option is None else option, ensure_ascii=False)


def as_written(house: HouseRules) -> Mapping[str, Any]:
    """The differences of a house from its preset, as a file writes them."""
    preset = PRESETS.get(house.preset, HouseRules())
    compared = ((name, getattr(house, name), getattr(preset, name)) for name in house.__struct_fields__)
    unlike = {name: value for name, value, usual in compared if value != usual and name != "readings"}
    told = {name: NOTHING if value is None else wire.plain(value) for name, value in unlike.items()}
    readings = {id: NOTHING if chosen is None else chosen for id, chosen in house.readings.items()}
    named = {"preset": house.preset} if house.preset != HouseRules().preset else {}
    return {**named, **told, **({"readings": readings} if readings else {})}
