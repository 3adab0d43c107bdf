"""`/api/rules`: the rules, settled and with their odds."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath

from undercroft.books import SHELF
from undercroft.faces.api.requests import LeftOpen, settling
from undercroft.faces.api.requests import rule_odds as asking_odds
from undercroft.faces.http.bodies import AnyRequest, body_as
from undercroft.faces.http.lanes import in_lane
from undercroft.faces.http.replies import reply
from undercroft.faces.shared import entropy
from undercroft.faces.shared.dice_payloads import odds_told
from undercroft.faces.shared.grouping import outcomes_by
from undercroft.faces.shared.payloads import question_told, rule_told, ruling_told, wanted_told
from undercroft.faces.shared.questions import index, questions_like
from undercroft.faces.shared.shelf import book_named, rule_named, speaks_of
from undercroft.interpret.ask import settle_typed
from undercroft.interpret.odds import Odds, of_rule
from undercroft.interpret.play import Generator
from undercroft.interpret.policy import named
from undercroft.interpret.stepwise import OpenStep, answers_so_far, settle_so_far
from undercroft.kernel.budget import SCRIPT, spend
from undercroft.kernel.rules import AnyRule, Book


@get("/rules")
async def list_rules(request: AnyRequest) -> Response[bytes]:
    """Every rule, or only those of a `book`, or those that mention every word of `q`."""
    book, words = request.query_params.get("book"), str(request.query_params.get("q", ""))[:200].split()
    books = SHELF if book is None else (book_named(book),)
    return await in_lane(_found, books, words)


def _found(books: Sequence[Book], words: Sequence[str]) -> Response[bytes]:
    found = [rule for of in books for rule in of.rules if speaks_of(rule, words)]
    spend(len(found) * SCRIPT)
    return reply([_told(rule) for rule in found])


@get("/questions")
async def list_questions(request: AnyRequest) -> Response[bytes]:
    """Every question that people ask at the table, or only the few that are like `q`; the rules of a `book` alone."""
    book, words = request.query_params.get("book"), str(request.query_params.get("q", ""))[:200]
    books = SHELF if book is None else (book_named(book),)
    return await in_lane(_asked, books, words)


def _asked(books: Sequence[Book], words: str) -> Response[bytes]:
    found = questions_like(words, books) if words.strip() else index(books)
    spend(SCRIPT * sum(len(book.rules) for book in books))
    return reply([question_told(question) for question in found])


@get("/rules/{rule_id:str}")
async def show_rule(rule_id: FromPath[str]) -> Response[bytes]:
    """One rule."""
    return reply(_told(rule_named(rule_id)))


@post("/rules/{rule_id:str}", status_code=200)
async def settle_rule(request: AnyRequest, rule_id: FromPath[str]) -> Response[bytes]:
    """Settle a rule; a refusal by the rule is an ordinary outcome."""
    rule = rule_named(rule_id)
    return await in_lane(_settled, rule, await body_as(request, settling(rule)))


@post("/rules/{rule_id:str}/odds", status_code=200)
async def rule_odds(request: AnyRequest, rule_id: FromPath[str]) -> Response[bytes]:
    """The exact odds of a rule."""
    rule = rule_named(rule_id)
    return await in_lane(_odds, rule, await body_as(request, asking_odds(rule)))


_told = cache(rule_told)


def _settled(rule: AnyRule, body: Any) -> Response[bytes]:
    spend(SCRIPT * (1 + len(body.dice or ())))
    draw = entropy.draw()
    if body.rest is LeftOpen.ASK:
        found = settle_so_far(rule, body.given, answers_so_far(rule, body.given, body.dice or (), draw))
        return reply(wanted_told(rule, body.given, found) if isinstance(found, OpenStep) else ruling_told(found))
    rolled = body.dice is None or body.rest is LeftOpen.ROLL
    return reply(ruling_told(settle_typed(rule, body.given, body.dice or (), Generator(draw), rest=rolled)))


def _odds(rule: AnyRule, body: Any) -> Response[bytes]:
    found: Odds[Any] = of_rule(rule, body.given, named(body.policy) if body.policy else None)
    return reply(odds_told(outcomes_by(rule, found, body.by) if body.by else found))
