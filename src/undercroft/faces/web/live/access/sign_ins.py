"""How long a sign-in is good: until the link of its seat is renewed, or the session of its code ends."""

from collections.abc import Mapping

from undercroft.faces.web.live.access.links import SignedIn, SignIn
from undercroft.kernel.units import SeatId
from undercroft.server.heard_table import HeardTable
from undercroft.server.open_table import OpenTable
from undercroft.table.session.second_referees import is_second_referee
from undercroft.table.state.seats import REFEREE, SPECTATORS


def editions(table: HeardTable) -> Mapping[SeatId, int]:
    """Every seat of a table with the edition of its link."""
    given = table.now.editions
    return {seat: given.get(seat, 0) for seat in (REFEREE, SPECTATORS, *table.now.seats)}


def second_referees(table: HeardTable) -> Mapping[SeatId, int]:
    """The second referees, as their links and cookies name them."""
    return {SeatId(id): 0 for id, referee in table.now.referees.items() if not referee.removed}


def sessions_ended(table: HeardTable) -> int:
    """The number of sessions that have ended at a table."""
    session = table.now.session
    return 0 if session is None else session.number - session.open


def is_of_now(table: OpenTable, who: SignIn | SignedIn) -> bool:
    """Whether a sign-in belongs to the player who has the seat now, also if the session of its code is over."""
    return who.second is None and editions(table).get(who.seat) == who.edition


def lasts(table: OpenTable, who: SignIn | SignedIn) -> bool:
    """Whether a sign-in is still good; the sign-in of the server's owner has no edition."""
    if who.second is not None:
        return is_second_referee(table.now, who.second)
    return _still_theirs(table, who) and who.ended in (None, sessions_ended(table))


def only_over(table: OpenTable, who: SignIn) -> bool:
    """Whether a sign-in by a code is no longer good only because its session is over."""
    over = who.second is None and who.ended not in (None, sessions_ended(table))
    return over and _still_theirs(table, who)


def _still_theirs(table: OpenTable, who: SignIn | SignedIn) -> bool:
    """Whether nobody took the seat of a sign-in away, its session aside."""
    by_code = who.ended is not None
    if by_code and who.seat == SPECTATORS and not table.now.spectators_by_code:
        return False
    return who.edition is None or is_of_now(table, who)
