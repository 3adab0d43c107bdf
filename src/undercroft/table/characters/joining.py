"""Joining the party: a newcomer comes along with a group and learns what it knows, or waits to be let in."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.body.privation import fresh
from undercroft.table.engine.about import UNRANKED, About, Section
from undercroft.table.engine.audience import TABLE, seats
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Reason, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import name_of, not_on_their_roll
from undercroft.table.exploration.splitting import welcome
from undercroft.table.state.campaign import Campaign, Group, changed_person, with_group
from undercroft.table.state.ids import GroupId, PersonId
from undercroft.table.state.people import Person, Role
from undercroft.table.state.scenes import Chase, Fight
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.groups import MAIN, GroupFormed
from undercroft.table.world.sight import see

ASKED_BACK = "Please look at this character once more."
"""What is sent back with a character where the referee writes nothing else."""


class Arrived(Event, frozen=True, tag="table.arrived"):
    """A character joined a group."""

    who: PersonId
    group: GroupId

    def fold(self, campaign: Campaign) -> Campaign:
        left = without_member(campaign, self.who)
        group = left.groups.get(self.group)
        if group is None:
            return campaign
        if self.who in left.people:
            left = changed_person(left, self.who, waits=False, sent_back="")
        joined = with_group(left, replace(group, members=(*group.members, self.who)))
        return replace(joined, present=(*joined.present, self.who))

    def say(self, now: Campaign) -> str:
        return f"{name_of(now, self.who)} joins the party."


class WaitingChanged(Event, frozen=True, tag="table.waiting-changed"):
    """A new character waits to be let into the party, or no longer waits."""

    who: PersonId
    waits: bool

    def fold(self, campaign: Campaign) -> Campaign:
        if self.who not in campaign.people:
            return campaign
        return changed_person(campaign, self.who, waits=self.waits, sent_back="")

    def say(self, now: Campaign) -> str:
        name = name_of(now, self.who)
        return f"{name} waits to join the party." if self.waits else f"{name} stays on the roster for now."


class SentBack(Event, frozen=True, tag="table.sent-back"):
    """The referee sent a new character back to its player with a word."""

    who: PersonId
    word: str

    def fold(self, campaign: Campaign) -> Campaign:
        if self.who not in campaign.people:
            return campaign
        return changed_person(campaign, self.who, waits=False, sent_back=self.word)

    def say(self, now: Campaign) -> str:
        return f"The referee sends {name_of(now, self.who)} back: “{self.word}”"


class SendBack(Command, frozen=True, tag="send_back"):
    """Send a new character back to its player, with a word on what to change. Only that player reads it."""

    who: PersonId
    word: Annotated[str, Meta(min_length=1, max_length=400)]
    ABOUT = About(
        title="Send a new character back",
        deed="a character sent back",
        button="Send back with a word",
        icon="note",
        place=Section.BANNERS,
        rank=UNRANKED + 1,
        while_waiting=True,
        opens_form=True,
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        yield from _not_waiting(known, self.who)
        if not self.word.strip():
            yield Reason("no_word", "Write what the player should change.")

    def do(self, play: Play) -> None:
        owner = play.now.people[self.who].seat
        play.tell(SentBack(self.who, self.word.strip()), to=seats(owner))
        play.aside(WaitingChanged(self.who, waits=False), to=lambda campaign: TABLE(campaign) - {owner})


class AskToJoin(Command, frozen=True, tag="ask_to_join"):
    """Tell the referee that a character is ready to join the party, for the first time or once more."""

    who: PersonId
    ABOUT = About(
        title="Ready to play",
        icon="hand",
        place=Section.BANNERS,
        while_waiting=True,
        for_seats=True,
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_on_their_roll(known, seat, self.who)
        person = known.people.get(self.who)
        if person is not None:
            yield from _not_ready(known, person)

    def do(self, play: Play) -> None:
        play.tell(WaitingChanged(self.who, waits=True), to=TABLE)


def _not_ready(known: Campaign, person: Person) -> Iterable[Reason]:
    """Why a character cannot wait for the referee to let them in."""
    if person.waits:
        yield Reason("waits_already", f"{person.name} already waits for the referee.")
    if person.id in known.present or not person.alive or person.retired or person.role is not Role.DELVER:
        yield Reason("cannot_join", f"{person.name} is in play, dead or retired.")


def may_be_ready(known: Campaign, seat: SeatId, person: Person) -> bool:
    """Whether a player may say that a character of theirs is ready to play."""
    return seat == person.seat != REFEREE and not tuple(_not_ready(known, person))


def _not_waiting(known: Campaign, who: PersonId) -> Iterable[Reason]:
    if who not in known.people or not known.people[who].waits:
        yield Reason("not_waiting", "No such character waits to join.")


class KeepOut(Command, frozen=True, tag="keep_out"):
    """Leave a new character on the roster for now."""

    who: PersonId
    ABOUT = About(
        title="Leave a new character out",
        button="Not now",
        place=Section.BANNERS,
        rank=UNRANKED + 2,
        while_waiting=True,
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        yield from _not_waiting(known, self.who)

    def do(self, play: Play) -> None:
        play.tell(WaitingChanged(self.who, waits=False), to=TABLE)


def without_member(campaign: Campaign, who: PersonId) -> Campaign:
    """Return the campaign with a character in no group and not present."""
    groups = {
        id: replace(group, members=tuple(member for member in group.members if member != who))
        for id, group in campaign.groups.items()
    }
    return replace(campaign, groups=groups, present=tuple(member for member in campaign.present if member != who))


def home(campaign: Campaign) -> GroupId:
    """The group that newcomers join: the first with members."""
    return next((group.id for group in campaign.groups.values() if group.members), MAIN)


def in_play(campaign: Campaign, seat: SeatId) -> bool:
    """Whether a player's seat has a living character in a group."""
    people = (campaign.people[who] for who in campaign.present if who in campaign.people)
    return any(person.seat == seat and person.alive for person in people)


