"""Weights of whole numbers, added and multiplied exactly, within limits.

A polynomial is a mapping of exponents to weights. It is multiplied as one big integer (Kronecker substitution), so that
even a hundred dice cost one multiplication.
"""

from collections.abc import Iterable, Mapping
from struct import unpack

from undercroft.kernel.budget import PAIR, RESULT, product_of, spend
from undercroft.kernel.faults import OddsTooWide

MOST_RESULTS = 100_000
"""The most distinct results in an exact answer."""

MOST_SIZE = 50_000_000
"""The most bits in all its weights together."""

MOST_DIGITS = 13_000
"""The most bits in the total weight, so that a chance can be written down."""

MOST_BITS = 6_000_000
"""The largest product multiplied out at once, about half a second's work."""

MOST_WORK = 150_000_000
"""The most bits multiplied out piece by piece."""

FEW = 12
"""Two like quantities of so few results are added pair by pair, which is quicker than one big product."""

MOST_PAIRS = 300_000
"""The most pairs of results combined pair by pair."""

Weights = dict[int, int]

_CODES = {1: "B", 2: "H", 4: "I", 8: "Q"}
"""The sizes in bytes that are read all at once, with their codes."""


def gathered(pairs: Iterable[tuple[int, int]]) -> Weights:
    """The weights of equal results added up, in ascending order of the results."""
    sums: Weights = {}
    for result, weight in pairs:
        sums[result] = sums.get(result, 0) + weight
    check_results(len(sums))
    return dict(sorted(sums.items()))


def convolved(a: Mapping[int, int], b: Mapping[int, int]) -> Weights:
    """The weights of the sum of two quantities, found pair by pair."""
    check_pairs(len(a) * len(b))
    low, high = min(a) + min(b), max(a) + max(b)
    if high - low > len(a) * len(b):
        return gathered((x + y, n * m) for x, n in a.items() for y, m in b.items())
    sums = [0] * (high - low + 1)
    for x, n in a.items():
        for y, m in b.items():
            sums[x + y - low] += n * m
    found = {result: weight for result, weight in enumerate(sums, low) if weight}
    check_results(len(found))
    return found


def multiplied(a: Mapping[int, int], b: Mapping[int, int]) -> Weights:
    """The weights of the product of two quantities."""
    check_pairs(len(a) * len(b))
    return gathered((x * y, n * m) for x, n in a.items() for y, m in b.items())


def added(a: Mapping[int, int], b: Mapping[int, int]) -> Weights:
    """The weights of the sum of two quantities, found the quicker way."""
    if len(a) * len(b) <= MOST_PAIRS:
        return convolved(a, b)
    low = min(a) + min(b)
    packing = Packing(max(a) + max(b) - low + 1, sum(a.values()) * sum(b.values()))
    spend(product_of(packing.bits), at_once=True)
    return packing.unpacked(packing.packed(a) * packing.packed(b), low)


def power(worth: Mapping[int, int], count: int) -> Weights:
    """The weights of the sum of `count` like quantities."""
    if count <= 1:
        return dict(worth) if count else {0: 1}
    if count == 2 and len(worth) <= FEW:
        return convolved(worth, worth)
    least = min(worth)
    packing = Packing((max(worth) - least) * count + 1, sum(worth.values()) ** count)
    spend(product_of(packing.bits), at_once=True)
    return packing.unpacked(packing.packed(worth) ** count, least * count)


def uniform(count: int, sides: int) -> list[int]:
    """Coefficients of f = (1 + x + ... + x^(s-1))^n, from (1 - x)(1 - x^s) f' = n f (1 - s x^(s-1) + (s-1) x^s)."""
    n, s = count, sides
    top = n * (s - 1)
    check_size(top + 1, n * s.bit_length())
    half = top // 2
    spend(half * (PAIR + n * s.bit_length() // 100))
    c = [1] * (half + 1)
    for k in range(1, half + 1):
        value = (k - 1 + n) * c[k - 1]
        if k >= s:
            value += (k - s - n * s) * c[k - s]
            if k > s:
                value -= (k - s - 1 - n * (s - 1)) * c[k - s - 1]
        c[k] = value // k
    return c + c[: top - half][::-1]


class Packing:
    """A polynomial as one big integer, each coefficient in its own few bytes."""

    def __init__(self, width: int, heaviest: int) -> None:
        least = (heaviest.bit_length() + 8) // 8
        self._bytes = 1 << (least - 1).bit_length() if least <= 8 else least
        self._width = width
        check_results(width)
        self.bits = width * self._bytes * 8
        if self.bits > MOST_BITS:
            raise too_wide()
        spend(width * RESULT // 2)

    def place(self, exponent: int) -> int:
        """How far to shift a coefficient of x to that exponent."""
        return 8 * self._bytes * exponent

    def packed(self, weights: Mapping[int, int]) -> int:
        """The weights as one integer, with the lowest exponent in the lowest bytes."""
        least, size = min(weights), self._bytes
        raw = bytearray((max(weights) - least + 1) * size)
        for result, weight in weights.items():
            at = (result - least) * size
            raw[at : at + size] = weight.to_bytes(size, "little")
        return int.from_bytes(raw, "little")

    def unpacked(self, packed: int, lowest: int) -> Weights:
        """The coefficients, where the first belongs to the exponent `lowest`."""
        size = self._bytes
        raw = packed.to_bytes(size * self._width, "little")
        if size in _CODES:
            read = unpack(f"<{self._width}{_CODES[size]}", raw)
            return {result: weight for result, weight in enumerate(read, lowest) if weight}
        pairs = ((lowest + i, int.from_bytes(raw[i * size : (i + 1) * size], "little")) for i in range(self._width))
        return {result: weight for result, weight in pairs if weight}


def check_results(results: int) -> None:
    """Refuse more results than anyone could read."""
    if results > MOST_RESULTS:
        raise OddsTooWide(f"more than {MOST_RESULTS:,} results", "ask about fewer or smaller dice")


def check_size(results: int, bits: int) -> None:
    """Refuse weights too large to write down or too slow to compute."""
    check_results(results)
    if bits > MOST_DIGITS or results * bits > MOST_SIZE:
        raise too_wide()


def check_pairs(pairs: int) -> None:
    """Refuse to combine more pairs than a reader would wait for."""
    if pairs > MOST_PAIRS:
        raise too_wide()
    spend(pairs * PAIR)


def check_work(bits: int) -> None:
    """Refuse to multiply more than a reader would wait for."""
    if bits > MOST_WORK:
        raise too_wide()
    spend(bits // 64)


def too_wide() -> OddsTooWide:
    """The fault for dice with too many possible results."""
    return OddsTooWide("these dice have too many ways to fall", "ask about fewer or smaller dice")
