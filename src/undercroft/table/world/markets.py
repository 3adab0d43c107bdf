"""The markets of settlements: which one people deal with, and what those who are there see of it."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Part
from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import FeatureId, GroupId, HexId
from undercroft.table.state.lands import LandFeature
from undercroft.table.state.markets import BY_THE_BOOK, Market, as_visited, with_sales
from undercroft.table.state.scenes import Town
from undercroft.table.state.seen_lands import SeenLandFeature, with_market
from undercroft.table.world.group_maps import lands_of


class MarketSeen(Event, frozen=True, tag="table.market-seen"):
    """People in a town saw its market as it is now."""

    hex: HexId
    feature: FeatureId
    market: Market

    def fold(self, campaign: Campaign) -> Campaign:
        """Keep it in the true lands, and on the map of the people who saw it."""
        seen = with_market(campaign.seen_lands, self.hex, self.feature, self.market)
        campaign = replace(campaign, seen_lands=seen)
        hex = campaign.lands.hexes.get(self.hex)
        if hex is None or self.feature not in hex.features:
            return campaign
        feature = hex.features[self.feature]
        market = with_sales(feature.market, self.market)
        hex = replace(hex, features={**hex.features, self.feature: replace(feature, market=market)})
        return replace(campaign, lands=replace(campaign.lands, hexes={**campaign.lands.hexes, self.hex: hex}))


class TownMarket(Struct, frozen=True):
    """The market that people deal with, and the name of its settlement; outside of one there is no name."""

    name: str = ""
    market: Market = BY_THE_BOOK


def _town_feature(known: Campaign, group: Group | None) -> LandFeature | SeenLandFeature | None:
    """The town a group is in, as it is on the map; a seat that does not know the true lands has the players' map."""
    scene = group.scene if group is not None else None
    if group is None or group.hex is None or not isinstance(scene, Town) or scene.town is None:
        return None
    here = known.lands.hexes.get(group.hex) or known.seen_lands.hexes.get(group.hex)
    features = here.features.values() if here is not None else ()
    return next((feature for feature in features if feature.town == scene.town), None)


def market_of(known: Campaign, group: Group | None) -> TownMarket:
    """The market that a group deals with: its town's, or the books' where it is in no town of the map."""
    scene = group.scene if group is not None else None
    feature = _town_feature(known, group)
    market = feature.market if feature is not None else None
    return TownMarket(scene.name if isinstance(scene, Town) else "", market or BY_THE_BOOK)


def markets(known: Campaign) -> Iterable[TownMarket]:
    """Every market on the map that a seat knows; the referee knows all of them."""
    for hex in (known.lands.hexes or known.seen_lands.hexes).values():
        for feature in hex.features.values():
            if feature.town is not None and feature.market is not None:
                yield TownMarket(feature.name, feature.market)


def show_market(play: Play, group: GroupId) -> None:
    """Show a group the market of the town it is in, unless they know it as it is."""
    there = play.group(group)
    feature = _town_feature(play.now, there)
    if feature is None or there.hex is None:
        return
    hex = lands_of(play.now, group).hexes.get(there.hex)
    known = hex.features.get(feature.id) if hex is not None else None
    remembered = known.market if known is not None else None
    market = as_visited(feature.market or BY_THE_BOOK)
    if market != (remembered or BY_THE_BOOK):
        play.tell(MarketSeen(there.hex, feature.id, market), to=group_audience(group))


def change_market(play: Play, group: GroupId, market: Market) -> None:
    """Let the market of the town a group is in become another; everybody in that town sees it."""
    there = play.group(group)
    feature = _town_feature(play.now, there)
    if feature is None or there.hex is None or feature.market == market:
        return
    event = MarketSeen(there.hex, feature.id, as_visited(market))
    inside = [other.id for other in play.now.groups.values() if _town_feature(play.now, other) == feature]

    def everybody_there(campaign: Campaign) -> frozenset[SeatId]:
        return frozenset(seat for id in inside for seat in group_audience(id)(campaign))

    play.tell(event, to=everybody_there)


PART = Part(events=(MarketSeen,))
