"""The line of an exit: `> 9 bronze door, locked 11, bronze key`, or `stairs down to 12` as a module has it."""

import re
from collections.abc import Collection, Mapping
from typing import Any

from undercroft.books.sovereign.doors import Material
from undercroft.exchange.campaignfile.forming import LABEL as NAME
from undercroft.exchange.outline.entries import OutlineEntry, Sort
from undercroft.exchange.outline.phrases import LABEL, LinePart, is_plain, parts, quote_end, quoted, unquoted
from undercroft.table.state.sites import Door, DoorState, Grade

_POINTS = ("north", "east", "south", "west", "northeast", "northwest", "southeast", "southwest")
_SHORT = ("n", "e", "s", "w", "ne", "nw", "se", "sw")
DIRECTIONS: Mapping[str, str] = {**{word: word for word in _POINTS}, **dict(zip(_SHORT, _POINTS, strict=True))}
"""The words for a direction, and the side of the room that each means on the map."""
_WAY = "|".join(sorted(DIRECTIONS, key=len, reverse=True))
_ROOM = r"(?:room|area|chamber|location|number|no\.|#)\s*"
_FIRST = re.compile(
    rf"(?:(?P<way>(?i:{_WAY}))\s*[:,]?\s+)?(?i:to\s+)?(?i:{_ROOM})?(?P<to>{LABEL})(?=$|[\s,.:;)(\u2014\u2013-])[.:;)]*\s*(?:[\u2014\u2013-]\s+)?(?P<rest>.*)"
)
_LATER = re.compile(
    rf"(?P<rest>.*?)(?:^|\s|\()(?i:on\s)?(?i:to|into)\s+(?i:{_ROOM})?(?P<to>{LABEL})(?![0-9A-Za-z'\u2019])\)?(?P<more>.*)"
)
_NAMED = re.compile(r"(?P<rest>.*?)(?:^|\s)(?:to|into)\s+(?:the\s+)?(?P<to>[^,(]+)(?P<more>.*)", re.IGNORECASE)
EXIT_WORDS = (
    r"(?:door(?:way)?s?|stair(?:s|way|case)?|steps|passage(?:way)?|corridor|tunnel|ladder|arch(?:way)?|gate(?:way)?|hatch|"
    r"trap\s?door|portcullis|opening|exit|way|path|shaft|chute|panel|crawlway|hall(?:way)?|curtain|bridge|grate|slide|rope)"
)
_UNMARKED = re.compile(
    rf"(?:an?\s|the\s)?(?:[\w'\u2019-]+\s){{0,4}}{EXIT_WORDS}\b[^.;:]{{0,40}}\b(?:to|into)\b", re.IGNORECASE
)
_OPENINGS = re.compile(
    r"\b(?:passage(?:way)?|corridor|tunnel|arch(?:way)?|opening|stairs?|stairway|staircase|steps|shaft|chute|ladder|way|path|"
    r"crawlway|doorway|bridge|slide|culvert|hole|gap|rope)\b",
    re.IGNORECASE,
)
_DOORS = re.compile(
    r"\b(?:doors?|gate|hatch|trap\s?door|portcullis|panel|grate|slab|stone|lid|curtain)\b", re.IGNORECASE
)
_METAL = re.compile(r"\b(?:iron|bronze|steel|metal|brass|copper|lead|adamant\w*|mithr\w*)\b", re.IGNORECASE)
_STONE = re.compile(r"\b(?:stone|marble|granite|slab|rock)\b", re.IGNORECASE)
_BOUND = re.compile(r"\b(?:iron[- ]?bound|reinforced|banded|iron[- ]shod)\b", re.IGNORECASE)
_LOCKED = re.compile(r"locked(?:[\s,]+(?:dc\s?)?(-?[0-9]{1,2}))?", re.IGNORECASE)
_BARRED = re.compile(rf"barred(?:\s+(?:from|on)\s+(?:(?i:{_ROOM}))?(?P<side>.+))?", re.IGNORECASE)
_ONE_WAY = re.compile(r"one[- ]way(?:\s+from\s+(?P<side>.+))?", re.IGNORECASE)
_KEY = re.compile(r"(?:key:|opens with|opened by|needs|unlocked by)\s+(?:the\s+)?(?P<key>.+)", re.IGNORECASE)
_STATES: Mapping[str, dict[str, Any]] = {
    "open": {"state": DoorState.OPEN},
    "ajar": {"state": DoorState.OPEN},
    "closed": {"state": DoorState.CLOSED},
    "shut": {"state": DoorState.CLOSED},
    "unlocked": {"state": DoorState.CLOSED},
    "stuck": {"state": DoorState.STUCK},
    "jammed": {"state": DoorState.STUCK},
    "broken": {"state": DoorState.BROKEN},
    "smashed": {"state": DoorState.BROKEN},
    "no door": {"state": DoorState.NO_DOOR},
    "doorless": {"state": DoorState.NO_DOOR},
    "hidden": {"hidden": True},
    "spiked": {"spiked": True},
    "shuts itself": {"closes_itself": True},
    "closes itself": {"closes_itself": True},
    "shuts by itself": {"closes_itself": True},
    "self-closing": {"closes_itself": True},
    **{material.value: {"material": material} for material in Material},
    "wooden": {"material": Material.WOOD},
    "iron": {"material": Material.METAL},
}
_BEFORE = {"locked": DoorState.LOCKED, "stuck": DoorState.STUCK, "barred": DoorState.BARRED, "broken": DoorState.BROKEN}
"""The words of a name that give the state as well."""
EXIT_STATES = tuple(dict.fromkeys((*_BEFORE, *_STATES)))
"""The words for the state of an exit."""
_CONCEALED = re.compile(r"\b(secret|hidden|concealed)\s+", re.IGNORECASE)
ANOTHER = "another way"
"""The words for a second way between two rooms, which is not the one written under the other room."""


