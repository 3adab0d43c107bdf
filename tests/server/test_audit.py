"""Rulings of a log settled again by today's rules."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.server.tabling import ID, Playing, created, in_the_hall
from tests.table.small_site import ULF
from undercroft.kernel import wire
from undercroft.server.commands import Overrule
from undercroft.server.log_audit import Audited, ChangedRuling, audited
from undercroft.store.log import Batch, Entry
from undercroft.store.memory import MemoryStore
from undercroft.store.store import Store
from undercroft.table.engine.wanted_dice import Answer
from undercroft.table.site.search import Search

Body = dict[str, Any]
CHECK = "sovereign.check.skill"
SEVEN = {"kind": "failure", "margin": -3, "total": 7}


def searched() -> Playing:
    """Ulf searches the hall; his dice show a two and a six."""
    playing = in_the_hall(MemoryStore())
    playing.do(Search(ULF), by_hand=True)
    (wanted,) = playing.table.now.wanted.values()
    playing.do(Answer(wanted.id, wanted.questions[0].ruling, (2, 6)))
    return playing


def doctored(change: Callable[[Body], Body], store: Store) -> Store:
    """The same session in a log that says something else of the skill check, its chain as whole as any."""
    created(store)
    for number, line in enumerate(searched().store.read(ID)):
        body: Body = wire.decode(dict[str, Any], line.body)
        told = wire.encode(change(body)) if body.get("rule") == CHECK and "outcome" in body else line.body
        entry = Entry(line.act, line.at, line.audience, line.tag, told, line.wall)
        store.append(ID, Batch(number, f"key-{number}", b"fingerprint", (entry,), b"{}"))
    return store


def test_a_fresh_game_stands() -> None:
    """By the rules it was played by, every ruling comes to what it came to."""
    assert Audited(rulings=3, overruled=0, otherwise=()) == audited(searched().store, ID)


def better(body: Body) -> Body:
    """As if the dice had shown more."""
    return {**body, "outcome": {"kind": "success", "margin": 0, "total": 10}}


def _other_rule(body: Body) -> Body:
    return {**body, "rule": "sovereign.check.luck", "edition": 3}


def _other_form(body: Body) -> Body:
    return {**body, "given": {**body["given"], "mood": "gloomy"}}


def _no_dice(body: Body) -> Body:
    return {**body, "throws": []}


def _better_skill(body: Body) -> Body:
    return {**body, "given": {**body["given"], "skill": 3}}


@pytest.mark.parametrize(
    "change, rule, today, what, recorded, now",
    [
        (better, CHECK, 1, "outcome", {"kind": "success", "margin": 0, "total": 10}, SEVEN),
        (_better_skill, CHECK, 1, "outcome", SEVEN, {"kind": "success", "margin": 1, "total": 11}),
        (_other_rule, "sovereign.check.luck", None, "rule", SEVEN, None),
        (_other_form, CHECK, 1, "form", SEVEN, "Object contains unknown field `mood`"),
    ],
)
def test_what_would_go_otherwise_is_told(
    change: Callable[[Body], Body], rule: str, today: int | None, what: str, recorded: object, now: object
) -> None:
    """Another outcome, other numbers, a rule that is gone, a form that is gone: the line, then and now."""
    found = audited(doctored(change, MemoryStore()), ID)
    edition = 3 if today is None else 1
    assert (3, 0) == (found.rulings, found.overruled)
    assert (ChangedRuling(33, rule, edition, today, what, recorded, now),) == found.otherwise  # type: ignore[arg-type]


def test_a_question_that_was_not_asked_is_told() -> None:
    """The rule asks for its dice as ever, but the log says that none were thrown."""
    (found,) = audited(doctored(_no_dice, MemoryStore()), ID).otherwise
    assert ("question", None, "skill check") == (found.what, found.recorded, found.now["purpose"])


def test_what_the_referee_decided_is_not_held_against_the_rules() -> None:
    """It is counted and left alone: the dice said something else, and that is what overruling is for."""
    playing = searched()
    playing.do(Overrule(1, {"kind": "success", "margin": 0, "total": 10}, "The torch shines right on it."))
    found = audited(playing.store, ID)
    assert (1, ()) == (found.overruled, found.otherwise)
