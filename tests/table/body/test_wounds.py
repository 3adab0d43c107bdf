"""Damage, dying and being saved, on the clock."""

import pytest
from msgspec.structs import replace

from tests.table.field import ANSGAR, CORVIN, ISOLDE, TAM, field
from tests.table.infirmary import OLGA, conditions, due, frail, table
from tests.table.small_site import MAUD, ONE, TWO, ULF
from tests.table.tabletop import Refused
from undercroft.books.sovereign.stabilising import Rescue
from undercroft.kernel.units import Seconds
from undercroft.table.body.condition import ConditionGained, ConditionLost, Died, EndCondition, GiveCondition, HpChanged
from undercroft.table.body.dying import LetRoundPass, Stabilise
from undercroft.table.body.wounds import Heal, Wound, rounds_to_live
from undercroft.table.decide import Order, decide
from undercroft.table.engine.audience import Told
from undercroft.table.engine.history import Retracted
from undercroft.table.engine.permission import no_group
from undercroft.table.engine.wanted_dice import Answer
from undercroft.table.exploration.turns import EndStep
from undercroft.table.offers import offers
from undercroft.table.refusals import refusals
from undercroft.table.site.search import Search
from undercroft.table.state.campaign import Campaign, with_person
from undercroft.table.state.house_rules import PRESETS, Dying, Fatigue, HouseRules
from undercroft.table.state.ids import ActId, GroupId, PersonId
from undercroft.table.state.people import Condition, Role, Sheet
from undercroft.table.state.seats import REFEREE
from undercroft.table.treatment.healing import FirstAid
from undercroft.table.treatment.sleep import RestNight
from undercroft.table.world.groups import MAIN

VIOLENCE = HouseRules(dying=Dying.VIOLENCE)
DELVING = HouseRules(fatigue=Fatigue.DELVING)


def facts(events):
    """Events that say how someone fares."""
    return [event for event in events if isinstance(event, HpChanged | ConditionGained | ConditionLost | Died)]


def test_damage_is_taken_off_and_everybody_around_sees_it():
    """Hit points are no secret within a group."""
    at = table()

    assert [HpChanged(ULF, 2, "a dart", 5)] == facts(at.do(Wound(ULF, 3, "a dart")))
    assert 2 == at.known(ONE).people[ULF].hp == at.known(TWO).people[ULF].hp


def test_no_damage_is_no_change():
    """A scratch of nothing leaves no trace but the ruling."""
    assert [] == facts(table().do(Wound(ULF, 0)))


def test_dying_and_being_saved_outside_a_fight():
    """Fallen at 0; a try at 0 and one at 10 seconds, harder by a round; up after a turn, Frail and scarred."""
    at = table()
    at.do(Wound(ULF, 6, "an axe"))
    assert 0 == at.now.people[ULF].hp
    assert {"mortally_injured-ulf": 70} == due(at.now)

    at.do(Stabilise(MAUD, ULF), 3, 3, seat=ONE)
    assert ["mortally_injured"] == conditions(at.now)
    assert 10 == at.now.clock

    at.do(Stabilise(MAUD, ULF), 4, 4, seat=ONE)
    assert ["incapacitated"] == conditions(at.now)
    assert {"incapacitated-ulf": 610} == due(at.now)

    at.do(RestNight(MAIN, hours=1))
    ulf = at.now.people[ULF]
    assert (1, 2, ["frail"]) == (ulf.hp, ulf.scars, conditions(at.now))
    assert {"frail-ulf": 610 + 7 * 86_400} == due(at.now)

    at.do(FirstAid(MAUD, (ULF,)), 5, seat=ONE)
    ulf = at.now.people[ULF]
    assert (6, 1, ["frail"]) == (ulf.hp, ulf.strain, conditions(at.now))

    assert [Died(ULF, "a rat")] == facts(at.do(Wound(ULF, 6, "a rat")))
    assert {} == due(at.now)


def test_nobody_comes_in_time():
    """The seventh round ends, the fall's own counted as none, and with it a life."""
    at = table()
    at.do(Wound(ULF, 5))
    for _ in range(6):
        at.do(LetRoundPass(MAIN))
    assert at.now.people[ULF].alive

    assert [Died(ULF, "wounds")] == facts(at.do(LetRoundPass(MAIN)))
    assert (False, 70) == (at.now.people[ULF].alive, at.now.clock)


def test_the_house_may_count_the_round_of_the_fall():
    """Then death comes a round sooner."""
    house = HouseRules(readings={"sovereign.injury.death-clock/first": True})
    at = table(house=house)
    at.do(Wound(ULF, 5))

    assert {"mortally_injured-ulf": 60} == due(at.now)
    assert 5 == rounds_to_live(house)


