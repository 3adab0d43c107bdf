"""The reader of dice notation. It follows the grammar in `notation`, character by character, and never backtracks."""

import re
import unicodedata
from typing import Never

from msgspec.structs import replace

from undercroft.kernel import dice
from undercroft.kernel.amounts import MINUS, with_hyphen
from undercroft.kernel.dice import MOST_DICE, FaceCondition, Formula, Keep, Marks, Roll, Sign
from undercroft.kernel.face_tests import always, spoken, tells_apart
from undercroft.kernel.faults import BadNotation, shortened
from undercroft.kernel.ways import bounds

MOST_CHARACTERS = 200
MOST_SIDES = 1_000_000
MOST_NUMBER = 10**9
MOST_DEPTH = 32
MOST_RESULT = 2**53 - 1

_NUMBER = re.compile(r"[0-9]+")
_LONG_NUMBER = re.compile(r"[1-9][0-9]{10}")
_BELOW_ZERO = re.compile(f"[-{MINUS}][0-9]")
_TEST = re.compile(r"(<=|>=|=|<|>)?[ \t]*([0-9]+)")
_SIGN = re.compile(r"<=|>=|=|<|>")
_BARE_TEST = re.compile(r"(<=|>=|=|<|>)[ \t]*([0-9]+)[ \t]*(?P<after>.?)", re.DOTALL)
_ENDS = ("", ")", "#")
_IN = re.compile(r"-in-", re.IGNORECASE)
_STEP = re.compile(r"k[hl]?|d[hl]|!|ro?|cs|e(?=[<>=0-9])", re.IGNORECASE)
_HIDDEN = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})
_SUGGESTIONS = {
    "/": "there is no division",
    "^": "there are no powers; write the number out",
    ".": "whole numbers only",
    "w": "write d for dice, as in 2d6",
    "a": "for advantage write 2d20kh1, for disadvantage 2d20kl1",
}
_WORDS = {
    "highest": "for the highest 3 of 4d6 write 4d6kh3",
    "lowest": "for the lowest 3 of 4d6 write 4d6kl3",
    "max": "for the higher of two d6 write 2d6kh1",
    "min": "for the lower of two d6 write 2d6kl1",
    "output": "write the dice alone, as in 2d6+1",
    "explode": "for dice that explode write 2d6!",
}
"""Words of other notations, and what to write here."""


