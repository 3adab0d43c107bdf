"""An outline line by line: which line is a room, and what each line under a room is."""

import re
from collections.abc import Mapping

from undercroft.exchange.campaignfile.forming import LABEL as NAME
from undercroft.exchange.outline import sections
from undercroft.exchange.outline.creature_lines import looks_like_creatures
from undercroft.exchange.outline.drafting import MOST_TEXT, Draft
from undercroft.exchange.outline.entries import Outline, OutlineEntry, Sort
from undercroft.exchange.outline.exit_lines import looks_like_exit
from undercroft.exchange.outline.hazard_lines import read_feature, read_trap
from undercroft.exchange.outline.lines import OutlineLine, lines_of
from undercroft.exchange.outline.notes import OutlineNote, OutlineNotes, cut
from undercroft.exchange.outline.phrases import coins_in, parts, unquoted, worth_in
from undercroft.exchange.outline.properties import is_text, knows, property_line, set_property
from undercroft.exchange.outline.room_lines import RoomHead, carries_statistics, read_room, sentences_with_creatures
from undercroft.exchange.problems import Severity
from undercroft.table.lore.lookup import called
from undercroft.table.lore.starter import STARTER
from undercroft.table.state.ids import MonsterId
from undercroft.table.state.lore import Monster
from undercroft.table.state.sites import Grade

MOST_ROOMS = 600
_MARK = re.compile(r"(\?>|\*>|>|\?|\*(?!\*|\S.*\*$)|!(?!\[)|\$|=(?!=))\s*(?P<rest>.*)")
_INSIDE = re.compile(rf"(?<=[.;!?])\s+(?=(?:{'|'.join(sections.INSIDE)}):\s)", re.IGNORECASE)
"""Where a keyword begins in the middle of a line."""
_SHORT = 60
_ENDS = (".", "!", "?", ":", '"', "\u201d")
"""The signs that end a text."""
_MEASURES = re.compile(
    r"[0-9]+\s?(?:ft|feet|foot|inches|yards?|paces|steps|miles?|gp|sp|cp|kg|m|x|%)(?!\w)", re.IGNORECASE
)


