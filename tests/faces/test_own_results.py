"""A player's card: what their last roll came to, and what happened to their characters since."""

from msgspec.structs import replace

from tests.table.field import ANSGAR, CORVIN, ISOLDE, ONE, TWO, field
from tests.table.field import fight as fight_of
from tests.table.journeying import on_the_road
from tests.table.passage import ANNE, BERT, FIRST, PASSAGE, TO_SECOND, begin, passage
from tests.table.site.test_traps import inside, trap, with_traps
from tests.table.small_site import MAUD
from tests.table.tabletop import Tabletop
from undercroft.faces.views.people.results import OwnResult, is_witnessed, own_result, people_in
from undercroft.kernel.units import HOUR, SeatId, Seconds
from undercroft.table.body.condition import ConditionGained, GiveCondition, HpChanged
from undercroft.table.body.dying import Stabilise
from undercroft.table.body.wounds import Heal, Wound
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep
from undercroft.table.exploration.wandering import EventHappened
from undercroft.table.fight.attack import Attack
from undercroft.table.fight.end import EndFight
from undercroft.table.fight.foes import AddFoes, RuleBand
from undercroft.table.fight.rescue import Tended
from undercroft.table.site.doors import OpenDoor
from undercroft.table.site.group_commands import SearchTogether
from undercroft.table.site.movement import Move
from undercroft.table.site.search import Search
from undercroft.table.site.traps import SpringTrap
from undercroft.table.state.ids import FoeId, PersonId
from undercroft.table.state.people import Condition
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.state.sites import Clock, DoorState
from undercroft.table.world.darkness import LastLightOut
from undercroft.table.world.groups import MAIN

ORC = FoeId("orc-1")


def card(table: Tabletop, seat: str) -> OwnResult | None:
    return own_result(table.seen_by(seat), SeatId(seat), table.sent(seat))


def lines(table: Tabletop, seat: str) -> tuple[list[str], list[str]]:
    """What the roll came to, and what happened since."""
    shown = card(table, seat)
    assert shown is not None
    return [line.text for line in shown.says], [line.text for line in shown.since]


def when(shown: OwnResult | None) -> str | None:
    return None if shown is None else shown.when


def bladed() -> Tabletop:
    """Bert saved against a blade, which cuts him all the same."""
    table = inside(with_traps(Clock.SOVEREIGN, trap(zone=FIRST, save="physical")))
    table.do(SpringTrap(BERT, trap().id), 15, 3)
    return table


def fight() -> Tabletop:
    table = field(ANSGAR, ISOLDE, CORVIN, typed=True)
    table.do(AddFoes(MAIN, "orc HD 1 AC 3 1d6 hp 6"), 5, 19, 6)
    return table


def test_a_blow_says_what_it_did_with_the_dice_beside_it():
    """The seat that rolled reads it; it says nothing to a player who did not roll."""
    table = fight()
    table.do(Attack(ANSGAR, ORC), 9, "keep", 4, "keep", seat=ONE)
    shown = card(table, ONE)
    assert shown is not None
    assert ("Your roll", "typed") == (shown.title, shown.source)
    assert ["Ansgar hits Orc (longsword, rolled 9).", "Orc takes 4 damage."] == [line.text for line in shown.says]
    assert [((9,), "1d20", "attack"), ((4,), "1d8", "damage")] == [
        (die.faces, die.dice, die.purpose) for die in shown.dice
    ]
    assert not any("hits" in line for part in lines(table, TWO) for line in part)


def test_rolls_for_several_characters_name_them_all():
    """A seat that plays two reads for whom it rolled, in the order of the dice."""
    table = Tabletop()
    table.sit(ONE, TWO)
    opening = begin(passage(Clock.SOVEREIGN))
    table.do(replace(opening, people=tuple(replace(person, seat=SeatId(ONE)) for person in opening.people)))
    table.do(EnterSite(MAIN, PASSAGE))
    table.do(SearchTogether(MAIN), 1, 1, 1, 1)
    shown = card(table, ONE)
    assert shown is not None
    assert "Your rolls for Bert and Anne" == shown.title


