"""Dice of a simulated run: a stream for each part of each turn, the same in plain Python and in compiled code.

The generator is xoshiro128++ by Blackman and Vigna: four words of 32 bits, in 64-bit integers, so that the very same
code runs both ways. Its seed is a hash of the seed, the run, the turn and the part of the turn, so that a run can be
played again by itself and compared scenarios stay in step.
"""

from undercroft.foresight import columns as c
from undercroft.foresight.columns import World

WORD = 0xFFFFFFFF
SPAN = 1 << 32
_FIRST, _SECOND = 0x85EBCA6B, 0xC2B2AE35
_STEP, _HIGH, _MIDDLE = 0x9E3779B9, 16, 13
_TURN_BY, _LEFT, _LAST = 7, 9, 11


def mixed(hashed: int, word: int) -> int:
    """A hash with one more word in it, by the finaliser of MurmurHash3."""
    value = (hashed ^ word) & WORD
    value = (value + _STEP) & WORD
    value = ((value ^ (value >> _HIGH)) * _FIRST) & WORD
    value = ((value ^ (value >> _MIDDLE)) * _SECOND) & WORD
    return value ^ (value >> _HIGH)


def rotated(word: int, by: int) -> int:
    """A word turned round by that many bits."""
    return ((word << by) | (word >> (32 - by))) & WORD


def seed(w: World, number: int, run: int) -> None:
    """Set the seed and the run; the stream begins with the first part of turn 0."""
    w[c.DICE_SEED] = mixed(mixed(0, number & WORD), (number >> 32) & WORD)
    w[c.DICE_RUN] = mixed(mixed(w[c.DICE_SEED], run & WORD), (run >> 32) & WORD)
    w[c.DICE_TURN] = 0
    w[c.DICE_PART] = 0
    w[c.DICE_DRAWN] = 0
    w[c.DICE_BEGUN] = 0


def next_turn(w: World) -> None:
    """Begin the stream of the next turn."""
    w[c.DICE_TURN] += 1
    w[c.DICE_PART] = 0
    w[c.DICE_BEGUN] = 0


def next_part(w: World) -> None:
    """Begin the stream of the next part of a turn: a fight, and what comes after it."""
    w[c.DICE_PART] += 1
    w[c.DICE_BEGUN] = 0


def _begin(w: World) -> None:
    """Begin a stream when its first word is wanted: most turns throw no die."""
    w[c.DICE_BEGUN] = 1
    value = mixed(mixed(w[c.DICE_RUN], w[c.DICE_TURN]), w[c.DICE_PART])
    for place in range(4):
        value = mixed(value, place)
        w[c.DICE + place] = value
    if w[c.DICE] | w[c.DICE + 1] | w[c.DICE + 2] | w[c.DICE + 3] == 0:
        w[c.DICE] = 1


def word(w: World) -> int:
    """The next word of the stream."""
    if w[c.DICE_BEGUN] == 0:
        _begin(w)
    first, second, third, fourth = w[c.DICE], w[c.DICE + 1], w[c.DICE + 2], w[c.DICE + 3]
    drawn = (rotated((first + fourth) & WORD, _TURN_BY) + first) & WORD
    crossed, turned = third ^ first, fourth ^ second
    w[c.DICE + 1] = second ^ crossed
    w[c.DICE] = first ^ turned
    w[c.DICE + 2] = crossed ^ ((second << _LEFT) & WORD)
    w[c.DICE + 3] = rotated(turned, _LAST)
    return drawn


def die(w: World, sides: int) -> int:
    """A face of a die with that many sides, each equally likely."""
    w[c.DICE_DRAWN] += 1
    product = word(w) * sides
    if (product & WORD) < sides:
        refused = SPAN % sides
        while (product & WORD) < refused:
            product = word(w) * sides
    return 1 + (product >> 32)


def total(w: World, count: int, sides: int) -> int:
    """The total of some dice."""
    found = 0
    for _ in range(count):
        found += die(w, sides)
    return found


def formula(w: World, count: int, sides: int, kept: int, plus: int) -> int:
    """The total of a formula: some dice, or only the best of them where one is kept, and a number."""
    if kept == 0:
        return total(w, count, sides) + plus
    best = 0
    for _ in range(count):
        best = max(best, die(w, sides))
    return best + plus
