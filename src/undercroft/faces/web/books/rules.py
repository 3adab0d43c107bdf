"""The page of a rule: its form, settled die by die, and its odds."""

from enum import StrEnum
from functools import cache
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import FromPath
from msgspec import Meta, Struct

from undercroft.faces.http.bodies import AnyRequest, body_as
from undercroft.faces.http.lanes import beside, in_lane
from undercroft.faces.http.rule_bodies import situated
from undercroft.faces.shared import entropy
from undercroft.faces.shared.grouping import outcomes_by, parts
from undercroft.faces.shared.library import said
from undercroft.faces.shared.manual import paragraphs_of, seen_with
from undercroft.faces.shared.shelf import rule_named
from undercroft.faces.web.base.charts import Chart, chart
from undercroft.faces.web.base.contents import chapter_of, volume_named
from undercroft.faces.web.base.die_names import legends
from undercroft.faces.web.base.fields import controls
from undercroft.faces.web.base.odds_words import OddsRow, in_words, mean
from undercroft.faces.web.base.prose import spoken
from undercroft.faces.web.base.rendering import PAGE, at_of, fragment, page
from undercroft.faces.web.books.preview import foretold, options_foretold
from undercroft.faces.web.books.roll_tables import shown_listing, shown_table
from undercroft.faces.web.books.rulebook import ends
from undercroft.interpret.lookups import listings_of, tables_of
from undercroft.interpret.odds import Odds, of_rule
from undercroft.interpret.play import Answered, Ruling
from undercroft.interpret.policy import NEVER, NotedPolicy, named
from undercroft.interpret.stepwise import Laid, OpenStep, answers_so_far, settle_so_far, with_rolled
from undercroft.interpret.words import told
from undercroft.kernel import wire
from undercroft.kernel.amounts import mixed
from undercroft.kernel.budget import READ, SCRIPT, fraction_of, spend
from undercroft.kernel.dice import Choice, Roll, Throw
from undercroft.kernel.notation import text
from undercroft.kernel.rules import AnyRule, Outcome
from undercroft.kernel.strict import read_object
from undercroft.kernel.throwing import total_of

MOST_LAID = 1000
MOST_DICE_SHOWN = 8
"""More dice than this are typed in a single field."""

MOST_ROWS = 12
"""More outcomes than this are grouped by one of their fields."""

MOST_LISTED = 100
"""Lines of odds on a page."""


class RolledBy(StrEnum):
    """Which dice the server rolls: none, those of the open question, or all."""

    NO = "no"
    THIS = "this"
    END = "end"


@cache
def _settling(rule: AnyRule) -> type[Any]:
    return situated(
        "Settling",
        rule,
        ("laid", Annotated[tuple[Laid, ...], Meta(max_length=MOST_LAID)], ()),
        ("dice", Annotated[tuple[int | str | None, ...], Meta(max_length=MOST_LAID)], ()),
        ("rolled", RolledBy, RolledBy.NO),
    )


@cache
def _asking(rule: AnyRule) -> type[Any]:
    return situated("Asking", rule, ("by", str | None, None), ("policy", str | None, None))


@get("/rules/{rule_id:str}")
async def rule_page(request: AnyRequest, rule_id: FromPath[str]) -> Response[str]:
    """A rule and its form, which `?given={...}` fills in, or `?for=...` from a sheet at the reader's table."""
    rule = rule_named(rule_id)
    return await in_lane(_rule_page, request, rule, await beside(at_of, request))


def _rule_page(request: AnyRequest, rule: AnyRule, at: Any) -> Response[str]:
    asked, who = request.query_params.get("given") or "{}", request.query_params.get("for", "")
    spend(PAGE + len(asked) * READ)
    own = dict(at.filled(rule, who)) if at is not None else {}
    all_controls = controls(rule, {**own, **read_object(asked)})
    volume, chapter = volume_named(rule.book), chapter_of(rule)
    return page(
        request,
        "books/rule.html",
        screen="rules",
        rule=rule,
        volume=volume,
        chapter=chapter,
        controls=all_controls,
        facts=[control for control in all_controls if not control.house],
        house=[control for control in all_controls if control.house],
        ends=ends(rule),
        explained=paragraphs_of(rule),
        see=seen_with(rule),
        tables=[*map(shown_table, tables_of(rule, volume.book)), *map(shown_listing, listings_of(rule, volume.book))],
        who=who,
        show_odds="odds" in request.query_params,
        open_book=rule.book,
        open_path=chapter.path,
    )


