"""Levels: what they bring, and what points and feats make of it."""

import pytest
from msgspec.structs import replace

from tests.table.hamlet import ARM, ELM, in_town
from tests.table.small_site import MAUD, ONE, TWO, ULF
from tests.table.tabletop import codes
from tests.table.town.test_town import labels
from undercroft.books.sovereign.benefits import advance_hp
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.faces.views.people.growth import GrowthNote, growth_note
from undercroft.kernel import wire
from undercroft.kernel.units import SeatId
from undercroft.table.characters.creation_methods import ChosenFeat
from undercroft.table.engine.part import Command
from undercroft.table.engine.record import Settled
from undercroft.table.offers import offers
from undercroft.table.session.notes import CarryOut, Declare, RefuseProposal
from undercroft.table.state.house_rules import Deciding, HouseRules, Sleep
from undercroft.table.state.people import Role, Sheet
from undercroft.table.state.seats import REFEREE
from undercroft.table.town.advancement import GainLevel, Grew, RaiseAttribute, RaiseSkill, TakeFeat
from undercroft.table.town.earned_levels import growing
from undercroft.table.town.town import ComeToTown, LeaveTown
from undercroft.table.world.groups import MAIN

VETERAN = Sheet(xp=3200, character_class="expert", intelligence=14, skills={"Heal": 1, "Notice": 0})


def test_a_level_brings_all_that_the_book_has():
    """An Expert's second: hit dice thrown again, 3 points and a quick learner's, and a feat to choose."""
    at = in_town(maud={"sheet": VETERAN})
    events = at.do(GainLevel(MAUD), 2, 4, seat=ONE)

    sheet = replace(VETERAN, level=2, points=3, quick_points=1, feats_due=1)
    assert Grew(MAUD, sheet, 6, 6, "reaches level 2, with 4 points to spend and a feat to choose") in events
    assert [
        "sovereign.advance.procedure",
        "sovereign.advance.hp",
        "sovereign.advance.saves",
        "sovereign.advance.attack",
        "sovereign.advance.points",
        "sovereign.advance.feat",
    ] == [event.rule for event in events if isinstance(event, Settled)]
    assert (6, 6, sheet) == (
        at.known(TWO).people[MAUD].hp,
        at.known(TWO).people[MAUD].hp_max,
        at.now.people[MAUD].sheet,
    )


def test_a_referee_who_decides_is_asked_before():
    """The player is told so; the referee makes the choice."""
    at = in_town(maud={"sheet": VETERAN}, house=HouseRules(sleep=Sleep.OFF, growth_by=Deciding.REFEREE))
    assert ["referee_decides"] == codes(at, GainLevel(MAUD), ONE)
    assert ["not_yours"] == codes(at, GainLevel(MAUD), TWO)
    assert not [
        offer for offer in offers(at.known(ONE), ONE) if isinstance(offer.command, GainLevel) and not offer.refused
    ]
    at.do(GainLevel(MAUD), 2, 4)
    assert ["referee_decides"] == codes(at, RaiseSkill(MAUD, Skill.HEAL), ONE)
    assert 2 == at.now.people[MAUD].sheet.level


def test_a_level_is_asked_for_and_granted_or_refused():
    """With one tap, by its own player alone; the referee grants or refuses it, and the player's dice fall."""
    at = in_town(maud={"sheet": VETERAN}, house=HouseRules(sleep=Sleep.OFF, growth_by=Deciding.REFEREE))
    (wish,) = [offer.command for offer in offers(at.known(ONE), ONE) if isinstance(offer.command, Declare)]
    assert (MAUD, "go up to level 2", wire.plain(GainLevel(MAUD))) == (wish.who, wish.text, wish.command)
    assert not [offer for offer in offers(at.known(TWO), TWO) if isinstance(offer.command, Declare)]
    assert {"not_yours"} == set(codes(at, wish, TWO))
    at.do(wish, seat=ONE)
    assert ((), (wish.command,)) == (at.known(TWO).declared, tuple(said.command for said in at.known(ONE).declared))
    at.do(RefuseProposal(MAUD))
    assert ((), 1) == (at.now.declared, at.now.people[MAUD].sheet.level)
    at.do(wish, seat=ONE)
    at.do(CarryOut(MAUD), 2, 4)
    assert ((), 2) == (at.now.declared, at.now.people[MAUD].sheet.level)


