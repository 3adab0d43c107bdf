"""A ruling in one line, for what no procedure covers.

    ruling "over the wall" maud corvin check=STR/Exert dc=8 damage=1d6 minutes=10
    ruling "the rung holds" tam chance=2-in-6
    ruling "the roof comes down" save=evasion damage=2d6
    ruling "what the sum comes to" isolde dice=2d6 at_least=9 secret=true

The named people try it, or everyone in the group. With `ask=true` they are asked first, and may bargain.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, TypeVar

from undercroft.books.sovereign.saves import SaveKind
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.books.violence.units import Attribute as Violence
from undercroft.faces.terminal.choices import begun
from undercroft.faces.terminal.known_names import meant, only_group
from undercroft.faces.terminal.typed_line import Typed, unquoted
from undercroft.faces.views.field_labels import label_of
from undercroft.kernel.amounts import with_hyphen
from undercroft.kernel.faults import BadInput
from undercroft.kernel.units import MINUTE
from undercroft.server.commands import read_command
from undercroft.table.engine.part import Command
from undercroft.table.rulings.rulings import MakeRuling, ProposeRuling
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import GroupId, PersonId

RULING = "ruling"
EXAMPLE = 'ruling "over the wall" maud check=STR/Exert dc=8 damage=1d6'

_X_IN_Y = re.compile(r"(?P<x>[0-9]{1,3})-in-(?P<y>[0-9]{1,3})")
_PERCENT = re.compile(r"(?P<percent>[0-9]{1,3})\s*%")
_Word = TypeVar("_Word", bound=StrEnum)


def ruling_of(known: Campaign, line: Typed) -> Command:
    """The ruling that a line means."""
    if len(line.words) < 2:
        raise BadInput("bad_line", "what is tried?", f"write it like: {EXAMPLE}")
    named = {name: unquoted(text) for name, text in line.named.items()}
    if unknown := sorted(named.keys() - _FIELDS):
        raise BadInput("unknown_field", f"a ruling has no “{unknown[0][:40]}”", f"it has {', '.join(sorted(_FIELDS))}")
    who = [_person(known, word) for word in line.words[2:]]
    trial: dict[str, Any] = {
        "group": _group(known, named.get("group"), who),
        "what": unquoted(line.words[1]),
        "by": _by(named),
        "who": who,
        "stakes": {"failure": named.get("else", "")},
        "seconds": _number(named, "minutes", 0) * MINUTE,
        "hidden": _yes(named, "hidden"),
        "failure": [{"type": "damage", "dice": named["damage"]}] if "damage" in named else [],
    }
    if _yes(named, "ask"):
        return read_command({"kind": ProposeRuling.tag, "trial": trial}, label_of)
    return read_command({"kind": MakeRuling.tag, "trial": trial, "secret": _yes(named, "secret")}, label_of)


def _person(known: Campaign, word: str) -> str:
    found = meant(known, PersonId, unquoted(word))
    if found is None:
        raise BadInput("not_here", f"who is “{word[:40]}”?", f"write it like: {EXAMPLE}")
    return found


def _group(known: Campaign, named: str | None, who: Sequence[str]) -> str:
    """The named group, or the group of the person who tries, or the only one."""
    if named is not None:
        return meant(known, GroupId, named) or named
    theirs = known.group_of(PersonId(who[0])) if who else None
    found = theirs.id if theirs is not None else only_group(known)
    if found is None:
        raise BadInput("which_group", "which group is it about?", "add group=")
    return found


def _by(named: Mapping[str, str]) -> dict[str, Any] | None:
    """What is thrown; None if nothing is."""
    given = [way for way in _WAYS if way in named]
    if len(given) > 1:
        raise BadInput("bad_line", f"{' and '.join(given)} are two ways to roll", "give one of them")
    return _WAYS[given[0]](named[given[0]], named) if given else None


def _check(text: str, named: Mapping[str, str]) -> dict[str, Any]:
    attribute, slash, skill = text.partition("/")
    if not slash:
        raise BadInput("bad_line", f"“{text[:40]}” is not an attribute and a skill", "write it like check=STR/Exert")
    both = {"attribute": _word(Attribute, attribute), "skill": _word(Skill, skill)}
    return {"type": "check", **both, "dc": _number(named, "dc", None)}


def _chance(text: str, _: Mapping[str, str]) -> dict[str, Any]:
    if found := _X_IN_Y.fullmatch(text):
        return {"type": "x_in_y", "x": int(found["x"]), "y": int(found["y"])}
    if found := _PERCENT.fullmatch(text):
        return {"type": "percent", "percent": int(found["percent"])}
    raise BadInput("bad_line", f"“{text[:40]}” is not a chance", "write it like chance=2-in-6 or chance=35%")


_WAYS: Mapping[str, Callable[[str, Mapping[str, str]], dict[str, Any]]] = {
    "check": _check,
    "save": lambda text, _: {"type": "save", "save": _word(SaveKind, text)},
    "attribute": lambda text, _: {"type": "attribute", "attribute": _word(Violence, text)},
    "chance": _chance,
    "dice": lambda text, named: {"type": "dice", "dice": text, "at_least": _number(named, "at_least", None)},
}
_FIELDS = frozenset({*_WAYS, "dc", "at_least", "damage", "else", "minutes", "hidden", "secret", "ask", "group"})


def _word(kind: type[_Word], text: str) -> str:
    """The word that is meant, by how it begins."""
    found = begun(kind, text)
    if found is None:
        raise BadInput("not_one_of", f"“{text[:40]}” is not known here", f"there is {', '.join(kind)}")
    return found


def _number(named: Mapping[str, str], name: str, otherwise: Any) -> Any:
    text = named.get(name)
    if text is None:
        return otherwise
    number = with_hyphen(text)
    if not re.fullmatch(r"-?[0-9]{1,6}", number):
        raise BadInput("type", f"{name}: “{text[:40]}” is not a number", "give a whole number")
    return int(number)


def _yes(named: Mapping[str, str], name: str) -> bool:
    text = named.get(name, "false")
    if text not in ("true", "false"):
        raise BadInput("type", f"{name} cannot be “{text[:40]}”", "give true or false")
    return text == "true"
