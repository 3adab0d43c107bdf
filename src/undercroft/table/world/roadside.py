"""Things that lie outdoors in a group's hex, and who sees them."""

from undercroft.table.engine.play import Play
from undercroft.table.state.campaign import Group
from undercroft.table.state.ids import GroupId, HexId
from undercroft.table.state.things import Gone, InHex, Lying, ThingPlace
from undercroft.table.world import country
from undercroft.table.world.campaign_start import ThingPlaced
from undercroft.table.world.sight import lying_there, tell_thing


def ground(group: Group) -> ThingPlace:
    """The place of a thing that a group puts down; without lands, the thing is gone."""
    if group.site is not None and group.zone is not None:
        return Lying(group.site, group.zone)
    return InHex(group.hex) if group.hex is not None and group.site is None else Gone()


def stands_at(group: Group, place: ThingPlace) -> bool:
    """Whether a group is where a thing lies."""
    return bool(group.members) and not isinstance(place, Gone) and ground(group) == place


def look_round(play: Play, group: GroupId) -> None:
    """Tell a group outdoors what it sees of the lands and what lies in its hex."""
    country.look(play, group)
    find_left(play, group)


def find_left(play: Play, group: GroupId) -> None:
    """Tell a group of the things that lie outdoors in its hex."""
    here = ground(play.group(group))
    for thing in lying_there(play, group, here) if isinstance(here, InHex) else ():
        if thing.count:
            tell_thing(play, group, ThingPlaced(thing))


def arrive_in(play: Play, group: GroupId, hex: HexId) -> None:
    """Bring a group to a hex, and tell it what it sees there."""
    country.arrive_in(play, group, hex)
    find_left(play, group)
