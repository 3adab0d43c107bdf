"""The land: a map of hexes to paint, the card of a hex, encounter tables and weather, while the table plays on."""

import secrets
from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import FromPath
from msgspec import Meta, Struct
from msgspec.structs import replace

from undercroft.books.hexcrawl.land import Road, Terrain, Weather
from undercroft.books.hexcrawl.weather import Climate
from undercroft.faces.http.bodies import AnyRequest, body_as
from undercroft.faces.http.lanes import beside, storing
from undercroft.faces.http.replies import reply
from undercroft.faces.views.prepare.hex_card import hex_card
from undercroft.faces.views.prepare.land_desk import LandEdit
from undercroft.faces.views.prepare.land_draft import land_draft
from undercroft.faces.views.prepare.land_view import brushes, costs_of, land_view
from undercroft.faces.views.prepare.land_writing import (
    MOST_ACROSS,
    Edited,
    NewLand,
    edited,
    fault_words,
    new_land,
)
from undercroft.faces.views.road.regions import seasons_of
from undercroft.faces.web.base.rendering import render
from undercroft.faces.web.live.viewer.request import lobby_of, page_at, referee_of
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.kernel.faults import BadInput
from undercroft.server.responses import Refused
from undercroft.table.preparing.draft import Prepare
from undercroft.table.preparing.parts import with_draft
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.changes import AnyChange
from undercroft.table.state.seats import REFEREE

MOST_EDITS = 1000
PARTS = ("map", "list", "card", "ground", "tables", "regions", "weather", "draft", "head")
"""The parts of the page that follow every change."""


class LandWritten(Struct, frozen=True, forbid_unknown_fields=True):
    """What was changed in a browser, and the hex that is chosen there."""

    hex: str = ""
    edits: Annotated[tuple[LandEdit, ...], Meta(max_length=MOST_EDITS)] = ()
    new: NewLand | None = None
    mine: bool = False
    """Write it on top of what another screen has changed."""


class LandAnswer(Struct, frozen=True):
    """The parts of the page after a change."""

    hex: str
    cursor: str
    parts: dict[str, str]
    clashes: tuple[str, ...] = ()
    """What another screen changed meanwhile."""
    faults: tuple[str, ...] = ()
    """What could not be used, and why."""


@get("/t/{table:str}/prepare/land")
async def land_page(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """The land and its map, or a form for a new one."""
    viewer = await beside(referee_of, request, table)
    values = await beside(_values, viewer, request.query_params.get("hex", ""))
    return page_at(
        request,
        viewer,
        "live/prepare/land.html",
        **{name: value for name, value in values.items() if name != "table"},
        table_of_costs=values["costs"].table,
        paces={"road": values["costs"].pace(Road.MAINTAINED), "trail": values["costs"].pace(Road.TRAIL)},
        most=MOST_ACROSS,
        part="land",
    )


@post("/t/{table:str}/prepare/land/write", status_code=200)
async def write_land(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    """Keep edits in the draft, and answer with the parts of the page as they are then."""
    viewer = await beside(referee_of, request, table)
    written: LandWritten = await body_as(request, LandWritten)
    return reply(await storing(_written, request, viewer, written))


def _written(request: AnyRequest, viewer: Viewer, written: LandWritten) -> LandAnswer:
    found = _changes(viewer.known, written)
    changes, faults = found.changes, found.faults
    table = lobby_of(request).open(viewer.table)
    clashes = tuple(words for change in changes for words in _clash(viewer.known, change))
    fine = tuple(change for change in changes if not _clash(viewer.known, change))
    if fine:
        done = table.act(REFEREE, Prepare(fine), key=f"prepare-{secrets.token_hex(12)}")
        if isinstance(done, Refused):
            faults = (*faults, *(reason.what for reason in done.reasons))
    standing = table.standing(REFEREE, most=0)
    viewer = replace(viewer, known=standing.known, cursor=standing.cursor)
    values = _values(viewer, written.hex)
    parts = {name: render(f"live/prepare/land_{name}.html", **values) for name in PARTS} if values["land"].cells else {}
    chosen = values["card"].hex.id if values["card"] is not None else ""
    return LandAnswer(chosen, viewer.cursor, parts, clashes, faults)


def _changes(known: Campaign, written: LandWritten) -> Edited:
    if written.new is None:
        return edited(known, written.edits, mine=written.mine)
    try:
        return Edited(new_land(known, written.new))
    except BadInput as fault:
        return Edited((), (fault_words(fault),))


def _clash(known: Campaign, change: AnyChange) -> tuple[str, ...]:
    """What another screen wrote in the same place, in words."""
    reasons = Prepare((change,)).why_not(known, REFEREE)
    return tuple(reason.what for reason in reasons if reason.code == "changed_since")


def _values(viewer: Viewer, asked: str) -> dict[str, Any]:
    """What the templates of the page show."""
    world = with_draft(viewer.known)
    land = land_view(viewer.known, world)
    chosen = asked if asked in world.lands.hexes else next(iter(world.lands.hexes), "")

    def pairs(none: str) -> list[tuple[str, str]]:
        return [("", none), *((name, name) for name in world.lands.tables)]

    return {
        "table": viewer.table,
        "land": land,
        "card": hex_card(viewer.known, world, chosen),
        "chosen": chosen,
        "costs": costs_of(world),
        "brushes": brushes(costs_of(world)),
        "site_names": [("", "none"), *sorted((id, site.name) for id, site in world.sites.items())],
        "pairs": pairs,
        "ways": [(*way.between, way.path.value) for way in world.lands.ways],
        "terrains": list(Terrain),
        "grounds": _words(Terrain),
        "season_names": [("", "none"), *((name, name) for name in seasons_of(world.lands))],
        "regions": [("", "none"), *((id, region.name) for id, region in world.lands.regions.items())],
        "skies": _words(Weather),
        "airs": _words(Climate),
        "draft": land_draft(viewer.known, viewer.acts),
        "in_play": bool(viewer.known.lands.hexes),
    }


def _words(kind: Iterable[StrEnum]) -> list[tuple[str, str]]:
    """Values with their words, for a list to choose from."""
    return [(each.value, each.value.replace("_", " ")) for each in kind]


PAGES = [land_page, write_land]
