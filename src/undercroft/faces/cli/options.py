"""Options and arguments that many commands take, and what the shell completes them by."""

import re
from typing import Annotated, Any

import typer

Json = Annotated[bool, typer.Option("--json", help="Print one JSON value instead of text.")]
Data = Annotated[
    str | None,
    typer.Option(
        "--data",
        metavar="PATH",
        help="The store: a file, or postgresql://HOST/NAME; by default UNDERCROFT_DATA, or your data folder.",
    ),
]


def rule_ids(incomplete: str) -> list[str]:
    """The rule ids for shell completion."""
    from undercroft.books import RULES

    return [rule_id for rule_id in RULES if rule_id.startswith(incomplete)]


def book_ids(incomplete: str) -> list[str]:
    """The book ids for shell completion."""
    from undercroft.books import BOOKS

    return [book_id for book_id in BOOKS if book_id.startswith(incomplete)]


RuleId = Annotated[
    str,
    typer.Argument(
        metavar="ID",
        help="A rule, such as delving.hazard-die, or a part of its id.",
        show_default=False,
        autocompletion=rule_ids,
    ),
]
Given = Annotated[
    list[str] | None,
    typer.Option("--given", metavar="NAME=VALUE|JSON", help="The situation, one part or all; - reads JSON from stdin."),
]
PageFile = Annotated[str, typer.Argument(metavar="FILE", help="A page in Markdown; - reads stdin.", show_default=False)]
DASHED = {"ignore_unknown_options": True}
"""For commands whose dice may begin with a minus: `dice_alone` then refuses any unknown option."""


def dice_alone(context: typer.Context, typed: list[str] | str | None) -> Any:
    """The dice typed. An unknown option comes here too, since dice may begin with a minus: refuse it by its name."""
    options = [option for known in context.command.params for option in known.opts if option[0] == "-"]
    for word in [typed] if isinstance(typed, str) else typed or ():
        if word not in options and re.fullmatch(r"-[a-z]|--[a-z][a-z-]+(=.*)?", word):
            from undercroft.kernel.faults import BadInput
            from undercroft.kernel.near_names import meant

            name = word.partition("=")[0]
            near = meant(name, options)
            what = f"there is no option {name}{f'; did you mean {near}?' if near else ''}"
            raise BadInput("usage", what, f"“{context.command_path} --help” shows how")
    return typed
