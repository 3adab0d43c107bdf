"""Files of other programs from a browser or a program: looked at, corrected, and taken."""

from collections.abc import Mapping
from typing import Any

from litestar import Response, post
from litestar.params import FromPath
from msgspec.structs import replace

from undercroft.books.hexcrawl.discovery import Visibility
from undercroft.books.hexcrawl.land import Terrain
from undercroft.exchange.foreign import Imported
from undercroft.faces.api.table_bodies import ImportedFile
from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.http.lanes import at_length, beside, storing
from undercroft.faces.http.replies import reply
from undercroft.faces.shared.foreign_import import begin_with, bring_in, changes_in_words, contents_of
from undercroft.faces.shared.new_campaign import USUAL_SEATS
from undercroft.faces.shared.pictures import stored
from undercroft.faces.shared.table_names import title_in
from undercroft.faces.views.prepare.import_guesses import guesses, plain_guesses
from undercroft.faces.views.prepare.import_mends import mends
from undercroft.faces.views.prepare.import_view import import_view
from undercroft.faces.web.base.rendering import fragment
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.faces.web.live.prepare.files_sent import MOST_BODY, FilesRead, FilesSent, files_sent
from undercroft.faces.web.live.viewer.request import (
    Starter,
    check_referee,
    for_a_starter,
    lobby_of,
    referee_of,
    seat_at,
)
from undercroft.kernel.faults import BadInput
from undercroft.table.preparing.parts import with_draft
from undercroft.table.state.seats import REFEREE

MOST_LINES = 100
"""The changes that the page lists."""
MOST_MENDS = 12
"""The things to mend that the page lists."""
NARROW = 480
"""A drawing that is no wider is shown whole on a phone; a wider one is moved about."""
_UNNAMED = "An imported campaign"
_OWNER = "owner"


def _at(table: str) -> str:
    """Who holds the files that a referee looks at."""
    return f"table/{table}"


def _looked(lobby: Lobby, sent: FilesSent, table: str | None, whose: str) -> Response[str]:
    """The page of an import: the map, what can be corrected, and the report."""
    read = sent.read(lobby.uploads, whose)
    asked = read.asked
    view = import_view(read.file, read.now, asked.corrections, asked.part, asked.level, as_players=asked.as_players)
    changes: Mapping[str, Any] = {} if table is None else _changes(lobby, table, read.now)
    seats = _seats(lobby, table)
    return fragment(
        "live/prepare/import.html",
        view=view,
        upload=asked.upload,
        as_players=asked.as_players,
        guesses=guesses(read.file, read.now, asked.corrections, seats),
        unanswered=plain_guesses(read.file),
        mends=mends(read.now.sites),
        files=read.names,
        contents=[words.split(" ", 1) for words in contents_of(read.now)],
        table=table,
        terrains=[terrain.value for terrain in Terrain],
        hexes=_hexes(lobby, table, read),
        placed=asked.corrections.places.get(view.shown or ""),
        grades=[grade.value for grade in Visibility],
        most=MOST_LINES,
        most_mends=MOST_MENDS,
        narrow=NARROW,
        title=asked.corrections.title or read.now.title or _UNNAMED,
        **{"changes": None, "in_play": None, **changes},
    )


def _changes(lobby: Lobby, table: str, now: Imported) -> Mapping[str, Any]:
    opened = lobby.open(table)
    played = changes_in_words(opened, now, draft=False)
    return {"changes": changes_in_words(opened, now, draft=True), "in_play": len(played)}


def _seats(lobby: Lobby, table: str | None) -> list[tuple[str, str]]:
    """The seats that can roll for a character: the referee's, and those of the players."""
    if table is None:
        return [(REFEREE, "referee"), *((f"seat-{number}", f"Seat {number}") for number in range(1, USUAL_SEATS + 1))]
    seats = lobby.open(table).now.seats.values()
    return [(REFEREE, "referee"), *((seat.id, seat.name) for seat in seats if seat.id != REFEREE)]


