"""Dice wanted: the questions put to a seat, each with its dice."""

from __future__ import annotations

from msgspec import Struct

from undercroft.interpret.ask import prompt
from undercroft.kernel.dice import Choice, rolls_in
from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Asked, Campaign
from undercroft.table.names import WantedId
from undercroft.table.seats import REFEREE


class Die(Struct, frozen=True):
    """One die to be typed: its sides, and its faces where they are few enough for buttons."""

    sides: int
    faces: tuple[int, ...]


class WantedView(Struct, frozen=True):
    """One question."""

    id: WantedId
    ruling: int
    title: str
    prompt: str
    seat: SeatId
    of: str
    """Whose dice they are, for people."""
    dice: tuple[Die, ...]
    options: tuple[str, ...]


MOST_BUTTONS = 20


def wanted_views(known: Campaign, seat: SeatId) -> tuple[WantedView, ...]:
    """The questions this seat may answer: its own, and for the referee everybody's."""
    return tuple(
        _view(known, id, asked)
        for id, wanted in known.wanted.items()
        for asked in wanted.questions
        if seat in (REFEREE, asked.seat)
    )


def _view(known: Campaign, id: WantedId, asked: Asked) -> WantedView:
    question = asked.question
    of = known.seats[asked.seat].name if asked.seat in known.seats else "Referee"
    if isinstance(question, Choice):
        return WantedView(id, asked.ruling, question.purpose, prompt(question), asked.seat, of, (), question.options)
    dice = tuple(
        Die(roll.sides, tuple(roll.values) if roll.sides <= MOST_BUTTONS else ())
        for roll in rolls_in(question.roll)
        for _ in range(roll.count)
    )
    return WantedView(id, asked.ruling, question.purpose, prompt(question), asked.seat, of, dice, ())
