"""Every command as a form: its fields with the values they take, and a choice of the known names."""

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import takewhile
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from msgspec.structs import replace

from undercroft.faces.web.base.fields import Control
from undercroft.faces.web.live.forms.defaults import begun as begun_with
from undercroft.faces.web.live.forms.labels import label_of
from undercroft.faces.web.live.forms.lists import Measure, NameList, listed
from undercroft.faces.web.live.viewer.viewer import Viewer, in_service
from undercroft.interpret.form import hint
from undercroft.kernel.faults import NotFound
from undercroft.kernel.shape import Either, Field, Flag, Many, Maybe, Named, OneOf, Record, Several, Shape, record
from undercroft.kernel.units import SeatId
from undercroft.server.commands import BY_TAG, OF_ITSELF, Overrule
from undercroft.server.undo import rulings_of
from undercroft.table.engine.part import Command
from undercroft.table.rulings.words import RULES
from undercroft.table.site.waiting import PassTime
from undercroft.table.state import ids
from undercroft.table.state.combatants import Band, FoeState, SeenFoe
from undercroft.table.state.fights import fight_of
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.seen_sites import SeenSite
from undercroft.table.state.sites import Site

CLAUSE = re.compile(r"(?<=[;.]) ")
MOST_OFFERED = 200
"""More names than this are typed instead of chosen."""


def command_named(tag: str) -> type[Command]:
    """The command of that name."""
    if tag not in BY_TAG:
        raise NotFound("no_such_command", f"there is no command “{tag[:40]}”", "choose one from the list")
    return BY_TAG[tag]


def summary(kind: type[Command]) -> str:
    """What a command does, in a sentence, without the clauses about its fields."""
    first = (kind.__doc__ or "").strip().partition("\n")[0]
    clauses = takewhile(lambda clause: "`" not in clause, CLAUSE.split(first))
    return f"{' '.join(clauses).rstrip(';.')}."


USUAL: Mapping[type[Command], Mapping[str, Any]] = {PassTime: {"span": "hour"}}
"""The most common values, filled in beforehand."""
FEW = 2
"""Up to this many optional fields are shown at once; more are folded away."""


def command_controls(
    kind: type[Command], viewer: Viewer, given: Mapping[str, Any]
) -> tuple[tuple[Control, ...], tuple[Control, ...]]:
    """The form of a command, filled in with the given values and with what the seat is looking at.

    Required fields come first, then optional fields.
    """
    begun = {**_looked_at(viewer), **USUAL.get(kind, {}), **given}
    asked = (
        field
        for field in _fields(kind, viewer, begun)
        if viewer.referee or field.name not in BY_BUTTONS or field.name in given
    )
    offering = tuple(_named(kind, _offering(field, viewer, begun), viewer) for field in asked)
    controls = tuple(
        Control(field, begun_with(field, begun), _hint(field), house=False, only=_only(field, viewer))
        for field in offering
    )
    further = tuple(control for control in controls if not control.field.required and control.field.name not in given)
    if len(further) <= FEW:
        return controls, ()
    return tuple(control for control in controls if control not in further), further


BY_BUTTONS = frozenset({"command"})
"""Fields that no player types: buttons fill them in."""


def _only(field: Field, viewer: Viewer) -> bool:
    """Whether a field leaves no choice: the viewer's only group, or a player's only character or seat."""
    ours = field.name == "group" and viewer.group is not None
    asked = ours or (not viewer.referee and field.name in OWN)
    return asked and isinstance(field.shape, NameList) and len(field.shape.words) == 1


def commands_for(viewer: Viewer) -> tuple[tuple[str, str], ...]:
    """Every command that the viewer may give, with what it does."""
    return tuple(
        (tag, summary(kind))
        for tag, kind in sorted(BY_TAG.items())
        if kind.ABOUT.listed
        and tag not in OF_ITSELF
        and (viewer.referee or (_players_may(kind) and not viewer.spectates))
    )


def _players_may(kind: type[Command]) -> bool:
    return "who" in kind.__struct_fields__ or kind.ABOUT.for_seats


def _looked_at(viewer: Viewer) -> dict[str, Any]:
    found: dict[str, Any] = {"seat": viewer.seat}
    if viewer.group is not None:
        group = viewer.group
        found |= {"group": group.id, "site": group.site, "zone": group.zone, "order": group.members}
    if viewer.who is not None:
        found["who"] = viewer.who
    return {name: value for name, value in found.items() if value is not None}


def _hint(field: Field) -> str:
    shape = field.shape.of if isinstance(field.shape, Maybe) else field.shape
    shown = isinstance(shape, Flag | OneOf | Many | Record | Either | Named | Several | Measure)
    said = "" if shown else hint(field.shape)
    return "" if said == "text" else said