def test_what_happens_to_a_character_follows_their_last_roll():
    """A wound, a fall, a stun, and that they are saved: each with a sign of its own beside the words."""
    table = fight()
    table.do(Attack(ANSGAR, ORC), 9, "keep", 4, "keep", seat=ONE)
    table.do(Wound(ANSGAR, 5, "a stone"))
    table.do(GiveCondition(ANSGAR, "stunned"))
    shown = card(table, ONE)
    assert shown is not None
    assert ["Ansgar loses 5 hit points (a stone), 7 left.", "Ansgar is stunned."] == [line.text for line in shown.since]
    assert [("rust", "heart"), ("ember", "warning")] == [(line.tone, line.icon) for line in shown.since]
    assert shown.number == shown.newest.number
    table.do(Heal(ANSGAR, 2))
    assert "Ansgar regains 2 hit points, now 9." == lines(table, ONE)[1][-1]
    assert not any("Ansgar loses" in line for part in lines(table, TWO) for line in part)


def test_a_death_is_told_to_its_player_who_never_rolled():
    """Without a roll of their own the card says what happened."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(passage(Clock.SOVEREIGN)))
    table.do(EnterSite(MAIN, PASSAGE))
    table.do(Wound(BERT, 99, "a fall"))
    shown = card(table, ONE)
    assert shown is not None
    assert ("What happened to you", (), ()) == (shown.title, shown.says, shown.dice)
    assert "Bert takes 99 damage (a fall) and loses the last 6 hit points." == shown.since[1].text
    table.do(Stabilise(ANNE, BERT), 6, 6, seat=TWO)
    assert any("Bert" in line for line in lines(table, TWO)[0])
    assert shown != card(table, ONE)


def test_a_search_says_what_was_found():
    """Or that nothing was; the find stands under the roll, though it names no person."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(passage(Clock.SOVEREIGN)))
    table.do(EnterSite(MAIN, PASSAGE))
    table.do(Search(BERT), 1, 1, seat=ONE)
    assert ["Bert finds nothing hidden."] == lines(table, ONE)[0]


def test_an_undone_roll_leaves_no_card():
    """What did not happen is not told."""
    table = fight()
    before = card(table, ONE)
    table.do(Attack(ANSGAR, ORC), 9, "keep", 4, "keep", seat=ONE)
    table.undo()
    assert before == card(table, ONE)


def test_neither_the_referee_nor_spectators_have_a_card():
    """They play nobody."""
    table = fight()
    table.do(Attack(ANSGAR, ORC), 9, "keep", 4, "keep", seat=ONE)
    assert [None, None] == [own_result(table.now, seat, table.log) for seat in (REFEREE, SPECTATORS)]


def test_the_people_of_an_event_are_found_by_the_types_of_its_fields():
    """One or several, whatever the fields are called."""
    hurt, stunned = HpChanged(ANSGAR, 3), ConditionGained(ISOLDE, Condition("stunned", Seconds(0)))
    assert [{ANSGAR}, {ISOLDE}] == [people_in(hurt), people_in(stunned)]
    assert {"who", "patient"} <= set(Tended.__struct_fields__)
    assert PersonId("") not in people_in(hurt)


def test_a_card_names_its_turn_and_goes_a_few_turns_later():
    """By then nobody looks for it any more."""
    table = bladed()
    for check in ((), (6,), ()):
        assert "turn 1" == when(card(table, ONE))
        table.do(EndStep(MAIN), *check)
    assert card(table, ONE) is None


def test_in_a_fight_a_card_names_its_round():
    """It goes a few rounds later."""
    table = fight()
    table.do(Attack(ANSGAR, ORC), 9, "keep", 4, "keep", seat=ONE)
    known, sent = table.seen_by(ONE), table.sent(ONE)
    group = known.groups[MAIN]
    for now, shown in ((1, "round 1"), (3, "round 1"), (4, None)):
        scenes = (*group.scenes[:-1], replace(group.scenes[-1], round=now))
        later = replace(known, groups={**known.groups, MAIN: replace(group, scenes=scenes)})
        assert shown == when(own_result(later, SeatId(ONE), sent))


