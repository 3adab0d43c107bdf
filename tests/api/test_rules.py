"""The API over the whole shelf: every rule settles as its cases say, with the odds that the engine finds."""

import html
import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from typing import Any, TypeAlias

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.figures import share_of
from tests.merged import try_each
from undercroft.books import RULES
from undercroft.faces.manual.examples import examples, situations
from undercroft.faces.shared.dice_payloads import odds_told
from undercroft.faces.shared.payloads import rule_told, ruling_told
from undercroft.interpret.odds import of_rule
from undercroft.interpret.policy import NEVER
from undercroft.kernel.faults import OddsTooWide
from undercroft.kernel.rules import AnyRule
from undercroft.kernel.wire import shown

Check: TypeAlias = Callable[[httpx.Client, AnyRule], None]


def as_sent(value: object) -> Any:
    """A value as it arrives."""
    return json.loads(shown(value))


@pytest.fixture
def of_every_rule(client: httpx.Client, subtests: pytest.Subtests) -> Callable[[Check], None]:
    """Checks each rule of the shelf."""
    return lambda check: try_each(subtests, ((rule.id, rule) for rule in RULES.values()), partial(check, client))


def test_a_rule_settles_as_its_cases_say(of_every_rule: Callable[[Check], None]) -> None:
    """Every kind of outcome once, with the dice of its case."""
    of_every_rule(_settles)


def _settles(client: httpx.Client, rule: AnyRule) -> None:
    rulings = {type(of.ruling.outcome): of for of in examples(rule) if of.ruling}
    for example in rulings.values():
        assert example.ruling
        body = {"given": as_sent(example.ruling.given), "dice": example.case.dice}
        answer = client.post(f"/api/rules/{rule.id}", json=body)
        assert (200, as_sent(ruling_told(example.ruling))) == (answer.status_code, answer.json())


def test_a_rule_asks_for_its_dice_one_by_one(of_every_rule: Callable[[Check], None]) -> None:
    """With one answer fewer than it takes, the next is wanted; with all of them, the ruling is the same."""
    of_every_rule(_asks)


