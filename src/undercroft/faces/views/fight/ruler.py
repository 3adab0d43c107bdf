"""The faces of a d20 as a ruler: what each does to a foe, as rolled and as Scars may change it."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from undercroft.books.violence.wounds import BlowName
from undercroft.faces.views.fight.attack_parts import EXACTLY, HIT, MAYBE, MISS, WORN, Bracketed, Ruler, RulerFace
from undercroft.table.fight import stats
from undercroft.table.fight.attack_odds import EXACT, Mark, RangeKind, brackets, marks
from undercroft.table.fight.stats import PlannedAttack
from undercroft.table.fight.weapons import Weapon
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Fighter, Guess


def kind_of(blow: BlowName) -> str:
    """The effect of a blow."""
    if blow in EXACT:
        return EXACTLY
    return WORN if blow is BlowName.ARMOUR_WORN else HIT if blow is BlowName.HIT else MISS


def rulers(
    known: Campaign, fighter: Fighter, weapon: Weapon, guess: Guess, ruler: tuple[Mark, ...] | None, bends: str
) -> tuple[Ruler, ...]:
    """The faces as rolled, and as Scars may change them.

    If the AC is not known, only those with the same effect at every possible AC are marked.
    """
    every = [ruler] if ruler is not None else _at_each_ac(known, fighter, weapon, guess)
    faces = tuple(zip(*every, strict=True))
    rolled = tuple(RulerFace(same[0].face, _same(kind_of(face.rolled) for face in same)) for same in faces)
    bent = tuple(RulerFace(same[0].face, _same(kind_of(face.bent) for face in same)) for same in faces)
    first, _, after = bends.partition(" after")
    scarred = (Ruler(first, bent, f"after{after}"),) if bends else ()
    return (Ruler("as rolled", rolled), *scarred)


def _at_each_ac(known: Campaign, fighter: Fighter, weapon: Weapon, guess: Guess) -> list[tuple[Mark, ...]]:
    return [marks(known.house, stats.strike(known, fighter, weapon, ac)) for ac in range(guess.low, guess.high + 1)]


def _same(kinds: Iterable[str]) -> str:
    found = set(kinds)
    return found.pop() if len(found) == 1 else MAYBE


def bracketed(ruler: tuple[Mark, ...], strike: PlannedAttack, ac: int | None) -> tuple[Bracketed, ...]:
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
