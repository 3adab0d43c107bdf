"""What a blow would do: every face of the d20 by the rule that will be settled, and how likely it is to slay."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.violence.fighting import ArmourWorn, Attack, Blow, Hit, HitExact, WornExact
from undercroft.books.violence.scars import Shift
from undercroft.books.violence.wounds import MOST_ATTACKS, BlowName, Dead, Wound, damage
from undercroft.interpret.falls import Fall, Way, falls
from undercroft.table.house import HouseRules
from undercroft.table.striking import Strike


class Stretch(StrEnum):
    """Faces side by side that do the same, by why they do."""

    TURNED = "turned"
    ARMOUR = "armour"
    HIT = "hit"
    EXACT = "exact"
    WILD = "wild"


class Mark(Struct, frozen=True):
    """One face of the d20: what it does as it fell, and at best where it may be bent."""

    face: int
    rolled: BlowName
    bent: BlowName


class Bracket(Struct, frozen=True):
    """A stretch of the ruler."""

    first: int
    last: int
    why: Stretch


EXACT = frozenset({BlowName.HIT_EXACT, BlowName.WORN_EXACT, BlowName.MISS_EXACT})
"""Blows that stun, and earn another."""
BLOODY = frozenset({BlowName.HIT, BlowName.HIT_EXACT})
"""Blows that wound."""


def marks(house: HouseRules, strike: Strike) -> tuple[Mark, ...]:
    """The ruler of an attack."""
    given = house.applied(strike.rule, strike.given)
    return tuple(_mark(fall) for fall in falls(strike.rule, given))


def _mark(fall: Fall) -> Mark:
    blows = [_name(way) for way in fall.ways]
    return Mark(fall.total, blows[0], max(blows, key=lambda blow: Blow[blow.name]))


def _name(way: Way) -> BlowName:
    return BlowName(way.outcome.kind)


def brackets(some: Iterable[Mark], given: Attack) -> tuple[Bracket, ...]:
    """Neighbouring faces that do the same as they fall."""
    found: list[Bracket] = []
    for mark in some:
        why = _why(mark, given)
        if found and found[-1].why is why:
            found[-1] = replace(found[-1], last=mark.face)
        else:
            found.append(Bracket(mark.face, mark.face, why))
    return tuple(found)


def _why(mark: Mark, given: Attack) -> Stretch:
    if mark.rolled in EXACT:
        return Stretch.EXACT
    if mark.rolled is BlowName.ARMOUR_WORN:
        return Stretch.ARMOUR
    if mark.rolled is BlowName.HIT:
        return Stretch.HIT
    return Stretch.TURNED if mark.face <= given.ac else Stretch.WILD


def worn_to(house: HouseRules, strike: Strike) -> int | None:
    """The AC that a blow to the armour itself leaves; none where no face strikes it."""
    ends = (way.outcome for fall in falls(strike.rule, house.applied(strike.rule, strike.given)) for way in fall.ways)
    return next((end.ac for end in ends if isinstance(end, ArmourWorn | WornExact)), None)


_End: TypeAlias = tuple[BlowName, int, int, int]
"""A blow, the AC it leaves, how often its damage counts, and whether a roll was bent for it."""


class Slaying:
    """How likely one action is to slay a foe, with every further blow that exact ones earn.

    As the dice fall, or with every roll bent as is best for it.
    """

    def __init__(self, house: HouseRules, strike: Strike, *, bending: bool) -> None:
        self._house = house
        self._strike = strike
        self._bending = bending
        self._counted = house.applied(strike.rule, strike.given).scar_limit_per_round is not None
        self._known: dict[tuple[int, int, int, int], Fraction] = {}
        self._blows: dict[tuple[int, int], Mapping[frozenset[_End], Fraction]] = {}
        ends = (way.outcome for fall in hurting(house, strike, 1, factor=2)[-1:] for way in fall.ways)
        self._most = max((end.damage for end in ends if isinstance(end, Dead)), default=0)

    def chance(self, ac: int, health: int, *, used: int | None = None, blows: int = MOST_ATTACKS) -> Fraction:
        """That a foe with such armour and health falls; `used` rolls were bent this Round already."""
        bent = self._strike.given.scars_used if used is None else used
        key = (ac, health, bent, blows)
        if key not in self._known:
            self._known[key] = self._chance(*key)
        return self._known[key]

    def _chance(self, ac: int, health: int, used: int, blows: int) -> Fraction:
        if health > blows * self._most:
            return Fraction(0)
        ends: dict[_End, Fraction] = {}
        whole = Fraction(0)
        for open_to, likely in self._ends(ac, used).items():
            for end in open_to:
                if end not in ends:
                    ends[end] = self._after(end, health, used, blows)
            whole += likely * max(ends[end] for end in open_to)
        return whole

    def _ends(self, ac: int, used: int) -> Mapping[frozenset[_End], Fraction]:
        """What a blow may come to, each fall with all that is open to it, and how likely that is."""
        if (ac, used) not in self._blows:
            given = self._house.applied(self._strike.rule, replace(self._strike.given, ac=ac, scars_used=used))
            found: dict[frozenset[_End], Fraction] = {}
            for fall in falls(self._strike.rule, given):
                open_to = frozenset(self._end(way, ac) for way in self._open(fall))
                found[open_to] = found.get(open_to, Fraction(0)) + fall.chance
            self._blows[ac, used] = found
        return self._blows[ac, used]

    def _end(self, way: Way, ac: int) -> _End:
        outcome = way.outcome
        left: int = outcome.ac if isinstance(outcome, ArmourWorn | WornExact) else ac
        factor = outcome.damage_factor if isinstance(outcome, Hit | HitExact) else 1
        return _name(way), left, factor, self._spent(way)

    def _spent(self, way: Way) -> int:
        """Whether a roll was bent on the way, where that is counted."""
        return int(self._counted and way.choice not in ("", Shift.KEEP))

    def _open(self, fall: Fall) -> tuple[Way, ...]:
        return fall.ways if self._bending else fall.ways[:1]

    def _after(self, end: _End, health: int, used: int, blows: int) -> Fraction:
        """What follows of one blow: damage if it wounds, another if it was exact."""
        blow, ac, factor, spent = end
        further = blows - 1 if blow in EXACT else 0
        if blow not in BLOODY:
            return self.chance(ac, health, used=used + spent, blows=further) if further else Fraction(0)
        hurt = hurting(self._house, self._strike, health, used=used + spent, factor=factor)
        return _expected(hurt, lambda way: self._falls(way, ac, used + spent, further), self._open)

    def _falls(self, way: Way, ac: int, used: int, blows: int) -> Fraction:
        if isinstance(way.outcome, Dead):
            return Fraction(1)
        left: int = getattr(way.outcome, "health", 0)
        return self.chance(ac, left, used=used + self._spent(way), blows=blows) if blows else Fraction(0)


def _expected(
    some: Iterable[Fall], worth: Callable[[Way], Fraction], left: Callable[[Fall], tuple[Way, ...]]
) -> Fraction:
    """What a throw is worth, each fall of it at the best of what is open."""
    return sum((fall.chance * max(map(worth, left(fall))) for fall in some), Fraction(0))


def hurting(house: HouseRules, strike: Strike, health: int, *, used: int = 0, factor: int = 1) -> tuple[Fall, ...]:
    """Every total of the weapon's damage, against so much health."""
    wound = Wound(
        scars=strike.given.scars,
        scars_used=used,
        expr=strike.damage,
        health=health,
        adventurer=False,
        damage_factor=factor,
    )
    return falls(damage, house.applied(damage, wound))
