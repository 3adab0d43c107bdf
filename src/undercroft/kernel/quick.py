"""Throwing a formula many times, with a thrower made once for its shape that draws the same faces as `throw`."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from undercroft.kernel.dice import MOST_DICE, Formula, Negative, Number, Roll, Sum, meeting
from undercroft.kernel.throwing import Draw, ThrownFormula, throw

USUAL_WAVES = 20
"""The longest chain of explosions followed here. Longer chains go to `throw`, which knows the limits."""

Thrower: TypeAlias = Callable[[Draw], ThrownFormula]


def thrower(formula: Formula) -> Thrower:
    """A function that throws this formula."""
    if isinstance(formula, Roll):
        return _of_roll(formula)
    terms = _terms(formula)
    if terms is None:
        return lambda draw: throw(formula, draw)
    rolls, number = terms
    return _one_and_number(formula, *rolls[0], number) if len(rolls) == 1 else _added(formula, rolls, number)


def _of_roll(roll: Roll) -> Thrower:
    if roll.is_plain:
        return _plain(roll)
    if roll.reroll or roll.reroll_once or roll.successes or (roll.keep and roll.explode):
        return lambda draw: throw(roll, draw)
    return _exploding(roll) if roll.explode else _keeping(roll)


def _plain(roll: Roll) -> Thrower:
    count = roll.count

    def thrown(draw: Draw) -> ThrownFormula:
        faces = tuple(draw(roll, count))
        return ThrownFormula(roll, sum(faces), faces)

    return thrown


def _keeping(roll: Roll) -> Thrower:
    count = roll.count
    kept = roll.keep.count if roll.keep else count
    best = slice(count - kept, None) if roll.keep and roll.keep.highest else slice(kept)

    def thrown(draw: Draw) -> ThrownFormula:
        faces = tuple(draw(roll, count))
        return ThrownFormula(roll, sum(sorted(faces)[best]), faces)

    return thrown


def _exploding(roll: Roll) -> Thrower:
    count, explodes = roll.count, meeting(roll.explode, roll.sides, roll.marks)

    def thrown(draw: Draw) -> ThrownFormula:
        wave = draw(roll, count)
        faces = list(wave)
        for _ in range(USUAL_WAVES):
            more = sum([face in explodes for face in wave])
            if not more:
                return ThrownFormula(roll, sum(faces), tuple(faces))
            if len(faces) + more > MOST_DICE:
                break
            wave = draw(roll, more)
            faces += wave
        return throw(roll, _Resumed(faces, draw))

    return thrown


class _Resumed:
    """Draws the faces that have already fallen, then draws new ones."""

    def __init__(self, faces: Sequence[int], draw: Draw) -> None:
        self._faces = faces
        self._draw = draw
        self._used = 0

    def __call__(self, roll: Roll, count: int, /) -> Sequence[int]:
        fallen = self._faces[self._used : self._used + count]
        self._used += len(fallen)
        return fallen if len(fallen) == count else [*fallen, *self._draw(roll, count - len(fallen))]


def _terms(formula: Formula) -> tuple[tuple[tuple[Roll, int], ...], int] | None:
    """A sum of plain rolls and numbers: each roll with its sign, and the sum of the numbers. None otherwise."""
    match formula:
        case Roll() if formula.is_plain:
            return ((formula, 1),), 0
        case Number(value=value):
            return (), value
        case Negative(of=of):
            inner = _terms(of)
            return inner and (tuple((roll, -sign) for roll, sign in inner[0]), -inner[1])
        case Sum(left=left, right=right):
            first, second = _terms(left), _terms(right)
            return ((*first[0], *second[0]), first[1] + second[1]) if first and second else None
        case _:
            return None


def _one_and_number(formula: Formula, roll: Roll, sign: int, number: int) -> Thrower:
    count = roll.count

    def thrown(draw: Draw) -> ThrownFormula:
        faces = tuple(draw(roll, count))
        return ThrownFormula(formula, number + sign * sum(faces), faces)

    return thrown


def _added(formula: Formula, rolls: tuple[tuple[Roll, int], ...], number: int) -> Thrower:
    def thrown(draw: Draw) -> ThrownFormula:
        total, faces = number, tuple[int, ...]()
        for roll, sign in rolls:
            fell = tuple(draw(roll, roll.count))
            total += sum(fell) * sign
            faces += fell
        return ThrownFormula(formula, total, faces)

    return thrown
