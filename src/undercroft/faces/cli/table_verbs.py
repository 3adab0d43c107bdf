"""`undercroft table`: its verbs and their help."""

from contextlib import closing, suppress
from typing import Annotated

import typer

from undercroft.faces.cli.lazy_verbs import done_by
from undercroft.faces.cli.options import Data, Json
from undercroft.kernel.faults import UndercroftError

verbs = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)


def _table_ids(ctx: typer.Context, incomplete: str) -> list[str]:
    """The tables a shell may offer."""
    from undercroft.faces.shared import store_path

    with suppress(UndercroftError), closing(store_path.reading(store_path.place(ctx.params.get("data")))) as store:
        return [table.id for table in store.tables() if table.id.startswith(incomplete)]
    return []


TableId = Annotated[
    str, typer.Argument(metavar="TABLE", help="A table's id.", show_default=False, autocompletion=_table_ids)
]
Seat = Annotated[str, typer.Option("--seat", metavar="S", help="Whose knowledge: a seat, or a character's name.")]


@verbs.command(epilog="Example: undercroft table new 'The Barrow' --demo")
@done_by("table_new")
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The table's name.", show_default=False)],
    campaign: Annotated[
        str | None, typer.Option("--campaign", metavar="FILE", help="A campaign file in TOML; - reads stdin.")
    ] = None,
    demo: Annotated[bool, typer.Option("--demo", help="Begin the demo campaign.")] = False,
    at: Annotated[str | None, typer.Option("--at", metavar="B", help="Open the demo at a bookmark.")] = None,
    preset: Annotated[str | None, typer.Option("--preset", metavar="P", help="House rules to begin with.")] = None,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Make a table and begin a campaign at it."""


@verbs.command(epilog="Example: undercroft table rename the-barrow 'The Long Barrow'")
@done_by("table_remove")
def rename(
    table: TableId,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new name.", show_default=False)],
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Rename a table (its id stays the same)."""


@verbs.command(epilog="Example: undercroft table delete the-barrow --name 'The Barrow'")
@done_by("table_remove")
def delete(
    table: TableId,
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="Its name, to be sure.", show_default=False)],
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Remove a table; its log is kept in a file beside the store."""


@verbs.command(epilog="Example: undercroft table show the-barrow --seat isolde")
@done_by("table_show")
def show(
    table: TableId,
    seat: Seat = "referee",
    at: Annotated[str | None, typer.Option("--at", metavar="N", help="After the N-th thing it was told.")] = None,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Show how things stand, by what a seat knows."""


@verbs.command(epilog="Example: undercroft table log the-barrow --seat isolde")
@done_by("table_show")
def log(table: TableId, seat: Seat = "referee", data: Data = None, as_json: Json = False) -> None:
    """List what a seat was told, in words: when, who else was told, and by which rule."""


@verbs.command(epilog="Example: undercroft table report the-barrow > session.md")
@done_by("table_show")
def report(
    table: TableId,
    seat: Seat = "referee",
    session: Annotated[str | None, typer.Option("--session", "--evening", metavar="N", help="Only session N.")] = None,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Write the report of the sessions, or of one session, as a page of Markdown."""


@verbs.command("list", epilog="Example: undercroft table list")
@done_by("table_list_backup")
def tables(data: Data = None, as_json: Json = False) -> None:
    """List the tables in the store."""


@verbs.command(epilog="Example: undercroft table export the-barrow the-barrow-GM-SECRET.jsonl")
@done_by("table_export_import")
def export(
    table: TableId,
    file: Annotated[
        str | None,
        typer.Argument(metavar="[FILE]", help="Else TABLE-GM-SECRET.jsonl; - writes to stdout.", show_default=False),
    ] = None,
    form: Annotated[
        str, typer.Option("--as", metavar="FORM", help="log, or campaign: a campaign file of how things stand.")
    ] = "log",
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it is there.")] = False,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Write a table with all its secrets into a file."""


@verbs.command("import", epilog="Example: undercroft table import the-barrow-GM-SECRET.jsonl")
@done_by("table_export_import")
def take_in(
    file: Annotated[str, typer.Argument(metavar="FILE", help="An exported log; - reads stdin.", show_default=False)],
    id: Annotated[
        str | None, typer.Option("--id", metavar="ID", help="Another id, where its own is taken.", show_default=False)
    ] = None,
    allow_truncated_tail: Annotated[
        bool, typer.Option("--allow-truncated-tail", help="Take what is whole of a file whose end is missing.")
    ] = False,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Take in a table from an exported file.

    All of it is checked first: at the first fault nothing is taken.
    """


@verbs.command(epilog="Example: undercroft table verify the-barrow")
@done_by("table_verify")
def verify(
    table: Annotated[
        str | None,
        typer.Argument(
            metavar="[TABLE]", help="A table's id; else all.", show_default=False, autocompletion=_table_ids
        ),
    ] = None,
    rules: Annotated[
        bool,
        typer.Option("--rules", help="Settle every ruling again, and list what would come out differently."),
    ] = False,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Check that every line of a log is there and as it was written."""


@verbs.command(epilog="Example: undercroft table backup friday.db")
@done_by("table_list_backup")
def backup(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A new file.", show_default=False)],
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Copy the whole store into a new file, also while people play."""


@verbs.command(epilog="Example: undercroft table restore friday.db")
@done_by("table_list_backup")
def restore(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A backup.", show_default=False)],
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Make the store from a backup, where there is none yet."""