@pytest.mark.parametrize(
    "meant, why",
    [
        (GainLevel(ULF), "not_yours"),
        (TakeFeat(MAUD, ChosenFeat("Alert")), "referee_decides"),
        (RaiseSkill(MAUD, Skill.HEAL), "referee_decides"),
    ],
)
def test_nothing_is_asked_for_that_is_not_earned(meant: Command, why: str):
    """For another's character, a feat that no level brought, or without points: the reason is told."""
    at = in_town(maud={"sheet": VETERAN}, house=HouseRules(sleep=Sleep.OFF, growth_by=Deciding.REFEREE))
    assert why in codes(at, Declare(MAUD, "grow", wire.plain(meant)), ONE)


def test_a_player_who_decides_needs_not_ask():
    """Where the house leaves levels to players, nothing is offered to be asked for."""
    at = in_town(maud={"sheet": VETERAN})
    assert not [offer for offer in offers(at.known(ONE), ONE) if isinstance(offer.command, Declare)]


def test_several_levels_one_after_the_other_or_one_a_visit():
    """3,200 points are enough for the third; a house may allow one for each visit."""
    at = in_town(maud={"sheet": VETERAN})
    at.do(GainLevel(MAUD), 2, 4)
    at.do(GainLevel(MAUD), 1, 1, 1)
    assert (3, 7, 6, 2) == (
        at.now.people[MAUD].sheet.level,
        at.now.people[MAUD].hp_max,
        at.now.people[MAUD].sheet.points,
        at.now.people[MAUD].sheet.quick_points,
    )
    assert ["not_yet"] == codes(at, GainLevel(MAUD))

    slow = in_town(
        maud={"sheet": VETERAN}, house=HouseRules(sleep=Sleep.OFF, readings={"sovereign.xp.level/several": 1})
    )
    slow.do(GainLevel(MAUD), 2, 4)
    assert ["not_yet"] == codes(slow, GainLevel(MAUD))
    slow.do(LeaveTown(MAIN))
    slow.do(ComeToTown(MAIN, ELM))
    assert [] == codes(slow, GainLevel(MAUD))


def test_dice_typed_for_hit_points():
    """By the player whose they are."""
    at = in_town(maud={"sheet": replace(VETERAN, character_class="mage")}, typed=True)
    at.do(GainLevel(MAUD), 6, 6, seat=ONE)

    assert (10, 3, 0) == (
        at.now.people[MAUD].hp_max,
        at.now.people[MAUD].sheet.points,
        at.now.people[MAUD].sheet.quick_points,
    )


def test_points_raise_skills_and_attributes():
    """A quick learner's point goes first, and never to arms."""
    sheet = replace(VETERAN, level=2, points=1, quick_points=1)
    at = in_town(maud={"sheet": sheet})
    assert ["level"] == codes(at, RaiseSkill(MAUD, Skill.HEAL))
    at.do(RaiseAttribute(MAUD, Attribute.INT), seat=ONE)
    assert (15, 1, 0, {"INT": 1}) == (
        at.now.people[MAUD].sheet.intelligence,
        at.now.people[MAUD].sheet.points,
        at.now.people[MAUD].sheet.quick_points,
        at.now.people[MAUD].sheet.raises,
    )
    assert ["points"] == codes(at, RaiseAttribute(MAUD, Attribute.DEX))
    at.do(RaiseSkill(MAUD, Skill.STAB), seat=ONE)
    assert (0, 0) == (at.now.people[MAUD].sheet.skills["Stab"], at.now.people[MAUD].sheet.points)
    assert ["points"] == codes(at, RaiseSkill(MAUD, Skill.BRAWL))


def test_arms_are_not_for_a_quick_learners_point():
    """One restricted point buys Notice and no blows."""
    at = in_town(maud={"sheet": replace(VETERAN, quick_points=2)})

    assert ["points"] == codes(at, RaiseSkill(MAUD, Skill.STAB))
    assert [] == codes(at, RaiseSkill(MAUD, Skill.NOTICE))
    assert "Maud: raise Notice" in labels(at, ONE)
    assert "Maud: raise Stab" not in labels(at, ONE)


def test_a_feat_and_its_skill():
    """Three points towards it, at any level; what is over is kept."""
    at = in_town(maud={"sheet": replace(VETERAN, feats_due=2, skills={"Heal": 2})})
    at.do(TakeFeat(MAUD, ChosenFeat("Healer", Skill.HEAL)), seat=ONE)
    sheet = at.now.people[MAUD].sheet
    assert (("Healer",), 1, {"Heal": 2}, {"Heal": 3}) == (sheet.feats, sheet.feats_due, sheet.skills, sheet.credits)
    at.do(TakeFeat(MAUD, ChosenFeat("Healer", Skill.HEAL)))
    assert ({"Heal": 3}, 0) == (at.now.people[MAUD].sheet.credits, at.now.people[MAUD].sheet.feats_due)
    assert ["no_feat_due"] == codes(at, TakeFeat(MAUD, ChosenFeat("Lucky")))


