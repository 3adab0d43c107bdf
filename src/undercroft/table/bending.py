"""Scars at the table: whoever rolled is asked only where, by what they know, bending the roll could matter."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeAlias

from undercroft.books.violence.scars import Scarred, Shift, shifts
from undercroft.interpret.play import Answered
from undercroft.kernel.dice import D20, Choice, Formula, Throw

Verdict: TypeAlias = Callable[[int], Hashable]
"""What a roll comes to, as far as whoever rolled can tell."""


Idle: TypeAlias = Callable[[Choice, Throw, int], str | None]
"""Takes a choice about a throw that comes to the same whatever is chosen; None where it may matter."""


def idle(who: Scarred, verdict: Verdict, dice: Formula = D20) -> Idle:
    """Leaves those dice as they fell where every shift comes to the same; None where one may be better."""
    by = shifts(who.scars, who.scar_mode)

    def taken(choice: Choice, throw: Throw, face: int) -> str | None:
        if choice.options != tuple(by) or throw.roll != dice:
            return None
        ends = {verdict(face + shift) for shift in by.values()}
        return Shift.KEEP if len(ends) == 1 else None

    return taken


def bent(answers: Iterable[Answered]) -> int:
    """How many rolls of a ruling were bent."""
    plain = frozenset({Shift.KEEP.value})
    shifted = (one for one in answers if isinstance(one.question, Choice) and Shift.KEEP in one.question.options)
    return sum(str(one.answer) not in plain for one in shifted)