def looks_like_exit(text: str) -> bool:
    """Whether a line without a mark is an exit: short, a way of some sort, and the number of a room."""
    return len(text) <= 120 and _UNMARKED.match(text) is not None and _LATER.fullmatch(text) is not None


def read_exit(
    text: str, line: int, column: int, rooms: Collection[str], grade: Grade | None = None
) -> OutlineEntry | None:
    """An exit of a line after its mark, or None if it leads to nothing that could be a room."""
    entry = OutlineEntry(Sort.DOOR, line, column, column + len(text))
    rest = _to(text, entry, rooms)
    if rest is None:
        return None
    concealed = _described(entry, rest, column)
    if grade is not None or concealed:
        entry.fields["hidden"] = True
        found = grade or concealed or Grade.HIDDEN
        what = f"a {found.value} {entry.fields['name']}" if concealed else entry.fields["name"]
        feature = OutlineEntry(Sort.FEATURE, line, column, column + len(text), {"grade": found})
        feature.hints["what"] = what
        entry.inner.append(feature)
    return entry


def _to(text: str, entry: OutlineEntry, rooms: Collection[str]) -> list[LinePart] | None:
    """Find the room that an exit leads to; the rest of the line in parts."""
    first = _FIRST.fullmatch(text)
    if first is not None:
        _lead(entry, first, first["way"])
        return parts(first["rest"], first.start("rest"))
    named = next(
        (name for name in rooms if text.lower().startswith(name) and text[len(name) :][:1] in ("", ",", ":", " ")), None
    )
    if named is not None:
        entry.refs["to"] = text[: len(named)]
        entry.spans["to"] = (entry.column, entry.column + len(named))
        shift = len(text) - len(text[len(named) :].lstrip(" ,:"))
        return parts(text[shift:], shift)
    later = _LATER.fullmatch(text)
    if later is None:
        later = _NAMED.fullmatch(text)
        if later is None or later["to"].strip().lower() not in rooms:
            return None
    way = re.match(rf"({_WAY})\b(?:\s*[:,]\s*|\s+)", text, re.IGNORECASE)
    _lead(entry, later, way[1] if way else None)
    entry.hints["to"] = "later"
    start = way.end() if way and way.end() <= later.end("rest") else 0
    before = parts(later["rest"][start:], start)
    more = later["more"]
    shift = len(more) - len(more.lstrip(" ,.:;"))
    return [*before, *parts(more[shift:].rstrip(" ."), later.start("more") + shift)]


def _lead(entry: OutlineEntry, found: re.Match[str], way: str | None) -> None:
    entry.refs["to"] = found["to"].strip()
    entry.spans["to"] = (entry.column + found.start("to"), entry.column + found.end("to"))
    if way:
        entry.hints["way"] = DIRECTIONS[way.lower()]


def _described(entry: OutlineEntry, found: list[LinePart], column: int) -> Grade | None:
    """Read the name and the states of an exit; how it is concealed, if it is."""
    named: list[str] = []
    concealed: Grade | None = None
    for number, part in enumerate(found):
        lower = part.text.lower()
        if lower == "secret":
            concealed = Grade.SECRET
        elif lower == "hidden" and number:
            entry.fields |= {"hidden": True}
        elif not _state(entry, part, column, first=number == 0):
            named.append(unquoted(part.text))
    name = ", ".join(named)
    exact = bool(found and quote_end(found[0].text))
    inside = _CONCEALED.search(name) if not exact else None
    if inside is not None:
        concealed = Grade.SECRET if inside[1].lower() == "secret" else Grade.HIDDEN
        name = (name[: inside.start()] + name[inside.end() :]).strip()
    if "to" in entry.hints and not exact:
        name = re.sub(r"\s(?:leads?|leading|goes|going|opens|runs)\b", "", name)
    if not exact:
        name = re.sub(r"^(?:an?|the)\s+", "", name, flags=re.IGNORECASE)
    _by_name(entry, name)
    return concealed


