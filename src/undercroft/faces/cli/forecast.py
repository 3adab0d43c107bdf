"""`undercroft forecast`."""

from collections.abc import Sequence
from contextlib import closing
from typing import Any

from undercroft.faces.cli.chart_file import check_chart_name, write_chart
from undercroft.faces.cli.output import print_json, print_notes
from undercroft.faces.cli.situation import told_of
from undercroft.faces.shared import store_path
from undercroft.faces.shared.one_line import one_line
from undercroft.faces.views.seat_names import seat_named
from undercroft.foresight.forecasts.answers import ForecastAnswer, Question
from undercroft.foresight.forecasts.questions import QUESTIONS, ForecastRequest, question_named, raised
from undercroft.interpret.form import taken
from undercroft.interpret.text_charts import chance_lines, columns
from undercroft.kernel import wire
from undercroft.kernel.faults import BadInput
from undercroft.kernel.rules import Given
from undercroft.server.open_table import OpenTable
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_rules import HouseRules
from undercroft.table.state.seats import REFEREE

MOST_ROWS = 48
"""A person sees at most so many rows, evenly chosen."""


def forecast(  # noqa: PLR0913, PLR0917 - an option each
    question: str | None,
    table: str | None,
    seat: str,
    about: str | None,
    given: list[str] | None,
    turns: str | None,
    plot: str | None,
    data: str | None,
    *,
    as_json: bool,
) -> None:
    """List the questions, or answer one: in a situation, or as a table stands."""
    asked = question_named(question) if question is not None else None
    if table is None and asked is None:
        _list(as_json=as_json)
        return
    if asked is None and (given or turns or plot):
        raise BadInput("usage", "--given, --turns and --plot belong to one question", "name the question")
    cases = _at_table(table, seat, asked, about, data) if table is not None else []
    if table is None and asked is not None:
        cases = [ForecastRequest(asked, "", _changed(asked, None, given, turns), HouseRules())]
    elif asked is not None:
        changed = (_changed(asked, case.given, given, turns) for case in cases)
        cases = [ForecastRequest(asked, case.about, new, case.house) for case, new in zip(cases, changed, strict=True)]
    answers = [(case, case.answer()) for case in cases]
    if plot is not None:
        _draw(answers, plot)
    if as_json:
        print_json([_plain(case, answer) for case, answer in answers])
    elif asked is None:
        _print_short(answers)
    else:
        _print(answers)


def _list(*, as_json: bool) -> None:
    if as_json:
        print_json([{"id": question.id, "title": question.title, "asks": question.asks} for question in QUESTIONS])
    else:
        print(*columns([(question.id, question.asks) for question in QUESTIONS]), sep="\n")


def _at_table(
    table: str, seat: str, asked: Question | None, about: str | None, data: str | None
) -> list[ForecastRequest]:
    """The cases of a table, from what the seat knows."""
    with closing(store_path.reading(store_path.place(data))) as store:
        opened = OpenTable(store, table)
        whose = REFEREE if seat == REFEREE else seat_named(opened.now, seat)
        known: Campaign = opened.known(whose)
    cases = list(raised(known, whose, asked))
    if about is not None:
        named = [case for case in cases if case.about.lower() == about.lower()]
        if not named:
            names = ", ".join(dict.fromkeys(case.about for case in cases)) or "nobody"
            raise BadInput("nobody", f"there is nothing to forecast about {one_line(about[:40])}", f"there is {names}")
        return named
    return cases


def _changed(asked: Question, now: Given | None, given: Sequence[str] | None, turns: str | None) -> Given:
    """The situation with what was given on the command line."""
    told: dict[str, Any] = told_of(asked, given)
    if turns is not None:
        if not asked.steps:
            raise BadInput("no_turns", f"{asked.id} does not look ahead", "leave out --turns")
        if not turns.isascii() or not turns.isdecimal() or len(turns) > MOST_DIGITS:
            raise BadInput("bad_number", f"--turns cannot be {one_line(turns[:20])}", "give a number from 1")
        told[asked.steps] = int(turns)
    before: dict[str, Any] = wire.plain(now) if now is not None else {}
    situation: Given = taken(asked.given, {**before, **told})
    return situation


MOST_DIGITS = 6


def _plain(case: ForecastRequest, answer: ForecastAnswer) -> Any:
    told = {"question": case.question.id, "about": case.about, "given": case.given, **answer.plain()}
    return wire.plain(told)


def _print_short(answers: Sequence[tuple[ForecastRequest, ForecastAnswer]]) -> None:
    """One line for each question that the table raises."""
    if not answers:
        print("Nothing to forecast from what this seat knows now.")
    rows = [(case.question.id, case.about, answer.headline, answer.exactness) for case, answer in answers]
    print(*map(one_line, columns(rows)), sep="\n")


def _print(answers: Sequence[tuple[ForecastRequest, ForecastAnswer]]) -> None:
    if not answers:
        print("This table raises no such question now, as far as this seat knows.")
    for at, (case, answer) in enumerate(answers):
        head = f"{case.about}: " if case.about else ""
        fraction = f" {answer.as_fraction}" if answer.as_fraction else ""
        print(*(["\n"] if at else []), one_line(f"{head}{answer.sentence}"), f" ({answer.exactness}{fraction})", sep="")
        print(f"{answer.over}: {answer.shows}")
        every = -(-len(answer.rows) // MOST_ROWS)
        shown = [row for number, row in enumerate(answer.rows, 1) if number % every == 0 or number == len(answer.rows)]
        print(*chance_lines([str(row.label) for row in shown], [row.chance for row in shown]), sep="\n")
        for name, value in answer.numbers:
            print(f"{name}: {value}")
        print_notes(answer.assumes)


def _draw(answers: Sequence[tuple[ForecastRequest, ForecastAnswer]], name: str) -> None:
    check_chart_name(name)
    if len(answers) != 1:
        what = "nothing" if not answers else f"{len(answers)} answers"
        raise BadInput("not_one", f"there is {what} to draw", "choose one with --about")
    case, answer = answers[0]
    title = " · ".join(filter(None, (case.question.title, case.about)))
    write_chart(name, answer.picture(title))
