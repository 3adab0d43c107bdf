"""The odds of dice by themselves, and rolling them."""

import re
from fractions import Fraction

from litestar import Response, get
from msgspec import Struct
from msgspec.structs import replace

from undercroft.faces.http.bodies import AnyRequest
from undercroft.faces.http.lanes import beside, in_lane
from undercroft.faces.http.request_head import from_elsewhere
from undercroft.faces.web.base.charts import Chart, chart
from undercroft.faces.web.base.odds_words import OddsRow, in_words
from undercroft.faces.web.base.rendering import PAGE, page
from undercroft.faces.web.books.rules import OddsSentence
from undercroft.kernel.amounts import mixed, percent, signed, with_hyphen
from undercroft.kernel.budget import RESULT, spend
from undercroft.kernel.dice import Comparison, FaceCondition, Formula, Sign, comparison_in
from undercroft.kernel.faults import BadInput, UndercroftError
from undercroft.kernel.notation import notes, parse, text
from undercroft.kernel.ways import Ways, ways

OFTEN = (
    *(("2d6", 0), ("2d6+3", 10), ("4d6kh3", 15), ("1d20+5", 15)),
    *(("3d6", 11), ("2d20kh1", 15), ("10d6!", 40), ("1-in-6", 1)),
)
EXAMPLE = ("2d6+3", "10")
MOST_READ = 2000
MOST_ROWS = 80
BY = range(-2, 4)
"""Modifiers on each side of the modifier in question."""

_WHOLE = re.compile(r"-?[0-9]{1,9}")
_UNASKED = BadInput("not_asked", "This link came from another site", "press the button to see the odds")


class ResultRow(OddsRow, frozen=True):
    """A result with the chance of it or more."""

    or_more: Fraction = Fraction(0)


class DiceOddsView(Struct, frozen=True):
    """Everything the page says about some dice."""

    shown: str
    exact: bool
    whole: str
    sentence: OddsSentence
    facts: str
    chart: Chart
    chart_label: str
    rows: tuple[ResultRow, ...]
    left_out: int
    average: str
    chance: Fraction = Fraction(0)
    ways: str = ""
    modifiers: tuple[OddsRow, ...] = ()
    least: int | None = None
    notes: tuple[str, ...] = ()


@get("/odds")
async def odds_page(request: AnyRequest) -> Response[str]:
    """The odds of an expression, and of at least a total; a link on another site only fills the fields in."""
    asked = request.query_params
    roll = str(asked.get("roll", EXAMPLE[0]))[:MOST_READ]
    least = _whole(str(asked.get("least", "" if "roll" in asked else EXAMPLE[1])))
    if from_elsewhere(request.headers) and "roll" in asked:
        known = {"roll": roll[:200], "least": least, "asked": OFTEN, "problem": _UNASKED}
        return await beside(page, request, "books/odds.html", screen="odds", **known)
    return await in_lane(_page, request, roll, least)


def _page(request: AnyRequest, roll: str, least: int | None) -> Response[str]:
    spend(PAGE)
    try:
        answer = answered(roll, least)
    except UndercroftError as fault:
        return page(request, "books/odds.html", screen="odds", roll=roll[:200], least=least, asked=OFTEN, problem=fault)
    known = {name: getattr(answer, name) for name in answer.__struct_fields__}
    shown = _typed(roll, answer)
    return page(request, "books/odds.html", screen="odds", roll=shown, asked=OFTEN, problem=None, **known)


def _typed(roll: str, answer: DiceOddsView) -> str:
    """The dice for the form: a comparison goes into the field for the total."""
    return answer.shown if answer.least is not None and comparison_in(parse(roll)) else roll


def _whole(typed: str) -> int | None:
    """The whole number in a typed text, or None."""
    found = _WHOLE.fullmatch(with_hyphen(typed.strip()))
    return int(found[0]) if found else None


