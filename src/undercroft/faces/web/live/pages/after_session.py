"""The report and the log for a player whose session is over: what the seat was told until then, and nothing since."""

from litestar import Response
from msgspec import Struct

from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.report.report_page import report_blocks
from undercroft.faces.views.log.lines import log_lines
from undercroft.faces.views.log.pagination import log_page, sought_in
from undercroft.faces.views.time_of_day import day
from undercroft.faces.web.base.rendering import page
from undercroft.faces.web.live.access.links import SignedOut, SignIn, cookies_sent
from undercroft.faces.web.live.viewer.request import lobby_of
from undercroft.faces.web.live.viewer.viewer import FACT, LINE
from undercroft.kernel.budget import spend
from undercroft.server.chronicle import Chronicle, Noted, chronicle
from undercroft.table.session.sessions import SessionEnded


class SessionOver(Struct, frozen=True):
    """A browser whose sign-in ended with its session, and the table."""

    table: str
    sign_in: SignIn


def over_at(request: AnyRequest, table: str) -> SessionOver | None:
    """The sender's sign-in at a table, if it ended with its session and the seat is still theirs."""
    found = lobby_of(request).signed_in(table, cookies_sent(request))
    return SessionOver(table, found.over) if isinstance(found, SignedOut) and found.over is not None else None


def report_after(request: AnyRequest, over: SessionOver) -> Response[str]:
    """The report as it was when the session ended."""
    found = _until_its_end(request, over)
    blocks = [*report_blocks(found, over.sign_in.seat)]
    known = {"table": over.table, "name": found.now.name, "blocks": blocks}
    return page(request, "live/log/report_after.html", **known)


def log_after(request: AnyRequest, over: SessionOver) -> Response[str]:
    """The log as it was when the session ended."""
    found = _until_its_end(request, over)
    told = tuple(note.told for note in found.noted)
    spend(len(told) * LINE)
    shown = log_page(log_lines(found.now, told), sought_in(dict(request.query_params)))
    days = {line.number: day(found.now, told[line.number].at).partition(",")[0] for line in shown.lines}
    known = {"table": over.table, "name": found.now.name, "shown": shown, "days": days}
    return page(request, "live/log/log_after.html", **known)


def _until_its_end(request: AnyRequest, over: SessionOver) -> Chronicle:
    """What the seat was told until the session of the sign-in ended; nothing if it was not told of that."""
    lobby, seat = lobby_of(request), over.sign_in.seat
    spend(2 * lobby.open(over.table).version * FACT)
    whole = chronicle(lobby.store, over.table, seat)
    ends = (note.number for note in whole.noted if whole.holds(note) and _ends(note, over.sign_in))
    return chronicle(lobby.store, over.table, seat, next(ends, 0))


def _ends(note: Noted, sign_in: SignIn) -> bool:
    """Whether a session ended that the sign-in does not outlast."""
    event = note.told.event
    return isinstance(event, SessionEnded) and sign_in.ended is not None and event.number > sign_in.ended