def _by_name(entry: OutlineEntry, name: str) -> None:
    """Give an exit its name, and what the name says of its state and material."""
    most = NAME.most or 0
    fields = entry.fields
    if len(name) > most:
        entry.hints["text"] = name
    fields["name"] = name[:most].rstrip() or ("passage" if "state" not in fields else "door")
    for word in fields["name"].lower().split():
        if "state" not in fields and word in _BEFORE:
            fields["state"] = _BEFORE[word]
        if "way" not in entry.hints and word in DIRECTIONS and len(word) > 2:
            entry.hints["way"] = DIRECTIONS[word]
    if re.search(r"\bstair|\bladder|\bshaft|\bsteps", fields["name"], re.IGNORECASE) or not name:
        down = re.search(r"\b(down|up)\b", fields["name"], re.IGNORECASE)
        entry.hints["levels"] = 0 if down is None else 1 if down[1].lower() == "down" else -1
    if "state" not in fields:
        opening = _OPENINGS.search(fields["name"]) and not _DOORS.search(fields["name"])
        fields["state"] = DoorState.NO_DOOR if opening else DoorState.CLOSED
    if "material" not in fields:
        stone = _STONE.search(fields["name"]) or fields["state"] is DoorState.NO_DOOR
        metal, bound = _METAL.search(fields["name"]), _BOUND.search(fields["name"])
        kinds = ((bound, Material.REINFORCED), (metal, Material.METAL), (stone, Material.STONE))
        fields["material"] = next((kind for so, kind in kinds if so), Material.WOOD)


def _state(entry: OutlineEntry, part: LinePart, column: int, *, first: bool) -> bool:
    """Read a part as a state, and say whether it is one."""
    text, lower = part.text, part.text.lower()
    span = (column + part.start, column + part.end)
    if lower in _STATES and not (first and lower in ("stone", "metal", "iron", "wood")):
        entry.fields |= _STATES[lower]
    elif found := _LOCKED.fullmatch(text):
        entry.fields["state"] = DoorState.LOCKED
        if found[1]:
            entry.fields["lock_dc"] = max(-20, min(60, int(found[1])))
    elif found := _BARRED.fullmatch(text):
        entry.fields["state"] = DoorState.BARRED
        entry.refs["barred_from"] = (found["side"] or "").strip()
        entry.spans["barred_from"] = span
    elif found := _ONE_WAY.fullmatch(text):
        entry.refs["one_way"] = (found["side"] or "").strip()
        entry.spans["one_way"] = span
    elif lower == ANOTHER:
        entry.hints["another"] = True
    elif lower in DIRECTIONS and not first:
        entry.hints["way"] = DIRECTIONS[lower]
    elif not first and (named := _key_named(text)):
        entry.refs["key"], entry.spans["key"] = named, span
    else:
        return False
    return True


def _key_named(text: str) -> str:
    """The key that a part names; empty if it names none."""
    found = _KEY.fullmatch(text)
    if found is not None:
        return unquoted(found["key"].strip())
    return unquoted(text) if re.search(r"\bkeys?\b", text.lower()) else ""


def write_exit(door: Door, to: str, sides: Mapping[str, str], key: str, grade: Grade | None, *, another: bool) -> str:
    """The line of an exit. `sides` are the numbers of both rooms, `key` the name of what unlocks it."""
    mark = ">" if grade is None else "?>" if grade is Grade.HIDDEN else "*>"
    states = _states(door, sides, grade)
    if key:
        plain = is_plain(key) and "," not in key and not quote_end(key)
        states.append(
            key if plain and re.search(r"\bkeys?\b", key.lower()) else f"key: {key if plain else quoted(key)}"
        )
    states += [ANOTHER] if another else []
    for name in (door.name, quoted(door.name), "door"):
        for words in ([name, *states], [name, "closed", *states]):
            line = f"{to} {', '.join(words)}"
            entry = read_exit(line, 1, 1, (), grade) if is_plain(name) else None
            wanted = {"name": door.name if name != "door" else "door", "state": door.state}
            if entry is not None and all(entry.fields[field] == value for field, value in wanted.items()):
                return f"{mark} {line}"
    return f"{mark} {to} door"


def _states(door: Door, sides: Mapping[str, str], grade: Grade | None) -> list[str]:
    words: list[str] = []
    match door.state:
        case DoorState.LOCKED:
            words.append("locked" if door.lock_dc is None else f"locked {door.lock_dc}")
        case DoorState.BARRED:
            words.append(f"barred from {sides.get(door.barred_from or '', '')}".removesuffix(" from "))
        case DoorState.NO_DOOR:
            words.append("no door")
        case DoorState.CLOSED:
            pass
        case _:
            words.append(door.state.value)
    if door.one_way is not None:
        words.append("one way" if door.one_way == door.between[0] else f"one way from {sides.get(door.one_way, '')}")
    words += ["shuts itself"] if door.closes_itself else []
    return words + (["hidden"] if door.hidden and grade is None else [])
