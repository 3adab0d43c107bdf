"""Founders' links: given, renewed and ended by the owner of the server."""

from litestar import Response, get, post
from litestar.params import FromPath

from undercroft.faces.api.table_bodies import FounderCard, FounderLink, Founders, NewFounder
from undercroft.faces.http.bodies import AnyRequest, body_as
from undercroft.faces.http.lanes import storing
from undercroft.faces.http.replies import reply
from undercroft.faces.shared.server_keep import Founder
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.faces.web.live.viewer.request import for_the_owner


def founder_cards(lobby: Lobby) -> tuple[FounderCard, ...]:
    """Every founder, and how many campaigns they have started."""
    there = lobby.ids()
    return tuple(_card(founder, there) for founder in lobby.founding.all())


def _card(founder: Founder, there: frozenset[str]) -> FounderCard:
    started = tuple(own.table for own in founder.tables if own.table in there)
    return FounderCard(founder.id, founder.name, founder.most, started)


@get("/founders")
async def list_founders(request: AnyRequest) -> Response[bytes]:
    """Everybody who may start campaigns besides the owner, for the owner."""
    return reply(Founders(await storing(founder_cards, for_the_owner(request))))


@post("/founders", status_code=201)
async def add_founder(request: AnyRequest) -> Response[bytes]:
    """Make a founder's link, for the owner."""
    lobby = for_the_owner(request)
    asked: NewFounder = await body_as(request, NewFounder)
    made = await storing(lobby.founding.add, asked.name, asked.tables)
    return reply(_linked(request, lobby, made), status=201)


@post("/founders/{founder:str}/link", status_code=200)
async def renew_founder(request: AnyRequest, founder: FromPath[str]) -> Response[bytes]:
    """Make a new link for a founder, for the owner; the old one ends."""
    lobby = for_the_owner(request)
    renewed = await storing(lobby.founding.renew, founder)
    lobby.streams.dismiss_owner()
    return reply(_linked(request, lobby, renewed))


@post("/founders/{founder:str}/end", status_code=200)
async def end_founder(request: AnyRequest, founder: FromPath[str]) -> Response[bytes]:
    """End a founder's link, for the owner; the campaigns stay."""
    lobby = for_the_owner(request)
    gone = await storing(_ended, lobby, founder)
    lobby.streams.dismiss_owner()
    return reply(gone)


def _ended(lobby: Lobby, id: str) -> FounderCard:
    return _card(lobby.founding.end(id), lobby.ids())


def _linked(request: AnyRequest, lobby: Lobby, founder: Founder) -> FounderLink:
    link = f"{request.url.scheme}://{request.headers['host']}/enter/{lobby.founding.link(founder)}"
    return FounderLink(founder.id, founder.name, founder.most, link)


API = [list_founders, add_founder, renew_founder, end_founder]
