"""Turns that meetings, chases and fights take, counted like any other Turn of the site."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from undercroft.books.delving.units import DELVE_ROUND
from undercroft.books.sovereign.units import TURN
from undercroft.kernel.units import Seconds
from undercroft.table.bridge.time_units import steps
from undercroft.table.engine.play import Play
from undercroft.table.exploration import sovereign_turns
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import GroupId
from undercroft.table.state.scenes import EncounterScene, Scene, SovereignTurn
from undercroft.table.state.sites import Clock

_COUNTED: Mapping[type[Scene], Callable[[Play, GroupId, str], None]] = {SovereignTurn: sovereign_turns.count_missed}
"""How a clock counts such a Turn and makes the check due in it."""


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
    elif scene is not None and type(scene) in _COUNTED:
        _COUNTED[type(scene)](play, group, why)
