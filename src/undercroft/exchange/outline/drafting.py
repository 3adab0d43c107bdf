"""An outline while it is read: the room and the thing above, and what a line adds to them."""

import re
from collections.abc import Callable, Mapping
from copy import copy

from undercroft.exchange.outline import sections
from undercroft.exchange.outline.creature_lines import read_creatures
from undercroft.exchange.outline.entries import Outline, OutlineEntry, Room, Sort
from undercroft.exchange.outline.exit_lines import DIRECTIONS, EXIT_WORDS, read_exit
from undercroft.exchange.outline.hazard_lines import read_obstacle
from undercroft.exchange.outline.lines import OutlineLine
from undercroft.exchange.outline.notes import OutlineNote, OutlineNotes, cut
from undercroft.exchange.outline.phrases import LABEL, pieces
from undercroft.exchange.outline.room_lines import carries_statistics
from undercroft.exchange.outline.thing_lines import read_things
from undercroft.exchange.problems import Severity
from undercroft.table.lore.lookup import called
from undercroft.table.state.ids import MonsterId
from undercroft.table.state.lore import Monster
from undercroft.table.state.sites import Grade

MOST_TEXT = 4000
_FILLERS = re.compile(r"^(?:(?:and|then|also|an?|the|which|where|from|with|of|is|are|there|by|its|one|in|on|at)\s+)+")
_PROSE_EXIT = re.compile(
    rf"\b(?P<name>(?:[a-z'-]+ ){{0,2}}(?i:{EXIT_WORDS}))\b(?P<how>[^.;:!?]{{0,60}}?)\b(?:to|into|towards)\s"
    rf"(?P<to>(?i:room|area|chamber|location|#)\s?{LABEL}|{LABEL}(?=[\s,.;:)]|$))"
)

_PROSE_LEAD = re.compile(
    rf"\b(?:leads?|leading|opens|opening|runs|goes|exits?|back)\b(?P<how>[^.;:!?0-9]{{0,40}}?)\b(?:to|into)\s"
    rf"(?P<to>(?i:room|area|chamber|location|#)\s?{LABEL})|"
    rf"\b(?i:to the)\s(?P<way>{'|'.join(sorted(DIRECTIONS, key=len, reverse=True))})(?:\s(?:is|lies)|,)?\s"
    rf"(?P<there>(?i:room|area|chamber|location|#)\s?{LABEL})"
)
"""A way that names no door: `leads north to area 2`, `to the south area 1`."""


