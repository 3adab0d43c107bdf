"""The viewer behind a request: who may look at a table, as which seat, and their top bar."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from http import HTTPStatus
from typing import cast

from litestar import Response
from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.sovereign.entry import Style
from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.http.faults import Unserved, not_found
from undercroft.faces.http.guard import FRAMED_POLICY, FRAMING_POLICY
from undercroft.faces.http.lanes import beside
from undercroft.faces.http.packing import pack
from undercroft.faces.shared.server_keep import Founder
from undercroft.faces.shared.table_names import free_slug
from undercroft.faces.views.banner import Banner
from undercroft.faces.views.banners import banners_beside
from undercroft.faces.views.log.lines import LogFilter
from undercroft.faces.views.messages import news
from undercroft.faces.views.scene_banners import scene_banners
from undercroft.faces.web.base.rendering import page
from undercroft.faces.web.live.access.links import SignedIn, SignedOut, cookies_sent
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.faces.web.live.viewer.screen import Screen, screen_of
from undercroft.faces.web.live.viewer.tabs import tabs_of
from undercroft.faces.web.live.viewer.viewer import RECENT, Viewer, chosen_group, chosen_person
from undercroft.kernel.faults import NotPermitted
from undercroft.kernel.frozen import FrozenMap
from undercroft.kernel.units import SeatId
from undercroft.server.open_table import signed_out
from undercroft.table.state.hexes import is_hex
from undercroft.table.state.ids import FoeId, HexId, PersonId
from undercroft.table.state.people import Person
from undercroft.table.state.seats import REFEREE, SPECTATORS, Seat

EVERYBODY = "everybody"
FRAME = "frame"
"""Marks the address of a player's view that is shown in a frame on the referee's screen."""
CURTAIN = "curtain"
"""The cookie of a referee whose screen shows only what everybody knows."""


def lobby_of(request: AnyRequest) -> Lobby:
    """The lobby of this server."""
    return cast("Lobby", request.app.state.lobby)


def for_the_owner(request: AnyRequest) -> Lobby:
    """The lobby, for the server's owner only."""
    lobby = lobby_of(request)
    if not lobby.is_owner(cookies_sent(request)):
        raise _for_others()
    return lobby


def _for_others() -> Unserved:
    """The refusal of what belongs to the owner of the server, or to those the owner lets found campaigns."""
    what = "only the owner of the server can do that"
    return Unserved(HTTPStatus.FORBIDDEN, "owner_only", what, "use the link it printed")


class Starter(Struct, frozen=True):
    """Who may start campaigns: the owner of the server, or a founder."""

    lobby: Lobby
    founder: Founder | None = None

    def sees(self, table: str) -> bool:
        """Whether a campaign is theirs."""
        return self.founder is None or self.founder.has(table)

    def new_id(self, title: str) -> str:
        """An id for a new campaign."""
        return free_slug(title, self.lobby.ids()) if self.founder is None else self.lobby.founding.new_id(title)

    def starting(self, table: str) -> AbstractContextManager[None]:
        """Take a founder's place for a campaign that is made meanwhile."""
        return self.lobby.founding.starting(self.founder, table)


def starter_of(request: AnyRequest) -> Starter | None:
    """The owner of the server or the founder behind a request."""
    lobby, cookies = lobby_of(request), cookies_sent(request)
    if lobby.is_owner(cookies):
        return Starter(lobby)
    signed = lobby.founding.signed(cookies)
    return None if signed is None else Starter(lobby, signed.founder)


def for_a_starter(request: AnyRequest, *, starts: bool = False) -> Starter:
    """The lobby, for its owner and for founders; with `starts`, for those who may start a campaign just now."""
    found = starter_of(request)
    if found is None:
        raise _for_others()
    if starts and found.founder is not None:
        found.lobby.founding.check(found.founder, request.client.host if request.client else "")
    return found


def for_their_own(request: AnyRequest, table: str) -> Lobby:
    """The lobby, for its owner, and for the founder of that table. For another there is no such table."""
    found = for_a_starter(request)
    if not found.sees(table):
        raise not_found("choose one of your campaigns")
    return found.lobby


def seat_at(request: AnyRequest, table: str, *, at_hand: bool = False) -> SignedIn:
    """The sender's seat at a table; for anyone without a seat, there is no such table.

    With `at_hand` the table is open, and nothing waits for the store.
    """
    found = lobby_of(request).signed_in(table, cookies_sent(request), at_hand=at_hand)
    if isinstance(found, SignedOut) and found.over is not None:
        fix = "ask the referee for the next code, or for a link; until then you can read the report and the log"
        raise NotPermitted("session_over", "the session is over", fix)
    if isinstance(found, SignedOut):
        raise signed_out()
    if found is None:
        raise not_found("use the link you were given")
    return found


async def sender_at(request: AnyRequest, table: str) -> SignedIn:
    """The same, without a wait if the table is open already and no other process writes to it."""
    if lobby_of(request).is_at_hand(table, cookies_sent(request)):
        return seat_at(request, table, at_hand=True)
    return await beside(seat_at, request, table)


def check_referee(seat: SeatId) -> None:
    """Refuse every seat but the referee's."""
    if seat != REFEREE:
        raise Unserved(HTTPStatus.FORBIDDEN, "referee_only", "only the referee can do that", "go back to the table")


