"""The faces of a d20 as a ruler: what each does to a foe, as rolled and as Scars may change it."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec import Struct

from undercroft.books.violence.wounds import BlowName
from undercroft.table.fight import stats
from undercroft.table.fight.attack_odds import EXACT, Mark, RangeKind, brackets, marks
from undercroft.table.fight.stats import Strike
from undercroft.table.fight.weapons import Weapon
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Fighter, Guess

MISS, WORN, HIT, EXACTLY, MAYBE = "miss", "worn", "hit", "exact", "maybe"
"""The effect of a face, for colours and words."""


class RulerFace(Struct, frozen=True):
    """One face of the d20: its effect as rolled, and at best with Scars."""

    face: int
    rolled: str
    bent: str


class Bracketed(Struct, frozen=True):
    """A stretch of the ruler and its name."""

    first: int
    last: int
    kind: str
    label: str
    short: str
    """The names that fit over one or two faces."""


def kind_of(blow: BlowName) -> str:
    """The effect of a blow."""
    if blow in EXACT:
        return EXACTLY
    return WORN if blow is BlowName.ARMOUR_WORN else HIT if blow is BlowName.HIT else MISS


def cells(
    known: Campaign, fighter: Fighter, weapon: Weapon, guess: Guess, ruler: tuple[Mark, ...] | None
) -> tuple[RulerFace, ...]:
    """The faces; if the AC is not known, only those with the same effect at every possible AC are marked."""
    if ruler is not None:
        return tuple(RulerFace(stretch.face, kind_of(stretch.rolled), kind_of(stretch.bent)) for stretch in ruler)
    every = [marks(known.house, stats.strike(known, fighter, weapon, ac)) for ac in range(guess.low, guess.high + 1)]
    return tuple(
        RulerFace(
            faces[0].face, _same(kind_of(face.rolled) for face in faces), _same(kind_of(face.bent) for face in faces)
        )
        for faces in zip(*every, strict=True)
    )


def _same(kinds: Iterable[str]) -> str:
    found = set(kinds)
    return found.pop() if len(found) == 1 else MAYBE


def bracketed(ruler: tuple[Mark, ...], strike: Strike, ac: int | None) -> tuple[Bracketed, ...]:
    """The name of each stretch; empty if the AC is not known."""
    if ac is None:
        return ()
    words = {
        RangeKind.TURNED: ("turned by armour", ""),
        RangeKind.ARMOUR: (f"AC {ac}", f"AC {ac}"),
        RangeKind.HIT: ("hit", "hit"),
        RangeKind.EXACT: ("exact", "exact"),
        RangeKind.WILD: ("too wild", "wild"),
    }
    return tuple(
        Bracketed(bracket.first, bracket.last, bracket.why.value, *words[bracket.why])
        for bracket in brackets(ruler, strike.given)
    )


def share(ruler: Sequence[Mark], kind: str, *, bent: bool = False) -> Fraction:
    """The number of faces with that effect, as rolled or at best with Scars."""
    return Fraction(sum(kind_of(stretch.bent if bent else stretch.rolled) == kind for stretch in ruler), len(ruler))
