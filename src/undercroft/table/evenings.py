"""Evenings: when play begins and ends, who is there for it, and what the next one opens with."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign, Evening, Group
from undercroft.table.groups import MAIN, GroupFormed
from undercroft.table.names import GroupId, Label, PersonId
from undercroft.table.play import Play
from undercroft.table.rooms import Command, Event, Offer, Reason, Room
from undercroft.table.seats import REFEREE
from undercroft.table.sightings import see
from undercroft.table.telling import TABLE
from undercroft.table.timers import Timer
from undercroft.table.whose import referee_only


class BeginEvening(Command, frozen=True, tag="begin_evening"):
    """Open an evening; whoever is not named among those present is away."""

    title: Label
    present: tuple[PersonId, ...]


class EndEvening(Command, frozen=True, tag="end_evening"):
    """Close the evening."""


class Arrive(Command, frozen=True, tag="arrive"):
    """Somebody joins those who play, late or as a replacement, with a group wherever it is."""

    who: PersonId
    group: GroupId = MAIN


class Leave(Command, frozen=True, tag="leave"):
    """Somebody is away from now on."""

    who: PersonId


class EveningBegan(Event, frozen=True, tag="table.evening-began"):
    """An evening begins."""

    evening: Evening


class EveningEnded(Event, frozen=True, tag="table.evening-ended"):
    """It is over."""

    number: int


class Arrived(Event, frozen=True, tag="table.arrived"):
    """Somebody is with a group now."""

    who: PersonId
    group: GroupId


class Left(Event, frozen=True, tag="table.left"):
    """Somebody is away."""

    who: PersonId


def _began(campaign: Campaign, event: EveningBegan) -> Campaign:
    return replace(campaign, evening=event.evening)


def _ended(campaign: Campaign, _: EveningEnded) -> Campaign:
    evening = campaign.evening
    return campaign if evening is None else replace(campaign, evening=replace(evening, open=False))


def _arrived(campaign: Campaign, event: Arrived) -> Campaign:
    left = _left(campaign, Left(event.who))
    group = left.groups.get(event.group)
    if group is None:
        return campaign
    joined = replace(group, members=(*group.members, event.who))
    groups = {**left.groups, group.id: joined}
    return replace(left, groups=groups, present=(*left.present, event.who))


def _left(campaign: Campaign, event: Left) -> Campaign:
    groups = {
        id: replace(group, members=tuple(one for one in group.members if one != event.who))
        for id, group in campaign.groups.items()
    }
    return replace(campaign, groups=groups, present=tuple(one for one in campaign.present if one != event.who))


def _begin(play: Play, act: BeginEvening) -> None:
    """Those who are away leave, those who come back join the first group there is."""
    before = play.now.evening
    number = 1 if before is None else before.number + 1
    play.tell(EveningBegan(Evening(number, act.title, act.present)), to=TABLE)
    for who in play.now.present:
        if who not in act.present:
            play.tell(Left(who), to=TABLE)
    for who in act.present:
        if who not in play.now.present:
            _join(play, who, _home(play.now))


def _home(campaign: Campaign) -> GroupId:
    """The group that newcomers join: the first that has anybody in it."""
    return next((group.id for group in campaign.groups.values() if group.members), MAIN)


def _join(play: Play, who: PersonId, group: GroupId) -> None:
    if group not in play.now.groups:
        play.tell(GroupFormed(Group(group, "The party", (), play.now.clock)), to=TABLE)
    play.tell(Arrived(who, group), to=TABLE)
    zone = play.group(group).zone
    if zone is not None:
        see(play, group, zone)


def _end(play: Play, _: EndEvening) -> None:
    if play.now.evening is not None:
        play.tell(EveningEnded(play.now.evening.number), to=TABLE)


def _arrive(play: Play, act: Arrive) -> None:
    _join(play, act.who, act.group)


def _leave(play: Play, act: Leave) -> None:
    play.tell(Left(act.who), to=TABLE)


def _may_begin(known: Campaign, seat: SeatId, act: BeginEvening) -> Iterable[Reason]:
    yield from referee_only(seat)
    if known.evening is not None and known.evening.open:
        yield Reason("evening_open", "An evening is open: end it first.")
    if any(who not in known.people or not known.people[who].alive for who in act.present):
        yield Reason("not_here", "Somebody of those named is nobody, or dead.")


def _may_end(known: Campaign, seat: SeatId, _: EndEvening) -> Iterable[Reason]:
    yield from referee_only(seat)
    if known.evening is None or not known.evening.open:
        yield Reason("no_evening", "No evening is open.")


def _may_arrive(known: Campaign, seat: SeatId, act: Arrive) -> Iterable[Reason]:
    yield from referee_only(seat)
    person = known.people.get(act.who)
    if person is None:
        yield Reason("not_here", "Nobody goes by that name.")
    elif not person.alive or person.retired:
        yield Reason("gone", f"{person.name} plays no more.")
    elif act.who in known.present:
        yield Reason("present", f"{person.name} is there already.")
    if act.group not in known.groups and act.group != MAIN:
        yield Reason("no_group", "Nobody goes by that name.")


def _may_leave(known: Campaign, seat: SeatId, act: Leave) -> Iterable[Reason]:
    yield from referee_only(seat)
    if act.who not in known.present:
        yield Reason("not_here", "Nobody of that name is there.")


class LastTime(Struct, frozen=True):
    """What an evening opens with: where everybody was, what runs, and what waits."""

    title: str
    groups: tuple[Group, ...]
    running: tuple[Timer, ...]
    waiting: tuple[str, ...]
    loose_ends: tuple[str, ...]


def last_time(known: Campaign) -> LastTime:
    """How things stood when the last evening ended, by what a seat knows."""
    waiting = tuple(asked.question.purpose for wanted in known.wanted.values() for asked in wanted.questions)
    clues = tuple(clue.text for seen in known.seen.values() for clue in seen.clues)
    notes = tuple(note.text for note in known.notes)
    title = known.evening.title if known.evening is not None else ""
    running = tuple(sorted(known.timers.values(), key=lambda timer: (timer.due, timer.id)))
    groups = tuple(group for group in known.groups.values() if group.members)
    return LastTime(title, groups, running, waiting, (*clues, *notes))


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    if known.evening is not None and known.evening.open:
        yield Offer(EndEvening(), "End the evening")
    for who, person in known.people.items():
        if person.alive and not person.retired and who not in known.present:
            yield Offer(Arrive(who, _home(known)), f"{person.name} joins", who)


def _name(known: Campaign, who: PersonId) -> str:
    return known.people[who].name if who in known.people else who


def _began_words(known: Campaign, event: EveningBegan) -> str:
    there = ", ".join(_name(known, who) for who in event.evening.present)
    return f"Evening {event.evening.number}, {event.evening.title}: {there}."


ROOM = Room(
    arms={EveningBegan: _began, EveningEnded: _ended, Arrived: _arrived, Left: _left},
    steps={BeginEvening: _begin, EndEvening: _end, Arrive: _arrive, Leave: _leave},
    refusals={BeginEvening: _may_begin, EndEvening: _may_end, Arrive: _may_arrive, Leave: _may_leave},
    offers=_offers,
    words={
        EveningBegan: _began_words,
        EveningEnded: lambda _, it: f"Evening {it.number} ends.",
        Arrived: lambda now, it: f"{_name(now, it.who)} joins.",
        Left: lambda now, it: f"{_name(now, it.who)} is away.",
    },
)
