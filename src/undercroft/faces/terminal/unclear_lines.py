"""What to say to a line that means no command, or not a whole one: what is wrong, and what to write."""

from collections.abc import Mapping, Sequence
from typing import Any, get_type_hints

from msgspec.structs import fields

from undercroft.faces.terminal.known_names import easily_typed, kind_of, names_of
from undercroft.faces.terminal.ruling_line import EXAMPLE as RULING_EXAMPLE
from undercroft.faces.views.field_labels import label_of
from undercroft.interpret.form import titled
from undercroft.kernel import near_names
from undercroft.kernel.faults import BadInput, NotFound
from undercroft.kernel.shape import OneOf, Rollable, Whole, shape
from undercroft.server.commands import BY_TAG
from undercroft.table.engine.part import Command
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import GroupId, PersonId

MOST_NEAR = 4
"""The most commands named where a line means none."""
SHORTEST = 3
"""The fewest letters of a word that commands are found by."""


def no_such_command(words: Sequence[str]) -> BadInput | NotFound:
    """The fault of a line that names no command, with the commands that have its first word."""
    if not words:
        return BadInput("say_more", "the line does not say what to do", "write it first, such as search who=maud")
    what = f"there is no offer or command “{' '.join(words)[:60]}”"
    if instead := _INSTEAD.get(words[0].casefold()):
        return NotFound("no_such_command", what, instead)
    near = near_names.meant(words[0], BY_TAG, 0.7)
    about = commands_about(words[0]) or ([near] if near is not None else [])
    fix = f"did you mean {_either(about[:MOST_NEAR])}?" if about else _LISTS
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


def _either(names: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def example(known: Campaign, kind: type[Command]) -> str:
    """A command as it could be typed now, with names of this table: `attack maud rat-1`. The only group is not named.

    What has no name here is in capitals: `attack maud FOE`.
    """
    hints = get_type_hints(kind, include_extras=True)
    needed = (field.name for field in fields(kind) if field.required and kind_of(hints[field.name]) is not GroupId)
    words = [kind.tag]
    for name in needed:
        words.append(_such_as(known, name, hints[name], words))
    return " ".join(words)


def _such_as(known: Campaign, name: str, hint: Any, taken: Sequence[str]) -> str:
    """A value that a field takes: a name that is known and not taken yet, a small number, or the first choice."""
    of = kind_of(hint)
    names = () if of is None else (known.present if of is PersonId else ()) or names_of(known, of)
    if names:
        typed = [easily_typed(known, of, each) for each in names]
        return next((each for each in typed if each not in taken), typed[0])
    try:
        form = shape(hint)
    except TypeError:
        return name.upper()
    match form:
        case Whole(least=least) | Rollable(least=least):
            return str(max(least or 1, 1))
        case OneOf(words=words):
            return str(words[0])
        case _:
            return name.upper()


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
