"""Random changes: whatever is changed in whatever order, the world holds together and comes out as it should."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.figures import EVENINGS, soak
from tests.table.bots import SEATS, RandomTable, any_kind, honest, knows_what_it_was_told, opening, picks
from tests.table.invariants import holds_anywhere
from tests.table.small_lands import setting_out
from tests.table.small_site import CRYPT
from tests.table.tabletop import Tabletop
from undercroft.exchange import campaignfile
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.preparing.draft import PlayIt, Prepare
from undercroft.table.preparing.parts import differences, parts_of_site
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.changes import (
    AnyChange,
    CreaturesChange,
    DoorChange,
    FeatureChange,
    ObstacleChange,
    ThingChange,
    TrapChange,
    ZoneChange,
)
from undercroft.table.state.lands import Lands
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Clock, DoorState, Site
from undercroft.table.state.things import Guarded, Lying, Thing
from undercroft.table.world.campaign_start import Begin
from undercroft.table.world.groups import MAIN

QUICK = settings(
    max_examples=EVENINGS,
    deadline=None,
    phases=(Phase.generate,),
    suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large),
)


def _worlds(data: st.DataObject, whole: Campaign) -> Campaign:
    """A part of a world that holds together: some of its rooms with what is in them, some of its hexes."""
    sites = {id: _some_of(data, site) for id, site in whole.sites.items() if data.draw(st.booleans(), f"site {id}")}
    lands = _some_lands(data, whole.lands, sites) if data.draw(st.booleans(), "lands") else Lands()
    things = {id: thing for id, thing in whole.things.items() if _has_place(sites, thing)}
    return replace(whole, sites=sites, lands=lands, things=things)


def _some_of(data: st.DataObject, site: Site) -> Site:
    gone = {id for id in site.zones if id != site.entrance and data.draw(st.booleans(), f"no {id}")}
    doors = {id: door for id, door in site.doors.items() if not gone & set(door.between)}
    traps = {id: replace(trap, door=_in(doors, trap.door)) for id, trap in site.traps.items() if trap.zone not in gone}
    features = {
        id: replace(feature, door=_in(doors, feature.door), trap=_in(traps, feature.trap), things=())
        for id, feature in site.features.items()
        if feature.zone not in gone
    }
    obstacles = {
        id: replace(obstacle, things=())
        for id, obstacle in site.obstacles.items()
        if not gone & {obstacle.zone, obstacle.to}
    }
    creatures = {id: kind for id, kind in site.creatures.items() if kind.zone not in gone}
    rows = tuple(row for row in site.encounters if row.creatures in creatures)
    name = data.draw(st.sampled_from((site.name, "Another name")), "name")
    zones = {id: zone for id, zone in site.zones.items() if id not in gone}
    return replace(
        site,
        name=name,
        zones=zones,
        doors=doors,
        traps={id: trap for id, trap in traps.items() if trap.door is not None or trap.trigger != "threshold"},
        features={
            id: replace(feature, trap=None if feature.trap not in traps else feature.trap)
            for id, feature in features.items()
        },
        obstacles=obstacles,
        creatures=creatures,
        encounters=rows,
    )


def _in(parts: Mapping[Any, object], id: Any) -> Any:
    return id if id in parts else None


def _some_lands(data: st.DataObject, lands: Lands, sites: Mapping[Any, Site]) -> Lands:
    hexes = {
        id: replace(
            hex,
            features={key: replace(feature, site=_in(sites, feature.site)) for key, feature in hex.features.items()},
            glance=data.draw(st.sampled_from((hex.glance, "Larks.")), "glance"),
        )
        for id, hex in lands.hexes.items()
        if data.draw(st.booleans(), id)
    }
    return replace(lands, hexes=hexes, ways=tuple(way for way in lands.ways if set(way.between) <= set(hexes)))


def _has_place(sites: Mapping[Any, Site], thing: Thing) -> bool:
    match thing.place:
        case Lying(site=at, zone=zone):
            return at in sites and zone in sites[at].zones
        case Guarded(site=at, by=by):
            return at in sites and by in sites[at].creatures
        case _:
            return True


@soak(EVENINGS)
@QUICK
@given(data=st.data())
def test_changes_in_any_order_come_to_the_world_that_was_meant(data):
    """From an empty campaign by way of other worlds: in the end everything is as in a campaign begun like that."""
    whole = campaignfile.world_of(replace(opening(Clock.SOVEREIGN), lands=setting_out().lands))
    table = Tabletop()
    table.do(Begin("Anywhere"))
    wanted = whole
    for _ in range(data.draw(st.integers(1, 4), "worlds")):
        wanted = _worlds(data, whole)
        changes = tuple(differences(table.now, wanted))
        if changes:
            table.do(Prepare(data.draw(st.permutations(changes), "in any order")))
            table.do(PlayIt())
        assert {} == table.now.draft
    assert wanted.sites == table.now.sites
    assert wanted.things == table.now.things
    assert wanted.people == table.now.people
    assert wanted.lands.hexes == table.now.lands.hexes
    assert set(wanted.lands.ways) == set(table.now.lands.ways)
    assert replace(wanted.lands, hexes={}, ways=()) == replace(table.now.lands, hexes={}, ways=())


def _any_change(table: RandomTable) -> AnyChange | None:
    """A part of the crypt that is removed or changed, or a new room with an exit."""
    site = table.now.sites.get(CRYPT)
    if site is None:
        return None
    parts = [*parts_of_site(site), *(ThingChange(thing, thing) for thing in table.now.things.values())]
    part = table.pick(parts, "part")
    if table.pick((False, True), "removed"):
        return replace(part, after=None)
    value: Any = part.after
    match part:
        case ZoneChange():
            return replace(part, after=replace(value, glance="Changed.", lit=not value.lit))
        case DoorChange():
            return replace(part, after=replace(value, state=table.pick((*DoorState,), "state"), name="changed"))
        case CreaturesChange():
            there = table.pick((None, *site.zones), "zone")
            return replace(part, after=replace(value, zone=there, count=table.pick(range(1, 9), "count")))
        case TrapChange() | ObstacleChange():
            return replace(part, after=replace(value, name="changed", zone=table.pick((*site.zones,), "zone")))
        case FeatureChange():
            return replace(part, after=replace(value, what="changed", found=False))
        case ThingChange():
            return replace(part, after=replace(value, name="changed" if value.name != "silver" else "silver"))
        case _:
            return part


@soak(EVENINGS)
@pytest.mark.parametrize("clock", Clock)
@QUICK
@given(data=st.data())
def test_play_goes_on_whatever_the_referee_changes(clock, data):
    """No exception and nothing out of place, told or not; every offer can be taken, and undo walks back."""
    table = RandomTable(picks(data))
    table.try_out(opening(clock))
    table.try_out(EnterSite(MAIN, CRYPT))
    for _ in range(data.draw(st.integers(1, 12), "acts")):
        before = table.now
        if data.draw(st.booleans(), "prepares"):
            change = _any_change(table)
            if change is not None and not table.why_not(Prepare((change,))):
                table.try_out(Prepare((change,)))
            if table.now.draft:
                tell = tuple(table.now.draft) if data.draw(st.booleans(), "tells") else ()
                table.try_out(PlayIt(tell, tuple(table.now.draft) if data.draw(st.booleans(), "yours") else ()))
        elif (command := any_kind(table)) is not None:
            table.try_out(command)
        holds_anywhere(before, table.now)
    for seat in (REFEREE, *SEATS[:2]):
        honest(table, seat)
    knows_what_it_was_told(table)
