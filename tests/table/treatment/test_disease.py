"""Diseases: caught without a word, breaking out days later, coming back, treated once a day."""

import pytest
from msgspec.structs import replace

from tests.table.infirmary import OLGA, conditions, due, table
from tests.table.small_site import MAUD, ONE, TWO, ULF
from tests.table.tabletop import codes
from undercroft.books.sovereign.poisons import Antidote
from undercroft.kernel.units import HOUR, Seconds
from undercroft.table.body.condition import ConditionGained, HpChanged, StrainChanged
from undercroft.table.offers import offers
from undercroft.table.site.waiting import PassTime, Span
from undercroft.table.state.health import Illness
from undercroft.table.state.house_rules import HouseRules, Sleep
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Condition
from undercroft.table.state.seats import REFEREE
from undercroft.table.treatment.disease import Caught, Infect, TreatDisease
from undercroft.table.world.groups import MAIN

DAY = 24 * HOUR
FEVER = Illness("marsh fever", onset_days=2, dc=11, damage_dice=(6,), strain=1, symptoms="shivers", every_days=3)
COUNTED = HouseRules(sleep=Sleep.OFF)


def ward(**changes):
    """Nobody minds sleep."""
    return table(house=COUNTED, **changes)


def ill():
    """Ulf has had the fever for a while."""
    at = ward(victim={"hp": 8})
    at.do(Infect(ULF, FEVER), 10)
    at.do(PassTime(MAIN, Span.DAY, 2), 3)
    return at


def test_it_is_caught_in_secret_and_breaks_out_days_later():
    """A save of 14 fails; the players hear of shivers, not of the fever."""
    at = ward(victim={"hp": 8})
    assert Caught(ULF, FEVER) in at.do(Infect(ULF, FEVER), 10)
    assert {"disease-ulf": 2 * DAY} == due(at.now)
    assert ({}, {}) == (due(at.known(TWO)), dict(at.known(TWO).illnesses))
    events = at.do(PassTime(MAIN, Span.DAY, 2), 3)

    assert ConditionGained(ULF, Condition("diseased", Seconds(2 * DAY), "shivers")) in events
    assert [StrainChanged(ULF, 1), HpChanged(ULF, 5, "disease", 8)] == [
        event for event in events if isinstance(event, StrainChanged | HpChanged)
    ]
    assert {"disease-ulf": 5 * DAY} == due(at.now)


def test_who_resists_catches_nothing_and_nobody_can_tell():
    """Two worlds that differ in a save give players the same bytes until the fever breaks out."""
    worlds = []
    for face in (10, 14):
        at = ward()
        at.do(Infect(ULF, FEVER), face)
        at.do(PassTime(MAIN, Span.DAY))
        worlds.append(at)

    assert [1, 0] == [len(at.now.illnesses) for at in worlds]
    for seat in (ONE, TWO):
        assert worlds[0].bytes_for(seat) == worlds[1].bytes_for(seat)


def test_it_comes_back_until_it_is_cured():
    """Every three days."""
    at = ill()
    events = at.do(PassTime(MAIN, Span.DAY, 3), 2)

    assert [HpChanged(ULF, 3, "disease", 5)] == [event for event in events if isinstance(event, HpChanged)]
    assert (["diseased"], 2) == (conditions(at.now), at.now.people[ULF].strain)


def test_it_is_treated_with_a_kit_once_a_day():
    """INT/Heal against its difficulty, which nobody but the referee knows."""
    at = ill()
    offered = {
        seat: [
            (offer.label, offer.given)
            for offer in offers(at.known(seat), seat)
            if offer.command == TreatDisease(MAUD, ULF)
        ]
        for seat in (ONE, REFEREE)
    }
    label = "Maud: treat Ulf's disease"
    assert {ONE: [(label, None)], REFEREE: [(label, Antidote(1, 11))]} == offered
    at.do(TreatDisease(MAUD, ULF), 4, 5, seat=ONE)
    assert ["tried_today"] == codes(at, TreatDisease(MAUD, ULF))
    at.do(PassTime(MAIN, Span.DAY))
    at.do(TreatDisease(MAUD, ULF), 5, 5)

    assert ([], {}, {}) == (conditions(at.now), due(at.now), dict(at.now.illnesses))
    at.undo()
    assert (["diseased"], [FEVER]) == (conditions(at.now), list(at.now.illnesses.values()))


def test_what_does_its_harm_once_does_not_come_back():
    """Its marks remain until someone treats them."""
    at = ward(victim={"hp": 8})
    at.do(Infect(ULF, replace(FEVER, every_days=None, damage_dice=())), 2)
    at.do(PassTime(MAIN, Span.DAY, 2))

    assert (["diseased"], {}, 8) == (conditions(at.now), due(at.now), at.now.people[ULF].hp)


def test_the_dead_break_out_in_nothing():
    """And catch nothing."""
    at = ward(victim={"alive": False, "hp": 0})

    assert ["no_person"] == codes(at, Infect(ULF, FEVER))


@pytest.mark.parametrize(
    "act, seat, expected",
    [
        (Infect(ULF, FEVER), ONE, ["referee_only"]),
        (Infect(PersonId("x"), FEVER), "referee", ["no_person"]),
        (TreatDisease(MAUD, ULF), ONE, ["not_ill"]),
        (TreatDisease(OLGA, ULF), TWO, ["no_kit", "not_ill"]),
        (TreatDisease(MAUD, MAUD), ONE, ["self"]),
        (TreatDisease(MAUD, ULF), TWO, ["not_yours", "not_ill"]),
    ],
)
def test_why_not(act, seat, expected):
    """By what a seat knows."""
    assert expected == codes(ward(), act, seat)


def test_one_disease_at_a_time():
    """For the referee to know."""
    at = ward()
    at.do(Infect(ULF, FEVER), 2)

    assert ["ill_already"] == codes(at, Infect(ULF, FEVER))


@pytest.mark.parametrize(
    "event, sentence",
    [(Caught(ULF, FEVER), "Ulf has caught marsh fever."), (Caught(ULF, None), "Ulf is rid of the disease.")],
)
def test_in_words(event, sentence):
    """For the referee's log."""
    assert sentence == event.say(table().now)
