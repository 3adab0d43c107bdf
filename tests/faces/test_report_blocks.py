"""The blocks of a report, written as Markdown."""

import pytest
from msgspec.structs import replace

from tests.table.journeying import on_the_road
from tests.table.road.test_lost import astray, wilds
from tests.table.small_site import ONE
from tests.table.tabletop import Tabletop
from undercroft.demo import campaign as demo
from undercroft.faces.report.blocks import Item, ReportBlock, ReportBlockKind, as_markdown
from undercroft.faces.report.endings import ENDS, in_short
from undercroft.faces.report.report_page import report
from undercroft.faces.report.routine import LEFT_OUT, is_left_out
from undercroft.kernel.units import SeatId, Seconds
from undercroft.server.chronicle import Chronicle, Noted
from undercroft.table.engine.event import Event
from undercroft.table.referee.adjust import Adjusted
from undercroft.table.referee.adjustable import Adjustable
from undercroft.table.registry import PARTS
from undercroft.table.road.bearings import TakeBearings
from undercroft.table.road.camp import BreakCamp, MakeCamp, PassNight
from undercroft.table.road.night import MorningCame
from undercroft.table.sentences import says
from undercroft.table.session import big_screen, dice_seals, next_session, seat_asks, second_referees, taken_seats
from undercroft.table.session.undo_wishes import UndoAnswered, UndoWished
from undercroft.table.state.ids import ActId, GroupId
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sessions import Declaration, UndoWish
from undercroft.table.world.darkness import CameIntoDark
from undercroft.table.world.groups import MAIN


@pytest.mark.parametrize(
    "event",
    [
        Adjusted(Adjustable.PERSON, "maud", "hp", 8, ""),
        CameIntoDark(GroupId("party"), Seconds(0)),
        UndoWished(UndoWish(SeatId("dan"), ActId("0"), "search the room")),
        UndoAnswered(SeatId("dan"), granted=False),
    ],
    ids=["a value set by hand", "a room whose first line says that it is dark", "a wish to undo", "its refusal"],
)
def test_what_is_no_part_of_the_story(event: Event) -> None:
    """No report tells it."""
    assert is_left_out(event, REFEREE)


def test_no_report_takes_its_times_from_seats_or_screens() -> None:
    """What happens to them may fall between an act and its undo, at an hour that the story never had."""
    packages = (big_screen, dice_seals, next_session, seat_asks, second_referees, taken_seats)
    names = {package.__name__ for package in packages}
    events = [event for part in PARTS for event in part.events if event.__module__ in names]
    assert len(events) > 10
    assert [] == [event for event in events if not issubclass(event, LEFT_OUT)]


def test_loose_ends_count_all_points_to_spend() -> None:
    """Free points and those of a quick learner, as the sheet and the log count them."""
    table = Tabletop()
    table.do(demo())
    who, maud = next((id, person) for id, person in table.now.people.items() if person.name == "Maud Tarrow")
    grown = replace(maud, sheet=replace(maud.sheet, points=3, quick_points=1))
    now = replace(table.now, people={**table.now.people, who: grown})
    loose = next(ending for ending in ENDS if ending.title == "Loose ends")
    assert "Maud Tarrow has 4 points to spend" in loose.lines(now, ())


def test_loose_ends_say_who_declared_what() -> None:
    """What nobody carried out is there in the words of its player."""
    table = Tabletop()
    table.do(demo())
    who = next(id for id, person in table.now.people.items() if person.name == "Maud Tarrow")
    loose = next(ending for ending in ENDS if ending.title == "Loose ends")
    said = replace(table.now, declared=(Declaration(who, "I hold the door"),))
    assert "Maud Tarrow said: “I hold the door”" in loose.lines(said, ())


def noted(table: Tabletop, seat: str) -> list[Noted]:
    """What a seat was told, as a report reads it."""
    told = [fact for fact in table.log if seat in fact.to]
    return [Noted(number, fact, "", says(table.now, fact.event)) for number, fact in enumerate(told, 1)]


def test_a_camp_by_day_is_no_night() -> None:
    """Nights are counted by the mornings after them, however often camp is made and broken."""
    table = on_the_road()
    for command in (MakeCamp(MAIN), BreakCamp(MAIN), MakeCamp(MAIN), PassNight(MAIN)):
        last = table.do(command, *((5,) if isinstance(command, PassNight) else ()))
    assert any(isinstance(event, MorningCame) for event in last)
    assert ["1 night in camp."] == in_short(table.now, noted(table, REFEREE))
    assert "The party breaks camp." in [note.says for note in noted(table, ONE)]


def test_the_referees_report_tells_how_they_got_lost() -> None:
    """The players' does not, and says once where they are when they know."""
    table = astray(wilds())
    table.do(TakeBearings(MAIN), 2)
    drifts = "The party is lost: every move of the day drifts one hex side to the right."
    full, players = (
        report(Chronicle(tuple(noted(table, seat)), table.known(seat), frozenset(), whole=True), SeatId(seat))
        for seat in (REFEREE, ONE)
    )
    assert (True, False) == (drifts in full, drifts in players)
    assert "now knows where it is: hex 0604." in players
    assert "reaches hex 0604" not in players


def test_every_form_that_a_report_takes() -> None:
    """Headings, leaning lines, and lists whose lines may begin with a time; no text is taken for markup."""
    assert (
        r"""# Carrow \*Marches\*

In short: 2 \# dead.

## Lychgate \[stair\]

*day 2, 09:00 to 09:30*

- Lychgate\_stair.
- **09:30** Two rats \*squeak\*.
"""
    ) == as_markdown(
        (
            ReportBlock(ReportBlockKind.TITLE, "Carrow *Marches*"),
            ReportBlock(ReportBlockKind.PARAGRAPH, "In short: 2 # dead."),
            ReportBlock(ReportBlockKind.HEADING, "Lychgate [stair]"),
            ReportBlock(ReportBlockKind.LEANING, "day 2, 09:00 to 09:30"),
            ReportBlock(ReportBlockKind.LIST, items=(Item("Lychgate_stair."), Item("Two rats *squeak*.", "09:30"))),
        )
    )
