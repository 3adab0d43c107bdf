"""A list of answers that stops at the first question it cannot answer.

Play, replay, typed dice, exact odds and tests all use it: they run a pure rule again with one more answer.
"""

from collections.abc import Sequence

from undercroft.kernel.dice import Answer, Choice, Formula, Question, Roll, Throw, Word
from undercroft.kernel.faults import RuleInputError
from undercroft.kernel.throwing import total_of
from undercroft.kernel.units import SeatId


class Unanswered(Exception):
    """The script ran out: the next question is `question`."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.purpose)
        self.question = question


class Respondent:
    """Answers a rule's questions through `answer`, which gives every face as it fell, or the word chosen."""

    def answer(self, question: Question) -> tuple[int, ...] | str:
        """The answer to one question."""
        raise NotImplementedError

    def total(self, purpose: str, roll: Formula, /) -> int:
        """The total of the dice."""
        return total_of(roll, self._faces(Throw(purpose, roll)))

    def faces(self, purpose: str, roll: Roll, /) -> tuple[int, ...]:
        """The single dice in ascending order."""
        return tuple(sorted(self._faces(Throw(purpose, roll, faces=True))))

    def choose(self, purpose: str, seat: SeatId, among: Sequence[Word], /) -> Word:
        """The option that the seat takes."""
        return _taken(purpose, self.answer(_choice(purpose, seat, among)), among)

    def _faces(self, question: Throw) -> tuple[int, ...]:
        answer = self.answer(question)
        return () if isinstance(answer, str) else answer


class Script:
    """Answers questions from a list, in order. The answer to a throw may be a total, which is all that odds need.

    It trusts its answers. `Hands` check the dice that people type.
    """

    def __init__(self, answers: Sequence[Answer] = ()) -> None:
        self.answers = answers
        self.asked = 0

    def _next(self) -> Answer | None:
        if self.asked == len(self.answers):
            return None
        self.asked += 1
        return self.answers[self.asked - 1]

    def total(self, purpose: str, roll: Formula, /) -> int:
        """The total of the dice."""
        answer = self._next()
        if isinstance(answer, int):
            return answer
        if answer is None:
            raise Unanswered(Throw(purpose, roll))
        if isinstance(answer, tuple):
            return total_of(roll, answer)
        raise _misplaced(purpose, answer)

    def faces(self, purpose: str, roll: Roll, /) -> tuple[int, ...]:
        """The single dice in ascending order."""
        match self._next():
            case None:
                raise Unanswered(Throw(purpose, roll, faces=True))
            case tuple(faces):
                return tuple(sorted(faces))
            case other:
                raise _misplaced(purpose, other)

    def choose(self, purpose: str, seat: SeatId, among: Sequence[Word], /) -> Word:
        """The option that the seat takes."""
        match self._next():
            case None:
                raise Unanswered(_choice(purpose, seat, among))
            case word:
                return _taken(purpose, word, among)


def _choice(purpose: str, seat: SeatId, among: Sequence[Word]) -> Choice:
    return Choice(purpose, seat, tuple(str(option) for option in among))


def _taken(purpose: str, word: Answer, among: Sequence[Word]) -> Word:
    for option in among:
        if option == word:
            return option
    raise _misplaced(purpose, word)


def _misplaced(purpose: str, answer: Answer) -> RuleInputError:
    return RuleInputError(
        "wrong_answer", f"{answer!r} does not answer “{purpose}”", "give the answers in the order asked"
    )
