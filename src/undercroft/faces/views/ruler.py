"""The faces of a d20 laid out as a ruler: what each does to a foe, as it fell and as Scars may bend it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec import Struct

from undercroft.books.violence.wounds import BlowName
from undercroft.table import striking
from undercroft.table.battle import Fighter, Guess
from undercroft.table.blows import EXACT, Mark, Stretch, brackets, marks
from undercroft.table.campaign import Campaign
from undercroft.table.striking import Strike
from undercroft.table.weapons import Weapon

MISS, WORN, HIT, EXACTLY, MAYBE = "miss", "worn", "hit", "exact", "maybe"
"""What a face does, for colours and words."""


class Cell(Struct, frozen=True):
    """One face of the d20: what it does as it fell, and at best with Scars."""

    face: int
    rolled: str
    bent: str


class Bracketed(Struct, frozen=True):
    """A stretch of the ruler and what it is called."""

    first: int
    last: int
    kind: str
    label: str
    short: str
    """What fits over one or two faces."""


def _kind(blow: BlowName) -> str:
    if blow in EXACT:
        return EXACTLY
    return WORN if blow is BlowName.ARMOUR_WORN else HIT if blow is BlowName.HIT else MISS


def cells(
    known: Campaign, fighter: Fighter, weapon: Weapon, guess: Guess, ruler: tuple[Mark, ...] | None
) -> tuple[Cell, ...]:
    """Where the AC is not known, a face is told only where it does the same whatever that is."""
    if ruler is not None:
        return tuple(Cell(one.face, _kind(one.rolled), _kind(one.bent)) for one in ruler)
    every = [marks(known.house, striking.strike(known, fighter, weapon, ac)) for ac in range(guess.low, guess.high + 1)]
    return tuple(
        Cell(faces[0].face, _same(_kind(one.rolled) for one in faces), _same(_kind(one.bent) for one in faces))
        for faces in zip(*every, strict=True)
    )


def _same(kinds: Iterable[str]) -> str:
    found = set(kinds)
    return found.pop() if len(found) == 1 else MAYBE


def bracketed(ruler: tuple[Mark, ...], strike: Strike, ac: int | None) -> tuple[Bracketed, ...]:
    """What each stretch of it is called; nothing where the AC is not known."""
    if ac is None:
        return ()
    name = strike.by.value.capitalize() if strike.by is not None else "Attack"
    words = {
        Stretch.TURNED: ("turned by armour", ""),
        Stretch.ARMOUR: (f"AC {ac}", f"AC {ac}"),
        Stretch.HIT: ("hit", "hit"),
        Stretch.EXACT: (name, name),
        Stretch.WILD: ("too wild", "wild"),
    }
    return tuple(
        Bracketed(one.first, one.last, one.why.value, *words[one.why]) for one in brackets(ruler, strike.given)
    )


def share(ruler: Sequence[Mark], kind: str, *, bent: bool = False) -> Fraction:
    """How many of its faces do that, as they fell or at best with Scars."""
    return Fraction(sum(_kind(one.bent if bent else one.rolled) == kind for one in ruler), len(ruler))
