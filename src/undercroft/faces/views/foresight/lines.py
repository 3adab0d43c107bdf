"""The line beside play: the next encounter, the light and this fight, each in a few words."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from undercroft.faces.views.foresight.words import short
from undercroft.foresight.forecasts.answers import ForecastAnswer
from undercroft.foresight.forecasts.light import Lamps
from undercroft.foresight.forecasts.met import Wandering
from undercroft.foresight.forecasts.questions import ForecastRequest, question_named, raised_for
from undercroft.foresight.results import Results
from undercroft.kernel.units import SeatId
from undercroft.table.exploration.clocks import clock_of, number_by_now
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.world.darkness import is_dark

AHEAD = 6
"""How many turns the line looks ahead."""


class Beside(Struct, frozen=True):
    """A part of the line: what it is about, what it says, how exact that is, and its question."""

    about: str
    says: str
    exactness: str
    question: str


def lines_beside(known: Campaign, seat: SeatId, group: Group | None) -> tuple[Beside, ...]:
    """The exact parts of the line, from what the seat knows; nothing for players who see no odds."""
    return () if group is None else tuple(_parts(known, seat, group))


def _parts(known: Campaign, seat: SeatId, group: Group) -> Iterator[Beside]:
    for asked in raised_for(known, seat, question_named("met")):
        if asked.about == group.name and isinstance(asked.given, Wandering) and not _in_strip(group):
            given = replace(asked.given, turns=_turns(group, asked.given, AHEAD))
            answer = ForecastRequest(asked.question, asked.about, given, asked.house).answer()
            last = answer.rows[-1].label if answer.rows else ""
            yield Beside(f"Encounter by {answer.over} {last}", answer.headline, answer.exactness, "met")
    for asked in raised_for(known, seat, question_named("light")):
        if asked.about == group.name and isinstance(asked.given, Lamps) and not is_dark(known, group):
            answer = asked.answer()
            about = "Light lasts to the way out" if answer.chance is not None and asked.given.way_out else "Light"
            yield Beside(about, answer.headline, answer.exactness, "light")


def _turns(group: Group, given: Wandering, ahead: int) -> int:
    """The turns to look at for so many ahead of the turn that the clock shows.

    Those that a chase or a talk took are among them: their checks are made when it is over.
    """
    return ahead + max(0, number_by_now(group) - given.turn)


def _in_strip(group: Group) -> bool:
    """Whether the strip of turns is on the screen, which tells of encounters itself."""
    return clock_of(group) is not None


def turn_by_turn(known: Campaign, seat: SeatId, group: Group | None) -> dict[str, ForecastAnswer | None]:
    """The exact forecasts of encounters and of the light in the turns ahead, where the table raises them."""
    found: dict[str, ForecastAnswer | None] = {"met": None, "light": None}
    for name in found:
        for asked in raised_for(known, seat, question_named(name)):
            if group is not None and asked.about == group.name:
                given = asked.given
                if isinstance(given, Wandering):
                    given = replace(given, turns=_turns(group, given, 2 * AHEAD))
                found[name] = ForecastRequest(asked.question, asked.about, given, asked.house).answer()
    return found


def fight_line(found: Results) -> Beside:
    """The part of the line about a fight, from the first runs."""
    says = f"won {short(found.home)}, all live {short(found.nobody_falls)}"
    return Beside("This fight", says, f"simulated, {found.runs:,} runs", "here")
