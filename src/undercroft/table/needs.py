"""What a body needs: when somebody last slept, ate and drank, and the fatigue that want of it keeps."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from undercroft.books.neverwhere.sleep import DAY_H
from undercroft.kernel.units import HOUR, Seconds


class Needs(Struct, frozen=True):
    """How somebody stands. Fatigue from want of sleep, food or water is kept apart: no common rest restores it."""

    woke: Seconds
    day_h: Fraction = DAY_H
    """Hours they can stay up since then."""
    sleep: int = 0
    carried: int = 0
    """Of those from want of sleep, the points they woke up with."""
    hunger: int = 0
    thirst: int = 0
    meals: int = 0
    """Had since the day began."""
    litres: Fraction = Fraction(0)
    """Drunk since the day began."""
    larder: int = 0
    """Meals left of a ration they have opened."""
    skin: Fraction = Fraction(0)
    """Litres left of a waterskin they have opened."""
    foraged: bool = False
    """Whether they have looked for food since the day began."""
    busy: bool = False
    """Whether they travelled, explored or fought since the day began."""

    @property
    def held(self) -> int:
        """Fatigue points that only food, water or sleep give back."""
        return self.sleep + self.hunger + self.thirst

    @property
    def bedtime(self) -> Seconds:
        """When they should go to sleep."""
        return Seconds(self.woke + int(self.day_h * HOUR))