@post("/rules/{rule_id:str}/settle", status_code=200)
async def settle_fragment(request: AnyRequest, rule_id: FromPath[str]) -> Response[str]:
    """Take the given answers, roll the server's dice, and show the next question or the result."""
    rule = rule_named(rule_id)
    return await in_lane(_settled, rule, await body_as(request, _settling(rule)))


def _settled(rule: AnyRule, body: Any) -> Response[str]:
    spend(SCRIPT * (1 + len(body.laid) + len(body.dice)))
    draw = entropy.draw()
    laid = answers_so_far(rule, body.given, body.dice, draw, body.laid)
    if body.rolled is not RolledBy.NO:
        laid = with_rolled(rule, body.given, laid, draw, to_the_end=body.rolled is RolledBy.END)
    found = settle_so_far(rule, body.given, laid)
    known = {"rule": rule, "given": wire.encode(body.given).decode(), "laid": wire.encode(laid).decode()}
    throws = [shown_throw(answered) for answered in found.throws]
    if isinstance(found, OpenStep):
        asked = _asked(found, options_foretold(rule, body.given, laid, found))
        foreseen = foretold(rule, body.given, laid, found)
        return fragment("books/ruling.html", **known, throws=throws, outcome=None, wanted=asked, foretold=foreseen)
    return fragment("books/ruling.html", **known, throws=throws, outcome=_ended(found), wanted=None, foretold=())


class ShownThrow(Struct, frozen=True):
    """An answered question, for people."""

    purpose: str
    origin: str
    faces: tuple[int, ...] = ()
    total: int | None = None
    roll: str = ""
    answer: str = ""


def shown_throw(answered: Answered) -> ShownThrow:
    """An answered question, for people."""
    origins = {str(source) for source in answered.sources} or {"rolled"}
    origin = origins.pop() if len(origins) == 1 else "mixed"
    match answered.question:
        case Throw(purpose=purpose, roll=roll):
            total = total_of(roll, answered.faces)
            return ShownThrow(purpose, origin, answered.faces, total, text(roll))
        case Choice(purpose=purpose):
            return ShownThrow(purpose, origin, answer=str(answered.answer))


class NextQuestion(Struct, frozen=True):
    """The next question: dice one by one, many dice in a row, or a choice of options."""

    purpose: str
    roll: str = ""
    dice: tuple[Roll, ...] = ()
    legends: tuple[str, ...] = ()
    row: int = 0
    options: tuple[tuple[str, str], ...] = ()
    """Each option with its result."""


def _asked(wanted: OpenStep, options: tuple[tuple[str, str], ...]) -> NextQuestion:
    match wanted.question:
        case Throw(purpose=purpose, roll=roll):
            if len(wanted.dice) > MOST_DICE_SHOWN:
                return NextQuestion(purpose, text(roll), row=len(wanted.dice))
            return NextQuestion(purpose, text(roll), wanted.dice, legends(wanted.dice))
        case Choice(purpose=purpose):
            return NextQuestion(purpose, options=options)


class RuleResult(Struct, frozen=True):
    """The result: the sentence, and the details behind it."""

    kind: str
    says: str
    details: tuple[tuple[str, str], ...]
    refused: bool


def _ended(ruling: Ruling[Any, Outcome]) -> RuleResult:
    outcome = ruling.outcome
    details = tuple((name, told(getattr(outcome, name))) for name in outcome.__struct_fields__)
    return RuleResult(outcome.kind, said(ruling.rule, outcome), details, refused=outcome.kind == "refused")


