"""Sites: an outline, a map and a card of the same site, written while the table plays on."""

import secrets
from collections.abc import Mapping
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import FromPath
from msgspec import Meta, Struct
from msgspec.structs import replace

from undercroft.exchange.outline import Outlined, OutlineReading, Sort, write_outline
from undercroft.exchange.outline.suggesting import suggestions
from undercroft.faces.http.bodies import AnyRequest, bytes_in
from undercroft.faces.http.lanes import at_length, beside, storing
from undercroft.faces.http.replies import reply
from undercroft.faces.views.dungeon.picture_map import prepared_picture
from undercroft.faces.views.prepare.draft_list import draft_list
from undercroft.faces.views.prepare.room_card import prepared_room
from undercroft.faces.views.prepare.site_head import prepared_map, site_head
from undercroft.faces.views.prepare.site_marks import LineMark, line_marks
from undercroft.faces.views.prepare.site_writing import (
    Edit,
    all_edited,
    changes_between,
    clashing,
    drafted,
    new_site,
    on_top,
    outgrown,
    read_site,
    site_in,
)
from undercroft.faces.web.base.rendering import render
from undercroft.faces.web.live.viewer.request import lobby_of, page_at, referee_of
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.kernel import wire
from undercroft.kernel.faults import BadInput
from undercroft.server.responses import Refused
from undercroft.table.lore.lookup import bestiary
from undercroft.table.preparing.draft import Prepare
from undercroft.table.site.room_numbers import room_numbers
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.changes import address
from undercroft.table.state.ids import SiteId, ZoneId
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Site

MOST_BYTES = 4 * 1024 * 1024
"""An outline, and the site it was written from."""
MOST_EDITS = 1000
NAMELESS = Outlined(Site(SiteId(""), "", ZoneId("")))
EXAMPLE = """\
# The Drowned Mill

1 Mill yard, lit
  > 2 plank door, stuck

2 Grinding floor
  6 rats HD 1/2 1d3
  ! hoist weight: 2d6, evasion avoids
  $ gnawed key"""
"""What an outline looks like, shown in the empty field."""


class WrittenSite(Struct, frozen=True, forbid_unknown_fields=True):
    """A site as a browser has it: the outline, the site it was written from, and what was changed beside it."""

    site: str = ""
    text: str = ""
    base: str = ""
    """The site that the outline was written from, as the server sent it; empty for a new site."""
    kept: str = ""
    """The outline as it was last kept in the draft."""
    room: str = ""
    level: int | None = None
    drawn: bool = False
    """Show the drawn map of a level that has a picture."""
    keep: bool = False
    """Keep it in the draft, and not only read it."""
    mine: bool = False
    """Keep it on top of what another screen has changed."""
    theirs: bool = False
    """Take what is in the draft now."""
    edits: Annotated[tuple[Edit, ...], Meta(max_length=MOST_EDITS)] = ()
    """What was changed beside the outline, in order."""


class SiteAnswer(Struct, frozen=True):
    """A site as it was understood, with the parts of the page that show it."""

    site: str
    room: str
    cursor: str
    parts: dict[str, str]
    marks: tuple[LineMark, ...]
    notes: tuple[Any, ...]
    kept: bool = False
    base: str | None = None
    """Another site to go on from."""
    text: str | None = None
    """Another outline to go on with."""
    clashes: tuple[str, ...] = ()
    """What another screen changed meanwhile."""


