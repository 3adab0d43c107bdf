"""House rules: which book answers each question, and how unclear passages are read."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Any, TypeAlias, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from undercroft.kernel import wire
from undercroft.kernel.rules import AnyRule, G, Given
from undercroft.table.sites import Clock

Value: TypeAlias = str | int | bool | None
"""What a question or a reading can be answered with."""


class Search(StrEnum):
    """Whose search finds what is hidden."""

    CLOCK = "clock"
    SOVEREIGN = "sovereign"
    DELVING = "delving"


class Clues(StrEnum):
    """Which clue to a secret a search turns up."""

    IN_ORDER = "in_order"
    CHECK = "check"


class Fatigue(StrEnum):
    """Whose fatigue points are counted."""

    NEVERWHERE = "neverwhere"
    DELVING = "delving"
    NONE = "none"


class BattleFatigue(StrEnum):
    """Whether fights tire by themselves."""

    OFF = "off"
    NEVERWHERE = "neverwhere"


class Feats(StrEnum):
    """By which book people dig, lift, run and throw."""

    NEVERWHERE = "neverwhere"
    SOVEREIGN = "sovereign"


class Dying(StrEnum):
    """What happens at 0 hit points."""

    SOVEREIGN = "sovereign"
    VIOLENCE = "violence"


class Combat(StrEnum):
    """By which book people fight."""

    VIOLENCE = "violence"


class Prowess(StrEnum):
    """Whether a Sovereign class, level and combat skills count in Violence's fights."""

    SOVEREIGN = "sovereign"
    OFF = "off"


class Reaction(StrEnum):
    """Whose table says how creatures take it."""

    SOVEREIGN = "sovereign"
    VIOLENCE = "violence"
    DELVING = "delving"


class Wilderness(StrEnum):
    """By which book the party travels."""

    HEXCRAWL = "hexcrawl"
    VIOLENCE = "violence"
    NEVERWHERE = "neverwhere"
    SOVEREIGN = "sovereign"


class Lost(StrEnum):
    """Whether and how a party loses its way."""

    OFF = "off"
    HEXCRAWL = "hexcrawl"
    NEVERWHERE = "neverwhere"


class Supplies(StrEnum):
    """Who says when food and water are used up."""

    HEXCRAWL = "hexcrawl"
    NEVERWHERE = "neverwhere"
    SOVEREIGN = "sovereign"


class Sleep(StrEnum):
    """Whether missed sleep tells."""

    NEVERWHERE = "neverwhere"
    OFF = "off"


class Watchkeeping(StrEnum):
    """Whether a watch at night costs sleep."""

    EVENING = "evening"
    NIGHT = "night"


class Encumbrance(StrEnum):
    """Whose points are counted."""

    SOVEREIGN = "sovereign"
    NEVERWHERE = "neverwhere"


class Advancement(StrEnum):
    """By which book characters grow."""

    SOVEREIGN = "sovereign"


class Cunning(StrEnum):
    """The score that serves as Cunning."""

    INTELLIGENCE = "intelligence"
    WISDOM = "wisdom"
    BEST = "best"


class HouseRules(Struct, frozen=True, forbid_unknown_fields=True):
    """One book for each question, and a choice for each reading that a referee may change.

    `readings` are named by the reading's id, such as `delving.action.recover/cap`.
    """

    preset: str = "undercroft"
    clock: Clock | None = None
    """Overrides the clock of every site."""
    search: Search = Search.CLOCK
    clues: Clues = Clues.IN_ORDER
    reaction: Reaction = Reaction.SOVEREIGN
    combat: Combat = Combat.VIOLENCE
    prowess: Prowess = Prowess.SOVEREIGN
    dying: Dying = Dying.SOVEREIGN
    wilderness: Wilderness = Wilderness.HEXCRAWL
    lost: Lost = Lost.OFF
    supplies: Supplies = Supplies.HEXCRAWL
    feats: Feats = Feats.NEVERWHERE
    fatigue: Fatigue = Fatigue.NEVERWHERE
    battle_fatigue: BattleFatigue = BattleFatigue.OFF
    sleep: Sleep = Sleep.NEVERWHERE
    watchkeeping: Watchkeeping = Watchkeeping.EVENING
    encumbrance: Encumbrance = Encumbrance.SOVEREIGN
    advancement: Advancement = Advancement.SOVEREIGN
    cunning_from: Cunning = Cunning.INTELLIGENCE
    readings: Mapping[str, Value] = {}

    def applied(self, rule: AnyRule, given: G) -> G:
        """The situation with this house's choices in the fields that switch a reading."""
        chosen = {
            reading.switch: wire.from_plain(_fields(type(given))[reading.switch], self.readings[reading.id])
            for reading in rule.readings
            if reading.switch is not None and reading.id in self.readings
        }
        return replace(given, **chosen) if chosen else given


@lru_cache(maxsize=512)
def _fields(given: type[Given]) -> Mapping[str, Any]:
    """The types of a situation's fields, by which a choice is read: a word becomes the book's own."""
    return get_type_hints(given, include_extras=True)


PRESETS: Mapping[str, HouseRules] = {
    rules.preset: rules
    for rules in (
        HouseRules(),
        HouseRules(
            preset="delving",
            clock=Clock.DELVING,
            search=Search.DELVING,
            reaction=Reaction.DELVING,
            fatigue=Fatigue.DELVING,
            sleep=Sleep.OFF,
        ),
        HouseRules(
            preset="sovereign",
            clock=Clock.SOVEREIGN,
            search=Search.SOVEREIGN,
            wilderness=Wilderness.SOVEREIGN,
            supplies=Supplies.SOVEREIGN,
            feats=Feats.SOVEREIGN,
            fatigue=Fatigue.NONE,
            sleep=Sleep.OFF,
        ),
        HouseRules(preset="hexcrawl", clock=Clock.HEXCRAWL),
        HouseRules(
            preset="neverwhere",
            wilderness=Wilderness.NEVERWHERE,
            supplies=Supplies.NEVERWHERE,
            battle_fatigue=BattleFatigue.NEVERWHERE,
            encumbrance=Encumbrance.NEVERWHERE,
        ),
        HouseRules(
            preset="violence",
            clock=Clock.VIOLENCE,
            reaction=Reaction.VIOLENCE,
            prowess=Prowess.OFF,
            dying=Dying.VIOLENCE,
            wilderness=Wilderness.VIOLENCE,
        ),
    )
}
"""The blend of all five books, and one for each: that book wherever it speaks, the blend where it is silent."""
