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
Seat = Annotated[str, typer.Option("--seat", metavar="S", help="A seat, or the name of its character.")]


@verbs.command(epilog="Example: undercroft table new 'The Barrow' --demo")
@done_by("table_new")
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The table's name.", show_default=False)],
    campaign: Annotated[
        str | None,
        typer.Option("--campaign", "--from", metavar="FILE", help="A campaign file or an outline; - reads stdin."),
    ] = None,
    demo: Annotated[bool, typer.Option("--demo", help="Start the demo campaign.")] = False,
    at: Annotated[str | None, typer.Option("--at", metavar="B", help="Open the demo at a bookmark.")] = None,
    preset: Annotated[str | None, typer.Option("--preset", metavar="P", help="The house rules to start from.")] = None,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Make a table and start a campaign."""


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
    name: Annotated[
        str, typer.Option("--name", metavar="NAME", help="The table's name, to confirm.", show_default=False)
    ],
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Delete a table; a file beside the store keeps its log.

    Of a damaged table it keeps the log as far as it can be read, and everything else in a second file.
    """


@verbs.command(epilog="Example: undercroft table undelete the-barrow --data postgresql:///undercroft")
@done_by("store_upkeep")
def undelete(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The id of a deleted table.", show_default=False)],
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Bring a deleted table back, in a database, until it is purged."""


@verbs.command(epilog="Example: undercroft table show the-barrow --seat isolde")
@done_by("table_show")
def show(
    table: TableId,
    seat: Seat = "referee",
    at: Annotated[str | None, typer.Option("--at", metavar="N", help="After line N of the seat's log.")] = None,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Show the situation as a seat knows it."""


@verbs.command(epilog="Example: undercroft table log the-barrow --seat isolde")
@done_by("table_show")
def log(table: TableId, seat: Seat = "referee", data: Data = None, as_json: Json = False) -> None:
    """Show a seat's log in words: when, who else knows, by which rule."""


@verbs.command(epilog="Example: undercroft table report the-barrow > session.md")
@done_by("table_show")
def report(
    table: TableId,
    seat: Seat = "referee",
    session: Annotated[str | None, typer.Option("--session", "--evening", metavar="N", help="Only session N.")] = None,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Write the report of all sessions, or of one, as Markdown."""


@verbs.command("print", epilog="Example: undercroft table print the-barrow --what site:ossuary --referee-only")
@done_by("table_print", "table")
def print_sheets(  # noqa: PLR0913, PLR0917 - an option each
    table: TableId,
    what: Annotated[
        list[str] | None,
        typer.Option("--what", metavar="W", help="turns, site:ID, land, cards, card:ID, tables or rules; repeat it."),
    ] = None,
    paper: Annotated[str, typer.Option("--paper", metavar="P", help="a4 or letter.")] = "a4",
    seat: Seat = "referee",
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="FILE", help="By default TABLE-print.html, or TABLE-print-GM-SECRET.html."),
    ] = None,
    data: Data = None,
    referee_only: Annotated[bool, typer.Option("--referee-only", help="Include the referee's secrets.")] = False,
    short_key: Annotated[bool, typer.Option("--short-key", help="Print only the first sentence of each text.")] = False,
    on_pictures: Annotated[
        bool, typer.Option("--pictures", help="Draw sites on the pictures of their paper maps.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
    as_json: Json = False,
) -> None:
    """Write sheets to print: turns, maps with their key, cards, tables and house rules."""


@verbs.command(epilog="Example: undercroft table seats the-barrow --links")
@done_by("table_seats", "table")
def seats(
    table: TableId,
    links: Annotated[bool, typer.Option("--links", help="Show the secret link of every seat.")] = False,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """List the seats: who plays, who asks for a seat, and the session's code."""


@verbs.command(epilog="Example: undercroft table seat the-barrow isolde --new-link")
@done_by("table_seats", "table")
def seat(  # noqa: PLR0913, PLR0917 - an option each
    table: TableId,
    seat: Annotated[str, typer.Argument(metavar="SEAT", help="A seat, or the name of its character.")],
    name: Annotated[str | None, typer.Option("--name", metavar="N", help="Name its player.")] = None,
    let_in: Annotated[
        str | None, typer.Option("--let-in", metavar="N", help="Let the person of that name take it over.")
    ] = None,
    turn_away: Annotated[
        str | None, typer.Option("--turn-away", metavar="N", help="Say no to the person of that name.")
    ] = None,
    new_link: Annotated[
        bool,
        typer.Option("--new-link", help="Make a new link; the old one stops working, also in browsers that used it."),
    ] = False,
    remove: Annotated[bool, typer.Option("--remove", help="Remove its player.")] = False,
    free: Annotated[bool, typer.Option("--open", help="Open it to everybody who has the code.")] = False,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Show the link of a seat; with an option, change who has it."""


@verbs.command("list", epilog="Example: undercroft table list")
@done_by("table_list_backup")
def tables(data: Data = None, as_json: Json = False) -> None:
    """List the tables in the store."""


@verbs.command(epilog="Example: undercroft table export the-barrow the-barrow-GM-SECRET.jsonl")
@done_by("table_export")
def export(
    table: TableId,
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE]", help="By default TABLE-GM-SECRET.jsonl; - writes to stdout.", show_default=False
        ),
    ] = None,
    form: Annotated[
        str,
        typer.Option(
            "--as", metavar="FORM", help="log, campaign (the present state as a campaign file), or another format."
        ),
    ] = "log",
    players: Annotated[
        bool, typer.Option("--players", help="What everybody knows, without secrets; not for log and campaign.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Save a table with all its secrets in a file, or write it for other programs."""


@verbs.command(epilog="Example: undercroft table add the-barrow barrow.toml --site ossuary")
@done_by("table_add")
def add(
    table: TableId,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A campaign file; - reads stdin.", show_default=False)],
    site: Annotated[
        list[str] | None, typer.Option("--site", metavar="ID", help="A site of the file; may be given several times.")
    ] = None,
    lands: Annotated[bool, typer.Option("--lands", help="The lands of the file.")] = False,
    person: Annotated[
        list[str] | None,
        typer.Option("--person", metavar="ID=SEAT", help="A person with their gear, and who plays them."),
    ] = None,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Add sites, the lands or people of a campaign file to a campaign in play.

    Players learn of a site only when they find it. “undo” at the prompt removes them again.
    """


@verbs.command(epilog="Example: undercroft table remove the-barrow --site ossuary")
@done_by("table_add")
def remove(
    table: TableId,
    site: Annotated[str | None, typer.Option("--site", metavar="ID", help="A site of the campaign.")] = None,
    lands: Annotated[bool, typer.Option("--lands", help="The lands.")] = False,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Remove a site or the lands from a campaign in play."""


@verbs.command(epilog="Example: undercroft table picture the-barrow map.png --site ossuary --level 2")
@done_by("table_picture")
def picture(
    table: TableId,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A PNG, JPEG, WebP or GIF file; - reads stdin.", show_default=False)
    ],
    site: Annotated[str, typer.Option("--site", metavar="ID", help="A site of the campaign.", show_default=False)],
    level: Annotated[int, typer.Option("--level", metavar="N", help="The level that it is the map of.")] = 1,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Add a picture of a paper map to a site. Players see it only when you show it."""


@verbs.command("import", epilog="Example: undercroft table import crypt.json --into the-barrow")
@done_by("table_import")
def take_in(  # noqa: PLR0913, PLR0917 - an option each
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...", help="An exported log, or files of other programs; - reads stdin.", show_default=False
        ),
    ],
    into: Annotated[
        str | None,
        typer.Option(
            "--into",
            metavar="TABLE",
            help="The campaign that gets what the files hold; without it, a new one.",
            show_default=False,
            autocompletion=_table_ids,
        ),
    ] = None,
    draft: Annotated[bool, typer.Option("--draft", help="Into the draft of that campaign, not into play.")] = False,
    report: Annotated[
        bool, typer.Option("--report", help="Print everything that was kept, guessed and dropped.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Read the files and change nothing.")] = False,
    id: Annotated[
        str | None, typer.Option("--id", metavar="ID", help="Another id for the new table.", show_default=False)
    ] = None,
    allow_truncated_tail: Annotated[
        bool, typer.Option("--allow-truncated-tail", help="Import the complete lines of a log whose end is missing.")
    ] = False,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Import an exported table, or maps, hexes, tables and monsters that other programs wrote.

    Files are recognised by what is in them. If anything is wrong, nothing is imported. All of it is the referee's until
    it is shown in play.
    """


@verbs.command(epilog="Example: undercroft table verify the-barrow")
@done_by("table_verify")
def verify(
    table: Annotated[
        str | None,
        typer.Argument(
            metavar="[TABLE]",
            help="The table's id; without it, all tables.",
            show_default=False,
            autocompletion=_table_ids,
        ),
    ] = None,
    rules: Annotated[
        bool,
        typer.Option("--rules", help="Settle every ruling again, and list what would come out differently."),
    ] = False,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Check that no line of a log is missing or changed."""


@verbs.command(epilog="Example: undercroft table recover the-barrow --into the-barrow-2")
@done_by("table_recover")
def recover(
    table: TableId,
    into: Annotated[
        str | None,
        typer.Option("--into", metavar="NEW", help="The id of the new table; by default TABLE-recovered."),
    ] = None,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Save what can be read of a damaged table as a new one, and say what is lost.

    The damaged table stays as it is. The new one can be played on, exported and read.
    """


@verbs.command(epilog="Example: undercroft table dice the-barrow --seat isolde")
@done_by("table_audit")
def dice(
    table: TableId,
    file: Annotated[
        str | None,
        typer.Argument(metavar="[FILE]", help="By default TABLE-SEAT.dice.json.", show_default=False),
    ] = None,
    seat: Seat = "spectators",
    data: Data = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
    as_json: Json = False,
) -> None:
    """Save the dice that a seat was told of, with their seals, in a file that anybody can check."""


@verbs.command(epilog="Example: undercroft table audit the-barrow-GM-SECRET.jsonl")
@done_by("table_audit")
def audit(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="An exported log or a dice file; - reads stdin.", show_default=False),
    ],
    as_json: Json = False,
) -> None:
    """Check that every rolled die in a file matches the seal made before the roll."""


@verbs.command(epilog="Example: undercroft table backup friday.db")
@done_by("table_list_backup")
def backup(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A new file.", show_default=False)],
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Copy the whole store into a new file, even while people play.

    From a damaged store it takes everything that can be read, says what is lost, and exits with 5.
    """


@verbs.command(epilog="Example: undercroft table restore friday.db")
@done_by("table_list_backup")
def restore(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A backup.", show_default=False)],
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Make a new store from a backup."""
