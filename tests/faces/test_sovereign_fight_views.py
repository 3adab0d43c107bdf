"""What screens and the terminal show of a fight by Sovereign: its sums, its choices, and the morale of a band."""

from msgspec.structs import replace

from tests.table.field import ANSGAR, ISOLDE, ONE, field, fight, foe
from tests.table.sovereign_bouts import ORC, SOVEREIGN, WARRIOR, bout
from tests.table.tabletop import Tabletop
from undercroft.books.violence.morale import Retreat
from undercroft.faces.terminal.offer_lines import offer_lines
from undercroft.faces.views.dice.wanted import wanted_views
from undercroft.faces.views.fight.order import initiative
from undercroft.faces.views.fight.peril import morale_lines
from undercroft.faces.views.overview.scene_summary import scene_lines
from undercroft.kernel import wire
from undercroft.table.fight.foes import AddFoes, RuleBand
from undercroft.table.fight.sovereign.strike import Strike
from undercroft.table.offers import offers
from undercroft.table.registry import ANY_COMMAND
from undercroft.table.state.combatants import FoeState
from undercroft.table.state.ids import BandId
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.groups import MAIN

SIX = "6 orcs HD 1 AC 14 1d6 hp 6"


def _six() -> Tabletop:
    return bout(ANSGAR, ISOLDE, line=SIX)


def test_the_sum_of_initiative_is_shown():
    """A 5 with Dexterity 14 is 6; the foes' 4 stands alone. Without anything to add there is no sum."""
    quick = field(ANSGAR, house=SOVEREIGN, sheets={ANSGAR: replace(WARRIOR, dexterity=14)})
    quick.do(AddFoes(MAIN, SIX), 5, 4)
    slow = bout(dice=(5, 4))

    assert "Initiative: party 5 + DEX 1 = 6, foes 4" == initiative(fight(quick)).rolled
    assert "Initiative: party 5, foes 4" == initiative(fight(slow)).rolled


def test_veterans_luck_is_asked_in_words():
    """Of a player whose dice are asked: what happened, and what each button does."""
    table = field(ANSGAR, house=SOVEREIGN, sheets={ANSGAR: WARRIOR})
    table.do(AddFoes(MAIN, "orc HD 1 AC 14 1d6 hp 30"), 8, 1)
    table.do(Strike(ANSGAR, ORC), 2)
    for seat in (REFEREE, ONE):
        (asked,) = wanted_views(table.known(seat), seat)
        assert ("use Veteran's Luck?", ("Keep the miss", "Turn it into a hit")) == (asked.title, asked.labels)
        assert asked.explains.startswith("Ansgar misses. Veteran's Luck turns one attack in each turn")


def test_the_losses_of_a_band_and_the_referees_decisions():
    """Six orcs leave after two losses; each decision keeps what was decided before."""
    table = _six()
    (line,) = morale_lines(table.now, table.now.groups[MAIN], fight(table))
    assert ("none lost", "they leave after 2 losses", 0, 33) == (line.last, line.next, line.lost, line.breaks)
    for label in ("never breaks", "surrenders rather than flees"):
        table.do(wire.from_plain(ANY_COMMAND, _button(table, label)))
    (band,) = fight(table).bands
    assert (True, Retreat.SURRENDER) == (band.obvious, band.retreat)
    table.do(wire.from_plain(ANY_COMMAND, _button(table, "never breaks")))
    (band,) = fight(table).bands
    assert (False, Retreat.SURRENDER) == (band.obvious, band.retreat)


def _button(table: Tabletop, label: str):
    (line,) = morale_lines(table.now, table.now.groups[MAIN], fight(table))
    return next(button.command for button in line.buttons if button.label == label)


def test_players_have_no_line_for_the_morale_of_foes():
    """What a band has lost, and when it leaves, is the referee's."""
    table = _six()
    assert () == morale_lines(table.known(ONE), table.known(ONE).groups[MAIN], fight(table, ONE))


def test_the_referee_lets_one_band_leave_at_once():
    """The wolves flee in mid-round; the orcs fight on."""
    table = _six()
    table.do(AddFoes(MAIN, "2 wolves HD 1 AC 14 1d6 hp 6"))
    table.do(RuleBand(MAIN, BandId("wolves"), now=True))
    assert (FoeState.FLED, FoeState.FIGHTING) == (foe(table, "wolves-1").state, foe(table, "orcs-1").state)


def test_the_terminal_lists_attacks_by_weapon_with_the_chance_against_each_foe():
    """+5 against AC 14 hits on 9 or more, in a charge, which takes 2 from Ansgar's AC 14, on 7 or more."""
    table = bout(ANSGAR, line="2 orcs HD 1 AC 14 1d6 hp 6")
    lines = "\n".join(offer_lines(offers(table.now, REFEREE)))
    for words, percent in (("attack with longsword", "60 %"), ("charge with longsword, own AC 12", "70 %")):
        line = next(line for line in lines.splitlines() if f"Ansgar: {words}:" in line)
        assert f"Orc A {percent}, " in line
        assert line.endswith(f"Orc B {percent}")


def test_the_terminal_shows_the_numbers_of_the_fight():
    """Actions left, the armour class as it counts, initiative, and when the band leaves."""
    table = bout(ANSGAR, line="2 orcs HD 1 AC 14 1d6 hp 6")
    text = "\n".join(scene_lines(table.now, REFEREE, table.now.groups[MAIN]))
    assert "Initiative: party 8, foes 1" in text
    assert "Ansgar 12/12 AC 14 (Main, Move)" in text
    assert "Morale, orcs: none lost; they leave after 1 loss" in text


def test_the_terminal_names_people_not_ids():
    """A person whose id is not their name is listed by the name that can be typed."""
    table = bout(ANSGAR, ISOLDE, line="orc HD 1 AC 14 1d6 hp 6")
    people = {
        who: replace(person, name=f"Bran {person.name}") if who == ANSGAR else person
        for who, person in table.now.people.items()
    }
    lines = "\n".join(offer_lines(offers(replace(table.now, people=people), REFEREE)))
    (move,) = [line for line in lines.splitlines() if "move 30 feet: " in line]
    assert "bran" in move
    assert "ansgar" not in move
