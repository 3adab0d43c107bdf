"""House rules: which book answers each question, and how unclear passages are read."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from undercroft.kernel.rules import AnyRule, G
from undercroft.table.sites import Clock


class Fatigue(StrEnum):
    """Whose fatigue points are counted."""

    NEVERWHERE = "neverwhere"
    DELVING = "delving"
    NONE = "none"


class Dying(StrEnum):
    """What happens at 0 hit points."""

    SOVEREIGN = "sovereign"
    VIOLENCE = "violence"


class Reaction(StrEnum):
    """Whose table says how creatures take it."""

    SOVEREIGN = "sovereign"
    VIOLENCE = "violence"
    DELVING = "delving"


class Encumbrance(StrEnum):
    """Whose points are counted."""

    SOVEREIGN = "sovereign"
    NEVERWHERE = "neverwhere"


class Cunning(StrEnum):
    """The score that serves as Cunning."""

    INTELLIGENCE = "intelligence"
    WISDOM = "wisdom"
    BEST = "best"


class HouseRules(Struct, frozen=True):
    """One book for each question, and a choice for each reading that a referee may change.

    `readings` are named by the reading's id, such as `delving.action.recover/cap`.
    """

    preset: str = "undercroft"
    clock: Clock | None = None
    """Overrides the clock of every site."""
    fatigue: Fatigue = Fatigue.NEVERWHERE
    dying: Dying = Dying.SOVEREIGN
    reaction: Reaction = Reaction.SOVEREIGN
    encumbrance: Encumbrance = Encumbrance.SOVEREIGN
    cunning_from: Cunning = Cunning.INTELLIGENCE
    readings: Mapping[str, str | int | bool | None] = {}

    def applied(self, rule: AnyRule, given: G) -> G:
        """The situation with this house's choices in the fields that switch a reading."""
        chosen = {
            reading.switch: self.readings[reading.id]
            for reading in rule.readings
            if reading.switch is not None and reading.id in self.readings
        }
        return replace(given, **chosen) if chosen else given
