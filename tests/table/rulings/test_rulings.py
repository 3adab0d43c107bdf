"""Rulings: stakes told and bargained over, dice of everybody at once, and what comes of it."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.table.small_site import CRYPT, MAUD, ONE, TOOLS, TWO, ULF, begin
from tests.table.tabletop import Tabletop
from tests.table.taking_back import take_back
from undercroft.books.sovereign.rulings import Reply
from undercroft.books.sovereign.saves import SaveKind
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.books.violence import units as violence
from undercroft.faces.views.actions import actions
from undercroft.kernel.units import Seconds
from undercroft.table.engine.record import Settled, Thrown, TimePassed
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.offers import offers
from undercroft.table.rulings.consequences import Result, RulingMade
from undercroft.table.rulings.rulings import AnswerRuling, MakeRuling, ProposeRuling, ReviseRuling, RollRuling
from undercroft.table.state.ids import GroupId, PersonId, RulingId, ThingId
from undercroft.table.state.open_rulings import (
    AttributeCheck,
    Befalls,
    Damage,
    Gains,
    Lasts,
    Loses,
    OpposedCheck,
    Percent,
    PlainDice,
    SavingThrow,
    SkillCheck,
    Stakes,
    SuccessChance,
    Trial,
    XInY,
)
from undercroft.table.state.people import Condition
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import Carried, Gone, Thing, ThingKind
from undercroft.table.world.groups import MAIN

LEAP = RulingId("leap-the-pit-0")
STAKES = Stakes(failure="3d6 and stuck", cost="nothing", time="at once")
LEAPING = Trial(
    MAIN,
    "leap the pit",
    SkillCheck(Attribute.STR, Skill.EXERT, 8),
    stakes=STAKES,
    failure=(Damage("1d4"), Befalls("stuck", Seconds(600), "at the bottom")),
)


def _table() -> Tabletop:
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin())
    return table


def _made(events) -> tuple[Result, ...]:
    return next(event.results for event in events if isinstance(event, RulingMade))


def test_the_chance_is_told_exactly_before_anybody_rolls():
    """Untrained Maud needs 9 on two dice, Ulf with Exert-1 and Strength 15 needs 6."""
    table = _table()
    table.do(ProposeRuling(LEAPING))
    told = table.known(ONE).proposals[LEAP]

    assert (SuccessChance(MAUD, Fraction(10, 36)), SuccessChance(ULF, Fraction(26, 36))) == told.chances
    assert replace(STAKES, failure="3d6 and stuck; 1d4 damage, stuck") == told.stakes
    assert told.trial is None
    assert table.now.proposals[LEAP].trial is not None


def test_the_log_says_what_is_at_stake():
    """Chances in percent, as fractions where they are no whole number."""
    table = _table()
    event = table.do(ProposeRuling(LEAPING))[1]

    chances, failure = "Maud 27.8 %, Ulf 72.2 %", "3d6 and stuck; 1d4 damage, stuck"
    said = f"At stake: leap the pit. {chances}. Failure: {failure}. Cost: nothing. Time: at once."
    assert said == event.say(table.now)


def test_a_hidden_difficulty_is_told_in_words_only():
    """Neither the stakes nor the settled ruling show it; the throws are in sight all the same."""
    table = _table()
    trial = Trial(MAIN, "slip past", SkillCheck(Attribute.DEX, Skill.SNEAK, 11), (MAUD,), Stakes("even"), hidden=True)
    table.do(ProposeRuling(trial))
    told = table.known(ONE).proposals[RulingId("slip-past-0")]
    table.do(AnswerRuling(MAIN, RulingId("slip-past-0"), Reply.ACCEPT, (MAUD,)), 5, 4, seat=ONE)
    heard = [each.event for each in table.heard[ONE]]

    assert (SuccessChance(MAUD, None),) == told.chances
    assert not [each for each in heard if isinstance(each, Settled) and each.rule == "sovereign.check.skill"]
    assert [(5, 4)] == [throw.faces for each in heard if isinstance(each, Thrown) for throw in each.throws]
    assert (Result(MAUD, True),) == _made(heard)


def test_nothing_is_rolled_until_all_have_accepted():
    """The last to accept lets the dice fall, everybody's at once."""
    table = _table()
    table.do(ProposeRuling(LEAPING))
    table.do(AnswerRuling(MAIN, LEAP, Reply.ACCEPT, (MAUD,)), seat=ONE)
    (why,) = table.why_not(RollRuling(MAIN, LEAP))
    events = table.do(AnswerRuling(MAIN, LEAP, Reply.ACCEPT, (ULF,)), 4, 4, 3, 3, 2, seat=TWO)

    assert ("not_accepted", "sovereign.core.loop") == (why.code, why.rule)
    assert (Result(MAUD, False), Result(ULF, True)) == _made(events)
    assert {} == table.now.proposals == table.known(ONE).proposals
    assert (3, 8) == (table.now.people[MAUD].hp, table.now.people[ULF].hp)
    assert (Condition("stuck", Seconds(0), "at the bottom"),) == table.known(TWO).people[MAUD].conditions


