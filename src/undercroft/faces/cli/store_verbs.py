"""`undercroft store`: its verbs and their help."""

from typing import Annotated

import typer

from undercroft.faces.cli.lazy_verbs import done_by
from undercroft.faces.cli.options import Data, Json

verbs = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)


@verbs.command(epilog="Example: undercroft store migrate --data postgresql:///undercroft --program undercroft")
@done_by("store_upkeep")
def migrate(
    program: Annotated[
        str | None,
        typer.Option("--program", metavar="ROLE", help="The role of the server: let it use the store, and no more."),
    ] = None,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Make a database ready for this version; needs the role that owns the database."""


@verbs.command(epilog="Example: undercroft store verify --data postgresql:///undercroft")
@done_by("store_upkeep")
def verify(data: Data = None, as_json: Json = False) -> None:
    """Check every table of a store, line by line."""


@verbs.command(epilog="Example: undercroft store copy undercroft.db postgresql:///undercroft --table the-barrow")
@done_by("store_upkeep")
def copy(
    source: Annotated[
        str, typer.Argument(metavar="FROM", help="The store: a file, or postgresql://HOST/NAME.", show_default=False)
    ],
    target: Annotated[str, typer.Argument(metavar="TO", help="The other store.", show_default=False)],
    table: Annotated[str | None, typer.Option("--table", metavar="TABLE", help="Only this table.")] = None,
    as_json: Json = False,
) -> None:
    """Move tables to another store with links, answers and dice; the old store keeps them to be read, not played."""


@verbs.command(epilog="Example: undercroft store restored --data postgresql:///undercroft")
@done_by("store_upkeep")
def restored(data: Data = None, as_json: Json = False) -> None:
    """Renew the dice of a database restored from a backup, so that none comes twice. Run it before the servers."""


@verbs.command(epilog="Example: undercroft store purge --older-than 30d --data postgresql:///undercroft")
@done_by("store_upkeep")
def purge(
    older_than: Annotated[
        str, typer.Option("--older-than", metavar="DAYS", help="What was deleted this long ago, such as 30d.")
    ] = "30d",
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Delete for good what was deleted long ago."""
