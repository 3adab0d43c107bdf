"""A campaign as a referee's notebook: a note for each site, room, kind of creature, table and session.

Notes name each other by their titles; how a link is written is the exporter's affair.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from undercroft.books.hexcrawl.discovery import Visibility
from undercroft.books.sovereign.equipment import in_coins
from undercroft.exchange.foreign.terrain_words import LINES
from undercroft.faces.exports.exporter import Subject
from undercroft.faces.exports.file_names import file_name
from undercroft.faces.report.report_page import report, sessions_of
from undercroft.faces.views.creature_numbers import creature_numbers
from undercroft.kernel.amounts import counted, series
from undercroft.table.engine.time_words import moment
from undercroft.table.fight.foe_line import as_line
from undercroft.table.lore.tables import INSIDE
from undercroft.table.session.sessions import SessionBegan
from undercroft.table.site.room_numbers import room_numbers
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import TableId
from undercroft.table.state.lands import LandFeature, LandHex
from undercroft.table.state.lore import Monster, RandomTable, TableLine, hit_dice
from undercroft.table.state.seen_lands import SeenHex
from undercroft.table.state.seen_sites import SeenSite
from undercroft.table.state.sites import Door, Site, Zone
from undercroft.table.state.things import Lying

EN_DASH = "\u2013"
_TAG = re.compile(r"(\\*)<(?!https?://[^\s<>]*>)(?=[/!?A-Za-z])")
"""The beginning of a tag, with the backslashes before it: an odd one makes it text already."""
Link = Callable[[str, str], str]
"""Writes a link to the note of a title, with words of its own."""
Inside = Callable[[str], str]
"""Writes what stands in double brackets in a row and names no table, such as dice."""


class NotebookPage(Struct, frozen=True):
    """A note: the folder it lies in, its title, what is known about it by name, and its text."""

    folder: str
    title: str
    facts: Mapping[str, object]
    body: str


def notebook(subject: Subject, link: Link, inside: Inside = str) -> list[NotebookPage]:
    """Every note of a campaign as one seat knows it. No two notes have the same title."""
    now = subject.now
    pages = list[NotebookPage]()
    if subject.secrets:
        for site in now.sites.values():
            pages += _SiteNotes(site, subject, link, inside).pages()
        pages += [monster_page(monster) for monster in now.bestiary.values()]
        pages += [table_page(table, link, now.roll_tables.values(), inside) for table in now.roll_tables.values()]
    else:
        for seen in now.seen.values():
            pages += _seen_site(seen, link)
    pages += [_hex(hex, subject, link) for hex in _hexes(subject)]
    pages += list(_sessions(subject))
    return _titled_apart(pages)


_BEFORE_NUMBER = 80
"""So much of a title goes into the name of its file before the number."""


def _titled_apart(pages: Iterable[NotebookPage]) -> list[NotebookPage]:
    """Pages with a number behind a title whose file another has already, and without HTML."""
    taken, found = Counter[str](), list[NotebookPage]()
    for page in pages:
        name = file_name(page.title).casefold()
        taken[name] += 1
        title = page.title if taken[name] == 1 else f"{page.title[:_BEFORE_NUMBER]} ({taken[name]})"
        found.append(NotebookPage(page.folder, title, page.facts, tagless(page.body)))
    return found


class _SiteNotes:
    """The notes of one site, with everything in it."""

    def __init__(self, site: Site, subject: Subject, link: Link, inside: Inside) -> None:
        self.site, self.subject, self.link, self.inside = site, subject, link, inside
        self.numbers = room_numbers(site)

    def room_title(self, zone: Zone) -> str:
        """The title of a room's note: the site, its number and its name."""
        return f"{self.site.name} {self.short(zone)}"

    def short(self, zone: Zone) -> str:
        """A room within its site."""
        return f"{self.numbers[zone.id]}. {zone.name}"

    def pages(self) -> Iterator[NotebookPage]:
        """The site, then its rooms in the order of their numbers."""
        site = self.site
        order = sorted(site.zones.values(), key=lambda zone: (len(self.numbers[zone.id]), self.numbers[zone.id]))
        rooms = "\n".join(f"- {self.link(self.room_title(zone), self.short(zone))}" for zone in order)
        near = [hex for hex in _hexes(self.subject) if any(each.site == site.id for each in hex.features.values())]
        parts = [f"In {series([self.link(_hex_title(hex), _hex_title(hex)) for hex in near])}."] if near else []
        parts += [f"## Rooms\n\n{rooms}"] if rooms else []
        parts += [f"## Encounters\n\n{self._encounters()}"] if site.encounters else []
        yield NotebookPage("Sites", site.name, {"type": "site", "clock": str(site.clock)}, "\n\n".join(parts))
        for zone in order:
            yield self._room(zone)

    def _encounters(self) -> str:
        """The creatures that wander, as a table to roll on."""
        rows = (
            TableLine(place, place, _many(f"[[{row.count}]]" if "d" in row.count else row.count, row.name))
            for place, row in enumerate(self.site.encounters, 1)
        )
        name = f"{self.site.name}: encounters"
        id = TableId(f"{self.site.id}-encounters")
        table = RandomTable(id, name, f"1d{len(self.site.encounters)}", tuple(rows))
        return table_page(table, self.link, (), self.inside).body

    def _room(self, zone: Zone) -> NotebookPage:
        site = self.site
        facts: dict[str, object] = {"type": "room", "site": site.name, "room": self.numbers[zone.id]}
        if zone.level != 1:
            facts["level"] = zone.level
        parts = [text for text in (zone.glance, zone.senses) if text]
        if zone.secret:
            parts.append("\n".join(f"> {line}".rstrip() for line in ("**For the referee.**", *zone.secret.split("\n"))))
        lists: list[tuple[str, list[str]]] = [
            ("Exits", [self._exit(zone, door) for door in site.doors.values() if zone.id in door.between]),
            ("Creatures", [_creatures(group) for group in site.creatures.values() if group.zone == zone.id]),
            (
                "Traps",
                [
                    f"**{trap.name}**: {trap.what}" + (f" (damage {trap.damage})" if trap.damage else "")
                    for trap in site.traps.values()
                    if trap.zone == zone.id
                ],
            ),
            (
                "Concealed",
                [f"{each.what} ({each.grade})" for each in site.features.values() if each.zone == zone.id],
            ),
            ("Obstacles", [each.name for each in site.obstacles.values() if each.zone == zone.id]),
            ("Things", self._things(zone)),
        ]
        parts += [f"## {title}\n\n{_listed(lines)}" for title, lines in lists if lines]
        parts.append(f"A room of {self.link(site.name, site.name)}.")
        return NotebookPage("Rooms", self.room_title(zone), facts, "\n\n".join(parts))

    def _things(self, zone: Zone) -> list[str]:
        lying = [
            thing
            for thing in self.subject.now.things.values()
            if isinstance(thing.place, Lying) and thing.place.site == self.site.id and thing.place.zone == zone.id
        ]
        return [
            _many(str(thing.count), thing.name) + (f", worth {in_coins(thing.worth)}" if thing.worth else "")
            for thing in lying
        ]

    def _exit(self, zone: Zone, door: Door) -> str:
        other = door.between[1] if door.between[0] == zone.id else door.between[0]
        there = self.site.zones.get(other)
        state = str(door.state).replace("_", " ")
        words = [*([] if state in ("no door", "closed") else [state]), *(["hidden"] if door.hidden else [])]
        to = self.link(self.room_title(there), self.short(there)) if there is not None else "nowhere"
        return f"{door.name}{f' ({series(words)})' if words else ''} to {to}"


