"""`undercroft table new`, `show`, `log` and `report`: their help. What a verb needs is imported when it runs."""

from typing import Annotated

import typer

from undercroft.faces.cli.options import Data, Json
from undercroft.faces.cli.table_store_verbs import TableId

verbs = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)

Seat = Annotated[str, typer.Option("--seat", metavar="S", help="Whose knowledge: a seat, or a character's name.")]


@verbs.command(epilog="Example: undercroft table new 'The Barrow' --demo")
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the table is called.", show_default=False)],
    campaign: Annotated[
        str | None, typer.Option("--campaign", metavar="FILE", help="A campaign file in TOML; - reads stdin.")
    ] = None,
    demo: Annotated[bool, typer.Option("--demo", help="Begin the demo campaign.")] = False,
    at: Annotated[str | None, typer.Option("--at", metavar="B", help="Open the demo at a bookmark.")] = None,
    preset: Annotated[str | None, typer.Option("--preset", metavar="P", help="House rules to begin with.")] = None,
    data: Data = None,
    json: Json = False,
) -> None:
    """Make a table and begin a campaign at it."""
    from undercroft.faces.cli import table_new as verb

    if at is not None:
        verb.new_at(name, verb.mark(at, demo=demo, other=campaign or preset), data, as_json=json)
        return
    verb.new(name, verb.source(campaign, demo=demo, preset=preset), data, as_json=json)


@verbs.command(epilog="Example: undercroft table rename barrow 'The Long Barrow'")
def rename(
    table: TableId,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is called from now on.", show_default=False)],
    data: Data = None,
    json: Json = False,
) -> None:
    """Call a table otherwise; its id stays."""
    from undercroft.faces.cli import table_remove as verb

    verb.rename(table, name, data, as_json=json)


@verbs.command(epilog="Example: undercroft table delete barrow --name 'The Barrow'")
def delete(
    table: TableId,
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="Its name, to be sure.", show_default=False)],
    data: Data = None,
    json: Json = False,
) -> None:
    """Remove a table; its log is kept in a file beside the store."""
    from undercroft.faces.cli import table_remove as verb

    verb.delete(table, name, data, as_json=json)


@verbs.command(epilog="Example: undercroft table show barrow --seat isolde")
def show(
    table: TableId,
    seat: Seat = "referee",
    at: Annotated[str | None, typer.Option("--at", metavar="N", help="After the N-th thing it was told.")] = None,
    data: Data = None,
    json: Json = False,
) -> None:
    """Show how things stand, by what a seat knows."""
    from undercroft.faces.cli import table_show as verb

    verb.show(table, seat, at, data, as_json=json)


@verbs.command("log", epilog="Example: undercroft table log barrow --seat isolde")
def read_log(table: TableId, seat: Seat = "referee", data: Data = None, json: Json = False) -> None:
    """List what a seat was told, in words: when, who else was told, and by which rule."""
    from undercroft.faces.cli import table_show as verb

    verb.log(table, seat, data, as_json=json)


@verbs.command(epilog="Example: undercroft table report barrow > evening.md")
def report(
    table: TableId,
    seat: Seat = "referee",
    evening: Annotated[str | None, typer.Option("--evening", metavar="N", help="Only the N-th evening.")] = None,
    data: Data = None,
    json: Json = False,
) -> None:
    """Write what was played, or one evening of it, as a page of Markdown."""
    from undercroft.faces.cli import table_show as verb

    verb.report(table, seat, evening, data, as_json=json)
