"""The line between a browser and its tables: one stream for all its seats, and the same by asking."""

from collections.abc import Mapping, Sequence

from litestar import Response, get
from litestar.types import ASGIApp

from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.http.faults import Unserved, problem_of
from undercroft.faces.http.replies import reply
from undercroft.faces.web.live.access.links import SignedIn
from undercroft.faces.web.live.viewer.request import lobby_of, seat_at, sender_at
from undercroft.kernel.faults import NotPermitted
from undercroft.kernel.wire import shown
from undercroft.table.state.seats import REFEREE

MOST_TABLES = 12
"""Tables that a browser can follow at once."""
_NO_SEAT = (NotPermitted, Unserved)
"""A seat that was closed, and a table at which there never was one."""


@get("/stream")
async def browser_stream(request: AnyRequest) -> ASGIApp:
    """The stream of a browser: where its seats stand at the tables that it asks for."""
    lobby = lobby_of(request)
    seated, gone = await _seats(request)

    def why(table: str) -> bytes:
        """Why a browser no longer hears of a table."""
        try:
            seat_at(request, table, at_hand=True)
        except _NO_SEAT as fault:
            return shown(_gone(request, table, fault))
        return shown({"table": table, "code": "signed_out", "detail": "this seat was closed", "fix": "ask the referee"})

    following = [(lobby.open(who.table), who) for who in seated]
    return lobby.streams.follow(following, [shown(each) for each in gone], why, request.scope)


@get("/cursors")
async def browser_cursors(request: AnyRequest) -> Response[bytes]:
    """Where the seats of a browser stand now: for a browser whose stream says nothing."""
    lobby = lobby_of(request)
    seated, gone = await _seats(request)
    at = [
        {"table": who.table, "seat": who.seat, "cursor": lobby.open(who.table).cursor(who.seat)}
        | ({"present": lobby.streams.present(who.table)} if who.seat == REFEREE else {})
        for who in seated
    ]
    return reply({"at": at, "gone": gone})


async def _seats(request: AnyRequest) -> tuple[Sequence[SignedIn], Sequence[Mapping[str, str]]]:
    """The seats of a browser at the tables that it asks for, and why it has none at the others."""
    seated: list[SignedIn] = []
    gone: list[Mapping[str, str]] = []
    for table in list(dict.fromkeys(request.query_params.getall("at", [])))[:MOST_TABLES]:
        try:
            seated.append(await sender_at(request, table))
        except _NO_SEAT as fault:
            gone.append(_gone(request, table, fault))
    return seated, gone


def _gone(request: AnyRequest, table: str, fault: NotPermitted | Unserved) -> Mapping[str, str]:
    """What a browser is told of a table at which it has no seat."""
    problem = problem_of(fault, request.scope["state"]["request_id"])
    return {"table": table, "code": problem.code, "detail": problem.detail, "fix": problem.fix or ""}


PAGES = [browser_stream, browser_cursors]
"""What every page of a table listens to."""
