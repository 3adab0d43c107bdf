"""Forms filled in without knowing any id: what their controls can send."""

from collections.abc import Iterable, Iterator
from itertools import islice, product
from typing import Any

from undercroft.faces.web.base.fields import Control
from undercroft.faces.web.live.forms.command_form import command_controls
from undercroft.faces.web.live.forms.lists import Chips, DiceList, Measure, Moment, NameList, Suggestions
from undercroft.faces.web.live.forms.setting import setting
from undercroft.faces.web.live.viewer.viewer import Viewer, chosen_group
from undercroft.kernel import wire
from undercroft.kernel.shape import (
    DiceOnly,
    Either,
    Exact,
    Field,
    Flag,
    Many,
    Maybe,
    Named,
    OneOf,
    Record,
    Rollable,
    Several,
    Shape,
    Text,
    Whole,
)
from undercroft.server.commands import read_command
from undercroft.table.engine.part import Command
from undercroft.table.referee.adjust import Adjust
from undercroft.table.refusals import refusals
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.seats import REFEREE

MOST_TRIES = 40
LINE = "2 rats HD 1 AC 5 1d4"
"""How foes are written."""


def viewers(now: Campaign) -> Iterator[Viewer]:
    """The referee, looking at some members of the first group in turn."""
    group = chosen_group(now, REFEREE, None)
    for who in (group.members[:3] if group is not None else ()) or (None,):
        yield Viewer("a-table", REFEREE, now, (), group, who)


def asked(kind: type[Command], viewer: Viewer) -> tuple[Control, ...]:
    """The controls of a form, folded away or not."""
    needed, further = command_controls(kind, viewer, {})
    return (*needed, *further)


def fillings(kind: type[Command], viewer: Viewer) -> Iterator[dict[str, Any]]:
    """What someone may send who fills in a form: what must be, and then one optional field more."""
    if kind is Adjust:
        form = setting(viewer, {}, {})
        yield {
            "what": form["what"],
            "id": form["id"],
            "field": form["value_name"],
            "value": form["present"],
            "reason": "x",
        }
        return
    controls = asked(kind, viewer)
    usual = {each.field.name: list(_options(each.field, each.value)) for each in controls}
    if not all(usual.values()):
        return
    for choice in islice(product(*(options[:4] for options in usual.values())), MOST_TRIES):
        yield dict(zip(usual, choice, strict=True))
    for name, options in usual.items():
        for option in options[:8]:
            yield {other: found[0] for other, found in usual.items() if other != name} | {name: option}
    for control in controls:
        for option in _given(control.field.shape):
            yield {name: found[0] for name, found in usual.items()} | {control.field.name: option}


def _options(field: Field, value: Any) -> Iterator[Any]:
    """The values that a control can send, the one it begins with first."""
    begun = [] if value is None and not isinstance(field.shape, Maybe) else [wire.plain(value)]
    shape = field.shape.of if isinstance(field.shape, Maybe) and field.required else field.shape
    every = [*begun, *([] if isinstance(shape, Maybe) or (begun and not field.required) else _given(shape))]
    yield from (value for place, value in enumerate(every) if value not in every[:place])


def _given(shape: Shape) -> Iterable[Any]:
    match shape:
        case Maybe(of=of):
            return _given(of)
        case Chips(words=words):
            return [[word] for word in words] + ([list(words)] if words else [])
        case DiceList():
            return [[6, 6]]
        case NameList(words=words) | OneOf(words=words):
            return list(words)
        case Flag():
            return [False, True]
        case Moment(now=now):
            return [now + 600]
        case Measure(dice=dice):
            return [600, "(1d6)*60"] if dice else [600]
        case Suggestions(words=words):
            return [*words, "something"]
        case _:
            return _plain(shape)


def _plain(shape: Shape) -> Iterable[Any]:
    match shape:
        case Whole(least=least):
            return [max(1, least or 1)]
        case Rollable():
            return [1, "1d6"]
        case DiceOnly():
            return ["1d6"]
        case Exact():
            return ["1"]
        case Text():
            return ["something", LINE]
        case _:
            return _compound(shape)


def _compound(shape: Shape) -> Iterable[Any]:
    match shape:
        case Record(fields=fields):
            kind = {shape.kind_field: shape.kind} if shape.kind else {}
            named = {
                field.name: [""] if field.name == "id" else list(_options(field, field.default)) for field in fields
            }
            found = {name: options for name, options in named.items() if options}
            tries = islice(product(*(options[:3] for options in found.values())), MOST_TRIES)
            usual = [{**kind, **dict(zip(found, choice, strict=True))} for choice in tries]
            switched = [
                {**usual[0], field.name: not field.default} for field in fields if isinstance(field.shape, Flag)
            ]
            return [*usual, *switched]
        case Either(parts=parts):
            return [value for part in parts for value in list(_given(part))[:3]]
        case Many(of=of):
            return [[value] for value in list(_given(of))[:3]]
        case Several(parts=parts):
            return [[next(iter(_given(part))) for part in parts]]
        case Named():
            return [{}]
        case _:
            return []


def can_be_sent(kind: type[Command], viewer: Viewer, wrong: list[str]) -> bool:
    """Whether a form can be filled in so that its command is not refused; what cannot even be read is wrong."""
    return next(sent(kind, viewer, wrong), None) is not None


def sent(kind: type[Command], viewer: Viewer, wrong: list[str]) -> Iterator[Command]:
    """What can be sent by a form and is not refused."""
    for plain in fillings(kind, viewer):
        try:
            command = read_command({"kind": kind.tag, **plain})
        except ValueError as fault:
            wrong.append(f"{kind.tag}: {fault}")
            continue
        if not refusals(viewer.known, REFEREE, command):
            yield command
