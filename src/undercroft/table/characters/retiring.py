"""Retiring a character, and bringing one back."""

from collections.abc import Iterable
from typing import ClassVar

from undercroft.books.sovereign.big_picture import Entry, Status, roster
from undercroft.kernel.units import SeatId
from undercroft.table.characters.joining import without_member
from undercroft.table.engine.about import About
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Part, Reason
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import known_to, name_of, not_on_their_roll
from undercroft.table.engine.subjects import subject
from undercroft.table.state.campaign import Campaign, changed_person
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Role
from undercroft.table.world import light


class _RosterCommand(Command, frozen=True):
    """Retire a character or bring one back."""

    leaving: ClassVar[bool]
    who: PersonId

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_on_their_roll(known, seat, self.who)
        person, group = known.people.get(self.who), known.group_of(self.who)
        if person is None:
            return
        leaving = self.leaving
        if not person.alive:
            yield Reason("dead", f"{person.name} is dead.", roster.id)
            return
        if person.retired == leaving:
            yield Reason(
                "retired" if leaving else "not_retired", f"{person.name} has {'already' if leaving else 'not'} left."
            )
        if group is not None and group.site is not None:
            yield Reason("in_a_site", f"{subject(known, self.who)} must leave the site first.")
        if any(wanted.blocks for wanted in known.wanted.values()):
            yield Reason("dice_wanted", "Dice are wanted first.")


class Retire(_RosterCommand, frozen=True, tag="retire"):
    """Retire a character."""

    leaving: ClassVar[bool] = True
    ABOUT = About(title="Retire a character")

    def do(self, play: Play) -> None:
        play.settle(roster, Entry(Status.ACTIVE, Status.RETIRED))
        leave(play, self.who)


class ComeBack(_RosterCommand, frozen=True, tag="come_back"):
    """Bring a retired character back."""

    leaving: ClassVar[bool] = False
    ABOUT = About(title="Bring back a retired character")

    def do(self, play: Play) -> None:
        play.settle(roster, Entry(Status.RETIRED, Status.ACTIVE))
        play.tell(RosterChanged(self.who, retired=False), to=known_to(play.now.people[self.who]))


class RosterChanged(Event, frozen=True, tag="table.roster-changed"):
    """A character retired or came back; a retired character is in no group."""

    who: PersonId
    retired: bool

    def fold(self, campaign: Campaign) -> Campaign:
        if self.who not in campaign.people:
            return campaign
        return without_member(changed_person(campaign, self.who, retired=self.retired, waits=False), self.who)

    def say(self, now: Campaign) -> str:
        name = name_of(now, self.who)
        if not self.retired:
            return f"{name} is back in play."
        serves = self.who in now.people and now.people[self.who].role in (Role.HIRELING, Role.HENCHMAN)
        return f"{name} leaves the party's service." if serves else f"{name} retires."


def leave(play: Play, who: PersonId) -> None:
    """Retire a character: their lights go out and their timers are dropped."""
    person = play.now.people[who]
    for lit in tuple(play.now.lights.values()):
        if lit.holder == who:
            light.go_out(play, lit, spent=False)
    for timer in tuple(play.now.timers.values()):
        if timer.person == who:
            play.drop_timer(timer)
    play.tell(RosterChanged(who, retired=True), to=known_to(person))


PART = Part(commands=(Retire, ComeBack), events=(RosterChanged,))
