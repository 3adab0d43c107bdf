"""The players' page: who is here, who is waited for, who asks for a seat, and the link of each seat."""

from collections.abc import Mapping

from litestar import Response, get
from litestar.params import FromPath
from msgspec import Struct

from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.http.lanes import beside
from undercroft.faces.views.banner import BannerKind
from undercroft.faces.views.banners import banners_beside, signed_out_by
from undercroft.faces.views.seats import SeatCard, seat_cards
from undercroft.faces.web.live.access.join_code import drawn, join_code
from undercroft.faces.web.live.viewer.request import lobby_of, page_at, referee_of
from undercroft.kernel.amounts import series
from undercroft.kernel.units import SeatId
from undercroft.table.session.taken_seats import seat_words
from undercroft.table.state.seats import REFEREE, SPECTATORS


class ScannedLink(Struct, frozen=True):
    """A secret link with the squares of its QR code."""

    address: str
    squares: str
    size: int


def seat_link(address: str) -> ScannedLink:
    """A link, and the drawing of its QR code."""
    return ScannedLink(address, *drawn(address))


@get("/t/{table:str}/players")
async def players_page(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """The seats of a table with their links, for its referee."""
    return await beside(_players, request, table)


def _players(request: AnyRequest, table: str) -> Response[str]:
    viewer, lobby = referee_of(request, table), lobby_of(request)
    join, known = join_code(request, lobby, table), viewer.known
    keys, editions = lobby.keys(table), lobby.editions(lobby.open(table))
    links: Mapping[SeatId, ScannedLink] = {
        seat: seat_link(f"{join.address}/join/{table}/{keys.link(seat, editions[seat])}")
        for seat in (*known.seats, SPECTATORS)
    }
    referees = [
        (referee, seat_link(f"{join.address}/join/{table}/{lobby.referee_keys(table).link(SeatId(id))}"))
        for id, referee in known.referees.items()
        if not referee.removed
    ]
    cards = seat_cards(known, lobby.life(table))
    asks = [(ask, seat_words(known, ask.seat), signed_out_by(known, ask)) for ask in known.asks.values()]
    return page_at(
        request,
        viewer,
        "live/table/players.html",
        join=join,
        cards=cards,
        links=links,
        referees=referees,
        asks=asks,
        summary=_summary(cards),
        spectators=SPECTATORS,
        kinds={seat: known.dice_by_kind(seat) for seat in (REFEREE, *known.seats)},
        beside=tuple(banner for banner in banners_beside(known, viewer.seat) if banner.kind is not BannerKind.SEAT),
    )


def _summary(cards: tuple[SeatCard, ...]) -> str:
    """Who is here and who is waited for, in a line."""
    here = sum(card.here for card in cards)
    waited = [card.player or card.title for card in cards if card.waited_for]
    return f"{here} of {len(cards)} here{f'; waiting for {series(waited)}' if waited else ''}"


PAGES = [players_page]
