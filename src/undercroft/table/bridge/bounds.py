"""The bounds of the numbers that people write: on a sheet, of things, of the parts of a site, of foes.

They are those of the rules that the numbers are handed to. They hold for what is set or added by hand and for campaign
files; a log is read whatever its numbers are.
"""

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated, Any, get_args

from msgspec import Meta, Struct

from undercroft.books.delving import units as delving
from undercroft.books.neverwhere import units as neverwhere
from undercroft.books.sovereign import units as sovereign
from undercroft.books.sovereign.poisons import Potency
from undercroft.books.violence import units as violence
from undercroft.kernel.units import DAY
from undercroft.table.bridge.numbers import SCORES_ON_SHEET, modifier_name
from undercroft.table.bridge.sheet import settable
from undercroft.table.bridge.to_delving import Ability
from undercroft.table.state.combatants import Foe
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.markets import Goods, Market, Post, Service
from undercroft.table.state.people import Person
from undercroft.table.state.sites import Door, Feature, Obstacle, Percent, Trap, Zone
from undercroft.table.state.things import Thing

_AboveNothing = Annotated[int, Meta(ge=1, le=1_000_000)]

ON_SHEET: Mapping[str, Any] = {
    **{f"sheet.{name}": sovereign.Score for name in SCORES_ON_SHEET.values()},
    "sheet.level": sovereign.Level,
    **dict.fromkeys(("sheet.xp", "sheet.points", "sheet.quick_points", "sheet.feats_due"), sovereign.Count),
    **dict.fromkeys(("hp", "hp_max"), violence.Pool),
    **dict.fromkeys(("strain", "run_rounds", "xp_pool"), sovereign.Count),
    "fp": delving.Pool,
    "scars": violence.Scars,
}
"""The type of each number of a person that is not derived."""

BY_HAND: Mapping[str, Any] = {
    **{modifier_name(attribute): sovereign.Modifier for attribute in sovereign.Attribute},
    **dict.fromkeys(("physical", "evasion", "mental"), sovereign.SaveTarget),
    **dict.fromkeys(("strain_max", "readied", "stowed"), sovereign.Count),
    "attack_bonus": sovereign.Situation,
    **dict.fromkeys(("agility", "brawn", "cunning", "attack"), violence.Score),
    **dict.fromkeys(("ac", "natural_ac"), violence.ArmourClass),
    "hd": violence.HitDice,
    "armour_class": violence.ArmourClass,
    **dict.fromkeys(("str_", "dex", "int_", "vit"), neverwhere.Score),
    **dict.fromkeys(("will", "per", "survival"), neverwhere.Modifier),
    "fp_max": neverwhere.Most,
    **dict.fromkeys(("move", "basic_lift"), _AboveNothing),
    **{f"delving_{ability}": delving.Score for ability in Ability},
    "run_limit": delving.Count,
}
"""The type of each number of another book that can be set by hand."""


Coppers = Annotated[int, Meta(ge=0, le=1_000_000_000)]
_Length = Annotated[int, Meta(ge=1, le=100_000)]
_Depth = Annotated[int, Meta(ge=0, le=10_000)]
_Few = Annotated[int, Meta(ge=0, le=100)]
_Distance = Annotated[int, Meta(ge=0, le=1_000_000)]

LIMITS: Mapping[type[Struct], Mapping[str, Any]] = {
    Thing: {
        **dict.fromkeys(("count", "shot", "spent"), sovereign.Count),
        "points": sovereign.Points,
        "worth": Coppers,
        "burnt": Annotated[int, Meta(ge=0, le=10 * DAY)],
    },
    Zone: {
        "level": Annotated[int, Meta(ge=-99, le=99)],
        **dict.fromkeys(("length_ft", "width_ft", "height_ft"), _Length),
    },
    Door: {"lock_dc": sovereign.Difficulty, "along": Percent},
    Trap: {"feet": _Depth, "potency": Potency, "disarm_dc": sovereign.Difficulty},
    Feature: {"dc": sovereign.Difficulty},
    Obstacle: {
        "kilograms": Annotated[int, Meta(ge=0, le=1_000_000)],
        **dict.fromkeys(("cubic_metres", "feet", "across_ft", "rounds"), _Depth),
        "dc": sovereign.Difficulty,
        "potency": Potency,
    },
    Creatures: {
        "count": Annotated[int, Meta(ge=0, le=10_000)],
        "hd": violence.HitDice,
        "ac": violence.ArmourClass,
        **dict.fromkeys(("abilities", "attacks"), _Few),
        "skill_mod": sovereign.Situation,
        "move_ft": _Depth,
        "distance_ft": _Distance,
        "hp_bonus": Annotated[int, Meta(ge=-1_000, le=1_000)],
        "attack_bonus": sovereign.Situation,
        "shock": Annotated[int, Meta(ge=0, le=20)],
        "shock_ac": Annotated[int, Meta(ge=0, le=60)],
        "reaction": Annotated[int, Meta(ge=-20, le=40)],
    },
    Market: {"percent": Annotated[int, Meta(ge=1, le=10_000)], "dearest": Coppers},
    Goods: {"price": Coppers, "left": sovereign.Count, "points": sovereign.Points},
    Post: {"wage": Coppers, "left": sovereign.Count},
    Service: {"price": Coppers},
    Foe: {
        **dict.fromkeys(("health", "health_max"), violence.Pool),
        "ac": violence.ArmourClass,
        "attack": _Few,
        "attacks": _Few,
    },
}
"""The type of each number of a thing, a part of a site, a market and a foe."""


