"""The roll: who is on it, what they are called by, who knows of them and who has a say over them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from unicodedata import normalize

from undercroft.kernel.naming import looks
from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign
from undercroft.table.names import PersonId
from undercroft.table.people import Person, Role
from undercroft.table.rooms import Reason
from undercroft.table.seats import REFEREE
from undercroft.table.telling import SECRET, TABLE, Audience


def person_id(name: str, seat: SeatId) -> PersonId:
    """What somebody is called by: their name, and the seat that plays them."""
    spoken = re.sub(r"[\W_]+", "-", normalize("NFC", name).casefold()).strip("-")
    return PersonId(f"{spoken or 'nameless'}-{seat}")


def free_id(campaign: Campaign, name: str, seat: SeatId) -> PersonId:
    """The same, or a number after it where somebody of that name was quicker."""
    wanted, number = person_id(name, seat), 2
    found = wanted
    while found in campaign.people:
        found, number = PersonId(f"{wanted}-{number}"), number + 1
    return found


def free_name(campaign: Campaign, name: str) -> str:
    """What somebody is called in full: with a number where somebody who looks the same was quicker."""
    found, number = name, 2
    while any(name_taken(campaign, found)):
        found, number = f"{name} {number}", number + 1
    return found


def known_to(person: Person) -> Audience:
    """Everybody at the table knows those on the roll; of creatures only the referee does."""
    return SECRET if person.role is Role.CREATURE else TABLE


def name_of(now: Campaign, who: PersonId) -> str:
    """What somebody is called, as far as that is known."""
    return now.people[who].name if who in now.people else who


def not_their_seat(known: Campaign, seat: SeatId, of: SeatId) -> Iterable[Reason]:
    """Why a seat may not make somebody for another."""
    if of != REFEREE and of not in known.seats:
        yield Reason("no_seat", "There is no such seat.")
    elif seat not in (REFEREE, of):
        yield Reason("not_yours", "Everybody makes their own characters.")


def name_taken(known: Campaign, name: str) -> Iterable[Reason]:
    """Why somebody cannot be called that; what creatures are called is free."""
    on_it = (one for one in known.people.values() if one.role is not Role.CREATURE)
    if any(looks(one.name) == looks(name) for one in on_it):
        yield Reason("name_taken", "Somebody on the roll has that name, or one that looks the same.")


def not_on_their_roll(known: Campaign, seat: SeatId, who: PersonId) -> Iterable[Reason]:
    """Why a seat has no say over somebody, present or not."""
    person = known.people.get(who)
    if person is None:
        yield Reason("no_person", "Nobody of that name is on the roll.")
    elif seat not in (REFEREE, person.seat):
        yield Reason("not_yours", f"{person.name} is somebody else's.")
