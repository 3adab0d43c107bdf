"""Every rule of the books is settled somewhere at the table, or a list says why not; a referee can settle any."""

from collections.abc import Mapping

import pytest

from tests.casefile import Case
from tests.conformance.shelf import cases, every_rule
from tests.merged import try_each
from tests.table.reach import reached
from tests.table.small_site import MAUD, ONE, TWO, begin
from tests.table.tabletop import Tabletop
from undercroft.books import RULES
from undercroft.interpret.worked_cases import fields, plain
from undercroft.kernel import wire
from undercroft.table.engine.record import Settled
from undercroft.table.rulings.any_rule import SettleRule
from undercroft.table.rulings.words import outcome_of
from undercroft.table.state.ids import GroupId, PersonId
from undercroft.table.world.groups import MAIN

WHY_NOT: Mapping[str, tuple[str, ...]] = {
    "is a list of names or numbers, which the table reads from the book's own module": (
        "delving.time.units",
        "delving.terms",
        "delving.mode.active",
        "delving.move.speeds",
        "delving.distance.convert",
        "delving.condition.surprised",
        "sovereign.attr.scores",
        "sovereign.attr.modifier",
        "sovereign.attr.applies-to",
        "sovereign.skill.levels",
        "sovereign.skill.list",
        "sovereign.time.turn",
        "sovereign.time.round",
        "sovereign.enc.item",
        "sovereign.enc.access",
        "sovereign.enc.bulk",
        "violence.time-units",
    ),
    "sums up a whole procedure, whose steps the table takes one by one": (
        "delving.round",
        "delving.dungeon-turn",
        "sovereign.dungeon.loop",
        "sovereign.dungeon.exit",
        "sovereign.dungeon.activity-cost",
        "sovereign.encounter.procedure",
        "sovereign.search.unspecified",
        "sovereign.heal.first-aid-turn",
        "hexcrawl.turn-economy",
        "hexcrawl.night-camp",
        "violence.dungeon-loop",
        "violence.watch-loop",
    ),
    "is the inside of another rule, which the table settles whole": (
        "violence.scar-modifier",
        "hexcrawl.encounter-die.adapt",
        "hexcrawl.discover-overt",
    ),
    "leaves the turn to the players, so that there is nothing to settle": (
        "hexcrawl.template.free-turn",
        "hexcrawl.wild.free-turn",
    ),
    "tells people how to play, and a program has nothing to add": (
        "delving.zone.partition",
        "delving.timers.adjust",
        "sovereign.campaign.module-loop",
        "sovereign.campaign.scope",
        "sovereign.campaign.table-size",
        "sovereign.core.describe",
        "sovereign.core.adjudicate",
        "sovereign.core.spokesperson",
        "sovereign.core.rule-pruning",
        "sovereign.example.spiked-pit",
        "sovereign.attr.notation",
        "sovereign.skill.overlap",
        "sovereign.check.call",
        "sovereign.check.failure",
        "sovereign.save.choose",
        "sovereign.time.uses-per-turn",
    ),
    "is of fights by another book than Violence and Sovereign": (
        "delving.initiative.order",
        "delving.morale.check",
        "neverwhere.extra-effort-combat",
        "neverwhere.feverish-defense",
        "neverwhere.all-out-attack",
        "neverwhere.mighty-blow",
        "neverwhere.precise-strike",
    ),
    "answers a question that every house puts to another book": (
        "delving.search.clue-check",
        "delving.move.run-endurance",
        "neverwhere.zero-hp",
    ),
    "says where somebody is or may go, which the map holds": (
        "hexcrawl.known-destinations",
        "hexcrawl.position",
    ),
    "is of ways to travel that the table does not keep track of": (
        "sovereign.enc.transport",
        "hexcrawl.water-travel",
        "hexcrawl.air-travel",
    ),
}
"""Rules that no step of the table comes to by itself; `settle_rule` settles them for the person who wants them."""

