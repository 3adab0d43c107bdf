"""Every command as a form: its fields with what may be entered, and the names that are known offered for choice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import takewhile
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from msgspec.structs import replace

from undercroft.faces.web.fields import Control
from undercroft.faces.web.live.beginning import begun as begun_with
from undercroft.faces.web.live.labels import TITLES, label_of
from undercroft.faces.web.live.lists import Measured, Offered, listed
from undercroft.faces.web.live.panels import Looking, in_service
from undercroft.interpret.form import hint
from undercroft.kernel.faults import NotFound
from undercroft.kernel.shape import Either, Field, Flag, Many, Maybe, Named, OneOf, Record, Several, Shape, record
from undercroft.kernel.units import SeatId
from undercroft.server.commands import BY_TAG, Overrule
from undercroft.server.taking_back import rulings_of
from undercroft.table import names
from undercroft.table.battle import Band, FoeState, SeenFoe
from undercroft.table.procedures.fight_field import fight_of
from undercroft.table.rooms import Command
from undercroft.table.ruling_words import RULES
from undercroft.table.seats import REFEREE
from undercroft.table.seen import SeenSite
from undercroft.table.sites import Site

CLAUSE = re.compile(r"(?<=[;.]) ")
MOST_OFFERED = 200
"""More names than this are typed instead of chosen."""


def command_named(tag: str) -> type[Command]:
    """The command of that name."""
    if tag not in BY_TAG:
        raise NotFound("no_such_command", f"there is no command “{tag[:40]}”", "choose one from the list")
    return BY_TAG[tag]


def title_of(tag: str) -> str:
    """A command's name for people."""
    return TITLES.get(tag) or tag.replace("_", " ").capitalize()


def summary(kind: type[Command]) -> str:
    """What a command does, in a sentence; what it says of single fields is told by their own names."""
    first = (kind.__doc__ or "").strip().partition("\n")[0]
    clauses = takewhile(lambda clause: "`" not in clause, CLAUSE.split(first))
    return f"{' '.join(clauses).rstrip(';.')}."


USUAL: Mapping[str, Mapping[str, Any]] = {"pass_time": {"span": "hour"}}
"""What is asked for most often, filled in beforehand."""
OF_ITSELF = "it follows of itself."
"""How a command's sentence ends that nobody gives."""
FEW = 2
"""As many fields that need not be filled in are shown at once; more are folded away."""


def command_controls(
    kind: type[Command], look: Looking, given: Mapping[str, Any]
) -> tuple[tuple[Control, ...], tuple[Control, ...]]:
    """The form of a command, filled in with what is given and with what the seat is looking at.

    First what must be said, then what may be.
    """
    begun = {**_looked_at(look), **USUAL.get(str(kind.__struct_config__.tag), {}), **given}
    tag = str(kind.__struct_config__.tag)
    asked = (
        field
        for field in _fields(kind, look, begun)
        if look.referee or field.name not in BY_BUTTONS or field.name in given
    )
    offering = tuple(_named(tag, _offering(field, look, begun), look) for field in asked)
    controls = tuple(
        Control(field, begun_with(field, begun), _hint(field), house=False, only=_only(field, look))
        for field in offering
    )
    further = tuple(one for one in controls if not one.field.required and one.field.name not in given)
    if len(further) <= FEW:
        return controls, ()
    return tuple(one for one in controls if one not in further), further


BY_BUTTONS = frozenset({"command"})
"""What no player would write out: buttons give it."""


def _only(field: Field, look: Looking) -> bool:
    """Whether there is nothing to choose: nobody speaks for another seat, and there may be but one group."""
    ours = field.name == "group" and look.group is not None
    asked = ours or (not look.referee and field.name in OWN)
    return asked and isinstance(field.shape, Offered) and len(field.shape.words) == 1


def commands_for(look: Looking) -> tuple[tuple[str, str], ...]:
    """Every command with what it does, for whoever may give it."""
    hidden = {"answer", "roll_rest", "withdraw", "begin_step", "begin"}
    return tuple(
        (tag, summary(kind))
        for tag, kind in sorted(BY_TAG.items())
        if tag not in hidden
        and not summary(kind).endswith(OF_ITSELF)
        and (look.referee or (_players_may(kind) and not look.looks_on))
    )


FOR_SEATS = frozenset({"note", "whisper", "use_dice"})
"""What a seat does that no character does."""


def _players_may(kind: type[Command]) -> bool:
    return "who" in kind.__struct_fields__ or kind.__struct_config__.tag in FOR_SEATS


def _looked_at(look: Looking) -> dict[str, Any]:
    found: dict[str, Any] = {"seat": look.seat}
    if look.group is not None:
        group = look.group
        found |= {"group": group.id, "site": group.site, "zone": group.zone, "order": group.members}
    if look.who is not None:
        found["who"] = look.who
    return {name: value for name, value in found.items() if value is not None}


def _hint(field: Field) -> str:
    shape = field.shape.of if isinstance(field.shape, Maybe) else field.shape
    shown = isinstance(shape, Flag | OneOf | Many | Record | Either | Named | Several | Measured)
    said = "" if shown else hint(field.shape)
    return "" if said == "text" else said


def _fields(kind: type[Command], look: Looking, begun: Mapping[str, Any]) -> tuple[Field, ...]:
    """The fields of a command; the outcome that overrules a ruling is one of those its rule has."""
    fields = record(kind).fields
    if kind is not Overrule or look.last is None:
        return fields
    told = tuple(one for one in look.told if one.act == look.last)
    asked = begun.get("ruling", 1)
    rulings, number = rulings_of(told), asked if isinstance(asked, int) else 1
    rule = RULES.get(rulings[number - 1].rule) if 0 < number <= len(rulings) else None
    if rule is None:
        return fields
    outcomes = Either(tuple(record(outcome) for outcome in rule.outcomes))
    return tuple(replace(field, shape=outcomes) if field.name == "outcome" else field for field in fields)


