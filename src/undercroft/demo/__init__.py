"""The demo campaign: Saint Orrin's Ossuary under the Carrow Marches, with a party at its gate."""

from functools import cache
from importlib.resources import files

from undercroft.exchange.campaignfile import read
from undercroft.table.world.campaign_start import Begin

FILE = "carrow-marches.toml"


def text() -> str:
    """The campaign file as it was written, a model for your own files."""
    return files(__name__).joinpath(FILE).read_text(encoding="utf-8")


@cache
def campaign() -> Begin:
    """The start of the demo campaign."""
    return read(text(), FILE)
