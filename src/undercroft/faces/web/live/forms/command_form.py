"""Every command as a form: its fields with the values they take, and a choice of the known names."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from itertools import takewhile
from typing import Any

from msgspec.structs import replace

from undercroft.faces.views.field_labels import label_of
from undercroft.faces.web.base.fields import Control
from undercroft.faces.web.live.forms.choices import offered_shape
from undercroft.faces.web.live.forms.defaults import begun as begun_with
from undercroft.faces.web.live.forms.lists import Measure, Moment, NameList, listed
from undercroft.faces.web.live.viewer.viewer import Viewer, in_service
from undercroft.interpret.form import fields as inputs
from undercroft.kernel import wire
from undercroft.kernel.faults import NotFound
from undercroft.kernel.fitting import hint
from undercroft.kernel.shape import Either, Field, Flag, Many, Maybe, Named, OneOf, Record, Several, Shape, record
from undercroft.server.commands import BY_TAG, OF_ITSELF, Overrule
from undercroft.server.undo import rulings_of
from undercroft.table.body.effects import StartEffect
from undercroft.table.characters.characters import AddPerson, CreateCharacter, QuickCharacter
from undercroft.table.characters.joining import in_play
from undercroft.table.engine.part import Command
from undercroft.table.exploration.clocks import clock_of
from undercroft.table.refusals import REFEREES
from undercroft.table.rulings.words import RULES
from undercroft.table.session.sessions import BeginSession, next_number
from undercroft.table.site.neverwhere_feats import FEATS, Feat, numbers
from undercroft.table.site.waiting import PassTime
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.state.sites import Clock

CLAUSE = re.compile(r"(?<=[;.]) ")


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


USUAL: Mapping[type[Command], Mapping[str, Any]] = {
    AddPerson: {"hp": "1d6"},
    PassTime: {"span": "hour"},
    QuickCharacter: {"joins": True},
}
"""The most common values, filled in beforehand for the referee."""
UPFRONT: Mapping[type[Command], frozenset[str]] = {QuickCharacter: frozenset({"pack"})}
"""Optional fields that most people want to fill in: they are never folded away."""
FEW = 2
"""Up to this many optional fields are shown at once; more are folded away."""


def command_controls(
    kind: type[Command], viewer: Viewer, given: Mapping[str, Any]
) -> tuple[tuple[Control, ...], tuple[Control, ...]]:
    """The form of a command, filled in with the given values and with what the seat is looking at.

    Required fields come first, then optional fields.
    """
    usual: Mapping[str, Any] = _usual(kind, viewer) if viewer.referee or kind is PassTime else {}
    optional = {field.name for field in record(kind).fields if not field.required} & PLACES
    looked_at = {name: value for name, value in _looked_at(viewer).items() if name not in optional}
    begun = {**looked_at, **usual, **given}
    hidden = BY_BUTTONS if viewer.referee else BY_BUTTONS | kind.ABOUT.for_referee
    shown = BY_BUTTONS & given.keys()
    asked = (field for field in _fields(kind, viewer, begun) if field.name not in hidden or field.name in shown)
    offering = tuple(_named(kind, _offering(field, viewer, begun), viewer) for field in asked)
    controls = tuple(
        Control(
            field,
            begun_with(field, begun),
            _waning(kind, field, viewer) or _hint(field),
            house=False,
            only=_only(field, viewer),
            again=(kind, field.name) in AGAIN,
        )
        for field in offering
    )
    asked_for = {*given, *UPFRONT.get(kind, ())}
    further = tuple(
        control for control in controls if not control.field.required and control.field.name not in asked_for
    )
    asks = any(control not in further and not control.only for control in controls)
    if len(further) <= FEW or not asks:
        return controls, ()
    return tuple(control for control in controls if control not in further), further


PLACES = frozenset({"site", "zone", "hex"})
"""Places that are filled in beforehand only where they must be given: elsewhere they would say more than was meant."""
BY_BUTTONS = frozenset({"command"})
"""Fields that nobody types: buttons fill them in."""


AGAIN = frozenset({(Feat, "who"), (Feat, "rule")})
"""Fields on which the rest of a form depends: a choice there draws the form again."""


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
        if kind.ABOUT.listed and tag not in OF_ITSELF and may_ever_give(kind, viewer)
    )


def may_ever_give(kind: type[Command], viewer: Viewer) -> bool:
    """Whether the viewer's seat may give such a command at some time: spectators never, players not the referee's."""
    return viewer.referee or (_players_may(kind) and not viewer.spectates)


THEIRS = frozenset({"who", "seat", "wanted"})
"""Fields by which a player's command names what is the player's: a character, the seat, or dice that are asked for."""


@cache
def _players_may(kind: type[Command]) -> bool:
    """Whether players may ever give a command: its first reason against a player is not that it is the referee's."""
    if kind.ABOUT.for_seats:
        return True
    if THEIRS.isdisjoint(kind.__struct_fields__):
        return False
    any_of_them: Any = kind
    sample: Command = any_of_them(*("x" for _ in kind.__struct_fields__))
    first = next(iter(sample.why_not(Campaign(), SPECTATORS)), None)
    return first is None or first.code != REFEREES.code


