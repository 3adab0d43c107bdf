"""The commands of an open table: all of the table's own commands, and undo, redo and overrule."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Annotated, Any, Union, cast

from msgspec import Meta

from undercroft.interpret.form import taken
from undercroft.kernel.faults import RuleInputError
from undercroft.kernel.near_names import meant
from undercroft.kernel.strict import checked
from undercroft.table.engine.about import About
from undercroft.table.engine.part import Automatic, Command
from undercroft.table.registry import COMMANDS as OF_THE_TABLE
from undercroft.table.session.undo_wishes import GrantUndo
from undercroft.table.state.ids import Text


class Undo(Command, frozen=True, tag="undo"):
    """Undo the last act and everything that followed from it."""

    ABOUT = About(key="ctrl+z", words="back mistake revert")


class Redo(Command, frozen=True, tag="redo"):
    """Redo the act that was undone last."""

    ABOUT = About(key="ctrl+shift+z", words="again restore")


class Overrule(Command, frozen=True, tag="overrule"):
    """Change a result of the last act: the ruling by its number, its new outcome, and the reason."""

    ruling: Annotated[int, Meta(ge=1)]
    outcome: Mapping[str, Any]
    reason: Text
    ABOUT = About(title="Change the last result", form="result", words="change fix last result correct")


class UndoOwn(Command, frozen=True, tag="undo_own"):
    """Undo your own last act while nothing followed it. Where dice fell or time passed, the referee is asked."""

    ABOUT = About(
        title="Undo my last act", icon="undo", while_waiting=True, for_seats=True, words="mistake slip revert back"
    )


OF_HISTORY = (Undo, Redo, Overrule, UndoOwn, GrantUndo)
"""The commands that undo, redo or change what was done."""
_EVERY: tuple[type[Command], ...] = (*OF_THE_TABLE, Undo, Redo, Overrule, UndoOwn)
BY_TAG: Mapping[str, type[Command]] = {kind.tag: kind for kind in _EVERY}
OF_ITSELF = frozenset(tag for tag, kind in BY_TAG.items() if issubclass(kind, Automatic))
"""Commands that follow automatically and that nobody gives."""
COMMANDS: Any = Union[tuple(BY_TAG.values())]  # noqa: UP007 - made here
"""Every command, as the wire reads it."""

_LIKE_THIS = 'name a command as its kind, like {"kind": "search", "who": "maud"}'


def read_command(plain: object, label_of: Callable[[type[Command], str], str] | None = None) -> Command:
    """A command from the plain values that a client sent. The fault for a wrong value says what it may be.

    `label_of` says what people call a field of a command.
    """
    tag = _tag(plain)
    kind = BY_TAG.get(tag) if isinstance(tag, str) else None
    try:
        titles = None if kind is None or label_of is None else partial(label_of, kind)
        command: Command = checked(COMMANDS, plain) if kind is None else taken(kind, plain, titles)
    except RuleInputError as fault:
        if kind is None:
            near = meant(tag, BY_TAG) if isinstance(tag, str) else None
            fault.fix = f"did you mean {near}?" if near is not None else _LIKE_THIS
        raise
    return command


def _tag(plain: object) -> object:
    return cast("Mapping[str, object]", plain).get("kind") if isinstance(plain, Mapping) else None