def test_where_no_turns_are_counted_a_card_names_its_time():
    """It goes after an hour on the characters' own clock."""
    table = on_the_road()
    table.do(Wound(MAUD, 1, "a thorn"))
    known, sent = table.seen_by(ONE), table.sent(ONE)
    group = known.groups[MAIN]
    for seconds, shown in ((0, "06:00"), (HOUR, "06:00"), (HOUR + 1, None)):
        groups = {**known.groups, MAIN: replace(group, time=Seconds(group.time + seconds))}
        assert shown == when(own_result(replace(known, groups=groups), SeatId(ONE), sent))


def test_everybody_there_reads_what_a_trap_does():
    """Also those who rolled a save against it, and those whom it did not catch."""
    table = bladed()
    sprung = "A blade swings out. The trap catches Bert."
    assert ([sprung, "Bert loses 1 hit point (blade), 5 left."], []) == lines(table, ONE)
    assert ([], ["First. The first part.", sprung]) == lines(table, TWO)
    seen = card(table, TWO)
    assert seen is not None
    assert "What happened" == seen.title


def test_a_card_does_not_follow_into_the_next_scene():
    """After the fight is broken off it is gone; what happens then makes another, without the old roll's words."""
    table = fight()
    table.do(Attack(ANSGAR, ORC), 9, "keep", 4, "keep", seat=ONE)
    assert card(table, ONE) is not None
    table.do(EndFight(MAIN, parted=True))
    assert card(table, ONE) is None
    table.do(Wound(ANSGAR, 2, "a thorn"))
    assert ([], ["Ansgar loses 2 hit points (a thorn), 10 left."]) == lines(table, ONE)


def test_a_card_gives_way_to_the_room_that_the_group_comes_to():
    """The room is described first; an older roll is not told once more."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(passage(Clock.SOVEREIGN)))
    table.do(EnterSite(MAIN, PASSAGE))
    table.do(Search(BERT), 1, 1, seat=ONE)
    table.do(EndStep(MAIN))
    table.do(Move(MAIN, TO_SECOND), 6)
    assert ([], ["Second. The second part."]) == lines(table, ONE)


def test_a_door_that_does_not_open_is_on_the_card_of_all_who_are_there():
    """Nobody rolled for it, and nobody is hurt."""
    site = passage(Clock.SOVEREIGN)
    stuck = {id: replace(door, state=DoorState.STUCK) for id, door in site.doors.items()}
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(replace(site, doors=stuck)))
    table.do(EnterSite(MAIN, PASSAGE))
    table.do(OpenDoor(BERT, TO_SECOND), seat=ONE)
    for seat in (ONE, TWO):
        assert "The way is stuck." == lines(table, seat)[1][-1]


def test_foes_who_flee_are_on_the_card_of_everybody_in_the_fight():
    """Also of those who rolled nothing; an event that the referee tells is seen by all in the same way."""
    table = fight()
    table.do(RuleBand(MAIN, fight_of(table, REFEREE).bands[0].id, now=True))
    assert [True, True] == [lines(table, seat)[1][-1].endswith(" flees.") for seat in (ONE, TWO)]
    assert is_witnessed(EventHappened(MAIN, "a bell tolls"))


def test_a_card_keeps_the_turn_of_its_roll():
    """What follows in a later turn stands under it; the roll was made in its own."""
    table = bladed()
    table.do(EndStep(MAIN))
    table.do(Wound(BERT, 1, "a thorn"))
    assert "Bert loses 1 hit point (a thorn), 4 left." == lines(table, ONE)[1][-1]
    assert "turn 1" == when(card(table, ONE))
    assert is_witnessed(LastLightOut(MAIN, dark=True, at=Seconds(0)))
