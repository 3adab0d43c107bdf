"""A rule, a question or a ruling as the answer for programs."""

from typing import Any

from undercroft.books import BOOKS
from undercroft.faces.shared import answers
from undercroft.faces.shared.answers import DiceOrigin
from undercroft.faces.shared.library import say
from undercroft.faces.shared.manual import guidance_of, seen_with, title_of
from undercroft.faces.shared.questions import RulesQuestion
from undercroft.interpret.lookups import grids_of
from undercroft.interpret.play import Answered, Ruling
from undercroft.interpret.stepwise import OpenStep
from undercroft.kernel.dice import Choice, Throw
from undercroft.kernel.notation import text
from undercroft.kernel.rules import AnyRule
from undercroft.kernel.shape import record, schema
from undercroft.kernel.throwing import total_of


def rule_told(rule: AnyRule) -> answers.RuleAnswer:
    """A rule: its place, its input as JSON Schema, and its outcomes."""
    return answers.RuleAnswer(
        id=rule.id,
        book=rule.book,
        title=title_of(rule),
        says=rule.summary,
        manual=_manual_told(rule),
        cite=rule.cite,
        edition=rule.edition,
        given=schema(record(rule.given)),
        outcomes=tuple(answers.OutcomeKind(record(kind).kind or "", schema(record(kind))) for kind in rule.outcomes),
        tables=tuple(
            answers.RuleTable(name, tuple(head), tuple(map(tuple, rows)))
            for name, (head, *rows) in grids_of(rule, BOOKS[rule.book])
        ),
        readings=tuple(reading.id for reading in rule.readings),
    )


def _manual_told(rule: AnyRule) -> answers.Manual | None:
    found = guidance_of(rule)
    if found is None:
        return None
    return answers.Manual(found.when, found.how, found.decides, found.example, tuple(of.id for of in seen_with(rule)))


def question_told(question: RulesQuestion) -> answers.TableQuestion:
    """A question, with the ids of its rules."""
    return answers.TableQuestion(question.subject, question.asks, tuple(rule.id for rule in question.rules))


def ruling_told(ruling: Ruling[Any, Any]) -> answers.RulingAnswer:
    """A ruling: its situation, its throws, and its outcome."""
    throws = tuple(map(throw_told, ruling.throws))
    return answers.RulingAnswer(ruling.rule, ruling.edition, ruling.given, throws, ruling.outcome, say(ruling))


def throw_told(answered: Answered) -> answers.ThrowAnswer:
    """An answered question."""
    purpose, origins = answered.question.purpose, set(answered.sources)
    origin = DiceOrigin(origins.pop()) if len(origins) == 1 else DiceOrigin.MIXED
    match answered.question:
        case Throw(roll=roll, faces=single):
            answer = answered.faces if single else total_of(roll, answered.faces)
            return answers.ThrowAnswer(purpose, origin, answer, text(roll), answered.faces, answered.sources)
        case Choice(seat=seat, options=options):
            return answers.ThrowAnswer(purpose, origin, answered.answer, seat=seat, options=options)


def wanted_told(rule: AnyRule, given: Any, wanted: OpenStep) -> answers.Waiting:
    """A ruling that waits for an answer."""
    return answers.Waiting(rule.id, rule.edition, given, tuple(map(throw_told, wanted.throws)), _question_told(wanted))


def _question_told(wanted: OpenStep) -> answers.QuestionWaiting:
    dice, faces = tuple(map(text, wanted.dice)), tuple(of.answer for of in wanted.so_far)
    match wanted.question:
        case Throw(purpose=purpose, roll=roll):
            return answers.QuestionWaiting("throw", purpose, dice, faces, roll=text(roll))
        case Choice(purpose=purpose, seat=seat, options=options):
            return answers.QuestionWaiting("choice", purpose, dice, faces, seat=seat, options=options)