class Draft:
    """The state of reading: the room and the thing above, and what a plain line would go on with."""

    def __init__(self, notes: OutlineNotes, monsters: Mapping[MonsterId, Monster]) -> None:
        self.notes, self.monsters = notes, monsters
        self.document = Outline(OutlineEntry(Sort.SITE, 1))
        self.room: Room | None = None
        self.last: OutlineEntry = self.document.site
        self.goes_on: Callable[[str], None] | None = None
        self.preface: list[str] = []
        self.names: frozenset[str] = frozenset()

    def add(self, entry: OutlineEntry) -> None:
        """Add what a line describes to the room above."""
        entry.room = self.room
        for inner in entry.inner:
            inner.room = self.room
        (self.document.loose if self.room is None else self.room.entries).append(entry)
        self.last = entry

    def exit(self, line: OutlineLine, grade: Grade | None) -> None:
        """Add an exit; a line that names no room is text."""
        entry = read_exit(line.text, line.number, line.column, self.names, grade)
        if entry is not None:
            entry.hints["line"] = line.text
            self.add(entry)
            if "text" in entry.hints:
                self.say("secret", line.text)
        elif grade is None:
            self.say("glance", line.text)
            self.goes_on = None
        else:
            what = f"“{cut(line.text)}” names no room: kept in the referee's text"
            self.note("no_such_room", what, "write the number of the room it leads to", line, Severity.ERROR)
            self.say("secret", line.text)

    def exits(self, line: OutlineLine) -> None:
        """Several exits on a line; a part that leads nowhere belongs to the one before."""
        found: list[tuple[int, int]] = []
        for part in pieces(line.text.rstrip(" ."), marks=",;"):
            entry = read_exit(part.text, line.number, line.column, self.names)
            if entry is not None or not found:
                found.append((part.start, part.end))
            else:
                found[-1] = (found[-1][0], part.end)
        for start, end in found:
            self.exit(OutlineLine(line.number, line.text[start:end], line.column + start, 1), None)

    def obstacle(self, line: OutlineLine) -> None:
        """Add an obstacle."""
        entry = read_obstacle(line.text, line.number, line.column)
        self.add(entry)
        if "text" in entry.hints:
            self.say("secret", line.text)

    def things(self, line: OutlineLine) -> None:
        """Add the things of a list."""
        for entry in read_things(line.text, line.number, line.column):
            self.add(entry)

    def creatures(self, line: OutlineLine) -> None:
        """Add creatures; those that cannot be read stay in the text for the referee."""
        self.goes_on = None
        entry = read_creatures(line.text, line.number, line.column, self.notes, self.monsters)
        if entry is None:
            self.say("secret", line.text)
        else:
            self.add(entry)

    def creatures_of(self, line: OutlineLine) -> None:
        """Add creatures that are nowhere yet."""
        entry = read_creatures(line.text, line.number, line.column, self.notes, self.monsters)
        if entry is not None:
            self.document.loose.append(entry)
            self.last = entry
        else:
            self.preface.append(line.text)

    def add_row(self, text: str, line: OutlineLine, times: int = 1) -> None:
        """Add a row of the encounter table, once for each number of its range, with its creatures."""
        entry = sections.read_row(text, line)
        if carries_statistics(text):
            creatures = read_creatures(text, line.number, line.column, self.notes)
            if creatures is not None:
                self.document.loose.append(creatures)
                entry.refs["creatures"] = entry.fields["name"] = creatures.name
        elif (known := called(self.monsters.values(), entry.name)) is not None:
            entry.fields["creatures"] = known.id
        elif (plain := sections.COUNTED.fullmatch(entry.name)) and (
            known := called(self.monsters.values(), plain["name"])
        ) is not None:
            entry.fields |= {"creatures": known.id, "name": plain["name"], "count": plain["count"]}
        self.document.loose += [copy(entry) for _ in range(times - 1)]
        self.document.loose.append(entry)
        self.last = entry

    def prose(self, line: OutlineLine) -> None:
        """A plain line: part of what is read aloud."""
        self.say("glance", line.text)
        self.goes_on = lambda more: self.say("glance", more)
        if self.room is None:
            return
        for found in _PROSE_EXIT.finditer(line.text):
            to = re.sub(r"(?i)^(?:room|area|chamber|location|#)\s?", "", found["to"])
            down = re.search(r"\b(?:down|up)\b", found["how"])
            name = _FILLERS.sub("", found["name"].lower())
            name = f"{name} {down[0]}" if down else name
            entry = read_exit(f"{to} {name}", line.number, line.column, self.names)
            if entry is not None:
                entry.column, entry.end = line.column + found.start(), line.column + found.end()
                entry.room = self.room
                entry.hints["inferred"] = True
                self.room.entries.append(entry)
        self._leads(line)

    def _leads(self, line: OutlineLine) -> None:
        """The ways of a text that name no door, only where they lead."""
        if self.room is None:
            return
        named = {str(entry.refs.get("to")) for entry in self.room.entries if entry.sort is Sort.DOOR}
        for found in _PROSE_LEAD.finditer(line.text):
            to = re.sub(r"(?i)^(?:room|area|chamber|location|#)\s?", "", found["to"] or found["there"])
            way = found["way"] or next((word for word in (found["how"] or "").split() if word in DIRECTIONS), "")
            entry = read_exit(f"{way} {to}".strip(), line.number, line.column, self.names)
            if entry is not None and to not in named:
                entry.column, entry.end = line.column + found.start(), line.column + found.end()
                entry.room = self.room
                entry.hints["inferred"] = True
                self.room.entries.append(entry)
                named.add(to)

    def say(self, field: str, text: str) -> None:
        """Add words to a text of the room: to the same paragraph while lines follow each other."""
        if self.room is None:
            self.preface.append(text)
            return
        fields = self.room.entry.fields
        known = fields.get(field, "")
        between = "" if not known else " " if self.goes_on is not None else "\n"
        whole = f"{known}{between}{text}"
        if len(whole) > MOST_TEXT:
            what = f"a text has at most {MOST_TEXT:,} characters: “{cut(text)}” is left out"
            entry = self.room.entry
            self.notes.add(
                OutlineNote("too_long", what, "shorten it", entry.line, entry.column, entry.end, Severity.ERROR)
            )
            return
        fields[field] = whole

    def note(self, code: str, what: str, fix: str, line: OutlineLine, grade: Severity = Severity.WARNING) -> None:
        """Note something about a line."""
        self.notes.add(OutlineNote(code, what, fix, line.number, line.column, line.column + len(line.text), grade))
