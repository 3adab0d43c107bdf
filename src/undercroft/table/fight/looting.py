"""Looting bodies, in a site or on the road."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.kernel.amounts import series
from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About, Slot
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason
from undercroft.table.engine.permission import acting_for, in_a_scene, not_theirs
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import name_of
from undercroft.table.exploration.clocks import step_of
from undercroft.table.exploration.dungeon_clock import Activity
from undercroft.table.exploration.encounter_turns import a_turn, clock_at
from undercroft.table.exploration.jobs import at_work
from undercroft.table.exploration.spare_time import busy, did, held_back
from undercroft.table.state.campaign import Campaign, Group, with_group
from undercroft.table.state.ids import PersonId
from undercroft.table.state.journeys import Camp, Hike, TravelDay
from undercroft.table.state.things import Guarded, Thing
from undercroft.table.world.campaign_start import ThingPlaced
from undercroft.table.world.roadside import ground
from undercroft.table.world.sight import tell_thing


class Loot(Command, frozen=True, tag="loot"):
    """Search the bodies after a fight; in the open this takes a turn."""

    who: PersonId
    ABOUT = About(title="Search the bodies", slot=Slot.TAKE)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        group = known.group_of(self.who)
        if group is not None and group.site is None:
            yield from not_theirs(known, seat, self.who)
            yield from at_work(known, self.who)
            yield from held_back(known, group)
            if not isinstance(group.scene, TravelDay | Camp | Hike | None):
                yield in_a_scene(group)
            fallen = group.field_hex is not None and group.field_hex == group.hex
        else:
            yield from busy(known, seat, self.who, Activity.LOOT)
            fallen = group is not None and group.field is not None and group.field == group.zone
        if not fallen:
            yield Reason("no_field", "There are no bodies here.")

    def do(self, play: Play) -> None:
        """Put what the creatures guarded on the floor."""
        group = play.now.group_of(self.who)
        if group is None:
            return
        found = _spoils(play.now, group)
        if group.site is None:
            play.spend(group.id, a_turn(clock_at(play.now, group)))
        for thing in found:
            tell_thing(play, group.id, ThingPlaced(replace(thing, place=ground(group))))
        play.tell(Looted(self.who, tuple(thing.name for thing in found)), to=group_audience(group.id))
        did(play, self.who, Activity.LOOT, "searched the bodies")


class Looted(Event, frozen=True, tag="table.looted"):
    """A character searched the bodies."""

    who: PersonId
    found: tuple[str, ...]

    def fold(self, campaign: Campaign) -> Campaign:
        group = campaign.group_of(self.who)
        return campaign if group is None else with_group(campaign, replace(group, field=None, field_hex=None))

    def say(self, now: Campaign) -> str:
        if self.who not in now.people:
            return ""
        group = now.group_of(self.who)
        if not self.found and group is not None and group.site is None:
            return f"{name_of(now, self.who)} searches the bodies."
        return f"{name_of(now, self.who)} finds {series(self.found) if self.found else 'nothing'} on the bodies."


def _spoils(campaign: Campaign, group: Group) -> tuple[Thing, ...]:
    """The loot: in a site, things whose guards fell here; in the open, things here that no one has owned."""
    site = campaign.site_of(group)
    if site is None:
        here = ground(group)
        lying = (thing for thing in campaign.things.values() if thing.place == here)
        return tuple(thing for thing in lying if thing.count and thing.found is None)
    return tuple(
        thing
        for thing in campaign.things.values()
        if isinstance(thing.place, Guarded)
        and thing.place.site == site.id
        and thing.place.by not in site.creatures
        and campaign.remains.get(site.id, {}).get(thing.place.by, group.zone) == group.zone
        and thing.count
    )


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for who in acting_for(known, seat):
        group, name = known.group_of(who), known.people[who].name
        seconds = a_turn(None) if group is not None and group.site is None else step_of(known, who)
        what = "the bodies"
        yield Offer(Loot(who), "search", what, name, who, seconds=seconds, open_only=True)


PART = Part(commands=(Loot,), events=(Looted,), offers=_offers)
