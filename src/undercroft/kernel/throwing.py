"""From faces to a total: what happens to each die of a formula as it falls.

Dice fall as they do at a table: the whole handful first, then those thrown again, then those that exploded.
"""

from collections.abc import Container, Sequence
from enum import StrEnum
from typing import Protocol

from msgspec import Struct

from undercroft.kernel import dice
from undercroft.kernel.dice import MOST_DICE, MOST_EXPLOSIONS, Formula, Keep, Roll, comparison_in, dice_in, meeting
from undercroft.kernel.faults import RuleInputError
from undercroft.kernel.notation import text


class Draw(Protocol):
    """A source of faces: a generator, a list of typed numbers, or a record."""

    def __call__(self, roll: Roll, count: int, /) -> Sequence[int]:
        """The faces of `count` more dice of this kind."""
        ...


class Fate(StrEnum):
    """What happened to a die."""

    COUNTS = "counts"
    DROPPED = "dropped"
    REROLLED = "rerolled"


class Die(Struct, frozen=True):
    """One die on the table: its face, what happened to it, and whether an explosion brought it."""

    sides: int
    face: int
    fate: Fate = Fate.COUNTS
    extra: bool = False


class ThrownFormula(Struct, frozen=True):
    """A formula that has been thrown: the total, and every face in the order it fell."""

    formula: Formula
    total: int
    faces: tuple[int, ...]
    capped: bool = False

    @property
    def dice(self) -> tuple[Die, ...]:
        """Every die with what happened to it."""
        return tuple(die for _, chains in explain(self.formula, self.faces) for chain in chains for die in chain)

    def __int__(self) -> int:
        return self.total

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        """`4d6kh3: 6 5 4 (1) = 15`: dropped dice in brackets, `1>4` thrown again, `6!3` exploded.

        A comparison shows the total that it compares, and whether it is met: `2d6>=9: 4 6 = 10, yes`.
        """
        rolls = ["  ".join(_chain(chain) for chain in chains) for _, chains in explain(self.formula, self.faces)]
        stopped = " (stopped at the limit)" if self.capped else ""
        asked = text(self.formula)
        thrown = f"{asked}: {' | '.join(rolls) or '-'}" if rolls else asked
        return f"{thrown} = {self._result()}{stopped}"

    def _result(self) -> str:
        compared = comparison_in(self.formula)
        if compared is None:
            return str(self.total)
        return f"{throw(compared.of, KnownFaces(self.faces)).total}, {'yes' if self.total else 'no'}"


def _chain(chain: Sequence[Die]) -> str:
    """One die with the rerolls and explosions that followed it."""
    written = ""
    for die in chain:
        written += f"{'!' if die.extra and written and not written.endswith('>') else ''}{die.face}"
        written += ">" if die.fate is Fate.REROLLED else ""
    return f"({written})" if chain[-1].fate is Fate.DROPPED else written


def throw(formula: Formula, draw: Draw) -> ThrownFormula:
    """Throw a formula with dice from `draw`."""
    hand = _Hand(draw, MOST_DICE - dice_in(formula))
    total = hand.value(formula)
    return ThrownFormula(formula, total, tuple(hand.faces), hand.capped)


def total_of(formula: Formula, faces: Sequence[int]) -> int:
    """The total of a formula whose dice show these faces, in the order they fell."""
    if type(formula) is Roll and formula.is_plain and len(faces) == formula.count:
        return sum(faces)
    row = KnownFaces(faces)
    total = throw(formula, row).total
    row.finish()
    return total


def explain(formula: Formula, faces: Sequence[int]) -> tuple[tuple[Roll, tuple[tuple[Die, ...], ...]], ...]:
    """Each roll of a thrown formula with its dice. A die and the dice it exploded into are grouped together."""
    hand = _Hand(KnownFaces(faces), MOST_DICE - dice_in(formula))
    hand.value(formula)
    return tuple((roll, tuple(tuple(chain) for chain in chains)) for roll, chains in hand.lying)


class KnownFaces:
    """Draws from a list of known faces."""

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces = faces
        self._used = 0

    def __call__(self, _roll: Roll, count: int, /) -> Sequence[int]:
        """The next faces of the list."""
        taken = self._faces[self._used : self._used + count]
        if len(taken) < count:
            raise RuleInputError("dice_missing", "there are too few dice for this roll", "give one number for each die")
        self._used += count
        return taken

    def finish(self) -> None:
        """Refuse a list that has faces left."""
        if self._used < len(self._faces):
            raise RuleInputError(
                "dice_left_over", "there are more dice than this roll takes", "give one number for each die"
            )


