"""The whole site: the pages and the API behind one guard."""

import asyncio
from collections.abc import Sequence
from http import HTTPStatus
from typing import cast

from litestar import Litestar, Response, Router, get
from litestar.datastructures import State
from litestar.types import ASGIApp, ControllerRouterHandler, LifespanHook

from undercroft.faces.api import API
from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.http.faults import HttpProblem, Unserved, headers_of, problem_of
from undercroft.faces.http.guard import Answer, Guard, HttpScope, Known, Settings
from undercroft.faces.http.lanes import Lanes, storing
from undercroft.faces.http.replies import HTML, PROBLEM, reply
from undercroft.faces.http.watching import Watch
from undercroft.faces.web import PAGES
from undercroft.faces.web.base.fault_page import fault_page
from undercroft.faces.web.live.access.links import cookies_sent
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.faces.web.live.api import endpoints
from undercroft.faces.web.live.api import foresight as foresight_api
from undercroft.faces.web.live.pages import beside as beside_it
from undercroft.faces.web.live.pages import (
    big_screen,
    chances,
    characters,
    explanation,
    exports,
    fair_dice,
    line,
    notes,
    players,
    search,
    simulated,
    throws,
)
from undercroft.faces.web.live.pages import table as live
from undercroft.faces.web.live.prepare import (
    file_pages,
    foreign_files,
    land_pages,
    lore_pages,
    picture_uploads,
    site_pages,
)
from undercroft.faces.web.live.printing import print_pages
from undercroft.faces.web.live.start import (
    bookmarks,
    founders,
    join_page,
    new_page,
    new_table,
    owner_link,
    removal,
    sign_in,
    table_files,
)
from undercroft.faces.web.live.viewer.at_table import at_table
from undercroft.kernel.budget import spend
from undercroft.kernel.strict import MOST_BYTES
from undercroft.kernel.wire import shown

READY = 200_000
"""The steps for asking the store whether it is ready: it begins to write."""


@get("/healthz")
async def healthz() -> Response[bytes]:
    """Answer that the server is running."""
    return reply({"status": "ok"})


@get("/readyz")
async def readyz(request: AnyRequest) -> Response[bytes]:
    """Whether tables can be played: the store takes writes. Its owner is also told which tables are damaged."""
    closing = cast("asyncio.Event | None", request.scope["state"].get("closing"))
    if closing is not None and closing.is_set():
        raise Unserved(HTTPStatus.SERVICE_UNAVAILABLE, "leaving", "this process is about to stop", "ask another")
    lobby = cast("Lobby | None", request.app.state.lobby)
    damaged = await storing(_damaged, lobby) if lobby is not None else ()
    if lobby is not None and damaged and lobby.is_owner(cookies_sent(request)):
        return reply({"status": "ready", "damaged": damaged})
    return reply({"status": "ready"})


def _damaged(lobby: Lobby) -> tuple[str, ...]:
    """The damaged tables of a store that takes writes."""
    spend(READY)
    return tuple(fault.table for fault in lobby.store.ready())


API_WITH_TABLES = [
    *API,
    *endpoints.API,
    *foresight_api.API,
    *new_table.API,
    *table_files.API,
    *exports.API,
    *foreign_files.API,
    *bookmarks.API,
    *removal.API,
    *owner_link.API,
    *founders.API,
    *picture_uploads.API,
    *fair_dice.API,
]


def application(more: Sequence[ControllerRouterHandler] = (), *, tables: bool) -> Litestar:
    """The pages and the API, with those of live tables or without; they ask its state for the lobby."""
    api = API_WITH_TABLES if tables else API
    prepared = (characters, lore_pages, file_pages, foreign_files, site_pages, picture_uploads, land_pages, print_pages)
    of_tables = (
        live,
        big_screen,
        chances,
        line,
        players,
        search,
        simulated,
        new_page,
        *prepared,
        sign_in,
        join_page,
        beside_it,
        exports,
        explanation,
        fair_dice,
        notes,
        throws,
    )
    pages = [*PAGES, *(page for part in of_tables for page in part.PAGES)] if tables else PAGES
    return Litestar(
        route_handlers=[healthz, readyz, Router("/api", route_handlers=api), *pages, *more],
        state=State({"lobby": None, "at_table": at_table if tables else None}),
        exception_handlers={Exception: _told},
        logging_config=None,
        openapi_config=None,
        request_max_body_size=MOST_BYTES,
    )


def site(
    settings: Settings | None = None,
    more: Sequence[ControllerRouterHandler] = (),
    lobby: Lobby | None = None,
    watches: Sequence[Watch] = (),
    app: Litestar | None = None,
) -> ASGIApp:
    """The site, ready to serve: with a lobby, live tables too; any extra pages; and what is told of requests.

    An application that no other site uses any more can be used again.
    """
    limits = settings or Settings()
    lanes = Lanes(limits.work, limits.most_work)
    app = app or application(more, tables=lobby is not None)
    app.state.lobby = lobby
    leaving: list[LifespanHook] = [lanes.close]
    app.on_shutdown = leaving
    known = lobby.known if lobby is not None else _nobody
    proven = lobby.long_codes.proven if lobby is not None else _unproven
    shared = lobby.store.shared if lobby is not None else None
    return Guard(app, limits, answered, known=known, proven=proven, lanes=lanes, shared=shared, watches=watches)


def _nobody(_: HttpScope) -> Known:
    """Without tables, no request has a seat."""
    return None


def _unproven(_: str) -> None:
    """Without tables, no code is proven."""


def answered(scope: HttpScope, problem: HttpProblem) -> Answer:
    """A fault as a page for people, or as JSON for programs and for our own scripts."""
    accepted = b"".join(value for name, value in scope["headers"] if name == b"accept")
    if scope["path"].startswith("/api") or b"text/html" not in accepted:
        return PROBLEM, shown(problem)
    return HTML, fault_page(scope, problem)


def _told(request: AnyRequest, fault: Exception) -> Response[bytes]:
    scope = cast("HttpScope", request.scope)
    lobby = cast("Lobby | None", request.app.state.lobby)
    owner = lobby is not None and lobby.is_owner(cookies_sent(request))
    problem = problem_of(fault, scope["state"]["request_id"], owner=owner)
    media_type, body = answered(scope, problem)
    return Response(body, media_type=media_type, status_code=problem.status, headers=headers_of(fault))
