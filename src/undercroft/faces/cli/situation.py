"""The situation that a rule is settled on: from `--given`, from stdin, or typed in a terminal."""

import re
import sys
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from undercroft.faces.cli.text_file import stdin
from undercroft.faces.shared.one_line import one_line
from undercroft.interpret.form import Situated, entered, fields, given_of, switches
from undercroft.kernel.faults import RuleInputError, shortened
from undercroft.kernel.fitting import hint
from undercroft.kernel.near_names import remedy
from undercroft.kernel.rules import AnyRule
from undercroft.kernel.shape import Field
from undercroft.kernel.strict import MOST_BYTES, read_object

T = TypeVar("T")

_PAIR = re.compile(r"\s*([A-Za-z_]\w*)\s*=\s*(.*?)\s*(?:,(?=\s*[A-Za-z_]\w*\s*=)|$)", re.DOTALL)
"""`danger=risky`; a comma begins another one only if a name and an equals sign follow."""


def in_terminal() -> bool:
    """Is there a person at the terminal to ask?"""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def given_for(rule: AnyRule, given: Sequence[str] | None, *, may_ask: bool) -> Any:
    """The rule's input, read strictly; missing inputs are asked for in a terminal."""
    told = told_of(rule, given)
    if may_ask:
        told = {**_asked_for(rule, told), **told}
    try:
        return given_of(rule, told)
    except RuleInputError as fault:
        if fault.code == "missing_field":
            fault.fix += f"; “undercroft rules {rule.id}” shows all inputs"
        raise


def told_of(rule: Situated, given: Sequence[str] | None) -> dict[str, Any]:
    """The inputs that are given, as plain values by their names."""
    told: dict[str, Any] = {}
    for part in given or ():
        more = _read(rule, part)
        for name in more:
            if name in told:
                raise RuleInputError("duplicate_key", f"“{name[:60]}” is given twice", "give it once", field=name[:60])
        told |= more
    return told


def _read(rule: Situated, part: str) -> dict[str, Any]:
    """One `--given`: JSON, `-` for JSON from stdin, or `name=value` with several separated by commas."""
    by_name = {field.name: field for field in fields(rule)}
    if part == "-" or part.lstrip().startswith(("{", "[")):
        return read_object(stdin().read(MOST_BYTES + 1) if part == "-" else part)
    if not _PAIR.match(part):
        what = f"“{shortened(part)}” is neither name=value nor JSON"
        raise RuleInputError("bad_given", what, f"write it like {next(iter(by_name), 'name')}=…")
    read: dict[str, Any] = {}
    for name, value in _PAIR.findall(part):
        if name not in by_name:
            fix = remedy(name, by_name, "leave it out")
            raise RuleInputError("unknown_field", f"there is no input “{name[:60]}”", fix, field=name[:60])
        if name in read:
            raise RuleInputError("duplicate_key", f"“{name[:60]}” is given twice", "give it once", field=name[:60])
        read[name] = entered(by_name[name], value)
    return read


def _asked_for(rule: AnyRule, told: dict[str, Any]) -> dict[str, Any]:
    """The inputs still missing: each by itself, then the house rules in one line."""
    house = switches(rule)
    open_fields = [field for field in fields(rule) if field.name not in told]
    asked = {field.name: _asked(field) for field in open_fields if field.name not in house}
    return {**asked, **_house_rules([field for field in open_fields if field.name in house])}


def _house_rules(open_fields: list[Field]) -> dict[str, Any]:
    if not open_fields:
        return {}
    ours = ", ".join(f"{field.name}={_shown(field.default)}" for field in open_fields)
    by_name = {field.name: field for field in open_fields}
    return _asked_until_read(
        f"house rules, Enter keeps {ours}: ",
        lambda typed: {name: entered(by_name[name], value) for name, value in _pairs(typed, by_name)},
    )


def _pairs(typed: str, by_name: dict[str, Field]) -> list[tuple[str, str]]:
    parts = [part.partition("=") for part in typed.split(",") if part.strip()]
    pairs = [(name.strip(), value) for name, _, value in parts]
    for name, _ in pairs:
        if name not in by_name:
            raise RuleInputError(
                "unknown_field", f"there is no house rule “{name[:60]}”", f"there are {', '.join(by_name)}"
            )
    return pairs


def _asked(field: Field) -> Any:
    default = "" if field.required else f" [{_shown(field.default)}]"
    prompt = f"{field.name}: {field.help} ({hint(field.shape)}){default}: "
    return _asked_until_read(prompt, lambda typed: entered(field, typed))


def _asked_until_read(prompt: str, read: Callable[[str], T]) -> T:
    while True:
        try:
            return read(input(prompt))
        except RuleInputError as fault:
            print(one_line(str(fault)))


def _shown(default: Any) -> str:
    match default:
        case None:
            return "none"
        case bool():
            return "yes" if default else "no"
        case [] | {}:
            return "none"
        case _:
            return str(default)
