"""Poison: a medic, a save, a secret clock, and what can be done about it."""

from fractions import Fraction

import pytest

from tests.table.infirmary import conditions, due, table
from tests.table.small_site import MAUD, ONE, TWO, ULF
from tests.table.tabletop import codes
from undercroft.books.sovereign.poisons import Antidote, counteract
from undercroft.interpret.odds import of_rule
from undercroft.table.body.condition import Died
from undercroft.table.body.dying import LetRoundPass
from undercroft.table.exploration.turns import EndStep
from undercroft.table.offers import offers
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Sheet
from undercroft.table.state.seats import REFEREE
from undercroft.table.treatment.poison import Counteract, Dose, Poison, PoisonResisted
from undercroft.table.treatment.sleep import RestNight
from undercroft.table.world.groups import MAIN


def test_a_medic_in_time_helps_to_resist():
    """A save of 14, and one for someone barely trained with a kit: 13 is enough."""
    at = table()

    assert PoisonResisted(ULF) in at.do(Poison(ULF), 13)
    assert ([], {}) == (conditions(at.now), due(at.now))


def test_without_a_kit_at_hand_nobody_helps():
    """13 is not enough, and three turns are left."""
    at = table(things=())
    at.do(Poison(ULF, Dose(symptoms="blue lips")), 13, 3)

    assert {"poisoned-ulf": 1800} == due(at.now)
    assert [("poisoned", "blue lips", {})] == [
        (person.name, person.note, person.marks) for person in at.known(TWO).people[ULF].conditions
    ]
    assert {} == due(at.known(TWO)) == due(at.known(ONE))


def test_nobody_treats_their_own_poisoning():
    """The only kit is the victim's."""
    at = table()

    assert PoisonResisted(MAUD) not in at.do(Poison(MAUD), 14, 1)
    assert PoisonResisted(MAUD) in at.do(Poison(MAUD), 15)


@pytest.mark.parametrize("potency, face, holds", [(4, 9, False), (4, 8, True), (-4, 17, False), (-4, 16, True)])
def test_potency_shifts_the_save(potency, face, holds):
    """14, one less for the medic, and what the poison is worth."""
    at = table()
    at.do(Poison(ULF, Dose(potency=potency, lethal=False)), face)

    assert holds == at.now.people[ULF].is_in("poisoned")


def test_it_kills_when_its_time_has_come():
    """Outright, and at its own moment within the stretch."""
    at = table(exploring=True)
    at.do(Poison(ULF), 2, 1)
    events = at.do(EndStep(MAIN))

    assert [Died(ULF, "poison")] == [event for event in events if isinstance(event, Died)]
    assert 600 == at.now.clock


def test_counteracting_takes_a_turn_each_try():
    """Ten and more saves the victim; harm done remains."""
    at = table(healer={"sheet": Sheet(intelligence=14, skills={"Heal": 1})}, exploring=True)
    at.do(Poison(ULF, Dose(damage_dice=(4,), dc=12)), 2, 3, 2)
    assert (2, {"poisoned-ulf": 1200}) == (at.now.people[ULF].hp, due(at.now))

    at.do(Counteract(MAUD, ULF), 4, 5, seat=ONE)
    assert ["poisoned"] == conditions(at.now)
    assert ["done_this_turn"] == codes(at, Counteract(MAUD, ULF), ONE)
    at.do(EndStep(MAIN))
    at.do(Counteract(MAUD, ULF), 4, 6, seat=ONE)
    assert (2, [], {}) == (at.now.people[ULF].hp, conditions(at.now), due(at.now))


def test_counteracting_outside_a_site_takes_its_ten_minutes():
    """There is no turn to do it in, so the time is spent outright."""
    at = table()
    at.do(Poison(ULF), 2, 2)
    at.do(Counteract(MAUD, ULF), 6, 6)

    assert ([], 600) == (conditions(at.now), at.now.clock)


