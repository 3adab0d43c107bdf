"""Inputs as fields that people can fill in, shared by the command line, HTTP and HTML."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, cast

from undercroft.kernel import shape
from undercroft.kernel.amounts import with_hyphen
from undercroft.kernel.dice import comparison_in, highest_total
from undercroft.kernel.faults import RuleInputError, shortened
from undercroft.kernel.fitting import DICE_OR_NUMBER, hint
from undercroft.kernel.near_names import remedy
from undercroft.kernel.notation import parse_few
from undercroft.kernel.rules import AnyRule, Given, Reading
from undercroft.kernel.shape import Field, Shape
from undercroft.kernel.strict import checked, read_json
from undercroft.kernel.wire import FRACTION

NONE = "none"
_NESTED = shape.Record | shape.Several | shape.Many | shape.Named
_WORD = re.compile(r"\w+")
_WHOLE = re.compile(r"[+-]?[0-9]{1,16}")
YES, NO = frozenset({"yes", "y", "true"}), frozenset({"no", "n", "false"})


class Situated(Protocol):
    """What is asked about a situation: a rule, or a forecast."""

    @property
    def given(self) -> type[Given]:
        """The kind of its situation."""
        ...

    @property
    def readings(self) -> tuple[Reading, ...]:
        """Our readings, which a situation may switch."""
        ...


def fields(rule: Situated) -> tuple[Field, ...]:
    """The inputs of a rule, in the rule's order."""
    return shape.record(rule.given).fields


def switches(rule: Situated) -> frozenset[str]:
    """The inputs of a rule that are house rules, each choosing how to read an unclear passage."""
    return frozenset(reading.switch for reading in rule.readings if reading.switch)


def given_of(rule: Situated, told: Mapping[str, Any]) -> Given:
    """A rule's situation from plain values, read strictly. The fault for a wrong input says what it may be."""
    situation: Given = taken(rule.given, told)
    return situation


def taken(kind: Any, told: object, titles: Callable[[str], str] | None = None) -> Any:
    """A value of that kind from plain values, read strictly. The fault for a wrong field says what it may be.

    `titles` says what people call a field; without it, the field's own help does.
    """
    try:
        value = checked(kind, told)
        check_names(shape.shape(kind), told)
        check_dice(shape.shape(kind), told)
    except RuleInputError as fault:
        field = _meant(kind, fault.field or "")
        if field is not None:
            title = (titles(field.name) if titles is not None else "") or field.help
            fault.what = _with_title(fault, field.name, title)
        raise
    return value


def titled(name: str, title: str) -> str:
    """A field by the name to type, and beside it what people call it.

    >>> titled("hp_lost", "part of its hit points"), titled("door", "which door"), titled("side_a", "")
    ('hp_lost (part of its hit points)', 'the door', 'the side a')
    """
    return f"{name} ({title})" if _tells(name, title) else f"the {name.replace('_', ' ').strip()}"


def _tells(name: str, title: str) -> bool:
    """Whether a title says more than the name of the field."""
    return bool(title) and name.casefold() not in _WORD.findall(title.casefold())


def _missing(path: str, name: str, title: str) -> str:
    return f"“{shortened(path)}” is missing" + (f": {title}" if _tells(name, title) else "")


def _with_title(fault: RuleInputError, name: str, title: str) -> str:
    """What is wrong, with what people call the field."""
    path = fault.field or ""
    if fault.code == "missing_field":
        return _missing(path, name, title)
    before = f"{shortened(path)}: "
    if not fault.what.startswith(before) or not _tells(name, title):
        return fault.what
    return f"{shortened(path)} ({title}): {fault.what.removeprefix(before)}"


def _meant(kind: Any, path: str) -> Field | None:
    try:
        return _field_at(shape.shape(kind), _PLACE.sub("", path).split("."))
    except TypeError:
        return None


_PLACE = re.compile(r"\[[^\]]*\]")
"""The index of an item in a list, within a path."""


