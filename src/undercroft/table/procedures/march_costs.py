"""What a march costs those who are stopped on it: fatigue for the hours since they last stood still."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from undercroft.books.neverwhere.working_hours import Missing, Stopped, march_fatigue
from undercroft.kernel.units import HOUR, Seconds
from undercroft.table import bridge
from undercroft.table.campaign import Campaign
from undercroft.table.fatigue import tire
from undercroft.table.house import Fatigue
from undercroft.table.journeys import Afoot, Hike, TravelDay
from undercroft.table.loads import TOO_HEAVY, load
from undercroft.table.names import GroupId, PersonId
from undercroft.table.people import Person
from undercroft.table.play import Play
from undercroft.table.scenes import Scene
from undercroft.table.telling import group as group_audience

AN_HOUR = Fraction(1)
"""What is assumed of a day by travel points, which has its rests in it: nobody has walked longer than that."""


def walked(before: Afoot | None, took: Seconds, until: Seconds) -> Afoot:
    """A walk that goes on from the one before, if nothing came between."""
    went_on = before is not None and before.until == until - took
    return Afoot((before.hours if before is not None and went_on else Fraction(0)) + Fraction(took, HOUR), until)


def unrested(scene: Scene | None, now: Seconds) -> Fraction:
    """The hours for which those are on their feet who are stopped now; none for whoever is not walking."""
    match scene:
        case Hike():
            return scene.unrested
        case TravelDay(afoot=Afoot(hours=hours, until=until)) if until == now:
            return min(hours, AN_HOUR)
        case _:
            return Fraction(0)


def stop(play: Play, group: GroupId) -> None:
    """A march is stopped by somebody or something: what its hours cost is missing now, and is not paid again."""
    there = play.group(group)
    scene = there.scene
    hours = unrested(scene, there.time)
    if not hours:
        return
    if isinstance(scene, Hike):
        interrupted(play, group, hours, scene.straining)
        play.go_on(group, replace(scene, unrested=Fraction(0)))
    elif isinstance(scene, TravelDay):
        interrupted(play, group, hours)
        play.go_on(group, replace(scene, afoot=None))


def stopped(known: Campaign, person: Person, hours: Fraction = AN_HOUR, *, effort: bool = False) -> Stopped:
    """Somebody who is stopped on the march, with what they carry and wear."""
    worn = bridge.dress(person, known.carried_by(person.id))
    tier = min(load(known, person).tier, TOO_HEAVY - 1)
    return Stopped(hours=hours, level_index=tier, hot=known.is_hot, heavy_clothing=worn.heavy, extra_effort=effort)


def interrupted(play: Play, group: GroupId, hours: Fraction, effort: frozenset[PersonId] = frozenset()) -> None:
    """The march is stopped: everybody misses what the hours cost, where Neverwhere's points are counted."""
    if play.now.house.fatigue is not Fatigue.NEVERWHERE:
        return
    to = group_audience(group)
    for person in play.now.able_in(group):
        given = stopped(play.now, person, hours, effort=person.id in effort)
        missing: Missing = play.settle(march_fatigue, given, to=to, whole=True)
        tire(play, person.id, missing.fp, cause="the march", to=to)