def check_may_act(viewer: Viewer) -> None:
    """Refuse spectators."""
    if viewer.spectates:
        what = "spectators cannot act"
        raise Unserved(HTTPStatus.FORBIDDEN, "looks_on", what, "ask the referee for a seat")


def viewer_of(request: AnyRequest, table: str, most: int | None = RECENT, *, spectating: bool = False) -> Viewer:
    """The viewer of a request, by cookie and choices; with the last facts the seat was told, or with all: that is work.

    A referee who is `spectating` sees what spectators see, and so does a referee behind the curtain.
    """
    who = seat_at(request, table)
    opened = lobby_of(request).open(table)
    chosen = request.query_params
    seen_by = SeatId(chosen.get("as", ""))
    curtain = who.seat == REFEREE and CURTAIN in request.cookies
    hidden = curtain or (spectating and who.seat == REFEREE)
    watching = hidden or (who.seat == REFEREE and seen_by in opened.now.seats)
    who = replace(who, seat=SPECTATORS if hidden else seen_by) if watching else who
    standing = opened.standing(who.seat, most=most)
    known = standing.known
    group = chosen_group(known, who.seat, chosen.get("group"))
    everybody = chosen.get("who") == EVERYBODY
    show = chosen.get("show", "")
    return Viewer(
        table,
        who.seat,
        known,
        standing.told,
        group,
        None if everybody else chosen_person(known, who.seat, group, chosen.get("who")),
        _small(chosen.get("level", "")),
        standing.cursor,
        everybody,
        FoeId(chosen["foe"]) if "foe" in chosen else None,
        _small(chosen.get("weapon", "")) or 0,
        LogFilter(show) if show in set(LogFilter) else LogFilter.ALL,
        standing.last,
        Style.HARD if chosen.get("entry") == Style.HARD else Style.SOFT,
        watching,
        HexId(chosen["goal"]) if is_hex(chosen.get("goal", "")) else None,
        chosen.get("hexes") == "list",
        standing.before,
        FrozenMap({str(id): since for id, since in opened.started(who.seat).items()}),
        curtain,
        chosen.get("map") == "drawn",
        opened.acts() if who.seat == REFEREE else (),
        lobby_of(request).code_of(table) if who.seat == REFEREE else "",
        None if watching else standing.own,
        lobby_of(request).name_of(table),
    )


def referee_of(request: AnyRequest, table: str) -> Viewer:
    """The viewer of a request, if it is the referee."""
    viewer = viewer_of(request, table)
    if viewer.curtain:
        fix = "open it at the table with the key C"
        raise Unserved(HTTPStatus.FORBIDDEN, "curtain", "the curtain hides this page", fix)
    check_referee(viewer.seat)
    return viewer


def spectator_of(request: AnyRequest, table: str) -> Viewer:
    """The viewer of a page for spectators: one of them, or the referee who sees what they see."""
    viewer = viewer_of(request, table, spectating=True)
    if not viewer.spectates:
        fix = "ask the referee to open it, or for the spectators' link"
        raise Unserved(HTTPStatus.FORBIDDEN, "spectators_only", "the big screen shows what spectators see", fix)
    return viewer


def _small(text: str) -> int | None:
    """A number of one or two digits."""
    return int(text) if text.isdecimal() and len(text) < 3 else None


class TopBar(Struct, frozen=True):
    """The top bar of every page of a table: the scene, and for the referee the seats online and how to join."""

    name: str
    """The current name of the table."""
    screen: Screen
    code: str = ""
    here: int = 0
    """The number of players' seats online."""
    seats: Mapping[SeatId, Seat] = {}
    news: int = 0
    """The number of whispers and handouts that the seat has not read."""
    character: PersonId | None = None
    """The seat's own character that the page is about; the ways to the table lead to that character."""


def bar_of(request: AnyRequest, viewer: Viewer, person: object = None) -> TopBar:
    """The bar of a seat's pages, of which one may be about a person."""
    character = person.id if isinstance(person, Person) and person.seat == viewer.seat else None
    lobby, screen = lobby_of(request), screen_of(viewer)
    name = viewer.title or viewer.known.name
    new = news(viewer.known, viewer.seat).count
    if not viewer.referee:
        return TopBar(name, screen, news=new, character=character)
    present = lobby.streams.present(viewer.table)
    return TopBar(name, screen, viewer.code, present, viewer.known.seats, new, character)


def beside_of(viewer: Viewer) -> tuple[Banner, ...]:
    """The banners of a page beside the table."""
    told = viewer.told[-RECENT:]
    urgent = banners_beside(viewer.known, viewer.seat, told, viewer.before + len(viewer.told) - len(told))
    return (*urgent, *scene_banners(viewer.known, viewer.seat, urgent))


def page_at(request: AnyRequest, viewer: Viewer, template: str, **known: object) -> Response[str]:
    """A page of a table, with its bar."""
    framed = viewer.watching and not viewer.curtain and FRAME in request.query_params
    shown = {"beside": beside_of(viewer), "tabs": tabs_of(viewer), "framed": framed, **known}
    answer = page(request, template, viewer=viewer, bar=bar_of(request, viewer, known.get("person")), **shown)
    if framed or viewer.referee:
        answer.headers["content-security-policy"] = FRAMED_POLICY if framed else FRAMING_POLICY
    if not viewer.referee:
        pack(request, answer)
    return answer
