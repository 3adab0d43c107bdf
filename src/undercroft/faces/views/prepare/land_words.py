"""What people type on a land's cards: numbers, hints and how often each weather comes."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from undercroft.books.hexcrawl.discovery import Channel
from undercroft.books.hexcrawl.land import Weather
from undercroft.kernel.faults import BadInput
from undercroft.table.state.lands import LandHint

CHANNELS: Mapping[Channel, str] = {
    Channel.ACTIVITY: "activity",
    Channel.SIGN: "sign",
    Channel.OTHER_SITE: "other site",
    Channel.RUMOUR: "rumour",
}
"""How a hint reaches people, as it is typed before a colon."""


def number_in(text: str, what: str) -> Fraction | None:
    """A number that a person typed; None for nothing.

    >>> number_in("1 1/2", "miles"), number_in("2.5", "miles"), number_in(" ", "miles")
    (Fraction(3, 2), Fraction(5, 2), None)
    """
    parts = text.replace(",", ".").split()
    if not parts:
        return None
    try:
        found = sum((Fraction(part) for part in parts), start=Fraction(0))
    except (ValueError, ZeroDivisionError):
        raise BadInput("bad_number", f"“{text}” is not a number of {what}", "enter a number such as 6") from None
    if len(text) > 12 or found < 0:
        raise BadInput("bad_number", f"“{text}” is not a number of {what}", "enter a number such as 6")
    return found


MOST_CHANCES = 20
"""The most times that a weather is in a season's list."""


def chances_in(text: str) -> int:
    """How often a weather is in a list, as a person typed it; nothing is zero."""
    number = number_in(text or "0", "chances")
    if number is None or number.denominator != 1 or not 0 <= number <= MOST_CHANCES:
        raise BadInput("bad_count", f"“{text}” is not a number from 0 to {MOST_CHANCES}", "enter a whole number")
    return int(number)


def hints_in(text: str) -> tuple[LandHint, ...]:
    """Hints, one on each line, with the channel before a colon.

    >>> hints_in("sign: ash on the wind")[0].channel
    <Channel.SIGN: 'sign'>
    """
    return tuple(_hint(" ".join(line.split())) for line in text.splitlines() if line.strip())


def _hint(line: str) -> LandHint:
    before, _, after = line.partition(":")
    channel = next((each for each, word in CHANNELS.items() if word == before.strip().casefold()), None)
    return LandHint(line) if channel is None or not after.strip() else LandHint(after.strip(), channel)


def hints_text(hints: Iterable[LandHint]) -> str:
    """Hints as a person types them."""
    return "\n".join(f"{CHANNELS[hint.channel]}: {hint.text}" for hint in hints)


def season_weathers(counts: Mapping[Weather, int]) -> tuple[Weather, ...]:
    """The list of a season's weathers, each as often as it comes."""
    return tuple(weather for weather in Weather for _ in range(counts.get(weather, 0)))
