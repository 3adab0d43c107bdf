"""A party that goes apart, for tests of who hears what."""

from __future__ import annotations

from tests.table.tabletop import Tabletop
from undercroft.table.answers import NO_ANSWERS
from undercroft.table.campaign import Group
from undercroft.table.decide import Decision
from undercroft.table.groups import MAIN, GroupFormed
from undercroft.table.names import ActId, GroupId, PersonId
from undercroft.table.telling import TABLE, Told

SCOUTS = GroupId("scouts")


def go_apart(table: Tabletop, *who: PersonId) -> None:
    """These go ahead from where the party is, under a name of their own."""
    party = table.now.groups[MAIN]
    scouts = Group(SCOUTS, "The scouts", who, party.time, party.site, party.zone, party.scenes)
    told = Told(GroupFormed(scouts), tuple(sorted(TABLE(table.now))), party.time, ActId("apart"))
    table.take(Decision((told,), waits=False, answers=NO_ANSWERS))
