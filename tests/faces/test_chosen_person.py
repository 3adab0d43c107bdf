"""Whom a screen looks at, where nobody says; what the terminal says of someone."""

from tests.table.field import field
from tests.table.tabletop import Tabletop
from undercroft.demo import campaign as demo
from undercroft.faces.terminal.closer_look import sheet_lines
from undercroft.faces.web.live.viewer.viewer import chosen_person
from undercroft.kernel.units import SeatId
from undercroft.table.body.condition import GiveCondition
from undercroft.table.body.powers import WritePower
from undercroft.table.body.wounds import Wound
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Duration, Power, State, Target
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.groups import MAIN

ANSGAR, SEAT = PersonId("ansgar"), SeatId("seat-2")


def test_a_player_looks_at_who_is_left_to_them() -> None:
    """At the first of their own; when that one is dead, at the next; a name that is given goes before."""
    table = Tabletop()
    table.sit(SEAT)
    table.do(demo())
    assert "ansgar" == chosen_person(table.now, SEAT, table.now.groups[MAIN], None)
    table.do(Wound(ANSGAR, 19))
    assert table.now.people[ANSGAR].is_in(State.MORTALLY_INJURED)
    assert "ansgar" == chosen_person(table.now, SEAT, table.now.groups[MAIN], None)
    table.do(Wound(ANSGAR, 19))
    assert not table.now.people[ANSGAR].alive
    assert "bettany" == chosen_person(table.now, SEAT, table.now.groups[MAIN], None)
    assert "ansgar" == chosen_person(table.now, SEAT, table.now.groups[MAIN], "ansgar")
    assert "maud" == chosen_person(table.now, REFEREE, table.now.groups[MAIN], None)


def test_a_sheet_in_the_terminal_says_what_is_the_matter() -> None:
    """Frail, with its note, before what they carry."""
    table = Tabletop()
    table.do(demo())
    table.do(GiveCondition(ANSGAR, "frail", note="the fall"))
    assert "  Frail: the fall" in sheet_lines(table.now, "ansgar")


def test_a_sheet_in_the_terminal_has_powers_and_both_books_numbers() -> None:
    """What a spell does, and what the character fights with by either book."""
    table = field(ANSGAR)
    table.do(WritePower(ANSGAR, Power("Bolt", lasts=Duration.INSTANT, target=Target.FOE, damage="2d6", strain=1)))
    lines = sheet_lines(table.now, "ansgar")
    assert "  Bolt: at once; one foe; 2d6 damage; costs 1 System Strain" in lines
    sovereign, violence = "AC 14, longsword −1, 1d8, Shock 2/AC 13", "AC 5, longsword 15, 1d8, Agility 10"
    assert f"  Fights by Sovereign: {sovereign}. By Violence: {violence}" in lines
