"""Things change hands, on people, in zones, on creatures; load is counted at once, worth told only when known."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tests.table.happenings import of
from tests.table.small_site import CELL, CRYPT, HALL, MAUD, ONE, TOOLS, TORCHES, TWO, ULF, begin, site
from tests.table.tabletop import Tabletop
from undercroft.kernel.units import Kilograms
from undercroft.table.body.condition import GiveCondition
from undercroft.table.bridge.loads import Load, load
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.wandering import Dismiss
from undercroft.table.gear.carrying import Deed, Drop, Give, Handled, Pack, StripDead, Take, UseUp
from undercroft.table.gear.money import coins, purse
from undercroft.table.gear.payment import Paid, Pay
from undercroft.table.offers import offers
from undercroft.table.referee.placing import AddThing, Appraise, Appraised
from undercroft.table.rulings.rulings import MakeRuling
from undercroft.table.site.sprung_traps import TrapSprung
from undercroft.table.state.campaign import changed_group
from undercroft.table.state.house_rules import Encumbrance, HouseRules
from undercroft.table.state.ids import BodyId, CreaturesId, FeatureId, PersonId, ThingId, TrapId, ZoneId
from undercroft.table.state.open_rulings import Loses, Trial
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Feature, Grade, Trap, Trigger
from undercroft.table.state.things import Carried, Gone, Guarded, Lying, Thing, ThingKind, Worn
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp

IDOL, RATS = ThingId("idol"), CreaturesId("rats")
HERE = Lying(CRYPT, HALL)


def _thing(id: str, place: Any, **changes: Any) -> Thing:
    return replace(Thing(ThingId(id), id, ThingKind.GEAR, place), **changes)


def _table(*things: Thing, inside: bool = True, crypt: Any = None, **changes: Any) -> Tabletop:
    table = Tabletop()
    table.sit(ONE, TWO)
    opening = begin(crypt or site(features={}))
    table.do(replace(opening, things=(*opening.things, *things), **changes))
    if inside:
        table.do(EnterSite(MAIN, CRYPT))
    return table


def _where(table: Tabletop, thing: str) -> Any:
    return table.now.things[ThingId(thing)].place


def _kill(table: Tabletop, who: PersonId) -> None:
    table.truth.now = replace(
        table.now, people={**table.now.people, who: replace(table.now.people[who], alive=False, hp=0)}
    )
    for history in table.seats.values():
        people = history.now.people
        history.now = replace(history.now, people={**people, who: replace(people[who], alive=False, hp=0)})


def test_what_lies_about_can_be_taken_and_laid_down():
    """In the zone where they stand; the whole group sees it."""
    table = _table(_thing("idol", HERE))
    assert _where(table, "idol") == table.known(TWO).things[IDOL].place == HERE
    events = table.do(Take(MAUD, IDOL, Worn.READIED), seat=ONE)
    taken = _where(table, "idol")
    table.do(Drop(MAUD, IDOL), seat=ONE)

    assert Carried(MAUD, Worn.READIED) == taken
    assert [Handled(MAUD, Deed.TOOK, "idol")] == of(events, Handled)
    assert HERE == _where(table, "idol") == table.known(TWO).things[IDOL].place


def test_outside_what_is_laid_down_is_left_behind():
    """There is no place for it to lie."""
    table = _table(inside=False)
    table.do(Drop(MAUD, TOOLS), seat=ONE)

    assert Gone() == _where(table, "tools")


def test_part_of_a_heap_can_be_given_and_comes_together_again():
    """Three torches of two points: one goes to Ulf without load, comes back, and they are three of two points again."""
    table = _table(inside=False)
    table.do(Give(MAUD, TORCHES, ULF, 1), seat=ONE)
    given = ThingId("torches-ulf-0")
    apart = [(table.now.things[id].count, table.now.things[id].points) for id in (TORCHES, given)]
    table.do(Give(ULF, given, MAUD), seat=TWO)
    table.do(Pack(MAUD, given, Worn.READIED), seat=ONE)

    assert [(2, 2), (1, 0)] == apart
    assert [(3, 2), (0, 0)] == [(table.now.things[id].count, table.now.things[id].points) for id in (TORCHES, given)]
    assert Gone() == _where(table, given)


def test_a_burning_torch_stays_by_itself():
    """A fresh one that comes to hand is not put with it."""
    table = _table(_thing("spare", HERE, name="torches", kind=ThingKind.LIGHT, item="torch"))
    table.do(LightUp(MAUD, TORCHES), seat=ONE)
    table.do(Take(MAUD, ThingId("spare"), Worn.READIED), seat=ONE)

    assert [1, 3] == [table.now.things[ThingId(id)].count for id in ("torches-0-3", "torches")]
    assert ["burning"] == [why.code for why in table.why_not(Drop(MAUD, ThingId("torches-0-3")), ONE)]
    assert ["burning"] == [why.code for why in table.why_not(Pack(MAUD, ThingId("torches-0-3"), Worn.STOWED), ONE)]


def test_a_burning_torch_goes_to_no_heap():
    """It is lit from the pack and taken in hand where the others are: it burns on, by itself."""
    table = _table()
    table.do(Pack(MAUD, TORCHES, Worn.STOWED))
    table.do(LightUp(MAUD, TORCHES))
    (burning,) = table.now.lights
    table.do(Pack(MAUD, TORCHES, Worn.READIED))

    table.do(Pack(MAUD, burning, Worn.READIED))

    assert (1, Carried(MAUD, Worn.READIED)) == (table.now.things[burning].count, table.now.things[burning].place)


def test_things_with_a_name_of_their_own_are_never_put_together():
    """Two keys are two keys."""
    table = _table(_thing("a", Carried(MAUD), name="key"), _thing("b", HERE, name="key"))
    table.do(Take(MAUD, ThingId("b")), seat=ONE)

    assert [1, 1] == [table.now.things[ThingId(id)].count for id in "ab"]


def test_the_dead_are_stripped_in_one_turn():
    """Everything goes to Ulf's pack, and Maud's burning torch to his hand; it is what he does with his turn."""
    table = _table()
    table.do(LightUp(MAUD, TORCHES), seat=ONE)
    assert ["nothing_there"] == [why.code for why in table.why_not(StripDead(ULF, BodyId(MAUD)), TWO)]
    _kill(table, MAUD)
    table.do(StripDead(ULF, BodyId(MAUD)), seat=TWO)

    assert {TORCHES, TOOLS, "torches-0-3"} == {thing.id for thing in table.now.carried_by(ULF) if thing.count}
    assert ULF == table.now.lights[ThingId("torches-0-3")].holder
    assert 600 == table.now.groups[MAIN].time


def test_what_creatures_guarded_can_be_taken_when_they_are_gone():
    """Not before, nor in any room but theirs, and not from creatures nobody has met."""
    table = _table(_thing("idol", Guarded(CRYPT, RATS)))
    assert ["not_there"] == [why.code for why in table.why_not(Take(ULF, IDOL))]
    assert ["not_there"] == [why.code for why in table.why_not(Take(ULF, IDOL), TWO)]
    table.do(Dismiss(MAIN, RATS, "dead"))
    assert ["not_there"] == [why.code for why in table.why_not(Take(ULF, IDOL))]
    table.truth.now = changed_group(table.now, MAIN, zone=CELL)
    table.do(StripDead(ULF, BodyId(RATS)))

    assert Carried(ULF) == _where(table, "idol")


def test_a_trap_on_a_thing_springs_when_it_is_taken():
    """The person who is felled by it does not have the thing."""
    needle = Trap(TrapId("needle"), HALL, "a needle", "a hole", "It pricks.", Trigger.MEDDLE, thing=IDOL, damage="1d6")
    crypt = site(features={}, traps={needle.id: needle})
    table = _table(_thing("idol", HERE), crypt=crypt)
    events = table.do(Take(MAUD, IDOL), 6, seat=ONE)
    again = table.do(Take(ULF, IDOL), seat=TWO)

    assert 1 == len(of(events, TrapSprung))
    assert not of(events, Handled)
    assert [Handled(ULF, Deed.TOOK, "idol")] == of(again, Handled)


def test_using_up_takes_load_and_worth_with_it():
    """Of three rations worth 60 one is eaten; the last ones are gone for good."""
    rations = _thing("rations", Carried(ULF), kind=ThingKind.FOOD, count=3, points=3, worth=60)
    table = _table(rations, inside=False)
    table.do(UseUp(ULF, rations.id, why="supper"), seat=TWO)
    left = table.now.things[rations.id]
    table.do(UseUp(ULF, rations.id, 2), seat=TWO)

    assert (2, 2, 40) == (left.count, left.points, left.worth)
    assert Gone() == _where(table, "rations")


def test_coins_are_paid_and_received():
    """Ulf pays Maud out of his purse; what he pays to nobody leaves the game."""
    table = _table(purse(ULF, 500), inside=False)
    table.do(Pay(ULF, 120, MAUD), seat=TWO)
    events = table.do(Pay(ULF, 380, why="toll"), seat=TWO)
    table.do(Pay(MAUD, 20, ULF), seat=ONE)

    assert (100, 20) == (coins(table.now, MAUD), coins(table.now, ULF))
    assert (100, 20) == (coins(table.known(TWO), MAUD), coins(table.known(TWO), ULF))
    assert [Paid(ULF, 380, None, "toll")] == of(events, Paid)
    assert ["too_poor"] == [why.code for why in table.why_not(Pay(ULF, 21), TWO)]


def test_what_something_is_worth_is_told_when_it_is_appraised():
    """Until then only the referee knows, also of what someone carries."""
    table = _table()
    table.do(AddThing(_thing("idol", HERE, worth=9000, appraised=False, kind=ThingKind.TREASURE)))
    table.do(AddThing(_thing("ring", Carried(ULF), worth=500, appraised=False)))
    table.do(Take(MAUD, IDOL), seat=ONE)
    assert b"9000" not in table.bytes_for(ONE)
    assert b"500," not in table.bytes_for(ONE)
    events = table.do(Appraise(IDOL))

    assert 9000 == table.known(TWO).things[IDOL].worth
    assert None is table.known(TWO).things[ThingId("ring")].worth
    assert [Appraised("idol", 9000)] == of(events, Appraised)


def test_what_is_put_where_nobody_stands_is_the_referees():
    """It is seen when someone comes."""
    table = _table()
    before = table.bytes_for(ONE)
    table.do(AddThing(_thing("idol", Lying(CRYPT, CELL))))

    assert before == table.bytes_for(ONE)


# Load


def _laden(points: int, how: Worn, **changes: Any) -> Load:
    table = _table(_thing("stone", Carried(ULF, how), points=points), inside=False, **changes)
    return load(table.now, table.now.people[ULF])


@pytest.mark.parametrize(
    "points, how, tier, move",
    [
        (7, Worn.READIED, 0, 30),
        (8, Worn.READIED, 1, 20),
        (10, Worn.READIED, 2, 10),
        (12, Worn.READIED, 3, None),
        (15, Worn.STOWED, 0, 30),
        (19, Worn.STOWED, 1, 20),
        (23, Worn.STOWED, 2, 10),
        (24, Worn.STOWED, 3, None),
    ],
)
def test_load_by_sovereign(points, how, tier, move):
    """Ulf's Strength is 15: seven points ready, fifteen stowed, two and four more with each push."""
    found = _laden(points, how)

    assert (tier, move) == (found.tier, found.move)
    assert (7, 15) == (found.readied_max, found.stowed_max)