def test_helpers_and_a_missing_kit_count():
    """Without a kit 10, with an untrained helper one worse."""
    at = table(things=())
    at.do(Wound(ULF, 5))
    at.do(Stabilise(MAUD, ULF, (OLGA,)), 4, 5)
    assert ["mortally_injured"] == conditions(at.now)

    at.do(Stabilise(MAUD, ULF), 5, 5)
    assert ["incapacitated"] == conditions(at.now)


def test_more_harm_to_the_dying_kills_unless_it_is_not_meant_to():
    """There are no hit points below 0 to count instead."""
    at = table()
    at.do(Wound(ULF, 5))
    assert [] == facts(at.do(Wound(ULF, 5, "a kick", lethal=False)))
    assert [Died(ULF, "a kick")] == facts(at.do(Wound(ULF, 1, "a kick")))


def test_harm_to_someone_stabilised_puts_them_back():
    """The incapacitated who are struck again lie dying again."""
    at = table()
    at.do(Wound(ULF, 5))
    at.do(Stabilise(MAUD, ULF), 6, 6)
    at.do(Wound(ULF, 1))

    assert ["mortally_injured"] == conditions(at.now)
    assert {"mortally_injured-ulf": 80} == due(at.now)


def test_knocked_out_for_a_turn():
    """Whom nobody means to kill is up after a turn with one hit point, no Frailer than before."""
    at = table()
    at.do(Wound(ULF, 9, "fists", lethal=False))
    assert ["knocked_out"] == conditions(at.now)
    assert {"knocked_out-ulf": 600} == due(at.now)

    at.do(RestNight(MAIN, hours=1))
    assert (1, []) == (at.now.people[ULF].hp, conditions(at.now))


def test_knocked_out_and_frail_if_the_house_says_so():
    """The harsher reading."""
    at = table(house=HouseRules(readings={"sovereign.injury.damage/knocked-out": True}))
    at.do(Wound(ULF, 5, lethal=False))
    at.do(RestNight(MAIN, hours=1))

    assert ["frail"] == conditions(at.now)


@pytest.mark.parametrize("role", [Role.HENCHMAN, Role.HIRELING, Role.CREATURE])
def test_a_person_who_has_a_name_falls_like_a_delver(role):
    """Only those without a name die at once."""
    at = table(victim={"role": role})
    at.do(Wound(ULF, 5))

    assert ["mortally_injured"] == conditions(at.now)


def test_magic_heals_and_saves():
    """Hit points come back up to the most there are; the dying rise with what was healed."""
    at = table()
    assert [HpChanged(ULF, 8, "a prayer", 5)] == facts(at.do(Heal(ULF, 30, "a prayer")))

    at.do(Wound(ULF, 8))
    at.do(Heal(ULF, 4))
    assert ["incapacitated"] == conditions(at.now)
    at.do(Heal(ULF, 1))
    at.do(RestNight(MAIN, hours=1))
    assert (5, ["frail"]) == (at.now.people[ULF].hp, conditions(at.now))


def test_the_dead_are_neither_hurt_nor_healed():
    """There is nothing left to change."""
    at = table(victim={"conditions": (frail(),)})
    at.do(Wound(ULF, 5))

    assert ["dead"] == [reason.code for reason in at.why_not(Wound(ULF, 1))]
    assert ["dead"] == [reason.code for reason in at.why_not(Heal(ULF, 1))]
    assert ["no_person"] == [reason.code for reason in at.why_not(Heal(PersonId("x"), 1))]


@pytest.mark.parametrize(
    "act, seat, codes",
    [
        (Stabilise(MAUD, OLGA), ONE, ["not_dying"]),
        (Stabilise(MAUD, MAUD), ONE, ["self"]),
        (Stabilise(MAUD, ULF), TWO, ["not_yours"]),
        (Stabilise(MAUD, PersonId("x")), ONE, ["not_with_them"]),
        (Stabilise(MAUD, ULF, (ULF,)), ONE, ["helper_not_here"]),
        (Stabilise(PersonId("x"), ULF), ONE, ["not_here", "not_with_them"]),
        (Stabilise(ULF, OLGA), TWO, ["not_able", "not_dying"]),
        (Wound(ULF, 1), ONE, ["referee_only"]),
        (LetRoundPass(MAIN), ONE, ["referee_only"]),
    ],
)
def test_why_not(act, seat, codes):
    """By what the seat knows."""
    at = table()
    at.do(Wound(ULF, 5))

    assert codes == [reason.code for reason in at.why_not(act, seat)]


def test_one_try_a_round():
    """The person who tries passes the round; where time could not pass, the round has had its try."""
    at = table()
    at.do(Wound(ULF, 5))
    ulf = at.now.people[ULF]
    tried = Condition("mortally_injured", Seconds(0), marks={"tried": 0})
    known = with_person(at.now, replace(ulf, conditions=(tried,)))

    assert ["tried_this_round"] == [reason.code for reason in refusals(known, ONE, Stabilise(MAUD, ULF))]


