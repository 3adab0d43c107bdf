"""A party that goes apart, for tests of who hears what."""

from tests.table.tabletop import Tabletop
from undercroft.table.decide import Decision
from undercroft.table.engine.answers import NO_ANSWERS
from undercroft.table.engine.audience import TABLE, Told
from undercroft.table.state.campaign import Group
from undercroft.table.state.ids import ActId, GroupId, PersonId
from undercroft.table.world.groups import MAIN, GroupFormed

SCOUTS = GroupId("scouts")


def go_apart(table: Tabletop, *who: PersonId) -> None:
    """These go ahead from where the party is, under a name of their own."""
    party = table.now.groups[MAIN]
    scouts = Group(SCOUTS, "The scouts", who, party.time, party.site, party.zone, party.scenes)
    told = Told(GroupFormed(scouts), tuple(sorted(TABLE(table.now))), party.time, ActId("apart"))
    table.take(Decision((told,), waits=False, answers=NO_ANSWERS))
