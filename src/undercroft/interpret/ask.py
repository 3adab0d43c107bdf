"""Settling a rule with people's dice: any die may be typed and the rest rolled, question by question."""

from collections.abc import Sequence

from undercroft.interpret.play import Answered, DieSource, Hands, Ruling, settle
from undercroft.kernel.amounts import either
from undercroft.kernel.dice import Answer, Ask, Choice, Marks, Question, Roll, Throw
from undercroft.kernel.faults import RuleInputError
from undercroft.kernel.notation import text
from undercroft.kernel.rules import G, O, Rule
from undercroft.kernel.script import Script, Unanswered
from undercroft.kernel.throwing import throw


class TypedDice:
    """Reads typed faces and words in order, one number for each die.

    None leaves an answer to `others`. With `rest`, so does a missing answer at the end.
    """

    def __init__(self, typed: Sequence[int | str | None], others: Hands | None = None, *, rest: bool = False) -> None:
        self._typed = typed
        self._used = 0
        self._others = others
        self._rest = rest

    def throw(self, question: Throw) -> Answered:
        """Take one typed number for each die, and roll the dice left open."""
        sources: list[DieSource] = []

        def drawn(roll: Roll, count: int, /) -> Sequence[int]:
            return [self._face(question, roll, sources) for _ in range(count)]

        faces = throw(question.roll, drawn).faces
        return Answered(question, faces, tuple(sources))

    def decide(self, choice: Choice) -> Answered:
        """Take the next typed word."""
        taken = self._take(choice)
        if taken is None:
            return self._left_open(choice)
        return Answered(choice, checked_option(choice, taken), (DieSource.TYPED,))

    def finish(self) -> None:
        """Refuse answers that nothing asked for."""
        refuse_left_over(self._typed[self._used :])

    def _take(self, question: Question) -> int | str | None:
        """The next typed answer, or None if `others` answer."""
        if self._used == len(self._typed):
            if not self._rest:
                raise missing(question)
            return None
        self._used += 1
        return self._typed[self._used - 1]

    def _face(self, question: Throw, roll: Roll, sources: list[DieSource]) -> int:
        typed = self._take(question)
        if typed is not None:
            sources.append(DieSource.TYPED)
            return checked_face(question, roll, typed)
        if self._others is None:
            raise missing(question)
        rolled = self._others.throw(Throw(question.purpose, one_of(roll)))
        sources.append(rolled.sources[0])
        return rolled.faces[0]

    def _left_open(self, choice: Choice) -> Answered:
        if self._others is None:
            raise missing(choice)
        try:
            return self._others.decide(choice)
        except Unanswered:
            raise missing(choice) from None


def settle_typed(
    rule: Rule[Ask, G, O],
    given: G,
    typed: Sequence[int | str | None],
    others: Hands | None = None,
    *,
    rest: bool = False,
) -> Ruling[G, O]:
    """Settle a rule with typed dice; the rule must ask for all of them."""
    hands = TypedDice(typed, others, rest=rest)
    ruling = settle(rule, given, hands)
    hands.finish()
    return ruling


def next_question(rule: Rule[Ask, G, O], given: G, answers: Sequence[Answer]) -> Question | O:
    """The rule's next question after these answers, or its outcome if they are enough."""
    try:
        return rule(Script(answers), given)
    except Unanswered as open_question:
        return open_question.question


def checked_face(question: Throw, roll: Roll, typed: int | str) -> int:
    """A typed face, if the die has it."""
    if type(typed) is not int or typed not in roll.values:
        what = f"{question.purpose}: {str(typed)[:20]} is not on a {die_name(roll)}"
        raise RuleInputError("dice_bad_face", what, f"a {die_name(roll)} shows {_span(roll)}")
    return typed


def checked_option(choice: Choice, typed: int | str) -> str:
    """A typed word, if it is one of the options."""
    word = str(typed)
    if word not in choice.options:
        what = f"{choice.purpose}: {word[:20]} is not an option"
        raise RuleInputError("bad_choice", what, f"choose {_options(choice)}")
    return word


def refuse_left_over(answers: Sequence[object]) -> None:
    """Refuse answers that nothing asked for, if there are any."""
    if answers:
        left = ", ".join(str(answer)[:20] for answer in answers[:5])
        raise RuleInputError("dice_left_over", f"nothing asks for {left}", "leave it out")


def missing(question: Question) -> RuleInputError:
    """The fault for a question without an answer."""
    match question:
        case Throw():
            fix = f"give its dice, {text(question.roll)}, or let them be rolled"
            return RuleInputError("dice_missing", unanswered(question), fix)
        case Choice():
            fix = f"choose {_options(question)}"
            return RuleInputError("choice_missing", unanswered(question), fix)


def unanswered(question: Question) -> str:
    """What is missing: `the roll is missing: 1d20, hazard die`."""
    what = "roll" if isinstance(question, Throw) else "choice"
    return f"the {what} is missing: {prompt(question)}"


def prompt(question: Question) -> str:
    """The question as people read it: `1d20, hazard die`."""
    match question:
        case Throw():
            return f"{text(question.roll)}, {question.purpose}"
        case Choice():
            return f"{question.purpose} ({_options(question)})"


def one_of(roll: Roll) -> Roll:
    """A single die like those of the roll."""
    return Roll(1, roll.sides, marks=roll.marks)


def die_name(roll: Roll) -> str:
    """`d6`, `d66` or `dF`."""
    return text(one_of(roll))[1:]


def _span(roll: Roll) -> str:
    others = {Marks.FUDGE: "-1, 0 or 1", Marks.D66: "11 to 66, each digit 1 to 6"}
    return others.get(roll.marks, f"1 to {roll.sides}")


def _options(choice: Choice) -> str:
    return either(choice.options)