def test_everybodys_dice_are_wanted_at_once():
    """Typed dice may come in any order; Ulf's are answered before Maud's."""
    table = Tabletop(typed=True)
    table.sit(ONE, TWO)
    table.do(begin())
    table.do(MakeRuling(LEAPING))
    (wanted,) = table.now.wanted.values()

    assert [(0, ONE), (1, TWO)] == [(asked.ruling, asked.seat) for asked in wanted.questions]
    assert [0] == [asked.ruling for asked in table.known(ONE).wanted[wanted.id].questions]


def test_a_condition_with_a_time_ends_by_itself():
    """Ten minutes at the bottom of the pit; the next ruling takes them."""
    table = _table()
    table.do(MakeRuling(LEAPING), 1, 1, 1, 1, 1, 1)
    events = table.do(MakeRuling(Trial(MAIN, "climb out", None, seconds=Seconds(600))))

    assert TimePassed(MAIN, Seconds(600), Seconds(0)) in events
    assert () == table.known(ONE).people[MAUD].conditions == table.now.people[ULF].conditions
    assert {} == table.now.timers


def test_a_counter_offer_is_taken_up_or_not_and_all_are_asked_again():
    """The referee keeps the ruling, then makes it easier for a turn; nobody has answered the new one."""
    table = _table()
    table.do(ProposeRuling(LEAPING))
    table.do(AnswerRuling(MAIN, LEAP, Reply.ACCEPT, (MAUD,)), seat=ONE)
    table.do(AnswerRuling(MAIN, LEAP, Reply.COUNTER, (ULF,), "we rope up first"), seat=TWO)
    said = table.now.proposals[LEAP].replies[ULF].text
    kept = table.do(ReviseRuling(MAIN, LEAP))
    easier = Trial(MAIN, "leap, roped", SkillCheck(Attribute.STR, Skill.EXERT, 6), seconds=Seconds(600))
    revised = table.do(ReviseRuling(MAIN, LEAP, easier))
    told = table.known(TWO).proposals[LEAP]

    assert "we rope up first" == said
    assert ["kept", "revised"] == [event.outcome["kind"] for event in (*kept, *revised) if isinstance(event, Settled)]
    assert ("leap, roped", {}, 600) == (told.what, told.replies, told.seconds)
    assert SuccessChance(MAUD, Fraction(21, 36)) == told.chances[0]


def test_a_person_who_leaves_it_is_out_of_it():
    """Maud withdraws and only Ulf rolls; had he withdrawn too, nothing would be left."""
    table = _table()
    table.do(ProposeRuling(LEAPING))
    table.do(AnswerRuling(MAIN, LEAP, Reply.WITHDRAW, (MAUD,)), seat=ONE)
    events = table.do(AnswerRuling(MAIN, LEAP, Reply.ACCEPT), 6, 6)
    table.do(ProposeRuling(LEAPING))
    table.do(AnswerRuling(MAIN, LEAP, Reply.WITHDRAW))

    assert (Result(ULF, True),) == _made(events)
    assert {} == table.now.proposals == table.known(TWO).proposals


