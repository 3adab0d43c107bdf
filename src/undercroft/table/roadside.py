"""The roadside: what lies in the open, in the hex where a group is, and who sees it."""

from __future__ import annotations

from undercroft.table.campaign import Group
from undercroft.table.country import HexEntered, look
from undercroft.table.names import GroupId, HexId
from undercroft.table.opening import ThingPlaced
from undercroft.table.play import Play
from undercroft.table.sightings import tell_thing
from undercroft.table.telling import group as group_audience
from undercroft.table.things import Gone, Left, Lying, Place


def ground(group: Group) -> Place:
    """Where something lies that is laid down by a group; where there are no lands, it is lost."""
    if group.site is not None and group.zone is not None:
        return Lying(group.site, group.zone)
    return Left(group.hex) if group.hex is not None and group.site is None else Gone()


def stands_at(group: Group, place: Place) -> bool:
    """Whether a group stands where something lies."""
    return bool(group.members) and not isinstance(place, Gone) and ground(group) == place


def look_round(play: Play, group: GroupId) -> None:
    """A group is in a hex, outside of any site: what is plain there, and what lies about."""
    look(play, group)
    find_left(play, group)


def find_left(play: Play, group: GroupId) -> None:
    """A group sees what lies about in the open."""
    here = ground(play.group(group))
    for thing in tuple(play.now.things.values()):
        if isinstance(here, Left) and thing.place == here and thing.count:
            tell_thing(play, group, ThingPlaced(thing))


def arrive_in(play: Play, group: GroupId, hex: HexId) -> None:
    """A group is in a hex, and sees what is plain."""
    play.tell(HexEntered(group, hex), to=group_audience(group))
    look_round(play, group)
