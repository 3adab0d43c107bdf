"""What may be asked of an open table: all that can be asked at the table, and to take an act back or decide it anew."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Annotated, Any, Union, cast, get_args

from msgspec import Meta

from undercroft.interpret.form import taken
from undercroft.kernel.faults import RuleInputError
from undercroft.kernel.strict import checked
from undercroft.table.decide import tag_of
from undercroft.table.names import Text
from undercroft.table.rooms import Command
from undercroft.table.table import COMMANDS as OF_THE_TABLE
from undercroft.table.table import REFUSALS
from undercroft.table.whose import of_itself


class Undo(Command, frozen=True, tag="undo"):
    """Take the last act back, with all that followed from it."""


class Redo(Command, frozen=True, tag="redo"):
    """Let the act that was taken back last stand again."""


class Overrule(Command, frozen=True, tag="overrule"):
    """Decide the last act anew with another outcome for its n-th ruling, counted from 1."""

    ruling: Annotated[int, Meta(ge=1)]
    outcome: Mapping[str, Any]
    reason: Text


BY_TAG: Mapping[str, type[Command]] = {
    str(kind.__struct_config__.tag): kind for kind in (*get_args(OF_THE_TABLE), Undo, Redo, Overrule)
}
OF_ITSELF = frozenset(tag for tag, kind in BY_TAG.items() if REFUSALS.get(kind) is of_itself)
"""Those that nobody gives, since they follow from how things stand."""
COMMANDS: Any = Union[tuple(BY_TAG.values())]  # noqa: UP007 - made here
"""Every command, as the wire reads them."""


def read_command(plain: object) -> Command:
    """A command as somebody sent it, in plain values; where something is wrong, the fault says what it may be."""
    tag = _tag(plain)
    kind = BY_TAG.get(tag) if isinstance(tag, str) else None
    try:
        command: Command = checked(COMMANDS, plain) if kind is None else taken(kind, plain)
    except RuleInputError as fault:
        close = get_close_matches(tag, BY_TAG, n=1) if isinstance(tag, str) and len(tag) < LONGEST else []
        if kind is None and close:
            fault.fix = f"did you mean {close[0]}?"
        raise
    return command


def _tag(plain: object) -> object:
    return cast("Mapping[str, object]", plain).get("kind") if isinstance(plain, Mapping) else None


LONGEST = 100
"""Names longer than this are nobody's slip, and slow to compare."""


__all__ = ["BY_TAG", "COMMANDS", "Overrule", "Redo", "Undo", "read_command", "tag_of"]
