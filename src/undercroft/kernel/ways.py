"""The exact number of ways in which each total can fall.

A sum of like dice has a closed recurrence, a keep is counted by the worth of its marginal die, and an exploding die is
followed until hardly any chance is left.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, exp, factorial, prod

from msgspec import Struct

from undercroft.kernel import dice, polynomials
from undercroft.kernel.budget import PAIR, RESULT, product_of, spend
from undercroft.kernel.dice import MOST_DICE, MOST_EXPLOSIONS, Formula, Keep, Roll, Throw, dice_in, meeting, rolls_in
from undercroft.kernel.faults import OddsTooWide

NEGLIGIBLE = 10**12
"""An explosion is followed until less than one part in this many is left; the rest is reported as missing."""

REMEMBERED = 1024
SMALL = 1_000_000
"""Results of up to this many bits are cached, up to `REMEMBERED` of them."""
MOST_REMEMBERED = 200_000
"""The most results in all cached answers together, some 30 megabytes."""


class Ways(Struct, frozen=True):
    """The weights of a formula's possible totals, out of `whole`. Explosions not followed to the end are missing."""

    counts: dict[int, int]
    whole: int

    @property
    def missing(self) -> int:
        """The weight of the explosions not followed to the end."""
        return self.whole - sum(self.counts.values())


class _Remembered(dict[Formula, Ways]):
    """Answers found before; all go when there are too many of them, or too many results in them."""

    results = 0

    def keep(self, formula: Formula, found: Ways) -> None:
        """Keep an answer."""
        self.results += len(found.counts)
        if len(self) >= REMEMBERED or self.results > MOST_REMEMBERED:
            self.clear()
            self.results = len(found.counts)
        self[formula] = found


_known = _Remembered()


def ways(formula: Formula) -> Ways:
    """Every total of a formula, with the number of ways it can fall."""
    known = _known.get(formula)
    if known is not None:
        return known
    _check_limit(formula)
    found = _counted(formula)
    bits = found.whole.bit_length()
    polynomials.check_size(len(found.counts), bits)
    if len(found.counts) * bits <= SMALL:
        _known.keep(formula, found)
    return found


def _counted(formula: Formula) -> Ways:
    match formula:
        case Roll():
            return _roll(formula)
        case dice.Number(value=value):
            return Ways({value: 1}, 1)
        case dice.Chance(hits=hits, sides=sides):
            counts = {0: sides - hits, 1: hits}
            return Ways({total: n for total, n in counts.items() if n}, sides)
        case dice.Negative(of=of):
            inner = _counted(of)
            return Ways({-total: n for total, n in reversed(inner.counts.items())}, inner.whole)
        case dice.Comparison(of=of, test=test):
            inner = _counted(of)
            return Ways(polynomials.gathered((int(test.holds(x)), n) for x, n in inner.counts.items()), inner.whole)
        case dice.Labelled(of=of):
            return _counted(of)
        case dice.Sum(left=left, right=right):
            first, second = _counted(left), _counted(right)
            return Ways(polynomials.added(first.counts, second.counts), first.whole * second.whole)
        case dice.Product(left=left, right=right):
            first, second = _counted(left), _counted(right)
            return Ways(polynomials.multiplied(first.counts, second.counts), first.whole * second.whole)


def answers(throw: Throw) -> tuple[Iterable[tuple[int | tuple[int, ...], int]], int]:
    """Every answer to a throw with its weight, and the total weight."""
    if throw.faces and isinstance(throw.roll, Roll):
        return _hands(throw.roll).items(), throw.roll.sides**throw.roll.count
    spread = ways(throw.roll)
    return spread.counts.items(), spread.whole


def bounds(formula: Formula) -> tuple[int, int]:
    """The least and the greatest possible total of a formula."""
    match formula:
        case Roll():
            return _roll_bounds(formula)
        case dice.Number(value=value):
            return value, value
        case dice.Chance() | dice.Comparison():
            return 0, 1
        case dice.Negative(of=of):
            low, high = bounds(of)
            return -high, -low
        case dice.Labelled(of=of):
            return bounds(of)
        case dice.Sum(left=left, right=right):
            (a, b), (c, d) = bounds(left), bounds(right)
            return a + c, b + d
        case dice.Product(left=left, right=right):
            (a, b), (c, d) = bounds(left), bounds(right)
            corners = a * c, a * d, b * c, b * d
            return min(corners), max(corners)


