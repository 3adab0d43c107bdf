"""Straying: a group that has lost its way goes wrong without knowing it, until something sets it right."""

from __future__ import annotations

from msgspec.structs import replace

from undercroft.books.hexcrawl.discovery import Visibility
from undercroft.books.hexcrawl.getting_lost import LOST_IN_TEN, Lost, Trek, getting_lost
from undercroft.books.hexcrawl.land import Road, Terrain
from undercroft.table.campaign import Campaign
from undercroft.table.country import (
    HexEntered,
    HexesSeen,
    landmarks_in_sight,
    name_of,
    view,
)
from undercroft.table.hexes import beside, coordinates, hex_at, side_of
from undercroft.table.house import Lost as LostBy
from undercroft.table.journeys import TravelDay
from undercroft.table.names import GroupId, HexId
from undercroft.table.play import Play
from undercroft.table.road_costs import day_of, hex_cost, where
from undercroft.table.roadside import find_left, look_round
from undercroft.table.rooms import Event, Room
from undercroft.table.seen_lands import SeenHex
from undercroft.table.telling import group as group_audience


class SetRight(Event, frozen=True, tag="table.set-right"):
    """A group knows where it truly is; what it had drawn in the wrong place is off its map."""

    group: GroupId
    hex: HexId
    drawn: tuple[SeenHex, ...]
    """Hexes as they are, in the place of what was drawn there."""
    wiped: tuple[HexId, ...]
    """Hexes of which nothing is known after all."""


def _set_right(campaign: Campaign, event: SetRight) -> Campaign:
    known = campaign.seen_lands
    kept = {id: hex for id, hex in known.hexes.items() if id not in event.wiped}
    hexes = {**kept, **{hex.id: hex for hex in event.drawn}}
    return replace(campaign, seen_lands=replace(known, hexes=hexes))


def keep_course(play: Play, group: GroupId, target: HexId) -> None:
    """Before the first move of the day, off any way and without a landmark, the referee throws in secret."""
    day, there = day_of(play.group(group)), play.group(group)
    if day is None or day.set_out:
        return
    day = replace(day, set_out=True)
    if play.now.house.lost is LostBy.HEXCRAWL and there.hex is not None:
        outcome = play.settle(getting_lost, _trek(play.now, there.hex, where(there) or there.hex, target))
        day = replace(day, lost=outcome.rotation if isinstance(outcome, Lost) else 0)
    play.go_on(group, day)


def _trek(campaign: Campaign, at: HexId, thought: HexId, target: HexId) -> Trek:
    """A way counts if it leads where they want to go."""
    lands = campaign.lands
    side = side_of(thought, target)
    aim = beside(at, side) if side is not None else None
    led = aim is not None and any(way.other(at) == aim for way in lands.ways)
    return Trek(_ground(campaign, at), lands.weather, led, bool(landmarks_in_sight(lands, at)))


def _ground(campaign: Campaign, at: HexId) -> Terrain:
    """What they cross; up where nobody crosses, it is as in any mountains."""
    terrain = campaign.lands.hexes[at].terrain
    return terrain if terrain in LOST_IN_TEN else Terrain.MOUNTAINS


def open_country(campaign: Campaign, at: HexId) -> Trek:
    """A hex as whoever takes bearings has it before them: no way to follow, and no landmark."""
    return Trek(_ground(campaign, at), campaign.lands.weather, on_route=False, landmark_visible=False)


def true_target(play: Play, group: GroupId, target: HexId) -> HexId | None:
    """Where a move really goes; None where there is no way on at all, on the right side or the wrong."""
    there, day = play.group(group), day_of(play.group(group))
    at, thought = there.hex, where(there)
    side = side_of(thought, target) if thought is not None else None
    if at is None or side is None or day is None:
        return None
    if not day.lost:
        return beside(at, side)
    open_sides = (one for one in (side + day.lost, side - day.lost) if _is_open(play, group, day, beside(at, one)))
    return next((beside(at, one) for one in open_sides), None)


def _is_open(play: Play, group: GroupId, day: TravelDay, hex: HexId | None) -> bool:
    at = play.group(group).hex
    price = hex_cost(play.now.lands, play.group(group), day, at, hex) if hex is not None and at is not None else None
    return price is not None and price.barred is None


def enter(play: Play, group: GroupId, target: HexId, truly: HexId) -> None:
    """They enter a hex, and see what is there; whoever is lost takes it for the one they made for."""
    day = day_of(play.group(group))
    if truly == target or day is None:
        play.tell(HexEntered(group, truly), to=group_audience(group))
        if day is not None and day.believed is not None:
            play.go_on(group, replace(day, believed=None))
        look_round(play, group)
        return
    play.tell(HexEntered(group, truly))
    play.aside(HexEntered(group, target), to=group_audience(group))
    sight = view(play.now.lands, truly)
    drawn = _shifted(sight, truly, target)
    wrong = tuple(dict.fromkeys((*day.strayed, *(hex.id for hex in drawn.hexes))))
    play.go_on(group, replace(day, believed=target, strayed=wrong))
    play.tell(sight)
    play.aside(drawn, to=group_audience(group))
    find_left(play, group)
    if _recognised(play.now, truly):
        set_right(play, group)


def _shifted(sight: HexesSeen, truly: HexId, target: HexId) -> HexesSeen:
    """What they see, drawn around where they believe to be."""
    (q, r), (to_q, to_r) = coordinates(truly), coordinates(target)

    def there(hex: HexId) -> HexId | None:
        at_q, at_r = coordinates(hex)
        return hex_at((at_q + to_q - q, at_r + to_r - r))

    hexes = ((hex, there(hex.id)) for hex in sight.hexes)
    ways = ((way, there(way.between[0]), there(way.between[1])) for way in sight.ways)
    return HexesSeen(
        tuple(replace(hex, id=id) for hex, id in hexes if id is not None),
        tuple(replace(way, between=(one, other)) for way, one, other in ways if one is not None and other is not None),
    )


def _recognised(campaign: Campaign, truly: HexId) -> bool:
    """A landmark, a road, or a place in the open that they know shows them where they are."""
    lands, known = campaign.lands, campaign.seen_lands.hexes
    if landmarks_in_sight(lands, truly) or any(lands.road(truly, one) is not Road.NONE for one in lands.hexes):
        return True
    features = lands.hexes[truly].features.values()
    was_there = {one for hex in known.values() if hex.id != truly for one in hex.features}
    return any(one.grade is Visibility.OVERT and one.id in was_there for one in features)


def set_right(play: Play, group: GroupId) -> None:
    """They know where they are, and mend their map by it."""
    there, day = play.group(group), day_of(play.group(group))
    if day is None or there.hex is None:
        return
    right = replace(day, lost=0, believed=None, strayed=(), route=(), destination=None, marching=False)
    known = play.now.seen_lands.hexes
    drawn = tuple(known[one] for one in dict.fromkeys((*day.strayed, there.hex)) if one in known)
    wiped = tuple(one for one in day.strayed if one not in known)
    if day.strayed:
        play.tell(SetRight(group, there.hex, drawn, wiped), to=group_audience(group))
        play.aside(HexEntered(group, there.hex), to=group_audience(group))
    play.go_on(group, right)
    look_round(play, group)


ROOM = Room(
    arms={SetRight: _set_right},
    words={SetRight: lambda now, it: f"They have been astray, and know now where they are: {name_of(now, it.hex)}."},
)
