"""Pools: several dice thrown together, of which a rule looks at single dice.

A pool is counted face by face: how many dice show it, among those that show none of the faces before. So it matters
little how many throws there are, as long as what is remembered from face to face stays small.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator
from math import comb, prod
from typing import TYPE_CHECKING, Any, TypeVar, cast

from undercroft.interpret.arguments import (
    check_count,
    check_function,
    check_number,
    check_outcome,
    check_whole,
    unusable,
)
from undercroft.interpret.distribution import Odds
from undercroft.interpret.measures import check_numbers
from undercroft.kernel.budget import PAIR, spend
from undercroft.kernel.dice import Keep
from undercroft.kernel.faults import BadInput
from undercroft.kernel.polynomials import check_results
from undercroft.kernel.ways import kept

K = TypeVar("K", bound=Hashable)


class Pool:
    """Dice thrown together.

    >>> d6 = Odds.of(range(1, 7))
    >>> pool = Pool([d6] * 4)
    >>> pool.highest(3)[18], pool.count(6).at_least(1), pool.largest_set()[4]
    (Fraction(7, 432), Fraction(671, 1296), Fraction(1, 216))
    """

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            """Name what other libraries call otherwise."""
            from undercroft.interpret.other_names import POOLS, instead

            raise AttributeError(instead("Pool", name, POOLS), name=name, obj=self)

    def __init__(self, dice: list[Odds[Any]]) -> None:
        groups: list[tuple[Odds[Any], int]] = []
        for die in dice:
            at = next((at for at, (other, _) in enumerate(groups) if other is die or other == die), None)
            if at is None:
                groups.append((die, 1))
            else:
                groups[at] = (groups[at][0], groups[at][1] + 1)
        self._groups = groups
        self._size = len(dice)

    def __len__(self) -> int:
        return self._size

    def __repr__(self) -> str:
        return f"Pool of {self._size} dice"

    def total(self) -> Odds[int]:
        """The sum of all dice."""
        parts = [die.total_of(count) for die, count in self._groups]
        return sum(parts[1:], parts[0]) if parts else Odds({0: 1}, 1)

    def highest(self, count: int = 1) -> Odds[int]:
        """The sum of the highest dice.

        >>> Pool([Odds.of(range(1, 7)), Odds.of(range(1, 9))]).highest()[8]
        Fraction(1, 8)
        """
        found = self._kept(count, highest=True)
        return self._summed(0, count, descending=True) if found is None else found

    def lowest(self, count: int = 1) -> Odds[int]:
        """The sum of the lowest dice."""
        found = self._kept(count, highest=False)
        return self._summed(0, count, descending=False) if found is None else found

    def middle(self, count: int = 1) -> Odds[int]:
        """The sum of the middle dice; as many are dropped above as below.

        >>> Pool([Odds.of(range(1, 7))] * 3).middle()[1]
        Fraction(2, 27)
        """
        self._check(count)
        if (self._size - count) % 2:
            what = f"{count} of {self._size} dice have no middle"
            raise BadInput("no_middle", what, "the same number must be dropped above and below")
        return self._summed((self._size - count) // 2, count, descending=False)

    def nth(self, place: int) -> Odds[int]:
        """The die in that place, in ascending order: 1 is the lowest, -1 the highest.

        >>> Pool([Odds.of(range(1, 7))] * 2).nth(-1)[6]
        Fraction(11, 36)
        """
        check_whole(place)
        if not 1 <= abs(place) <= self._size:
            raise BadInput("no_such_die", f"{self._size} dice have no place {place}", "1 is the lowest, -1 the highest")
        return self._summed(abs(place) - 1, 1, descending=place < 0)

    def count(self, *what: Callable[[int], bool] | int | Collection[int]) -> Odds[int]:
        """How many dice show that face, one of these faces, or a face of which something holds.

        >>> pool = Pool([Odds.of(range(1, 11))] * 5)
        >>> pool.count(lambda face: face >= 8) == pool.count(8, 9, 10) == pool.count({8, 9, 10})
        True
        """
        if not what:
            raise BadInput("no_faces", "no faces were named", "name those that are counted, such as count(6)")
        parts = [die.often(list(what), often) for die, often in self._groups]
        return sum(parts[1:], parts[0]) if parts else Odds({0: 1}, 1)

    def hands(self) -> Odds[tuple[int, ...]]:
        """Every hand of faces, in ascending order."""
        start: tuple[int, ...] = ()
        return self.fold(lambda hand, face, count: (*hand, *[face] * count), start)

    def different(self) -> Odds[int]:
        """How many different faces show."""
        return self.fold(lambda shown, _, count: shown + (count > 0), 0)

    def sets(self, size: int = 2) -> Odds[int]:
        """How many faces show on at least so many dice: pairs, triples. A full house has two pairs.

        >>> Pool([Odds.of(range(1, 7))] * 5).sets(2).chance(2)
        Fraction(175, 648)
        """
        check_number(size)
        return self.fold(lambda found, _, count: found + (count >= size), 0)

    def largest_set(self) -> Odds[int]:
        """The size of the largest set of equal faces."""
        return self.fold(lambda most, _, count: max(most, count), 0)

    def best_set(self) -> Odds[tuple[int, int]]:
        """The largest set of equal faces: its size, and its face; of sets of one size the highest face."""
        return self.fold(lambda best, face, count: max(best, (count, face)), (0, 0))

    def straight(self) -> Odds[int]:
        """The length of the longest run of faces that follow each other.

        >>> Pool([Odds.of(range(1, 7))] * 5).straight().at_least(5)
        Fraction(5, 162)
        """
        start: tuple[int, int, int | None] = (0, 0, None)

        def run(state: tuple[int, int, int | None], face: int, count: int) -> tuple[int, int, int | None]:
            longest, length, last = state
            if not count:
                return state
            length = length + 1 if last == face - 1 else 1
            return max(longest, length), length, face

        return self.fold(run, start).map(lambda state: state[0])

    def wins(self, other: Pool) -> Odds[int]:
        """Dice are set against dice, highest against highest: how many of this pool's are higher.

        >>> d6 = Odds.of(range(1, 7))
        >>> Pool([d6] * 3).wins(Pool([d6] * 2))[2]
        Fraction(1445, 3888)
        """
        if not isinstance(cast("object", other), Pool):
            what = f"{type(other).__name__} is not a pool"
            raise BadInput("type", what, "write mine.wins(yours), such as d6.pool(3).wins(d6.pool(2))")
        pairs = min(self._size, len(other))
        mine, theirs = self._topmost(pairs), other._topmost(pairs)
        return mine.combine(theirs, lambda a, b: sum(x > y for x, y in zip(a, b, strict=True)))

    def fold(self, step: Callable[[K, int, int], K], start: K, *, descending: bool = False) -> Odds[K]:
        """Anything else: `step` takes what is known so far, a face, and how many dice show it, face by face.

        >>> Pool([Odds.of(range(1, 7))] * 2).fold(lambda ones, face, count: ones + count * (face == 1), 0)[2]
        Fraction(1, 36)
        """
        check_function(step, "lambda ones, face, count: ones + count * (face == 1)")
        faces = sorted({face for die, _ in self._groups for face in die}, reverse=descending)
        weights = [[die.weights.get(face, 0) for die, _ in self._groups] for face in faces]
        check_outcome(start)
        states: dict[tuple[tuple[int, ...], K], int] = {(tuple(count for _, count in self._groups), start): 1}
        for face, shares in zip(faces, weights, strict=True):
            last = face == faces[-1]
            found: dict[tuple[tuple[int, ...], K], int] = {}
            for (left, state), ways in states.items():
                for shown, rest, more in _splits(left, shares, every=last):
                    known = step(state, face, shown)
                    try:
                        found[rest, known] = found.get((rest, known), 0) + ways * more
                    except TypeError:
                        raise unusable(known) from None
            check_results(len(found))
            spend(len(found) * PAIR * 2)
            states = found
        ended = {state: ways for (_, state), ways in states.items()}
        whole = prod(die.whole**count for die, count in self._groups)
        return Odds(ended, whole).map(lambda state: state)

    def _kept(self, count: int, *, highest: bool) -> Odds[int] | None:
        """The sum of the highest or the lowest dice by a quicker way, where there is one."""
        self._check(count)
        if len(self._groups) == 1 and 0 < count < self._size:
            ((die, size),) = self._groups
            if all(isinstance(face, int) for face in die.weights) and sum(die.weights.values()) == die.whole:
                return Odds(kept(die.weights, size, Keep(count, highest)), die.whole**size)
        if count != 1 or not self._size:
            return None
        first, *others = (die for die, size in self._groups for _ in range(size))
        for other in others:
            first = first.max(other) if highest else first.min(other)
        return first

    def _topmost(self, count: int) -> Odds[tuple[int, ...]]:
        start: tuple[int, ...] = ()
        return self.fold(
            lambda hand, face, shown: (*hand, *[face] * min(shown, count - len(hand))), start, descending=True
        )

    def _summed(self, skipped: int, count: int, *, descending: bool) -> Odds[int]:
        self._check(count)
        last = skipped + count

        def take(state: tuple[int, int], face: int, shown: int) -> tuple[int, int]:
            seen, total = state
            taken = max(0, min(seen + shown, last) - max(seen, skipped))
            return min(seen + shown, last), total + taken * face

        return self.fold(take, (0, 0), descending=descending).map(lambda state: state[1])

    def _check(self, count: int) -> None:
        check_count(count)
        if count > self._size:
            raise BadInput("too_few_dice", f"{self._size} dice cannot keep {count}", "keep fewer, or roll more")


def pool(*dice: Odds[int], count: int = 1) -> Pool:
    """Several dice as a pool: `pool(d6, d8, d10)`, or `pool(d6, count=4)` for four of a kind.

    >>> len(pool(Odds.of(range(1, 7)), count=4))
    4
    """
    check_count(count)
    for die in dice:
        if not isinstance(cast("object", die), Odds):
            what = f"{type(die).__name__} is not dice"
            fix = "hand over dice one by one, such as highest(d6, d8); four alike are d6.pool(4), or d6.highest(4)"
            raise BadInput("type", what, fix)
        check_numbers(die)
    return Pool(list(dice) * count)


def highest(*dice: Odds[int]) -> Odds[int]:
    """The highest of several dice.

    >>> highest(Odds.of([1, 2]), Odds.of([1, 2, 3]))[3]
    Fraction(1, 3)
    """
    return pool(*dice).highest()


def lowest(*dice: Odds[int]) -> Odds[int]:
    """The lowest of several dice."""
    return pool(*dice).lowest()


def _splits(left: tuple[int, ...], shares: list[int], *, every: bool) -> Iterator[tuple[int, tuple[int, ...], int]]:
    """How many of the dice left show a face of that weight: their number, what is left of each kind, and the ways.

    With `every`, all of them must show it.
    """
    if not left:
        yield 0, (), 1
        return
    most = left[0] if shares[0] else 0
    for shown in range(left[0], most + 1) if every else range(most + 1):
        ways = comb(left[0], shown) * shares[0] ** shown if shown else 1
        for others, rest, more in _splits(left[1:], shares[1:], every=every):
            yield shown + others, (left[0] - shown, *rest), ways * more