@pytest.mark.parametrize(
    "points, tier, move, ac, strained",
    [
        (9, 0, 30, 0, False),
        (10, 1, 24, -1, False),
        (29, 2, 18, -2, False),
        (99, 4, 6, -5, False),
        (100, 4, 6, -5, True),
    ],
)
def test_load_by_neverwhere(points, tier, move, ac, strained):
    """Basic Lift 22 1/2 kg is 9 points and a bit of five pounds each."""
    found = _laden(points, Worn.STOWED, house=HouseRules(encumbrance=Encumbrance.NEVERWHERE))

    assert (tier, move, ac, strained) == (found.tier, found.move, found.ac_mod, found.strained)
    assert Kilograms(points * 5 * Fraction(45359237, 10**8)) == found.kilograms


@pytest.mark.parametrize(
    "points, says",
    [
        (0, ""),
        (15, "stowed 15 of 15"),
        (16, "then burdened, Move 20 ft"),
        (20, "then burdened, Move 10 ft"),
        (30, "then too heavy to move"),
    ],
)
def test_to_take_a_thing_says_what_the_load_becomes(points, says):
    """How much of the pack is full, or that the thing slows them more."""
    table = _table(_thing("chest", HERE, points=points))
    (offer,) = (each for each in offers(table.known(TWO), TWO) if each.command == Take(ULF, ThingId("chest")))

    assert says == offer.cost


