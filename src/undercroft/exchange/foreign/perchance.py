"""Perchance: lists of words that lead to each other. Only what is declared is read; nothing in it is evaluated."""

import re
from collections import Counter
from fractions import Fraction
from itertools import pairwise

from msgspec import Struct

from undercroft.exchange.foreign.imported import Imported
from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.roll_tables import (
    MOST_TABLES,
    id_of_table,
    lines_of_weights,
    made_table,
    name_of,
    note_links,
)
from undercroft.exchange.foreign.source import MOST_PARTS, SourceFile, from_html, one_line, plain, refuse
from undercroft.kernel.amounts import counted
from undercroft.kernel.notation import FEW_SIDES
from undercroft.table.state.lore import RandomTable

WHAT = "a Perchance generator"
MOST_DEPTH = 8
"""How deep lists and choices may lie within each other."""
_NAME = re.compile(r"(\$?[A-Za-z_][\w-]*)")
_GIVEN = re.compile(r"(\$?[A-Za-z_][\w-]*)\s*=(?![=>])\s*(.*)")
_WEIGHT = re.compile(r"\^\s?(?P<weight>[0-9]{1,6}(?:\.[0-9]{1,6})?|\.[0-9]{1,6}|[0-9]{1,6}/[0-9]{1,6})$")
_SQUARE = re.compile(r"\[([^\[\]]{0,300})\]")
_CURLY = re.compile(r"\{([^{}]{0,300})\}")
_ESCAPED = re.compile(r"\\([\[\]{}=^])")
_PLAIN = {"[": "(", "]": ")", "{": "(", "}": ")"}
"""Signs that mean nothing behind a backslash; brackets and braces are round ones then."""
_PATH = re.compile(r"(?P<list>[A-Za-z_]\w*)(?P<rest>(?:\.[A-Za-z_]\w*)*)")
_NUMBERS = re.compile(r"([0-9]{1,4})-([0-9]{1,4})")
_METHODS = frozenset(
    {"selectone", "selectall", "selectunique", "evaluateitem", "consumablelist", "pluralform", "singularform"}
    | {"titlecase", "uppercase", "lowercase", "sentencecase", "pasttense", "presenttense", "futuretense"}
)
"""What a list may be asked for; only the choice itself is made here."""


class _Node(Struct):
    """A line, and the lines that are indented below it."""

    text: str
    line: int
    below: "list[_Node]"


class _Refused(Exception):
    """An item that needs more than lists: why."""


def recognises(source: SourceFile) -> bool:
    """Names at the edge, each with a value or with indented items right below it."""
    whole = [line for line in source.text[:200_000].split("\n") if not line.lstrip().startswith("//")]
    edge = [line.rstrip() for line in whole if line.strip() and not line[0].isspace()]
    if any("\t" in line.strip() for line in whole):
        return False
    heads = sum(
        bool(_NAME.fullmatch(line.rstrip())) and below[:1].isspace() and bool(below.strip())
        for line, below in pairwise(whole)
    )
    named = heads + sum(bool(_GIVEN.fullmatch(line)) for line in edge)
    return heads > 0 and 10 * named >= 8 * len(edge)


def read(source: SourceFile, notes: Notes) -> Imported:
    """The lists as roll tables."""
    return _Generator(source, notes).imported()


def _nodes(text: str) -> list[_Node]:
    """The lines as a tree, by how far they are indented."""
    top = _Node("", 0, [])
    ways = [(-1, top)]
    for number, line in enumerate(text.split("\n"), 1):
        words = re.sub(r"(?<![:\w])//.*", "", line).rstrip().expandtabs(2)
        if not words.strip():
            continue
        if number > 4 * MOST_PARTS:
            refuse(f"it has more than {4 * MOST_PARTS} lines", "take a part of it")
        indent = len(words) - len(words.lstrip())
        while ways[-1][0] >= indent:
            ways.pop()
        node = _Node(words.strip(), number, [])
        ways[-1][1].below.append(node)
        if len(ways) < MOST_DEPTH:
            ways.append((indent, node))
    return top.below


