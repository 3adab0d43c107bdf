"""Writing a campaign into the file it came from: comments, order and spelling stay, and only what changed is written.

Each part of the campaign is looked up where the file has it, and compared with what the file says now. The result is
read back; a part that does not come out as it should is written whole, in place of its old lines.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from msgspec import Struct

from undercroft.exchange.campaignfile.file_text import FileText, inlined, names_in, parts, tree, within
from undercroft.exchange.campaignfile.problems import BadCampaign, Path
from undercroft.exchange.campaignfile.reading import paths, problems, read
from undercroft.exchange.campaignfile.sites import PARTS
from undercroft.exchange.campaignfile.toml_tree import Inline, Tree
from undercroft.exchange.campaignfile.writing import Homes, is_hireling, tree_of, write
from undercroft.table.state.people import Role
from undercroft.table.world.campaign_start import Begin

_BOM = "\ufeff"
_KINDS: Mapping[str, Any] = {
    "seats": {},
    "characters": {},
    "hirelings": {},
    "sites": {"zones": {}, **{kind: {} for kind in PARTS}, "things": {}},
    "bestiary": {},
    "tables": {},
    "things": {},
}
_IN_LANDS: Mapping[str, Any] = {"hexes": {"features": {}}, "creatures": {}, "regions": {}}
"""The parts with ids, and those within them."""

_IMPLIED = ("zone", "from", "with")
"""What a part need not say if it is written below the part that it belongs to."""


class _Part(Struct, frozen=True):
    """A part of a campaign without the parts within it."""

    keys: Tree
    inline: bool


def write_into(text: str, begin: Begin) -> str:
    """A file's text, changed so that it reads as this campaign. A text that cannot be read is written afresh."""

    def written(plain: str) -> str:
        try:
            return _written_into(plain, begin)
        except BadCampaign:
            return write(begin)

    return _changed(text, written)


def with_parts(text: str, parts: Mapping[Path, Tree]) -> str:
    """A file's text with new parts, each by its path in a file that lists every part by its owner."""

    def added(plain: str) -> str:
        old = read(plain, "")
        amending = _Amending(plain, old, old, whole=False)
        return amending.with_parts(parts)

    return _changed(text, added)


def _changed(text: str, change: Callable[[str], str]) -> str:
    """A text after a change that knows only plain line ends; the text keeps its own."""
    plain = text.removeprefix(_BOM)
    mark, ends = text[: len(text) - len(plain)], "\r\n" if "\r\n" in plain else "\n"
    return mark + change(plain.replace("\r\n", "\n")).replace("\n", ends)


def _written_into(text: str, begin: Begin) -> str:
    old = read(text, "")
    if _same(old, begin):
        return text
    for whole in (False, True):
        changed = _Amending(text, old, begin, whole=whole).text()
        try:
            back = read(changed, "")
        except BadCampaign:
            if problems(write(begin)):
                return changed  # play has made something that no file can say: it is mended by hand
            continue
        if _same(back, begin):
            return changed
        text, old = changed, back
    return write(begin)


def _same(one: Begin, other: Begin) -> bool:
    """Whether two campaigns are equal, apart from the order in which a file lists their parts."""
    return _unordered(one) == _unordered(other)


def _unordered(begin: Begin) -> tuple[object, ...]:
    parts = (begin.seats, begin.people, begin.things, begin.sites, begin.bestiary, begin.tables)
    by_id = tuple({part.id: part for part in kind} for kind in parts)
    return (*by_id, begin.name, begin.house, begin.day_begins, begin.party, begin.lands, begin.hex)


def _parts(begin: Begin, homes: Homes, *, party: bool) -> dict[Path, _Part]:
    """Every part by its path in a file that lists each by its owner. The campaign itself has an empty path."""
    whole = tree_of(begin, homes)
    lands = whole.pop("lands", None)
    whole.pop("undercroft")
    whole.pop("party", None)
    whole |= {"party": list(begin.party)} if party else {}
    found = dict(_flat((), whole, _KINDS))
    return found if lands is None else {**found, **dict(_flat(("lands",), lands, _IN_LANDS))}


def _flat(path: Path, value: object, kinds: Mapping[str, Any]) -> Iterator[tuple[Path, _Part]]:
    keys = tree(value) or {}
    yield path, _Part({key: part for key, part in keys.items() if key not in kinds}, isinstance(value, Inline))
    for kind, inner in kinds.items():
        for id, part in (tree(keys.get(kind)) or {}).items():
            yield from _flat((*path, kind, id), part, inner)


