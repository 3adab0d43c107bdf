"""The text of a TOML file, changed in single places: everything else stays as its author wrote it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import cast

from msgspec import Struct

from undercroft.exchange.campaignfile.positions import KeyPlace, TableHeading, places_in
from undercroft.exchange.campaignfile.problems import Path
from undercroft.exchange.campaignfile.toml import dumped
from undercroft.exchange.campaignfile.toml_tree import Inline, Tree

_BLANK_AND_COMMENTS = re.compile(r"(?:[ \t\n]+|#[^\n]*)*")


class TextEdit(Struct, frozen=True):
    """Other text instead of the characters from one place to another."""

    start: int
    end: int
    new: str


def tree(value: object) -> Tree | None:
    """The keys of a table, however it is written; None for another value."""
    if isinstance(value, Inline):
        return value.of
    return cast("Tree", value) if isinstance(value, Mapping) else None


def parts(value: object) -> Sequence[object] | None:
    """The items of a list; None for another value."""
    return cast("Sequence[object]", value) if isinstance(value, list | tuple) else None


def inlined(value: object) -> object:
    """A value that can be written within a line."""
    keys = tree(value)
    if keys is not None:
        return Inline({name: inlined(part) for name, part in keys.items()})
    items = parts(value)
    return value if items is None else [inlined(part) for part in items]


def pair(names: Sequence[str], value: object) -> str:
    """A key and its value, as lines."""
    line = dumped({names[-1]: inlined(value)})
    before = "".join(f"{dumped({name: 0}).partition(' = ')[0]}." for name in names[:-1])
    return before + line


def written_value(value: object) -> str:
    """A value as it follows its key."""
    return dumped({"x": inlined(value)}).removeprefix("x = ").removesuffix("\n")


def names_in(path: Path) -> list[str]:
    """The keys of a path, without the numbers of lists."""
    return [name for name in path if isinstance(name, str)]


def within(path: Path, outer: Path) -> bool:
    """Whether a path is another, or leads into it."""
    return path[: len(outer)] == outer


class FileText:
    """A text and the changes to it. Changes name the places of the text as it was before all of them."""

    def __init__(self, text: str) -> None:
        self.text = text
        places = places_in(text)
        self.headings = places.headings
        self.settings = places.settings
        self._edits: list[TextEdit] = []
        self._removed: dict[Path, list[Path]] = {}
        """What is removed from each list, and from each table on one line."""

    def changed(self) -> str:
        """The text with every change made."""
        removals = [edit for within, gone in self._removed.items() for edit in self._removals(within, gone)]
        made, at = list[str](), 0
        for edit in sorted((*self._edits, *removals), key=lambda edit: (edit.start, edit.end > edit.start)):
            if edit.start < at:
                continue  # it lies in something that is removed
            made += (self.text[at : edit.start], edit.new)
            at = edit.end
        return "".join((*made, self.text[at:]))

    # What is there

    def has(self, path: Path) -> bool:
        """Whether the text has a value or a table there."""
        return path in self.settings or any(self._headings_in(path)) or any(self._dotted(path))

    def has_heading(self, path: Path) -> bool:
        """Whether a table has a heading of its own."""
        return any(heading.path == path for heading in self.headings)

    def is_inline(self, path: Path) -> bool:
        """Whether a value is written after its key, or is an item of a list that is."""
        return path in self.settings

    def items(self, path: Path) -> int:
        """How many items a list has, or how many tables with one heading."""
        number = 0
        while self.has((*path, number)):
            number += 1
        return number

    def is_list_of_tables(self, path: Path) -> bool:
        """Whether tables with the same heading are listed there."""
        return path not in self.settings and any(self._headings_in((*path, 0)))

    def _headings_in(self, path: Path) -> Iterator[TableHeading]:
        return (heading for heading in self.headings if within(heading.path, path))

    def _dotted(self, path: Path) -> Iterator[KeyPlace]:
        """The keys that lead through a path, outside the tables and values below it."""
        for key, setting in self.settings.items():
            if within(key, path) and key != path and len(setting.table) < len(path) and setting.table != key:
                yield setting

    def extent(self, path: Path) -> list[tuple[int, int]]:
        """Where a part is written: the lines of its tables with the comments right above them, or of its keys."""
        tables = [(self._comment_above(self._line(each.start)), self._end_of(each)) for each in self._headings_in(path)]
        keys = [*self._dotted(path), *([self.settings[path]] if path in self.settings else [])]
        lines = [(self._line(key.start), self._after_line(key.end)) for key in keys]
        return sorted({*tables, *lines})

    # Changes

    def replace(self, path: Path, value: object) -> None:
        """Write another value after a key, or as an item of a list."""
        old = self.settings[path]
        self._edits.append(TextEdit(old.value, old.end, written_value(value)))

    def remove(self, path: Path) -> None:
        """Remove a value or a table with everything in it, and the comment right above its heading."""
        if path in self.settings:
            self._remove_setting(path)
            return
        for heading in self._headings_in(path):
            start = self._comment_above(self._line(heading.start))
            start = self._line(start - 1) if self.text[:start].endswith("\n\n") else start
            self._edits.append(TextEdit(start, self._end_of(heading), ""))
        for setting in self._dotted(path):
            self._edits.append(self._line_removed(setting))

    def put(self, path: Path, key: str, value: object) -> None:
        """Write a new key into a table; a table as its value gets its own heading where it can have one."""
        inside = [setting for name, setting in self.settings.items() if setting.table == path and name[:-1] == path]
        own = [heading for heading in self.headings if heading.path == path]
        dotted = [*self._dotted(path)]
        tables = [cast("Tree", part) for part in parts(value) or () if isinstance(part, Mapping)]
        keys = tree(value) if not isinstance(value, Inline) else None
        if path in self.settings:
            self._put_inline(path, pair((key,), value).rstrip("\n"), inside)
        elif keys is not None and not dotted:
            self.add_table((*path, key), names_in((*path, key)), keys)
        elif tables:
            for table in tables:
                self.add_table((*path, key), names_in((*path, key)), table, listed=True)
        elif dotted and not own:
            last = dotted[-1]
            names = [*names_in(path)[len(names_in(last.table)) :], key]
            self._insert(self._after_line(last.end), pair(names, value))
        else:
            self._put_line(path, pair((key,), value))

    def _put_line(self, path: Path, line: str) -> None:
        """Write a line at the end of a table's own keys."""
        mine = [setting for setting in self.settings.values() if setting.table == path]
        own = [heading for heading in self.headings if heading.path == path]
        if mine:
            self._insert(self._after_line(max(setting.end for setting in mine)), line)
        elif own:
            self._insert(self._after_line(own[-1].end), line)
        elif not path:
            self._insert(0, f"{line}\n")
        else:
            first = next(self._headings_in(path), None)
            at = len(self.text) if first is None else self._comment_above(self._line(first.start))
            gap = "" if first is not None or not self.text else "\n"
            heading = dumped(_nested(names_in(path), {"x": 0})).removesuffix("x = 0\n")
            self._insert(at, f"{gap}{heading}{line}{'' if first is None else chr(10)}")

    def _put_inline(self, path: Path, written: str, inside: Sequence[KeyPlace]) -> None:
        """Write a key into a table on one line."""
        if inside:
            end = max(setting.end for setting in inside)
            self._edits.append(TextEdit(end, end, f", {written}"))
        else:
            whole = self.settings[path]
            self._edits.append(TextEdit(whole.value, whole.end, f"{{ {written} }}"))

    def add_table(self, path: Path, names: Sequence[str], value: Tree, *, listed: bool = False) -> None:
        """Write a new table after those beside it; `names` are its heading, `listed` if others have the same one."""
        beside = path if listed else path[:-1]
        at = self._end_of_tables(beside)
        nested = _nested(names, [value] if listed else value)
        text = dumped(nested)
        if not value:
            mark = "[[{}]]\n" if listed else "[{}]\n"
            text = mark.format(".".join(dumped({name: 0}).partition(" = ")[0] for name in names))
        before = "\n" if self.text[:at].strip() and not self.text[:at].endswith("\n\n") else ""
        after = "\n" if self.text[at:].strip() and not self.text[at:].startswith("\n") else ""
        self._insert(at, f"{before}{text}{after}")

    def add_item(self, path: Path, after: int, value: object) -> None:
        """Write an item into a list behind the one with that number; -1 is the start."""
        if self.is_list_of_tables(path):
            at = self._end_of_tables((*path, after)) if after >= 0 else self._line(next(self._headings_in(path)).start)
            text = dumped(_nested(names_in(path), [cast("Tree", tree(value))]))
            self._insert(at, f"\n{text}" if after >= 0 else f"{text}\n")
            return
        written = written_value(value)
        if after < 0:
            first = self.settings.get((*path, 0))
            if first is None:
                self.replace(path, [value])
            else:
                self._edits.append(TextEdit(first.start, first.start, f"{written}, "))
            return
        old = self.settings[*path, after]
        line = self.text[self._line(old.start) : old.start]
        gap = f"\n{line}" if not line.strip() else " "
        self._edits.append(TextEdit(old.end, old.end, f",{gap}{written}"))

    # Places

    def _remove_setting(self, path: Path) -> None:
        """Remove a key with its line, or from a table on one line; or an item of a list."""
        old = self.settings[path]
        if old.table in self.settings:
            self._removed.setdefault(old.table, []).append(path)
        else:
            self._edits.append(self._line_removed(old))

    def _line_removed(self, old: KeyPlace) -> TextEdit:
        """Remove a key with its line; a comment behind it stays, on a line of its own."""
        end = self._after_line(old.end)
        return TextEdit(self._line(old.start), end, self.text[old.end : end].lstrip())

    def _removals(self, table: Path, gone: Sequence[Path]) -> Iterator[TextEdit]:
        """Remove items of a list, or keys of a table on one line, together with the commas between them."""
        parts = sorted((one.start, path in gone, one) for path, one in self.settings.items() if one.table == table)
        for is_gone, run in groupby(enumerate(parts), key=lambda each: each[1][1]):
            numbers = [number for number, _ in run]
            if not is_gone:
                continue
            first, last = parts[numbers[0]][2], parts[numbers[-1]][2]
            before = parts[numbers[0] - 1][2].end if numbers[0] else None
            following = parts[numbers[-1] + 1][2].start if numbers[-1] + 1 < len(parts) else None
            if following is not None and "\n" not in self.text[first.start : following]:
                yield TextEdit(first.start, following, "")
            elif following is None and "\n" not in self.text[before or first.start : last.end]:
                yield TextEdit(before or first.start, last.end, "")
            else:
                for number in numbers:
                    yield from self._own_line_removed(parts[number][2])

    def _own_line_removed(self, old: KeyPlace) -> Iterator[TextEdit]:
        """Remove an item with its comma; its line goes with it unless a comment is on it."""
        gap = _BLANK_AND_COMMENTS.match(self.text, old.end)
        at = old.end if gap is None else gap.end()
        comma = at if self.text.startswith(",", at) else None
        start, end = self._line(old.start), self._after_line(old.end)
        alone = not self.text[start : old.start].strip()
        if comma is None:
            rest = self.text[old.end : end].strip()
        elif comma < end:
            rest = (self.text[old.end : comma] + self.text[comma + 1 : end]).strip()
        else:
            rest = self.text[old.end : end].strip() or "#"
        if alone and not rest:
            yield TextEdit(start, end, "")
            return
        yield TextEdit(old.start, old.end + (1 if comma == old.end else 0), "")
        if comma is not None and comma > old.end:
            yield TextEdit(comma, comma + 1, "")

    def _insert(self, at: int, text: str) -> None:
        start = "\n" if at and self.text[at - 1] != "\n" else ""
        self._edits.append(TextEdit(at, at, start + text))

    def _line(self, at: int) -> int:
        """The start of the line."""
        return self.text.rfind("\n", 0, max(at, 0)) + 1

    def _after_line(self, at: int) -> int:
        """The start of the next line."""
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end + 1

    def _comment_above(self, line: int) -> int:
        """The start of the comment right above a line, or of the line itself."""
        while line > 0 and self.text[self._line(line - 1) : line].lstrip().startswith("#"):
            line = self._line(line - 1)
        return line

    def _end_of(self, heading: TableHeading) -> int:
        """The end of a table's own lines, with a comment right below them unless it belongs to the next heading."""
        number = self.headings.index(heading)
        end = heading.end
        limit = self.headings[number + 1].start if number + 1 < len(self.headings) else len(self.text)
        for setting in self.settings.values():
            if heading.end <= setting.start < limit:
                end = max(end, setting.end)
        end = self._after_line(end)
        below = end
        while self.text.startswith("#", below + len(self.text[below:]) - len(self.text[below:].lstrip(" \t"))):
            below = self._after_line(below)
            if below >= len(self.text):
                break
        attached = self.text[below : below + 1] in ("", "\n")
        return below if attached else end

    def _end_of_tables(self, path: Path) -> int:
        """The end of the last table at a path or below it, or of the nearest table around it."""
        while path:
            found = [*self._headings_in(path)]
            if found:
                return self._end_of(found[-1])
            path = path[:-1]
        return len(self.text)


def _nested(names: Sequence[str], value: object) -> Tree:
    """A value below some keys."""
    for name in reversed(names[1:]):
        value = {name: value}
    return {names[0]: value}