@post("/rules/{rule_id:str}/odds", status_code=200)
async def odds_fragment(request: AnyRequest, rule_id: FromPath[str]) -> Response[str]:
    """The exact odds of a rule, grouped by a field of its outcomes; without a policy, choices are declined."""
    rule = rule_named(rule_id)
    return await in_lane(_odds, rule, await body_as(request, _asking(rule)))


def _odds(rule: AnyRule, body: Any) -> Response[str]:
    noting = NotedPolicy(NEVER)
    found: Odds[Any] = of_rule(rule, body.given, named(body.policy) if body.policy else noting)
    if body.policy:
        of_rule(rule, body.given, noting)
    spend(len(found) * fraction_of(found.bits))
    by = _grouping(rule, found) if body.by is None else body.by
    grouped: Odds[Any] = outcomes_by(rule, found, by) if by else found.by(lambda outcome: said(rule.id, outcome))
    numbers = _numbers(grouped)
    ordered = sorted(grouped.items(), key=(lambda of: of[0]) if numbers else (lambda of: -of[1]))
    rows = [OddsRow(told(outcome), chance) for outcome, chance in ordered]
    return fragment(
        "books/rule_odds.html",
        rule=rule,
        given=wire.encode(body.given).decode(),
        exact=not found.unexplored,
        unexplored=found.unexplored,
        sentence=_number_sentence(by, grouped) if numbers else _sentence(rows),
        rows=rows[:MOST_LISTED],
        left_out=max(0, len(rows) - MOST_LISTED),
        chart=_chart(grouped),
        chart_label=f"Chances by {by}" if by else "Chances",
        by=by,
        parts=["", *parts(rule)],
        policies=["never", *(f"always {word}" for word in noting.taken)] if noting.taken else [],
        chosen=found.policy,
    )


def _grouping(rule: AnyRule, found: Odds[Any]) -> str:
    """The default grouping: none for few outcomes, else the kind, else the first number that differs."""
    if len(found.by(lambda outcome: said(rule.id, outcome))) <= MOST_ROWS:
        return ""
    if len(outcomes_by(rule, found, "kind")) > 1:
        return "kind"
    numbers = (part for part in parts(rule)[1:] if len(of := outcomes_by(rule, found, part)) > 1 and _numbers(of))
    return next(numbers, "kind")


def _numbers(found: Odds[Any]) -> bool:
    return len(found) > 1 and all(type(outcome) is int for outcome in found)


def _chart(found: Odds[Any]) -> Chart | None:
    """A chart if the results are numbers; its heights are the chances over a common denominator."""
    if not _numbers(found) or len(found) < 3:
        return None
    whole = max(chance.denominator for chance in found.values())
    scaled = {outcome: round(chance * whole * 1000) for outcome, chance in found.items()}
    return chart(scaled, numbered=False)


class OddsSentence(Struct, frozen=True):
    """A sentence about odds, with the chance in the middle."""

    lead: str
    how_often: str
    rest: str


def _number_sentence(part: str, found: Odds[int]) -> OddsSentence:
    """The likeliest number, and the average."""
    likeliest = max(found, key=lambda number: found[number])
    average = mean(found.items())
    written = mixed(average) if average.denominator < 100 else f"about {float(average):.2f}"
    return OddsSentence(
        f"The {spoken(part)} is {likeliest}", in_words(found[likeliest]), f", and {written} on average."
    )


def _sentence(rows: list[OddsRow]) -> OddsSentence:
    """The likeliest outcome, which comes first, and the others."""
    first, last = rows[0], rows[-1]
    if len(rows) == 1:
        return OddsSentence(f"{_stopped(first.label)} There is no other way.", "", "")
    lead = f"{_stopped(first.label)} That is what comes"
    if len(rows) == 2:
        return OddsSentence(lead, in_words(first.chance), f"; otherwise: {_stopped(last.label)}")
    return OddsSentence(
        lead, in_words(first.chance), f". Least likely, {in_words(last.chance)}: {_stopped(last.label)}"
    )


def _stopped(words: str) -> str:
    """Words with a full stop at the end."""
    return words if words[-1:] in ".!?" else f"{words}."
