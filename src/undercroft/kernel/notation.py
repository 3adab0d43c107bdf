"""Dice notation: `4d6kh3`, `2d6x10`, `2-in-6` to a formula and back, with errors that point at the character.

    whole    = sum [ sign number ] [ "#" label ]                        compare the total: 1 if it is met, else 0
    sum      = product { ("+" | "-") product }
    product  = factor { ("*" | "x") factor }
    factor   = ["-" | "+"] ( number | dice | chance | "(" sum [ sign number ] ")" ) { "[" label "]" }
    dice     = [number] "d" ( number | "%" | "66" | "F" ) { step }
    step     = "kh" [n] | "k" [n] | "kl" [n] | "dh" [n] | "dl" [n]       keep or drop
             | "!" [test] | "e" test                                     explode
             | "r" test | "ro" test                                      reroll always, reroll once
             | "cs" test                                                 count successes
    test     = [ sign ] number
    sign     = "=" | "<" | "<=" | ">" | ">="
    chance   = number "-in-" number

A comparison asks about the total: `2d6>=9`, `1d20+5>=15`. Counting dice has its own mark, `5d10cs>=8`; the older
`5d10>=8` is read as a comparison, `3d6>=5+2` still counts, and `notes` says so. A `#` starts a label for the whole
expression. Blanks and upper or lower case make no difference.
"""

import re
from functools import lru_cache

from msgspec.structs import replace

from undercroft.kernel import dice
from undercroft.kernel.dice import FaceCondition, Formula, Keep, Marks, Roll, Sign, comparison_in, rolls_in
from undercroft.kernel.face_tests import tells_apart
from undercroft.kernel.faults import BadNotation, shortened
from undercroft.kernel.notation_reader import NotationReader

FEW_DICE, FEW_SIDES = 100, 1000
"""The most dice that people may enter in a situation."""

_PLAIN = re.compile(r"([1-9][0-9]{0,2})?d([1-9][0-9]{0,5})(?:k(h|l)([1-9][0-9]{0,2}))?")
"""Dice such as `2d6` and `4d6kh3`, the usual cases, which a pattern reads without the full reader."""

_COMPARES = frozenset("<=>")
"""Without one of these there is nothing to note."""


@lru_cache(maxsize=4096)
def parse(text: str) -> Formula:
    """Read dice notation.

    >>> parse("2d6+1") == dice.Sum(Roll(2, 6), dice.Number(1))
    True
    >>> parse("2d6+")
    Traceback (most recent call last):
    ...
    undercroft.kernel.faults.BadNotation: character 5 of “2d6+”: nothing follows the “+” (add a number or dice)
    """
    plain = _PLAIN.fullmatch(text)
    if plain and plain[2] != "66":
        count, sides = int(plain[1] or "1"), int(plain[2])
        if not plain[4]:
            return Roll(count, sides)
        if (kept := int(plain[4])) < count:
            return Roll(count, sides, Keep(kept, highest=plain[3] == "h"))
    return NotationReader(text).whole()


@lru_cache(maxsize=4096)
def parse_few(written: str) -> Formula:
    """Read dice that are an amount, such as a weapon's damage, and refuse too many of them.

    An amount is never a comparison. A test after the dice counts them here, as in older files.
    """
    formula = parse(written)
    if compared := comparison_in(formula):
        formula = _counting(written, compared)
    rolls = rolls_in(formula)
    if sum(roll.count for roll in rolls) > FEW_DICE or any(roll.sides > FEW_SIDES for roll in rolls):
        raise ValueError(f"at most {FEW_DICE} dice of at most {FEW_SIDES:,} sides")
    return formula


def _counting(written: str, compared: dice.Comparison) -> Formula:
    """A comparison of plain dice as a count of them, where that can be meant."""
    if isinstance(compared.of, Roll) and tells_apart(compared.of, compared.test):
        return replace(compared.of, successes=(compared.test,))
    what, fix = f"“{shortened(written)}” is a yes or no, not an amount", "leave the comparison out"
    raise BadNotation("not_an_amount", what, fix)


def notes(written: str) -> tuple[str, ...]:
    """What a person should know of how an expression is read: a comparison that once counted dice.

    >>> notes("5d10>=8")
    ('5d10>=8 compares the total; to count the dice that show 8 or more, write 5d10cs>=8',)
    """
    if _COMPARES.isdisjoint(written):
        return ()
    reader = NotationReader(written)
    reader.whole()
    return tuple(reader.notes)


def text(formula: Formula) -> str:
    """Write a formula as notation. `parse` reads it back if it is within the limits.

    >>> text(parse(" 4D6 k3 + 2 "))
    '4d6kh3+2'
    """
    match formula:
        case Roll():
            return _roll_text(formula)
        case dice.Number(value=value):
            return str(value)
        case dice.Sum(left=left, right=dice.Negative(of=of)):
            return f"{_added(left)}-{_bracketed(of)}"
        case dice.Sum(left=left, right=right):
            return f"{_added(left)}+{_bracketed(right) if isinstance(right, dice.Sum) else _added(right)}"
        case dice.Product(left=left, right=right):
            return f"{_bracketed(left)}*{_bracketed(right)}"
        case dice.Negative(of=of):
            return f"-{_bracketed(of)}"
        case dice.Chance(hits=hits, sides=sides):
            return f"{hits}-in-{sides}"
        case dice.Comparison(of=of, test=test):
            return f"{_added(of)}{test}"
        case dice.Labelled(of=of, label=label):
            return f"{_bracketed(of)}[{label}]"


_COMPOUND = (dice.Sum, dice.Negative, dice.Product, dice.Comparison)


def _added(formula: Formula) -> str:
    """A formula before a sign: only a comparison needs brackets there."""
    return f"({text(formula)})" if isinstance(formula, dice.Comparison) else text(formula)


def _bracketed(formula: Formula) -> str:
    written = text(formula)
    return f"({written})" if isinstance(formula, _COMPOUND) else written


def _roll_text(roll: Roll) -> str:
    die = {Marks.NUMBERS: f"{roll.sides}", Marks.FUDGE: "F", Marks.D66: "66"}[roll.marks]
    steps = [f"r{test}" for test in roll.reroll]
    steps += [f"ro{test}" for test in roll.reroll_once]
    top = FaceCondition(Sign.EQUAL, roll.values[-1])
    steps += ["!" if test == top else f"!{test}" for test in roll.explode]
    if roll.keep:
        steps.append(f"{'kh' if roll.keep.highest else 'kl'}{roll.keep.count}")
    steps += [f"cs{test}" for test in roll.successes]
    return f"{roll.count}d{die}{''.join(steps)}"