def _offering(field: Field, look: Looking, begun: Mapping[str, Any]) -> Field:
    """A field that takes the name of something offers the names there are; so do those within it."""
    shape = _within(_shape(field.annotation, field.shape, look), look, begun)
    field = replace(field, shape=_of_ones_own(field.name, shape, look))
    return replace(field, default=begun_with(field, begun)) if field.default is None else field


OWN = frozenset({"who", "seat"})
"""Fields in which a player names only what is the player's own."""


def _of_ones_own(name: str, shape: Shape, look: Looking) -> Shape:
    """Whom a player acts for: one of the seat's own, hired people among them, or the seat itself."""
    if look.referee or name not in OWN or not isinstance(shape, Offered):
        return shape
    own = {str(look.seat), *in_service(look)}
    return replace(shape, words=tuple(word for word in shape.words if word in own))


def _named(tag: str, field: Field, look: Looking) -> Field:
    """A field under the name people have for it, with what there is to choose from, and those within it."""
    shape = listed(tag, field.name, _named_within(tag, field.shape, look), look)
    return replace(field, help=label_of(tag, field.name) or field.help, shape=shape)


def _named_within(tag: str, shape: Shape, look: Looking) -> Shape:
    match shape:
        case Record(fields=fields):
            return replace(shape, fields=tuple(_named(tag, field, look) for field in fields))
        case Either(parts=parts) | Several(parts=parts):
            return replace(shape, parts=tuple(_named_within(tag, part, look) for part in parts))
        case Many(of=of) | Maybe(of=of) | Named(of=of):
            return replace(shape, of=_named_within(tag, of, look))
        case _:
            return shape


def _within(shape: Shape, look: Looking, begun: Mapping[str, Any]) -> Shape:
    match shape:
        case Record(fields=fields):
            return replace(shape, fields=tuple(_offering(field, look, begun) for field in fields))
        case Either(parts=parts) | Several(parts=parts):
            return replace(shape, parts=tuple(_within(part, look, begun) for part in parts))
        case Many(of=of) | Maybe(of=of) | Named(of=of):
            return replace(shape, of=_within(of, look, begun))
        case _:
            return shape


def _shape(annotation: Any, shape: Shape, look: Looking) -> Shape:
    if annotation in _NAMES:
        known = tuple(sorted(_NAMES[annotation](look)))
        return Offered(known, called(look, known)) if 0 < len(known) <= MOST_OFFERED else shape
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _shape(parts[0], shape, look)
    if origin in (Union, UnionType) and isinstance(shape, Maybe):
        inner = next((part for part in parts if part is not NoneType), None)
        return Maybe(_shape(inner, shape.of, look)) if not isinstance(shape.of, Either) else shape
    if origin is tuple and isinstance(shape, Many):
        return replace(shape, of=_shape(parts[0], shape.of, look))
    return shape


def called(look: Looking, known: Iterable[str]) -> Mapping[str, str]:
    """What people call the things that go by these names."""
    site = _here(look)
    parts = (site.zones, site.doors, site.traps, site.obstacles, site.creatures) if site is not None else ()
    every = (
        look.known.people,
        look.known.groups,
        look.known.sites,
        look.known.seen,
        look.known.things,
        look.known.seats,
        {foe.id: foe for foe in _foes(look)},
        {band.id: band for band in _bands(look)},
        *parts,
    )
    names_of = {str(id): one.name for part in reversed(every) for id, one in part.items()}
    return {name: names_of.get(name, name) for name in known}


def _here(look: Looking) -> SeenSite | Site | None:
    if look.group is None or look.group.site is None:
        return None
    return look.known.sites.get(look.group.site) or look.known.seen.get(look.group.site)


def _foes(look: Looking) -> tuple[SeenFoe, ...]:
    """The foes who fight, as far as they are in sight; all of them for the referee."""
    fight = fight_of(look.group)
    if fight is None:
        return ()
    every = tuple(foe.seen for foe in fight.foes) if look.referee else fight.in_sight
    return tuple(foe for foe in every if foe.state is FoeState.FIGHTING)


def _bands(look: Looking) -> tuple[Band, ...]:
    fight = fight_of(look.group)
    return fight.bands if fight is not None and look.referee else ()


def _of_site(part: str) -> Callable[[Looking], tuple[str, ...]]:
    def found(look: Looking) -> tuple[str, ...]:
        site = _here(look)
        return tuple(getattr(site, part)) if site is not None else ()

    return found


_NAMES: Mapping[Any, Callable[[Looking], tuple[str, ...]]] = {
    names.PersonId: lambda look: tuple(look.known.people),
    names.GroupId: lambda look: tuple(look.known.groups),
    names.SiteId: lambda look: tuple(look.known.sites or look.known.seen),
    names.ThingId: lambda look: tuple(look.known.things),
    names.TimerId: lambda look: tuple(look.known.timers),
    names.WantedId: lambda look: tuple(look.known.wanted),
    names.ZoneId: _of_site("zones"),
    names.DoorId: _of_site("doors"),
    names.TrapId: _of_site("traps"),
    names.FeatureId: _of_site("features"),
    names.ObstacleId: _of_site("obstacles"),
    names.CreaturesId: _of_site("creatures"),
    names.FoeId: lambda look: tuple(foe.id for foe in _foes(look)),
    names.BandId: lambda look: tuple(band.id for band in _bands(look)),
    SeatId: lambda look: (REFEREE, *look.known.seats),
}
"""The names there are of each kind, as far as the seat knows them."""
