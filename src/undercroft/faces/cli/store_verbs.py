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
