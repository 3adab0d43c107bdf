"""`undercroft founder`: its verbs and their help."""

from typing import Annotated

import typer

from undercroft.faces.cli.lazy_verbs import done_by
from undercroft.faces.cli.options import Data, Json

verbs = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)
FounderId = Annotated[
    str, typer.Argument(metavar="FOUNDER", help="The founder's id or name, as listed.", show_default=False)
]


@verbs.command("list", epilog="Example: undercroft founder list")
@done_by("founder_links")
def founders(data: Data = None, as_json: Json = False) -> None:
    """List who may start campaigns besides the owner of the server, and how many they have."""


@verbs.command(epilog="Example: undercroft founder add 'Saturday club' --tables 3")
@done_by("founder_links")
def add(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Who it is, for your list.", show_default=False)],
    tables: Annotated[
        str, typer.Option("--tables", metavar="N", help="How many campaigns they may have at a time.")
    ] = "5",
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Make a founder's link: its holder may start campaigns on this server, and sees no other campaigns."""


@verbs.command(epilog="Example: undercroft founder link 'Saturday club' --new")
@done_by("founder_links")
def link(
    founder: FounderId,
    new: Annotated[
        bool, typer.Option("--new", help="Make a new link; the old one stops working, also in browsers that used it.")
    ] = False,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Print a founder's link."""


@verbs.command(epilog="Example: undercroft founder end 'Saturday club'")
@done_by("founder_links")
def end(founder: FounderId, data: Data = None, as_json: Json = False) -> None:
    """End a founder's link; the campaigns stay, and are yours from now on."""
