"""Options that many commands take."""

from typing import Annotated

import typer

Json = Annotated[bool, typer.Option("--json", help="Print one JSON value instead of text.")]
Data = Annotated[
    str | None,
    typer.Option(
        "--data",
        metavar="PATH",
        help="The store: a file, or postgresql://HOST/NAME; by default UNDERCROFT_DATA, or your data folder.",
    ),
]