def test_what_nobody_could_move_with_is_refused():
    """By the rule that says so; a slow step is no reason to refuse."""
    table = _table(_thing("block", HERE, points=30), _thing("chest", HERE, points=20))
    (why,) = table.why_not(Take(ULF, ThingId("block")), TWO)
    (offer,) = [each for each in offers(table.known(TWO), TWO) if each.command == Take(ULF, ThingId("block"))]

    assert ("too_heavy", "sovereign.enc.overload") == (why.code, why.rule)
    assert (why,) == offer.refused
    assert () == table.why_not(Take(ULF, ThingId("chest")), TWO)
    assert ["too_heavy"] == [reason.code for reason in table.why_not(Take(ULF, ThingId("chest"), Worn.READIED), TWO)]


def test_a_part_is_weighed_as_a_part():
    """Of four bars of forty points Ulf can take two, not three; nor can they all be handed to him."""
    table = _table(_thing("bars", HERE, count=4, points=40), inside=True)

    assert () == table.why_not(Take(ULF, ThingId("bars"), count=2), TWO)
    assert ["too_heavy"] == [why.code for why in table.why_not(Take(ULF, ThingId("bars"), count=3), TWO)]


def test_readying_may_be_too_much():
    """Twelve points in the pack are easy; in the hands they are not to be moved."""
    table = _table(_thing("anvil", Carried(ULF), points=12), inside=False)

    assert ["too_heavy"] == [why.code for why in table.why_not(Pack(ULF, ThingId("anvil"), Worn.READIED), TWO)]


