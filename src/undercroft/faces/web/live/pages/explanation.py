"""A line of the log explained: its reasons, and what an undo of it would undo as well."""

from collections.abc import Sequence

from litestar import Response, get
from litestar.params import FromPath
from msgspec import Struct

from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.http.faults import not_found
from undercroft.faces.http.lanes import at_length, beside
from undercroft.faces.views.log.lines import LogLine, log_lines
from undercroft.faces.web.base.rendering import fragment
from undercroft.faces.web.live.viewer.request import lobby_of, referee_of, viewer_of
from undercroft.faces.web.live.viewer.viewer import LINE, Viewer
from undercroft.kernel.budget import spend
from undercroft.table.engine.audience import Told
from undercroft.table.engine.record import Ordered
from undercroft.table.explain import Why, why
from undercroft.table.state.ids import ActId


def explanation(viewer: Viewer, number: int) -> tuple[LogLine, Why] | None:
    """The line of that number in the seat's own log, with its reasons."""
    line = next((line for line in log_lines(viewer.known, viewer.told) if line.number == number), None)
    return None if line is None else (line, why(viewer.told, viewer.told[number]))


class ActToUndo(Struct, frozen=True):
    """An act that an undo would take back: its command, and its lines in the log."""

    asked: str
    lines: tuple[LogLine, ...]

    @property
    def seen(self) -> bool:
        """Whether players know of it."""
        return any(line.public for line in self.lines)


def undone_act(viewer: Viewer, told: Sequence[Told]) -> ActToUndo:
    """An act with the lines that the referee was told."""
    asked = next((str(fact.event.command.get("kind", "")) for fact in told if isinstance(fact.event, Ordered)), "")
    return ActToUndo(asked, tuple(line for line in log_lines(viewer.known, told) if not line.routine))


@get("/t/{table:str}/why/{number:int}")
async def why_fragment(request: AnyRequest, table: FromPath[str], number: FromPath[int]) -> Response[str]:
    """The reasons for a line of the log."""
    return await at_length(_why, request, table, number)


def _why(request: AnyRequest, table: str, number: int) -> Response[str]:
    viewer = viewer_of(request, table, most=None)
    spend(len(viewer.told) * LINE)
    found = explanation(viewer, number)
    if found is None:
        raise not_found("look at the log again", what="there is no such line")
    line, reasons = found
    return fragment("live/log/why.html", viewer=viewer, line=line, why=reasons)


@get("/t/{table:str}/undo/{act:str}")
async def undo_fragment(request: AnyRequest, table: FromPath[str], act: FromPath[str]) -> Response[str]:
    """The acts that an undo of that act would take back, the last first."""
    viewer = await beside(referee_of, request, table)
    acts = await beside(lobby_of(request).open(table).acts_back_to, ActId(act))
    if not acts:
        raise not_found("look at the log again", what="that act is already undone")
    return fragment("live/log/undo.html", viewer=viewer, acts=[undone_act(viewer, told) for told in acts])


PAGES = [why_fragment, undo_fragment]
