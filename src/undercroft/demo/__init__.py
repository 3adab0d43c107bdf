"""The demo campaign: Saint Orrin's Ossuary under the Carrow Marches, with a party that stands before its gate."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from undercroft.exchange.campaignfile import read
from undercroft.table.opening import Begin

FILE = "carrow-marches.toml"


def text() -> str:
    """The campaign file as it was written, a model for files of one's own."""
    return files(__name__).joinpath(FILE).read_text(encoding="utf-8")


@cache
def campaign() -> Begin:
    """How the demo campaign begins."""
    return read(text(), FILE)
