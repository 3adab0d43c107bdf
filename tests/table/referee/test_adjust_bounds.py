"""Numbers set by hand: rules can be settled on all that are taken; what no rule takes is refused with its bounds."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.table.bots import OLGA, RandomTable, opening
from tests.table.small_site import CRYPT, MAUD, ULF
from tests.table.wayfarers import chance
from undercroft.interpret.form import given_of
from undercroft.kernel import wire
from undercroft.kernel.shape import Exact, Maybe, Whole, shape
from undercroft.table.bridge import settable
from undercroft.table.bridge.bounds import LIMITS, ON_SHEET, bounds_of, out_of_bounds
from undercroft.table.characters.characters import AddPerson, SetSheet
from undercroft.table.decide import Order, decide
from undercroft.table.engine.record import Settled
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.odds import chance_of
from undercroft.table.offers import offers
from undercroft.table.referee.adjust import Adjust, Adjusted
from undercroft.table.referee.adjustable import KINDS, Adjustable, fields_of, type_of
from undercroft.table.referee.placing import AddThing
from undercroft.table.rulings.words import RULES
from undercroft.table.session.sessions import BeginSession
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_rules import PRESETS
from undercroft.table.state.ids import ActId, PersonId, ThingId
from undercroft.table.state.people import Person
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Clock
from undercroft.table.state.things import Gone, Thing, ThingKind
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


def sound(now: Campaign, table: RandomTable, checked: set[tuple[object, ...]]) -> None:
    """Every offer has odds, and Maud's can be carried out; each rule's input is one that the rule takes.

    An offer of a rule with an input that was checked before, as most are, is not checked again.
    """
    tried: set[str] = set()
    for offer in offers(now, REFEREE):
        if offer.rule is not None and offer.given is not None:
            asked = (offer.rule.id, offer.given, offer.aims, offer.sought)
            if asked not in checked:
                given_of(offer.rule, wire.plain(offer.given))
                chance_of(offer)
                checked.add(asked)
        if offer.who != MAUD or offer.refused or offer.command.tag in tried:
            continue
        tried.add(offer.command.tag)
        for told in decide(now, Order(offer.command, REFEREE, ActId("tried")), table.any_dice).told:
            if isinstance(told.event, Settled):
                given_of(RULES[told.event.rule], told.event.given)


@pytest.mark.parametrize("preset", PRESETS)
def test_what_may_be_set_by_hand_can_be_played_with(preset: str) -> None:
    """Under every preset; a value is refused, or everything that is offered afterwards works."""
    table, taken, checked = delving(preset), 0, set[tuple[object, ...]]()
    for setting in settings():
        if not table.why_not(setting):
            now = Adjusted(setting.what, setting.id, setting.field, setting.value, setting.reason).fold(table.now)
            sound(now, table, checked)
            taken += 1
    assert taken > len(settable())


@pytest.mark.parametrize(
    "field, value, says",
    [
        ("sheet.strength", 0, "Strength: 0 is out of range. Enter 3 to 18."),
        ("sheet.strength", 19, "Enter 3 to 18."),
        ("sheet.level", 11, "Enter 1 to 10."),
        ("sheet.skills", {"Notice": 5}, "Enter -1 to 4."),
        ("sheet.overrides", {"wis_mod": 3}, "Enter -2 to 2."),
        ("sheet.overrides", {"basic_lift": 0}, "Basic lift: 0 is out of range."),
        ("sheet.overrides", {"agility": 0}, "Enter 1 to 100."),
        ("sheet.overrides", {"charm": 3}, "“charm” is not a number of the books. Choose one of these: "),
        ("scars", 101, "Enter 0 to 100."),
        ("hp", -1, "Hit points: -1 is out of range. Enter 0 to 10,000."),
    ],
)
def test_a_number_that_no_rule_takes_is_refused_with_its_bounds(field: str, value: Any, says: str) -> None:
    (reason,) = delving("undercroft").why_not(by_hand(field, value))
    assert "out_of_bounds" == reason.code
    assert says in reason.what


BEYOND = 10**12


def test_every_number_that_can_be_set_has_bounds() -> None:
    """Of things, rooms, doors, traps, obstacles, creatures and foes as of people; a clock has its own."""
    numbers = {
        (KINDS[what], field)
        for what in Adjustable
        for field in fields_of(what)
        if _is_number(what, field) and what not in (Adjustable.GROUP, Adjustable.LIGHT)
    }
    bounded = {(kind, field) for kind, limits in LIMITS.items() for field in limits}
    bounded |= {(Person, field) for field in ON_SHEET}
    assert set() == {(kind.__name__, field) for kind, field in numbers - bounded} - {
        ("Trap", "spikes"),
        ("Obstacle", "spikes"),
    }
    for kind, field in sorted(numbers & bounded, key=str):
        least, most = bounds_of((ON_SHEET if kind is Person else LIMITS[kind])[field])
        for value in (least - 1, most + 1, -BEYOND, BEYOND):
            (says,) = out_of_bounds(kind, field, value)
            assert f"is out of range. Enter {least:,} to {most:,}." in says
        assert [] == [*out_of_bounds(kind, field, least), *out_of_bounds(kind, field, most)]


def _is_number(what: Adjustable, field: str) -> bool:
    found = shape(type_of(what, field)) if simple(what, field) else None
    found = found.of if isinstance(found, Maybe) else found
    return isinstance(found, Whole | Exact)


def simple(what: Adjustable, field: str) -> bool:
    """Whether the value has a shape of its own."""
    try:
        shape(type_of(what, field))
    except TypeError:
        return False
    return True


def test_what_is_added_by_hand_has_the_same_bounds() -> None:
    """A person, a thing, and the numbers of a sheet."""
    table = delving("undercroft")
    giant = Person(PersonId("giant"), "Giant", REFEREE, hp=20_000, hp_max=20_000)
    heap = Thing(ThingId("heap"), "Heap", ThingKind.GEAR, Gone(), points=BEYOND)
    assert ["out_of_bounds", "out_of_bounds"] == [reason.code for reason in table.why_not(AddPerson(giant))]
    assert "out_of_bounds" in [reason.code for reason in table.why_not(AddThing(heap))]
    (reason,) = table.why_not(SetSheet(MAUD, {"agility": 500}))
    assert "Agility: 500 is out of range. Enter 1 to 100." == reason.what


def test_a_clock_is_not_set_forward_by_more_than_a_hundred_years() -> None:
    far = Adjust(Adjustable.GROUP, MAIN, "time", BEYOND, "because")
    (reason,) = delving("undercroft").why_not(far)
    assert "out_of_bounds" == reason.code
