"""The bestiary and the random tables of a campaign: looked through, typed, changed and rolled."""

from litestar import Response, get, post
from litestar.params import FromPath
from msgspec.structs import replace

from undercroft.exchange.campaignfile.lore import row_written
from undercroft.exchange.random_table import MOST_CHARACTERS, ReadTable, read_random_table
from undercroft.faces.http.bodies import AnyRequest, bytes_in
from undercroft.faces.http.lanes import beside
from undercroft.faces.views.prepare.creature_lines import plan_of, read_lines
from undercroft.faces.views.prepare.monsters import SCALES, card, entries
from undercroft.faces.web.base.rendering import fragment
from undercroft.faces.web.live.viewer.request import page_at, referee_of
from undercroft.kernel import wire
from undercroft.table.lore.lookup import bestiary
from undercroft.table.lore.lookup import monster as monster_of
from undercroft.table.lore.tables import called
from undercroft.table.preparing.draft import Prepare
from undercroft.table.preparing.draft_lines import not_in_play_yet
from undercroft.table.preparing.parts import with_draft
from undercroft.table.state.changes import MonsterChange, RollTableChange
from undercroft.table.state.ids import TableId
from undercroft.table.state.lore import ArmourScale, RandomTable
from undercroft.table.state.new_ids import new_id

EXAMPLE = """\
2d6 On a votary's body
2-3 nothing but wax
4-6 [[3d6]] copper
7 a yellow scarf
8-12 from her shop: [[Hesper's stock]]"""
"""What a table looks like, shown in the empty field."""


@get("/t/{table:str}/prepare/creatures")
async def creatures_page(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """The bestiary, and one monster to change."""
    viewer = await beside(referee_of, request, table)
    world = with_draft(viewer.known)
    asked, sought = request.query_params.get("id", ""), request.query_params.get("q", "")
    listed = entries(world, sought)
    first = listed[0].id if listed else ""
    shown = monster_of(world, asked or first) if asked or first else None
    own = world.bestiary.get(shown.id) if shown is not None else None
    return page_at(
        request,
        viewer,
        "live/prepare/creatures.html",
        entries=listed,
        sought=sought,
        shown=shown,
        plain=wire.plain(shown) if shown is not None else {},
        own=own is not None,
        before=wire.plain(own),
        removal=wire.plain(Prepare((MonsterChange(own),))) if own is not None else None,
        card=card(world, shown) if shown is not None else None,
        plan=plan_of(viewer.known, shown) if shown is not None and shown.id in bestiary(viewer.known) else None,
        lines=not_in_play_yet(viewer.known, viewer.acts),
        scales=[(scale.value, words) for scale, words in SCALES.items()],
        part="creatures",
    )


@post("/t/{table:str}/prepare/creatures/read", status_code=200)
async def read_creatures(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """Lines as the creatures they describe, each with its card; of a single line, also the encounter."""
    viewer = await beside(referee_of, request, table)
    text = (await bytes_in(request)).decode("utf-8", "replace")
    asked = request.query_params.get("scale", "")
    scale = ArmourScale(asked) if asked in set(ArmourScale) else None
    read = await beside(read_lines, viewer.known, text, scale)
    return fragment("live/prepare/creature_read.html", read=read, table=table)


@get("/t/{table:str}/prepare/tables")
async def tables_page(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """The random tables, and one to change."""
    viewer = await beside(referee_of, request, table)
    world = with_draft(viewer.known)
    shown = world.roll_tables.get(TableId(request.query_params.get("id", "")))
    return page_at(
        request,
        viewer,
        "live/prepare/tables.html",
        tables=sorted(world.roll_tables.values(), key=lambda each: each.name.casefold()),
        shown=shown,
        text=text_of(shown) if shown is not None else "",
        read=read_random_table(text_of(shown)) if shown is not None else None,
        fixes={},
        id=shown.id if shown is not None else "",
        rolls=shown is not None and shown.id in viewer.known.roll_tables,
        removal=wire.plain(Prepare((RollTableChange(shown),))) if shown is not None else None,
        command=wire.plain(Prepare((RollTableChange(shown, shown),))) if shown is not None else None,
        lines=not_in_play_yet(viewer.known, viewer.acts),
        example=EXAMPLE,
        part="tables",
    )


def text_of(table: RandomTable) -> str:
    """A table as the lines that a person types."""
    return "\n".join((f"{table.dice} {table.name}", *map(row_written, table.rows)))


@post("/t/{table:str}/prepare/tables/read", status_code=200, request_max_body_size=MOST_CHARACTERS)
async def read_table(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """A typed or pasted table as it is understood: its rows, their chances, and what to look at.

    A table with the name of another is that table, changed: a page that was left open makes no second one.
    """
    viewer = await beside(referee_of, request, table)
    text = (await bytes_in(request)).decode("utf-8", "replace")
    read = await beside(read_random_table, text)
    known, name = with_draft(viewer.known).roll_tables, read.name or "A table"
    before = known.get(TableId(request.query_params.get("id", ""))) or called(known, name)
    id = before.id if before is not None else TableId(new_id(name, known))
    command = wire.plain(Prepare((RollTableChange(before, RandomTable(id, name, read.dice, read.rows)),)))
    return fragment(
        "live/prepare/table_read.html", read=read, id=before and before.id, command=command, fixes=_fixes(read)
    )


def _fixes(read: ReadTable) -> dict[str, list[tuple[str, str]]]:
    """For every hole, what it could be given to, and the lines that come of it."""
    fixes: dict[str, list[tuple[str, str]]] = {}
    for hole in (row for row in read.shown if row.hole):
        ways = [
            (
                f"give it to {row.numbers}",
                replace(row, low=min(row.low, hole.low), high=max(row.high, hole.high)),
                row,
            )
            for row in read.rows
            if row.high == hole.low - 1 or row.low == hole.high + 1
        ]
        fixes[hole.numbers] = [
            (
                label,
                text_of(
                    RandomTable(
                        TableId(""), read.name, read.dice, tuple(wider if each is row else each for each in read.rows)
                    )
                ),
            )
            for label, wider, row in ways
        ]
    return fixes


PAGES = [creatures_page, read_creatures, tables_page, read_table]
