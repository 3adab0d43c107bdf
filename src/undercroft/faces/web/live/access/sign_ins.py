"""How long a sign-in is good: until the link of its seat is renewed, or the session of its code ends."""

from collections.abc import Mapping

from undercroft.faces.web.live.access.links import SignedIn, SignIn
from undercroft.kernel.units import SeatId
from undercroft.server.open_table import OpenTable
from undercroft.table.state.seats import REFEREE, SPECTATORS


def editions(table: OpenTable) -> Mapping[SeatId, int]:
    """Every seat of a table with the edition of its link."""
    given = table.now.editions
    return {seat: given.get(seat, 0) for seat in (REFEREE, SPECTATORS, *table.now.seats)}


def sessions_ended(table: OpenTable) -> int:
    """The number of sessions that have ended at a table."""
    session = table.now.session
    return 0 if session is None else session.number - session.open


def lasts(table: OpenTable, who: SignIn | SignedIn) -> bool:
    """Whether a sign-in is still good; the sign-in of the server's owner has no edition."""
    renewed = who.edition is not None and editions(table).get(who.seat) != who.edition
    return not renewed and who.ended in (None, sessions_ended(table))