@pytest.mark.parametrize(
    "by, faces, success",
    [
        (SkillCheck(Attribute.WIS, Skill.NOTICE), (5, 5), True),
        (SkillCheck(Attribute.WIS, Skill.NOTICE), (5, 4), False),
        (SkillCheck(Attribute.WIS, Skill.NOTICE, 8, 2), (3, 3), True),
        (SkillCheck(Attribute.WIS, Skill.NOTICE, 5), (), True),
        (OpposedCheck(Attribute.DEX, Skill.SNEAK, 1), (4, 3), True),
        (OpposedCheck(Attribute.DEX, Skill.SNEAK, 2), (4, 3), False),
        (SavingThrow(SaveKind.EVASION), (14,), True),
        (SavingThrow(SaveKind.EVASION), (13,), False),
        (SavingThrow(SaveKind.PHYSICAL, 1), (14,), True),
        (AttributeCheck(violence.Attribute.AGILITY), (14,), True),
        (AttributeCheck(violence.Attribute.AGILITY), (15,), False),
        (XInY(2, 6), (2,), True),
        (XInY(2, 6), (3,), False),
        (Percent(45), (45,), True),
        (Percent(45), (46,), False),
        (PlainDice("1d6+1", 4), (3,), True),
        (PlainDice("1d6+1", 4), (2,), False),
        (PlainDice("1d6+1"), (2,), None),
        (None, (), True),
    ],
)
def test_every_way_to_rule(by, faces, success):
    """For Maud: Dexterity 14, Sneak-1, Notice-0, level 1; plain dice tell their number."""
    table = _table()
    events = table.do(MakeRuling(Trial(MAIN, "try", by, (MAUD,))), *faces)
    total = sum(faces) + 1 if isinstance(by, PlainDice) else None

    assert (Result(MAUD, success, total),) == _made(events)


def test_one_may_roll_for_all():
    """Ulf rolls with +2, untrained Maud takes 1; the result is everybody's."""
    table = _table()
    trial = Trial(MAIN, "haul", SkillCheck(Attribute.STR, Skill.EXERT, 8, roller=ULF))
    table.do(ProposeRuling(trial))
    chances = table.now.proposals[RulingId("haul-0")].chances
    events = table.do(AnswerRuling(MAIN, RulingId("haul-0"), Reply.ACCEPT), 4, 3)

    assert (SuccessChance(MAUD, Fraction(21, 36)), SuccessChance(ULF, Fraction(21, 36))) == chances
    assert (Result(MAUD, True), Result(ULF, True)) == _made(events)


def test_things_come_and_go_with_a_ruling():
    """Success brings a gem, failure costs the tools; who has none loses none."""
    table = _table()
    gem = Gains("a gem", ThingKind.TREASURE, worth=5000)
    trial = Trial(MAIN, "pry", XInY(1, 6), success=(gem,), failure=(Loses("thieves_tools"), Lasts("dust", Seconds(60))))
    table.do(MakeRuling(trial), 2, 2)
    table.do(MakeRuling(trial), 1, 6)

    assert Gone() == table.known(TWO).things[TOOLS].place
    assert (
        Thing(ThingId("a-gem-maud-0"), "a gem", ThingKind.TREASURE, Carried(MAUD), worth=5000)
        == (table.known(ONE).things[ThingId("a-gem-maud-0")])
    )
    assert ["effect-maud-dust", "effect-ulf-dust"] == sorted(table.known(ONE).timers)


def test_a_secret_ruling_leaves_no_trace():
    """Neither the throw nor what comes over someone in secret reaches a player."""
    table = _table()
    before = {seat: table.bytes_for(seat) for seat in (ONE, TWO)}
    trial = Trial(MAIN, "the curse", SavingThrow(SaveKind.MENTAL), (MAUD,), failure=(Befalls("cursed", Seconds(60)),))
    table.do(MakeRuling(trial, secret=True), 2)

    assert before == {seat: table.bytes_for(seat) for seat in (ONE, TWO)}
    assert (Condition("cursed", Seconds(0), secret=True),) == table.now.people[MAUD].conditions
    table.do(MakeRuling(Trial(MAIN, "wait", None, seconds=Seconds(60))))
    assert () == table.now.people[MAUD].conditions


