"""Evenings: when play begins and ends, who is there for it, and what the next one opens with."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.sovereign.rulings import Reply
from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign, Evening, Group
from undercroft.table.groups import MAIN, GroupFormed
from undercroft.table.light import BURNS, go_out
from undercroft.table.names import GroupId, Label, PersonId
from undercroft.table.parting import disband, welcome
from undercroft.table.people import Person
from undercroft.table.play import Play
from undercroft.table.privations import fresh
from undercroft.table.roll import name_of as _name
from undercroft.table.rooms import Command, Event, Offer, Reason, Room
from undercroft.table.rulings import RulingAnswered
from undercroft.table.seats import REFEREE
from undercroft.table.sightings import see
from undercroft.table.telling import TABLE
from undercroft.table.telling import group as group_audience
from undercroft.table.things import Thing
from undercroft.table.timers import Timer
from undercroft.table.whose import referee_only


class BeginEvening(Command, frozen=True, tag="begin_evening"):
    """Open an evening; whoever is not named among those present is away. Nobody named means those who were there."""

    title: Label
    present: tuple[PersonId, ...] = ()


class EndEvening(Command, frozen=True, tag="end_evening"):
    """Close the evening."""


class Arrive(Command, frozen=True, tag="arrive"):
    """Somebody joins those who play, with a group wherever it is: late, or in another's stead."""

    who: PersonId
    group: GroupId = MAIN
    instead_of: PersonId | None = None


class Leave(Command, frozen=True, tag="step_away"):
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
    present = _present(play.now, act)
    play.tell(EveningBegan(Evening(number, act.title, present)), to=TABLE)
    coming = [who for who in present if who not in play.now.present]
    home = _home(play.now)
    for who in coming:
        come_along(play, who, home)
    for who in play.now.present:
        if who not in present:
            _go(play, who)


def _present(campaign: Campaign, act: BeginEvening) -> tuple[PersonId, ...]:
    """Those named, or as many as were there and still play."""
    return act.present or tuple(
        who for who in campaign.present if who in campaign.people and _plays(campaign.people[who])
    )


def _home(campaign: Campaign) -> GroupId:
    """The group that newcomers join: the first that has anybody in it."""
    return next((group.id for group in campaign.groups.values() if group.members), MAIN)


def come_along(play: Play, who: PersonId, group: GroupId) -> None:
    """Somebody is with a group, and knows what it knows."""
    if group not in play.now.groups:
        play.tell(GroupFormed(Group(group, "The party", (), play.now.clock)), to=TABLE)
    play.tell(Arrived(who, group), to=TABLE)
    if play.group(group).time:
        fresh(play, who)
    welcome(play, who, group)
    zone = play.group(group).zone
    if zone is not None:
        see(play, group, zone)


def _go(play: Play, who: PersonId) -> None:
    """Somebody is away: their lights are out, they leave what is at stake, and no time passes for them."""
    group = play.now.group_of(who)
    for light in tuple(play.now.lights.values()):
        if light.holder == who:
            go_out(play, light, spent=False)
    for proposal in tuple(play.now.proposals.values()):
        if who in proposal.who:
            play.tell(RulingAnswered(proposal.id, (who,), Reply.WITHDRAW), to=group_audience(proposal.group))
    play.tell(Left(who), to=TABLE)
    if group is not None:
        disband(play, group.id)


def _end(play: Play, _: EndEvening) -> None:
    if play.now.evening is not None:
        play.tell(EveningEnded(play.now.evening.number), to=TABLE)


def _arrive(play: Play, act: Arrive) -> None:
    """Whoever comes in another's stead comes to where that one was."""
    group = None if act.instead_of is None else play.now.group_of(act.instead_of)
    come_along(play, act.who, act.group if group is None else group.id)
    if act.instead_of is not None:
        _go(play, act.instead_of)


def _leave(play: Play, act: Leave) -> None:
    _go(play, act.who)


def _may_begin(known: Campaign, seat: SeatId, act: BeginEvening) -> Iterable[Reason]:
    yield from referee_only(seat)
    if known.evening is not None and known.evening.open:
        yield Reason("evening_open", "An evening is open: end it first.")
    if any(who not in known.people or not _plays(known.people[who]) for who in act.present):
        yield Reason("not_here", "Somebody of those named is nobody, dead, or has retired.")
    yield from _underway(known, (who for who in known.present if who not in _present(known, act)))


def _plays(person: Person) -> bool:
    return person.alive and not person.retired


def _underway(known: Campaign, leaving: Iterable[PersonId]) -> Iterable[Reason]:
    groups = {group.id for who in leaving if (group := known.group_of(who)) is not None}
    if groups & set(known.stretches):
        yield Reason("under_way", "They are at something that takes longer.")


def _may_end(known: Campaign, seat: SeatId, _: EndEvening) -> Iterable[Reason]:
    yield from referee_only(seat)
    if known.evening is None or not known.evening.open:
        yield Reason("no_evening", "No evening is open.")


def _may_arrive(known: Campaign, seat: SeatId, act: Arrive) -> Iterable[Reason]:
    yield from referee_only(seat)
    person = known.people.get(act.who)
    if person is None:
        yield Reason("not_here", "Nobody goes by that name.")
    elif not _plays(person):
        yield Reason("gone", f"{person.name} plays no more.")
    elif act.who in known.present:
        yield Reason("present", f"{person.name} is there already.")
    if act.group not in known.groups and act.group != MAIN:
        yield Reason("no_group", "Nobody goes by that name.")
    if act.instead_of is not None and act.instead_of not in known.present:
        yield Reason("not_present", "Nobody of that name is there to be replaced.")


def _may_leave(known: Campaign, seat: SeatId, act: Leave) -> Iterable[Reason]:
    yield from referee_only(seat)
    if act.who not in known.present:
        yield Reason("not_here", "Nobody of that name is there.")
    yield from _underway(known, (act.who,))


class LastTime(Struct, frozen=True):
    """What an evening opens with: where everybody was, what runs, what waits, and what is in the dark."""

    title: str
    groups: tuple[Group, ...]
    running: tuple[Timer, ...]
    waiting: tuple[str, ...]
    """Dice and choices, rulings on the table, and what players declared."""
    loose_ends: tuple[str, ...]
    unlit: tuple[Thing, ...]
    """Lights that somebody has and that do not burn."""


def last_time(known: Campaign) -> LastTime:
    """How things stood when the last evening ended, by what a seat knows."""
    dice = tuple(asked.question.purpose for wanted in known.wanted.values() for asked in wanted.questions)
    at_stake = tuple(proposal.what for proposal in known.proposals.values())
    declared = tuple(f"{_name(known, one.who)}: {one.text}" for one in known.declared)
    clues = tuple(clue.text for seen in known.seen.values() for clue in seen.clues)
    notes = tuple(note.text for note in known.notes)
    title = known.evening.title if known.evening is not None else ""
    running = tuple(sorted(known.timers.values(), key=lambda timer: (timer.due, timer.id)))
    groups = tuple(group for group in known.groups.values() if group.members)
    carried = (thing for who in known.present for thing in known.carried_by(who) if thing.count)
    unlit = tuple(thing for thing in carried if thing.item in BURNS and thing.id not in known.lights)
    return LastTime(title, groups, running, (*dice, *at_stake, *declared), (*clues, *notes), unlit)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    if known.evening is not None and known.evening.open:
        yield Offer(EndEvening(), "End the evening")
    for who, person in known.people.items():
        if _plays(person) and who not in known.present:
            yield Offer(Arrive(who, _home(known)), f"{person.name} joins", who)


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
