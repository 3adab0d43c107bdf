"""What meetings, chases and fights take out of a site's own time: a Turn of their own, counted like any other."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from undercroft.books.delving.units import DELVE_ROUND
from undercroft.books.sovereign.units import TURN
from undercroft.kernel.units import Seconds
from undercroft.table.bridge_clock import steps
from undercroft.table.campaign import Campaign, Group
from undercroft.table.names import GroupId
from undercroft.table.play import Play
from undercroft.table.procedures import sovereign_turns
from undercroft.table.scenes import Meeting, Scene, SovereignTurn
from undercroft.table.sites import Clock

_COUNTED: Mapping[type[Scene], Callable[[Play, GroupId, str], None]] = {SovereignTurn: sovereign_turns.count_missed}
"""How each clock counts a Turn that went by in something else, and makes the check that was due in it."""


def clock_at(campaign: Campaign, group: Group) -> Clock | None:
    """The book by which time passes where a group is; None outside of sites."""
    site = campaign.site_of(group)
    if site is None or group.zone is None:
        return None
    return campaign.house.clock or site.clock_of(group.zone)


def a_turn(clock: Clock | None) -> Seconds:
    """What a parley or a chase takes: a Turn, in whole delve rounds where those are counted."""
    return Seconds(steps(TURN, DELVE_ROUND) * DELVE_ROUND) if clock is Clock.DELVING else TURN


def turn_gone(play: Play, group: GroupId, why: str) -> None:
    """A Turn went by: it is counted at once, or when the meeting it was part of is over."""
    scene = play.group(group).scene
    if isinstance(scene, Meeting):
        play.go_on(group, replace(scene, turns=(*scene.turns, why)))
    elif scene is not None and type(scene) in _COUNTED:
        _COUNTED[type(scene)](play, group, why)
