"""Sleep, food and water: when a person last had them and what fatigue the lack of them causes; and diseases."""

from fractions import Fraction
from typing import Annotated

from msgspec import Meta, Struct

from undercroft.books.neverwhere.sleep import DAY_H
from undercroft.books.sovereign.poisons import LEAST_TOXIN_DC, Potency
from undercroft.kernel.units import HOUR, Seconds, Throw
from undercroft.table.state.ids import Label, Text


class Needs(Struct, frozen=True):
    """A person's needs. Fatigue from lack of sleep, food or water counts apart: ordinary rest does not restore it."""

    woke: Seconds
    day_h: Fraction = DAY_H
    """Hours the person can stay up after that."""
    sleep: int = 0
    carried: int = 0
    """The part of `sleep` that the person woke up with."""
    hunger: int = 0
    thirst: int = 0
    meals: int = 0
    """Meals eaten since the day began."""
    litres: Fraction = Fraction(0)
    """Litres drunk since the day began."""
    larder: int = 0
    """Meals left of an opened ration."""
    skin: Fraction = Fraction(0)
    """Litres left of an opened waterskin."""
    foraged: bool = False
    """Whether the person has foraged since the day began."""
    busy: bool = False
    """Whether the person has travelled, explored or fought since the day began."""

    @property
    def held(self) -> int:
        """Fatigue points that only food, water or sleep restore."""
        return self.sleep + self.hunger + self.thirst

    @property
    def bedtime(self) -> Seconds:
        """When the person should go to sleep."""
        return Seconds(self.woke + int(self.day_h * HOUR))


_Side = Annotated[int, Meta(ge=2, le=100)]
_Days = Annotated[int, Meta(ge=1, le=1_000)]


class Illness(Struct, frozen=True, forbid_unknown_fields=True):
    """A disease: its potency, onset, treatment difficulty, effects, and how often they recur."""

    name: Label
    potency: Potency = 0
    onset_days: Annotated[int, Meta(ge=0, le=1_000)] | Throw = 1
    dc: Annotated[int, Meta(ge=LEAST_TOXIN_DC, le=60)] = LEAST_TOXIN_DC
    damage_dice: Annotated[tuple[_Side, ...], Meta(max_length=20)] = ()
    strain: Annotated[int, Meta(ge=0, le=1_000)] = 0
    penalty: Annotated[int, Meta(ge=-20, le=0)] = 0
    symptoms: Text = ""
    every_days: _Days | None = None
    """The days between attacks of the disease until it is cured; None for a single attack."""
