"""Faces name only commands that exist, and keep no lists of them: a command itself says what people see of it."""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from jinja2 import Environment, nodes

import undercroft.faces
from undercroft.faces.views.command_names import deed, title_of
from undercroft.server.commands import BY_TAG
from undercroft.table.engine.part import Command

FACES = Path(undercroft.faces.__file__).parent
TAGS = BY_TAG.keys()
FEW = 3
"""As many commands together are a list."""
WORD = r'"([a-z_]+)"'
IN_TEMPLATES = (
    rf"data-form={WORD}",
    rf'"kind": ?{WORD}',
    rf"\b(?:about|kbd)\({WORD}\)",
    rf"\b(?:act|action|command)\.kind (?:[!=]=|in) \(?{WORD}(?:, {WORD})*",
    rf'"kind", "(?:equalto|in)", \(?{WORD}(?:, {WORD})*',
    rf"\btag == {WORD}",
)
"""How a template names a command."""
IN_SCRIPTS = (rf"\bkind: {WORD}", rf"\bcommand\.kind === {WORD}", rf"data-form={WORD}")
"""How a script names a command."""
OTHER_KINDS = {"fights_on", "holds", "kind of creature", "kind of thing", "refused"}
"""Kinds of outcomes, and the label of a field."""
LABELS_OF_FIELDS = {"views/field_labels.py", "views/command_labels.py", "web/live/forms/ruling_labels.py"}
"""Their lists hold the names of fields, some of which are also commands."""


def _files(pattern: str) -> dict[str, str]:
    return {path.relative_to(FACES).as_posix(): path.read_text("utf-8") for path in FACES.glob(pattern)}


def _named(ways: Iterable[str], text: str) -> set[str]:
    return {word for way in ways for found in re.finditer(way, text) for word in found.groups() if word is not None}


def _words(node: ast.AST | None) -> list[str]:
    inner = ast.walk(node) if node is not None else ()
    return [each.value for each in inner if isinstance(each, ast.Constant) and isinstance(each.value, str)]


def _kinds(text: str) -> Iterator[str]:
    """The words that a module compares with the kind or tag of something, or gives as a kind."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Compare(left=ast.Attribute(attr="kind" | "tag"), comparators=others):
                yield from (word for other in others for word in _words(other))
            case ast.Dict(keys=keys, values=values):
                kinds = (value for key, value in zip(keys, values, strict=True) if _words(key) == ["kind"])
                yield from (word for kind in kinds if isinstance(kind, ast.Constant) for word in _words(kind))
            case _:
                pass


def _collections(path: str, text: str) -> Iterator[list[str]]:
    """The words of every collection that is written out in a file."""
    if path.endswith(".py"):
        written = (
            node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Tuple | ast.List | ast.Set | ast.Dict)
        )
        yield from map(_words, written)
    elif path.endswith(".js"):
        yield from (re.findall(WORD, inner) for inner in re.findall(r"[\[{][^\[\]{}]*[\]}]", text))
    else:
        parsed = Environment(autoescape=True).parse(text).find_all((nodes.Tuple, nodes.List, nodes.Dict))
        yield from ([item.value for item in each.find_all(nodes.Const)] for each in parsed)


def test_every_command_that_a_template_names_exists() -> None:
    """On a button, for a form, by its key, or to tell it from others."""
    named = {path: _named(IN_TEMPLATES, text) for path, text in _files("web/templates/**/*.html").items()}
    assert {} == {path: words - TAGS for path, words in named.items() if words - TAGS}
    assert {"end_step", "undo", "give_condition", "drink", "stabilise", "settle_rule"} <= set().union(*named.values())


def test_every_command_that_a_script_names_exists() -> None:
    """What a script sends or looks for."""
    named = {path: _named(IN_SCRIPTS, text) for path, text in _files("web/static/js/**/*.js").items()}
    assert {} == {path: words - TAGS for path, words in named.items() if words - TAGS}
    at_the_table = {"answer", "change_house", "settle_rule", "throw_dice", "undo"}
    preparing = {"drop_change", "play_it", "take_out_site"}
    notes = {"handout", "mark_read", "write_page"}
    assert at_the_table | preparing | notes == set().union(*named.values())


def test_python_names_a_command_by_its_class() -> None:
    """Where a module compares a kind with a word, or gives one, that is the kind of something else."""
    assert OTHER_KINDS == {word for text in _files("**/*.py").values() for word in _kinds(text)}


def test_no_face_lists_commands() -> None:
    """What holds for several commands each of them says."""
    files = {**_files("**/*.py"), **_files("web/templates/**/*.html"), **_files("web/static/js/**/*.js")}
    found = (
        (path, [word for word in words if word in TAGS]) for path in files for words in _collections(path, files[path])
    )
    assert [] == [(path, listed) for path, listed in found if len(set(listed)) >= FEW and path not in LABELS_OF_FIELDS]


def test_every_command_has_an_icon_that_exists() -> None:
    """In the one file of icons."""
    drawn = set(re.findall(r'id="([a-z-]+)"', (FACES / "web/static/icons.svg").read_text("utf-8")))
    assert {} == {tag: kind.ABOUT.icon for tag, kind in BY_TAG.items() if kind.ABOUT.icon not in drawn}


def test_every_command_is_called_something_as_a_cause() -> None:
    """Nobody reads the name that the program has for it, as in `Asked for: roll rest`; undo and redo are words."""
    assert {"redo", "undo"} == {tag for tag, kind in BY_TAG.items() if not kind.ABOUT.title and not kind.ABOUT.deed}


ALIKE = {"an encounter", "another action"}
"""What two commands are called as the cause of something: they do the same in two ways."""


def test_no_two_commands_are_called_the_same() -> None:
    """Neither on forms and in lists nor, but for those that do the same, as the cause of something."""
    for names, alike in (([title_of(tag) for tag in BY_TAG], set[str]()), ([deed(tag) for tag in BY_TAG], ALIKE)):
        assert alike == {name for name, times in Counter(names).items() if times > 1}


def test_no_command_takes_from_another_what_people_see_of_it() -> None:
    """What several commands share says nothing about their names, places and keys."""
    bases = {base for kind in BY_TAG.values() for base in kind.__mro__[1:]} - {Command}
    assert [] == [base.__name__ for base in bases if "ABOUT" in vars(base)]
