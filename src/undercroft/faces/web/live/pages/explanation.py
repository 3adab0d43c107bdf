"""A line of the log explained: its reasons, and what an undo of it would undo as well."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath
from msgspec import Struct

from undercroft.faces.http.faults import Unserved
from undercroft.faces.http.replies import beside
from undercroft.faces.views.log.lines import LogLine, log_lines
from undercroft.faces.web.base.rendering import fragment
from undercroft.faces.web.live.viewer.request import lobby_of, viewer_of
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.table.engine.audience import Told
from undercroft.table.engine.record import Ordered
from undercroft.table.explain import Why, why
from undercroft.table.state.ids import ActId


class Explanation(Struct, frozen=True):
    """A line and its causes."""

    line: LogLine
    why: Why


def explanation(viewer: Viewer, number: int) -> Explanation | None:
    """The line of that number in the seat's own log, with its reasons."""
    line = next((line for line in log_lines(viewer.known, viewer.told) if line.number == number), None)
    return None if line is None else Explanation(line, why(viewer.told, viewer.told[number]))


class UndoneAct(Struct, frozen=True):
    """An act that an undo would take back: its command, and its lines in the log."""

    asked: str
    lines: tuple[LogLine, ...]

    @property
    def seen(self) -> bool:
        """Whether players know of it."""
        return any(line.public for line in self.lines)


def undone_acts(viewer: Viewer, told: Sequence[Told]) -> UndoneAct:
    """An act with the lines that the referee was told."""
    asked = next((str(fact.event.command.get("kind", "")) for fact in told if isinstance(fact.event, Ordered)), "")
    return UndoneAct(asked, tuple(line for line in log_lines(viewer.known, told) if not line.routine))


@get("/t/{table:str}/why/{number:int}")
async def why_fragment(request: Request[Any, Any, Any], table: FromPath[str], number: FromPath[int]) -> Response[str]:
    """The reasons for a line of the log."""
    viewer = await beside(viewer_of, request, table)
    found = await beside(explanation, viewer, number)
    if found is None:
        raise Unserved(HTTPStatus.NOT_FOUND, "not_found", "there is no such line", "look at the log again")
    return fragment("live/log/why.html", viewer=viewer, line=found.line, why=found.why)


@get("/t/{table:str}/undo/{act:str}")
async def undo_fragment(request: Request[Any, Any, Any], table: FromPath[str], act: FromPath[str]) -> Response[str]:
    """The acts that an undo of that act would take back, the last first."""
    viewer = await beside(viewer_of, request, table)
    if not viewer.referee:
        raise Unserved(HTTPStatus.FORBIDDEN, "referee_only", "that is for the referee", "go back to the table")
    acts = await beside(lobby_of(request).open(table).acts_back_to, ActId(act))
    if not acts:
        raise Unserved(HTTPStatus.NOT_FOUND, "not_found", "that act does not stand", "look at the log again")
    said = [undone_acts(viewer, told) for told in acts]
    return fragment("live/log/undo.html", viewer=viewer, acts=said)


PAGES = [why_fragment, undo_fragment]
