"""What are our chances? The forecasts that a table raises for a seat, and any other question with a plan to change."""

from collections.abc import Mapping
from typing import Any

from litestar import Response, get
from litestar.params import FromPath
from msgspec import Struct
from msgspec.structs import replace

from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.http.lanes import at_length
from undercroft.faces.web.live.pages.simulated import simulated_here
from undercroft.faces.web.live.viewer.request import page_at, viewer_of
from undercroft.foresight.forecasts.answers import ForecastAnswer, Question
from undercroft.foresight.forecasts.questions import BY_ID, QUESTIONS, ForecastRequest, raised_for
from undercroft.interpret.form import entered, fields, taken
from undercroft.kernel import wire
from undercroft.kernel.amounts import fraction, percent
from undercroft.kernel.faults import RuleInputError
from undercroft.kernel.fitting import hint
from undercroft.kernel.shape import Exact, Field, Flag, Maybe, OneOf, Text, Whole

MOST_ROWS = 200
"""The most rows of the table below a picture."""


MOST_FRACTION = 9
"""The most characters of a fraction in the list."""


class QuestionLine(Struct, frozen=True):
    """A question in the list: its address, whom it is about, and its answer in short."""

    href: str
    title: str
    about: str
    short: str
    exactness: str
    here: bool


class SituationField(Struct, frozen=True):
    """A part of the situation that can be changed: its name, what it is, and its value as it stands."""

    name: str
    label: str
    value: str
    choices: tuple[str, ...]
    hint: str


class OpenAnswer(Struct, frozen=True):
    """The answer that is open: its picture, and the same numbers as a table."""

    title: str
    about: str
    answer: ForecastAnswer
    picture: str
    rows: tuple[tuple[str, str, str], ...]
    cites: tuple[tuple[str, str], ...]
    plan: tuple[SituationField, ...]
    fault: str
    question: str
    at: int


@get("/t/{table:str}/odds")
async def chances_page(request: AnyRequest, table: FromPath[str]) -> Response[str]:
    """The questions on the left, the chosen answer on the right."""
    return await at_length(_chances, request, table)


def _chances(request: AnyRequest, table: str) -> Response[str]:
    viewer = viewer_of(request, table)
    as_seat = f"&as={viewer.seat}" if viewer.watching and not viewer.curtain else ""
    here = simulated_here(request, viewer)
    cases = list(raised_for(viewer.known, viewer.seat))
    answered = [(case, case.answer()) for case in cases]
    chosen, at, fault = _chosen(request, viewer.known.house, cases)
    lines = [
        QuestionLine(
            f"?q={case.question.id}&n={number}{as_seat}",
            case.question.title,
            case.about,
            answer.headline,
            " ".join(filter(None, (answer.exactness, _brief(answer.as_fraction)))),
            number == at,
        )
        for number, (case, answer) in enumerate(answered)
    ]
    named = chosen.question.id if chosen is not None and at < 0 else ""
    others = [
        QuestionLine(f"?q={question.id}{as_seat}", question.title, question.asks, "", "", question.id == named)
        for question in QUESTIONS
        if question.id != "route"
    ]
    opens = here is not None and here.open
    lines = [replace(line, here=line.here and not opens) for line in lines]
    told = None if chosen is None or opens else _told(chosen, at, fault, request.query_params if fault else {})
    shown = {"lines": lines, "others": others, "told": told, "simulated": here}
    return page_at(request, viewer, "live/foresight/page.html", **shown)


def _brief(fraction: str) -> str:
    """A fraction that fits into the list; nothing if it is longer."""
    return fraction if len(fraction) <= MOST_FRACTION else ""


def _chosen(request: AnyRequest, house: Any, cases: list[ForecastRequest]) -> tuple[ForecastRequest | None, int, str]:
    """The question that is open: a case of the table, or any other; with what was typed into its plan."""
    query = request.query_params
    number = query.get("n", "")
    at = int(number) if number.isdecimal() and len(number) < 4 and int(number) < len(cases) else -1
    question = BY_ID.get(query.get("q", ""))
    if question is None or (at >= 0 and cases[at].question != question):
        at = 0 if cases and question is None else -1
    if at >= 0:
        asked = cases[at]
    elif question is not None and question.id != "route":
        asked = ForecastRequest(question, "", question.given(), house)
    else:
        return None, -1, ""
    try:
        given = taken(asked.question.given, {**wire.plain(asked.given), **_typed(asked.question, query)})
    except RuleInputError as wrong:
        return asked, at, str(wrong)
    return ForecastRequest(asked.question, asked.about, given, asked.house), at, ""


def _typed(question: Question, query: Mapping[str, str]) -> dict[str, Any]:
    """What the form of the plan says, as far as it has the field."""
    plain = {field.name: field for field in fields(question) if _simple(field)}
    return {name: entered(field, query[name]) for name, field in plain.items() if name in query}


def _simple(field: Field) -> bool:
    """Whether one line of a form can hold it."""
    shape = field.shape.of if isinstance(field.shape, Maybe) else field.shape
    return isinstance(shape, Flag | Whole | Exact | OneOf | Text)


def _told(asked: ForecastRequest, at: int, fault: str, typed: Mapping[str, str]) -> OpenAnswer:
    """The answer; beside a fault its form keeps what was typed."""
    answer = asked.answer()
    rows = answer.rows[:MOST_ROWS]
    return OpenAnswer(
        asked.question.title,
        asked.about,
        answer,
        answer.picture(),
        tuple((str(row.label), percent(row.chance), fraction(row.chance)) for row in rows),
        tuple({rule.cite.words: rule.id for rule in asked.question.rules}.items()),
        tuple(replace(of, value=typed.get(of.name, of.value)) for of in _plan(asked)),
        fault,
        asked.question.id,
        at,
    )


def _plan(asked: ForecastRequest) -> list[SituationField]:
    plain = wire.plain(asked.given)
    return [_plan_field(field, plain.get(field.name)) for field in fields(asked.question) if _simple(field)]


def _plan_field(field: Field, value: object) -> SituationField:
    shape = field.shape.of if isinstance(field.shape, Maybe) else field.shape
    none = ("none",) if isinstance(field.shape, Maybe) else ()
    label = field.help[:1].upper() + field.help[1:]
    if isinstance(shape, Flag):
        return SituationField(field.name, label, "yes" if value else "no", ("yes", "no"), "")
    shown = "none" if value is None else str(value).removesuffix("/1")
    if isinstance(shape, OneOf):
        return SituationField(field.name, label, shown, (*map(str, shape.words), *none), "")
    return SituationField(field.name, label, shown, (), hint(field.shape))


PAGES = [chances_page]