def _field_at(form: Shape, path: Sequence[str]) -> Field | None:
    """The field that a path leads to, through lists and optional values."""
    match form:
        case shape.Record(fields=fields_here):
            found = next((field for field in fields_here if field.name == path[0]), None)
            return found if found is None or not path[1:] else _field_at(found.shape, path[1:])
        case shape.Many(of=of) | shape.Named(of=of) | shape.Maybe(of=of):
            return _field_at(of, path)
        case shape.Either(parts=parts) | shape.Several(parts=parts):
            return next((found for part in parts if (found := _field_at(part, path)) is not None), None)
        case _:
            return None


def check_names(form: Shape, told: Any, path: str = "") -> None:
    """Refuse an input that there is not, also inside others: a misspelt one would be lost without a word."""
    match form:
        case shape.Record(fields=fields_here) if isinstance(told, Mapping):
            forms = {field.name: field.shape for field in fields_here}
            _check_known(form, set(forms), told, path)
            for name, inner in forms.items():
                check_names(inner, _held(told, name), f"{path}.{name}".lstrip("."))
        case shape.Many(of=of) if isinstance(told, Sequence) and not isinstance(told, str):
            for place, part in enumerate(told):
                check_names(of, part, f"{path}[{place}]")
        case shape.Named(of=of) if isinstance(told, Mapping):
            for name, part in cast("Mapping[str, Any]", told).items():
                check_names(of, part, f"{path}.{name}".lstrip("."))
        case shape.Maybe(of=of):
            check_names(of, told, path)
        case shape.Either(parts=parts) if isinstance(told, Mapping):
            for part in parts:
                if isinstance(part, shape.Record) and part.kind == _held(told, part.kind_field):
                    check_names(part, told, path)
        case _:
            pass


def _check_known(form: shape.Record, names: set[str], told: Any, path: str) -> None:
    given = set(cast("Mapping[str, Any]", told))
    for name in sorted(given - names - ({form.kind_field} if form.kind else set())):
        field = f"{path}.{name}".lstrip(".")
        fix = remedy(name, names - given, "leave it out")
        raise RuleInputError("unknown_field", f"there is no input “{shortened(field)}”", fix, field=field)


def check_dice(form: Shape, told: Any, path: str = "") -> None:
    """Refuse dice that cannot be read, or that could come to more than the field takes."""
    match form:
        case shape.Rollable(most=most) if isinstance(told, str):
            _check_throw(told, path, most)
        case shape.DiceOnly() if isinstance(told, str):
            _check_throw(told, path, None)
        case shape.Record(fields=fields_here) if isinstance(told, Mapping):
            for field in fields_here:
                check_dice(field.shape, _held(told, field.name), f"{path}.{field.name}".lstrip("."))
        case shape.Many(of=of) if isinstance(told, Sequence) and not isinstance(told, str):
            for place, part in enumerate(told):
                check_dice(of, part, f"{path}[{place}]")
        case shape.Maybe(of=of):
            check_dice(of, told, path)
        case shape.Either(parts=parts) if isinstance(told, Mapping):
            for part in parts:
                if isinstance(part, shape.Record) and part.kind == _held(told, part.kind_field):
                    check_dice(part, told, path)
        case _:
            pass


def _held(told: Any, name: str) -> object:
    return cast("Mapping[str, object]", told).get(name)


def _check_throw(written: str, path: str, most: int | None) -> None:
    fix = f"enter {DICE_OR_NUMBER}"
    try:
        formula = parse_few(written)
    except ValueError:
        formula = None
    if formula is None or comparison_in(formula) is not None:
        what = f"“{shortened(written)}” is neither a number nor dice"
        raise RuleInputError("bad_dice", what, fix, field=path or None)
    if most is not None and highest_total(formula) > most:
        raise RuleInputError(
            "out_of_range", f"“{shortened(written)}” can come to more than {most:,}", fix, field=path or None
        )


def untold(rule: AnyRule) -> Given | None:
    """The situation with every input at its default, or None if the rule needs more."""
    if any(field.required for field in fields(rule)):
        return None
    try:
        situation: Given = rule.given()
    except ValueError:
        return None
    return situation


