"""Turns that meetings, chases and fights take, counted like any other Turn of the site."""

from msgspec.structs import replace

from undercroft.books.delving.units import DELVE_ROUND
from undercroft.books.sovereign.units import TURN
from undercroft.kernel.units import Seconds
from undercroft.table.bridge.time_units import steps
from undercroft.table.engine.play import Play
from undercroft.table.exploration import sovereign_turns
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import GroupId
from undercroft.table.state.scenes import EncounterScene, SovereignTurn
from undercroft.table.state.sites import Clock


def clock_at(campaign: Campaign, group: Group) -> Clock | None:
    """The clock where a group is; None outside sites."""
    site = campaign.site_of(group)
    if site is None or group.zone is None:
        return None
    return campaign.house.clock or site.clock_of(group.zone)


def a_turn(clock: Clock | None) -> Seconds:
    """The length of a parley or a chase: a Turn, in whole delve rounds by Delving."""
    return Seconds(steps(TURN, DELVE_ROUND) * DELVE_ROUND) if clock is Clock.DELVING else TURN


def turn_gone(play: Play, group: GroupId, why: str) -> None:
    """Count a Turn that passed: at once, or in a meeting at its end."""
    scene = play.group(group).scene
    if isinstance(scene, EncounterScene):
        play.go_on(group, replace(scene, turns=(*scene.turns, why)))
    elif isinstance(scene, SovereignTurn):
        sovereign_turns.CLOCK.count_missed(play, group, why)