class NotationReader:
    """Reads one expression from left to right."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.depth = 0
        self.dice = 0
        self.notes: list[str] = []
        """What a person should know of how the expression is read."""

    def whole(self) -> Formula:
        """The formula, or a fault that points at what is wrong."""
        self._check_characters()
        formula = self._compared()
        if self._peek() == "#":
            formula = self._whole_label(formula)
        if self.at < len(self.source):
            self._unexpected()
        low, high = bounds(formula)
        if max(-low, high) > MOST_RESULT:
            self._fail("number_too_big", "the result could be too big", "use smaller numbers", at=0, limit=MOST_RESULT)
        return formula

    def _whole_label(self, formula: Formula) -> Formula:
        for position in range(self.at, len(self.source)):
            if self.source[position] in "]\t\r\n":
                self._fail("bad_character", "a label is one line without “]”", "leave it out", at=position)
        label = self.source[self.at + 1 :].strip()
        self.at = len(self.source)
        return dice.Labelled(formula, label) if label else formula

    def _check_characters(self) -> None:
        if found := _LONG_NUMBER.search(self.source, 0, MOST_CHARACTERS):
            self.at = found.start()
            self._number()
        if len(self.source) > MOST_CHARACTERS:
            self._fail("too_long", f"longer than {MOST_CHARACTERS} characters", "split it", limit=MOST_CHARACTERS)
        if not self.source.strip():
            self._fail("empty", "there is nothing to roll", "write dice such as 2d6")
        if self.source.isascii() and self.source.isprintable():
            return
        for position, character in enumerate(self.source):
            if unicodedata.category(character) in _HIDDEN and character not in "\t\n\r":
                self._fail("bad_character", "an invisible character", "delete it", at=position)

    def _compared(self) -> Formula:
        """A sum, or a comparison of its total with a number."""
        total = self._sum()
        self._peek()
        sign = _SIGN.match(self.source, self.at)
        if not sign:
            return total
        self.at = sign.end()
        below_zero = self._peek() == "-"
        self.at += below_zero
        number = self._number()
        if number is None:
            self._fail("syntax", f"“{sign[0]}” needs a number to compare the total with", f"write {sign[0]}9")
        if self._peek() not in _ENDS:
            fix = "write 2d6+1>=9, not 2d6>=9+1; to count dice, write 5d10cs>=8"
            self._fail("syntax", "a comparison goes at the end", fix, at=sign.start())
        return dice.Comparison(total, FaceCondition(Sign(sign[0]), -number if below_zero else number))

    def _sum(self) -> Formula:
        total = self._product()
        while (sign := self._peek()) in ("+", "-"):
            self._pass(sign)
            term = self._product()
            total = dice.Sum(total, dice.Negative(term) if sign == "-" else term)
        return total

    def _product(self) -> Formula:
        product = self._factor()
        while (sign := self._peek()) in ("*", "x", "X"):
            self._pass(sign)
            product = dice.Product(product, self._factor())
        return product

    def _factor(self) -> Formula:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            self._fail("too_deep", f"nested more than {MOST_DEPTH} deep", "use fewer parentheses", limit=MOST_DEPTH)
        factor = self._signed()
        while self._peek() == "[":
            factor = dice.Labelled(factor, self._label())
        self.depth -= 1
        return factor

    def _signed(self) -> Formula:
        match self._peek():
            case "-":
                self._pass("-")
                return dice.Negative(self._factor())
            case "+":
                self._pass("+")
                return self._factor()
            case "(":
                return self._parenthesis()
            case "d" | "D":
                return self._roll(1, self.at)
            case "":
                self._fail("syntax", "something is missing at the end", "add a number or dice")
            case _:
                return self._number_or_dice()

    def _parenthesis(self) -> Formula:
        opened = self.at
        self.at += 1
        if self._peek() == ")":
            self._fail("syntax", "there is nothing between these parentheses", "put dice between them", at=opened)
        inner = self._compared()
        if self._peek() != ")":
            if self.at >= len(self.source):
                self._fail("syntax", "this “(” is never closed", "add a “)”", at=opened)
            self._unexpected()
        self.at += 1
        return inner

    def _number_or_dice(self) -> Formula:
        start = self.at
        number = self._number()
        if number is None:
            self._unexpected()
        if _IN.match(self.source, self.at):
            return self._chance(number, start)
        if self._peek() in ("d", "D"):
            return self._roll(number, start)
        return dice.Number(number)

    def _number(self) -> int | None:
        self._peek()
        found = _NUMBER.match(self.source, self.at)
        if not found:
            return None
        if self.source[found.end() : found.end() + 1] == "_":
            self._fail("syntax", "numbers are written with the digits 0 to 9 only", "leave out the “_”")
        digits = found[0].lstrip("0")
        if len(digits) > len(str(MOST_NUMBER)) or int(digits or "0") > MOST_NUMBER:
            self._fail("number_too_big", "a number above 1,000,000,000", "use a smaller one", limit=MOST_NUMBER)
        self.at = found.end()
        return int(digits or "0")

    def _chance(self, hits: int, start: int) -> Formula:
        self.at += len("-in-")
        sides = self._number()
        if sides is None or not 1 <= sides <= MOST_SIDES:
            self._fail("dice_bad_sides", "a chance is counted out of 1 to 1,000,000", "write 2-in-6", limit=MOST_SIDES)
        if hits > sides:
            self._fail("syntax", f"{hits} in {sides} is more than certain", f"at most {sides}-in-{sides}", at=start)
        self._count_dice(1, start)
        return dice.Chance(hits, sides)

    def _roll(self, count: int, start: int) -> Formula:
        self._count_dice(count, start)
        self._peek()
        self.at += 1
        roll = self._die(count)
        while found := self._step():
            roll = self._with_step(roll, found.lower(), self.at - len(found))
        roll = self._with_bare_test(roll, start)
        self._check_roll(roll, start)
        return roll

    def _with_bare_test(self, roll: Roll, start: int) -> Roll:
        """Dice with a bare test behind them: at the end it compares the total, elsewhere it counts dice.

        Where the two differ, a note says how it is read.
        """
        found = _BARE_TEST.match(self.source, self.at)
        if not found:
            return roll
        test = FaceCondition(Sign(found[1]), int(found[2][:12]))
        dice_written, at_end = self.source[start : self.at].strip(), found["after"] in _ENDS
        whole, counting = f"{dice_written}{test}", f"{dice_written}cs{test}"
        if not at_end and found["after"] in "<>=":
            fix = f"to count dice, write {counting}"
            self._fail("syntax", "there are two comparisons in a row", fix, at=found.end() - 1)
        if not tells_apart(roll, test):
            return roll
        if not at_end:
            self.at = found.end(2)
            self.notes.append(f"{whole} counts dice here; write {counting}")
            return replace(roll, successes=(*roll.successes, test))
        if (roll.keep.count if roll.keep else roll.count) > 1 or roll.explode:
            self.notes.append(
                f"{whole} compares the total; to count the dice that show {spoken(test)}, write {counting}"
            )
        return roll

    def _count_dice(self, count: int, start: int) -> None:
        self.dice += count
        if self.dice > MOST_DICE:
            self._fail("dice_too_many", f"more than {MOST_DICE} dice", "roll fewer", at=start, limit=MOST_DICE)

    def _die(self, count: int) -> Roll:
        match self._peek():
            case "%":
                self.at += 1
                return Roll(count, 100)
            case "F" | "f":
                self.at += 1
                return Roll(count, 3, marks=Marks.FUDGE)
            case _:
                sides = self._number()
        if sides is None or not 1 <= sides <= MOST_SIDES:
            self._fail("dice_bad_sides", "a die has 1 to 1,000,000 sides", "write d6, d20 or d%", limit=MOST_SIDES)
        return Roll(count, 36, marks=Marks.D66) if sides == 66 else Roll(count, sides)

    def _step(self) -> str | None:
        """The next step's letters, or None where the dice end."""
        self._peek()
        found = _STEP.match(self.source, self.at)
        if not found:
            return None
        self.at = found.end()
        return found[0]

    def _with_step(self, roll: Roll, step: str, start: int) -> Roll:
        match step:
            case "kh" | "k" | "kl" | "dh" | "dl":
                if roll.keep:
                    self._fail("syntax", "only one keep or drop", "leave one of them out", at=start)
                return replace(roll, keep=self._keep(roll, step, start))
            case "!":
                return replace(
                    roll, explode=(*roll.explode, self._test() or FaceCondition(Sign.EQUAL, roll.values[-1]))
                )
            case "e":
                return replace(roll, explode=(*roll.explode, self._needed_test("e")))
            case "r":
                return replace(roll, reroll=(*roll.reroll, self._needed_test("r")))
            case "ro":
                return replace(roll, reroll_once=(*roll.reroll_once, self._needed_test("ro")))
            case _:
                return replace(roll, successes=(*roll.successes, self._needed_test("cs")))

    def _keep(self, roll: Roll, step: str, start: int) -> Keep:
        below_zero = _BELOW_ZERO.match(self.source, self.at) is not None
        given = None if below_zero else self._number()
        number = 1 if given is None else given
        kept = number if step.startswith("k") else roll.count - number
        if below_zero or number < 1 or not 1 <= kept <= roll.count:
            what = f"{roll.count} dice can keep 1 to {roll.count} of them"
            self._fail("keep_out_of_range", what, f"write {step}1; to subtract, add a space: {step}1 -1", at=start)
        return Keep(kept, highest=step in ("kh", "k", "dl"))

    def _test(self) -> FaceCondition | None:
        self._peek()
        found = _TEST.match(self.source, self.at)
        if not found:
            return None
        self.at = found.start(2)
        number = self._number()
        return FaceCondition(Sign(found[1] or "="), number or 0)

    def _needed_test(self, step: str) -> FaceCondition:
        test = self._test()
        if test is None:
            self._fail("syntax", f"“{step}” needs a number to compare with", f"write {step}1 or {step}<3")
        return test

    def _check_roll(self, roll: Roll, start: int) -> None:
        if roll.reroll and always(roll, roll.reroll):
            self._fail("dice_always_rerolls", "every face would be rerolled", "leave some faces out", at=start)
        if roll.sides == 1 and roll.reroll_once:
            self._fail("dice_always_rerolls", "a die with one side has no other face", "leave the reroll out", at=start)
        if roll.explode and always(roll, roll.explode + roll.reroll):
            self._fail("dice_always_explodes", "every face would explode, for ever", "explode on fewer faces", at=start)
        if roll.explode and roll.keep and roll.successes:
            what = "exploding dice cannot be both kept and counted"
            self._fail("dice_steps_clash", what, "leave out the keep, or count all of them", at=start)

    def _label(self) -> str:
        end = self.source.find("]", self.at)
        if end < 0:
            self._fail("syntax", "this “[” is never closed", "add a “]”")
        label = self.source[self.at + 1 : end].strip()
        if not label.isprintable():
            self._fail("bad_character", "a label is one line", "remove invisible characters")
        self.at = end + 1
        return label

    def _peek(self) -> str:
        """The next character that is not blank, or nothing at the end."""
        while self.at < len(self.source) and self.source[self.at] in " \t\r\n":
            self.at += 1
        return with_hyphen(self.source[self.at]) if self.at < len(self.source) else ""

    def _pass(self, sign: str) -> None:
        """Go past a sign, which something must follow."""
        self.at += 1
        if self._peek() in ("", ")", "#"):
            self._fail("syntax", f"nothing follows the “{sign}”", "add a number or dice")

    def _unexpected(self) -> Never:
        character = self._peek()
        if character == ")":
            self._fail("syntax", "this “)” was never opened", "delete it")
        usual = _SUGGESTIONS.get(character.lower(), "dice are written like 2d6+1 or 4d6kh3")
        rest = self.source[self.at :].lstrip("[( ").casefold()
        fix = next((fix for word, fix in _WORDS.items() if rest.startswith(word)), usual)
        self._fail("syntax", f"“{character}” does not belong here", fix)

    def _fail(self, code: str, what: str, fix: str, *, at: int | None = None, limit: int | None = None) -> Never:
        position = (self.at if at is None else at) + 1
        printable = "".join(c if c.isprintable() else "�" for c in shortened(self.source, 60))
        raise BadNotation(code, f"character {position} of “{printable}”: {what}", fix, position=position, limit=limit)
