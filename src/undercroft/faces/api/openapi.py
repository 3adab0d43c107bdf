"""`/api/openapi.json`: the OpenAPI 3.1 description of the API, with the schema of every body."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from typing import Any, get_args

import msgspec
from litestar import Response, get
from msgspec import UNSET, Struct

from undercroft import __version__
from undercroft.books import SHELF
from undercroft.faces.api import tables
from undercroft.faces.api.operations import content, operation, query, ref
from undercroft.faces.api.requests import DiceOdds, FoeLine, RollBody, rule_odds, settling
from undercroft.faces.http.faults import HttpProblem
from undercroft.faces.http.lanes import in_lane
from undercroft.faces.http.replies import JSON, PROBLEM
from undercroft.faces.shared import answers
from undercroft.interpret.form import untold
from undercroft.kernel.budget import spend
from undercroft.kernel.rules import AnyRule, Book
from undercroft.kernel.shape import record, schema
from undercroft.kernel.wire import shown

CHARACTERS_A_STEP = 10
"""Characters that are sent in a step."""

SENT = (RollBody, DiceOdds, FoeLine, *tables.SENT)
"""The bodies that the API takes, apart from those that differ by rule."""

ANSWERED = (
    *(HttpProblem, answers.RollAnswer, answers.Rolls, answers.OddsAnswer, answers.Foes),
    *(answers.RuleAnswer, answers.TableQuestion, answers.RulingAnswer, answers.Waiting),
)


@get("/openapi.json")
async def openapi() -> Response[bytes]:
    """The API's own description."""
    return await in_lane(_described)


def _described() -> Response[bytes]:
    body = _document()
    spend(len(body) // CHARACTERS_A_STEP)
    return Response(body, media_type=JSON, headers={"cache-control": "no-cache"})


@cache
def _document() -> bytes:
    return shown(document())


def document() -> dict[str, Any]:
    """The whole description."""
    bodies = _bodies()
    situations = {rule.id: schema(record(rule.given)) for book in SHELF for rule in book.rules}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Undercroft",
            "version": __version__,
            "description": "Dice, rulebooks and their odds for everybody; live tables by the link of a seat.",
        },
        "tags": [{"name": book.id, "description": book.title} for book in SHELF]
        + [{"name": "dice"}, {"name": "rules"}, {"name": "tables"}],
        "paths": {
            **_fixed(),
            **tables.paths(),
            **{path: item for book in SHELF for path, item in _of_book(book, bodies).items()},
        },
        "components": {
            "schemas": {**bodies, **tables.schemas(), **situations},
            "responses": {"Problem": content("a fault", ref(HttpProblem), PROBLEM)},
        },
    }


def _bodies() -> dict[str, Any]:
    """The schemas of all bodies and of the structs within them."""
    kinds = (*SENT, *ANSWERED, *tables.ANSWERED)
    _, components = msgspec.json.schema_components(
        kinds, schema_hook=_custom, ref_template="#/components/schemas/{name}"
    )
    for name, kind in _within((*ANSWERED, *tables.ANSWERED)).items():
        if not kind.__struct_config__.omit_defaults:
            told = msgspec.structs.fields(kind)
            components[name]["required"] = [field.encode_name for field in told if field.default is not UNSET]
    return components


def _custom(kind: type[Any]) -> dict[str, Any]:
    """The schema of a type that JSON has no word for: fractions are text."""
    if kind is Fraction:
        return {"type": "string", "pattern": "^-?[0-9]+(/[0-9]+)?$", "examples": ["2/3"]}
    raise NotImplementedError


def _within(kinds: Iterable[Any]) -> dict[str, type[Struct]]:
    """The structs among these types and in their fields, by name: an answer leaves none of their fields out."""
    found: dict[str, type[Struct]] = {}
    for kind in kinds:
        if isinstance(kind, type) and issubclass(kind, Struct) and kind.__name__ not in found:
            found[kind.__name__] = kind
            found |= _within(field.type for field in msgspec.structs.fields(kind))
        found |= _within(get_args(kind))
    return found


def _fixed() -> dict[str, Any]:
    listed = {"type": "array", "items": ref(answers.RuleAnswer)}
    asked = {"type": "array", "items": ref(answers.TableQuestion)}
    narrowing = [query("book", "the id of a book"), query("q", "words to look for")]
    rolled = {"oneOf": [ref(answers.RollAnswer), ref(answers.Rolls)]}
    return {
        "/api/rules": {"get": operation("listRules", "rules", "Every rule", listed, parameters=narrowing)},
        "/api/questions": {"get": operation("listQuestions", "rules", "What people ask", asked, parameters=narrowing)},
        "/api/roll": {"post": operation("roll", "dice", "Roll dice", rolled, body=ref(RollBody))},
        "/api/odds": {
            "post": operation("odds", "dice", "Exact odds of dice", ref(answers.OddsAnswer), body=ref(DiceOdds))
        },
        "/api/foes": {"post": operation("foes", "dice", "Read a line of foes", ref(answers.Foes), body=ref(FoeLine))},
    }


def _of_book(book: Book, bodies: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for rule in book.rules:
        path, name = f"/api/rules/{rule.id}", rule.id.replace(".", "_").replace("-", "_")
        found[path] = {
            "get": operation(f"show_{name}", book.id, f"About: {rule.title}", ref(answers.RuleAnswer)),
            "post": operation(
                f"settle_{name}", book.id, rule.summary, _settled(rule, bodies), body=_body(rule, settling)
            ),
        }
        body = _body(rule, rule_odds)
        odds = operation(f"odds_{name}", book.id, f"Exact odds: {rule.title}", ref(answers.OddsAnswer), body=body)
        found[f"{path}/odds"] = {"post": odds}
    return found


def _body(rule: AnyRule, sent: Callable[[AnyRule], type[Any]]) -> dict[str, Any]:
    """The body of a request about a rule: its situation, and the fields that every rule takes."""
    needed = ["given"] if untold(rule) is None else []
    properties = {**_of_any_rule(sent), "given": ref(rule.id)}
    return {"type": "object", "properties": properties, "required": needed, "additionalProperties": False}


@cache
def _of_any_rule(sent: Callable[[AnyRule], type[Any]]) -> dict[str, Any]:
    """The fields of a body, read from the first rule: only the situation differs between rules."""
    told: dict[str, Any] = schema(record(sent(SHELF[0].rules[0])))["properties"]
    return told


def _settled(rule: AnyRule, bodies: dict[str, Any]) -> dict[str, Any]:
    """A ruling of this rule with its outcome, or the answer that the rule still needs."""
    outcomes = [schema(record(kind)) for kind in rule.outcomes]
    own = {"rule": {"const": rule.id}, "given": ref(rule.id)}
    ruled = {**own, "outcome": outcomes[0] if len(outcomes) == 1 else {"oneOf": outcomes}}
    parts = ((bodies[answers.RulingAnswer.__name__], ruled), (bodies[answers.Waiting.__name__], own))
    return {"oneOf": [{**any_rule, "properties": {**any_rule["properties"], **said}} for any_rule, said in parts]}