def out_of_bounds(kind: type[Struct], field: str, value: Any) -> Iterable[str]:  # noqa: ANN401 - of any type
    """What is wrong with a value, in words: a number that the rules do not take."""
    told: list[tuple[str, Any, Any]]
    limits = ON_SHEET if kind is Person else LIMITS.get(kind, {})
    match field:
        case "sheet.skills":
            told = [(name, sovereign.SkillLevel, level) for name, level in value.items()]
        case "sheet.overrides":
            told = [(name, BY_HAND.get(name), number) for name, number in value.items()]
        case _:
            told = [(field.removeprefix("sheet."), limits[field], value)] if field in limits else []
    for name, limit, number in told:
        if limit is None:
            yield f"“{name}” is not a number of the books. Choose one of these: {', '.join(sorted(settable()))}."
        elif isinstance(number, int | Fraction):
            yield from _beyond(name, limit, number)


def bounds_in_words(kind: type[Struct], field: str) -> str:
    """The numbers that a value takes, such as “0 to 100”; empty if it is no number with bounds."""
    limits = ON_SHEET if kind is Person else LIMITS.get(kind, {})
    if field not in limits:
        return ""
    least, most = bounds_of(limits[field])
    return f"{least:,} to {most:,}"


def wrong_numbers(target: Struct) -> Iterable[str]:
    """What is wrong with the numbers of a person or a thing, in words."""
    fields = (*ON_SHEET, "sheet.skills", "sheet.overrides") if isinstance(target, Person) else LIMITS[type(target)]
    for field in fields:
        value: Any = target
        for step in field.split("."):
            value = getattr(value, step)
        yield from out_of_bounds(type(target), field, value)


def _beyond(name: str, limit: Any, number: int | Fraction) -> Iterable[str]:  # noqa: ANN401 - a type is a value here
    least, most = bounds_of(limit)
    if not least <= number <= most:
        shown = value_name(name)
        yield f"{shown[:1].upper()}{shown[1:]}: {number:,} is out of range. Enter {least:,} to {most:,}."


def value_name(field: str) -> str:
    """A value of a person, a thing or a part of a site as people call it.

    >>> value_name("hp_max"), value_name("sheet.strength"), value_name("length_ft")
    ('maximum hit points', 'strength', 'length in feet')
    """
    last = field.rpartition(".")[2]
    return _SHOWN.get(field) or _SHOWN.get(last, re.sub(r"_ft$", "_in_feet", last).replace("_", " ").strip())


_SHOWN: Mapping[str, str] = {
    "abilities": "special abilities",
    "ac": "armour class",
    "along": "percent along the wall",
    "appraised": "worth is known",
    "attack_bonus": "bonus to hit",
    "attacks": "attacks in a round",
    "avoids": "whether a save avoids all damage",
    "between": "rooms on either side",
    "clues_given": "clues given",
    "credits": "points towards skills from feats",
    "dc": "difficulty",
    "disarm_dc": "difficulty of disarming",
    "down": "people who are in it",
    "dragged": "person dragged as this load",
    "everyone": "whether it hits everybody in the room",
    "feats_due": "feats to take",
    "feet": "depth or height in feet",
    "fp": "fatigue points",
    "fp_max": "maximum fatigue points",
    "glance": "text at a glance",
    "ground": "material to dig",
    "hd": "Hit Dice",
    "health": "hit points",
    "health_max": "maximum hit points",
    "hp": "hit points",
    "hp_bonus": "hit points on top of Hit Dice",
    "hp_max": "maximum hit points",
    "known_to": "groups that have met them",
    "label": "number on the map",
    "led": "whether the first leads them",
    "lock_dc": "difficulty of the lock",
    "locks": "locks that could not be picked",
    "met": "met before",
    "monster": "entry in the bestiary",
    "natural": "whether the armour is hide",
    "one_way": "one way, from",
    "over": "people who are across",
    "overrides": "numbers set by hand",
    "pin": "pin on the picture",
    "points": "load in points",
    "quick_points": "quick learner's points",
    "raises": "times each attribute was raised",
    "reaction": "total of the reaction roll",
    "rounds": "rounds without breath",
    "run_rounds": "rounds run",
    "seat": "player",
    "secret": "referee's text",
    "senses": "text of what is heard and smelt",
    "sent_back": "note to the player of a character sent back",
    "shape": "place on the map",
    "sheet.points": "points to spend",
    "shock": "Shock",
    "shock_ac": "highest armour class for Shock",
    "shot": "missiles shot, which lie about",
    "skill_mod": "bonus on skills",
    "spent": "missiles lost or destroyed",
    "tell": "sign",
    "terms": "terms of hire",
    "to": "room beyond",
    "until": "burns until",
    "waits": "waits to join the party",
    "what": "description",
    "where": "spot",
    "xp": "experience",
    "xp_pool": "experience to share",
    "zone": "room",
}
"""Values whose own name says too little."""


def bounds_of(limit: Any) -> tuple[int, int]:  # noqa: ANN401 - a type is a value here
    """The least and the greatest number of a type."""
    meta = next(part for part in get_args(limit) if isinstance(part, Meta))
    return int(meta.ge or 0), int(meta.le or 0)