def answered(roll: str, least: int | None) -> DiceOddsView:
    """Everything there is to say about an expression."""
    formula = parse(roll)
    reached = _reached(formula)
    if reached is not None:
        formula, least = reached[0], reached[1] if least is None else least
    spread = ways(formula)
    spend(len(spread.counts) * RESULT)
    plain = _of_spread(text(formula), spread, least)
    answer = plain if least is None else _at_least(plain, spread, least)
    return replace(answer, least=least, notes=notes(roll))


def _reached(formula: Formula) -> tuple[Formula, int] | None:
    """The dice and the least total of a comparison such as `2d6>=9`, or None."""
    match comparison_in(formula):
        case Comparison(of=of, test=FaceCondition(sign=Sign.AT_LEAST, number=number)):
            return of, number
        case Comparison(of=of, test=FaceCondition(sign=Sign.ABOVE, number=number)):
            return of, number + 1
        case _:
            return None


def _of_spread(shown: str, spread: Ways, least: int | None) -> DiceOddsView:
    lowest, highest = min(spread.counts), max(spread.counts)
    likeliest = max(spread.counts, key=lambda result: spread.counts[result])
    chance = Fraction(spread.counts[likeliest], spread.whole)
    exact, average = not spread.missing, _average(spread)
    rows, left_out = _rows(spread, least)
    return DiceOddsView(
        shown=shown,
        exact=exact,
        whole=f"ways out of {spread.whole:,}" if exact and spread.whole < 10**9 else "",
        sentence=OddsSentence(f"{shown} shows {likeliest}, its likeliest result,", in_words(chance), "."),
        facts=f"{lowest} to {highest}{'' if exact else ', seldom more'}, on average {average}",
        chart=chart(spread.counts),
        chart_label=f"{shown}: {lowest} to {highest}",
        rows=rows,
        left_out=left_out,
        average=average,
    )


def _at_least(plain: DiceOddsView, spread: Ways, least: int) -> DiceOddsView:
    """The chances of the same dice to reach at least this total."""
    count = _reaching(spread, least)
    chance = Fraction(count, spread.whole)
    return replace(
        plain,
        sentence=OddsSentence(f"{plain.shown} comes to {least} or more", in_words(chance), "."),
        chart=chart(spread.counts, least, f"{least} or more"),
        chart_label=f"{plain.shown}: {percent(chance)} come to {least} or more",
        chance=chance,
        ways=_ways(count, spread),
        modifiers=tuple(_modifiers(spread, least)),
    )


def _average(spread: Ways) -> str:
    average = Fraction(sum(result * count for result, count in spread.counts.items()), spread.whole)
    exact = not spread.missing and average.denominator < 100
    return mixed(average) if exact else f"about {float(average):.2f}"


def _rows(spread: Ways, least: int | None) -> tuple[tuple[ResultRow, ...], int]:
    """The results from lowest to highest; if there are too many, the middle of the distribution."""
    ordered = sorted(spread.counts)
    if len(ordered) > MOST_ROWS:
        likely = sorted(ordered, key=lambda result: -spread.counts[result])[:MOST_ROWS]
        ordered = sorted(likely)
    rows: list[ResultRow] = []
    more = _reaching(spread, ordered[0])
    for result in ordered:
        count = spread.counts[result]
        or_more = Fraction(more, spread.whole)
        marked = least is not None and result >= least
        rows.append(ResultRow(str(result), Fraction(count, spread.whole), _ways(count, spread), marked, or_more))
        more -= count
    return tuple(rows), len(spread.counts) - len(ordered)


def _modifiers(spread: Ways, least: int) -> list[OddsRow]:
    rows: list[OddsRow] = []
    for by in BY:
        count = _reaching(spread, least - by)
        label = "as it is" if by == 0 else signed(by)
        rows.append(OddsRow(label, Fraction(count, spread.whole), _ways(count, spread), by == 0))
    return rows


def _reaching(spread: Ways, least: int) -> int:
    """The number of ways to at least this total."""
    return sum(count for result, count in spread.counts.items() if result >= least)


def _ways(count: int, spread: Ways) -> str:
    """The ways out of all ways, where the numbers are short enough to read."""
    written = f"{count}/{spread.whole}"
    return written if len(written) <= 16 else ""