def _creatures(group: Creatures) -> str:
    doing = f", {group.activity}" if group.activity else ""
    return f"{_many(str(group.count), group.name)}, {', '.join(creature_numbers(group))}{doing}"


def monster_page(monster: Monster) -> NotebookPage:
    """A kind of creature: its numbers as a stat line, what people see of it, and the referee's notes."""
    facts: dict[str, object] = {"type": "creature", "hd": hit_dice(monster.hd, monster.hp_bonus), "ac": monster.ac}
    facts |= {"damage": monster.damage, "morale": monster.morale, "number": monster.number}
    parts = [text for text in (as_line(monster), monster.about, monster.notes, monster.treasure) if text]
    return NotebookPage(
        "Creatures",
        monster.name,
        {name: value for name, value in facts.items() if value is not None},
        "\n\n".join(parts),
    )


def table_page(table: RandomTable, link: Link, others: Iterable[RandomTable], inside: Inside = str) -> NotebookPage:
    """A table with its dice in the head, and a mark by which a note can roll on it."""
    texts = (cell(_linked(row.text, link, others, inside)) for row in table.rows)
    rows = [f"| {row.numbers.replace('-', EN_DASH)} | {text} |" for row, text in zip(table.rows, texts, strict=True)]
    text = "\n".join([f"| {table.dice} | {cell(table.name)} |", "| ---: | --- |", *rows])
    return NotebookPage("Tables", table.name, {"type": "table", "dice": table.dice}, f"{text}\n\n^{block_of(table)}")


