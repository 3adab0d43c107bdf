"""The odds of an attack: what every face of the d20 would do, and the chance to slay."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.violence.fighting import ArmourWorn, Attack, Blow, Hit, HitExact, WornExact
from undercroft.books.violence.scars import Shift
from undercroft.books.violence.wounds import MOST_ATTACKS, BlowName, Dead, Wounded, damage
from undercroft.interpret.throw_outcomes import ThrowOutcome, ThrowTotal, falls
from undercroft.kernel.remembering import remembering
from undercroft.table.fight.stats import PlannedAttack, wound
from undercroft.table.state.house_rules import HouseRules


class RangeKind(StrEnum):
    """What a range of neighbouring faces does."""

    TURNED = "turned"
    ARMOUR = "armour"
    HIT = "hit"
    EXACT = "exact"
    WILD = "wild"


class Mark(Struct, frozen=True):
    """A face of the d20: its result as rolled, and the best result if Scars bend the roll."""

    face: int
    rolled: BlowName
    bent: BlowName


class Bracket(Struct, frozen=True):
    """A range of faces with the same result."""

    first: int
    last: int
    why: RangeKind


MOST_STRIKES = 1024
"""Attacks whose odds are remembered: a fighter's stay the same from round to round, and on every screen."""
EXACT = frozenset({BlowName.HIT_EXACT, BlowName.WORN_EXACT, BlowName.MISS_EXACT})
"""Blows that stun and earn an extra attack."""
BLOODY = frozenset({BlowName.HIT, BlowName.HIT_EXACT})
"""Blows that deal damage."""


def marks(house: HouseRules, strike: PlannedAttack) -> tuple[Mark, ...]:
    """Every face of the d20 for an attack."""
    return _marks(house, strike)


@remembering(MOST_STRIKES)
def _marks(house: HouseRules, strike: PlannedAttack) -> tuple[Mark, ...]:
    given = house.applied(strike.rule, strike.given)
    return tuple(_mark(fall) for fall in falls(strike.rule, given))


def _mark(fall: ThrowTotal) -> Mark:
    blows = [_name(way) for way in fall.ways]
    return Mark(fall.total, blows[0], max(blows, key=lambda blow: Blow[blow.name]))


def _name(way: ThrowOutcome) -> BlowName:
    return BlowName(way.outcome.kind)


def brackets(marks: Iterable[Mark], given: Attack) -> tuple[Bracket, ...]:
    """Ranges of neighbouring faces with the same result."""
    found: list[Bracket] = []
    for mark in marks:
        why = _why(mark, given)
        if found and found[-1].why is why:
            found[-1] = replace(found[-1], last=mark.face)
        else:
            found.append(Bracket(mark.face, mark.face, why))
    return tuple(found)


def _why(mark: Mark, given: Attack) -> RangeKind:
    if mark.rolled in EXACT:
        return RangeKind.EXACT
    if mark.rolled is BlowName.ARMOUR_WORN:
        return RangeKind.ARMOUR
    if mark.rolled is BlowName.HIT:
        return RangeKind.HIT
    return RangeKind.TURNED if mark.face <= given.ac else RangeKind.WILD


def worn_to(house: HouseRules, strike: PlannedAttack) -> int | None:
    """The AC that a blow on the armour leaves; None if no face hits the armour."""
    ends = (way.outcome for fall in falls(strike.rule, house.applied(strike.rule, strike.given)) for way in fall.ways)
    return next((end.ac for end in ends if isinstance(end, ArmourWorn | WornExact)), None)


_End: TypeAlias = tuple[BlowName, int, int, int]
"""A blow, the AC it leaves, the factor on its damage, and 1 if a roll was bent for it."""
_Harm: TypeAlias = tuple[int | None, int]
"""The health that damage leaves, None for death, and 1 if a roll was bent for it."""
_NEVER, _SURE = Fraction(0), Fraction(1)


