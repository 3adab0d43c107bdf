"""What Scars make of a roll, for whoever does not know what the roll must beat."""

from __future__ import annotations

from undercroft.books.violence.scars import ScarMode, shifts
from undercroft.kernel.dice import Choice
from undercroft.kernel.throwing import total_of
from undercroft.table import striking
from undercroft.table.campaign import Asked, Campaign


def bends(known: Campaign, asked: Asked) -> tuple[str, ...]:
    """The number that each option comes to; nothing where the choice is about something else."""
    if not isinstance(asked.question, Choice) or asked.who not in known.people or not asked.throws:
        return ()
    options, last = asked.question.options, asked.throws[-1]
    scars = striking.scars_of(known, asked.who) if asked.who is not None else 0
    moves = next((by for mode in ScarMode if tuple(by := shifts(scars, mode)) == options), None)
    if moves is None or isinstance(last.question, Choice):
        return ()
    face = total_of(last.question.roll, last.faces)
    return tuple(f"it stays {face}" if not by else f"it is {face + by}" for by in moves.values())
