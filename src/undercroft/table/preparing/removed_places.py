"""What the referee took out of the world leaves the players' maps: nobody can use a door that is not there."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Part
from undercroft.table.preparing.parts import put
from undercroft.table.state import ids
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import FeatureId, HexId, SiteId
from undercroft.table.state.lands import LandWay
from undercroft.table.state.seen_lands import SeenLands
from undercroft.table.state.seen_sites import SeenSite

_KINDS: Mapping[str, object] = {
    "zones": ids.ZoneId,
    "doors": ids.DoorId,
    "traps": ids.TrapId,
    "features": ids.FeatureId,
    "obstacles": ids.ObstacleId,
    "creatures": ids.CreaturesId,
}
"""The kinds of ids of the parts of a site."""


class MapPartGone(Event, frozen=True, tag="table.map-part-gone"):
    """A part of a site is gone, or the whole site if no part is named. It has a name where players are told."""

    site: SiteId
    kept_in: str = ""
    """The kind of part: zones, doors, traps, features, obstacles or creatures."""
    id: str = ""
    name: str = ""

    @property
    def id_kinds(self) -> Mapping[str, object]:
        """The kind of id that `id` is."""
        return {"id": _KINDS[self.kept_in]} if self.kept_in else {}

    def fold(self, campaign: Campaign) -> Campaign:
        """Take it off the map, and off every group's own map."""
        maps = {group: self._without(known) for group, known in campaign.maps.items()}
        return replace(campaign, seen=self._without(campaign.seen), maps=maps)

    def _without(self, known: Mapping[SiteId, SeenSite]) -> Mapping[SiteId, SeenSite]:
        if not self.kept_in:
            return {id: site for id, site in known.items() if id != self.site}
        site = known.get(self.site)
        if site is None:
            return known
        parts: Mapping[str, Any] = getattr(site, self.kept_in)
        return {**known, self.site: replace(site, **{self.kept_in: put(parts, self.id, None)})}

    def say(self, _now: Campaign) -> str:
        return f"No longer there: {self.name}." if self.name else ""


class LandPartGone(Event, frozen=True, tag="table.land-part-gone"):
    """A hex, a feature of a hex or a way is gone. It has a name where players are told."""

    hex: HexId | None = None
    feature: FeatureId | None = None
    way: LandWay | None = None
    name: str = ""

    def fold(self, campaign: Campaign) -> Campaign:
        """Take it off the map, and off every group's own map."""
        maps = {group: self._without(known) for group, known in campaign.land_maps.items()}
        return replace(campaign, seen_lands=self._without(campaign.seen_lands), land_maps=maps)

    def _without(self, known: SeenLands) -> SeenLands:
        known = replace(known, ways=tuple(way for way in known.ways if way != self.way))
        if self.hex is None or self.hex not in known.hexes:
            return known
        hex = known.hexes[self.hex]
        left = None if self.feature is None else replace(hex, features=put(hex.features, self.feature, None))
        return replace(known, hexes=put(known.hexes, self.hex, left))

    def say(self, _now: Campaign) -> str:
        return f"No longer on the map: {self.name}." if self.name else ""


PART = Part(events=(MapPartGone, LandPartGone))
