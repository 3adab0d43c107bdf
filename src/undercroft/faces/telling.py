"""What programs are told: a roll, odds, a rule, a ruling. The command line's JSON and the API's are the same."""

from __future__ import annotations

from typing import Any

from undercroft.faces.library import say
from undercroft.interpret.odds import Odds
from undercroft.interpret.play import Answered, Ruling
from undercroft.interpret.stepwise import Wanted
from undercroft.kernel.dice import Choice, Formula, Question, Throw
from undercroft.kernel.notation import text
from undercroft.kernel.rules import AnyRule
from undercroft.kernel.shape import record, schema
from undercroft.kernel.throwing import Thrown, total_of


def rolls_told(formula: Formula, throws: list[Thrown]) -> dict[str, Any]:
    """One roll, or several of the same dice."""
    if len(throws) == 1:
        return {"expression": text(formula), **_roll_told(throws[0])}
    return {"expression": text(formula), "rolls": [_roll_told(thrown) for thrown in throws]}


def _roll_told(thrown: Thrown) -> dict[str, Any]:
    return {"total": thrown.total, "dice": thrown.dice, "capped": thrown.capped}


def odds_told(found: Odds[Any]) -> dict[str, Any]:
    """Every outcome with its chance, exactly and in percent."""
    outcomes = [
        {"outcome": outcome, "chance": str(chance), "percent": round(float(chance) * 100, 6)}
        for outcome, chance in found.items()
    ]
    return {
        "exact": found.unexplored == 0,
        "outcomes": outcomes,
        "unexplored": str(found.unexplored),
        "policy": found.policy,
    }


def rule_told(rule: AnyRule) -> dict[str, Any]:
    """A rule: its place, its input as JSON Schema, and its outcomes."""
    return {
        "id": rule.id,
        "book": rule.book,
        "title": rule.title,
        "says": rule.summary,
        "cite": rule.cite,
        "edition": rule.edition,
        "given": schema(record(rule.given)),
        "outcomes": [{"kind": record(kind).kind, "schema": schema(record(kind))} for kind in rule.outcomes],
        "readings": [reading.id for reading in rule.readings],
    }


def ruling_told(ruling: Ruling[Any, Any]) -> dict[str, Any]:
    """A ruling: on what, by which throws, to what end."""
    return {
        "rule": ruling.rule,
        "edition": ruling.edition,
        "given": ruling.given,
        "throws": [throw_told(answered) for answered in ruling.throws],
        "outcome": ruling.outcome,
        "says": say(ruling),
    }


def throw_told(answered: Answered) -> dict[str, Any]:
    """An answered question."""
    origins = {str(source) for source in answered.sources}
    told = {"purpose": answered.question.purpose, "from": origins.pop() if len(origins) == 1 else "mixed"}
    match answered.question:
        case Throw(roll=roll, faces=single):
            answer = answered.faces if single else total_of(roll, answered.faces)
            return {**told, "roll": text(roll), "answer": answer, "faces": answered.faces, "sources": answered.sources}
        case Choice(seat=seat, options=options):
            return {**told, "seat": seat, "options": options, "answer": answered.answer}


def wanted_told(rule: AnyRule, given: Any, wanted: Wanted) -> dict[str, Any]:
    """A ruling that waits for an answer."""
    return {
        "rule": rule.id,
        "edition": rule.edition,
        "given": given,
        "throws": [throw_told(answered) for answered in wanted.throws],
        "wanted": {
            **_question_told(wanted.question),
            "dice": [text(die) for die in wanted.dice],
            "faces": [of.answer for of in wanted.so_far],
        },
    }


def _question_told(question: Question) -> dict[str, Any]:
    match question:
        case Throw(purpose=purpose, roll=roll):
            return {"kind": "throw", "purpose": purpose, "roll": text(roll)}
        case Choice(purpose=purpose, seat=seat, options=options):
            return {"kind": "choice", "purpose": purpose, "seat": seat, "options": options}