def _roll_bounds(roll: Roll) -> tuple[int, int]:
    counted = roll.keep.count if roll.keep else roll.count
    chain = 1 + MOST_EXPLOSIONS if roll.explode else 1
    if roll.successes:
        return 0, counted * chain
    low, high = roll.values[0], roll.values[-1]
    return counted * min(low, low * chain), counted * high * chain


def _check_limit(formula: Formula) -> None:
    """Refuse odds where the limit of dice for an expression would often stop explosions or rerolls."""
    if type(formula) is Roll and not formula.explode and not formula.reroll:
        return
    restless = [roll for roll in rolls_in(formula) if roll.explode or roll.reroll]
    for roll in restless:
        polynomials.check_results(roll.sides)
        again = _again(roll)
        all_thrown = roll.count + (MOST_DICE - dice_in(formula)) // len(restless)
        settled = (1 - again) - roll.count / all_thrown if all_thrown else 0
        if settled <= 0 or exp(-2 * all_thrown * settled**2) * NEGLIGIBLE > 1:
            what = f"the limit of {MOST_DICE:,} dice would often stop it"
            raise OddsTooWide(what, "roll fewer dice again")


def _again(roll: Roll) -> float:
    """The chance that a die brings another die."""
    spend(roll.sides * PAIR)
    always = meeting(roll.reroll, roll.sides, roll.marks)
    explodes = meeting(roll.explode, roll.sides, roll.marks)
    return sum(face in always or face in explodes for face in roll.values) / roll.sides


def _roll(roll: Roll) -> Ways:
    polynomials.check_results(roll.sides * 2 if roll.explode else roll.sides)
    if roll.count == 1 and roll.is_plain:
        return Ways(dict.fromkeys(roll.values, 1), roll.sides)
    if roll.is_plain and roll.values[-1] - roll.values[0] == roll.sides - 1:
        low = roll.values[0] * roll.count
        return Ways(dict(enumerate(polynomials.uniform(roll.count, roll.sides), start=low)), roll.sides**roll.count)
    spend(roll.sides * RESULT)
    worth, whole = _exploded(roll) if roll.explode else _after_rerolls(roll)
    if roll.keep and roll.keep.count < roll.count:
        return Ways(_kept(roll, roll.keep, worth), whole**roll.count)
    if roll.successes and not roll.explode:
        worth = polynomials.gathered((_succeeds(roll, face), n) for face, n in worth.items())
    return Ways(polynomials.power(worth, roll.count), whole**roll.count)


def _after_rerolls(roll: Roll) -> tuple[dict[int, int], int]:
    """One die after its rerolls: the weight of each face, and the total weight."""
    if not roll.reroll and not roll.reroll_once:
        return dict.fromkeys(roll.values, 1), roll.sides
    always = meeting(roll.reroll, roll.sides, roll.marks)
    once = meeting(roll.reroll_once, roll.sides, roll.marks)
    allowed = [face for face in roll.values if face not in always]
    whole = len(allowed)
    thrown_again = sum(face in once for face in allowed)
    if not thrown_again:
        return dict.fromkeys(allowed, 1), whole
    return {face: (0 if face in once else whole) + thrown_again for face in allowed}, whole * whole


def _exploded(roll: Roll) -> tuple[dict[int, int], int]:
    """One die with its explosions: the weight of each sum, and the total weight, followed far enough."""
    standing, whole = _after_rerolls(roll)
    explodes = meeting(roll.explode, roll.sides, roll.marks)
    counted = [(_succeeds(roll, face) if roll.successes else face, n, face in explodes) for face, n in standing.items()]
    goes_on = polynomials.gathered((worth, n) for worth, n, on in counted if on)
    stops = polynomials.gathered((worth, n) for worth, n, on in counted if not on)
    depth = _depth(roll.count, sum(goes_on.values()), whole)
    _check_explosions(goes_on, stops, depth)
    chain, worths = {0: 1}, dict[int, int]()
    for further in range(depth, -1, -1):
        cut_short = further == 0 and depth == MOST_EXPLOSIONS
        last = polynomials.gathered((*stops.items(), *goes_on.items())) if cut_short else stops
        for worth, n in polynomials.convolved(chain, last).items():
            worths[worth] = worths.get(worth, 0) + n * whole**further
        chain = polynomials.convolved(chain, goes_on) if further else chain
    return dict(sorted(worths.items())), whole ** (depth + 1)


