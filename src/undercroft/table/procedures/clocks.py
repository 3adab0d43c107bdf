"""Which book keeps the time of a scene: one explicit list."""

from __future__ import annotations

from collections.abc import Mapping

from undercroft.table.campaign import Campaign, Group
from undercroft.table.names import SiteId, ZoneId
from undercroft.table.procedures import delve_rounds, overloaded_turns, sovereign_turns, violence_turns
from undercroft.table.procedures.clockwork import Clockwork
from undercroft.table.scenes import DelveRound, OverloadedTurn, Scene, SovereignTurn, ViolenceTurn
from undercroft.table.sites import Clock

BY_NAME: Mapping[Clock, Clockwork] = {
    Clock.SOVEREIGN: sovereign_turns.CLOCK,
    Clock.DELVING: delve_rounds.CLOCK,
    Clock.HEXCRAWL: overloaded_turns.CLOCK,
    Clock.VIOLENCE: violence_turns.CLOCK,
}
BY_SCENE: Mapping[type[Scene], Clockwork] = {
    SovereignTurn: sovereign_turns.CLOCK,
    DelveRound: delve_rounds.CLOCK,
    OverloadedTurn: overloaded_turns.CLOCK,
    ViolenceTurn: violence_turns.CLOCK,
}


def clock_of(group: Group) -> Clockwork | None:
    """The clock of the innermost scene, if that is one of exploring."""
    return BY_SCENE.get(type(group.scene)) if group.scene is not None else None


def clock_at(campaign: Campaign, site: SiteId, zone: ZoneId) -> Clockwork:
    """The clock by which time passes in a zone: the house's, or the site's own."""
    return BY_NAME[campaign.house.clock or campaign.sites[site].clock_of(zone)]
