"""A sheet shows every pool and every timer, and what a body wants."""

from msgspec.structs import replace

from tests.table.tabletop import Tabletop
from undercroft.demo import campaign as demo
from undercroft.faces.views.people.party import row_of
from undercroft.faces.views.people.sheet import DeadlineLeft, sheet
from undercroft.kernel.units import DAY, SeatId, Seconds
from undercroft.table.body.wounds import Wound
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.referee.adjust import Adjust
from undercroft.table.referee.adjustable import Adjustable
from undercroft.table.state.ids import PersonId, SiteId, ThingId
from undercroft.table.state.people import Wages
from undercroft.table.state.scenes import EncounterScene
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp

CORVIN, TAM, SEAT = PersonId("corvin"), PersonId("tam"), SeatId("seat-1")


def demo_table() -> Tabletop:
    """The demo's table as it begins, at nine."""
    table = Tabletop()
    table.sit("seat-1", "seat-2", "seat-3", "seat-4")
    table.do(demo())
    return table


def test_every_pool_stands_with_its_bound() -> None:
    """Corvin, hurt, with points to spend: what is left of what, and the way to the next level."""
    table = demo_table()
    table.do(Wound(CORVIN, 4))
    table.do(Adjust(Adjustable.PERSON, CORVIN, "sheet.points", 2, "counted"))
    known = table.known(SEAT)
    pools = {person.name: (person.now, person.of, person.share) for person in sheet(known, known.people[CORVIN]).pools}
    assert {
        "HP": ("7", "11", 63),
        "Strain": ("0", "12", 0),
        "Fatigue points left": ("12", "12", 100),
        "Scars": ("1", "", None),
        "XP": ("1900", "3000", 26),
        "Points to spend": ("2", "", None),
        "Readied": ("3", "6", 50),
        "Stowed": ("9", "13", 69),
    } == pools


def test_what_runs_is_told_by_its_clock() -> None:
    """A dying man has the round of his fall and six more; a torch burns for an hour."""
    table = demo_table()
    table.do(LightUp(TAM, ThingId("tam-torch")))
    table.do(Wound(CORVIN, 11))
    known = table.known(SEAT)
    (dying,) = sheet(known, known.people[CORVIN]).running
    assert DeadlineLeft("dying", "1 min 10 s", "Day 2, 09:01", 0) == dying
    (torch,) = (person for person in sheet(known, known.people[TAM]).running if "torch" in person.what)
    assert ("1 h", "Day 2, 10:00") == (torch.left, torch.due)


def test_purse_and_wages_are_on_the_sheet() -> None:
    """Tam has what he has, and is owed for the day that has begun."""
    known = demo_table().known(SEAT)
    tam = replace(known.people[TAM], pay=Wages(20, DAY, Seconds(known.now_of(TAM) - 1)))
    wants = dict(sheet(known, tam).wants)
    assert ("3s", "2s every day", "2s") == (wants["Purse"], wants["Wages"], wants["Owed"])


def test_a_light_is_counted_in_turns_wherever_it_is_shown_in_a_site() -> None:
    """In the marching order and on the sheet alike, in an encounter too; outdoors by the clock."""
    table = demo_table()
    table.do(LightUp(TAM, ThingId("tam-torch")))

    def shown() -> tuple[str, str]:
        group = table.now.groups[MAIN]
        (torch,) = (person for person in sheet(table.now, table.now.people[TAM]).running if "torch" in person.what)
        return row_of(table.now, group, table.now.people[TAM]).light, torch.left

    assert ("1 h", "1 h") == shown()
    table.do(EnterSite(MAIN, SiteId("ossuary")))
    assert ("6 turns", "6 turns") == shown()
    table.do(MeetStrangers(MAIN, "4 pilgrims HD 1"))
    assert isinstance(table.now.groups[MAIN].scene, EncounterScene)
    assert ("6 turns", "6 turns") == shown()
