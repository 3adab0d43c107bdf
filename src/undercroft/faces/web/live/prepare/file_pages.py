"""The campaign file of a table: shown, changed or chosen from disk, compared, and put into the draft."""

from litestar import Response, get, post
from litestar.params import FromPath
from msgspec import Struct

from undercroft.exchange.campaign_bundle import MOST_BUNDLE, read_bundle
from undercroft.exchange.campaignfile import BadCampaign, FileProblem
from undercroft.faces.http.bodies import AnyRequest, bytes_in
from undercroft.faces.http.lanes import at_length, beside, storing
from undercroft.faces.http.replies import reply
from undercroft.faces.shared.campaign_text import FileChanges, campaign_text, draft_file, file_changes
from undercroft.faces.shared.pictures import keep_picture, new_pictures
from undercroft.faces.web.base.rendering import fragment
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.faces.web.live.viewer.request import lobby_of, page_at, referee_of
from undercroft.kernel.faults import BadInput
from undercroft.table.preparing.draft_lines import not_in_play_yet

MOST_BYTES = 4 * 1024 * 1024
"""A mebibyte of characters, of four bytes each at most."""
PATIENCE = 60.0
"""Seconds that a file with pictures may take."""
MOST_PROBLEMS = 30
"""The problems of a file that the page lists."""
NAME = "the file"


class OpenedBundle(Struct, frozen=True):
    """The campaign file in a ZIP file, and how many of its pictures the table does not have."""

    text: str
    pictures: int


class KeptChanges(Struct, frozen=True):
    """How many changes of a file are in the draft now."""

    changes: int


@get("/t/{table:str}/prepare/file")
async def file_page(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """The campaign file with its draft, to change or to exchange for another."""
    viewer = await beside(referee_of, request, table)
    text = await beside(lambda: campaign_text(lobby_of(request).open(table), draft=True))
    return page_at(
        request,
        viewer,
        "live/prepare/file.html",
        text=text,
        lines=not_in_play_yet(viewer.known, viewer.acts),
        part="file",
    )


@post("/t/{table:str}/prepare/file/read", status_code=200, request_max_body_size=MOST_BYTES)
async def read_file(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """What a changed file would change, or what is wrong with it, line by line."""
    await beside(referee_of, request, table)
    text = _text(await bytes_in(request))
    problems: tuple[FileProblem, ...] = ()
    found = None
    try:
        found = await at_length(_compared, lobby_of(request), table, text)
    except BadCampaign as fault:
        problems = fault.problems
    return fragment("live/prepare/file_read.html", found=found, problems=problems, most=MOST_PROBLEMS)


@post("/t/{table:str}/prepare/file/keep", status_code=200, request_max_body_size=MOST_BYTES)
async def keep_file(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    """Put the changes of a file into the draft, and keep its text."""
    await beside(referee_of, request, table)
    text = _text(await bytes_in(request))
    return reply(await storing(_kept, lobby_of(request), table, text))


@post("/t/{table:str}/prepare/file/open", status_code=200, request_max_body_size=MOST_BUNDLE)
async def open_bundle(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    """The text in a ZIP file with pictures, of which nothing is kept yet."""
    await beside(referee_of, request, table)
    raw = await bytes_in(request, PATIENCE)
    return reply(await at_length(_opened, lobby_of(request), table, raw, keep=False))


@post("/t/{table:str}/prepare/file/pictures", status_code=200, request_max_body_size=MOST_BUNDLE)
async def keep_pictures(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    """Keep the pictures of a ZIP file with the campaign."""
    await beside(referee_of, request, table)
    raw = await bytes_in(request, PATIENCE)
    return reply(await storing(_opened, lobby_of(request), table, raw, keep=True))


def _opened(lobby: Lobby, table: str, raw: bytes, *, keep: bool) -> OpenedBundle:
    bundle, opened = read_bundle(raw), lobby.open(table)
    new = tuple(new_pictures(opened, bundle.pictures))
    for picture in new if keep else ():
        keep_picture(opened, picture)
    return OpenedBundle(bundle.text, len(new))


def _text(body: bytes) -> str:
    try:
        return body.decode()
    except UnicodeDecodeError:
        raise BadInput("not_text", "that file is not text", "choose a campaign file") from None


def _compared(lobby: Lobby, table: str, text: str) -> FileChanges:
    return file_changes(lobby.store, lobby.open(table), text, NAME)


def _kept(lobby: Lobby, table: str, text: str) -> KeptChanges:
    found = _compared(lobby, table, text)
    draft_file(lobby.open(table), found, text)
    return KeptChanges(len(found.changes))


PAGES = [file_page, read_file, keep_file, open_bundle, keep_pictures]
