"""Sheets of paper, made from what a seat knows, as one page of HTML."""

from collections.abc import Callable, Iterator
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from undercroft.faces.views.house.grid import preset_title
from undercroft.faces.views.printing.cards import CharacterCard, character_card, with_cards
from undercroft.faces.views.printing.house_prose import HouseChapter, house_prose
from undercroft.faces.views.printing.key import short_key
from undercroft.faces.views.printing.land_sheet import LandSheet, land_sheet
from undercroft.faces.views.printing.site_sheet import SiteSheet, site_sheets
from undercroft.faces.views.printing.tables import PrintedTable, printed_tables
from undercroft.faces.views.printing.turn_sheet import TurnSheet, turn_sheet
from undercroft.faces.views.time_of_day import day
from undercroft.faces.web.base.assets import assets
from undercroft.faces.web.base.rendering import render
from undercroft.kernel.faults import BadInput
from undercroft.kernel.units import SeatId
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PictureId, SiteId
from undercroft.table.state.people import Person
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.state.sites import Clock, Site

TURNS, LAND, CARDS, TABLES, HOUSE = "turns", "land", "cards", "tables", "rules"
SITE, CARD = "site:", "card:"


class Paper(StrEnum):
    """The size of the paper."""

    A4 = "a4"
    LETTER = "letter"


PAPERS = {Paper.A4: "A4", Paper.LETTER: "Letter"}


class SheetChoice(Struct, frozen=True):
    """Something that can be printed."""

    id: str
    title: str
    note: str = ""
    first: bool = False
    """It is ticked to begin with."""


class PrintRequest(Struct, frozen=True):
    """What to print: the sheets by their ids, the paper, with the referee's secrets or not, a short key, pictures."""

    what: tuple[str, ...]
    paper: Paper = Paper.A4
    secrets: bool = False
    short: bool = False
    pictures: bool = False
    """Whether sites are printed on the pictures of their paper maps."""


class SheetReader(Struct, frozen=True):
    """The seat that prints, what it knows, and for the referee what another seat knows, and of a person."""

    seat: SeatId
    known: Campaign
    known_to: Callable[[SeatId], Campaign]
    as_known: Callable[[SeatId, Person], Person]
    picture: Callable[[PictureId], str]
    """The address of a picture, or the picture itself where the page stands alone."""

    @property
    def referee(self) -> bool:
        """Whether this is the referee."""
        return self.seat == REFEREE


class Sheets(Struct, frozen=True):
    """Everything on the sheets."""

    day: str
    preset: str
    turns: TurnSheet | None
    turns_of: str
    sites: tuple[SiteSheet, ...]
    land: LandSheet | None
    cards: tuple[CharacterCard, ...]
    tables: tuple[PrintedTable, ...]
    house: tuple[HouseChapter, ...]

    @property
    def empty(self) -> bool:
        """Whether there is nothing on them."""
        return not (self.turns or self.sites or self.land or self.cards or self.tables or self.house)


def choices(reader: SheetReader) -> Iterator[SheetChoice]:
    """What a seat can print."""
    known = reader.known
    yield SheetChoice(TURNS, "Turn sheet", "24 turns to cross off")
    here = next((group.site for group in known.groups.values() if group.site is not None), None)
    for id, name in _sites(known):
        yield SheetChoice(f"{SITE}{id}", name, "a page for each level: turns, map and key", id == here)
    if known.lands.hexes or known.seen_lands.hexes:
        yield SheetChoice(LAND, known.seen_lands.name or known.lands.name or "The country", "hex map and key")
    if any(_carded(reader)):
        note = "four to a page" if reader.referee else "your own"
        yield SheetChoice(CARDS, "Character cards", note)
    if reader.referee and any(printed_tables(known)):
        yield SheetChoice(TABLES, "Random tables and encounter tables", "only with \u201creferee only\u201d")
    yield SheetChoice(HOUSE, "House rules")


def pictured(reader: SheetReader) -> bool:
    """Whether a seat has a picture that a site can be printed on."""
    known = reader.known
    return bool(known.shown) or any(site.pictures for site in known.sites.values())


