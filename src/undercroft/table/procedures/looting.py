"""Looting: what the fallen had is looked through, in a site or on the road."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign, Group, with_group
from undercroft.table.journeys import Camp, Hike, TravelDay
from undercroft.table.names import PersonId
from undercroft.table.opening import ThingPlaced
from undercroft.table.play import Play
from undercroft.table.procedures.clockwork import Activity
from undercroft.table.procedures.exploring import busy, did, held_back
from undercroft.table.procedures.taking_turns import a_turn, clock_at
from undercroft.table.roadside import ground
from undercroft.table.roll import name_of
from undercroft.table.rooms import Command, Event, Offer, Reason, Room
from undercroft.table.sightings import tell_thing
from undercroft.table.telling import group as group_audience
from undercroft.table.things import Guarded, Thing
from undercroft.table.whose import not_theirs
from undercroft.table.working import at_work


class Loot(Command, frozen=True, tag="loot"):
    """Look through what the fallen had; in the open that takes a Turn."""

    who: PersonId


class Looted(Event, frozen=True, tag="table.looted"):
    """Somebody has looked through what the fallen had."""

    who: PersonId
    found: tuple[str, ...]


def _looted(campaign: Campaign, event: Looted) -> Campaign:
    group = campaign.group_of(event.who)
    return campaign if group is None else with_group(campaign, replace(group, field=None, field_hex=None))


def _loot(play: Play, act: Loot) -> None:
    """What lay with creatures who are gone or beaten lies there now."""
    group = play.now.group_of(act.who)
    if group is None:
        return
    found = _spoils(play.now, group)
    if group.site is None:
        play.spend(group.id, a_turn(clock_at(play.now, group)))
    for thing in found:
        tell_thing(play, group.id, ThingPlaced(replace(thing, place=ground(group))))
    play.tell(Looted(act.who, tuple(thing.name for thing in found)), to=group_audience(group.id))
    did(play, act.who, Activity.LOOT, "looked through what they had")


def _spoils(campaign: Campaign, group: Group) -> tuple[Thing, ...]:
    """In a site, things of creatures who are no longer there to guard them; in the open, what was never anybody's."""
    site = campaign.site_of(group)
    if site is None:
        here = ground(group)
        return tuple(one for one in campaign.things.values() if one.place == here and one.count and one.found is None)
    return tuple(
        thing
        for thing in campaign.things.values()
        if isinstance(thing.place, Guarded)
        and thing.place.site == site.id
        and thing.place.by not in site.creatures
        and thing.count
    )


def _may_loot(known: Campaign, seat: SeatId, act: Loot) -> Iterable[Reason]:
    group = known.group_of(act.who)
    if group is not None and group.site is None:
        yield from _abroad(known, seat, act, group)
        return
    yield from busy(known, seat, act.who, Activity.LOOT)
    if group is None or group.field is None or group.field != group.zone:
        yield Reason("no_field", "Nobody has fallen here.")


def _abroad(known: Campaign, seat: SeatId, act: Loot, group: Group) -> Iterable[Reason]:
    yield from not_theirs(known, seat, act.who)
    yield from at_work(known, act.who)
    yield from held_back(known, group)
    if not isinstance(group.scene, TravelDay | Camp | Hike | None):
        yield Reason("in_a_scene", "They are in the middle of something else.")
    if group.field_hex is None or group.field_hex != group.hex:
        yield Reason("no_field", "Nobody has fallen here.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in known.present:
        group = known.group_of(who)
        if group is not None and not any(_may_loot(known, seat, Loot(who))):
            seconds = a_turn(None) if group.site is None else None
            label = f"{known.people[who].name}: look through what the fallen had"
            yield Offer(Loot(who), label, who, seconds=seconds)


def _words(now: Campaign, it: Looted) -> str:
    if it.who not in now.people:
        return ""
    group = now.group_of(it.who)
    if not it.found and group is not None and group.site is None:
        return f"{name_of(now, it.who)} looks through what the fallen had."
    return f"{name_of(now, it.who)} finds {', '.join(it.found) or 'nothing'} with the fallen."


ROOM = Room(
    arms={Looted: _looted},
    steps={Loot: _loot},
    refusals={Loot: _may_loot},
    offers=_offers,
    words={Looted: _words},
)
