"""A line of the log taken apart: why it is so, and what would be taken back with it."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath
from msgspec import Struct

from undercroft.faces.http.faults import Unserved
from undercroft.faces.http.replies import beside
from undercroft.faces.views.logbook import LogLine, log_lines
from undercroft.faces.web.live.panels import Looking
from undercroft.faces.web.live.seated import lobby_of, looking
from undercroft.faces.web.rendering import fragment
from undercroft.table.names import ActId
from undercroft.table.settled import Ordered
from undercroft.table.telling import Told
from undercroft.table.why import Why, why


class Explained(Struct, frozen=True):
    """One line and what made it."""

    line: LogLine
    why: Why


def explained(look: Looking, number: int) -> Explained | None:
    """The line of that number, by the seat's own log."""
    line = next((one for one in log_lines(look.known, look.told) if one.number == number), None)
    return None if line is None else Explained(line, why(look.told, look.told[number]))


class TakenBack(Struct, frozen=True):
    """One act that would be taken back: what was asked for, and what was told of it."""

    asked: str
    lines: tuple[LogLine, ...]

    @property
    def seen(self) -> bool:
        """Whether players know of it."""
        return any(line.public for line in self.lines)


def taken_back(look: Looking, told: Sequence[Told]) -> TakenBack:
    """An act by what the referee was told of it."""
    asked = next((str(one.event.command.get("kind", "")) for one in told if isinstance(one.event, Ordered)), "")
    return TakenBack(asked, tuple(line for line in log_lines(look.known, told) if not line.routine))


@get("/t/{table:str}/why/{number:int}")
async def why_fragment(request: Request[Any, Any, Any], table: FromPath[str], number: FromPath[int]) -> Response[str]:
    """Why a line of the log is so."""
    look = await beside(looking, request, table)
    found = await beside(explained, look, number)
    if found is None:
        raise Unserved(HTTPStatus.NOT_FOUND, "not_found", "there is no such line", "look at the log again")
    return fragment("live/why.html", look=look, line=found.line, why=found.why)


@get("/t/{table:str}/undo/{act:str}")
async def undo_fragment(request: Request[Any, Any, Any], table: FromPath[str], act: FromPath[str]) -> Response[str]:
    """What would be taken back to take back that act, the last first."""
    look = await beside(looking, request, table)
    if not look.referee:
        raise Unserved(HTTPStatus.FORBIDDEN, "referee_only", "that is for the referee", "go back to the table")
    acts = await beside(lobby_of(request).open(table).acts_back_to, ActId(act))
    if not acts:
        raise Unserved(HTTPStatus.NOT_FOUND, "not_found", "that act does not stand", "look at the log again")
    said = [taken_back(look, told) for told in acts]
    return fragment("live/undo.html", look=look, acts=said)


PAGES = [why_fragment, undo_fragment]
