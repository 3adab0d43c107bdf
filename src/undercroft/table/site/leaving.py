"""Leaving a site: by the way out at the chosen pace, or at once where the house rules say so."""

from collections.abc import Iterable

from undercroft.books.delving.movement import Speed
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.body.dying import left_to_die
from undercroft.table.engine.about import About
from undercroft.table.engine.part import Offer, Part, Reason, groups_for
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import does
from undercroft.table.exploration.clocks import clock_of
from undercroft.table.exploration.jobs import at_work
from undercroft.table.exploration.pending_encounters import undealt
from undercroft.table.exploration.site_entry import leave
from undercroft.table.exploration.stretches import StretchBegan, marks
from undercroft.table.exploration.turns import ExploringCommand
from undercroft.table.site.movement import ACTIVITY, NO_MAP
from undercroft.table.site.waiting import known_ways, walking_time
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.deadlines import Stretch
from undercroft.table.state.house_rules import Leaving
from undercroft.table.state.ids import DoorId
from undercroft.table.state.scenes import DelveRound
from undercroft.table.world.darkness import is_blind


class LeaveSite(ExploringCommand, frozen=True, tag="leave_site"):
    """Leave the site by the shortest known way to its entrance; `at_once` takes one turn from any room."""

    speed: Speed = Speed.DELVE
    at_once: bool = False
    ABOUT = About(title="Leave the site", icon="left", rank=225)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        group = known.groups.get(self.group)
        if group is None:
            return
        yield from undealt(known, group)
        yield from left_to_die(known, group.id)
        if self.speed is not Speed.DELVE and not isinstance(group.scene, DelveRound):
            yield Reason("one_pace", "Only in delve rounds can you choose a pace.")
        clock = clock_of(group)
        if clock is None:
            return
        for person in known.able_in(group.id):
            yield from at_work(known, person.id)
            yield from clock.hindrances(known, group, person.id, ACTIVITY[self.speed])
        if _at_once(known, self):
            return
        way = way_out(known, group)
        if way is None:
            what = f"{does(known, group, 'know', 'knows')} no open way to the entrance."
            yield Reason("no_way_out", f"{what} For another way out, or magic, choose “at once”.")
        elif way and is_blind(known, group):
            yield NO_MAP

    def do(self, play: Play) -> None:
        """Walk to the entrance room by room, until something interrupts, and leave from there."""
        group = play.group(self.group)
        way = () if _at_once(play.now, self) else way_out(play.now, group)
        if way:
            out = Stretch(group.id, Seconds(0), way, marks(play.now, group.id), speed=self.speed, leaves=True)
            play.tell(StretchBegan(out))
        else:
            leave(play, group.id)


def way_out(known: Campaign, group: Group) -> tuple[DoorId, ...] | None:
    """The doors on the shortest known way to the entrance; None if no way is known."""
    site = known.site_of(group)
    if site is None or group.zone == site.entrance:
        return ()
    return known_ways(known, group).get(site.entrance)


def _at_once(known: Campaign, command: LeaveSite) -> bool:
    return command.at_once or known.house.leaving is Leaving.AT_ONCE


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group in groups_for(known, seat):
        clock = clock_of(group)
        if clock is None:
            continue
        paces = Speed if isinstance(group.scene, DelveRound) else (Speed.DELVE,)
        doors = len(way_out(known, group) or ()) if known.house.leaving is Leaving.WAY_OUT else 0
        for speed in paces if doors else (Speed.DELVE,):
            act, detail = LeaveSite(group.id, speed), "" if speed is Speed.DELVE else f" at a {speed.value}"
            takes = walking_time(group, clock, doors, speed, leaves=True)
            yield Offer(act, "Leave", "the site", note=group.name, detail=detail, seconds=takes)


PART = Part(commands=(LeaveSite,), offers=_offers)
