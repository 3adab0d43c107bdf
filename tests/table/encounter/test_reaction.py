"""What the party does, how those they meet take it by each book, and parley."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.table.field import ANSGAR, BLEND, ONE, field
from tests.table.happenings import givens, times
from tests.table.happenings import of as told_of
from tests.table.lair import lair, meeting, met, talking
from tests.table.tabletop import codes
from undercroft.books.sovereign.entry import Style
from undercroft.books.sovereign.parley import Means
from undercroft.books.sovereign.reactions import Choice, Column, Response
from undercroft.books.sovereign.reactions import Reacting as SovereignReacting
from undercroft.kernel.units import Seconds
from undercroft.table.encounter.parley import Bargained, Parley, Parleyed
from undercroft.table.encounter.reroll import Reroll, RerollTarget
from undercroft.table.encounter.stance import OthersDid, StanceTaken, TakeStance
from undercroft.table.encounter.start import EncounterOver, EndEncounter
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.engine.record import Settled, Thrown
from undercroft.table.offers import offers
from undercroft.table.sentences import says
from undercroft.table.state.house_rules import Reaction
from undercroft.table.state.scenes import EncounterScene, Fight
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.groups import MAIN


@pytest.mark.parametrize(
    "stance, faces, does",
    [
        (Choice.TALK, (1, 1), Response.FIGHT),
        (Choice.TALK, (4, 4), Response.TALK),
        (Choice.RUN, (1, 2), Response.CHASE),
        (Choice.RUN, (4, 4), Response.IGNORE),
        (Choice.WAIT, (2, 3), Response.FIGHT),
        (Choice.WAIT, (6, 6), Response.TALK),
        (Choice.FIGHT, (5, 5), Response.RUN),
    ],
)
def test_by_sovereign_the_answer_is_crossed_with_what_the_party_does(stance, faces, does):
    """Eight orcs against two of the first level think they would win; the total is secret, what they do is not."""
    table = met(site=lair(8))
    health = (5, 5) if does is Response.FIGHT else ()
    told = table.do(TakeStance(MAIN, stance), *faces, *health)

    who = "the 8 orcs" if does is Response.RUN else "the orcs"
    assert [OthersDid(MAIN, does, who)] == told_of(told, OthersDid)
    assert OthersDid(MAIN, does, who) in [each.event for each in table.heard[ONE]]
    rules = [each.event.rule for each in table.heard[ONE] if isinstance(each.event, Settled | Thrown)]
    assert not any(rule.startswith("sovereign.reaction") for rule in rules)


def test_those_who_could_not_win_run_instead():
    """Two orcs are not three times two Delvers."""
    table = met(site=lair(2))
    told = table.do(TakeStance(MAIN, Choice.WAIT), 2, 3)

    assert [OthersDid(MAIN, Response.RUN, "the 2 orcs")] == told_of(told, OthersDid)
    assert Response.RUN == meeting(table, ONE).does
    assert (5, None) == (meeting(table).total, meeting(table, ONE).total)


def test_a_person_who_bursts_in_and_waits_looks_hostile():
    """It counts as a fight, unless they plainly stand down and talk."""
    waiting = met(Style.HARD, 1, 1)
    assert SovereignReacting(Column.FIGHT) == _stance_offer(waiting, Choice.WAIT).given
    told = waiting.do(TakeStance(MAIN, Choice.WAIT), 4, 5)
    assert [{"column": "fight", "could_win": False}] == givens(told, "sovereign.reaction.roll")
    talking = met(Style.HARD, 1, 1)
    assert SovereignReacting(Column.TALK) == _stance_offer(talking, Choice.TALK).given
    told = talking.do(TakeStance(MAIN, Choice.TALK), 4, 5)
    assert [{"column": "talk", "could_win": False}] == givens(told, "sovereign.reaction.roll")


def test_a_fight_after_an_answer_of_the_referees_has_no_odds():
    """Nothing is rolled for it; talking is still rolled for."""
    table = met()
    table.do(TakeStance(MAIN, Choice.WAIT, Response.TALK))

    assert _stance_offer(table, Choice.FIGHT).rule is None
    assert SovereignReacting(Column.TALK) == _stance_offer(table, Choice.TALK).given


def _stance_offer(table, stance):
    return next(offer for offer in offers(table.now, REFEREE) if offer.command == TakeStance(MAIN, stance))


def test_those_who_run_do_not_turn_round_because_the_party_fights_again():
    """What the screen foretells for the same stance is what they do: to catch them the party must chase them."""
    table = met(site=lair(8))
    table.do(TakeStance(MAIN, Choice.FIGHT), 5, 5)
    told = table.do(TakeStance(MAIN, Choice.FIGHT))
    assert [Response.RUN] == [event.does for event in told_of(told, OthersDid)]
    assert Response.RUN is meeting(table).does


@pytest.mark.parametrize("hostile", [{"undead": True}, {"hostile": True}])
def test_the_undead_and_the_plainly_hostile_attack(hostile):
    """Nothing is thrown for them."""
    table = met(site=lair(1, **hostile))
    told = table.do(TakeStance(MAIN, Choice.TALK), 5, 5)

    assert [OthersDid(MAIN, Response.FIGHT, "the orc")] == told_of(told, OthersDid)
    assert isinstance(table.now.groups[MAIN].scene, Fight)


def test_the_referee_may_choose_instead_of_rolling():
    """Whatever the dice might have said."""
    table = met()
    told = table.do(TakeStance(MAIN, Choice.WAIT, Response.IGNORE))

    assert [OthersDid(MAIN, Response.IGNORE, "the orcs")] == told_of(told, OthersDid)
    assert ["they ignore the party"] == [event.how for event in told_of(told, EncounterOver)]
    assert ["not_an_answer"] == codes(met(), TakeStance(MAIN, Choice.WAIT, Response.FIGHT_IF_COULD_WIN))
    assert ["nobody_runs"] == codes(met(), TakeStance(MAIN, Choice.WAIT, Response.CHASE))


@pytest.mark.parametrize(
    "faces, feels, stance, does",
    [
        ((1, 2), "Friendly", Choice.WAIT, Response.TALK),
        ((3, 4), "Uninterested", Choice.TALK, Response.IGNORE),
        ((4, 4), "Hostile", Choice.RUN, Response.IGNORE),
        ((5, 6), "Murderous", Choice.RUN, Response.CHASE),
    ],
)
def test_by_violence_low_is_friendly(faces, feels, stance, does):
    """The attitude is secret, and shows in what they do."""
    table = met(house=replace(BLEND, reaction=Reaction.VIOLENCE))
    told = table.do(TakeStance(MAIN, stance), *faces)

    assert [OthersDid(MAIN, does, "the orcs")] == told_of(told, OthersDid)
    assert [{"kind": "attitude", "name": feels, "total": sum(faces)}] == [
        dict(each.outcome) for each in told if isinstance(each, Settled) and each.rule == "violence.reaction"
    ]


@pytest.mark.parametrize(
    "faces, does, stays",
    [((2, 3), Response.FIGHT, False), ((3, 4), Response.IGNORE, True), ((6, 6), Response.TALK, True)],
)
def test_by_delving_the_wary_are_thrown_for_again(faces, does, stays):
    """Violent ones attack; the wary wait a round; the cordial talk."""
    table = met(house=replace(BLEND, reaction=Reaction.DELVING), site=lair(1))
    told = table.do(TakeStance(MAIN, Choice.WAIT), *faces, *((5, 5) if does is Response.FIGHT else ()))

    assert [OthersDid(MAIN, does, "the orc")] == told_of(told, OthersDid)
    assert stays == isinstance(table.now.groups[MAIN].scene, EncounterScene)
    if does is Response.IGNORE:
        assert Seconds(10) == meeting(table).again_at
        again = table.do(Reroll(MAIN, RerollTarget.REACTION), 5, 5)
        assert [OthersDid(MAIN, Response.IGNORE, "the orc")] == told_of(again, OthersDid)


def test_parley_is_worth_what_stands_behind_it():
    """Nobody offers more than the leverage; the reckoning is the referee's, the answer everybody's."""
    table = talking()
    items = ((Means.EXCHANGE, Fraction(2)), (Means.THREAT, Fraction(1)))
    told = table.do(Parley(MAIN, "safe passage", Fraction(5), items))

    assert [Bargained(MAIN, Fraction(3), Fraction(3))] == told_of(told, Bargained)
    worth = "The offer is worth {} to them: they give {}."
    assert worth.format(3, "at most 2½ for it") == says(table.now, Bargained(MAIN, Fraction(3), Fraction(5, 2)))
    assert worth.format(0, "nothing") == says(table.now, Bargained(MAIN, Fraction(0), Fraction(0)))
    offered = (Means.EXCHANGE, Means.THREAT)
    assert [Parleyed(MAIN, "safe passage", "they will give less", offered)] == told_of(told, Parleyed)
    assert "The party bargains with something in exchange and a threat, and asks: “a rope”. Their reply: no." == says(
        table.now, Parleyed(MAIN, "a rope", "no", offered)
    )
    assert "Their reply: they agree." == says(table.now, Parleyed(MAIN, "", "they agree"))
    assert "The party asks: “safe passage”. Their reply: ask Wilkin." == says(
        table.now, Parleyed(MAIN, "safe passage", "ask Wilkin")
    )
    assert not any(isinstance(each.event, Bargained) for each in table.heard[ONE])
    assert ["negative"] == codes(table, Parley(MAIN, asked=Fraction(-1)))


def test_without_leverage_it_is_only_talk():
    """And it takes a turn."""
    table = talking()
    told = table.do(Parley(MAIN, "gold", Fraction(1)))
    assert [Parleyed(MAIN, "gold", "only talk")] == told_of(told, Parleyed)
    assert [600] == times(table.do(EndEncounter(MAIN)))


def test_there_is_no_parley_with_those_who_do_not_talk():
    """They must be willing."""
    assert ["no_talk"] == codes(met(), Parley(MAIN))
    assert ["no_meeting"] == codes(field(ANSGAR), Parley(MAIN))[:1]


def test_who_talks_may_still_come_to_blows():
    """An attack needs no answer of the dice."""
    table = talking(count=1)
    told = table.do(TakeStance(MAIN, Choice.FIGHT), 5, 5)

    assert [OthersDid(MAIN, Response.FIGHT, "the orc")] == told_of(told, OthersDid)


@pytest.mark.parametrize(
    "ruled, tried, does",
    [
        (Response.TALK, Choice.TALK, Response.TALK),
        (Response.TALK, Choice.WAIT, Response.TALK),
        (Response.TALK, Choice.RUN, Response.IGNORE),
    ],
)
def test_a_reaction_that_the_referee_chose_stays(ruled: Response, tried: Choice, does: Response):
    """Also of creatures that attack without a roll; the party is not said to have said nothing."""
    table = field(house=BLEND)
    table.do(MeetStrangers(MAIN, "2 ghouls HD 1 AC 3 1d6 hp 5", undead=True), 1)
    told = table.do(TakeStance(MAIN, Choice.UNSAID, ruled))
    assert [] == told_of(told, StanceTaken)
    told = table.do(TakeStance(MAIN, tried))
    assert [does] == [event.does for event in told_of(told, OthersDid)]
