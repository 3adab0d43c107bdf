"""`undercroft campaign`: its verbs and their help."""

from typing import Annotated

import typer

from undercroft.faces.cli.lazy_verbs import done_by
from undercroft.faces.cli.options import Data, Json
from undercroft.faces.cli.table_verbs import TableId

verbs = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)

CampaignFile = Annotated[str, typer.Argument(metavar="FILE", help="A campaign file.", show_default=False)]
AtTable = Annotated[
    str | None,
    typer.Option("--table", metavar="TABLE", help="Change a campaign in play instead of a file: in its draft."),
]


@verbs.command(epilog="Example: undercroft campaign new hollow.toml --name 'Sorrel Hollow' --player Anna")
@done_by("campaign_writing")
def new(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A new file.", show_default=False)],
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="The campaign's name.", show_default=False)],
    preset: Annotated[str | None, typer.Option("--preset", metavar="P", help="The house rules to start from.")] = None,
    player: Annotated[
        list[str] | None, typer.Option("--player", metavar="NAME", help="A player, who gets a seat; may be repeated.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Write a new campaign file."""


@verbs.command(epilog="Example: undercroft campaign add barrow.toml room 'Hay loft' --in ossuary --from nave")
@done_by("campaign_writing")
def add(  # noqa: PLR0913, PLR0917 - an option each
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE KIND NAME",
            help="What to add, and to which file: site, room, exit, creature, table, person, land, hex, region, town "
            "or ware.",
            show_default=False,
        ),
    ],
    place: Annotated[
        str, typer.Option("--in", metavar="PLACE", help="A site, a site and a room as in mill/yard, a hex, or a town.")
    ] = "",
    start: Annotated[
        str, typer.Option("--from", metavar="ROOM", help="Where an exit begins, or the room beside a new one.")
    ] = "",
    to: Annotated[str, typer.Option("--to", metavar="ROOM", help="Where an exit leads.")] = "",
    seat: Annotated[str, typer.Option("--seat", metavar="SEAT", help="Who plays a person.")] = "",
    terrain: Annotated[str, typer.Option("--terrain", metavar="T", help="The terrain of a hex or a region.")] = "",
    row: Annotated[
        list[str] | None, typer.Option("--row", metavar="ROW", help="A row of a table, such as '2-7 wax'; repeat it.")
    ] = None,
    field: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Another field of it; may be repeated.")
    ] = None,
    table: AtTable = None,
    hireling: Annotated[bool, typer.Option("--hireling", help="The person is a hireling.")] = False,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Add a part to a campaign file, or to the draft of a table.

    A creature is one line, such as '6 rats HD 1/2 1d3'; without --in it goes into the bestiary.
    A ware is one line too, such as 'eel pie, 5c, 6 left' or 'lantern, not sold'.
    """


@verbs.command(epilog="Example: undercroft campaign edit barrow.toml sites/ossuary --outline")
@done_by("campaign_editing")
def edit(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE [PART]", help="A campaign file, and a part of it such as sites/mill."),
    ] = None,
    outline: Annotated[bool, typer.Option("--outline", help="Edit a site as an outline.")] = False,
    table: AtTable = None,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Open a campaign file or a part of it in your editor, and check it before it is kept.

    The editor is VISUAL or EDITOR. The file before the change is kept beside it, with .bak at the end of its name.
    """


@verbs.command(epilog="Example: undercroft campaign lint barrow.toml")
@done_by("campaign_writing")
def lint(file: CampaignFile, as_json: Json = False) -> None:
    """List the problems of a campaign file, by line and path."""


@verbs.command(epilog="Example: undercroft campaign export the-barrow the-barrow.toml")
@done_by("campaign_tables")
def export(
    table: TableId,
    file: CampaignFile,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that the table does not know.")] = False,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Write a campaign in play back into its file, with your comments and your order."""


@verbs.command(epilog="Example: undercroft campaign merge the-barrow barrow.toml")
@done_by("campaign_tables")
def merge(
    table: TableId,
    file: CampaignFile,
    data: Data = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would change.")] = False,
    as_json: Json = False,
) -> None:
    """Read a changed campaign file into the draft of a table; “play_it” at the prompt puts it into play."""
