"""Hands that answer a rule: with what was answered before, then with what the server may roll; else they ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from undercroft.interpret.play import Answered
from undercroft.kernel.dice import Choice, Question, Throw
from undercroft.kernel.script import Unanswered
from undercroft.kernel.throwing import total_of
from undercroft.table.answers import Ruling


class Hands:
    """The answers to one ruling, question by question."""

    def __init__(
        self, ruling: Ruling[Any, Any], kept: tuple[Answered, ...], rolled: Callable[[Throw], Answered | None]
    ) -> None:
        self._ruling = ruling
        self._kept = kept
        self._rolled = rolled
        self._unfit: tuple[Answered, ...] = ()
        self.throws: list[Answered] = []

    @property
    def dropped(self) -> tuple[Answered, ...]:
        """Answers that did not fit any more, once the rule is settled."""
        return self._unfit or self._kept[len(self.throws) :]

    def throw(self, question: Throw) -> Answered:
        """The dice of a question."""
        answered = self._old(question) or self._rolled(question)
        if answered is None:
            raise Unanswered(question)
        self.throws.append(answered)
        return answered

    def decide(self, choice: Choice) -> Answered:
        """The choice somebody made, or the command made for them."""
        answered = self._old(choice) or self._decided(choice) or self._idle(choice)
        if answered is None:
            raise Unanswered(choice)
        self.throws.append(answered)
        return answered

    def _decided(self, choice: Choice) -> Answered | None:
        taken = self._ruling.decided
        return None if taken is None else Answered(choice, taken(choice))

    def _idle(self, choice: Choice) -> Answered | None:
        """The first option where all come to the same."""
        spared = self._ruling.idle
        last = self.throws[-1] if self.throws else None
        if spared is None or last is None or isinstance(last.question, Choice):
            return None
        taken = spared(choice, last.question, total_of(last.question.roll, last.faces))
        return None if taken is None else Answered(choice, taken)

    def _old(self, question: Question) -> Answered | None:
        place = len(self.throws)
        if place >= len(self._kept):
            return None
        if self._kept[place].question != question:
            self._kept, self._unfit = self._kept[:place], self._kept[place:]
            return None
        return self._kept[place]