def test_a_skill_at_its_best_passes_its_points_on():
    """To another that must be named."""
    at = in_town(maud={"sheet": replace(VETERAN, feats_due=1, skills={"Heal": 4})})
    assert ["name_another"] == codes(at, TakeFeat(MAUD, ChosenFeat("Healer", Skill.HEAL)))
    at.do(TakeFeat(MAUD, ChosenFeat("Healer", Skill.HEAL), Skill.KNOW))

    assert {"Heal": 4, "Know": 1} == at.now.people[MAUD].sheet.skills


def test_die_hard_adds_to_the_levels_before_it():
    """Two for each."""
    at = in_town(ulf={"sheet": replace(ARM.sheet, feats_due=1, level=3)})
    at.do(TakeFeat(ULF, ChosenFeat("Die Hard")), seat=TWO)

    assert (14, 14) == (at.now.people[ULF].hp, at.now.people[ULF].hp_max)


def test_who_has_no_class_does_not_advance():
    """Hirelings serve for money."""
    at = in_town(maud={"role": Role.HIRELING})

    assert ["no_class"] == codes(at, GainLevel(MAUD))
    assert ["not_yet"] == codes(at, GainLevel(ULF), TWO)
    assert ["maximum"] == codes(in_town(ulf={"sheet": Sheet(skills={"Stab": 4})}), RaiseSkill(ULF, Skill.STAB))
    assert ["score_18"] == codes(
        in_town(ulf={"sheet": Sheet(strength=18, points=9)}), RaiseAttribute(ULF, Attribute.STR)
    )


def test_a_level_is_offered_with_its_odds():
    """The dice of the hit points, to the person who throws them."""
    at = in_town(maud={"sheet": VETERAN})
    offered = [offer for offer in offers(at.known(ONE), ONE) if isinstance(offer.command, GainLevel)]

    assert [("Maud: go up to level 2", advance_hp, growing(at.now.people[MAUD]))] == [
        (offer.label, offer.rule, offer.given) for offer in offered
    ]


def test_the_sheet_says_whether_the_referee_was_asked():
    """Before and after the player asked, and again when the referee has said no; the referee is not told to ask."""
    at = in_town(maud={"sheet": VETERAN}, house=HouseRules(sleep=Sleep.OFF, growth_by=Deciding.REFEREE))
    (wish,) = [offer.command for offer in offers(at.known(ONE), ONE) if isinstance(offer.command, Declare)]

    def note(seat: SeatId) -> GrowthNote | None:
        return growth_note(at.known(seat), at.known(seat).people[MAUD], seat)

    ask = GrowthNote("Earned: level 2", "Ask the referee now, in the settlement.", "Ask")
    choose = GrowthNote("Earned: level 2", "Choose now, in the settlement.", "Choose", chooses=True)
    assert [ask, choose] == [note(ONE), note(REFEREE)]
    at.do(Declare(MAUD, "sing in the market"), seat=ONE)
    assert ask == note(ONE)
    at.do(wish, seat=ONE)
    asked = GrowthNote("Earned: level 2", "You have asked: the referee decides.", "See")
    assert [asked, choose] == [note(ONE), note(REFEREE)]
    at.do(RefuseProposal(MAUD))
    assert ask == note(ONE)


def test_the_sheet_says_what_experience_has_earned():
    """A level, points and a feat, to be used in the settlement; nothing before that, and nothing without a class."""
    at = in_town(maud={"sheet": replace(VETERAN, xp=1499)})
    assert growth_note(at.known(ONE), at.known(ONE).people[MAUD], ONE) is None
    at = in_town(maud={"sheet": replace(VETERAN, xp=1500)})
    note = growth_note(at.known(ONE), at.known(ONE).people[MAUD], ONE)
    assert GrowthNote("Earned: level 2", "Choose now, in the settlement.", "Choose", chooses=True) == note
    at.do(GainLevel(MAUD), 2, 4, seat=ONE)
    at.do(LeaveTown(MAIN))
    note = growth_note(at.known(ONE), at.known(ONE).people[MAUD], ONE)
    assert GrowthNote("Earned: 4 points and 1 feat", "Go to a settlement first.") == note
    at = in_town(maud={"sheet": replace(VETERAN, character_class="")})
    assert growth_note(at.known(ONE), at.known(ONE).people[MAUD], ONE) is None