EXPLAINED = [id for ids in WHY_NOT.values() for id in ids]


def at_the_table() -> Tabletop:
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin())
    return table


def codes(act: SettleRule, seat: str = "referee") -> list[str]:
    return [reason.code for reason in at_the_table().why_not(act, seat)]


def test_every_rule_is_reached_or_it_is_reported_why_not():
    """A new rule is settled somewhere, or someone decides that it is not."""
    assert set() == set(RULES) - reached() - set(EXPLAINED)


def test_what_is_explained_is_a_rule_and_explained_once():
    """No explanation outlives its rule, nor the day on which the table comes to it."""
    assert (set(), len(EXPLAINED)) == (set(EXPLAINED) - set(RULES), len(set(EXPLAINED)))
    assert set() == set(EXPLAINED) & reached()


def first_cases() -> list[tuple[str, Case]]:
    """The first case of every rule that comes to an outcome."""
    found = (
        (RULES[id], next((case for case in cases(RULES[id]) if case.expect is not None), None)) for id in every_rule()
    )
    return [(rule.id, case) for rule, case in found if case is not None]


def test_a_referee_settles_any_rule(subtests: pytest.Subtests) -> None:
    """On the inputs of its first case, with its dice: the same outcome, in the log of everybody there."""
    try_each(subtests, ((rule, (rule, case)) for rule, case in first_cases()), lambda of: _settles(*of))


def _settles(rule: str, case: Case) -> None:
    table = at_the_table()
    table.typed = True
    events = table.do(SettleRule(MAIN, RULES[rule].id, wire.plain(case.given)), *case.dice)
    settled = next(event for event in events if isinstance(event, Settled))
    outcome, expect = outcome_of(settled), case.expect or {}
    assert outcome is not None
    actual = fields(outcome)

    assert {name: plain(value) for name, value in expect.items()} == {name: actual[name] for name in expect}
    assert settled in [told.event for told in table.heard[ONE]]


def test_in_secret_nobody_else_hears_of_it():
    """Not even that dice fell."""
    table = at_the_table()
    before = table.bytes_for(ONE)
    events = table.do(SettleRule(MAIN, RULES["delving.hazard-die"].id, {"danger": "risky"}, secret=True), 1)

    assert any(isinstance(event, Settled) for event in events)
    assert before == table.bytes_for(ONE)
    table.undo()
    assert before == table.bytes_for(ONE)


def test_somebodys_own_dice_are_asked_for():
    """The seat that plays them."""
    table = at_the_table()
    table.typed = True
    events = table.do(SettleRule(MAIN, RULES["sovereign.save.roll"].id, {"target": 14}, by=MAUD), 15)

    assert [ONE] == [event.by for event in events if isinstance(event, Settled)]


@pytest.mark.parametrize(
    "act, expected",
    [
        (SettleRule(MAIN, RULES["delving.hazard-die"].id, {"danger": "risky"}), []),
        (SettleRule(MAIN, RULES["delving.hazard-die"].id, {"danger": "mild"}), ["does_not_fit"]),
        (SettleRule(MAIN, RULES["delving.hazard-die"].id, {}), ["does_not_fit"]),
        (SettleRule(GroupId("x"), RULES["delving.hazard-die"].id, {"danger": "risky"}), ["no_group"]),
        (SettleRule(MAIN, RULES["delving.hazard-die"].id, {"danger": "risky"}, by=PersonId("x")), ["no_person"]),
    ],
)
def test_why_not(act, expected):
    """An input that does not fit is refused before any die, with the rule that says so."""
    assert expected == codes(act)
    assert ["referee_only", *expected] == codes(act, ONE)


def test_no_such_rule():
    """Nothing is guessed."""
    assert ["no_rule"] == codes(SettleRule(MAIN, type(RULES["delving.hazard-die"].id)("delving.nothing"), {}))
