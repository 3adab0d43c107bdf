"""The big screen in every scene: time, light, order, whose go and what happened, by what spectators know."""

from tests.browser.chapel import CHAPEL, begin
from tests.table.field import ANSGAR, ISOLDE, field
from tests.table.small_lands import setting_out
from tests.table.small_site import ONE, TWO
from tests.table.sovereign_bouts import bout
from tests.table.tabletop import Tabletop
from undercroft.faces.views.big_screen import HIGH, WIDE, BigScreen, ScreenClock, big_screen
from undercroft.kernel import wire
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.engine.wanted_dice import UseDice
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.fight.actions import PassGo
from undercroft.table.fight.foes import AddFoes
from undercroft.table.road.camp import MakeCamp
from undercroft.table.road.travel_day import SetOut
from undercroft.table.session.notes import Declare
from undercroft.table.session.taken_seats import NamePlayer
from undercroft.table.site.movement import Move
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import DoorId, PersonId, ThingId
from undercroft.table.state.seats import SPECTATORS, Throwing
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp

NINE = ScreenClock("Day 1", "about 09:00")


def screen(table: Tabletop) -> BigScreen:
    """The big screen of a table."""
    known = table.known(SPECTATORS)
    told = [fact for fact in table.log if SPECTATORS in fact.to]
    return big_screen(known, known.groups.get(MAIN), told)


def chapel(*, light: bool = True) -> Tabletop:
    """The party on the tide stair."""
    table = Tabletop()
    opening = begin()
    table.sit(*(seat.id for seat in opening.seats))
    table.do(opening)
    if light:
        table.do(LightUp(PersonId("tam"), ThingId("torches")))
    table.do(EnterSite(MAIN, CHAPEL))
    return table


def test_before_anybody_plays() -> None:
    """Only a name: no clock, no order, no map."""
    shown = big_screen(Campaign(name="The Chapel"), None, ())
    assert BigScreen("The Chapel", "") == shown


def test_a_site() -> None:
    """The turn, the time, the torch with its turns, the order of march, and the map with its unknown ways."""
    table = chapel()
    shown = screen(table)
    assert ("Tide stair", (ScreenClock("Turn", "1", hot=True), NINE)) == (shown.where, shown.clocks)
    (torch,) = shown.bars
    assert ("Torch", "torch", 6, 6, "6 turns left") == (torch.label, torch.kind, torch.left, torch.whole, torch.says)
    assert ["1", "2", "3", "4", "5"] == [row.number for row in shown.rows]
    assert shown.rooms is not None
    assert ["arch"] == [stub.name for stub in shown.rooms.stubs]
    assert shown.results[0].text.startswith("Tide stair.")
    assert shown.now is None
    isolde = table.now.people[PersonId("isolde")]
    table.do(Declare(isolde.id, "go through the arch", wire.plain(Move(MAIN, DoorId("stair-nave")))), seat=isolde.seat)
    proposed = screen(table).now
    assert proposed is not None
    assert "Isolde proposes: go through the arch" == proposed.title


def test_the_dark() -> None:
    """The screen says so, and the map is no help."""
    shown = screen(chapel(light=False))
    assert (True, (), "Dark, no light") == (shown.dark, shown.bars, shown.light)
    assert shown.rooms is not None
    assert shown.rooms.unread


def test_the_players_whose_go_it_is() -> None:
    """Those who gave their names stand beside their characters."""
    table = field(ANSGAR, ISOLDE)
    table.do(NamePlayer(ONE, "Dan"), seat=ONE)
    table.do(AddFoes(MAIN, "orc HD 1 AC 3 1d6 hp 60"), 5, 5)
    shown = screen(table).now
    assert shown is not None
    assert ("to act, before the foes \N{MIDDLE DOT} Dan", "Ansgar and Isolde") == (shown.label, shown.title)
    table.do(NamePlayer(TWO, "Priya"), seat=TWO)
    shown = screen(table).now
    assert shown is not None
    assert shown.label.endswith("Dan and Priya")


def test_the_card_names_those_whom_the_order_marks() -> None:
    """Before the foes act, those who act after them are not named; then they are, and nobody else."""
    table = field(ANSGAR, ISOLDE)
    table.do(AddFoes(MAIN, "orc HD 1 AC 3 1d6 hp 60"), 1, 20)
    seen: list[tuple[str, list[str]]] = []
    for who in (ANSGAR, ISOLDE):
        shown = screen(table)
        assert shown.now is not None
        seen.append((shown.now.title, [row.name for row in shown.rows if row.now]))
        table.do(PassGo(who), *((20,) if who == ANSGAR else ()))
    assert [("Ansgar", ["Ansgar"]), ("Isolde", ["Isolde"])] == seen


def test_settings_of_seats_are_no_results() -> None:
    """Whose dice fall and who sits where leaves the last result of play where it was."""
    table = chapel()
    before = screen(table).results
    isoldes = table.now.people[PersonId("isolde")].seat
    table.do(UseDice(isoldes, Throwing.TYPED))
    table.do(NamePlayer(isoldes, "Jo"), seat=isoldes)
    assert before == screen(table).results


def test_a_fight_by_violence() -> None:
    """The round, who is to act before the foes, and the foes as one line without their numbers."""
    table = field()
    table.do(AddFoes(MAIN, "3 orcs HD 1 AC 3 1d6 hp 4"), *(1,) * 3)
    shown = screen(table)
    assert [("Turn", False), ("Round", True)] == [(clock.label, clock.hot) for clock in shown.clocks[:2]]
    assert shown.now is not None
    assert "to act, before the foes" == shown.now.label
    (foes,) = [row for row in shown.rows if row.foe]
    assert ("The foes", "3 standing") == (foes.name, foes.text)
    assert {"Ansgar", "Isolde", "Corvin", "Tam"} <= {word for row in shown.rows for word in row.name.split()}


def test_a_fight_by_sovereign() -> None:
    """The same screen by the other book."""
    table = bout(ANSGAR, ISOLDE)
    shown = screen(table)
    assert shown.now is not None
    assert {"Ansgar", "Isolde"} <= set(shown.now.title.replace(",", "").split())
    table.do(PassGo(ANSGAR))
    acted = next(row for row in screen(table).rows if "Ansgar" in row.name)
    assert (False, "acted") == (acted.now, acted.text.split(" ·")[0])


def test_an_encounter() -> None:
    """Who is met, and what they do as far as it shows."""
    table = chapel()
    table.do(MeetStrangers(MAIN, "4 pilgrims HD 1 AC 3 1d6 hp 5"))
    now = screen(table).now
    assert now is not None
    assert ("encounter", "4 pilgrims") == (now.label, now.title)


def test_the_road_and_the_camp() -> None:
    """The country around the party, the weather and the day, no larger than can be read across a room."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(setting_out())
    table.do(SetOut(MAIN))
    shown = screen(table)
    assert shown.lands is not None
    assert shown.window is not None
    assert (True, True) == (shown.window.width <= WIDE, shown.window.height <= HIGH)
    assert "left of 4 travel points" in shown.light
    table.do(MakeCamp(MAIN))
    assert screen(table).lands is not None
