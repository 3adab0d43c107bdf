"""What a march costs those who are stopped on it: fatigue for the hours since they last rested."""

from __future__ import annotations

from fractions import Fraction

from undercroft.books.neverwhere.working_hours import Missing, Stopped, march_fatigue
from undercroft.table import bridge
from undercroft.table.campaign import Campaign
from undercroft.table.fatigue import tire
from undercroft.table.house import Fatigue
from undercroft.table.loads import TOO_HEAVY, load
from undercroft.table.names import GroupId, PersonId
from undercroft.table.people import Person
from undercroft.table.play import Play
from undercroft.table.telling import group as group_audience

AN_HOUR = Fraction(1)
"""What is assumed of a march where nobody has counted its hours."""


def stopped(known: Campaign, person: Person, hours: Fraction = AN_HOUR, *, effort: bool = False) -> Stopped:
    """Somebody who is stopped on the march, with what they carry and wear."""
    worn = bridge.dress(person, known.carried_by(person.id))
    tier = min(load(known, person).tier, TOO_HEAVY - 1)
    return Stopped(hours=hours, level_index=tier, hot=False, heavy_clothing=worn.heavy, extra_effort=effort)


def interrupted(
    play: Play, group: GroupId, hours: Fraction = AN_HOUR, effort: frozenset[PersonId] = frozenset()
) -> None:
    """The march is stopped: everybody misses what the hours cost, where Neverwhere's points are counted."""
    if play.now.house.fatigue is not Fatigue.NEVERWHERE:
        return
    to = group_audience(group)
    for person in play.now.able_in(group):
        given = stopped(play.now, person, hours, effort=person.id in effort)
        missing: Missing = play.settle(march_fatigue, given, to=to, whole=True)
        tire(play, person.id, missing.fp, cause="the march", to=to)