def _check_explosions(goes_on: dict[int, int], stops: dict[int, int], depth: int) -> None:
    """Refuse chains of explosions with too many different sums."""
    if goes_on:
        span = max(goes_on) - min(goes_on)
        links = sum(span * link + 1 for link in range(depth + 1))
        polynomials.check_pairs(links * (len(goes_on) + len(stops)) // 4)


def _depth(count: int, goes_on: int, whole: int) -> int:
    """How many explosions of a die to follow, so that little is left over among `count` of them."""
    left, of = goes_on * count * NEGLIGIBLE, whole
    for depth in range(MOST_EXPLOSIONS):
        if left <= of:
            return depth
        left, of = left * goes_on, of * whole
    return MOST_EXPLOSIONS


def _succeeds(roll: Roll, face: int) -> int:
    return int(face in meeting(roll.successes, roll.sides, roll.marks))


def _kept(roll: Roll, keep: Keep, worth: dict[int, int]) -> dict[int, int]:
    if not roll.successes:
        return kept(worth, roll.count, keep)
    return _marginal(worth, roll.count, keep, {value: _succeeds(roll, value) for value in worth})


def kept(worth: Mapping[int, int], count: int, keep: Keep) -> dict[int, int]:
    """The weights of the sum of the highest, or the lowest, few of `count` like dice.

    >>> kept({1: 1, 2: 1}, 3, dice.highest(1)), kept({1: 1, 2: 1}, 3, dice.lowest(2))
    ({1: 1, 2: 7}, {2: 4, 3: 3, 4: 1})
    """
    if keep.count > 1:
        return _marginal(worth, count, keep, None)
    bits = count * sum(worth.values()).bit_length()
    polynomials.check_size(len(worth), bits)
    spend(len(worth) * (RESULT + product_of(bits)))
    found: dict[int, int] = {}
    reached = before = 0
    for value in sorted(worth, reverse=not keep.highest):
        reached += worth[value]
        ways_there = reached**count
        found[value] = ways_there - before
        before = ways_there
    return found if keep.highest else dict(reversed(found.items()))


def _marginal(worth: Mapping[int, int], n: int, keep: Keep, counted: Mapping[int, int] | None) -> dict[int, int]:
    """Count by the worth of the marginal die: some dice are better, enough are equal, the rest are worse."""
    k = keep.count
    values = counted.values() if counted else worth
    least = min(values)
    width = (max(values) - least) * k + 1
    heaviest = sum(worth.values()) ** n
    packing = polynomials.Packing(width, heaviest)
    polynomials.check_work(len(worth) * k * (packing.bits + (n - k + 1) * heaviest.bit_length()))
    equals = [
        [(comb(n, above) * comb(n - above, at), at, n - above - at) for at in range(k - above, n - above + 1)]
        for above in range(k)
    ]
    total, better, worse = 0, 0, sum(worth.values())
    for value in sorted(worth, reverse=keep.highest):
        weight, place = worth[value], packing.place((counted[value] if counted else value) - least)
        worse -= weight
        above_them, shift = 1, place * k
        for terms in equals:
            level = 0
            for ways_there, at, under in terms:
                level += ways_there * weight**at * worse**under
            total += (level * above_them) << shift
            if not better:
                break
            above_them *= better
            shift -= place
        better += weight << place
    return packing.unpacked(total, least * k)


@lru_cache(maxsize=64)
def _hands(roll: Roll) -> dict[tuple[int, ...], int]:
    """Every hand of single faces in ascending order, with the number of ways it can fall."""
    hands = comb(roll.count + roll.sides - 1, roll.count)
    polynomials.check_results(hands)
    spend(hands * (RESULT + PAIR * roll.count))
    return {hand: _orders(hand) for hand in combinations_with_replacement(roll.values, roll.count)}


def _orders(hand: tuple[int, ...]) -> int:
    return factorial(len(hand)) // prod(factorial(hand.count(face)) for face in set(hand))