def test_two_may_be_helped_by_two_in_one_round():
    """The round goes by when both had their try; nobody tries twice in it, even after a success."""
    at = field(house=PRESETS["undercroft"])
    at.do(Wound(CORVIN, 8))
    at.do(Wound(TAM, 4))
    at.do(Stabilise(ISOLDE, CORVIN), 6, 6)
    assert (0, ["incapacitated"]) == (at.now.clock, [person.name for person in at.now.people[CORVIN].conditions])
    assert ["had_a_go"] == [reason.code for reason in at.why_not(Stabilise(ISOLDE, TAM))]
    at.do(Stabilise(ANSGAR, TAM), 1, 1)
    assert 10 == at.now.clock
    assert [] == [reason.code for reason in at.why_not(Stabilise(ISOLDE, TAM))]


def test_typed_dice_are_asked_of_the_medic():
    """Of the person who plays the medic, and of nobody else."""
    at = table(typed=True)
    at.do(Wound(ULF, 5))
    at.do(Stabilise(MAUD, ULF), seat=ONE)
    assert (1, 0) == (len(at.known(ONE).wanted), len(at.known(TWO).wanted))
    wanted = next(iter(at.now.wanted.values()))
    at.take(decide(at.now, Order(Answer(wanted.id, wanted.questions[0].ruling, (6, 6)), ONE, ActId("answer"))))

    assert (["incapacitated"], 10) == (conditions(at.now), at.now.clock)


def test_no_round_passes_when_nobody_is_dying():
    """Rounds are counted only where they matter."""
    assert ["no_group"] == [reason.code for reason in table().why_not(LetRoundPass(GroupId("x")))]
    assert ["no_hurry"] == [reason.code for reason in table().why_not(LetRoundPass(MAIN))]


def test_a_group_that_does_not_exist_is_refused_with_those_that_do() -> None:
    """The reason names the groups; without any, it says what the first one needs."""
    (reason,) = table().why_not(LetRoundPass(GroupId("x")))
    assert "There is no such group. Groups here: The party." == reason.what
    empty = "There is no such group. No character is in the party yet: make one, and let it join."
    assert empty == no_group(Campaign()).what


def test_a_turn_does_not_end_by_itself_while_someone_lies_dying():
    """All have done their thing, and still there is time to save a life."""
    at = table(exploring=True)
    at.do(Search(MAUD), 1, 1)
    at.do(Search(OLGA), 1, 1)
    at.do(Wound(ULF, 5))
    assert 0 == at.now.clock

    at.do(Stabilise(MAUD, ULF), 6, 6)
    assert 10 == at.now.clock, "the round: the referee ends the turn that everybody has had"
    assert ["incapacitated"] == conditions(at.now)
    at.do(EndStep(MAIN))
    assert 600 == at.now.clock
    at.do(EndStep(MAIN), 6)
    assert (1200, 1, ["frail"]) == (at.now.clock, at.now.people[ULF].hp, conditions(at.now))


def test_a_person_who_is_left_lying_dies_within_the_turn():
    """The referee may end it all the same."""
    at = table(exploring=True)
    at.do(Wound(ULF, 5))
    events = at.do(EndStep(MAIN, abandon=True))

    assert [Died(ULF, "wounds")] == facts(events)
    assert [70] == [told.at for told in at.log if isinstance(told.event, Died) and REFEREE in told.to]


def test_saving_is_offered_with_its_odds():
    """To those who may, and to the referee for everybody; a round passes by the referee's word."""
    at = table()
    at.do(Wound(ULF, 5))

    def labels(seat):
        return [offer.label for offer in offers(at.known(seat), seat)]

    saves = ["Maud: stabilise Ulf", "Olga: stabilise Ulf"]
    assert saves == [label for label in labels(REFEREE) if "stabilise" in label]
    assert ["Maud: stabilise Ulf"] == [label for label in labels(ONE) if "stabilise" in label]
    assert "Let a round pass" in labels(REFEREE)
    assert "Let a round pass" not in labels(ONE)
    offer = next(each for each in offers(at.now, REFEREE) if each.label == saves[0])
    assert Rescue(1, 0, has_kit=True) == offer.given


def test_undo_across_a_death():
    """Taking back the turn that killed brings back the clock that was running, for every seat."""
    at = table(exploring=True)
    at.do(Wound(ULF, 5))
    before, known = at.now, at.known(ONE)
    at.do(EndStep(MAIN, abandon=True))
    assert not at.known(ONE).people[ULF].alive
    undo = Told(Retracted(ActId(at.log[-1].act or "")), (REFEREE, ONE), Seconds(0), None)
    for history in (at.truth, at.seats[ONE]):
        history.take(undo)

    assert (before, known) == (at.now, at.known(ONE))
    assert {"mortally_injured-ulf": 70} == due(at.known(ONE))
    at.do(Stabilise(MAUD, ULF), 6, 6, seat=ONE)
    assert ["incapacitated"] == conditions(at.now)