class _Amending:
    """One campaign written over another, in its text."""

    def __init__(self, text: str, old: Begin, new: Begin, *, whole: bool) -> None:
        self._file = FileText(text)
        self._at: dict[Path, Path] = {(): (), **paths(text)}
        homes = Homes(self._listed("characters"), self._listed("hirelings"), self._listed("things"))
        said = self._file.has(("party",))
        self._old = _parts(old, homes, party=said)
        self._new = _parts(new, homes, party=said or [*new.party] != self._usual_party(new, homes))
        self._whole = whole

    def _listed(self, kind: str) -> frozenset[str]:
        """The ids that the file lists under a key."""
        return frozenset(str(path[1]) for path in self._at if path[:1] == (kind,))

    def _usual_party(self, new: Begin, homes: Homes) -> list[str]:
        """The people who set out if the file does not say: its characters, then its hirelings."""
        order = {
            path[1]: number for number, path in enumerate(self._at) if path[:1] in (("characters",), ("hirelings",))
        }
        people = sorted(
            (person for person in new.people if person.role is not Role.CREATURE),
            key=lambda person: (is_hireling(person, homes), order.get(person.id, len(order))),
        )
        return [person.id for person in people]

    def text(self) -> str:
        """The new text."""
        gone = self._gone()
        for path in gone:
            self._file.remove(path)
        for part, now in self._new.items():
            at = self._at.get(part)
            if at is None or self._old.get(part) is None or any(within(at, path) for path in gone):
                self._add(part, now)
            elif self._old[part] != now:
                self._amend(at, self._old[part].keys, now.keys)
        return self._file.changed()

    def with_parts(self, parts: Mapping[Path, Tree]) -> str:
        """The old text with new parts."""
        for part, keys in parts.items():
            self._add(part, _Part(keys, inline=part[:2] == ("lands", "hexes")))
        return self._file.changed()

    def _gone(self) -> list[Path]:
        """The places in the file of parts that are gone, or that have to be written somewhere else."""
        return [at for part, at in self._at.items() if part and (part not in self._new or self._moves(part, at))]

    def _moves(self, part: Path, at: Path) -> bool:
        old, new = self._old.get(part), self._new[part]
        if old is None or old == new:
            return False
        if self._whole or (self._file.is_inline(at) and not new.inline and old.inline):
            return True
        return any(
            old.keys.get(key) != new.keys.get(key) and not self._file.has((*at, key))
            for key in _IMPLIED
            if key in old.keys or key in new.keys
        )

    # Parts that are new

    def _add(self, part: Path, now: _Part) -> None:
        """Write a new part after those of its kind."""
        if len(part) == 1:
            if now.keys:
                self._file.add_table(part, names_in(part), now.keys)
            return
        owner, kind, id = part[:-2], str(part[-2]), str(part[-1])
        at = self._at.get(owner, owner)
        names, beside = self._heading(owner), (*at, kind)
        if self._file.is_inline(at) and not self._file.has(beside):
            self._file.put(at, kind, Inline({id: inlined(now.keys)}))
        elif self._file.is_inline(beside) and self._is_list(beside):
            self._file.add_item(beside, self._file.items(beside) - 1, {"id": id, **now.keys})
        elif self._file.is_inline(beside):
            self._file.put(beside, id, inlined(now.keys))
        elif self._file.is_list_of_tables(beside):
            self._file.add_table(beside, [*names, kind], {"id": id, **now.keys}, listed=True)
        elif now.inline and self._file.has_heading(beside):
            self._file.put(beside, id, Inline(now.keys))
        else:
            self._file.add_table((*beside, id), [*names, kind, id], now.keys)

    def _is_list(self, path: Path) -> bool:
        """Whether a value on one line is a list."""
        return self._file.text.startswith("[", self._file.settings[path].value)

    def _heading(self, owner: Path) -> list[str]:
        """The heading of an owner: without its id, where the file lists owners of its kind one after the other."""
        names: list[str] = []
        for end in range(1, len(owner) + 1):
            outer, name = owner[: end - 1], str(owner[end - 1])
            known = self._at.get(owner[:end])
            in_list = (
                self._file.is_list_of_tables((*self._at.get(outer[:-1], outer[:-1]), *outer[-1:])) if outer else False
            )
            if known is not None:
                names = names_in(known)
            elif not in_list:
                names.append(name)
        return names

    # Parts that changed

    def _amend(self, at: Path, old: Tree, new: Tree) -> None:
        """Write what changed of a table."""
        for key in old:
            if key not in new and self._file.has((*at, key)):
                self._file.remove((*at, key))
        for key, value in new.items():
            path = (*at, key)
            if key in old and old[key] == value:
                continue
            if not self._file.has(path):
                self._file.put(at, key, value)
            else:
                self._amend_value(at, key, old.get(key), value)

    def _amend_value(self, at: Path, key: str, old: object, new: object) -> None:
        path = (*at, key)
        before, after, items, wanted = tree(old), tree(new), parts(old), parts(new)
        if before is not None and after is not None and self._shared(path, after):
            self._amend(path, before, after)
        elif items is not None and wanted is not None and self._file.items(path) == len(items):
            self._amend_list(path, items, wanted)
        elif self._file.is_inline(path):
            self._file.replace(path, new)
        else:
            self._file.remove(path)
            self._file.put(at, key, new)

    def _shared(self, path: Path, keys: Tree) -> bool:
        """Whether a table in the file keeps at least one of its keys; one on a single line is written again if not."""
        return not self._file.is_inline(path) or any(self._file.has((*path, key)) for key in keys)

    def _amend_list(self, path: Path, old: Sequence[object], new: Sequence[object]) -> None:
        """Write the items that changed, and leave the others where they are."""
        if not new and self._file.is_inline(path):
            self._file.replace(path, [])
            return
        steps = SequenceMatcher(None, [*map(repr, old)], [*map(repr, new)], autojunk=False).get_opcodes()
        for _, start, end, first, last in steps if old else [("", 0, 0, 0, len(new))]:
            if [*old[start:end]] == [*new[first:last]]:
                continue
            both = min(end - start, last - first)
            for number in range(both):
                self._amend_item((*path, start + number), old[start + number], new[first + number])
            for number in range(start + both, end):
                self._file.remove((*path, number))
            for number in range(first + both, last):
                self._file.add_item(path, start + both - 1, new[number])

    def _amend_item(self, path: Path, old: object, new: object) -> None:
        before, after = tree(old), tree(new)
        if before is not None and after is not None and self._file.has(path) and not isinstance(old, str):
            self._amend(path, before, after)
        else:
            self._file.replace(path, new)
