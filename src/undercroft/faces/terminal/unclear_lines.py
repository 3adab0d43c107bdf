"""What to say to a line that means no command, or not a whole one: what is wrong, and what to write."""

from collections.abc import Mapping, Sequence
from itertools import islice, product
from typing import Any, get_type_hints

from msgspec import UNSET, Struct
from msgspec.structs import fields

from undercroft.faces.terminal.known_names import easily_typed, kind_of, names_of
from undercroft.faces.terminal.ruling_line import EXAMPLE as RULING_EXAMPLE
from undercroft.faces.views.field_labels import label_of
from undercroft.interpret.form import titled
from undercroft.kernel import near_names, wire
from undercroft.kernel.amounts import either
from undercroft.kernel.faults import BadInput, NotFound
from undercroft.kernel.shape import OneOf, Rollable, Whole, shape
from undercroft.server.commands import BY_TAG
from undercroft.table.engine.part import Command
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import GroupId, PersonId
from undercroft.table.state.seats import REFEREE

MOST_NEAR = 4
"""The most commands named where a line means none."""
SHORTEST = 3
"""The fewest letters of a word that commands are found by."""
MOST_TRIED = 200
"""The most ways to write a command that are tried for an example."""


def no_such_command(words: Sequence[str]) -> BadInput | NotFound:
    """The fault of a line that names no command, with the commands that have its first word."""
    if not words:
        return BadInput("say_more", "the line does not say what to do", "write it first, such as search who=maud")
    what = f"there is no offer or command “{' '.join(words)[:60]}”"
    if instead := _INSTEAD.get(words[0].casefold()):
        return NotFound("no_such_command", what, instead)
    near = near_names.meant(words[0], BY_TAG, 0.7)
    about = commands_about(words[0]) or ([near] if near is not None else [])
    fix = f"did you mean {either(about[:MOST_NEAR])}?" if about else _LISTS
    return NotFound("no_such_command", what, fix)


_SHOWS = "“show” lists everybody, “show maud” has one sheet"
_RULES = f"write it like: {RULING_EXAMPLE}"
_INSTEAD: Mapping[str, str] = {"who": _SHOWS, "party": _SHOWS, "status": _SHOWS, "stats": _SHOWS, "rule": _RULES}
"""What to write for words that people try, where the prompt has a word of its own for it."""

_LISTS = "“offers” lists what can be done now, “help” every command"


def commands_about(word: str) -> list[str]:
    """The commands that people mean by a word of the hobby: by their names first, then by their titles and words."""
    wanted = word.casefold()
    if len(wanted) < SHORTEST:
        return []
    listed = [(tag, kind.ABOUT) for tag, kind in BY_TAG.items() if kind.ABOUT.listed]
    by_name = [tag for tag, _ in listed if wanted in tag.split("_")]
    by_words = [
        tag for tag, about in listed if wanted in f"{about.title} {about.deed} {about.words}".casefold().split()
    ]
    return list(dict.fromkeys((*by_name, *by_words)))


class _Value(Struct, frozen=True):
    """A value for a field of an example: how it is typed, and what it is, if it is more than a placeholder."""

    typed: str
    value: Any = UNSET


def example(known: Campaign, kind: type[Command]) -> str:
    """A command as it could be typed now, with names of this table: `attack maud rat-1`. The only group is not named.

    It is one that may be given now, if the first few tried find one. What has no name here is in capitals:
    `attack maud FOE`.
    """
    hints = get_type_hints(kind, include_extras=True)
    needed = [field.name for field in fields(kind) if field.required]
    values = [_such_as(known, name, hints[name]) for name in needed]
    tried = sorted(islice(product(*values), MOST_TRIED), key=_twice)
    chosen = next((made for made in tried if _may_be_given(known, kind, needed, made)), tried[0])
    shown = (made.typed for name, made in zip(needed, chosen, strict=True) if kind_of(hints[name]) is not GroupId)
    return " ".join((kind.tag, *shown))


def _twice(made: Sequence[_Value]) -> bool:
    """Whether a name is used twice."""
    names = [each.typed for each in made if isinstance(each.value, str)]
    return len(set(names)) < len(names)


def _may_be_given(known: Campaign, kind: type[Command], needed: Sequence[str], made: Sequence[_Value]) -> bool:
    """Whether nothing speaks against a command with these values."""
    if any(each.value is UNSET for each in made):
        return False
    try:
        command: Command = wire.from_plain(kind, {name: each.value for name, each in zip(needed, made, strict=True)})
    except wire.Unreadable:
        return False
    return not any(command.why_not(known, REFEREE))


def _such_as(known: Campaign, name: str, hint: Any) -> tuple[_Value, ...]:
    """Values that a field takes: the names that are known, a small number, or the choices."""
    of = kind_of(hint)
    names = () if of is None else (known.present if of is PersonId else ()) or names_of(known, of)
    if names:
        return tuple(_Value(easily_typed(known, of, each), each) for each in names)
    try:
        form = shape(hint)
    except TypeError:
        return (_Value(name.upper()),)
    match form:
        case Whole(least=least) | Rollable(least=least):
            number = max(least or 1, 1)
            return (_Value(str(number), number),)
        case OneOf(words=words):
            return tuple(_Value(str(word), word) for word in words)
        case _:
            return (_Value(name.upper()),)


def what_to_write(known: Campaign, kind: type[Command]) -> str:
    """What to do about a command that is not complete, or too long."""
    return f"write it like {example(known, kind)}; “help {kind.tag}” says more"


def incomplete(known: Campaign, kind: type[Command], missing: str) -> BadInput:
    """The fault of a command that lacks something."""
    title = kind.ABOUT.title or kind.tag.replace("_", " ").capitalize()
    needs = "does not say who" if missing == "who" else f"also needs {titled(missing, label_of(kind, missing))}"
    return BadInput("missing_field", f"“{title}” {needs}", what_to_write(known, kind))


def nobody_called(known: Campaign, name: str) -> NotFound:
    """The fault of a name that no character has."""
    names = (easily_typed(known, PersonId, who) for who in known.people)
    return NotFound("not_here", f"there is no character “{name[:40]}”", f"there are {', '.join(names)}")
