"""Files of other programs from a browser or a program: looked at, corrected, and taken into a new campaign or a table.

Nothing is kept between requests: the browser keeps the file, and sends it again with the corrections.
"""

from collections.abc import Mapping
from typing import Any, cast

from litestar import Response, post
from litestar.params import FromPath
from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.hexcrawl.land import Terrain
from undercroft.exchange.foreign import Imported, read_all
from undercroft.exchange.foreign.corrections import NOTHING, Corrections, corrected
from undercroft.exchange.foreign.source import MOST_BYTES
from undercroft.faces.api.table_bodies import ImportedFile
from undercroft.faces.http.bodies import AnyRequest, bytes_in
from undercroft.faces.http.lanes import at_length, beside, storing
from undercroft.faces.http.replies import reply
from undercroft.faces.shared.foreign_import import (
    begin_with,
    bring_in,
    changes_in_words,
    contents_of,
    is_ours,
)
from undercroft.faces.shared.new_campaign import free_slug, title_in
from undercroft.faces.shared.pictures import stored
from undercroft.faces.views.prepare.import_view import import_view
from undercroft.faces.web.base.rendering import fragment
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.faces.web.live.viewer.request import check_referee, for_the_owner, lobby_of, referee_of, seat_at
from undercroft.interpret.form import taken
from undercroft.kernel.budget import spend
from undercroft.kernel.faults import BadInput
from undercroft.kernel.strict import read_json, read_object

MOST_FILES = 20
MOST_BODY = 2 * MOST_BYTES
"""The most bytes of all files together."""
PATIENCE = 60.0
"""Seconds that an upload may take."""
BYTE = 4
"""The steps for reading a byte of a file and drawing what it holds."""
MOST_NAME = 100
MOST_LINES = 100
"""The changes that the page lists."""
_UNNAMED = "An imported campaign"


class FilesSent(Struct, frozen=True):
    """Files as they were sent, with what is to be corrected in them."""

    files: tuple[tuple[str, bytes], ...]
    corrections: Corrections = NOTHING

    def read(self) -> tuple[Imported, Imported]:
        """What the files hold as they are, and as it is corrected."""
        spend(sum(len(raw) for _, raw in self.files) * BYTE)
        if len(self.files) == 1 and is_ours(self.files[0][1]):
            fix = "open it as it is: it needs no import"
            raise BadInput("ours", "this is a log, a campaign file or an outline", fix)
        found = read_all(self.files)
        return found, corrected(found, self.corrections)


async def _sent(request: AnyRequest) -> FilesSent:
    """The files in a request: its whole body, or several one after the other."""
    asked = request.query_params
    raw = await bytes_in(request, PATIENCE)
    parts = _split(raw, asked.get("sizes", ""))
    called = [*_names(asked.get("names", "[]")), *["the file"] * len(parts)]
    wanted = taken(Corrections, read_object(asked["corrections"])) if "corrections" in asked else NOTHING
    return FilesSent(tuple(zip(called, parts, strict=False)), wanted)


def _names(sent: str) -> list[str]:
    names: object = read_json(sent)
    whole = cast("list[object]", names) if isinstance(names, list) else [None]
    if not all(isinstance(name, str) for name in whole):
        raise BadInput("bad_names", "the names are not a list of text", 'send them like ["map.json"]', field="names")
    return [str(name)[:MOST_NAME] for name in whole]


def _split(raw: bytes, sizes: str) -> list[bytes]:
    if not sizes:
        return [raw]
    words = sizes.split(",")
    if len(words) > MOST_FILES:
        raise BadInput("too_many_files", f"those are more than {MOST_FILES} files", "bring in fewer at a time")
    if not all(word.isascii() and word.isdigit() and len(word) < MOST_FILES for word in words):
        raise BadInput("bad_sizes", "the sizes are not numbers", "send them like 120,4000", field="sizes")
    parts, at = list[bytes](), 0
    for size in map(int, words):
        parts.append(raw[at : at + size])
        at += size
    if at != len(raw):
        what = f"the sizes come to {at:,} bytes, and the body has {len(raw):,}"
        raise BadInput("bad_sizes", what, "send the size of every file", field="sizes")
    return parts