class Parser(Draft):
    """Line after line, each taken for what it is."""

    def __init__(self, text: str, notes: OutlineNotes, monsters: Mapping[MonsterId, Monster]) -> None:
        super().__init__(notes, monsters)
        self.level: int | None = None
        self.above = ""
        lines = lines_of(text, notes)
        self.numbered = sections.numbered(lines, monsters.values())
        heads = ((self.numbered.rooms.get(line.number), line) for line in lines)
        self.names = frozenset(read_room(head, line).entry.name.lower() for head, line in heads if head is not None)
        for line in lines:
            self.take(line)
            self.above = line.text
        self._end()

    def take(self, line: OutlineLine) -> None:
        """Read one line."""
        if not line.text:
            self.goes_on = None
            return
        head = self.numbered.rooms.get(line.number)
        if head is not None:
            self._begin(head, line)
        elif line.heading:
            self._heading(line)
        elif not re.search(r"\w", line.text) and not _MARK.fullmatch(line.text):
            return  # a ruled line
        else:
            self._content(line)

    def _begin(self, head: RoomHead, line: OutlineLine) -> None:
        if len(self.document.rooms) >= MOST_ROOMS:
            what = f"a site has at most {MOST_ROOMS} rooms: this one is left out, and all below it"
            self.note("too_many_rooms", what, "make two sites of it", line, Severity.ERROR)
            return
        room = read_room(head, line)
        if self.level is not None:
            room.entry.fields.setdefault("level", self.level)
        self.document.rooms.append(room)
        self.room, self.last, self.goes_on = room, room.entry, None
        if "text" in room.entry.hints:
            self.say("glance", room.entry.hints["text"])
        if head.text.text:
            self._content(OutlineLine(line.number, head.text.text, line.column + head.text.start, 1))

    def _heading(self, line: OutlineLine) -> None:
        """A heading that is not a room: the title, a level, or a part of the page."""
        self.goes_on = None
        if (level := sections.level_of(line.text)) is not None:
            self.level = level
        elif self.room is None and "name" not in self.document.site.fields and not sections.starts_table(line.text):
            self._title(line)
        elif not sections.starts_table(line.text) and not sections.starts_rooms(line.text):
            self.say("secret", line.text)

    def _title(self, line: OutlineLine) -> None:
        most = NAME.most or 0
        name = unquoted(line.text)
        self.document.site.fields["name"] = name[:most].rstrip()
        self.document.site.line = line.number
        if len(name) > most:
            self.preface.append(name)

    def _content(self, line: OutlineLine) -> None:
        """A line that is neither a room nor a heading."""
        marked = _MARK.fullmatch(line.text)
        if marked is not None:
            self._marked(
                marked[1],
                marked["rest"],
                OutlineLine(line.number, marked["rest"], line.column + marked.start("rest"), 1),
            )
            return
        keyed = property_line(line.text)
        if keyed is not None and keyed[0] in sections.KEYWORDS and self._divided(line):
            return
        if keyed is not None and self._keyed(keyed, line):
            return
        row = self.numbered.rows.get(line.number)
        if row is not None:
            self.add_row(row[0], line, row[1])
        elif self.room is None:
            self._before_rooms(line)
        elif self._divided(line):
            return
        elif self.goes_on is not None and not line.bullet and not self._stands_alone(line):
            self.goes_on(line.text)
        elif self._is_creatures(line):
            self.creatures(line)
        elif looks_like_exit(line.text):
            self.exit(line, None)
        elif coins_in(" ".join(line.text.split()[:2])) or _is_treasure(line.text):
            self.things(line)
        else:
            self.prose(line)

    def _is_creatures(self, line: OutlineLine) -> bool:
        """Whether a line carries Hit Dice, or begins with a count and belongs to a room or to the bestiary."""
        if carries_statistics(line.text):
            return True
        counted = looks_like_creatures(line.text)
        return counted and bool(
            line.indent or line.bullet or called(self.monsters.values(), line.text.partition(" ")[2])
        )

    def _divided(self, line: OutlineLine) -> bool:
        """Read a line in parts, if keywords stand in the middle of it, or creatures in one of its sentences."""
        starts = [0, *(found.end() for found in _INSIDE.finditer(line.text))]
        if len(starts) == 1:
            starts = sentences_with_creatures(line.text)
        if len(starts) == 1:
            return False
        for start, end in zip(starts, [*starts[1:], len(line.text)], strict=True):
            self._content(OutlineLine(line.number, line.text[start:end].strip(), line.column + start, line.indent))
        return True

    def _stands_alone(self, line: OutlineLine) -> bool:
        """Whether a line after a text is something else: a stat block, or creatures or an exit at its end."""
        if carries_statistics(line.text):
            return True
        if len(line.text) <= _SHORT and self.above.endswith(_ENDS) and self._is_creatures(line):
            return _MEASURES.match(line.text) is None
        glance = str(self.room.entry.fields.get("glance", "")) if self.room is not None else ""
        ended = glance.endswith(_ENDS) or len(glance.rpartition("\n")[2]) < _SHORT
        return ended and len(line.text) <= _SHORT and looks_like_exit(line.text)

    def _before_rooms(self, line: OutlineLine) -> None:
        self.goes_on = None
        if (level := sections.level_of(line.text)) is not None:
            self.level = level
        elif not self.preface and "name" not in self.document.site.fields and len(line.text) <= (NAME.most or 0):
            self._title(line)
        elif not sections.starts_table(line.text) and not sections.starts_rooms(line.text):
            self.preface.append(line.text)

    def _marked(self, mark: str, rest: str, line: OutlineLine) -> None:
        if not rest:
            self.note("empty", f"nothing follows the “{mark}”", "write it, or delete the line", line)
            return
        if self.room is None and mark != "$":
            self.preface.append(f"{mark} {rest}")
            self.note("before_rooms", f"“{cut(rest)}” is above the first room", "move it under its room", line)
            return
        self.goes_on = None
        match mark:
            case ">":
                self.exit(line, None)
            case "?>":
                self.exit(line, Grade.HIDDEN)
            case "*>":
                self.exit(line, Grade.SECRET)
            case "?":
                self.add(read_feature(rest, line.number, line.column, Grade.HIDDEN))
            case "*":
                self.add(read_feature(rest, line.number, line.column, Grade.SECRET))
            case "!":
                self.add(read_trap(rest, line.number, line.column))
            case "=":
                self.obstacle(line)
            case _:
                self.things(line)

    def _keyed(self, keyed: tuple[str, str, int], line: OutlineLine) -> bool:
        key, value, start = keyed
        inner = OutlineLine(line.number, value, line.column + start, 1)
        owner = self._owner(key)
        if owner is not None:
            self.goes_on = None
            set_property(owner, key, value, line.number, inner.column, self.notes)
            if is_text(owner.sort, key) and value and unquoted(value) == value:
                self.goes_on = lambda more: _lengthen(owner, key, more)
        elif key == "numbers" and value.lower() == "by order":
            self.document.by_order = True
        elif key == "feature" and self.last.feature is not None:
            set_property(self.last.feature, "id", value, line.number, inner.column, self.notes)
        elif (field := sections.TEXTS.get(key)) is not None and self.room is not None:
            self.goes_on = None
            self._text(field, value)
        elif key in sections.KEYWORDS and value:
            self._keyword(key, inner)
        elif key in sections.KEYWORDS or key in sections.TEXTS:
            self.goes_on = None
        else:
            return False
        return True

    def _owner(self, key: str) -> OutlineEntry | None:
        """The thing above that has such a property: the last one, its feature, or the room or site itself."""
        if key in sections.KEYWORDS and not (self.last.sort is Sort.ROW and key == "creatures"):
            return None
        last, feature = self.last, self.last.feature
        if feature is not None and key not in ("id", "name") and knows(feature, key) and not knows(last, key):
            return feature
        if knows(last, key) and not (last.sort is Sort.ZONE and key in sections.TEXTS):
            return last
        whole = self.document.site if self.room is None else self.room.entry
        return whole if knows(whole, key) and key not in ("id", "name", *sections.TEXTS) else None

    def _text(self, field: str, value: str) -> None:
        if self.room is None:
            return
        text = unquoted(value)
        if text:
            self.say(field, text)
        if text == value:
            self.goes_on = lambda more: self.say(field, more)

    def _keyword(self, key: str, line: OutlineLine) -> None:
        self.goes_on = None
        match sections.KEYWORDS[key]:
            case "wandering":
                before, self.room = self.room, None
                self.creatures_of(line)
                self.room = before
            case "row":
                self.add_row(line.text, line)
            case mark if self.room is None and mark != "$":
                self.preface.append(f"{key}: {line.text}")
            case ">":
                self.exits(line)
            case "creatures":
                for part in parts(line.text, marks=";"):
                    self.creatures(OutlineLine(line.number, part.text, line.column + part.start, 1))
            case mark:
                self._marked(mark, line.text, line)

    def _end(self) -> None:
        """What is above the first room is kept in that room's text for the referee."""
        if self.preface and self.document.rooms:
            self.document.rooms[0].entry.hints["preface"] = "\n".join(self.preface)
        elif not self.document.rooms:
            what = "there is no room yet"
            self.notes.add(OutlineNote("no_rooms", what, "type 1 and a name", 1, 1, 1, Severity.ERROR))


def _is_treasure(text: str) -> bool:
    """Whether a short line without a mark ends with a worth: `idol of jade 300 gp`."""
    return len(text) <= _SHORT and not text.endswith(".") and worth_in(text)[1] is not None


def _lengthen(entry: OutlineEntry, key: str, more: str) -> None:
    """Go on with a text on the next line."""
    name = {"clue": "clues", "effect": "effects"}.get(key, key)
    known = entry.keys.get(name)
    if isinstance(known, tuple) and known:
        entry.keys[name] = (*known[:-1], f"{known[-1]} {more}"[:MOST_TEXT])
    elif isinstance(known, str):
        entry.keys[name] = f"{known} {more}"[:MOST_TEXT]


def parse(text: str, notes: OutlineNotes, monsters: Mapping[MonsterId, Monster] = STARTER) -> Outline:
    """Take an outline apart."""
    return Parser(text, notes, monsters).document
