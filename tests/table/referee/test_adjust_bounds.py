"""Numbers set by hand: rules can be settled on all that are taken; what no rule takes is refused with its bounds."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.table.bots import OLGA, RandomTable, opening
from tests.table.small_site import CRYPT, MAUD, ULF
from tests.table.wayfarers import chance
from undercroft.interpret.form import given_of
from undercroft.kernel import wire
from undercroft.table.bridge import settable
from undercroft.table.decide import Order, decide
from undercroft.table.engine.record import Settled
from undercroft.table.exploration.turns import EnterSite
from undercroft.table.odds import chance_of
from undercroft.table.offers import offers
from undercroft.table.referee.adjust import Adjust, Adjusted
from undercroft.table.referee.adjustable import Adjustable, fields_of, type_of
from undercroft.table.rulings.words import RULES
from undercroft.table.session.sessions import BeginSession
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_rules import PRESETS
from undercroft.table.state.ids import ActId
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Clock
from undercroft.table.world.groups import MAIN

NUMBERS = (-1_000_000, -1_001, -5, -3, -2, -1, 0, 1, 2, 4, 10, 18, 19, 100, 1_000, 10_000, 1_000_000)
SKILLS = ("Heal", "Notice", "Exert", "Sneak")


def delving(preset: str) -> RandomTable:
    """Three delvers in the crypt."""
    table = RandomTable(chance(preset))
    table.try_out(opening(Clock.SOVEREIGN, PRESETS[preset]))
    table.try_out(BeginSession("Tonight", (MAUD, ULF, OLGA)))
    table.try_out(EnterSite(MAIN, CRYPT))
    return table


def by_hand(field: str, value: Any) -> Adjust:
    return Adjust(Adjustable.PERSON, MAUD, field, value, "because")


def settings() -> Iterator[Adjust]:
    """Every number of a person, set to small, large and impossible values."""
    for number in NUMBERS:
        yield from (by_hand(field, number) for field in fields_of(Adjustable.PERSON) if type_of_number(field))
        yield from (by_hand("sheet.overrides", {name: number}) for name in sorted(settable()))
        yield from (by_hand("sheet.skills", {name: number}) for name in SKILLS)


def type_of_number(field: str) -> bool:
    return type_of(Adjustable.PERSON, field) is int


def sound(now: Campaign, table: RandomTable) -> None:
    """Every offer has odds, and Maud's can be carried out; each rule's input is one that the rule takes."""
    tried: set[str] = set()
    for offer in offers(now, REFEREE):
        if offer.rule is not None and offer.given is not None:
            given_of(offer.rule, wire.plain(offer.given))
            chance_of(offer)
        if offer.who != MAUD or offer.refused or offer.command.tag in tried:
            continue
        tried.add(offer.command.tag)
        for told in decide(now, Order(offer.command, REFEREE, ActId("tried")), table.any_dice).told:
            if isinstance(told.event, Settled):
                given_of(RULES[told.event.rule], told.event.given)


@pytest.mark.parametrize("preset", PRESETS)
def test_what_may_be_set_by_hand_can_be_played_with(preset: str) -> None:
    """Under every preset; a value is refused, or everything that is offered afterwards works."""
    table, taken = delving(preset), 0
    for setting in settings():
        if not table.why_not(setting):
            now = Adjusted(setting.what, setting.id, setting.field, setting.value, setting.reason).fold(table.now)
            sound(now, table)
            taken += 1
    assert taken > len(settable())


@pytest.mark.parametrize(
    "field, value, says",
    [
        ("sheet.strength", 0, "strength: 0 is out of range"),
        ("sheet.strength", 19, "must be 18 or less"),
        ("sheet.level", 11, "must be 10 or less"),
        ("sheet.skills", {"Notice": 5}, "must be 4 or less"),
        ("sheet.overrides", {"wis_mod": 3}, "must be 2 or less"),
        ("sheet.overrides", {"basic_lift": 0}, "basic lift: 0 is out of range"),
        ("sheet.overrides", {"agility": 0}, "must be 1 or more"),
        ("sheet.overrides", {"charm": 3}, "“charm” is no number of the books"),
        ("scars", 101, "must be 100 or less"),
    ],
)
def test_a_number_that_no_rule_takes_is_refused_with_its_bounds(field: str, value: Any, says: str) -> None:
    (reason,) = delving("undercroft").why_not(by_hand(field, value))
    assert "out_of_bounds" == reason.code
    assert says in reason.what
