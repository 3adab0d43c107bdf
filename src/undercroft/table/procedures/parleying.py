"""Parley: what the party asks for, what stands behind it, and how far the others go for that."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.sovereign.parley import (
    Asking,
    Bargaining,
    Lever,
    Means,
    OnlyTalk,
    parley_leverage,
    parley_offer,
)
from undercroft.books.sovereign.reactions import Response
from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign
from undercroft.table.names import GroupId, Text
from undercroft.table.play import Play
from undercroft.table.procedures.meeting_scene import in_a_meeting, meeting_of, the_meeting
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.seats import REFEREE
from undercroft.table.telling import group as group_audience


class Parley(Command, frozen=True, tag="parley"):
    """Bargain: what is asked for and its worth to the others, and each thing that stands behind it with its own."""

    group: GroupId
    asking: Text = ""
    asked: Fraction = Fraction(0)
    items: Annotated[tuple[Lever, ...], Meta(max_length=100)] = ()
    answer: Text = ""
    """What the others say to it, as everybody hears."""


class Bargained(Event, frozen=True, tag="table.bargained"):
    """What it was worth, and how far they would go; the referee's own reckoning."""

    secret: ClassVar[bool] = True

    group: GroupId
    leverage: Fraction
    given: Fraction


class Parleyed(Event, frozen=True, tag="table.parleyed"):
    """What was asked for, and what the others say."""

    group: GroupId
    asking: str
    answer: str


def _parley(play: Play, act: Parley) -> None:
    """Nobody offers more than the leverage is worth; how much of it they say is for the referee."""
    leverage = play.settle(parley_leverage, Bargaining(act.items)).leverage
    outcome = play.settle(parley_offer, Asking(act.asked, leverage))
    play.tell(Bargained(act.group, leverage, outcome.given))
    usual = "they only talk" if isinstance(outcome, OnlyTalk) else _offer(outcome.given, act.asked)
    play.tell(Parleyed(act.group, act.asking, act.answer or usual), to=group_audience(act.group))
    meeting = the_meeting(play, act.group)
    play.go_on(act.group, replace(meeting, talked=True))


def _offer(given: Fraction, asked: Fraction) -> str:
    return "they agree" if given >= asked else "they offer less"


def _may_parley(known: Campaign, seat: SeatId, act: Parley) -> Iterable[Reason]:
    yield from in_a_meeting(known, seat, act.group)
    meeting = meeting_of(known.groups.get(act.group))
    if meeting is not None and meeting.does is not Response.TALK:
        yield Reason("no_talk", "They do not talk.", parley_offer.id)
    if act.asked < 0 or any(worth < 0 for _, worth in act.items):
        yield Reason("negative", "Nothing is worth less than nothing.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    for group in known.groups.values():
        meeting = meeting_of(group)
        if meeting is not None and meeting.does is Response.TALK:
            for means in Means:
                act = Parley(group.id, items=((means, Fraction(1)),), asked=Fraction(1))
                yield Offer(act, f"{group.name}: bargain ({means.value})")


ROOM = Room(
    arms={Bargained: unchanged, Parleyed: unchanged},
    steps={Parley: _parley},
    refusals={Parley: _may_parley},
    offers=_offers,
    words={
        Bargained: lambda _, it: f"Leverage {it.leverage}: they would give {it.given}.",
        Parleyed: lambda _, it: f"{f'Asked for {it.asking}: ' if it.asking else ''}{it.answer}.",
    },
)