class Slaying:
    """The chance that one attack action slays a foe, with the extra attacks that exact rolls earn.

    With `bending`, every roll is bent by Scars in the best way.
    """

    def __init__(self, house: HouseRules, strike: PlannedAttack, *, bending: bool) -> None:
        self._house = house
        self._strike = strike
        self._bending = bending
        self._counted = house.applied(strike.rule, strike.given).scar_limit_per_round is not None
        self._known: dict[tuple[int, int, int, int], Fraction] = {}
        self._blows: dict[tuple[int, int], Mapping[frozenset[_End], Fraction]] = {}
        self._harms: dict[tuple[int, int, int], Mapping[frozenset[_Harm], Fraction]] = {}
        ends = (way.outcome for fall in hurting(house, strike, 1, factor=2)[-1:] for way in fall.ways)
        self._most = max((end.damage for end in ends if isinstance(end, Dead)), default=0)

    def chance(self, ac: int, health: int, *, used: int | None = None, blows: int = MOST_ATTACKS) -> Fraction:
        """The chance to slay a foe with this AC and health; `used` rolls were bent this round already."""
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
            if best := max(ends[end] for end in open_to):
                whole += likely * best
        return whole

    def _ends(self, ac: int, used: int) -> Mapping[frozenset[_End], Fraction]:
        """The results that each roll can be bent to, with the chance of that roll."""
        if (ac, used) not in self._blows:
            given = self._house.applied(self._strike.rule, replace(self._strike.given, ac=ac, scars_used=used))
            found: dict[frozenset[_End], Fraction] = {}
            for fall in falls(self._strike.rule, given):
                open_to = frozenset(self._end(way, ac) for way in self._open(fall))
                found[open_to] = found.get(open_to, Fraction(0)) + fall.chance
            self._blows[ac, used] = found
        return self._blows[ac, used]

    def _end(self, way: ThrowOutcome, ac: int) -> _End:
        outcome = way.outcome
        left: int = outcome.ac if isinstance(outcome, ArmourWorn | WornExact) else ac
        factor = outcome.damage_factor if isinstance(outcome, Hit | HitExact) else 1
        return _name(way), left, factor, self._spent(way)

    def _spent(self, way: ThrowOutcome) -> int:
        """1 if a roll was bent, where the house rules limit that; otherwise 0."""
        return int(self._counted and way.choice not in ("", Shift.KEEP))

    def _open(self, fall: ThrowTotal) -> tuple[ThrowOutcome, ...]:
        return fall.ways if self._bending else fall.ways[:1]

    def _after(self, end: _End, health: int, used: int, blows: int) -> Fraction:
        """The chance to slay after a blow: by its damage, and by an extra attack if it was exact."""
        blow, ac, factor, spent = end
        further = blows - 1 if blow in EXACT else 0
        if blow not in BLOODY:
            return self.chance(ac, health, used=used + spent, blows=further) if further else _NEVER
        whole = Fraction(0)
        for open_to, likely in self._harm(health, used + spent, factor).items():
            if best := max(self._slain(harm, ac, used + spent, further) for harm in open_to):
                whole += likely * best
        return whole

    def _harm(self, health: int, used: int, factor: int) -> Mapping[frozenset[_Harm], Fraction]:
        """What each damage roll can be bent to, with the chance of that roll."""
        if (health, used, factor) not in self._harms:
            found: dict[frozenset[_Harm], Fraction] = {}
            for fall in hurting(self._house, self._strike, health, used=used, factor=factor):
                open_to = frozenset((_left(way), self._spent(way)) for way in self._open(fall))
                found[open_to] = found.get(open_to, Fraction(0)) + fall.chance
            self._harms[health, used, factor] = found
        return self._harms[health, used, factor]

    def _slain(self, harm: _Harm, ac: int, used: int, blows: int) -> Fraction:
        left, spent = harm
        if left is None:
            return _SURE
        return self.chance(ac, left, used=used + spent, blows=blows) if blows else _NEVER


def _left(way: ThrowOutcome) -> int | None:
    """The health that damage leaves; None for death."""
    if isinstance(way.outcome, Dead):
        return None
    return way.outcome.health if isinstance(way.outcome, Wounded) else 0


@remembering(MOST_STRIKES)
def slayings(house: HouseRules, strike: PlannedAttack) -> tuple[Slaying, Slaying]:
    """The same as the dice fall, and with every roll bent: counted once for all who look at an attack."""
    return Slaying(house, strike, bending=False), Slaying(house, strike, bending=True)


def hurting(
    house: HouseRules, strike: PlannedAttack, health: int, *, used: int = 0, factor: int = 1
) -> tuple[ThrowTotal, ...]:
    """Every total of the weapon's damage against this much health."""
    return falls(damage, house.applied(damage, wound(strike, health, used=used, factor=factor)))
