"""Treasure and other things: `$ 220 coins 9 gp`, `$ chest of wax 30 gp, with Hesper`."""

import re
from collections.abc import Iterable, Iterator

from undercroft.exchange.campaignfile.forming import LABEL as NAME
from undercroft.exchange.outline.entries import OutlineEntry, Sort
from undercroft.exchange.outline.phrases import (
    LinePart,
    coins_in,
    is_plain,
    money,
    pieces,
    quote_end,
    quoted,
    unquoted,
    worth_in,
)
from undercroft.table.state.things import Thing, ThingKind

_COUNT = re.compile(r"([0-9][0-9,]{0,8})\s?x?\s+(?=\S)")
_WITH = re.compile(r"(?:with|on|carried by|held by)\s+(?:the\s+)?(?P<who>.+)", re.IGNORECASE)
_OPENS = re.compile(
    r"(?:opens|unlocks|fits)\s+(?:the\s+)?(?:(?:door|way|lock|room)\s+)?(?:to\s+)?(?P<what>.+)", re.IGNORECASE
)
_ARTICLE = re.compile(r"(?:an?|the|some)\s|[0-9]", re.IGNORECASE)
_COUNT_AFTER = re.compile(r"^([^0-9\"]+?)\s\(([0-9]{1,6})\)((?:\s.*)?)$")
_PLACED_COINS = re.compile(
    r"(?P<coins>[0-9][0-9,]*\s?(?:gp|sp|cp|(?:gold|silver|copper)(?:\s(?:pieces?|coins?))?))\s(?:in|inside|on|under|hidden)\s.+",
    re.IGNORECASE,
)
_AND = re.compile(r"\s+and\s+(?=an?\s|the\s|[0-9])", re.IGNORECASE)
_MOST_COUNT = 1_000_000


def read_things(text: str, line: int, start: int) -> list[OutlineEntry]:
    """The things in a list between commas. A part without a worth, a count or an article belongs to the one before."""
    found: list[OutlineEntry] = []
    open_name: list[LinePart] = []

    def close() -> None:
        if open_name:
            found.append(_thing(open_name, text, line, start))
            open_name.clear()

    for part in _listed(text):
        if found_with := _WITH.fullmatch(part.text) if (open_name or found) else None:
            close()
            _refer(found[-1], "with", found_with["who"], part, start)
        elif opens := _OPENS.fullmatch(part.text) if (open_name or found) else None:
            close()
            _refer(found[-1], "opens", opens["what"], part, start)
        else:
            if open_name and (_whole(open_name[-1]) or _ARTICLE.match(part.text) or quote_end(part.text)):
                close()
            open_name.append(part)
    close()
    return found


def _listed(text: str) -> Iterator[LinePart]:
    """The parts of a list, where `and` after a worth divides it as well: `220 gp and a ring`."""
    for part in pieces(text.rstrip(" ."), 0, ",;"):
        found = _AND.search(part.text) if not quote_end(part.text) else None
        if found is not None and worth_in(part.text[: found.start()])[1] is not None:
            yield LinePart(part.text[: found.start()], part.start)
            yield LinePart(part.text[found.end() :], part.start + found.end())
        else:
            yield part


def _refer(entry: OutlineEntry, key: str, name: str, part: LinePart, start: int) -> None:
    entry.refs[key] = unquoted(name.strip())
    entry.spans[key] = (start + part.start, start + part.end)
    entry.end = start + part.end


def _whole(part: LinePart) -> bool:
    """Whether a part ends with a worth, or is quoted: what follows is another thing."""
    return worth_in(part.text)[1] is not None or quote_end(part.text) > 0


def _thing(named: list[LinePart], text: str, line: int, start: int) -> OutlineEntry:
    written = text[named[0].start : named[-1].end]
    entry = OutlineEntry(Sort.THING, line, start + named[0].start, start + named[-1].end)
    coins = coins_in(written)
    placed = _PLACED_COINS.fullmatch(written)
    if placed is not None and (coins := coins_in(placed["coins"])) is not None:
        entry.fields["note"] = written
        written = placed["coins"]
    before, worth = worth_in(_COUNT_AFTER.sub(r"\2 \1\3", written))
    if worth is not None:
        entry.fields["worth"] = worth
    if coins is not None:
        entry.fields |= {"count": coins[0], "name": coins[1], "kind": ThingKind.COINS}
        return entry
    counted = _COUNT.match(before)
    if counted is not None:
        entry.fields["count"] = min(_MOST_COUNT, int(counted[1].replace(",", "")))
        before = before[counted.end() :]
    name = unquoted(re.sub(r"^(?:an?|the|some)\s+(?=\S)", "", before.strip()))
    if re.search(r"\bcoins?$", name, re.IGNORECASE) and not quote_end(before):
        entry.fields["kind"] = ThingKind.COINS
    most = NAME.most or 0
    entry.fields["name"] = name[:most].rstrip() or "treasure"
    if len(name) > most:
        entry.fields["note"] = name
    return entry


def write_thing(thing: Thing, keeper: str = "") -> str:
    """A thing as part of a line; `keeper` names the creatures that have it."""
    with_them = f", with {keeper if is_plain(keeper) and ',' not in keeper else quoted(keeper)}" if keeper else ""
    worth = f" {money(thing.worth)}" if thing.worth is not None else ""
    count = f"{thing.count} " if thing.count != 1 else ""
    for written in _ways(thing, count, worth):
        found = read_things(written + with_them, 1, 1)
        if len(found) == 1 and _says(found[0], thing):
            return written + with_them
    return quoted("thing") + with_them


def _ways(thing: Thing, count: str, worth: str) -> Iterable[str]:
    if thing.kind is ThingKind.COINS and thing.worth is not None and is_plain(thing.name):
        yield money(thing.worth)
    if is_plain(thing.name):
        yield f"{count}{thing.name}{worth}"
        yield f"{count}{quoted(thing.name)}{worth}"


def _says(entry: OutlineEntry, thing: Thing) -> bool:
    """Whether a line says what a thing is called, how many there are and what they are worth."""
    return (
        entry.name == thing.name
        and entry.fields.get("count", 1) == thing.count
        and entry.fields.get("worth") == thing.worth
        and not entry.refs.keys() - {"with"}
    )
