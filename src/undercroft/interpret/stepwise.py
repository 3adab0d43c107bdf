"""Settling a rule die by die: the answers so far give its ruling, or what is wanted next."""

from collections.abc import Sequence

from msgspec import Struct

from undercroft.interpret.ask import checked_face, checked_option, missing, one_of, refuse_left_over
from undercroft.interpret.play import Answered, DieSource, Ruling, settle
from undercroft.kernel.dice import Ask, Choice, Formula, Question, Roll, Throw, rolls_in
from undercroft.kernel.faults import RuleInputError
from undercroft.kernel.rules import G, O, Rule
from undercroft.kernel.throwing import Draw, throw


class Laid(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer already given: the face of a die or a word, and its source."""

    answer: int | str
    source: DieSource = DieSource.TYPED


class OpenStep(Struct, frozen=True):
    """What comes next: the question, the dice to throw for it now, and the earlier answers."""

    question: Question
    dice: tuple[Roll, ...] = ()
    so_far: tuple[Laid, ...] = ()
    """The dice of this question that are already on the table."""

    throws: tuple[Answered, ...] = ()


def settle_so_far(rule: Rule[Ask, G, O], given: G, laid: Sequence[Laid]) -> Ruling[G, O] | OpenStep:
    """The ruling if the answers are enough, or what is wanted next. Answers that no question asks for are refused."""
    hands = _Laying(laid)
    try:
        ruling = settle(rule, given, hands)
    except _Short as short:
        return OpenStep(short.question, short.dice, short.so_far, tuple(hands.throws))
    hands.finish()
    return ruling


def with_rolled(
    rule: Rule[Ask, G, O], given: G, laid: Sequence[Laid], draw: Draw, *, to_the_end: bool = False
) -> tuple[Laid, ...]:
    """The answers with the dice of the open question rolled, or with all dice rolled to the next choice or the end."""
    lying = tuple(laid)
    begun = False
    while isinstance(wanted := settle_so_far(rule, given, lying), OpenStep) and wanted.dice:
        if begun and not wanted.so_far and not to_the_end:
            break
        begun = True
        lying += tuple(Laid(draw(die, 1)[0], DieSource.ROLLED) for die in wanted.dice)
    return lying


def answers_so_far(
    rule: Rule[Ask, G, O], given: G, typed: Sequence[int | str | None], draw: Draw, laid: Sequence[Laid] = ()
) -> tuple[Laid, ...]:
    """The answers so far and more typed ones. None means a die to roll; a choice needs a word."""
    lying = tuple(laid)
    for answer in typed:
        if answer is not None:
            lying += (Laid(answer),)
            continue
        wanted = settle_so_far(rule, given, lying)
        if not isinstance(wanted, OpenStep):
            raise RuleInputError("dice_left_over", "nothing asks for another die", "leave it out")
        if not wanted.dice:
            raise missing(wanted.question)
        lying += (Laid(draw(wanted.dice[0], 1)[0], DieSource.ROLLED),)
    return lying


class _Short(Exception):
    """The answers ran out."""

    def __init__(self, question: Question, dice: tuple[Roll, ...] = (), so_far: tuple[Laid, ...] = ()) -> None:
        super().__init__(question.purpose)
        self.question = question
        self.dice = dice
        self.so_far = so_far


class _Laying:
    """Takes the answers already given, in order."""

    def __init__(self, laid: Sequence[Laid]) -> None:
        self._laid = tuple(laid)
        self._used = 0
        self.throws: list[Answered] = []

    def throw(self, question: Throw) -> Answered:
        """Take a face for each die."""
        start = self._used

        def drawn(roll: Roll, count: int, /) -> Sequence[int]:
            lying = self._laid[self._used : self._used + count]
            faces = [checked_face(question, roll, laid.answer) for laid in lying]
            if len(lying) < count:
                so_far = self._laid[start:]
                raise _Short(question, _thrown_now(question.roll, roll, count - len(lying), len(so_far)), so_far)
            self._used += count
            return faces

        faces = throw(question.roll, drawn).faces
        return self._answered(Answered(question, faces, tuple(laid.source for laid in self._laid[start : self._used])))

    def decide(self, choice: Choice) -> Answered:
        """Take a word."""
        if self._used == len(self._laid):
            raise _Short(choice)
        taken = self._laid[self._used]
        self._used += 1
        return self._answered(Answered(choice, checked_option(choice, taken.answer), (taken.source,)))

    def finish(self) -> None:
        """Refuse answers that the rule did not ask for."""
        refuse_left_over([laid.answer for laid in self._laid[self._used :]])

    def _answered(self, answered: Answered) -> Answered:
        self.throws.append(answered)
        return answered


def _thrown_now(formula: Formula, roll: Roll, count: int, lying: int) -> tuple[Roll, ...]:
    """The dice to throw now: all that are left if none of them can bring more, else those that fall together."""
    rolls = rolls_in(formula)
    if any(part.reroll or part.reroll_once or part.explode for part in rolls):
        return (one_of(roll),) * count
    return tuple(one_of(part) for part in rolls for _ in range(part.count))[lying:]
