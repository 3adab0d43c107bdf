"""The length of a round, which the texts disagree on."""

from typing import Annotated

from msgspec import Meta

from undercroft.kernel.rules import Option, Reading
from undercroft.kernel.units import Seconds

ROUND = Seconds(6)
SHORT_ROUND = Seconds(1)
RoundLength = Annotated[Seconds, Meta(ge=1, le=6)]
"""The seconds in a round: one of two readings, see `round_is`."""

FOUR_MINUTES = Seconds(240)
FIVE_MINUTES = Seconds(300)

ROUND_SECONDS = Reading(
    id="neverwhere.round/seconds",
    question="How long is a round?",
    choice="Six seconds, ten rounds to the minute.",
    because=(
        "The core guide says so. The 300 rounds in five minutes of the source text are taken for a slip: at a second "
        "each, an ordinary sprinter would do 24 metres in one."
    ),
    switch="round_seconds",
    options=(Option(ROUND, "ten rounds to the minute"), Option(SHORT_ROUND, "sixty rounds to the minute")),
)


def round_is(seconds: Seconds) -> None:
    """Refuse a round of any length other than the two possible readings of the text."""
    if seconds not in (ROUND, SHORT_ROUND):
        raise ValueError(f"a round has {ROUND} seconds or {SHORT_ROUND}")
