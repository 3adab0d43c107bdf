"""New characters are in the party at once, and nobody is asked for an id."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from tests.table.characters.test_characters import SCORES
from tests.table.field import ANSGAR, field
from tests.table.newcomers import EDDA, table
from tests.table.small_site import MAUD, ONE, TWO, ULF, begin
from tests.table.tabletop import Tabletop, codes
from undercroft.kernel.units import SeatId
from undercroft.table.characters.characters import AddPerson, CreateCharacter, QuickCharacter
from undercroft.table.characters.joining import AskToJoin, SendBack
from undercroft.table.engine.part import Command
from undercroft.table.fight.foes import AddFoes
from undercroft.table.offers import offers
from undercroft.table.sentences import sentence
from undercroft.table.session.sessions import Arrive
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Person, Role
from undercroft.table.state.scenes import Fight
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.groups import MAIN

GOLD = (5, 3, 4, 6)


def empty() -> Tabletop:
    """A campaign with seats and nobody in it."""
    there = Tabletop()
    there.sit(ONE, TWO)
    there.do(replace(begin(), people=(), things=(), party=()))
    return there


def test_the_first_quick_character_is_the_party() -> None:
    """She is a member of the party, present, and may act; the log has no empty party."""
    there = empty()
    happened = there.do(QuickCharacter(ONE, "Edda"), *SCORES, *GOLD)

    assert (EDDA,) == there.now.groups[MAIN].members == there.known(ONE).groups[MAIN].members
    assert (EDDA,) == there.now.present
    said = [sentence(there.now, event) for event in happened]
    assert "Edda joins the party." in said
    assert [] == [line for line in said if line.endswith((": .", ":."))]


def test_a_second_character_of_a_player_joins_if_the_referee_says_so() -> None:
    """Without being asked for she waits on the roster."""
    there = table()
    there.do(QuickCharacter(ONE, "Edda"), *SCORES, *GOLD)
    assert there.now.people[EDDA].waits
    assert EDDA not in there.now.present

    there = table()
    there.do(QuickCharacter(ONE, "Edda", joins=True), *SCORES, *GOLD)
    assert (MAUD, ULF, EDDA) == there.now.groups[MAIN].members


def test_nobody_joins_in_the_middle_of_a_fight() -> None:
    """They wait on the roster until the fight is over."""
    there = field(ANSGAR)
    there.do(AddFoes(MAIN, "1 rat HD 1 AC 5 1d4 hp 2"), 5)
    assert isinstance(there.now.groups[MAIN].scene, Fight)
    there.do(QuickCharacter(ONE, "Edda", joins=True), *SCORES, *GOLD)

    assert EDDA in there.now.people
    assert EDDA not in there.now.present


def test_a_person_is_added_by_name_alone() -> None:
    """The table makes the id; hit points may be dice; the group is joined at once."""
    there = table()
    odd = Person(PersonId(""), "Odd", REFEREE, Role.HIRELING)
    there.do(AddPerson(odd, hp="2d6", group=MAIN), 3, 4)

    person = there.now.people[PersonId("odd-referee")]
    assert ("Odd", 7, 7) == (person.name, person.hp, person.hp_max)
    assert (MAUD, ULF, person.id) == there.now.groups[MAIN].members

    there.do(AddPerson(replace(odd, name="Odd Two"), hp=3))
    assert 3 == there.now.people[PersonId("odd-two-referee")].hp


def test_a_creature_joins_no_group() -> None:
    """Only the referee knows it."""
    beast = Person(PersonId(""), "Ogre", REFEREE, Role.CREATURE)
    assert ["creature"] == codes(table(), AddPerson(beast, group=MAIN))


def waiting() -> Tabletop:
    """Edda, the second character of a player, waits for the referee."""
    there = table()
    there.do(QuickCharacter(ONE, "Edda"), *SCORES, *GOLD, seat=ONE)
    there.do(AskToJoin(EDDA), seat=ONE)
    return there


@pytest.mark.parametrize("tables", [empty, table], ids=["nobody in play", "one in play"])
def test_a_players_character_waits_for_the_referee_once_it_is_ready(tables: Callable[[], Tabletop]) -> None:
    """Her player says when; then the referee lets her in, and nobody else can."""
    there = tables()
    for command in (QuickCharacter(ONE, "Edda", joins=True), CreateCharacter(ONE, "Edda", joins=True)):
        assert ["referee_only"] == codes(there, command, ONE)
    there.do(QuickCharacter(ONE, "Edda"), *SCORES, *GOLD, seat=ONE)
    for seat in (REFEREE, ONE, TWO):
        assert not there.known(seat).people[EDDA].waits
        assert EDDA not in there.known(seat).present
    assert [AskToJoin(EDDA)] == _readies(there, ONE)
    assert [] == _readies(there, TWO) == _readies(there, REFEREE)

    there.do(AskToJoin(EDDA), seat=ONE)
    assert there.known(TWO).people[EDDA].waits
    assert [] == _readies(there, ONE)
    there.do(Arrive(EDDA))
    assert EDDA in there.known(ONE).present
    assert ["cannot_join"] == codes(there, AskToJoin(EDDA), ONE)
    assert [] == _readies(there, ONE)


def _readies(there: Tabletop, seat: SeatId) -> list[Command]:
    return [offer.command for offer in offers(there.known(seat), seat) if isinstance(offer.command, AskToJoin)]


def test_a_waiting_character_is_sent_back_with_a_word_and_comes_again() -> None:
    """Only her player reads the word; sent again, she waits again and the word is gone."""
    there = waiting()
    assert ["referee_only"] == codes(there, SendBack(EDDA, "No crossbows, please."), ONE)
    there.do(SendBack(EDDA, "No crossbows, please."))
    for seat, word in ((REFEREE, "No crossbows, please."), (ONE, "No crossbows, please."), (TWO, "")):
        edda = there.known(seat).people[EDDA]
        assert (False, word) == (edda.waits, edda.sent_back), seat
    assert b"crossbows" not in there.bytes_for(TWO)
    assert ["not_yours"] == codes(there, AskToJoin(EDDA), TWO)
    there.do(AskToJoin(EDDA), seat=ONE)
    assert (True, "") == (there.now.people[EDDA].waits, there.known(ONE).people[EDDA].sent_back)
    assert ["waits_already"] == codes(there, AskToJoin(EDDA), ONE)


def test_sending_a_character_back_can_be_undone() -> None:
    """She waits again, and the word is gone."""
    there = waiting()
    there.do(SendBack(EDDA, "No crossbows, please."))
    there.undo()
    for seat in (REFEREE, ONE, TWO):
        assert (True, "") == (there.known(seat).people[EDDA].waits, there.known(seat).people[EDDA].sent_back)


def test_only_a_waiting_character_is_sent_back_and_only_with_a_word() -> None:
    """Nobody else, and not without saying what to change."""
    there = waiting()
    assert ["not_waiting"] == codes(there, SendBack(MAUD, "Why?"))
    assert ["no_word"] == codes(there, SendBack(EDDA, "  "))
    assert ["cannot_join"] == codes(there, AskToJoin(MAUD), ONE)