class _Generator:
    def __init__(self, source: SourceFile, notes: Notes) -> None:
        self.notes = notes
        self.title = name_of(source.stem)
        self.lists = dict[str, _Node]()
        self.used = {name for inside in _SQUARE.findall(source.text) for name in re.findall(r"\w+", inside)}
        """The names that stand in square brackets."""
        for node in _nodes(source.text):
            self._collect(node, "")
        if len(self.lists) > MOST_TABLES:
            refuse(f"it has more than {MOST_TABLES} lists", "take a part of it")
        self.made, self.taken, self.choices = list[RandomTable](), set[str](), Counter[str]()

    def _collect(self, node: _Node, within: str) -> None:
        """A list and the lists within it, each by its path, such as animal.bird."""
        given = _GIVEN.fullmatch(node.text)
        name, at = (given[1] if given else _weighed(node.text)[1]).lstrip("$"), f"line {node.line}"
        if not within and node.text in ("$meta", "meta"):
            told = {key[1]: key[2] for each in node.below if (key := _GIVEN.fullmatch(each.text))}
            self.title = name_of(told.get("title")) or self.title
            self.notes.drop("the details of the generator, except its title", at)
            return
        if not within and not _NAME.fullmatch(name):
            self.notes.drop(f"JavaScript is not run: {one_line(node.text)}", at)
            return
        if given and not within and not node.below and self._is_setting(name, given[2]):
            self.notes.drop(f"a setting of the generator's page: {one_line(node.text)}", at)
            return
        if given and not within and not node.below:
            node = _Node(node.text, node.line, [_Node(given[2], node.line, [])] if given[2] else [])
        path = f"{within}.{name}" if within else name
        if path in self.lists:
            self.notes.drop(f"a second list of the name {one_line(path)}", at)
            return
        self.lists[path] = node
        for each in node.below:
            if each.below and _NAME.fullmatch(_weighed(each.text)[1]):
                self._collect(each, path)

    def _is_setting(self, name: str, value: str) -> bool:
        """Whether a name with one value is about the page: no list leads to it, and nothing begins with it."""
        if name.casefold() == "title":
            self.title = name_of(value) or self.title
        return name.casefold() != "output" and name not in self.used

    def imported(self) -> Imported:
        """Every list that has an item left."""
        for path, node in self.lists.items():
            self._list(path, node)
        if not self.made:
            refuse("it has no list without JavaScript", "write the lists on a page of Markdown, see docs/markup.md")
        note_links(self.made, self.notes)
        rows = sum(len(table.rows) for table in self.made)
        self.notes.keep(f"{counted(len(self.made), 'table')} with {counted(rows, 'row')}")
        return Imported(WHAT, self.title, tables=tuple(self.made))

    def _shown(self, path: str) -> str:
        """The name of a list's table. The list that a generator starts from has the generator's own name."""
        if path.casefold() == "output":
            return name_of(self.title) or "Output"
        return name_of(f"{one_line(self.title, 30)}: {path}" if self.title else path)

    def _list(self, path: str, node: _Node) -> None:
        rows = list[tuple[Fraction, str]]()
        for item in node.below:
            at = f"line {item.line}"
            weight, text = _weighed(item.text)
            if f"{path}.{text}" in self.lists:
                rows.append((weight, f"[[{self._shown(f'{path}.{text}')}]]"))
                continue
            if _GIVEN.fullmatch(item.text) and not _GIVEN.fullmatch(node.text):
                self.notes.drop(f"a property of {path}: {one_line(item.text)}", at)
                continue
            try:
                rows.append((weight, self._words(text, path, at)))
            except _Refused as why:
                self.notes.drop(f"{why}: {one_line(item.text)}", at)
        if rows:
            self._made(self._shown(path), rows, f"line {node.line}")
        elif not node.below:
            self.notes.drop(f"{one_line(path)} has no items", f"line {node.line}")

    def _made(self, name: str, rows: list[tuple[Fraction, str]], at: str) -> None:
        lines = lines_of_weights(rows)
        if lines is None:
            self.notes.drop(f"“{name}”: its weights do not fit one die of at most 1000 sides", at)
            return
        id = id_of_table(name, self.taken)
        self.taken.add(id)
        table = made_table(id, name, f"1d{lines[-1].high}", lines, self.notes, at)
        self.made += [table] if table is not None else []

    def _words(self, text: str, path: str, at: str) -> str:
        """An item as the words of a row, with lists and numbers in double brackets."""
        kept = from_html(_ESCAPED.sub(lambda found: _PLAIN.get(found[1], found[1]), text))
        kept = _SQUARE.sub(lambda found: self._link(found[1].strip(), at), kept)
        for _ in range(MOST_DEPTH):
            kept, times = _CURLY.subn(lambda found: self._braces(found, path, at), kept)
            if not times:
                break
        return plain(_closed(" ".join(kept.split()))) or "nothing"

    def _link(self, inside: str, at: str) -> str:
        found = _PATH.fullmatch(inside)
        if found is None:
            raise _Refused("JavaScript is not run")
        names = inside.split(".")
        while names and names[-1].casefold() in _METHODS:
            if names[-1].casefold() not in ("selectone", "evaluateitem"):
                self.notes.drop(f".{names[-1]}: the words stay as they are in the list", at)
            names.pop()
        path = ".".join(names)
        if path in self.lists:
            return f"\ue000{self._shown(path)}\ue001"
        if len(names) > 1:
            raise _Refused("JavaScript is not run")
        self.notes.drop(f"there is no list {one_line(inside)}; its name stays", at)
        return inside

    def _braces(self, found: re.Match[str], path: str, at: str) -> str:
        inside, after = found[1], found.string[found.end() :].lstrip()
        if inside.startswith("import:"):
            raise _Refused("nothing is fetched")
        if inside in ("a", "A"):
            article = "a(n)" if after[:1] in "\ue000{" else "an" if after[:1].casefold() in "aeiou" else "a"
            return article.capitalize() if inside == "A" else article
        if inside == "s":
            return "s"
        if (numbers := _NUMBERS.fullmatch(inside)) is not None:
            low, high = sorted((int(numbers[1]), int(numbers[2])))
            more = f"{low - 1:+}" if low != 1 else ""
            return f"\ue0001d{high - low + 1}{more}\ue001" if high - low < FEW_SIDES else inside
        if "|" not in inside:
            raise _Refused("braces that Undercroft does not know")
        if len(self.made) >= 2 * MOST_TABLES:
            raise _Refused("too many choices")
        self.choices[path] += 1
        choices = [_weighed(each) for each in inside.split("|")]
        name = name_of(f"{one_line(self._shown(path), 40)}, choice {self.choices[path]}")
        rows = [(weight, plain(_closed(words)) or "nothing") for weight, words in choices]
        self._made(name, rows, at)
        return f"\ue000{name}\ue001"


def _weighed(text: str) -> tuple[Fraction, str]:
    """An item's weight, and the item without it."""
    found = _WEIGHT.search(text.rstrip())
    if found is None:
        return Fraction(1), text
    top, _, below = found["weight"].partition("/")
    return Fraction(f"0{top}") / max(1, int(below or 1)), text[: found.start()].rstrip()


def _closed(text: str) -> str:
    """A text with the marks of lists and dice as brackets."""
    return text.replace("\ue000", "[[").replace("\ue001", "]]")