class _Hand:
    """Throws a formula part by part and keeps every face."""

    def __init__(self, draw: Draw, extra: int) -> None:
        self.draw = draw
        self.extra = extra
        self.faces: list[int] = []
        self.capped = False
        self.lying: list[tuple[Roll, list[list[Die]]]] = []

    def value(self, formula: Formula) -> int:
        match formula:
            case Roll():
                return _count(formula, self._throw_roll(formula))
            case dice.Number(value=value):
                return value
            case dice.Sum(left=left, right=right):
                return self.value(left) + self.value(right)
            case dice.Product(left=left, right=right):
                return self.value(left) * self.value(right)
            case dice.Negative(of=of):
                return -self.value(of)
            case dice.Chance(hits=hits, sides=sides):
                return int(self._throw_roll(Roll(1, sides))[0][0].face <= hits)
            case dice.Comparison(of=of, test=test):
                return int(test.holds(self.value(of)))
            case dice.Labelled(of=of):
                return self.value(of)

    def _drawn(self, roll: Roll, count: int) -> Sequence[int]:
        faces = self.draw(roll, count)
        self.faces += faces
        return faces

    def _more(self, roll: Roll, count: int) -> Sequence[int]:
        """Up to `count` faces beyond the handful, as many as the limit allows."""
        allowed = min(count, self.extra)
        self.extra -= allowed
        self.capped = self.capped or allowed < count
        return self._drawn(roll, allowed)

    def _throw_roll(self, roll: Roll) -> list[list[Die]]:
        wave = self._drawn(roll, roll.count)
        if roll.reroll or roll.reroll_once or roll.explode:
            chains = self._put_down_and_explode(roll, wave)
        else:
            sides = roll.sides
            chains = [[Die(sides, face)] for face in wave]
        if roll.keep:
            _drop(chains, roll.keep)
        self.lying.append((roll, chains))
        return chains

    def _put_down_and_explode(self, roll: Roll, wave: Sequence[int]) -> list[list[Die]]:
        explodes = meeting(roll.explode, roll.sides, roll.marks)
        chains: list[list[Die]] = [[] for _ in wave]
        at, extra = list(range(len(wave))), 0
        while at:
            exploding: list[int] = []
            for i, face in zip(at, wave, strict=False):
                if self._put_down(roll, chains[i], face, extra=extra > 0) in explodes:
                    exploding.append(i)
            if exploding and extra == MOST_EXPLOSIONS:
                self.capped = True
                break
            at, wave, extra = exploding, self._more(roll, len(exploding)), extra + 1
        return chains

    def _put_down(self, roll: Roll, chain: list[Die], face: int, *, extra: bool) -> int:
        """Put down one die, rerolling it as the roll requires, and return its final face."""
        if roll.reroll or roll.reroll_once:
            always = meeting(roll.reroll, roll.sides, roll.marks)
            once: Container[int] = meeting(roll.reroll_once, roll.sides, roll.marks)
            while (face in always or face in once) and (fresh := self._more(roll, 1)):
                chain.append(Die(roll.sides, face, Fate.REROLLED, extra))
                if face not in always:
                    once = ()
                face = fresh[0]
        chain.append(Die(roll.sides, face, Fate.COUNTS, extra))
        return face


def _drop(chains: list[list[Die]], keep: Keep) -> None:
    """Mark the dice that are not kept. Among equal dice the first are kept."""
    by_worth = sorted(range(len(chains)), key=lambda i: _worth(chains[i]), reverse=keep.highest)
    for i in by_worth[keep.count :]:
        chains[i] = [Die(die.sides, die.face, Fate.DROPPED, die.extra) for die in chains[i]]


def _worth(chain: Sequence[Die]) -> int:
    return sum(die.face for die in chain if die.fate is Fate.COUNTS)


def _count(roll: Roll, chains: Sequence[Sequence[Die]]) -> int:
    """The result of the dice: their sum, or the number of successes."""
    if not roll.successes:
        return sum([die.face for chain in chains for die in chain if die.fate is Fate.COUNTS])
    succeeds = meeting(roll.successes, roll.sides, roll.marks)
    return sum(die.fate is Fate.COUNTS and die.face in succeeds for chain in chains for die in chain)
