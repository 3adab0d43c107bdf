"""What befalls several by one cause is one line of the log, in the browser and in the terminal."""

from fractions import Fraction

from msgspec.structs import replace

from tests.table.passage import ONE
from tests.table.road.test_march_costs import set_out
from tests.table.site.test_group_commands import in_the_second_zone
from tests.table.small_lands import FORD
from tests.table.small_site import MAUD, ULF
from tests.table.tabletop import Tabletop
from undercroft.faces.views.log.combined_lines import combined
from undercroft.faces.views.log.folding import folded
from undercroft.faces.views.log.lines import LogFilter, log_lines
from undercroft.faces.views.log.pagination import LogSearch, log_page
from undercroft.faces.views.log.vain_searches import VainSearch, in_one_sentence
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.body.condition import HpChanged
from undercroft.table.body.needs import Ate
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.engine.audience import Told
from undercroft.table.engine.event import Event
from undercroft.table.engine.history import Retracted
from undercroft.table.road.travel import TravelTo
from undercroft.table.sentences import says
from undercroft.table.site.group_commands import SearchTogether
from undercroft.table.site.search import FoundNothing
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import ActId, SiteId, ZoneId
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.seen_sites import SeenZone
from undercroft.table.town.experience import XpGained
from undercroft.table.world.groups import MAIN
from undercroft.table.world.sightings import ZoneSeen


def to(table: Tabletop, seat: SeatId) -> list[Told]:
    """What a seat was told."""
    return [each for each in table.log if seat in each.to]


ONE_LINE = "The march: Maud has 9 fatigue points left, Ulf has 9."


def test_a_march_that_tires_everybody_is_one_line() -> None:
    """In the log both are named in the order of the march."""
    table = set_out()
    table.do(TravelTo(MAIN, FORD))
    table.do(MeetStrangers(MAIN, "3 pilgrims HD 1"), 3, 4)
    lines = [line.text for line in log_lines(table.known(REFEREE), table.log)]
    assert [ONE_LINE] == [text for text in lines if "fatigue point" in text]


def test_a_meal_at_its_hour_is_one_line() -> None:
    """Those who eat and those who only drink stand apart; what a player asked for is told by itself."""
    known = set_out().known(REFEREE)
    meal = Fraction(1)
    events = (
        Ate(MAUD, 1, meal, at_mealtime=True),
        Ate(ULF, 1, meal, at_mealtime=True),
        Ate(ULF, litres=meal, at_mealtime=True),
        Ate(MAUD, meals=1),
    )
    told = [(Told(event, (REFEREE,), known.clock, None), says(known, event)) for event in events]
    assert ["Food and water: Maud, Ulf.", "Ulf drinks.", "Maud eats."] == list(combined(known, told))


def test_sentences_go_together_only_for_one_cause_and_one_audience() -> None:
    """Two by the fall; a third by another cause, and one whom another seat hears of, by themselves."""
    known = set_out().known(REFEREE)
    told = [
        Told(HpChanged(MAUD, 3, "a fall"), (REFEREE,), known.clock, None),
        Told(HpChanged(ULF, 1, "a fall"), (REFEREE,), known.clock, None),
        Told(HpChanged(ULF, 2, "first aid"), (REFEREE,), known.clock, None),
        Told(HpChanged(MAUD, 2, "first aid"), (SeatId("one"), REFEREE), known.clock, None),
    ]
    assert [
        "A fall: Maud has 3 hit points, Ulf has 1.",
        "Ulf has 2 hit points now (first aid).",
        "Maud has 2 hit points now (first aid).",
    ] == list(combined(known, [(each, says(known, each.event)) for each in told]))


def test_shares_of_experience_are_one_line() -> None:
    """With everybody's points, thousands apart."""
    known = set_out().known(REFEREE)
    told = [Told(XpGained(who, xp), (REFEREE,), known.clock, None) for who, xp in ((MAUD, 1777), (ULF, 3007))]
    assert ["Experience: Maud has 1,777 points, Ulf has 3,007."] == list(
        combined(known, [(each, says(known, each.event)) for each in told])
    )


