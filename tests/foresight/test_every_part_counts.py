"""Every part of a scenario changes its runs, or is refused or named as left out: none is skipped in silence."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from tests.foresight.scenarios import EXPEDITIONS, FIGHTS, JOURNEYS
from undercroft.foresight.formulas import NotSimulated
from undercroft.foresight.prepare import encoded
from undercroft.foresight.scenario import (
    Delver,
    Exit,
    Journey,
    PartyPolicy,
    Scenario,
    ScenarioRoom,
    ScenarioTrap,
    Treasure,
    Wanderers,
    Way,
    checked,
)
from undercroft.foresight.sweep import with_value
from undercroft.kernel.faults import BadInput

PARTS: Mapping[type[Struct], str] = {
    Scenario: "",
    PartyPolicy: "policy.",
    Delver: "party.0.",
    ScenarioRoom: "rooms.3.",
    Exit: "exits.0.",
    Wanderers: "wanderers.0.",
    ScenarioTrap: "rooms.2.traps.0.",
    Treasure: "rooms.1.treasure.0.",
}
ON_THE_ROAD: Mapping[type[Struct], str] = {
    Scenario: "",
    PartyPolicy: "policy.",
    Delver: "party.0.",
    Wanderers: "wanderers.0.",
    Journey: "journey.",
    Way: "journey.ways.0.",
}
TITLES = {"name", "rooms.3.name", "rooms.2.traps.0.name", "rooms.1.treasure.0.name", "wanderers.0.name"}
"""Parts that only name something."""

OTHERS: Mapping[str, Any] = {
    "preset": "violence", "readings": {"violence.scars/limit": 1}, "party": (), "foes": "2 rats HD 0 1d3",
    "surprised": "party", "turns": 9, "clock": "violence", "location": "alerted_organized", "lit": True, "rooms": (),
    "exits": ({"between": ("door", "crypt")},), "route": ("door", "hall"), "wanderers": (),
    "bend": False, "target": "spread", "pay": False, "stance": "talk", "retreat": 33, "aid": False, "search": False,
    "heal": 34, "down": 2, "flee": 50, "light": 3, "laden": True,
    "name": "Another", "count": 2, "role": "henchman", "employer": "Nobody", "character_class": "expert",
    "level": 3, "hp": 11, "scars": 4, "strength": 17, "dexterity": 17, "constitution": 17, "intelligence": 17,
    "wisdom": 17, "skills": {"Notice": 2}, "numbers": {"ac": 9}, "weapon": "large melee", "armour": "heavy armour",
    "shield": False, "torches": 5, "silver": 61, "healers_kit": False, "thieves_tools": True, "id": "elsewhere",
    "corridor": True, "stay": 1, "hostile": True, "ambush": False, "traps": (),
    "treasure": ({"name": "a cup", "silver": 1},),
    "between": ("door", "crypt"), "state": "locked", "material": "stone", "lock": 12, "damage": "3d6",
    "save": "mental", "avoids": False, "everyone": True, "feet": 40, "spikes": 3, "alarm": True, "on": "nothing",
    "meddle": True, "hidden": True, "load": 3, "policy": {"aid": False}, "rations": 3, "water": 3, "forage": True,
    "watch": False, "danger": "deadly", "breathers": 12,
    "hexes": {"0101": "plains", "0505": "hills"}, "start": "0102", "goal": "0504", "days": 3,
    "ways": (), "landmarks": ("0101",), "desert": ("0202",), "civilised": ("0202",), "weather": "rain",
    "climate": "polar", "explores": True, "mounted": True, "carriage": True, "path": "trail",
    "journey": {"hexes": {"0101": "plains", "0102": "hills"}, "start": "0101", "goal": "0102"},
}  # fmt: skip
"""Another value of each part."""

PLACES = {
    "rooms.3.foes": ("rat HD 0 1d3",), "wanderers.0.foes": "1d6 rats HD 0 1d3", "rooms.1.treasure.0.search": 12,
    "journey.lost": False, "journey.route": (), "journey.ways.0.between": ("0101", "0201"),
    "party.0.name": "Maudlin", "wanderers.0.hostile": True, "rooms.1.treasure.0.silver": 5,
}  # fmt: skip
"""The same for parts whose name has several meanings."""

WHOLE = checked(
    msgspec.to_builtins(EXPEDITIONS["vaults by Sovereign"])
    | {"exits": [{"between": pair} for pair in (("door", "hall"), ("hall", "passage"), ("passage", "crypt"))]}
)


def parts(of: Mapping[type[Struct], str]) -> Iterator[str]:
    """Every part of a scenario, by its way."""
    for kind, way in of.items():
        yield from (f"{way}{field.name}" for field in msgspec.structs.fields(kind))


def outcome(scenario: Scenario, part: str = "", value: object = None) -> object:
    """What a scenario comes to, with another value of a part: its numbers and what they leave out, or a refusal."""
    try:
        changed = with_value(scenario, tuple(part.split(".")), value) if part else scenario
        assert not part or changed != scenario
        return msgspec.to_builtins(encoded(changed))
    except (NotSimulated, BadInput) as refusal:
        return str(refusal)


@pytest.mark.parametrize("part", sorted(set(parts(ON_THE_ROAD)) - TITLES - {"journey"}))
def test_a_part_of_a_journey_counts_or_is_named(part: str) -> None:
    """Another value gives other runs, a refusal, or a line about what is left out."""
    value = PLACES.get(part, OTHERS.get(part.rpartition(".")[2]))
    whole = JOURNEYS["a way that is given"]
    if part == "preset":
        value = "sovereign"
    if part in ("rooms", "exits"):
        value = msgspec.to_builtins(getattr(WHOLE, part))
    if part == "policy.search":
        value = True
    assert outcome(whole, part, value) != outcome(whole)


@pytest.mark.parametrize("part", sorted(set(parts(PARTS)) - TITLES))
def test_a_part_of_an_expedition_counts_or_is_named(part: str) -> None:
    """Another value gives other runs, a refusal, or a line about what is left out."""
    value = PLACES.get(part, OTHERS.get(part.rpartition(".")[2]))
    whole = WHOLE
    if part == "rooms.1.treasure.0.search":
        whole = with_value(WHOLE, ("rooms", "1", "treasure", "0", "hidden"), True)
    assert outcome(whole, part, value) != outcome(whole)


@pytest.mark.parametrize(
    "part", ["turns", "clock", "location", "danger", "lit", "rooms", "route", "wanderers", "policy.search"]
)
def test_a_fight_names_what_only_a_site_has(part: str) -> None:
    """A single fight says that it does not use the site."""
    value = True if part == "policy.search" else OTHERS[part]
    if part in ("rooms", "wanderers"):
        value = msgspec.to_builtins(getattr(WHOLE, part))
    changed = with_value(FIGHTS["orcs"], tuple(part.split(".")), value)
    assert f"{part}: a single fight does not use it" in encoded(changed).left_out