def test_a_lost_torch_goes_out():
    """What a ruling takes away takes its deadline with it."""
    table = _table(inside=False)
    table.do(LightUp(MAUD, TORCHES), seat=ONE)
    table.do(MakeRuling(Trial(MAIN, "a gust", None, (MAUD,), success=(Loses("torches-0-3"),))))

    assert ({}, {}) == (table.now.lights, table.now.timers)
    assert Gone() == _where(table, "torches-0-3")


@pytest.mark.parametrize(
    "command, seat, codes",
    [
        (Take(MAUD, IDOL), ONE, ["not_there"]),
        (Take(MAUD, TOOLS), ONE, ["not_there"]),
        (Give(MAUD, TOOLS, ULF), TWO, ["not_yours"]),
        (Give(MAUD, TOOLS, MAUD), ONE, ["not_near"]),
        (Give(MAUD, TOOLS, PersonId("nobody")), ONE, ["not_near"]),
        (Give(MAUD, TORCHES, ULF, 4), ONE, ["too_few"]),
        (Drop(ULF, TOOLS), TWO, ["not_carried"]),
        (UseUp(MAUD, TORCHES, 4), ONE, ["too_few"]),
        (Pack(MAUD, TOOLS, Worn.STOWED), ONE, ["so_already"]),
        (Pay(MAUD, 1), ONE, ["too_poor"]),
        (AddThing(_thing("tools", HERE)), "referee", ["name_taken"]),
        (AddThing(_thing("x", Lying(CRYPT, ZoneId("attic")))), "referee", ["no_zone"]),
        (AddThing(_thing("x", Carried(PersonId("x")))), "referee", ["not_here"]),
        (AddThing(_thing("x", Guarded(CRYPT, CreaturesId("x")))), "referee", ["no_creatures"]),
        (AddThing(_thing("x", HERE)), ONE, ["referee_only", "no_zone"]),
        (Appraise(IDOL), "referee", ["not_there"]),
        (Appraise(TOOLS), "referee", ["no_worth"]),
    ],
)
def test_refused(command, seat, codes):
    """Each reason has its code."""
    assert codes == [why.code for why in _table().why_not(command, seat)]


def test_what_is_behind_something_cannot_be_taken_yet():
    """A hidden thing answers like one that is not there, to the referee's hand too."""
    niche = Feature(FeatureId("niche"), HALL, Grade.HIDDEN, "a niche", things=(IDOL,))
    table = _table(_thing("idol", HERE), crypt=site(features={niche.id: niche}))

    assert ["not_there"] == [why.code for why in table.why_not(Take(MAUD, IDOL), ONE)]
    assert ["not_there"] == [why.code for why in table.why_not(Take(MAUD, IDOL))]


def test_the_log_says_who_has_what():
    """In a sentence each."""
    table = _table(purse(ULF, 130), inside=False)
    events = [
        *table.do(Give(MAUD, TORCHES, ULF, 2), seat=ONE),
        *table.do(Pack(MAUD, TOOLS, Worn.READIED), seat=ONE),
        *table.do(Pay(ULF, 130, MAUD, "a bet"), seat=TWO),
    ]

    assert [
        "Maud gives 2 torches to Ulf.",
        "Maud readies the thieves' tools.",
        "Ulf pays 1g 3s to Maud (a bet).",
    ] == [event.say(table.now) for event in events if isinstance(event, Handled | Paid)]


def test_taking_from_a_living_comrade_of_another_player_asks_first():
    """A torch may be needed now; it is another player's all the same. The dead own nothing."""
    table = _table()
    table.do(LightUp(MAUD, TORCHES))
    table.do(Drop(MAUD, TORCHES, 1))
    table.do(GiveCondition(MAUD, "incapacitated"))
    asks = {"Maud is alive, and another player's character."}
    assert asks | {""} == _warnings(table, ULF)
    _kill(table, MAUD)
    assert {""} == _warnings(table, ULF)


def _warnings(table: Tabletop, who: PersonId) -> set[str]:
    """What a person's takings ask first."""
    offered = offers(table.now, REFEREE)
    return {offer.warns for offer in offered if isinstance(offer.command, Take) and offer.who == who}