def _sites(known: Campaign) -> Iterator[tuple[SiteId, str]]:
    """The places that have a map."""
    for id in dict.fromkeys((*known.sites, *known.seen)):
        site = known.sites.get(id) or known.seen[id]
        if site.zones:
            yield id, site.name


def _carded(reader: SheetReader) -> Iterator[Person]:
    return (person for person in with_cards(reader.known) if reader.referee or person.seat == reader.seat)


def printed(reader: SheetReader, asked: PrintRequest, back: str = "") -> str:
    """The sheets as a page of HTML; without an address to go back to, a page that stands alone in a file."""
    secrets = asked.secrets and reader.referee
    sheets = sheets_of(reader, asked, secrets=secrets)
    if sheets.empty:
        fix = "tick \u201creferee only\u201d, or choose other sheets" if reader.referee else "choose other sheets"
        raise BadInput("nothing_to_print", "there is nothing to print", fix)
    return render(
        "live/printing/sheets.html",
        sheets=sheets,
        secrets=secrets,
        short=asked.short,
        picture_at=reader.picture,
        paper=asked.paper.value,
        paper_name=PAPERS[asked.paper],
        campaign=reader.known.name,
        back=back,
        style="" if back else assets()["sheets.css"].decode(),
    )


def sheets_of(reader: SheetReader, asked: PrintRequest, *, secrets: bool) -> Sheets:
    """The chosen sheets by what a seat knows."""
    known, chosen = reader.known, tuple(dict.fromkeys(asked.what))
    _check(reader, chosen)
    site = _site_now(known) if secrets else None
    clock = site.clock if site is not None else next((seen.clock for seen in known.seen.values()), Clock.SOVEREIGN)
    places = [SiteId(id.removeprefix(SITE)) for id in chosen if id.startswith(SITE)]
    levels = [
        sheet for place in places for sheet in site_sheets(known, place, secrets=secrets, pictures=asked.pictures)
    ]
    return Sheets(
        day(known, known.clock).partition(",")[0].lower(),
        preset_title(known.house.preset),
        turn_sheet(known, clock, site) if TURNS in chosen else None,
        site.name if site is not None else "",
        tuple(replace(sheet, key=short_key(sheet.key)) if asked.short else sheet for sheet in levels),
        land_sheet(known, secrets=secrets) if LAND in chosen else None,
        tuple(_cards(reader, chosen, secrets=secrets)),
        printed_tables(known) if TABLES in chosen and secrets else (),
        house_prose(known.house) if HOUSE in chosen else (),
    )


def _check(reader: SheetReader, chosen: tuple[str, ...]) -> None:
    """Refuse a sheet that this seat does not have."""
    offered = {choice.id for choice in choices(reader)} | {f"{CARD}{person.id}" for person in _carded(reader)}
    if reader.referee:
        offered |= {TABLES, CARDS, LAND}
    strange = next((id for id in chosen if id not in offered), None)
    if strange is not None:
        names = ", ".join(sorted(choice.id for choice in choices(reader)))
        raise BadInput("no_such_sheet", f"there is no sheet \u201c{strange[:60]}\u201d", f"choose among {names}")


def _site_now(known: Campaign) -> Site | None:
    """The place of the first group that is in one, else the first place."""
    here = (known.sites.get(group.site) for group in known.groups.values() if group.site is not None)
    return next((site for site in (*here, *known.sites.values()) if site is not None and site.zones), None)


def _cards(reader: SheetReader, chosen: tuple[str, ...], *, secrets: bool) -> Iterator[CharacterCard]:
    """The cards: with secrets as things are, else as the player of each knows them."""
    for person in _carded(reader):
        if CARDS not in chosen and f"{CARD}{person.id}" not in chosen:
            continue
        known, id = reader.known, person.id
        if reader.referee and not secrets:
            player = person.seat if person.seat in reader.known.seats else SPECTATORS
            known, id = reader.known_to(player), reader.as_known(player, person).id
        if (own := known.people.get(id)) is not None:
            yield character_card(known, own)
