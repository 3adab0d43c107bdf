"""Pages of notes as texts that fit a handout, and as sites where a page is an outline of rooms."""

import re
from collections.abc import Collection, Iterator

from msgspec.structs import replace

from undercroft.exchange.foreign.imported import ImportedText, RoomTexts
from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.source import MOST_NAME, MOST_TEXT, one_line
from undercroft.exchange.outline import is_outline, read_outline
from undercroft.exchange.outline.outlined import Outlined
from undercroft.kernel.amounts import counted
from undercroft.table.state.sites import Site

MOST_TEXTS = 100
"""The most texts that are taken from one file."""
MOST_PAGE = 40_000
"""The most characters of one page."""

FEWEST_ROOMS = 2
_HEX = re.compile(r"[0-9]{4}")
"""The number of a hex, which no room has."""
_ROOM = re.compile(
    r"^#{1,6}[ \t]+(?:(?:area|room|chamber|location|zone)[ \t]+[A-Z]?[0-9]{1,3}[a-z]?\b|"
    r"[A-Z]?[0-9]{1,3}[a-z]?[.:)][ \t])",
    re.IGNORECASE | re.MULTILINE,
)
"""A heading that is the number of a room."""
_MARKED = re.compile(
    r"^[ \t]*(?:(?:[?*]?>|[?!$=])[ \t]*\S|\*[ \t]+(?!\*)\S|"
    r"(?:gm|dm|referee|judge|secret|read|read[ -]aloud|boxed text|glance)\b[^\n:]{0,20}:)",
    re.IGNORECASE | re.MULTILINE,
)
"""The marks by which a page says what is for whom."""
_TITLED = re.compile(r"^#[ \t]+\S", re.MULTILINE)
_FENCE = re.compile(r"^[ \t]{0,3}```[^`]*^[ \t]{0,3}```[ \t]*$", re.MULTILINE)
_TABLE_ROW = re.compile(r"^[ \t]*\|.*\|[ \t]*$", re.MULTILINE)


def in_parts(title: str, text: str) -> Iterator[ImportedText]:
    """A page as one text, or as several where it is too long for one, cut between paragraphs."""
    parts, rest = list[str](), text
    while len(rest) > MOST_TEXT:
        cut = max(rest.rfind("\n", 0, MOST_TEXT), rest.rfind(" ", 0, MOST_TEXT))
        cut = cut if cut > MOST_TEXT // 2 else MOST_TEXT
        parts.append(rest[:cut].rstrip())
        rest = rest[cut:].lstrip()
    parts += [rest] if rest else []
    for number, part in enumerate(parts, 1):
        yield ImportedText(title if number == 1 else f"{one_line(title, MOST_NAME - 6)} ({number})", part)


def texts_of(pages: Collection[tuple[str, str, str]], notes: Notes) -> tuple[ImportedText, ...]:
    """Pages, each with its title, its text and its place, as texts."""
    found = list[ImportedText]()
    for title, text, at in pages:
        parts = list(in_parts(title, text))
        if len(found) + len(parts) > MOST_TEXTS:
            notes.drop(f"“{title}”: at most {MOST_TEXTS} texts are taken from one file", at)
            continue
        if len(parts) > 1:
            notes.guess(f"“{title}” is long, and was cut into {len(parts)} texts", at)
        found += parts
    return tuple(found)


def sites_of(
    pages: Collection[tuple[str, str, str]], notes: Notes
) -> tuple[tuple[Outlined, ...], tuple[RoomTexts, ...]]:
    """The pages that are outlines of rooms, as sites; and the texts of rooms that do not say who hears them."""
    sites, rooms, read = dict[str, Outlined](), list[RoomTexts](), 0
    for title, page, at in pages:
        read += len(page)
        text = _without_tables(page)
        words = title.lstrip("0123456789.:) ")
        text = text if _TITLED.search(text) or not words else f"# {words}\n\n{text}"
        if read > 10 * MOST_PAGE or not is_outline(text):
            continue
        taken = {id for whole in sites.values() for id in (*whole.site.doors, *whole.things)}
        whole = read_outline(text, name=title, taken=taken).whole
        if any(_HEX.fullmatch(zone.label) for zone in whole.site.zones.values()):
            notes.guess(f"“{title}” has numbers of hexes, not of rooms: kept as a text", at)
        elif len(whole.site.zones) >= FEWEST_ROOMS and whole.site.id not in sites:
            notes.guess(
                f"“{title}” reads as an outline of {counted(len(whole.site.zones), 'room')}: also taken as a site", at
            )
            if lost := _apart(whole.site):
                many = counted(lost, "room")
                fix = "write exits such as “Exits: north to 2”, or add doors"
                notes.guess(f"no way leads to {many} of “{title}”: {fix}", at)
            if _MARKED.search(text) is None:
                texts = {id: zone.glance for id, zone in whole.site.zones.items() if zone.glance}
                whole = replace(whole, site=_for_the_referee(whole.site))
                rooms += [RoomTexts(whole.site.id, texts)] if texts else []
                if texts:
                    what = "the rooms' texts are for the referee: the page does not say what is read aloud"
                    notes.guess(what, at, about="aloud")
            sites[whole.site.id] = whole
    return tuple(sites.values()), tuple(rooms)


def _for_the_referee(site: Site) -> Site:
    """The site with what would be read aloud before the referee's own text of each room."""
    zones = {
        id: replace(zone, glance="", secret="\n\n".join(filter(None, (zone.glance, zone.secret))))
        for id, zone in site.zones.items()
    }
    return replace(site, zones=zones)


def _without_tables(text: str) -> str:
    """A key of rooms without the tables to roll on and the fences beside them; another page as it is."""
    return _TABLE_ROW.sub("", _FENCE.sub("", text)) if len(_ROOM.findall(text)) >= FEWEST_ROOMS else text


def _apart(site: Site) -> int:
    """How many rooms no way leads to."""
    met, waiting = {site.entrance}, [site.entrance]
    while waiting:
        here = waiting.pop()
        new = {end for door in site.doors.values() if here in door.between for end in door.between} - met
        met |= new
        waiting += new
    return len(site.zones.keys() - met)
