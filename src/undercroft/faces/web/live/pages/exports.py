"""Exports of a table: the page that lists every format, and the files."""

import io

from litestar import Response, get
from litestar.params import FromPath

from undercroft.faces.exports.exporter import Exporter, Lack, subject_of
from undercroft.faces.exports.exporters import EXPORTERS
from undercroft.faces.exports.file_types import JSON_LINES, TOML, ZIP, FileType
from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.http.lanes import at_length, beside
from undercroft.faces.shared.campaign_text import as_campaign_file
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.faces.web.live.viewer.request import check_referee, lobby_of, page_at, referee_of, seat_at
from undercroft.kernel.budget import spend
from undercroft.kernel.faults import BadInput
from undercroft.store.ids import file_stem
from undercroft.store.portable import export_table
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.seats import SPECTATORS

LINE = 100
"""The steps for writing a line of a log."""
FACT = 1000
"""The steps for a fact in the format of another program."""
OWN = ("log", "campaign")
"""The forms that Undercroft reads again; both have every secret."""


@get("/t/{table:str}/exports")
async def exports_page(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """Every format that the campaign can be written in, and what it is for."""
    viewer = await beside(referee_of, request, table)
    everybody = await beside(_known_to_everybody, lobby_of(request), table)
    return page_at(request, viewer, "live/table/exports.html", exporters=_listed(viewer.known, everybody))


def _known_to_everybody(lobby: Lobby, table: str) -> Campaign:
    return lobby.open(table).known(SPECTATORS)


def _listed(known: Campaign, everybody: Campaign) -> list[tuple[Exporter, Lack | None, Lack | None]]:
    """Every format, with what there is nothing to write of: with every secret, and for players."""
    return [(each, each.lacks(known, True), each.lacks(everybody, False)) for each in EXPORTERS.values()]


async def export_file(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    """The campaign as a file, for the referee: by default the whole log with every secret.

    `as` names the form, `for=players` asks for what everybody at the table knows. `draft=yes` adds to a campaign file
    what is not in play yet.
    """
    check_referee(seat_at(request, table).seat)
    lobby, form = lobby_of(request), request.query_params.get("as", "log")
    players = _for_players(request.query_params.get("for", "referee"))
    if form in EXPORTERS:
        exporter = EXPORTERS[form]
        content = await at_length(_in_format, lobby, table, exporter, players=players)
        return _as_file(content, exporter.file_name(table, players=players), exporter.kind)
    if form not in OWN:
        fix = f"ask for {', '.join((*OWN, *EXPORTERS))}"
        raise BadInput("bad_form", "there is no such form", fix, field="as")
    if players:
        raise BadInput("has_secrets", f"a {form} has every secret", "choose another form for players", field="for")
    if form == "campaign":
        draft = request.query_params.get("draft") == "yes"
        content, ending = await at_length(_campaign_of, lobby, table, draft=draft)
        return _as_file(content, f"{file_stem(table)}-secret.{ending}", TOML if ending == TOML.ending else ZIP)
    out = io.BytesIO()
    await at_length(_log_of, lobby, table, out)
    return _as_file(out.getvalue(), f"{file_stem(table)}-secret.{JSON_LINES.ending}", JSON_LINES)


def _for_players(readers: str) -> bool:
    if readers not in ("referee", "players"):
        raise BadInput("bad_readers", "a file is for the referee or for players", "ask for players", field="for")
    return readers == "players"


def _in_format(lobby: Lobby, table: str, exporter: Exporter, *, players: bool) -> bytes:
    spend(lobby.store.head(table).version * FACT)
    return exporter.content(subject_of(lobby.store, table, players=players))


def _campaign_of(lobby: Lobby, table: str, *, draft: bool) -> tuple[bytes, str]:
    spend(lobby.store.head(table).version * LINE)
    return as_campaign_file(lobby.store, lobby.open(table), draft=draft)


def _log_of(lobby: Lobby, table: str, out: io.BytesIO) -> None:
    spend(lobby.store.head(table).version * LINE)
    export_table(lobby.store, table, out)


def _as_file(content: bytes, name: str, kind: FileType) -> Response[bytes]:
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(content, media_type=kind.media, headers=headers)


PAGES = [exports_page, get("/t/{table:str}/export")(export_file)]
API = [get("/tables/{table:str}/export")(export_file)]
