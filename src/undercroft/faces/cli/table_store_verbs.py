"""`undercroft table`: its verbs and their help. What a verb needs is imported when it runs."""

from contextlib import closing, suppress
from typing import Annotated

import typer

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


@verbs.command("list", epilog="Example: undercroft table list")
def list_tables(data: Data = None, json: Json = False) -> None:
    """List the tables in the store."""
    from undercroft.faces.cli import table_list_backup as verb

    verb.tables(data, as_json=json)


@verbs.command(epilog="Example: undercroft table export barrow barrow-GM-SECRET.jsonl")
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
    json: Json = False,
) -> None:
    """Write a table with all its secrets into a file."""
    from undercroft.faces.cli import table_export_import as verb

    verb.export(table, verb.ExportTarget(file, form, force), data, as_json=json)


@verbs.command("import", epilog="Example: undercroft table import barrow-GM-SECRET.jsonl")
def import_file(
    file: Annotated[str, typer.Argument(metavar="FILE", help="An exported log; - reads stdin.", show_default=False)],
    id: Annotated[
        str | None, typer.Option("--id", metavar="ID", help="Another id, where its own is taken.", show_default=False)
    ] = None,
    allow_truncated_tail: Annotated[
        bool, typer.Option("--allow-truncated-tail", help="Take what is whole of a file whose end is missing.")
    ] = False,
    data: Data = None,
    json: Json = False,
) -> None:
    """Take in a table from an exported file.

    All of it is checked first: at the first fault nothing is taken.
    """
    from undercroft.faces.cli import table_export_import as verb

    verb.take_in(file, data, id=id, allow_truncated_tail=allow_truncated_tail, as_json=json)


@verbs.command(epilog="Example: undercroft table verify barrow")
def verify(
    table: Annotated[
        str | None,
        typer.Argument(
            metavar="[TABLE]", help="A table's id; else all.", show_default=False, autocompletion=_table_ids
        ),
    ] = None,
    rules: Annotated[
        bool, typer.Option("--rules", help="Settle every ruling again, and say which would go otherwise today.")
    ] = False,
    data: Data = None,
    json: Json = False,
) -> int:
    """Check that every line of a log is there and as it was written."""
    from undercroft.faces.cli import table_verify as verb

    return verb.verify(table, data, rules=rules, as_json=json)


@verbs.command(epilog="Example: undercroft table backup friday.db")
def backup(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A new file.", show_default=False)],
    data: Data = None,
    json: Json = False,
) -> None:
    """Copy the whole store into a new file, also while people play."""
    from undercroft.faces.cli import table_list_backup as verb

    verb.backup(file, data, as_json=json)


@verbs.command(epilog="Example: undercroft table restore friday.db")
def restore(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A backup.", show_default=False)],
    data: Data = None,
    json: Json = False,
) -> None:
    """Make the store from a backup, where there is none yet."""
    from undercroft.faces.cli import table_list_backup as verb

    verb.restore(file, data, as_json=json)