def _looked(request: AnyRequest, sent: FilesSent, table: str | None) -> Response[str]:
    """The page of an import: the map, what can be corrected, and the report."""
    file, now = sent.read()
    asked = request.query_params
    level = asked.get("level", "")
    view = import_view(
        file, now, sent.corrections, asked.get("part", ""), int(level) if level.isdigit() and len(level) < 4 else None
    )
    changes: Mapping[str, Any] = {} if table is None else _changes(lobby_of(request), table, now)
    return fragment(
        "live/prepare/import.html",
        view=view,
        files=[name for name, _ in sent.files],
        contents=[words.split(" ", 1) for words in contents_of(now)],
        table=table,
        terrains=[terrain.value for terrain in Terrain],
        most=MOST_LINES,
        title=sent.corrections.title or now.title or _UNNAMED,
        **{"changes": None, "in_play": None, **changes},
    )


def _changes(lobby: Lobby, table: str, now: Imported) -> Mapping[str, Any]:
    opened = lobby.open(table)
    played = changes_in_words(opened, now, draft=False)
    return {"changes": changes_in_words(opened, now, draft=True), "in_play": len(played)}


@post("/import/look", status_code=200, request_max_body_size=MOST_BODY)
async def look_to_begin(request: AnyRequest) -> Response[str]:
    """Show what files hold before a campaign starts from them, for the server's owner."""
    for_the_owner(request)
    return await at_length(_looked, request, await _sent(request), None)


@post("/t/{table:str}/prepare/import/look", status_code=200, request_max_body_size=MOST_BODY)
async def look_to_bring_in(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """Show what files hold, and what they change at a table, for its referee."""
    await beside(referee_of, request, table)
    return await at_length(_looked, request, await _sent(request), table)


@post("/tables/import", status_code=201, request_max_body_size=MOST_BODY)
async def begin_from_files(request: AnyRequest) -> Response[bytes]:
    """Start a campaign from files of other programs; with `dry_run=yes`, only report what they hold."""
    lobby, sent = for_the_owner(request), await _sent(request)
    if _dry(request):
        return reply(await at_length(_reported, sent))
    return reply(await storing(_begun, lobby, sent), status=201)


@post("/tables/{table:str}/import", status_code=200, request_max_body_size=MOST_BODY)
async def bring_files_in(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    """Bring files of other programs into the draft or into play; with `dry_run=yes`, only report what they change."""
    check_referee(seat_at(request, table).seat)
    into = request.query_params.get("into", "draft")
    if into not in ("draft", "play"):
        raise BadInput("bad_into", f"there is no “{into[:40]}”", "choose draft or play", field="into")
    sent, draft = await _sent(request), into == "draft"
    if _dry(request):
        return reply(await at_length(_compared, lobby_of(request), table, sent, draft=draft))
    return reply(await storing(_brought_in, lobby_of(request), table, sent, draft=draft))


def _dry(request: AnyRequest) -> bool:
    return request.query_params.get("dry_run") == "yes"


def _reported(sent: FilesSent) -> ImportedFile:
    _, now = sent.read()
    return _answer(now)


def _answer(now: Imported) -> ImportedFile:
    return ImportedFile(now.what, now.title, contents_of(now), now.report)


def _begun(lobby: Lobby, sent: FilesSent) -> ImportedFile:
    _, now = sent.read()
    title = title_in(now.title or _UNNAMED)
    id = free_slug(title, lobby.ids())
    lobby.tables.begin(id, begin_with(title, now), name=title, pictures=stored(now.pictures))
    return replace(_answer(now), table=id)


def _compared(lobby: Lobby, table: str, sent: FilesSent, *, draft: bool) -> ImportedFile:
    _, now = sent.read()
    return replace(_answer(now), changes=changes_in_words(lobby.open(table), now, draft=draft))


def _brought_in(lobby: Lobby, table: str, sent: FilesSent, *, draft: bool) -> ImportedFile:
    _, now = sent.read()
    opened = lobby.open(table)
    changes = changes_in_words(opened, now, draft=draft)
    bring_in(opened, now, draft=draft)
    return replace(_answer(now), changes=changes, table=table)


PAGES = [look_to_begin, look_to_bring_in]
API = [begin_from_files, bring_files_in]
