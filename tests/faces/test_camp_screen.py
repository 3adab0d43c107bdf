"""What the camp and the card of a hex say can be done now, and by which day they count."""

from msgspec.structs import replace

from tests.faces.test_camp_and_town_views import PARTY, demo_table
from tests.table.tabletop import Tabletop
from undercroft.faces.views.actions import actions
from undercroft.faces.views.road.camp import CampView, camp_view, own_watches
from undercroft.faces.views.road.current_hex import current_hex
from undercroft.faces.views.road.day_track import day_track
from undercroft.table.engine.about import Section
from undercroft.table.referee.reveal_map import SpreadWord
from undercroft.table.road.camp import MakeCamp, PassNight, SetWatches, Watch
from undercroft.table.road.encounter_die import SomethingMet
from undercroft.table.road.hex_search import leads
from undercroft.table.road.night import Woken
from undercroft.table.road.supplies import Provide, Provided
from undercroft.table.road.travel_day import SetOut
from undercroft.table.sentences import says
from undercroft.table.state.ids import HexId, PersonId
from undercroft.table.state.journeys import Camp, Hour
from undercroft.table.state.seats import REFEREE

WANING = 4
"""The face of the overloaded die by which resources run low."""
MAUD, ANSGAR = PersonId("maud"), PersonId("ansgar")


def in_camp() -> Tabletop:
    """The party camps after setting out on day 2, Maud and Ansgar on watch in turn."""
    table = demo_table()
    table.do(SetOut(PARTY))
    table.do(MakeCamp(PARTY))
    table.do(SetWatches(PARTY, (Watch((MAUD,)), Watch((ANSGAR,)))))
    return table


def shown(table: Tabletop) -> CampView:
    """The camp as the referee sees it."""
    group = table.now.groups[PARTY]
    assert isinstance(group.scene, Camp)
    return camp_view(table.now, group, group.scene, actions(table.now, REFEREE))


def test_after_midnight_the_header_counts_the_new_day() -> None:
    """At midnight it is day 3, in the night of day 2, and no point of day 2 is left to spend."""
    table = in_camp()
    before = day_track(table.now, table.now.groups[PARTY], None)
    assert (2, 0, "3") == (before.day, before.night_of, before.left)
    table.do(PassNight(PARTY), WANING)
    after = day_track(table.now, table.now.groups[PARTY], None)
    assert (3, 2, "00:00", "") == (after.day, after.night_of, after.time, after.left)


def test_the_camp_says_who_is_awake() -> None:
    """The second watch begins at midnight: Ansgar is awake."""
    table = in_camp()
    table.do(PassNight(PARTY), WANING)
    assert ("Brother Ansgar",) == shown(table).awake


def test_a_players_phone_names_their_own_watch() -> None:
    """Maud's player keeps the first of the two, Isolde's none; in the morning there is nothing to keep."""
    table = in_camp()
    camp = table.now.groups[PARTY].scene
    assert isinstance(camp, Camp)
    watches = {
        name: [
            (watch.hours, watch.names) for watch in own_watches(table.now, camp, table.now.people[PersonId(name)].seat)
        ]
        for name in ("maud", "isolde")
    }
    assert {"maud": [("18:00 to 00:00", ("Maud Tarrow",))], "isolde": []} == watches
    assert () == own_watches(table.now, replace(camp, hour=Hour.MORNING), table.now.people[MAUD].seat)


def test_foraging_is_named_where_there_is_a_button_for_it() -> None:
    """Before food is due the camp offers no foraging; once it is due, foraging has a button, in the camp alone."""
    table = in_camp()
    assert not [action for action in shown(table).whole if action.kind == Provide.tag]
    table.do(PassNight(PARTY), WANING)
    camp = shown(table)
    assert camp.scene.must_provision
    assert camp.forages
    offered = [action for action in camp.whole if action.kind == Provide.tag]
    assert ["eat and drink from the supplies", "forage"] == [action.short for action in offered]
    assert not Provide.ABOUT.shown_in(Section.ACTIONS)


def test_a_meal_says_what_was_eaten() -> None:
    """The log names the rations and waterskins used up; a log of before that names none still reads."""
    table = demo_table()
    assert "The party eats and drinks: 6 rations and 1 waterskin." == says(table.now, Provided(PARTY, "spend", 6, 1))
    assert "The party eats and drinks from its supplies." == says(table.now, Provided(PARTY, "spend"))


def test_a_clue_is_offered_only_in_its_own_hex() -> None:
    """Word of a thing in 0505 gives nothing to look for in Orrin's Mouth; word of one here does."""
    table = demo_table()
    table.do(SetOut(PARTY))
    table.do(SpreadWord(HexId("0505"), "The turf was cut.", "a pit under cut turf"))
    table.do(SpreadWord(HexId("0407"), "The old path sinks.", "a sunken path"))
    card = current_hex(table.now, table.now.groups[PARTY], actions(table.now, REFEREE))
    assert card is not None
    assert ["Search the hex", "Look for a sunken path", "Search all day"] == [search.title for search in card.searches]
    assert ("a pit under cut turf", "a sunken path") == leads(table.now)


def test_the_log_of_the_night_names_the_watch() -> None:
    """Who was on watch when something woke the camp, and what came; a log of before says neither."""
    now = demo_table().now
    assert "Something wakes the camp. Maud Tarrow is on watch." == says(now, Woken(PARTY, (MAUD,)))
    assert "Something wakes the camp. Nobody is on watch." == says(now, Woken(PARTY, ()))
    assert "Something wakes the camp." == says(now, Woken(PARTY))
    assert "In the night 3 wolves come to the camp." == says(now, SomethingMet(PARTY, "3 wolves", at_camp=True))
    drowned = SomethingMet(PARTY, "the drowned, walking home", at_camp=True)
    assert "In the night the drowned, walking home, come to the camp." == says(now, drowned)
    assert "In the night a tinker comes to the camp." == says(now, SomethingMet(PARTY, "a tinker", at_camp=True))
    assert "The party comes upon 3 wolves." == says(now, SomethingMet(PARTY, "3 wolves"))