@get("/t/{table:str}/prepare/sites")
async def sites_page(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """The sites, and one to write."""
    viewer = await beside(referee_of, request, table)
    world = drafted(viewer.known)
    chosen = request.query_params.get("site", "")
    if chosen not in world.sites and "new" not in request.query_params:
        here = viewer.group.site if viewer.group is not None else None
        chosen = here or next(iter(world.sites), "")
    whole = site_in(world, chosen)
    text = write_outline(whole) if whole is not None else ""
    room = request.query_params.get("room", "")
    asked = WrittenSite(chosen if whole is not None else "", text, kept=text, room=room)
    answer = await at_length(_shown, viewer, asked, whole or NAMELESS)
    words = suggestions(bestiary(viewer.known).values())
    return page_at(
        request,
        viewer,
        "live/prepare/sites.html",
        part="sites",
        sites=sorted(world.sites.values(), key=lambda site: site.name.casefold()),
        shown=whole.site if whole is not None else None,
        text=text,
        base=_sent(whole) if whole is not None else "",
        answer=answer,
        marked=wire.plain({"marks": answer.marks, "notes": answer.notes, "words": words}),
        example=EXAMPLE,
    )


@post("/t/{table:str}/prepare/sites/write", status_code=200, request_max_body_size=MOST_BYTES)
async def write_site(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    """A typed outline as it is understood; on request it is kept in the draft."""
    viewer = await beside(referee_of, request, table)
    asked = await beside(_asked, await bytes_in(request))
    return reply(await storing(_written, request, viewer, asked))


def _asked(body: bytes) -> WrittenSite:
    try:
        asked: WrittenSite = wire.decode(WrittenSite, body)
    except (wire.Unreadable, ValueError):
        raise BadInput("bad_body", "the outline cannot be read", "load the page again") from None
    return asked


def _sent(whole: Outlined) -> str:
    return wire.encode(whole).decode()


def _base(world: Campaign, asked: WrittenSite) -> Outlined:
    """The site that an outline was written from."""
    if not asked.base:
        return new_site(world, asked.text)
    try:
        base: Outlined = wire.decode(Outlined, asked.base.encode())
    except (wire.Unreadable, ValueError):
        raise BadInput(
            "bad_base", "the site that the outline was written from cannot be read", "load the page again"
        ) from None
    return base


def _written(request: AnyRequest, viewer: Viewer, asked: WrittenSite) -> SiteAnswer:
    world = drafted(viewer.known)
    if asked.theirs:
        return _renewed(viewer, asked, site_in(world, asked.site) or NAMELESS)
    base = _base(world, asked)
    reading = read_site(world, asked.text, base)
    whole = all_edited(world, reading.whole, asked.edits)
    fresh = not asked.base and bool(whole.site.zones)
    if asked.keep and whole.site.zones:
        return _kept(request, viewer, asked, base, reading if whole is reading.whole else replace(reading, whole=whole))
    if asked.edits:
        return _renewed(viewer, asked, whole)
    answer = _shown(viewer, asked, whole, reading)
    return replace(answer, base=_sent(base), site=base.site.id) if fresh and asked.keep else answer


def _kept(
    request: AnyRequest, viewer: Viewer, asked: WrittenSite, base: Outlined, reading: OutlineReading
) -> SiteAnswer:
    """Keep a site in the draft, as far as no other screen has changed the same."""
    whole = reading.whole
    before = read_site(drafted(viewer.known), asked.kept, base).whole if asked.kept else Outlined(base.site)
    changes = changes_between(before, whole)
    clashes = clashing(viewer.known, changes)
    if asked.mine:
        changes, clashes = on_top(viewer.known, changes), []
    fine = tuple(change for change in changes if change not in clashes)
    table = lobby_of(request).open(viewer.table)
    words = tuple(reason.what for reason in Prepare(tuple(clashes)).why_not(viewer.known, REFEREE)) if clashes else ()
    if fine:
        done = table.act(REFEREE, Prepare(fine), key=f"prepare-{secrets.token_hex(12)}")
        if isinstance(done, Refused):
            words = (*words, *(reason.what for reason in done.reasons))
    standing = table.standing(REFEREE, most=0)
    viewer = replace(viewer, known=standing.known, cursor=standing.cursor)
    now = site_in(drafted(viewer.known), whole.site.id) or whole
    asked = replace(asked, site=whole.site.id)
    if words:
        return replace(_shown(viewer, asked, whole, reading), clashes=words)
    if now == whole and not asked.edits and not (asked.base and outgrown(viewer.known, base)):
        first = {} if asked.base else {"base": _sent(base)}
        return replace(_shown(viewer, asked, whole, reading), kept=True, **first)
    return replace(_renewed(viewer, asked, now), kept=True)


def _renewed(viewer: Viewer, asked: WrittenSite, whole: Outlined) -> SiteAnswer:
    """The site to go on from; its outline only if the one that was typed says something else."""
    world = drafted(viewer.known)
    same = not asked.theirs and read_site(world, asked.text, whole).whole == whole
    text = asked.text if same else write_outline(whole)
    shown = _shown(viewer, replace(asked, text=text, site=whole.site.id), whole)
    return replace(shown, base=_sent(whole), text=None if same else text, kept=asked.theirs)


def _shown(viewer: Viewer, asked: WrittenSite, whole: Outlined, reading: OutlineReading | None = None) -> SiteAnswer:
    """The parts of the page for a site."""
    known, site = viewer.known, whole.site
    if reading is None:
        reading = read_site(drafted(known), asked.text, whole)
    numbers = room_numbers(site)
    room = ZoneId(asked.room) if asked.room in site.zones else site.entrance
    room = room if room in site.zones else next(iter(site.zones), ZoneId(""))
    level = asked.level if asked.level is not None or room not in site.zones else site.zones[room].level
    lines = draft_list(known, viewer.acts)
    new = [id for id in site.zones if address("sites", site.id, "zones", id) in known.draft]
    plan = prepared_map(known, whole, room, level)
    picture = prepared_picture(known, site, plan.level) if plan is not None else None
    values: dict[str, Any] = {
        "table": viewer.table,
        "picture": None if asked.drawn else picture,
        "has_picture": picture is not None,
        "other_pictures": sorted((level, id) for id, level in {id: n for n, id in site.pictures.items()}.items()),
        "pinning": True,
        "whole": whole,
        "site": site,
        "head": site_head(known, whole),
        "map": plan,
        "room": prepared_room(whole, room, reading.places),
        "rooms": _rooms(whole, reading, numbers),
        "chosen": room,
        "fresh": [id for id in new if id not in known.sites.get(site.id, NAMELESS.site).zones],
        "taps": {},
        "room_taps": {},
        "notes": reading.notes,
        "lines": lines,
        "seen": sorted(numbers[id] for id in known.seen[site.id].zones if id in numbers)
        if site.id in known.seen
        else (),
    }
    parts = {name: render(f"live/prepare/site_{name}.html", **values) for name in ("head", "map", "card", "draft")}
    marks = line_marks(known, whole, reading.places)
    return SiteAnswer(asked.site, room, viewer.cursor, parts, marks, tuple(wire.plain(note) for note in reading.notes))


def _rooms(
    whole: Outlined, reading: OutlineReading, numbers: Mapping[ZoneId, str]
) -> list[tuple[ZoneId, str, str, int]]:
    """The rooms in the order of the outline."""
    zones = whole.site.zones
    written = [ZoneId(place.id) for place in reading.places if place.sort is Sort.ZONE]
    order = dict.fromkeys(id for id in (*written, *zones) if id in zones)
    return [(id, numbers[id], zones[id].name, zones[id].level) for id in order]


PAGES = [sites_page, write_site]