def _many(count: str, name: str) -> str:
    """So many of them; one alone without a number.

    >>> _many("1d3", "votaries"), _many("1", "the boatman")
    ('1d3 x votaries', 'the boatman')
    """
    return name if count == "1" else f"{count} x {name}"


def block_of(table: RandomTable) -> str:
    """The mark of a table within its note."""
    return str(table.id).replace("_", "-")


def _linked(text: str, link: Link, others: Iterable[RandomTable], inside: Inside) -> str:
    """The text of a row, in which tables that it rolls on are links: no link leads to nothing."""
    names = {word: table.name for table in others for word in (table.id.casefold(), table.name.casefold())}

    def written(found: re.Match[str]) -> str:
        name = names.get(found[1].strip().casefold())
        return inside(found[1]) if name is None else link(name, name)

    return INSIDE.sub(written, text)


def _listed(lines: Iterable[str]) -> str:
    r"""A list; further lines of an item are set in.

    >>> _listed(["a pit\nof 10 ft", "a bell"])
    '- a pit\n  of 10 ft\n- a bell'
    """
    return "\n".join("- " + line.replace("\n", "\n  ") for line in lines)


def cell(text: str) -> str:
    r"""A text that can stand in a cell of a table, where nothing of it reads as HTML.

    >>> print(cell("a|b <i> & c"))
    a\|b &lt;i> & c
    """
    text = tagless(re.sub(r"&(?=#?[A-Za-z0-9]+;)", "&amp;", text))
    return " ".join(text.replace("|", "\\|").split())


def tagless(text: str) -> str:
    """Markdown in which nothing reads as HTML: a reader sees what was typed, and nothing of it runs.

    >>> tagless("<b>3 < 4</b> by <https://example.org>")
    '&lt;b>3 < 4&lt;/b> by <https://example.org>'
    """
    return _TAG.sub(lambda found: found[0] if len(found[1]) % 2 else f"{found[1]}&lt;", text)


def _hexes(subject: Subject) -> list[LandHex | SeenHex]:
    """The hexes of which there is something to say."""
    known: Mapping[Any, LandHex | SeenHex] = (
        subject.now.lands.hexes if subject.secrets else subject.now.seen_lands.hexes
    )
    return [known[id] for id in sorted(known) if known[id].name or known[id].glance or known[id].features]