def test_a_ruling_may_be_what_they_do_with_the_turn():
    """In the crypt it is everybody's activity, and the turn ends by itself."""
    table = _table()
    table.do(EnterSite(MAIN, CRYPT))
    table.do(MakeRuling(Trial(MAIN, "lift the lid", XInY(6, 6), activity=True)), 1, 1)

    assert 600 == table.now.groups[MAIN].time


def test_undo_takes_back_all_that_came_of_it():
    """Hit points, condition and timer are as they were."""
    table = _table()
    before = (table.now, table.known(ONE))
    table.do(MakeRuling(LEAPING), 1, 1, 1, 1, 1, 1)
    take_back(table)

    assert before == (table.now, table.known(ONE))


@pytest.mark.parametrize(
    "trial, secret, codes",
    [
        (Trial(MAIN, "x", XInY(7, 6)), False, ["bad_chance"]),
        (Trial(MAIN, "x", PlainDice("2d")), False, ["bad_dice"]),
        (Trial(MAIN, "x", None, failure=(Damage("d"),)), False, ["bad_dice"]),
        (Trial(GroupId("nobody"), "x", None), False, ["no_group"]),
        (Trial(MAIN, "x", None, (PersonId("nobody"),)), False, ["not_in_group"]),
        (Trial(MAIN, "x", SkillCheck(Attribute.STR, Skill.EXERT, roller=ULF), (MAUD,)), False, ["not_the_roller"]),
        (Trial(MAIN, "x", None, seconds=Seconds(1)), True, ["not_in_secret"]),
        (Trial(MAIN, "x", None, (MAUD,), activity=True), False, ["not_exploring"]),
    ],
)
def test_a_ruling_that_cannot_be_made(trial, secret, codes):
    """Every reason has its code, and nothing happens."""
    assert codes == [why.code for why in _table().why_not(MakeRuling(trial, secret=secret))]


def test_players_answer_for_their_own_and_rule_nothing():
    """Nor can a counter-offer be empty, nor someone answer what is not on the table."""
    table = _table()
    table.do(ProposeRuling(LEAPING))

    def codes(command, seat):
        return [why.code for why in table.why_not(command, seat)]

    assert ["referee_only"] == codes(MakeRuling(LEAPING), ONE)
    assert ["not_yours"] == codes(AnswerRuling(MAIN, LEAP, Reply.ACCEPT), ONE)
    assert ["not_yours"] == codes(AnswerRuling(MAIN, LEAP, Reply.ACCEPT, (ULF,)), ONE)
    assert ["say_what"] == codes(AnswerRuling(MAIN, LEAP, Reply.COUNTER, (MAUD,), " "), ONE)
    assert ["no_ruling"] == codes(AnswerRuling(MAIN, RulingId("other"), Reply.ACCEPT), REFEREE)
    assert ["no_ruling"] == codes(ReviseRuling(MAIN, RulingId("other")), REFEREE)


def test_what_is_on_the_table_is_offered_to_those_concerned():
    """Each may accept or leave it for their own; the referee for all."""
    table = _table()
    table.do(ProposeRuling(LEAPING))
    answers = {
        seat: [offer.command for offer in offers(table.known(seat), seat) if isinstance(offer.command, AnswerRuling)]
        for seat in (ONE, REFEREE)
    }

    assert [
        AnswerRuling(MAIN, LEAP, Reply.ACCEPT, (MAUD,)),
        AnswerRuling(MAIN, LEAP, Reply.WITHDRAW, (MAUD,)),
    ] == answers[ONE]
    said = [action.short for action in actions(table.known(ONE), ONE) if action.kind == "answer_ruling"]
    assert ["Accept: leap the pit", "Leave it: leap the pit"] == said
    assert [AnswerRuling(MAIN, LEAP, Reply.ACCEPT), AnswerRuling(MAIN, LEAP, Reply.WITHDRAW)] == answers[REFEREE]