def _asks(client: httpx.Client, rule: AnyRule) -> None:
    example = max((of for of in examples(rule) if of.ruling), key=lambda of: len(of.case.dice))
    assert example.ruling
    dice = example.case.dice
    for count in {0, len(dice) // 2, len(dice)}:
        body = {"given": as_sent(example.ruling.given), "dice": dice[:count], "rest": "ask"}
        told = client.post(f"/api/rules/{rule.id}", json=body).json()
        if count == len(dice):
            assert as_sent(ruling_told(example.ruling)) == told
        else:
            answered = sum(len(throw.get("faces", [0])) for throw in told["throws"])
            assert count == answered + len(told["wanted"]["faces"])
            assert "outcome" not in told


def test_a_rule_has_the_engine_s_odds(of_every_rule: Callable[[Check], None]) -> None:
    """To the last digit of the fraction."""
    of_every_rule(_has_odds)


def _has_odds(client: httpx.Client, rule: AnyRule) -> None:
    for situation in list(situations(rule).values())[:1]:
        body = {"given": as_sent(situation), "policy": "never"}
        answer = client.post(f"/api/rules/{rule.id}/odds", json=body)
        try:
            expected = as_sent(odds_told(of_rule(rule, situation, NEVER)))
        except OddsTooWide:
            assert (422, "odds_too_wide") == (answer.status_code, answer.json()["code"])
            continue
        assert expected == answer.json()
        assert 1 == sum(Fraction(of["chance"]) for of in expected["outcomes"]) + Fraction(expected["unexplored"])


def test_the_rules_are_listed(client: httpx.Client) -> None:
    """All of them, those of a book, those that speak of something."""
    assert list(RULES) == [rule["id"] for rule in client.get("/api/rules").json()]
    assert {"delving"} == {rule["book"] for rule in client.get("/api/rules?book=delving").json()}
    found = client.get("/api/rules", params={"q": "hazard die", "book": "delving"}).json()
    assert "delving.hazard-die" in [rule["id"] for rule in found]
    assert as_sent(rule_told(RULES["violence.attack"])) == client.get("/api/rules/violence.attack").json()
    wages = client.get("/api/rules/violence.hireling-hire").json()["tables"]
    assert [("violence.wages", ["job", "silver a day"])] == [(of["name"], of["heads"]) for of in wages]
    assert ["sellsword", "10"] == wages[0]["rows"][-1]
    assert "no_such_book" == client.get("/api/rules?book=nothing").json()["code"]


def test_the_questions_are_listed(client: httpx.Client) -> None:
    """All by their subjects, those like some words, and those of one book; the page shows the same."""
    every = client.get("/api/questions").json()
    assert set(RULES) == {rule for question in every for rule in question["rules"]}
    [first] = client.get("/api/questions?q=which+side+acts+first").json()
    assert {
        "subject": "Fights",
        "asks": "Who goes first?",
        "rules": ["delving.initiative.order", "sovereign.combat.initiative", "violence.initiative"],
    } == first
    [own] = client.get("/api/questions?q=who+goes+first&book=violence").json()
    assert ["violence.initiative"] == own["rules"]
    assert [] == client.get("/api/questions?q=zzz").json()
    page = client.get("/questions").text
    assert all(html.escape(question["asks"], quote=False) in page for question in every)
    found = client.get("/rules?q=which+side+acts+first").text
    assert all(part in found for part in ("Who goes first?", *(f"/rules/{rule}" for rule in first["rules"])))


def test_a_refusal_by_the_rules_is_no_fault(client: httpx.Client) -> None:
    """200, with an outcome called `refused`."""
    body = {"given": {"path_len": 30}}
    answer = client.post("/api/rules/delving.move.walk", json=body)
    assert (200, "refused") == (answer.status_code, answer.json()["outcome"]["kind"])


@pytest.mark.parametrize(
    "body, code",
    [
        ({"dice": [5]}, "dice_missing"),
        ({"dice": [5, 7]}, "dice_bad_face"),
        ({"dice": [5, "six"]}, "dice_bad_face"),
        ({"dice": [5, 6, 1]}, "dice_left_over"),
        ({"dice": [1.5]}, "type"),
        ({"dice": "5,6"}, "type"),
        ({"dice": [5, True]}, "type"),
        ({"dice": [1] * 1001}, "out_of_range"),
        ({"dice": [5], "rest": "guess"}, "out_of_range"),
        ({"dice": [None, None, None], "rest": "ask"}, "dice_left_over"),
    ],
)
def test_answers_that_do_not_fit(client: httpx.Client, body: dict[str, object], code: str) -> None:
    """2d6 takes two faces from 1 to 6."""
    answer = client.post("/api/rules/delving.encounter.reaction", json=body)
    assert (422, code) == (answer.status_code, answer.json()["code"])


def test_some_dice_are_left_to_the_server(client: httpx.Client) -> None:
    """Null rolls one die, `rest` rolls what is not answered, no dice at all roll everything."""
    for body in ({"dice": [5, None]}, {"dice": [5], "rest": "roll"}, {"dice": [5, None], "rest": "ask"}):
        throw = client.post("/api/rules/delving.encounter.reaction", json=body).json()["throws"][0]
        assert (5, ["typed", "rolled"]) == (throw["faces"][0], throw["sources"])
    throw = client.post("/api/rules/delving.encounter.reaction", json={}).json()["throws"][0]
    assert ("rolled", 2) == (throw["from"], len(throw["faces"]))


def test_choices_need_a_policy(client: httpx.Client) -> None:
    """Odds do not guess what a person would choose, and settling does not choose for anybody."""
    given = {"given": {"attribute": 12, "ac": 4, "scars": 1}}
    assert "needs_policy" == client.post("/api/rules/violence.attack/odds", json=given).json()["code"]
    assert "choice_missing" == client.post("/api/rules/violence.attack", json=given).json()["code"]


def test_odds_by_a_part(client: httpx.Client) -> None:
    """By kind, by a field, by a condition; anything else is refused with what there is."""
    path = "/api/rules/delving.encounter.reaction/odds"
    by_kind = client.post(path, json={"by": "kind"}).json()["outcomes"]
    assert {"outcome": "cordial", "chance": "1/36", "percent": 2.777778} in by_kind
    assert {"true", "false"} == {
        json.dumps(of["outcome"]) for of in client.post(path, json={"by": "total>=9"}).json()["outcomes"]
    }
    assert "bad_field" == client.post(path, json={"by": "colour"}).json()["code"]
    dice = client.post("/api/odds", json={"expression": "2d6", "by": "total>=10"}).json()
    assert {"outcome": True, "chance": "1/6", "percent": 16.666667} in dice["outcomes"]


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**60), 2**60)
    | st.text(max_size=20)
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)


@cache
def situation_of(rule_id: str) -> dict[str, Any]:
    """A situation of the rule that is well."""
    situation: dict[str, Any] = as_sent(next(of.ruling.given for of in examples(RULES[rule_id]) if of.ruling))
    return situation


@given(
    rule_id=st.sampled_from(sorted(RULES)),
    tail=st.sampled_from(["", "/odds"]),
    changed=st.dictionaries(st.sampled_from(["given", "dice", "rest", "by", "policy", "x"]), JSON, max_size=3),
    spoilt=st.booleans(),
    spoiling=JSON,
)
@settings(max_examples=share_of(150))
def test_whatever_is_sent_has_an_answer_in_our_shape(
    client: httpx.Client, rule_id: str, tail: str, changed: dict[str, Any], spoilt: bool, spoiling: Any
) -> None:
    """No body, however odd, is answered by anything but a result or a problem that is the sender's."""
    situation = dict(situation_of(rule_id))
    if situation and spoilt:
        situation[sorted(situation)[len(str(spoiling)) % len(situation)]] = spoiling
    answer = client.post(f"/api/rules/{rule_id}{tail}", json={"given": situation, **changed})
    assert answer.status_code in (200, 400, 422)
    if answer.status_code != 200:
        told = answer.json()
        assert {"type", "title", "status", "code", "detail", "request_id"} <= told.keys()
        assert len(told["detail"]) < 300