def test_what_else_a_poison_does():
    """Damage is thrown for, strain is forced; over the maximum the victim drops."""
    at = table(victim={"strain": 11})
    at.do(Poison(ULF, Dose(lethal=False, damage_dice=(6, 6), strain=2)), 2, 1, 3)

    ulf = at.now.people[ULF]
    assert (1, 12, ["poisoned", "unconscious"]) == (ulf.hp, ulf.strain, conditions(at.now))
    assert {"unconscious-ulf": 3600} == due(at.now)


def test_damage_may_kill_before_the_clock_does():
    """Mortally injured and poisoned: two clocks run."""
    at = table()
    at.do(Poison(ULF, Dose(damage_dice=(6,))), 2, 6, 1)

    assert {"mortally_injured-ulf": 70, "poisoned-ulf": 600} == due(at.now)
    for _ in range(7):
        at.do(LetRoundPass(MAIN))
    assert {} == due(at.now)


def test_of_two_poisons_the_sooner_kills_and_the_harder_must_be_countered():
    """They are one state with one clock."""
    at = table()
    at.do(Poison(ULF, Dose(dc=12)), 2, 2)
    at.do(Poison(ULF), 2, 4)

    assert {"poisoned-ulf": 1200} == due(at.now)
    assert {"dc": 12} == at.now.people[ULF].conditions[0].marks


@pytest.mark.parametrize(
    "changes, act, seat, expected",
    [
        ({}, Counteract(MAUD, MAUD), ONE, ["self"]),
        ({}, Counteract(MAUD, ULF), ONE, ["not_poisoned"]),
        ({"things": ()}, Counteract(MAUD, ULF), ONE, ["no_kit", "not_poisoned"]),
        ({}, Poison(ULF), ONE, ["referee_only"]),
        ({}, Poison(PersonId("x")), REFEREE, ["no_person"]),
    ],
)
def test_why_not(changes, act, seat, expected):
    """By what the seat knows."""
    assert expected == codes(table(**changes), act, seat)


def test_odds_of_counteracting_are_the_referees():
    """Players do not know how hard it is."""
    at = table()
    at.do(Poison(ULF, Dose(dc=12)), 2, 2)

    def offered(seat):
        return next(offer for offer in offers(at.known(seat), seat) if "counteract" in offer.label)

    assert offered(ONE).given is None
    assert Antidote(1, 12) == offered(REFEREE).given
    chances = of_rule(counteract, Antidote(1, 12))
    assert Fraction(3, 36) == sum(chance for outcome, chance in chances.items() if outcome.kind == "neutralised")


def evening(*, turns: int, lethal: bool):
    """Ulf is poisoned and three turns pass; what the clock holds differs, what players are told does not."""
    at = table(exploring=True)
    at.do(Poison(ULF, Dose(symptoms="cold sweat", lethal=lethal, dc=10 + turns)), 2, *((turns,) if lethal else ()))
    at.do(EndStep(MAIN))
    at.do(Counteract(MAUD, ULF), 1, 1, seat=ONE)
    at.do(EndStep(MAIN), 5)
    return at


@pytest.mark.parametrize("seat", [ONE, TWO, "spectators"])
@pytest.mark.parametrize("other", [{"turns": 4, "lethal": True}, {"turns": 1, "lethal": False}])
def test_players_cannot_tell_how_long_someone_has_to_live(seat, other):
    """Three turns, four, or no end at all: it looks the same until it kills."""
    assert evening(turns=3, lethal=True).bytes_for(seat) == evening(**other).bytes_for(seat)


def test_a_night_with_poison_in_the_veins_ends_early_for_one():
    """The others sleep on: a secret deadline stops nothing."""
    at = table()
    at.do(Poison(ULF), 2, 1)
    at.do(RestNight(MAIN))

    assert (False, 8 * 3600) == (at.now.people[ULF].alive, at.now.clock)