def test_searches_that_find_nothing_are_one_line() -> None:
    """Everybody's roll is named; the referee also reads why, and every roll is folded away under the line.

    A player reads other numbers than the referee, and that they are those of the dice alone.
    """
    table = in_the_second_zone()
    told = table.do(SearchTogether(MAIN), 1, 1, 2, 1)
    assert 2 == len([event for event in told if isinstance(event, FoundNothing) and event.missed is not None])
    for seat, search, ending in (
        (REFEREE, "Search: Bert 1, Anne 2", "They miss what is hidden here."),
        (ONE, "Search, by the dice alone: Bert 2, Anne 3", "They find nothing hidden."),
    ):
        known, heard = table.known(seat), to(table, seat)
        entries = [(line.text, len(under)) for line, under in folded(reversed(log_lines(known, heard)))]
        said = f"{search}. {ending}"
        assert [(said, 4)] == [(text, under) for text, under in entries if "search" in text.lower() or "check" in text]
        words = [(each, text) for each in heard if (text := says(known, each.event))]
        assert [said] == [text for text in combined(known, words) if "search" in text.lower() or "check" in text]


def test_who_finds_something_is_named_beside_those_who_do_not() -> None:
    """Anne finds the loose brick; the one search that found nothing stays as it is."""
    table = in_the_second_zone()
    table.do(SearchTogether(MAIN), 1, 1, 6, 6)
    entries = [line.text for line, _ in folded(reversed(log_lines(table.now, to(table, REFEREE))))]
    assert 1 == len([text for text in entries if text.startswith("Bert searches")])
    assert [] == [text for text in entries if text.startswith("Search:")]


def test_lines_of_a_search_that_a_reader_looks_for_are_not_folded_away() -> None:
    """The log of rolls alone, and that about one person, has each roll."""
    table = in_the_second_zone()
    table.do(SearchTogether(MAIN), 1, 1, 1, 2)
    lines = log_lines(table.now, to(table, REFEREE))
    dice = log_page(lines, LogSearch(LogFilter.DICE)).entries
    assert 2 == len([line for line, under in dice if "skill check" in line.text and not under])
    about = log_page(lines, LogSearch(about="Anne")).entries
    assert 2 == len([line for line, under in about if line.search is not None and not under])


def test_what_happens_between_two_searches_is_told_before_them() -> None:
    """Maud finds nothing, Ulf falls and finds nothing either: the fall, then one line for both."""
    known, act = set_out().known(REFEREE), ActId("act-9")
    events = (FoundNothing(MAUD, none_left=True), HpChanged(ULF, 3, "a fall"), FoundNothing(ULF, none_left=True))
    told = [Told(event, (REFEREE,), known.clock, act) for event in events]
    expected = ["Ulf has 3 hit points now (a fall).", "Search: Maud, Ulf. Nothing hidden is left."]
    assert expected == list(combined(known, [(each, says(known, each.event)) for each in told]))
    assert expected == [line.text for line, _ in folded(reversed(log_lines(known, told)))][::-1]


def test_of_searches_around_a_find_the_line_says_neither_too_much_nor_too_little() -> None:
    """The first misses what another finds then, and nothing is left for the last."""
    missed, left = "They miss what is hidden here.", "There is nothing left to find here."
    searches = (VainSearch("Maud", 8), VainSearch("Maud", ending=missed), VainSearch("Ulf", 6))
    assert "Search: Maud 8, Ulf 6. They find nothing more." == in_one_sentence(
        (*searches, VainSearch("Ulf", ending=left))
    )
    assert f"Search: Maud 8, Ulf 6. {missed}" == in_one_sentence((*searches, VainSearch("Ulf", ending=missed)))


def test_a_room_whose_text_was_told_is_only_named_again() -> None:
    """Its card keeps the text. A text told in the dark, in an undone act or before it was changed is told in full."""
    mill, nave = SiteId("mill"), SeenZone(ZoneId("nave"), "nave of skulls", "Bones.", "Dust.")
    unlit, swept = replace(nave, dark=True), replace(nave, glance="Swept.")
    facts: list[Told] = []

    def heard(event: Event, act: str) -> str:
        facts.append(Told(event, (REFEREE,), Seconds(0), ActId(act)))
        return log_lines(Campaign(), facts)[-1].text

    assert heard(ZoneSeen(mill, unlit), "act-1").endswith("too dark to see the room. Dust.")
    assert "Nave of skulls. Bones." == heard(ZoneSeen(mill, nave), "act-2")
    heard(Retracted(ActId("act-2")), "act-3")
    assert "Nave of skulls. Bones." == heard(ZoneSeen(mill, nave), "act-4")
    assert "Nave of skulls again." == heard(ZoneSeen(mill, nave), "act-5")
    assert heard(ZoneSeen(mill, unlit), "act-6").endswith("Dust.")
    assert "Nave of skulls. Swept." == heard(ZoneSeen(mill, swept), "act-7")
    assert "Nave of skulls. Bones." == log_lines(Campaign(), facts)[3].text
