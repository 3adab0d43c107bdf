"""The usual reasons against a command, and what the referee's commands about a person share."""

from collections.abc import Collection, Iterable

from undercroft.kernel.remembering import remembering
from undercroft.kernel.units import SeatId
from undercroft.table.engine.part import Command, Reason
from undercroft.table.engine.subjects import group_does
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.house_rules import Deciding
from undercroft.table.state.ids import PersonId
from undercroft.table.state.journeys import Camp, Hike, TravelDay
from undercroft.table.state.people import Person
from undercroft.table.state.scenes import Chase, EncounterScene, Fight, Town
from undercroft.table.state.seats import REFEREE, SPECTATORS

NO_PERSON = Reason("no_person", "There is no such person.")
NOT_EXPLORING = "not_exploring"
"""The code of the reason against what can only be done while exploring a site."""


def no_group(known: Campaign) -> Reason:
    """The reason against naming a group that does not exist: the groups there are, or what the first one needs."""
    names = sorted(group.name for group in known.groups.values() if group.members)
    here = (
        f"Groups here: {', '.join(names)}." if names else "No character is in the party yet: make one, and let it join."
    )
    return Reason("no_group", f"There is no such group. {here}")


def no_person(known: Campaign) -> Reason:
    """The reason against naming a person who is not here: those who are."""
    names = [known.people[who].name for who in known.present if who in known.people]
    here = f" People here: {', '.join(names)}." if names else ""
    return Reason("not_here", f"There is no such person here.{here}")


def not_carried(known: Campaign, who: PersonId) -> Reason:
    """The reason against using a thing that a person does not carry."""
    person = known.people.get(who)
    return Reason("not_carried", f"{person.name if person is not None else 'This person'} does not have that.")


def no_seat(known: Campaign) -> Reason:
    """The reason against naming a seat that does not exist: the seats there are."""
    names = [known.called(seat) for seat in known.seats if seat not in (REFEREE, SPECTATORS)]
    return Reason("no_seat", f"There is no such seat. Seats: {', '.join(('Referee', *names))}.")


def not_exploring(group: Group | None) -> Reason:
    """The reason against what can only be done while exploring a site: what the group is doing instead."""
    return Reason(NOT_EXPLORING, _situation(group))


def in_a_scene(group: Group) -> Reason:
    """The reason against what needs a group that is free: what the group is doing."""
    return Reason("in_a_scene", _situation(group).replace(", not in a site", ""))


def _situation(group: Group | None) -> str:
    """What a group is in the middle of, and what ends it."""
    who = group_does(group, "are", "is")
    match group.scene if group is not None else None:
        case Fight():
            return f"{who} in a fight: finish it first."
        case Chase():
            return f"{who} in a chase: finish it first."
        case EncounterScene():
            return f"{who} in an encounter: end it first."
        case Camp():
            return f"{who} in camp: break camp first."
        case TravelDay() | Hike():
            return f"{who} on the road, not in a site."
        case Town():
            return f"{who} in town, not in a site."
        case None if group is None or group.site is None:
            return f"{who} not exploring a site: enter one first."
        case _:
            return f"{who} exploring a site: leave it first."


def not_theirs(known: Campaign, seat: SeatId, who: PersonId) -> Iterable[Reason]:
    """The reasons a seat may not act for a person."""
    person = known.people.get(who)
    if person is None or who not in known.present:
        yield no_person(known)
    elif seat not in (REFEREE, person.seat):
        yield Reason("not_yours", f"{person.name} belongs to another player.")
    else:
        yield from not_able(person)


def not_able(person: Person) -> Iterable[Reason]:
    """The reason a person cannot act at all."""
    if not person.able:
        yield Reason("not_able", f"{person.name} cannot act: {person.kept_by}.")


@remembering(1024)
def acting_for(known: Campaign, seat: SeatId) -> tuple[PersonId, ...]:
    """Those present for whom a seat may act: a player's own characters, and for the referee everybody."""
    here = ((who, known.people[who]) for who in known.present if who in known.people)
    return tuple(who for who, person in here if seat in (REFEREE, person.seat))


def cannot_help(known: Campaign, who: PersonId, helpers: Collection[PersonId], *others: PersonId) -> Iterable[Reason]:
    """The reasons these people cannot help a person: not another one, not there, or not able to act."""
    if len(set(helpers)) < len(helpers):
        yield Reason("helper_twice", "Name each helper once.")
    able = could_help(known, who, *others)
    for helper in dict.fromkeys(helpers):
        if helper not in able:
            name = known.people[helper].name if helper in known.people else "That person"
            what = f"{name} cannot help: a helper is another person who is there and able to act."
            yield Reason("helper_not_here", what)


def could_help(known: Campaign, who: PersonId, *others: PersonId) -> frozenset[PersonId]:
    """The people who are with a person and able to help them."""
    group = known.group_of(who)
    able = known.able_in(group.id) if group is not None else ()
    return frozenset(person.id for person in able) - {who, *others}


def referee_decides(known: Campaign, seat: SeatId) -> Iterable[Reason]:
    """The reason that a player leaves the choices of a character to the referee, where the house has it so."""
    if seat != REFEREE and known.house.growth_by is Deciding.REFEREE:
        yield Reason("referee_decides", "Your referee makes these choices: tell them what you want.")


class OfPerson(Command, frozen=True):
    """A command of the referee about a person."""

    who: PersonId

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        """Only the referee may give it, about a person of the campaign."""
        yield from super().why_not(known, seat)
        if self.who not in known.people:
            yield NO_PERSON
