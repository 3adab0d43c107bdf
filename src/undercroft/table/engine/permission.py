"""The usual reasons against a command, and what the referee's commands about a person share."""

from collections.abc import Iterable

from undercroft.kernel.units import SeatId
from undercroft.table.engine.part import Command, Reason
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PersonId
from undercroft.table.state.seats import REFEREE

NO_GROUP = Reason("no_group", "Nobody goes by that name.")
NO_PERSON = Reason("no_person", "Nobody goes by that name.")
IN_A_SCENE = Reason("in_a_scene", "They are in the middle of something else.")
NOT_EXPLORING = Reason("not_exploring", "They are not exploring a site.")


def not_theirs(known: Campaign, seat: SeatId, who: PersonId) -> Iterable[Reason]:
    """The reasons a seat may not act for a person."""
    person = known.people.get(who)
    if person is None or who not in known.present:
        yield Reason("not_here", "Nobody of that name is here.")
    elif seat not in (REFEREE, person.seat):
        yield Reason("not_yours", f"{person.name} is somebody else's.")
    elif not person.able:
        yield Reason("not_able", f"{person.name} cannot act.")


class OfPerson(Command, frozen=True):
    """A command of the referee about a person."""

    who: PersonId

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        """Only the referee may give it, about a person of the campaign."""
        yield from super().why_not(known, seat)
        if self.who not in known.people:
            yield NO_PERSON
