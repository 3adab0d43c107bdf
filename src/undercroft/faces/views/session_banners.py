"""The banner of the next session."""

from collections.abc import Iterator

from undercroft.faces.views.banner import Banner, BannerKind
from undercroft.kernel.units import SeatId
from undercroft.table.session.next_session import between_sessions, plan_words
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.seats import REFEREE


def session_banners(known: Campaign, seat: SeatId) -> Iterator[Banner]:
    """When and where the next session is, while none is open."""
    if known.next_session is not None and between_sessions(known):
        leads, way = ("/evening", "Change") if seat == REFEREE else ("", "")
        yield Banner(BannerKind.SESSION, plan_words(known.next_session), leads=leads, way=way)
