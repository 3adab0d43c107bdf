"""What players are told of a change of the lands: the sky is plain to all, and so is what is on their chart."""

from collections.abc import Iterable

from undercroft.table.engine.audience import TABLE, Audience, group_audience
from undercroft.table.engine.play import Play
from undercroft.table.preparing.removed_places import LandPartGone
from undercroft.table.state.changes import HexChange, LandsChange, LandsHead, WayChange
from undercroft.table.state.lands import LandHex, LandWay
from undercroft.table.state.markets import as_visited
from undercroft.table.state.seen_lands import SeenLands
from undercroft.table.world import country
from undercroft.table.world.group_maps import lands_of
from undercroft.table.world.markets import MarketSeen, show_market


def tell_land(play: Play, change: LandsChange | HexChange | WayChange, told: bool) -> None:
    """Tell what can be seen at once, and the rest if players are told."""
    match change:
        case LandsChange(after=after):
            _sky(play, after or LandsHead(), told)
        case HexChange(before=before, after=after):
            if before is not None:
                _gone(play, before, after, told)
            if after is not None:
                _hex(play, before, after, told)
                _markets(play, after, told)
        case WayChange(before=before, after=after):
            if before is not None and before in play.now.seen_lands.ways and (told or after is None):
                name = (before.name or before.path.value) if told and after is None else ""
                play.tell(LandPartGone(way=before, name=name), to=TABLE)
            if after is not None:
                _way(play, before, after, told)


def _sky(play: Play, head: LandsHead, told: bool) -> None:
    """Season and weather are plain to everybody; the name of the lands only where it is new or told."""
    known = play.now.seen_lands
    name = head.name if told or not known.name else known.name
    if (known.name, known.season, known.weather) != (name, head.season, head.weather):
        play.tell(country.LandsSeen(name, head.season, head.weather), to=TABLE)


def _gone(play: Play, before: LandHex, after: LandHex | None, told: bool) -> None:
    """Take a hex off the map, or the features that it no longer has."""
    known = play.now.seen_lands.hexes.get(before.id)
    if known is None:
        return
    if after is None:
        play.tell(LandPartGone(before.id, name=(known.name or before.id) if told else ""), to=TABLE)
        return
    for id, feature in known.features.items():
        if id not in after.features:
            play.tell(LandPartGone(before.id, id, name=feature.name if told else ""), to=TABLE)


def _hex(play: Play, before: LandHex | None, after: LandHex, told: bool) -> None:
    """Put a hex on everybody's chart if it is new there, and show it again to those who are told."""
    if after.charted and (before is None or not before.charted):
        play.tell(country.HexesSeen((country.hex_as_charted(after),)), to=TABLE)
    elif told:
        for to, lands in _knowing(play):
            known = lands.hexes.get(after.id)
            if known is not None:
                shown = country.hex_as_visited(after) if known.visited else country.hex_as_charted(after)
                play.tell(country.HexesSeen((shown,)), to=to)


def _markets(play: Play, hex: LandHex, told: bool) -> None:
    """Show a market to those who are in its town; others who have seen it before hear of changes if they are told."""
    for group in tuple(play.now.groups.values()):
        if group.members and group.in_town and group.hex == hex.id:
            show_market(play, group.id)
    for to, lands in _knowing(play) if told else ():
        known = lands.hexes.get(hex.id)
        for id, feature in known.features.items() if known is not None else ():
            there = hex.features[id].market if id in hex.features else None
            market = as_visited(there) if there is not None else None
            if market is not None and feature.market not in (None, market):
                play.tell(MarketSeen(hex.id, id, market), to=to)


def _way(play: Play, before: LandWay | None, after: LandWay, told: bool) -> None:
    """Put a way between charted hexes on everybody's chart, and show it to those who are told and know both hexes."""
    ends = [play.now.lands.hexes.get(end) for end in after.between]
    if before is None and all(end is not None and end.charted for end in ends):
        play.tell(country.HexesSeen((), (after,)), to=TABLE)
    elif told:
        for to, lands in _knowing(play):
            if set(after.between) <= set(lands.hexes):
                play.tell(country.HexesSeen((), (after,)), to=to)


def _knowing(play: Play) -> Iterable[tuple[Audience, SeenLands]]:
    """The groups with what each knows of the lands."""
    for group in tuple(play.now.groups.values()):
        if group.members:
            yield group_audience(group.id), lands_of(play.now, group.id)