def _fields(kind: type[Command], viewer: Viewer, begun: Mapping[str, Any]) -> tuple[Field, ...]:
    """The fields of a command; for Overrule, the outcome is limited to the outcomes of its rule."""
    fields = record(kind).fields
    if kind is not Overrule or viewer.last is None:
        return fields
    told = tuple(fact for fact in viewer.told if fact.act == viewer.last)
    asked = begun.get("ruling", 1)
    rulings, number = rulings_of(told), asked if isinstance(asked, int) else 1
    rule = RULES.get(rulings[number - 1].rule) if 0 < number <= len(rulings) else None
    if rule is None:
        return fields
    outcomes = Either(tuple(record(outcome) for outcome in rule.outcomes))
    return tuple(replace(field, shape=outcomes) if field.name == "outcome" else field for field in fields)


def _offering(field: Field, viewer: Viewer, begun: Mapping[str, Any]) -> Field:
    """A field with the known names to choose from, and the fields within it."""
    shape = _within(_shape(field.annotation, field.shape, viewer), lambda inner: _offering(inner, viewer, begun))
    field = replace(field, shape=_of_ones_own(field.name, shape, viewer))
    return replace(field, default=begun_with(field, begun)) if field.default is None else field


OWN = frozenset({"who", "seat"})
"""Fields in which players may name only their own."""


def _of_ones_own(name: str, shape: Shape, viewer: Viewer) -> Shape:
    """Limit the names to those a player acts for: the seat's characters, their hirelings, or the seat itself."""
    if viewer.referee or name not in OWN or not isinstance(shape, NameList):
        return shape
    own = {str(viewer.seat), *in_service(viewer)}
    return replace(shape, words=tuple(word for word in shape.words if word in own))


def _named(kind: type[Command], field: Field, viewer: Viewer) -> Field:
    """A field with its label and its choices, and the fields within it."""
    shape = listed(kind, field.name, _within(field.shape, lambda inner: _named(kind, inner, viewer)), viewer)
    return replace(field, help=label_of(kind, field.name) or field.help, shape=shape)


def _within(shape: Shape, changed: Callable[[Field], Field]) -> Shape:
    """A shape with every field within it changed."""
    match shape:
        case Record(fields=fields):
            return replace(shape, fields=tuple(map(changed, fields)))
        case Either(parts=parts) | Several(parts=parts):
            return replace(shape, parts=tuple(_within(part, changed) for part in parts))
        case Many(of=of) | Maybe(of=of) | Named(of=of):
            return replace(shape, of=_within(of, changed))
        case _:
            return shape


def _shape(annotation: Any, shape: Shape, viewer: Viewer) -> Shape:
    if annotation in _NAMES:
        known = tuple(sorted(_NAMES[annotation](viewer)))
        return NameList(known, called(viewer, known)) if 0 < len(known) <= MOST_OFFERED else shape
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _shape(parts[0], shape, viewer)
    if origin in (Union, UnionType) and isinstance(shape, Maybe):
        inner = next((part for part in parts if part is not NoneType), None)
        return Maybe(_shape(inner, shape.of, viewer)) if not isinstance(shape.of, Either) else shape
    if origin is tuple and isinstance(shape, Many):
        return replace(shape, of=_shape(parts[0], shape.of, viewer))
    return shape


def called(viewer: Viewer, known: Iterable[str]) -> Mapping[str, str]:
    """The spoken names of the things with these ids."""
    site, campaign = _here(viewer), viewer.known
    parts = (site.zones, site.doors, site.traps, site.obstacles, site.creatures) if site is not None else ()
    kept = (campaign.people, campaign.groups, campaign.sites, campaign.seen, campaign.things, campaign.seats)
    fighting = ({foe.id: foe for foe in _foes(viewer)}, {band.id: band for band in _bands(viewer)})
    every = (*kept, *fighting, *parts)
    names_of = {str(id): thing.name for part in reversed(every) for id, thing in part.items()}
    return {name: names_of.get(name, name) for name in known}


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


def _of_site(part: str) -> Callable[[Viewer], tuple[str, ...]]:
    def found(viewer: Viewer) -> tuple[str, ...]:
        site = _here(viewer)
        return tuple(getattr(site, part)) if site is not None else ()

    return found


_NAMES: Mapping[Any, Callable[[Viewer], tuple[str, ...]]] = {
    ids.PersonId: lambda viewer: tuple(viewer.known.people),
    ids.GroupId: lambda viewer: tuple(viewer.known.groups),
    ids.SiteId: lambda viewer: tuple(viewer.known.sites or viewer.known.seen),
    ids.ThingId: lambda viewer: tuple(viewer.known.things),
    ids.TimerId: lambda viewer: tuple(viewer.known.timers),
    ids.WantedId: lambda viewer: tuple(viewer.known.wanted),
    ids.ZoneId: _of_site("zones"),
    ids.DoorId: _of_site("doors"),
    ids.TrapId: _of_site("traps"),
    ids.FeatureId: _of_site("features"),
    ids.ObstacleId: _of_site("obstacles"),
    ids.CreaturesId: _of_site("creatures"),
    ids.FoeId: lambda viewer: tuple(foe.id for foe in _foes(viewer)),
    ids.BandId: lambda viewer: tuple(band.id for band in _bands(viewer)),
    SeatId: lambda viewer: (REFEREE, *viewer.known.seats),
}
"""The names of each kind that the seat knows."""