# Violence


def test_by_violence_a_scar_comes_first_and_then_the_throw():
    """One Scar becomes two; a throw over them lives, unconscious for two dice of minutes, and wakes with one."""
    at = table(house=VIOLENCE)
    at.do(Wound(ULF, 6), 1, 2, 2, 3)
    ulf = at.now.people[ULF]
    assert (0, 2, ["unconscious"]) == (ulf.hp, ulf.scars, conditions(at.now))
    assert {"unconscious-ulf": 300} == due(at.now)
    assert [] == facts(at.do(Wound(ULF, 3))), "the fallen are left alone"

    at.do(RestNight(MAIN, hours=1))
    assert (1, []) == (at.now.people[ULF].hp, conditions(at.now))


def test_by_violence_a_throw_not_over_the_scars_is_death():
    """Three Scars with the new one, and a three."""
    at = table(house=VIOLENCE, victim={"scars": 2})

    assert [HpChanged(ULF, 0, "", 5), Died(ULF, "")] == facts(at.do(Wound(ULF, 5), 1, 2))
    assert 3 == at.now.people[ULF].scars


def test_by_violence_others_just_die():
    """Only adventurers throw for their lives; a blow not meant to kill knocks out by the other book."""
    at = table(house=VIOLENCE, victim={"role": Role.CREATURE})
    at.do(Wound(ULF, 1))
    assert 4 == at.now.people[ULF].hp

    at.do(Wound(ULF, 4, lethal=False))
    assert ["knocked_out"] == conditions(at.now)

    at = table(house=VIOLENCE, victim={"role": Role.CREATURE})
    assert [Died(ULF, "")] == facts(at.do(Wound(ULF, 5)))


# Delving's stamina


def test_stamina_takes_up_harm_first():
    """Two points of fatigue take two of five; a blow they swallow whole leaves hit points alone."""
    at = table(house=DELVING, victim={"fp": 3})
    at.do(Wound(ULF, 1))
    assert (2, 5) == (at.now.people[ULF].fp, at.now.people[ULF].hp)

    at.do(Wound(ULF, 5))
    assert (0, 2) == (at.now.people[ULF].fp, at.now.people[ULF].hp)

    at.do(Wound(ULF, 2))
    assert ["mortally_injured"] == conditions(at.now)


@pytest.mark.parametrize("cause", ["a fall", "poison", "suffocation", "overexertion"])
def test_some_harm_goes_straight_to_hit_points(cause):
    """No stamina takes up a fall."""
    at = table(house=DELVING)
    at.do(Wound(ULF, 1, cause))

    assert (12, 4) == (at.now.people[ULF].fp, at.now.people[ULF].hp)


def test_the_exhausted_drop_at_a_wound():
    """For an hour."""
    at = table(house=DELVING, victim={"fp": 0, "conditions": (Condition("exhausted", Seconds(0)),)})
    at.do(Wound(ULF, 1))

    assert (4, ["exhausted", "unconscious"]) == (at.now.people[ULF].hp, conditions(at.now))
    assert {"unconscious-ulf": 3600} == due(at.now)


# By hand


def test_conditions_by_hand():
    """A referee names any state, for a time or until it is ended."""
    at = table()
    at.do(GiveCondition(ULF, "asleep", Seconds(3600), "snoring"))
    assert not at.now.people[ULF].able
    at.do(RestNight(MAIN, hours=1))
    assert [] == conditions(at.now)

    at.do(GiveCondition(ULF, "cursed"))
    assert ["cursed"] == conditions(at.known(TWO))
    at.do(EndCondition(ULF, "cursed"))
    assert [] == conditions(at.known(TWO))
    assert ["not_so"] == [reason.code for reason in at.why_not(EndCondition(ULF, "cursed"))]
    assert ["referee_only", "no_person"] == [
        reason.code for reason in at.why_not(GiveCondition(PersonId("x"), "y"), seat=ONE)
    ]


def test_a_refused_command_changes_nothing():
    """The log is as it was."""
    at = table()
    length = len(at.log)
    with pytest.raises(Refused):
        at.do(Stabilise(MAUD, ULF), seat=ONE)

    assert length == len(at.log)


def test_the_sheet_of_the_healer_decides():
    """Dexterity or Intelligence, whichever is better."""
    at = table(healer={"sheet": Sheet(dexterity=18, intelligence=3, skills={"Heal": 2})})
    at.do(Wound(ULF, 5))
    offer = next(each for each in offers(at.now, REFEREE) if each.label == "Maud: stabilise Ulf")

    assert Rescue(4, 0, has_kit=True) == offer.given
