"""The names that a form offers: the people, rooms, things and hexes that the seat knows, by what they are called."""

from collections.abc import Callable, Iterable, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, TypeAlias, Union, get_args, get_origin

from msgspec.structs import replace

from undercroft.books.sovereign.feats import FEATS
from undercroft.faces.views.seat_names import player_of
from undercroft.faces.web.live.forms.lists import NameList, Suggestions, things
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.kernel.shape import Either, Many, Maybe, Shape
from undercroft.kernel.units import SeatId
from undercroft.table.session.taken_seats import seat_words
from undercroft.table.site.room_numbers import number_order, room_numbers
from undercroft.table.state import ids
from undercroft.table.state.combatants import Band, FoeState, SeenFoe
from undercroft.table.state.fights import fight_of
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.seen_sites import SeenSite
from undercroft.table.state.sites import Site


def offered_shape(annotation: Any, shape: Shape, viewer: Viewer) -> Shape:
    """A shape with the names that the seat knows to choose from."""
    if annotation in _NAMES:
        known = {str(id): name or str(id) for id, name in _NAMES[annotation](viewer)}
        return NameList(tuple(known), known)
    if annotation == ids.FeatName:
        return Suggestions(most=64, words=tuple(FEATS), shown=FEATS)
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return offered_shape(parts[0], shape, viewer)
    if origin in (Union, UnionType) and isinstance(shape, Maybe):
        inner = next((part for part in parts if part is not NoneType), None)
        return Maybe(offered_shape(inner, shape.of, viewer)) if not isinstance(shape.of, Either) else shape
    if origin is tuple and isinstance(shape, Many):
        return replace(shape, of=offered_shape(parts[0], shape.of, viewer))
    return shape


Named: TypeAlias = Iterable[tuple[str, str]]
"""Ids and what people call them."""


def _people(viewer: Viewer) -> Named:
    """Everybody, the group's members first and in their order."""
    people = viewer.known.people
    first = [who for who in viewer.members if who in people]
    return [(who, people[who].name) for who in dict.fromkeys((*first, *people))]


def hexes(viewer: Viewer) -> Named:
    """The hexes on the seat's map, by number and name."""
    known = viewer.known.lands.hexes or viewer.known.seen_lands.hexes
    return [(id, f"{id} {hex.name}".rstrip()) for id, hex in known.items()]


def _pictures(viewer: Viewer) -> Named:
    """The pictures that players see, and the referee's others, by their names or by what they are the map of."""
    known = viewer.known
    for id, shown in known.shown.items():
        site = known.sites.get(shown.site) if shown.site is not None else None
        place = f"{site.name}, level {shown.level}" if site is not None else "A map"
        yield id, known.pictures[id].name or place if id in known.pictures else place
    for id, picture in known.pictures.items():
        if id not in known.shown:
            yield id, picture.name or "A picture"


def _seats(viewer: Viewer) -> Named:
    """The seats by their players; one without a player by its characters."""
    known = viewer.known
    return [(REFEREE, "Referee"), *((id, known.players.get(id) or player_of(known, id)) for id in known.seats)]


def _asks(viewer: Viewer) -> Named:
    """Those who ask for a taken seat, with the seat."""
    known = viewer.known
    return [(id, f"{ask.name}, for {seat_words(known, ask.seat)}") for id, ask in known.asks.items()]


def _held(part: str, word: str = "name") -> Callable[[Viewer], Named]:
    """What the campaign itself holds."""
    return lambda viewer: [(id, getattr(each, word)) for id, each in getattr(viewer.known, part).items()]


def _here(viewer: Viewer) -> SeenSite | Site | None:
    if viewer.group is None or viewer.group.site is None:
        return None
    return viewer.known.sites.get(viewer.group.site) or viewer.known.seen.get(viewer.group.site)


def _foes(viewer: Viewer) -> tuple[SeenFoe, ...]:
    """The fighting foes in sight; for the referee, all fighting foes."""
    fight = fight_of(viewer.group)
    if fight is None:
        return ()
    every = (foe.seen for foe in fight.foes) if viewer.referee else fight.in_sight
    return tuple(foe for foe in every if foe.state is FoeState.FIGHTING)


def _bands(viewer: Viewer) -> tuple[Band, ...]:
    fight = fight_of(viewer.group)
    return fight.bands if fight is not None and viewer.referee else ()


def _of_site(part: str, word: str = "name") -> Callable[[Viewer], Named]:
    """The parts of the site that the group is in."""

    def found(viewer: Viewer) -> Named:
        site = _here(viewer)
        held: Mapping[str, Any] = getattr(site, part) if site is not None else {}
        return [(id, getattr(each, word)) for id, each in held.items()]

    return found


def _rooms(viewer: Viewer) -> Named:
    """The rooms of the site that the group is in: for the referee by the numbers on the map, for players by name."""
    site = _here(viewer)
    if not isinstance(site, Site):
        return _of_site("zones")(viewer)
    numbers = room_numbers(site)
    rooms = sorted(site.zones.values(), key=lambda room: number_order(numbers[room.id]))
    return [(room.id, f"{numbers[room.id]} {room.name}") for room in rooms]


_NAMES: Mapping[Any, Callable[[Viewer], Named]] = {
    ids.PersonId: _people,
    ids.GroupId: _held("groups"),
    ids.SiteId: lambda viewer: _held("sites" if viewer.known.sites else "seen")(viewer),
    ids.ThingId: things,
    ids.TimerId: _held("timers", "what"),
    ids.RulingId: _held("proposals", "what"),
    ids.HexId: hexes,
    ids.ZoneId: _rooms,
    ids.DoorId: _of_site("doors"),
    ids.TrapId: _of_site("traps"),
    ids.FeatureId: _of_site("features", "what"),
    ids.ObstacleId: _of_site("obstacles"),
    ids.CreaturesId: _of_site("creatures"),
    ids.MonsterId: _held("bestiary"),
    ids.TableId: _held("roll_tables"),
    ids.PictureId: _pictures,
    ids.AskId: _asks,
    ids.RefereeId: lambda viewer: [(id, one.name) for id, one in viewer.known.referees.items() if not one.removed],
    ids.MessageId: _held("handouts", "title"),
    ids.BodyId: lambda _: (),
    ids.SubjectId: lambda _: (),
    ids.FoeId: lambda viewer: [(foe.id, foe.name) for foe in _foes(viewer)],
    ids.BandId: lambda viewer: [(band.id, band.name) for band in _bands(viewer)],
    SeatId: _seats,
}
"""The names of each kind that the seat knows; of bodies and subjects, where a form lists none."""
