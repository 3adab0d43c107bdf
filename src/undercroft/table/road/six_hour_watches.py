"""Watches: travel by Violence in steps of six hours, each with an activity and an encounter roll."""

from collections.abc import Iterable

from undercroft.books.hexcrawl.discovery import Visibility
from undercroft.books.violence import timekeeping
from undercroft.books.violence.timekeeping import Outdoors
from undercroft.books.violence.units import WATCH
from undercroft.kernel.units import HOUR, SeatId, Seconds
from undercroft.table.body.dying import left_to_die
from undercroft.table.body.privation import to_bed
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason, groups_for
from undercroft.table.engine.permission import in_a_scene
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import are, group_acts
from undercroft.table.exploration.spare_time import held_back
from undercroft.table.road.encounter_die import concealed, discover, encounter
from undercroft.table.road.night import sleep_all
from undercroft.table.road.permission import cannot_travel
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.hexes import is_hex, neighbours, side_of
from undercroft.table.state.house_rules import Wilderness
from undercroft.table.state.ids import GroupId, HexId
from undercroft.table.world.country import name_and_id, name_of
from undercroft.table.world.roadside import arrive_in


class KeepWatch(Command, frozen=True, tag="keep_watch"):
    """Spend a Watch: cross into the next hex, explore this one, or camp."""

    group: GroupId
    activity: Outdoors
    hex: HexId | None = None
    ABOUT = About(
        title="Spend a Watch", deed="a Watch", place=Section.DAY, also=Section.ACTIONS | Section.WAYSIDE, rank=70
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from cannot_travel(known, seat, self.group, Wilderness.VIOLENCE, timekeeping.watch.id)
        group = known.groups.get(self.group)
        if group is None or not group.members:
            return
        if group.hex is None or group.site is not None:
            yield Reason("not_in_a_hex", f"{are(known, group)} not in the wilderness.")
        elif group.scene is not None:
            yield in_a_scene(group)
        elif self.activity is Outdoors.CROSS_HEX and not _borders(group.hex, self.hex):
            yield Reason("not_adjacent", "Choose a hex next to the party's.", timekeeping.watch.id)
        yield from held_back(known, group)
        yield from left_to_die(known, group.id)

    def do(self, play: Play) -> None:
        """Spend the time, apply the activity, then roll for an encounter."""
        to = group_audience(self.group)
        hours = play.settle(timekeeping.watch, timekeeping.Travelling(self.activity), to=to, whole=True).hours
        for person in play.now.living_in(self.group) if self.activity is Outdoors.CAMP else ():
            to_bed(play, person.id)
        took = play.spend(self.group, Seconds(hours * HOUR), travels=self.activity is not Outdoors.CAMP)
        at = play.group(self.group).hex
        if at is None:
            return
        if took == hours * HOUR:
            play.tell(WatchKept(self.group, self.activity, self.hex or at), to=to)
            _apply(play, self, at)
        if self.activity is Outdoors.CAMP:
            sleep_all(play, self.group, dict.fromkeys(play.group(self.group).members, took))
        if isinstance(play.settle(timekeeping.watch_encounter, timekeeping.WatchEnds()), timekeeping.RandomEncounter):
            encounter(play, self.group)


class WatchKept(Event, frozen=True, tag="table.watch-kept"):
    """A group spent a Watch on an activity."""

    group: GroupId
    activity: Outdoors
    hex: HexId

    def say(self, now: Campaign) -> str:
        how = _DID[self.activity].format(name_of(now, self.hex))
        return f"{group_acts(now, self.group, 'spend', 'spends')} a Watch {how}."


def _apply(play: Play, command: KeepWatch, at: HexId) -> None:
    """Enter the hex, or find what is hidden but not secret."""
    if command.activity is Outdoors.CROSS_HEX and command.hex is not None and command.hex in play.now.lands.hexes:
        arrive_in(play, command.group, command.hex)
    elif command.activity is Outdoors.EXPLORE_HEX:
        explored = play.now.lands.hexes[at]
        for feature in concealed(explored, Visibility.HIDDEN):
            discover(play, command.group, explored.features[feature])


def _borders(here: HexId, there: HexId | None) -> bool:
    return there is not None and is_hex(there) and side_of(here, there) is not None


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    takes = Seconds(WATCH * HOUR)
    for group in groups_for(known, seat):
        if group.hex is None or known.house.wilderness is not Wilderness.VIOLENCE:
            continue
        ahead = ((hex, *name_and_id(known, hex)) for hex in neighbours(group.hex) if hex in known.seen_lands.hexes)
        for act, what, id in (
            *((KeepWatch(group.id, Outdoors.CROSS_HEX, hex), f"to {name}", id) for hex, name, id in ahead),
            (KeepWatch(group.id, Outdoors.EXPLORE_HEX), "to explore the hex", ""),
            (KeepWatch(group.id, Outdoors.CAMP), "in camp", ""),
        ):
            yield Offer(
                act, "a Watch", what, group.name, note=id,
                seconds=takes, rule=timekeeping.watch_encounter, given=timekeeping.WatchEnds(), open_only=True,
            )  # fmt: skip


_DID = {
    Outdoors.CROSS_HEX: "on the way to {}",
    Outdoors.EXPLORE_HEX: "exploring {}",
    Outdoors.CAMP: "in camp in {}",
}

PART = Part(commands=(KeepWatch,), events=(WatchKept,), offers=_offers)
