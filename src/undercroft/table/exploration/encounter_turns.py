"""The turns that encounters, chases and fights take, counted like any other turn of the site."""

from msgspec.structs import replace

from undercroft.books.sovereign.units import TURN
from undercroft.kernel.amounts import counted
from undercroft.kernel.units import Seconds
from undercroft.table.bridge.time_units import in_steps
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Part
from undercroft.table.engine.play import Play
from undercroft.table.exploration.clocks import clock_of, exploring
from undercroft.table.exploration.turns import work_on
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import GroupId
from undercroft.table.state.scenes import EncounterScene
from undercroft.table.state.sites import Clock


def clock_at(campaign: Campaign, group: Group) -> Clock | None:
    """The clock where a group is; None outside sites."""
    site = campaign.site_of(group)
    if site is None or group.zone is None:
        return None
    return campaign.house.clock or site.clock_of(group.zone)


def a_turn(clock: Clock | None) -> Seconds:
    """The length of a parley or a chase: a turn, in whole delve rounds by Delving."""
    return TURN if clock is None else in_steps(TURN, clock)


class TurnsTaken(Event, frozen=True, tag="table.turns-taken"):
    """An encounter, a chase or a fight took turns or rounds of the site."""

    group: GroupId
    why: str
    turns: int
    called: str

    def say(self, _now: Campaign) -> str:
        return f"The {self.why} took {counted(self.turns, self.called.lower())}."


def turns_gone(play: Play, group: GroupId, why: str, took: Seconds) -> None:
    """Count the whole turns or rounds of the site that passed: at once, or in an encounter at its end."""
    clock = clock_of(exploring(play.group(group)))
    turns = took // clock.step if clock is not None else 0
    if clock is not None and turns:
        play.tell(TurnsTaken(group, why, turns, clock.called), to=group_audience(group))
    for number in range(turns):
        _count(play, group, why if not number else f"{why}-{number + 1}")


def _count(play: Play, group: GroupId, why: str) -> None:
    scene = play.group(group).scene
    if isinstance(scene, EncounterScene):
        play.go_on(group, replace(scene, turns=(*scene.turns, why)))
    else:
        count_turn(play, group, why)


def count_turn(play: Play, group: GroupId, why: str) -> None:
    """Count a turn or round that passed, with its encounter check under its own number, where the clock has one.

    What people did before it was done in the turn that passed: in the turn that it is now everybody can act.
    """
    clock = clock_of(play.group(group))
    if clock is None:
        return
    later = clock.number_now(play.group(group)) > clock.scene(play, group).number
    if clock.checks_at_end:
        clock.count_missed(play, group, why)
    if later:
        scene = clock.scene(play, group)
        play.go_on(group, clock.fresh(scene, scene.number + 1))
        work_on(play, group)
    if not clock.checks_at_end:
        clock.count_missed(play, group, why)


PART = Part(events=(TurnsTaken,))
