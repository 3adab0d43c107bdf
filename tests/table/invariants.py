"""What is true of every world after every act, wherever the party is and whatever happens to it."""

from collections.abc import Mapping

from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.bridge.loads import load
from undercroft.table.exploration.clocks import clock_of
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import PersonId
from undercroft.table.state.journeys import NO_POINTS, Camp, Hike, TravelDay
from undercroft.table.state.people import Person
from undercroft.table.state.scenes import DelveRound, Exploring, Fight, Town
from undercroft.table.state.things import Carried, Gone, Guarded, InHex, Lying, Thing, seen_thing
from undercroft.table.world.people_updates import as_others_see


def holds_anywhere(before: Campaign, now: Campaign) -> None:
    """What is true of every world, and of how it came from the one before."""
    assert not now.wanted
    for person in now.people.values():
        _has_no_less_than_nothing(person)
        assert person.fp >= -bridge.fatigue_max(person, now.house.fatigue), person
        carried = load(now, person)
        assert carried.readied + carried.stowed == sum(thing.points for thing in now.carried_by(person.id))
    for id, group in before.groups.items():
        assert id not in now.groups or now.groups[id].time >= group.time
    for thing in now.things.values():
        _is_somewhere(now, thing)
    assert now.xp_pool >= 0
    _lights_add_up(now)
    _nothing_due_is_left(now)
    everybody = [who for group in now.groups.values() for who in group.members]
    assert len(everybody) == len(set(everybody)), everybody
    for group in now.groups.values():
        _is_in_its_place(now, group)
        _adds_up(now, group)
        _does_one_thing_a_turn(before, now, group)


def _has_no_less_than_nothing(person: Person) -> None:
    """No pool is below nothing or above its most; the person who can act is alive and has hit points left."""
    sheet = person.sheet
    pools = (person.hp, person.strain, person.scars, person.run_rounds, person.xp_pool)
    assert min(*pools, sheet.xp, sheet.points, sheet.quick_points, sheet.feats_due) >= 0, person
    assert person.hp <= person.hp_max, person
    assert not person.able or (person.alive and person.hp > 0), person


def _is_somewhere(now: Campaign, thing: Thing) -> None:
    """Its place names something that exists, and it is not less than nothing."""
    assert min(thing.count, thing.points, thing.worth or 0) >= 0, thing
    match thing.place:
        case Carried(by=by):
            assert by in now.people
        case Lying(site=at, zone=zone):
            assert zone in now.sites[at].zones
        case InHex(hex=hex):
            assert hex in now.lands.hexes
        case Guarded(site=at):
            assert at in now.sites
        case Gone():
            assert (thing.count, thing.points) == (0, 0)


def _lights_add_up(now: Campaign) -> None:
    """What burns is one thing in a living hand, or on the ground; it has not burnt out yet, and its end is set."""
    for light in now.lights.values():
        torch = now.things[light.thing]
        assert torch.count == 1
        if isinstance(torch.place, Carried):
            assert (torch.place.by, now.people[light.holder].alive) == (light.holder, True), light
        else:
            assert isinstance(torch.place, Lying)
        assert light.until is None or light.until > now.now_of(light.holder), light
        assert light.until is None or f"light-{light.thing}" in now.timers, light


def _nothing_due_is_left(now: Campaign) -> None:
    """Every deadline lies ahead: of a person, where they are; of all, of the hindmost."""
    for timer in now.timers.values():
        here = now.clock if timer.person is None else now.now_of(timer.person)
        assert timer.due > here, (timer, here)
        assert timer.person is None or timer.person in now.people
    for id, job in now.jobs.items():
        assert (id in now.timers) == (job.interrupted is None), job


def _is_in_its_place(now: Campaign, group: Group) -> None:
    """A group is in a zone of its site, in a hex of the lands."""
    assert set(group.members) <= set(now.people)
    assert (group.site is None) == (group.zone is None), group
    assert group.site is None or group.zone in now.sites[group.site].zones
    assert group.hex is None or group.hex in now.lands.hexes, group


def _does_one_thing_a_turn(before: Campaign, now: Campaign, group: Group) -> None:
    """What a person has done in a turn is not followed by anything else in it; work fills every turn of its workers."""
    clock, scene = clock_of(group), group.scene
    if clock is None or not isinstance(scene, Exploring):
        return
    earlier = before.groups[group.id].scene if group.id in before.groups else None
    if isinstance(earlier, type(scene)) and (earlier.site, earlier.number, earlier.begun) == (
        scene.site, scene.number, True
    ):  # fmt: skip
        then, after = _deeds(earlier), _deeds(scene)
        assert then == {who: after.get(who) for who in then if who in group.members} | {
            who: what for who, what in then.items() if who not in group.members
        }, (then, after)
    for job in now.jobs.values():
        for who in job.workers if scene.begun and job.interrupted is None else ():
            assert who not in group.members or clock.has_acted(scene, who), (job, scene)


def _deeds(scene: Exploring) -> Mapping[PersonId, str]:
    """The one thing that each person has done this turn."""
    if isinstance(scene, DelveRound):
        return {who: turn.did for who, turn in scene.going.items() if not turn.action}
    return scene.done


def _adds_up(now: Campaign, group: Group) -> None:
    """The scenes that a group is in do."""
    for scene in group.scenes:
        match scene:
            case TravelDay():
                assert NO_POINTS <= scene.spent <= scene.tp_max, scene
                assert scene.spent == sum(leg.points for leg in scene.legs), scene
            case Camp():
                assert scene.since <= group.time
                assert all(0 <= slept <= group.time - scene.since for slept in scene.slept.values()), scene
            case Hike():
                assert min(scene.hours, scene.unrested, scene.km, scene.into) >= 0, scene
                assert scene.unrested <= scene.hours, scene
            case Town():
                assert all(now.people[who].sheet.level > risen for who, risen in scene.risen.items()), scene
            case Fight():
                assert {fighter.who for fighter in scene.fighters} <= set(now.people), scene
                assert all(0 <= foe.health <= foe.health_max for foe in scene.foes), scene
            case _:
                pass


def _as_it_shows(person: Person) -> tuple[Person, tuple[str, ...]]:
    """Someone as those around see them; what a condition counts may be secret, the condition is not."""
    shown = as_others_see(person)
    return replace(shown, conditions=()), tuple(condition.name for condition in shown.conditions)


def knows_its_own(now: Campaign, known: Campaign, seat: SeatId) -> None:
    """A seat knows its own people as they are, with all they carry and every light they hold, but for the secret."""
    for person in now.people.values():
        if person.seat == seat and person.id in now.present:
            assert _as_it_shows(person) == _as_it_shows(known.people[person.id])
            carried = {thing.id: seen_thing(thing) for thing in now.carried_by(person.id)}
            assert carried == {thing.id: seen_thing(thing) for thing in known.carried_by(person.id)}
            assert now.held_by(person.id) == known.held_by(person.id)
            group = now.group_of(person.id)
            assert group is None or known.groups[group.id].time == group.time
