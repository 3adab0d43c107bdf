"""The lines of traps, of hidden and secret features, and of obstacles."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from undercroft.exchange.campaignfile.forming import LABEL as NAME
from undercroft.exchange.outline.dice_words import read_dice
from undercroft.exchange.outline.entries import OutlineEntry, Sort
from undercroft.exchange.outline.lines import STARRED
from undercroft.exchange.outline.phrases import LinePart, is_plain, parts, quote_end, quoted, unquoted, worth_in
from undercroft.exchange.outline.thing_lines import read_things
from undercroft.table.state.sites import Feature, Grade, Harm, Hindrance, Obstacle, Trap, TrapState, Trigger

_MOST = NAME.most or 0

# Traps

_ON = re.compile(r"(?P<name>.+?)\s+on\s+(?:the\s+)?(?P<on>.+)", re.IGNORECASE)
_DOOR_TO = re.compile(r"(?:door|way|exit|hatch|gate)s?\s+to\s+(?P<to>.+)", re.IGNORECASE)
_FALL = re.compile(
    r"(?:fall|drop)s?(?:\s+(?:of\s+)?)?([0-9]{1,6})?\s?(?:ft|feet|')?(?:\s+deep)?"
    r"|([0-9]{1,6})\s?(?:ft|feet|')\s?(?:deep|fall|drop|pit|deep pit)",
    re.IGNORECASE,
)
_SAVE = re.compile(
    r"(?:save\s+)?(physical|evasion|mental)(?:\s+save)?(?:\s+(avoids|negates|halves|for half))?", re.IGNORECASE
)
_DISARM = re.compile(r"(?:disarm|dc)\s+(?:dc\s+)?(-?[0-9]{1,2})", re.IGNORECASE)
_HARMS: Mapping[str, Harm] = {
    "poison": Harm.POISON,
    "poisoned": Harm.POISON,
    "gas": Harm.GAS,
    "poison gas": Harm.GAS,
    "alarm": Harm.ALARM,
    "doors shut": Harm.DOORS_SHUT,
    "fall": Harm.FALL,
}
_TRAP_WORDS: Mapping[str, dict[str, Any]] = {
    "avoids": {"avoids": True},
    "everyone": {"everyone": True},
    "resets": {"resets": True},
    "sprung": {"state": TrapState.SPRUNG},
    "disarmed": {"state": TrapState.DISARMED},
    "armed": {"state": TrapState.ARMED},
    "on entering": {"trigger": Trigger.ENTER},
}
TRAP_STATES = (*_HARMS, "evasion avoids", "physical", "mental", *_TRAP_WORDS)
"""The words for what a trap does, and its state."""


def read_trap(text: str, line: int, column: int) -> OutlineEntry:
    """A trap: its name, what it is on, and after a colon what it does."""
    entry = OutlineEntry(Sort.TRAP, line, column, column + len(text))
    head, start, rest = _head_and_rest(text)
    inside = [piece.text for part in parts(rest.rstrip(" ."), start) for piece in parts(part.text)]
    said = [text for text in inside if not _does(entry, text)]
    called = parts(head)
    named = [part.text for number, part in enumerate(called) if number == 0 or not _does(entry, part.text)]
    whole = bool(quote_end(head))
    name = unquoted(named[0]) if len(named) == 1 else ", ".join(named)
    on = _ON.fullmatch(name) if not whole else None
    if on is not None:
        entry.refs["on"] = unquoted(on["on"])
        entry.spans["on"] = (column, column + len(head))
        entry.hints["whole"] = name[:_MOST].rstrip()
        name = on["name"]
        to = _DOOR_TO.fullmatch(on["on"])
        entry.fields["trigger"] = Trigger.THRESHOLD if to else Trigger.MEDDLE
        if to is not None:
            entry.refs["on_door"] = unquoted(to["to"])
            del entry.refs["on"]
    what = ", ".join(said)
    if len(name) > _MOST:
        what = text
    entry.fields["name"] = name[:_MOST].rstrip() or "trap"
    entry.fields["what"] = what
    return entry


def _head_and_rest(text: str) -> tuple[str, int, str]:
    """The text before a colon and after it, where quotation marks hold the first part together."""
    quote = quote_end(text)
    place = text.find(": ", quote)
    if quote == len(text):
        return text, len(text), ""
    if place < 0:
        return text.rstrip(" :"), len(text), ""
    shift = len(text) - len(text[place + 1 :].lstrip())
    return text[:place].rstrip(), shift, text[shift:]


def _does(entry: OutlineEntry, text: str) -> bool:
    """Read what a trap does, and say whether it was understood."""
    lower = text.lower()
    if lower in _TRAP_WORDS:
        entry.fields |= _TRAP_WORDS[lower]
    elif lower in _HARMS:
        entry.fields["harm"] = _HARMS[lower]
    elif found := _FALL.fullmatch(text):
        entry.fields |= {"harm": Harm.FALL, "feet": min(1_000_000, int(found[1] or found[2] or 0))}
    elif found := _SAVE.fullmatch(text):
        entry.fields["save"] = found[1].lower()
        if found[2] and found[2].lower() in ("avoids", "negates"):
            entry.fields["avoids"] = True
    elif found := _DISARM.fullmatch(text):
        entry.fields["disarm_dc"] = max(-20, min(60, int(found[1])))
    elif dice := read_dice(lower):
        entry.fields["damage"] = dice
    else:
        return False
    return True


def write_trap(trap: Trap, on: str) -> str:
    """The line of a trap; `on` is what it is on, as a line names it."""
    words = (
        [f"fall {trap.feet} ft"]
        if trap.harm is Harm.FALL
        else [_word(trap.harm)]
        if trap.harm is not Harm.NOTHING
        else []
    )
    words += [trap.damage] if trap.damage else []
    words += [f"{trap.save} avoids" if trap.avoids else trap.save] if trap.save else []
    words += [trap.state.value] if trap.state is not TrapState.ARMED else []
    does = f": {', '.join(words)}" if words else ""
    for name in (trap.name, quoted(trap.name)):
        line = f"{name}{f' on {on}' if on and not quote_end(name) else ''}{does}"
        if is_plain(name) and read_trap(line, 1, 1).name == trap.name:
            return f"! {line}"
    return "! trap"


def _word(harm: Harm) -> str:
    return harm.value.replace("_", " ")


# Features

_REVEALS = re.compile(r"(?:reveals|shows|hides)\s+(?:the\s+)?(?P<what>.+)", re.IGNORECASE)
_OPENS = re.compile(r"(?:opens|unlocks)\s+(?:the\s+)?(?:(?:door|way|room)\s+)?(?:to\s+)?(?P<what>.+)", re.IGNORECASE)
_DC = re.compile(r"dc\s?(-?[0-9]{1,2})", re.IGNORECASE)


def read_feature(text: str, line: int, column: int, grade: Grade) -> OutlineEntry:
    """What is concealed: in words, and after a colon the things behind it."""
    entry = OutlineEntry(Sort.FEATURE, line, column, column + len(text), {"grade": grade})
    head, start, rest = _head_and_rest(text)
    if rest:
        entry.inner += read_things(rest, line, column + start)
    if quote := quote_end(head):
        said, tail = [unquoted(head[:quote])], parts(head[quote:].lstrip(" ,"), quote)
    else:
        found = parts(head, marks=",") if _stated(head) else [LinePart(head, 0)]
        said, tail = [found[0].text] if found else [], found[1:]
    for part in tail:
        span = (column + part.start, column + part.end)
        if found_name := _REVEALS.fullmatch(part.text):
            entry.refs["reveals"], entry.spans["reveals"] = unquoted(found_name["what"]), span
        elif found_name := _OPENS.fullmatch(part.text):
            entry.refs["opens"], entry.spans["opens"] = unquoted(found_name["what"]), span
        elif found_name := _DC.fullmatch(part.text):
            entry.fields["dc"] = max(-20, min(60, int(found_name[1])))
        else:
            said.append(part.text)
    what = ", ".join(said)
    before, worth = worth_in(what)
    if worth is not None and not rest:
        entry.inner += read_things(what, line, column)
        what = before or what
    elif "opens" in entry.refs and not rest:
        entry.inner += read_things(what, line, column)
    if "opens" in entry.refs:
        for thing in entry.inner:
            thing.refs["opens"] = entry.refs["opens"]
    entry.fields["what"] = what
    return entry


def _stated(head: str) -> bool:
    """Whether one of the last parts of a text says something known."""
    return any(pattern.fullmatch(part.text) for part in parts(head)[1:] for pattern in (_REVEALS, _OPENS, _DC))


def write_feature(feature: Feature, reveals: str, things: list[str]) -> str:
    """The line of a feature, with the things behind it."""
    mark = "?" if feature.grade is Grade.HIDDEN else "*"
    tail = f", reveals {reveals}" if reveals else ""
    behind = f": {', '.join(things)}" if things else ""
    for what in (feature.what, quoted(feature.what)):
        line = f"{what}{tail}{behind}"
        entry = read_feature(line, 1, 1, feature.grade)
        said = is_plain(what) and entry.fields["what"] == feature.what and len(entry.inner) == len(things)
        if said and not STARRED.match(f"{mark} {line}"):
            return f"{mark} {line}"
    return f"{mark} {quoted('something')}{tail}{behind}"


# Obstacles

_KINDS = (
    (Hindrance.PORTCULLIS, r"portcullis|grille|bars"),
    (Hindrance.LID, r"lid|slab|sarcophagus|coffin|tomb|cover"),
    (Hindrance.RUBBLE, r"rubble|collapse\w*|cave-?in|rock-?fall|debris|fallen vault|choked|earth|stones"),
    (Hindrance.PIT, r"pit|chasm|gap|hole|crevasse|fissure|fallen floor"),
    (Hindrance.FLOODED, r"flood\w*|water|sump|pool|river|stream|lake|drowned"),
    (Hindrance.GAS, r"gas|fumes?|air|smoke|spores?|vapou?rs?"),
    (Hindrance.CLIFF, r"cliff|wall|climb|shaft|ledge|drop|slope"),
)
_NUMBER = r"(?P<n>[0-9]{1,6}(?:/[1-9][0-9]{0,3}|\.[0-9]{1,3})?)"
_MEASURES = (
    ("kilograms", rf"{_NUMBER}\s?(?:kg|kilograms?|kilos?)"),
    ("cubic_metres", rf"{_NUMBER}\s?(?:m3|m³|cubic met(?:re|er)s?)"),
    ("across_ft", r"(?P<n>[0-9]{1,6})\s?(?:ft|feet|')?\s?(?:across|wide)"),
    ("feet", r"(?P<n>[0-9]{1,6})\s?(?:ft|feet|')(?:\s?(?:deep|high|tall|down|up))?"),
    ("rounds", r"(?P<n>[0-9]{1,6})\s?rounds?"),
    ("dc", r"dc\s?(?P<n>-?[0-9]{1,2})"),
)
_BLOCKS = re.compile(r"(?:to|blocks|before|towards?)\s+(?:the\s+way\s+to\s+)?(?P<to>.+)", re.IGNORECASE)
_NAME_TO = re.compile(r"(?P<name>.+?)\s+(?:to|before)\s+(?P<to>[A-Z]?[0-9]{1,4}[a-z]?)")
MEASURES: Mapping[str, str] = {
    "kilograms": "150 kg",
    "cubic_metres": "1 m3",
    "across_ft": "10 ft across",
    "feet": "20 ft",
    "rounds": "3 rounds",
}
"""How the measure of an obstacle is written."""


def read_obstacle(text: str, line: int, column: int) -> OutlineEntry:
    """What is in the way: its name, its measures, the room beyond it, and after a colon the things under it."""
    entry = OutlineEntry(Sort.OBSTACLE, line, column, column + len(text))
    head, start, rest = _head_and_rest(text)
    entry.spans["head"] = (column, column + len(head))
    if rest:
        entry.inner += read_things(rest, line, column + start)
    said: list[str] = []
    found = parts(head)
    for number, part in enumerate(found):
        if not (number and _measured(entry, part, column)):
            said.append(part.text)
    name = unquoted(said[0]) if len(said) == 1 else ", ".join(said)
    if found and not quote_end(found[0].text) and (to := _NAME_TO.fullmatch(name)):
        name, entry.refs["to"] = to["name"], to["to"]
        entry.spans["to"] = (column, column + len(head))
    entry.fields["name"] = name[:_MOST].rstrip() or "obstacle"
    if len(name) > _MOST:
        entry.hints["text"] = name
    if "kind" not in entry.fields:
        kinds = (kind for kind, words in _KINDS if re.search(rf"\b(?:{words})\b", name, re.IGNORECASE))
        known = next(kinds, None)
        entry.fields["kind"] = known or Hindrance.RUBBLE
        entry.hints["unknown"] = known is None
    return entry


def _measured(entry: OutlineEntry, part: LinePart, column: int) -> bool:
    """Read a measure, a kind or the room beyond, and say whether it was understood."""
    if part.text.lower() in tuple(Hindrance):
        entry.fields["kind"] = Hindrance(part.text.lower())
        return True
    for field, pattern in _MEASURES:
        if found := re.fullmatch(pattern, part.text, re.IGNORECASE):
            number = Fraction(found["n"])
            exact = field in ("kilograms", "cubic_metres")
            least, most = (-20, 60) if field == "dc" else (0, 1_000_000)
            bounded = Fraction(least) if number < least else Fraction(most) if number > most else number
            entry.fields[field] = bounded if exact else int(bounded)
            return True
    if to := _BLOCKS.fullmatch(part.text):
        entry.refs["to"], entry.spans["to"] = unquoted(to["to"]), (column + part.start, column + part.end)
        return True
    return False


def write_obstacle(obstacle: Obstacle, to: str, things: list[str]) -> str:
    """The line of an obstacle, with the things under it."""
    measures = [f"to {to}"] if to else []
    measures += [f"{obstacle.kilograms} kg"] if obstacle.kilograms is not None else []
    measures += [f"{obstacle.cubic_metres} m3"] if obstacle.cubic_metres is not None else []
    measures += [f"{obstacle.feet} ft"] if obstacle.feet is not None else []
    measures += [f"{obstacle.across_ft} ft across"] if obstacle.across_ft is not None else []
    measures += [f"{obstacle.rounds} rounds"] if obstacle.rounds is not None else []
    under = f": {', '.join(things)}" if things else ""
    for name in (obstacle.name, quoted(obstacle.name)):
        for kind in ([], [obstacle.kind.value]):
            line = f"{', '.join([name, *kind, *measures])}{under}"
            entry = read_obstacle(line, 1, 1)
            said = (entry.fields["name"], entry.fields["kind"], len(entry.inner))
            if is_plain(name) and said == (obstacle.name, obstacle.kind, len(things)):
                return f"= {line}"
    return f"= {', '.join(['obstacle', obstacle.kind.value, *measures])}{under}"
