"""The people of a campaign: their ids and names, who knows of them, and which seats may act for them."""

import re
from collections.abc import Iterable
from unicodedata import normalize

from undercroft.kernel.units import SeatId
from undercroft.table.engine.audience import SECRET, TABLE, Audience
from undercroft.table.engine.part import Reason
from undercroft.table.engine.permission import no_seat
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PersonId
from undercroft.table.state.names import looks
from undercroft.table.state.people import Person, Role
from undercroft.table.state.seats import REFEREE


def person_id(name: str, seat: SeatId) -> PersonId:
    """A person's usual id: their name and their seat."""
    spoken = re.sub(r"[\W_]+", "-", normalize("NFC", name).casefold()).strip("-")
    return PersonId(f"{spoken or 'nameless'}-{seat}")


def free_id(campaign: Campaign, name: str, seat: SeatId) -> PersonId:
    """An unused id for a person: the usual id, with a number if it is taken."""
    wanted, number = person_id(name, seat), 2
    found = wanted
    while found in campaign.people:
        found, number = PersonId(f"{wanted}-{number}"), number + 1
    return found


def free_name(campaign: Campaign, name: str) -> str:
    """An unused name for a person: with a number if a name that looks the same is taken."""
    found, number = name, 2
    while any(name_taken(campaign, found)):
        found, number = f"{name} {number}", number + 1
    return found


def known_to(person: Person) -> Audience:
    """The seats that know of a person: every seat, but only the referee for a creature."""
    return SECRET if person.role is Role.CREATURE else TABLE


def name_of(now: Campaign, who: PersonId) -> str:
    """A person's name, or their id where the name is not known."""
    return now.people[who].name if who in now.people else who


def not_their_seat(known: Campaign, seat: SeatId, of: SeatId) -> Iterable[Reason]:
    """The reasons a seat may not make a character for another seat."""
    if of != REFEREE and of not in known.seats:
        yield no_seat(known)
    elif seat not in (REFEREE, of):
        yield Reason("not_yours", "Make characters only for your own seat.")


def name_taken(known: Campaign, name: str) -> Iterable[Reason]:
    """The reason a person cannot have that name; creatures may share names."""
    on_roll = (person for person in known.people.values() if person.role is not Role.CREATURE)
    if any(looks(person.name) == looks(name) for person in on_roll):
        yield Reason("name_taken", "A character already has that name, or one that looks the same.")


def not_on_their_roll(known: Campaign, seat: SeatId, who: PersonId) -> Iterable[Reason]:
    """The reasons a seat may not act for a person, present or not."""
    person = known.people.get(who)
    if person is None:
        yield Reason("no_person", "There is no such character.")
    elif seat not in (REFEREE, person.seat):
        yield Reason("not_yours", f"{person.name} belongs to another player.")