def entered(field: Field, text: str) -> Any:
    """The text typed into a field, as a plain value for the decoder. An empty text means the default."""
    text = text.strip()
    if not text:
        if field.required:
            what = _missing(field.name, field.name, field.help)
            raise RuleInputError("missing_field", what, f"enter {hint(field.shape)}", field=field.name)
        return field.default
    try:
        value = _value(field.shape, text)
        checked(field.annotation, value)
        check_dice(field.shape, value)
    except ValueError as fault:
        raise _not_that(field, text, fault) from None
    return value


def _not_that(field: Field, text: str, fault: ValueError) -> RuleInputError:
    """What a field takes and what was typed instead; lists, dice and texts say themselves what is wrong."""
    code = fault.code if isinstance(fault, RuleInputError) else "type"
    name, form = titled(field.name, field.help), field.shape
    number = _WHOLE.fullmatch(with_hyphen(text)) is not None
    match form.of if isinstance(form, shape.Maybe) else form:
        case shape.Whole(least=int(least), most=int(most)) if number and int(with_hyphen(text)) > most:
            wanted = f"{least:,} to {most:,}"
        case shape.Rollable(least=least, most=most) if number:
            wanted = hint(shape.Whole(least, most))
        case shape.Flag() | shape.Whole() | shape.Exact() | shape.OneOf():
            wanted = hint(form)
        case _:
            own = fault.what if isinstance(fault, RuleInputError) else f"“{shortened(text, 60)}” is not valid"
            what = f"{name.removeprefix('the ')}: {own[:1].lower()}{own[1:]}"
            return RuleInputError(code, what, f"enter {hint(form)}", field=field.name)
    what = f"{name} must be {wanted}, not {text if number else f'“{shortened(text)}”'}"
    return RuleInputError(code, what, field=field.name)


def _value(form: Shape, text: str) -> Any:
    match form:
        case shape.Flag():
            return _flag(text)
        case shape.Whole():
            return int(_matching(_WHOLE, with_hyphen(text)))
        case shape.Exact():
            return _matching(FRACTION, with_hyphen(text))
        case shape.Rollable():
            number = with_hyphen(text)
            return int(number) if _WHOLE.fullmatch(number) else text
        case shape.Text() | shape.DiceOnly():
            return text
        case shape.OneOf(words=words):
            return _word(words, text)
        case shape.Maybe(of=of):
            return None if _is_none(of, text) else _value(of, text)
        case shape.Many(of=of) | shape.Named(of=of) if _is_none(of, text):
            return [] if isinstance(form, shape.Many) else {}
        case shape.Many(of=of) if not text.startswith("[") and not isinstance(of, _NESTED):
            return [_value(of, part.strip()) for part in text.split(",")]
        case shape.Named(of=of) if not text.startswith("{") and not isinstance(of, _NESTED):
            return _named(of, text)
        case shape.Many() | shape.Named() | shape.Several() | shape.Either() | shape.Record():
            return read_json(text)


def _is_none(of: Shape, text: str) -> bool:
    """Whether “none” means nothing here, and is not itself an option."""
    return text.lower() == NONE and not (isinstance(of, shape.OneOf) and NONE in of.words)


def _matching(pattern: re.Pattern[str], text: str) -> str:
    if not pattern.fullmatch(text):
        raise ValueError(text)
    return text


def _named(of: Shape, text: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for part in text.split(","):
        name, equals, value = part.partition("=")
        if not equals or name.strip() in values:
            raise ValueError(text)
        values[name.strip()] = _value(of, value.strip())
    return values


def _flag(text: str) -> bool:
    if text.lower() in YES:
        return True
    if text.lower() in NO:
        return False
    raise ValueError(text)


def _word(words: Sequence[str | int], text: str) -> str | int:
    wanted = text.lower().replace(" ", "_")
    matching = [word for word in words if str(word).lower().startswith(wanted)]
    exact = [word for word in matching if str(word).lower() == wanted]
    if len(exact or matching) != 1:
        raise ValueError(text)
    return (exact or matching)[0]
