"""The names people use for things, matched to ids: of a person, a door, a torch."""

import re
from collections.abc import Callable, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from undercroft.faces.views.dungeon.stubs import wall_side
from undercroft.kernel.units import SeatId
from undercroft.table.state import ids
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.scenes import Fight

_Names = Mapping[str, str]


def _of_sites(part: str) -> Callable[[Campaign], _Names]:
    """The things of one kind in every known site, by id."""

    def names(known: Campaign) -> _Names:
        sites = (*known.seen.values(), *known.sites.values())
        found: list[Mapping[str, Any]] = [getattr(site, part, {}) for site in sites]
        return {id: getattr(thing, "name", id) for things in found for id, thing in things.items()}

    return names


def _foes(known: Campaign) -> _Names:
    """Everybody on the other side of a fight, as far as the seat knows them."""
    fights = [group.scene for group in known.groups.values() if isinstance(group.scene, Fight)]
    names: dict[str, str] = {foe.id: foe.name for fight in fights for foe in fight.foes}
    return names | {foe.id: foe.name for fight in fights for foe in fight.in_sight}


_NAMES: Mapping[Any, Callable[[Campaign], _Names]] = {
    ids.PersonId: lambda known: {id: person.name for id, person in known.people.items()},
    ids.GroupId: lambda known: {id: group.name for id, group in known.groups.items()},
    SeatId: lambda known: {id: known.called(id) for id in known.seats},
    ids.ThingId: lambda known: {id: thing.name for id, thing in known.things.items()},
    ids.SiteId: lambda known: {
        **{id: site.name for id, site in known.seen.items()},
        **{id: site.name for id, site in known.sites.items()},
    },
    ids.ZoneId: _of_sites("zones"),
    ids.DoorId: _of_sites("doors"),
    ids.TrapId: _of_sites("traps"),
    ids.FeatureId: _of_sites("features"),
    ids.ObstacleId: _of_sites("obstacles"),
    ids.CreaturesId: _of_sites("creatures"),
    ids.MonsterId: lambda known: {id: monster.name for id, monster in known.bestiary.items()},
    ids.TableId: lambda known: {id: table.name for id, table in known.roll_tables.items()},
    ids.FoeId: _foes,
}


_SENT = re.compile(r"i[0-9]{5,}-[0-9a-f]{6}")
"""An id made for a player's seat, as `SeatIds` makes them."""


def kind_of(hint: Any) -> Any:
    """The kind of id that a field holds, one or several; None for a field that holds no id."""
    origin = get_origin(hint)
    if origin is Annotated:
        return kind_of(hint.__origin__)
    if origin in (Union, UnionType):
        real = [part for part in get_args(hint) if part is not NoneType]
        return kind_of(real[0]) if len(real) == 1 else None
    if origin is tuple:
        return kind_of(get_args(hint)[0])
    return hint if hint in _NAMES else None


def names_of(known: Campaign, kind: Any) -> tuple[str, ...]:
    """The ids of everything known of that kind."""
    return tuple(_NAMES[kind](known))


def easily_typed(known: Campaign, kind: Any, id: str) -> str:
    """A word for one of them: its id, or a word of its name where the seat was sent an id that nobody could guess."""
    words = _NAMES[kind](known)[id].casefold().split() if _SENT.fullmatch(id) else []
    return next((word for word in words if meant(known, kind, word) == id), id)


def meant(known: Campaign, kind: Any, word: str) -> str | None:
    """The id that a word means: by id, by name, by a word of the name, or by the start of any of them.

    An exit goes by its side too. None if that is nothing, or several.
    """
    names = _NAMES[kind](known)
    if word in names:
        return word
    wanted = word.casefold()
    exact = {id for id, name in names.items() if wanted in (id.casefold(), name.casefold())}
    whole = {id for id, name in names.items() if wanted in name.casefold().split()}
    begins = {id for id, name in names.items() if id.casefold().startswith(wanted) or _begins(name, wanted)}
    found = exact or whole or begins or (_exits(known, wanted) if kind is ids.DoorId else set())
    return next(iter(found)) if len(found) == 1 else None


def _exits(known: Campaign, side: str) -> set[str]:
    """The exits on one side of the rooms that the groups are in: `north`."""
    found = set[str]()
    for group in known.groups.values():
        seen, zone = known.seen_by(group), group.zone
        if seen is not None and zone is not None and group.members:
            here = (door for door in seen.doors.values() if zone in door.between)
            found |= {door.id for door in here if wall_side(door, zone) == side}
    return found


def _begins(name: str, wanted: str) -> bool:
    return any(part.startswith(wanted) for part in name.casefold().split())


def only_group(known: Campaign) -> str | None:
    """The default group: the only one with people in it."""
    groups = [group.id for group in known.groups.values() if group.members]
    return groups[0] if len(groups) == 1 else None
