"""The situation a rule is asked about: from `--given`, from stdin, or asked for in a terminal."""

from __future__ import annotations

import sys
from typing import Any

from undercroft.interpret.form import entered, fields, hint
from undercroft.kernel.faults import RuleInputError
from undercroft.kernel.rules import AnyRule
from undercroft.kernel.shape import Field
from undercroft.kernel.strict import MOST_BYTES, checked, read_object


def in_terminal() -> bool:
    """Is there somebody to ask?"""
    return sys.stdin.isatty() and sys.stdout.isatty()


def given_for(rule: AnyRule, given: str | None, *, may_ask: bool) -> Any:
    """The rule's input, read strictly; what is missing is asked for if there is somebody to ask."""
    told = {} if given is None else read_object(sys.stdin.buffer.read(MOST_BYTES + 1) if given == "-" else given)
    if may_ask:
        asked = {field.name: _asked(field) for field in fields(rule) if field.name not in told}
        told = {**asked, **told}
    return checked(rule.given, told)


def _asked(field: Field) -> Any:
    default = "" if field.required else f" [{_shown(field.default)}]"
    while True:
        typed = input(f"{field.name}: {field.help} ({hint(field.shape)}){default}: ")
        try:
            return entered(field, typed)
        except RuleInputError as fault:
            print(fault)


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