def _hexes(lobby: Lobby, table: str | None, read: FilesRead) -> list[tuple[str, str]]:
    """The hexes that a site can be placed in: of the land at the table, and of the file."""
    lands = [with_draft(lobby.open(table).now).lands] if table is not None else []
    lands += [read.now.lands] if read.now.lands is not None else []
    return sorted({hex.id: hex.name for each in lands for hex in each.hexes.values()}.items())


@post("/import/look", status_code=200, request_max_body_size=MOST_BODY)
async def look_to_begin(request: AnyRequest) -> Response[str]:
    """Show what files hold before a campaign starts from them, for the server's owner and for founders."""
    starter = for_a_starter(request)
    return await at_length(_looked, starter.lobby, await files_sent(request), None, _whose(starter))


@post("/t/{table:str}/prepare/import/look", status_code=200, request_max_body_size=MOST_BODY)
async def look_to_bring_in(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """Show what files hold, and what they change at a table, for its referee."""
    await beside(referee_of, request, table)
    return await at_length(_looked, lobby_of(request), await files_sent(request), table, _at(table))


@post("/tables/import", status_code=201, request_max_body_size=MOST_BODY)
async def begin_from_files(request: AnyRequest) -> Response[bytes]:
    """Start a campaign from files of other programs; with `dry_run=yes`, only report what they hold."""
    dry = _dry(request)
    starter, sent = for_a_starter(request, starts=not dry), await files_sent(request)
    if dry:
        return reply(await at_length(_reported, starter, sent))
    return reply(await storing(_begun, starter, sent), status=201)


@post("/tables/{table:str}/import", status_code=200, request_max_body_size=MOST_BODY)
async def bring_files_in(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    """Bring files of other programs into the draft or into play; with `dry_run=yes`, only report what they change."""
    check_referee(seat_at(request, table).seat)
    into = request.query_params.get("into", "draft")
    if into not in ("draft", "play"):
        raise BadInput("bad_into", f"there is no “{into[:40]}”", "choose draft or play", field="into")
    sent, draft = await files_sent(request), into == "draft"
    if _dry(request):
        return reply(await at_length(_compared, lobby_of(request), table, sent, draft=draft))
    return reply(await storing(_brought_in, lobby_of(request), table, sent, draft=draft))


def _dry(request: AnyRequest) -> bool:
    return request.query_params.get("dry_run") == "yes"


def _answer(read: FilesRead) -> ImportedFile:
    now = read.now
    return ImportedFile(now.what, now.title, contents_of(now), now.report, upload=read.asked.upload)


def _whose(starter: Starter) -> str:
    """Whose files they are until a campaign starts from them."""
    return _OWNER if starter.founder is None else f"founder/{starter.founder.id}"


def _reported(starter: Starter, sent: FilesSent) -> ImportedFile:
    return _answer(sent.read(starter.lobby.uploads, _whose(starter)))


def _begun(starter: Starter, sent: FilesSent) -> ImportedFile:
    lobby, whose = starter.lobby, _whose(starter)
    read = sent.read(lobby.uploads, whose)
    title = title_in(read.now.title or _UNNAMED)
    id = starter.new_id(title)
    with starter.starting(id):
        lobby.tables.begin(id, begin_with(title, read.now), name=title, pictures=stored(read.now.pictures))
    lobby.uploads.forget(whose, read.asked.upload)
    return replace(_answer(read), table=id, upload=None)


def _compared(lobby: Lobby, table: str, sent: FilesSent, *, draft: bool) -> ImportedFile:
    read = sent.read(lobby.uploads, _at(table))
    return replace(_answer(read), changes=changes_in_words(lobby.open(table), read.now, draft=draft))


def _brought_in(lobby: Lobby, table: str, sent: FilesSent, *, draft: bool) -> ImportedFile:
    read = sent.read(lobby.uploads, _at(table))
    opened = lobby.open(table)
    changes = changes_in_words(opened, read.now, draft=draft)
    bring_in(opened, read.now, draft=draft)
    lobby.uploads.forget(_at(table), read.asked.upload)
    return replace(_answer(read), changes=changes, table=table, upload=None)


PAGES = [look_to_begin, look_to_bring_in]
API = [begin_from_files, bring_files_in]