def _looked_at(viewer: Viewer) -> dict[str, Any]:
    found: dict[str, Any] = {"seat": viewer.seat, "house": wire.plain(viewer.known.house)}
    if viewer.group is not None:
        group = viewer.group
        found |= {"group": group.id, "site": group.site, "zone": group.zone, "order": group.members, "hex": group.hex}
    if viewer.who is not None:
        found["who"] = viewer.who
    return {name: value for name, value in found.items() if value is not None}


def _usual(kind: type[Command], viewer: Viewer) -> Mapping[str, Any]:
    """The values that are filled in beforehand."""
    return {**USUAL.get(kind, {}), **_free_seat(kind, viewer), **_title(kind, viewer)}


def _title(kind: type[Command], viewer: Viewer) -> Mapping[str, Any]:
    """A title for the session that begins."""
    return {"title": f"Session {next_number(viewer.known)}"} if kind is BeginSession else {}


def _free_seat(kind: type[Command], viewer: Viewer) -> Mapping[str, Any]:
    """For a new character, the first seat that has none in play."""
    free = (seat for seat in viewer.known.seats if not in_play(viewer.known, seat))
    return {"seat": next(free, REFEREE)} if kind in (CreateCharacter, QuickCharacter) else {}


def _waning(kind: type[Command], field: Field, viewer: Viewer) -> str:
    """What ends an effect before its time in a place where the overloaded die is rolled."""
    clock = clock_of(viewer.group) if kind is StartEffect and field.name == "seconds" else None
    if clock is None or clock.name is not Clock.HEXCRAWL:
        return ""
    return "It ends then, or sooner: Waning Resources on the overloaded die ends it, unless it lasts for good."


def _hint(field: Field) -> str:
    shape = field.shape.of if isinstance(field.shape, Maybe) else field.shape
    shown = isinstance(shape, Flag | OneOf | Many | Record | Either | Named | Several | Measure | Moment)
    said = "" if shown else hint(field.shape)
    return "" if said in ("text", "text, or none") else said


def _fields(kind: type[Command], viewer: Viewer, begun: Mapping[str, Any]) -> tuple[Field, ...]:
    """The fields of a command; an outcome, or what is given to a rule, has the fields of its rule."""
    fields = record(kind).fields
    if kind is Feat:
        return tuple(_with_inputs(field, viewer, begun) for field in fields)
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


def _with_inputs(field: Field, viewer: Viewer, begun: Mapping[str, Any]) -> Field:
    """What is given to the chosen rule, without what the sheet says."""
    rule, person = FEATS.get(begun.get("rule", next(iter(FEATS)))), viewer.person
    if field.name == "rule" and rule is not None:
        return replace(field, default=rule.id)
    if field.name != "given" or rule is None:
        return field
    known = set(numbers(person, viewer.known.house)) if person is not None else set[str]()
    return replace(field, shape=Record(tuple(part for part in inputs(rule) if part.name not in known)))


def _offering(field: Field, viewer: Viewer, begun: Mapping[str, Any]) -> Field:
    """A field with the known names to choose from, and the fields within it."""
    shape = _within(offered_shape(field.annotation, field.shape, viewer), lambda inner: _offering(inner, viewer, begun))
    field = replace(field, shape=_of_ones_own(field.name, shape, viewer))
    return replace(field, default=begun_with(field, begun)) if field.default is None else field


OWN = frozenset({"who", "seat"})
"""Fields in which players may name only their own."""


def _of_ones_own(name: str, shape: Shape, viewer: Viewer) -> Shape:
    """Limit the names to those a player acts for: the seat's characters, their hirelings, or the seat itself.

    Where another is named, such as who reads a whisper, the seat itself is left out.
    """
    if isinstance(shape, Many) and isinstance(shape.of, NameList):
        return replace(shape, of=_of_ones_own(name, shape.of, viewer))
    if not isinstance(shape, NameList):
        return shape
    if name not in OWN:
        return replace(shape, words=tuple(word for word in shape.words if word != viewer.seat))
    if viewer.referee:
        return shape
    own = {str(viewer.seat), *in_service(viewer)}
    return replace(shape, words=tuple(word for word in shape.words if word in own))


def _named(kind: type[Command], field: Field, viewer: Viewer) -> Field:
    """A field with its label and its choices, and the fields within it."""
    shape = listed(kind, field.name, _within(field.shape, lambda inner: _named(kind, inner, viewer)), viewer)
    return replace(field, help=label_of(kind, field.name) or field.help, shape=shape)


KEPT = frozenset({"burnt", "day", "dragged", "found", "shot", "spent", "used"})
"""Parts of a thing or power that the table itself keeps."""


def _within(shape: Shape, changed: Callable[[Field], Field]) -> Shape:
    """A shape with every field within it changed."""
    match shape:
        case Record(fields=fields):
            return replace(shape, fields=tuple(changed(field) for field in fields if field.name not in KEPT))
        case Either(parts=parts) | Several(parts=parts):
            return replace(shape, parts=tuple(_within(part, changed) for part in parts))
        case Many(of=of) | Maybe(of=of) | Named(of=of):
            return replace(shape, of=_within(of, changed))
        case _:
            return shape
