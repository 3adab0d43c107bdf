"""The questions that can be forecast, and those that a table raises for a seat."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from undercroft.foresight.forecasts import (
    armour,
    awake,
    breath,
    chase,
    duel,
    dying,
    light,
    march,
    met,
    needs,
    route,
    swim,
)
from undercroft.foresight.forecasts.answers import ForecastAnswer, Question
from undercroft.kernel.faults import BadInput
from undercroft.kernel.near_names import remedy
from undercroft.kernel.rules import Given
from undercroft.kernel.units import SeatId
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_rules import HouseRules, Showing
from undercroft.table.state.seats import REFEREE

QUESTIONS: tuple[Question, ...] = (
    met.QUESTION,
    light.QUESTION,
    dying.QUESTION,
    duel.QUESTION,
    armour.QUESTION,
    chase.QUESTION,
    breath.QUESTION,
    swim.QUESTION,
    route.QUESTION,
    march.QUESTION,
    needs.QUESTION,
    awake.QUESTION,
)
BY_ID: Mapping[str, Question] = {question.id: question for question in QUESTIONS}


class ForecastRequest(Struct, frozen=True):
    """A question in a situation: at a table, about a character or group there."""

    question: Question
    about: str
    given: Given
    house: HouseRules

    def answer(self) -> ForecastAnswer:
        """The forecast."""
        return self.question.answer(self.given, self.house)


def question_named(name: str) -> Question:
    """The question with that name."""
    if name not in BY_ID:
        raise BadInput("no_question", f"there is no question “{name[:40]}”", remedy(name, BY_ID, "ask for the list"))
    return BY_ID[name]


def raised(known: Campaign, seat: SeatId, question: Question | None = None) -> Iterator[ForecastRequest]:
    """The questions that a table raises for a seat, from what the seat knows and nothing else."""
    for asked in (each for each in QUESTIONS if each.listed) if question is None else (question,):
        for case in asked.at_table(known, seat):
            yield ForecastRequest(asked, case.about, case.given, known.house)


def raised_for(known: Campaign, seat: SeatId, question: Question | None = None) -> Iterator[ForecastRequest]:
    """The same for a seat that may see odds: players see none where the house rules hide them."""
    if seat == REFEREE or known.house.players_odds is Showing.EXACT:
        yield from raised(known, seat, question)