def join_party(play: Play, who: PersonId, *, asked: bool | None) -> None:
    """Let a character that the referee made join the party at once, unless the party fights or flees.

    Then they wait on the roster, and so does a second character of a player if the referee does not say otherwise. A
    player who makes a character says when it is ready.
    """
    if play.by != REFEREE:
        return
    seat, group = play.now.people[who].seat, home(play.now)
    busy = group in play.now.groups and isinstance(play.group(group).scene, Fight | Chase)
    wanted = (seat != REFEREE and not in_play(play.now, seat)) if asked is None else asked
    if wanted and not busy:
        come_along(play, who, group)
    elif seat != REFEREE and asked is not False:
        play.tell(WaitingChanged(who, waits=True), to=TABLE)


def come_along(play: Play, who: PersonId, group: GroupId) -> None:
    """Let a character join a group and learn what it knows."""
    if group not in play.now.groups:
        play.tell(GroupFormed(Group(group, "The party", (), play.now.clock)), to=TABLE)
    play.tell(Arrived(who, group), to=TABLE)
    if play.group(group).time:
        fresh(play, who)
    welcome(play, who, group)
    zone = play.group(group).zone
    if zone is not None:
        see(play, group, zone)


def offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    """Leave a waiting character out or send it back; a player says that a character is ready.

    Letting a character in belongs to the sessions.
    """
    for person in known.people.values():
        if person.waits and seat == REFEREE:
            yield Offer(KeepOut(person.id), "leave", "out for now", person.name, person.id)
            yield Offer(SendBack(person.id, ASKED_BACK), "send back", "with a word", person.name, person.id)
        if may_be_ready(known, seat, person):
            yield Offer(AskToJoin(person.id), "be ready", "to play", person.name, person.id)