def _hex(hex: LandHex | SeenHex, subject: Subject, link: Link) -> NotebookPage:
    """A hex with what is in it and the ways that leave it; what is for the referee is marked."""
    terrain = str(hex.terrain).replace("_", " ")
    parts = [hex.glance] if hex.glance else []
    secret = hex.secret if isinstance(hex, LandHex) else ""
    parts += [f"> **For the referee.** {' '.join(secret.split())}"] if secret else []
    features = list[str]()
    for each in hex.features.values():
        concealed = "" if each.grade is Visibility.OVERT else f" ({each.grade})"
        own = (
            f" *For the referee: {' '.join(each.secret.split())}*"
            if isinstance(each, LandFeature) and each.secret
            else ""
        )
        site = subject.now.sites.get(each.site) if subject.secrets and each.site is not None else None
        into = f" See {link(site.name, site.name)}." if site is not None else ""
        features.append(f"- **{each.name}**{concealed}: {each.what}{into}{own}")
    parts += ["\n".join(features)] if features else []
    parts += ["## Ways\n\n" + "\n".join(ways)] if (ways := list(_ways(hex, subject, link))) else []
    return NotebookPage("Land", _hex_title(hex), {"type": "hex", "terrain": terrain}, "\n\n".join(parts))


def _hex_title(hex: LandHex | SeenHex) -> str:
    """The number of a hex with its name, or with its ground where it has none."""
    return f"{hex.id} {hex.name or str(hex.terrain).replace('_', ' ')}"


def _ways(hex: LandHex | SeenHex, subject: Subject, link: Link) -> Iterator[str]:
    """The roads, trails and rivers that leave a hex, each with the hex that it leads to."""
    titles = {each.id: _hex_title(each) for each in _hexes(subject)}
    for way in (subject.now.lands if subject.secrets else subject.now.seen_lands).ways:
        other = way.other(hex.id)
        if other is not None:
            there = link(titles[other], titles[other]) if other in titles else other
            yield f"- {way.name or LINES.get(way.path, 'way')} to {there}"


def _sessions(subject: Subject) -> Iterator[NotebookPage]:
    """Every session, with the day it was played on and the day of the campaign on which it began."""
    told = ((noted.told.event, noted) for noted in subject.chronicle.noted)
    began = {event.session.number: noted for event, noted in told if isinstance(event, SessionBegan)}
    for session in sessions_of(subject.chronicle):
        text = report(subject.chronicle, subject.seat, session.number)
        body = text.partition("\n")[2].strip()
        here = [subject.now.people[id].name for id in session.present if id in subject.now.people]
        first = began[session.number]
        day = moment(subject.now, first.told.at).partition(",")[0]
        facts: dict[str, Any] = {"type": "session", "session": session.number, "date": first.wall[:10]}
        facts |= {"game-date": day, "players": here, "tags": ["session"]}
        title = session.numbered.replace(": ", " - ", 1)
        yield NotebookPage("Sessions", title, facts, body)


def _seen_site(site: SeenSite, link: Link) -> Iterator[NotebookPage]:
    """What everybody knows of a site."""
    titles = {zone.id: f"{site.name}, {zone.name}" for zone in site.zones.values()}
    rooms = "\n".join(f"- {link(titles[zone.id], zone.name)}" for zone in site.zones.values())
    yield NotebookPage(
        "Sites", site.name, {"type": "site"}, f"{counted(len(titles), 'room')} known.\n\n{rooms}".strip()
    )
    for zone in site.zones.values():
        parts = [text for text in (zone.glance, zone.senses) if text]
        ways = [(door.name, _beyond(door.between, zone.id)) for door in site.doors.values() if zone.id in door.between]
        exits = [
            f"{name} to {link(titles[other], site.zones[other].name) if other in titles else 'somewhere'}"
            for name, other in ways
        ]
        found = [feature.what for feature in site.features.values() if feature.zone == zone.id]
        for title, lines in (("Exits", exits), ("Found", found)):
            if lines:
                parts.append(f"## {title}\n\n{_listed(lines)}")
        yield NotebookPage("Rooms", titles[zone.id], {"type": "room", "site": site.name}, "\n\n".join(parts))


def _beyond(between: tuple[Any, Any], here: object) -> Any:
    return between[1] if between[0] == here else between[0]
