"""How a report is folded: what was passed again, encounters, short names; and the deadlines of several in one line."""

from msgspec.structs import replace

from undercroft.books.hexcrawl.land import Terrain
from undercroft.faces.report.headings import MET, SceneHeading
from undercroft.faces.report.report_page import report
from undercroft.faces.report.sections import ReportMoment, ReportSection, folded, passed_again
from undercroft.faces.report.tale import PlaceAgain, Tale, shortly
from undercroft.faces.views.overview.overview import overview
from undercroft.kernel.units import SeatId, Seconds
from undercroft.server.chronicle import Chronicle, Noted
from undercroft.table.engine.audience import Told
from undercroft.table.engine.event import Event
from undercroft.table.engine.record import SceneBegan, SceneEnded
from undercroft.table.site.doors import DoorChanged
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.deadlines import Lapse, Timer
from undercroft.table.state.ids import CreaturesId, DoorId, FeatureId, GroupId, HexId, PersonId, SiteId, TimerId, ZoneId
from undercroft.table.state.people import Person
from undercroft.table.state.scenes import EncounterScene
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.seen_lands import SeenHex
from undercroft.table.state.seen_sites import SeenCreatures, SeenFeature, SeenSite, SeenZone
from undercroft.table.state.sites import DoorState
from undercroft.table.world.country import HexEntered, HexesSeen
from undercroft.table.world.groups import MAIN, GroupFormed
from undercroft.table.world.sightings import FeatureSeen, ZoneSeen


def section(what: str, *lines: str, at: int = 0, whom: str = "") -> ReportSection:
    heading = SceneHeading(what, (whom,) if whom else ())
    return ReportSection(heading, Seconds(at), Seconds(at + 60), [ReportMoment(Seconds(at), list(lines))])


def told(sections: list[ReportSection]) -> list[tuple[str, list[str]]]:
    """Titles, and every moment as one text."""
    return [(each.heading.text, [" ".join(moment.lines) for moment in each.moments]) for each in sections]


def test_places_that_were_only_passed_are_named_in_one_breath():
    """One that they stay in, or several on the way to the last."""
    lines = (PlaceAgain("Nave"), PlaceAgain("Walk"), "A trap.")
    passed = [ReportMoment(Seconds(number), [line]) for number, line in enumerate(lines)]
    assert [(0, ["Back by way of the Nave to the Walk."]), (2, ["A trap."])] == [
        (moment.at, moment.lines) for moment in passed_again(passed)
    ]
    assert [["Back in the Nave."]] == [moment.lines for moment in passed_again(passed[:1])]


def test_only_places_are_named_as_passed_again():
    """Light that burns again is no place, and a place beside another sentence keeps its own."""
    moment = ReportMoment(Seconds(0), [PlaceAgain("Nave"), "They have light again."])
    assert [["Nave again.", "They have light again."]] == [each.lines for each in passed_again([moment])]


def test_an_encounter_that_comes_to_blows_is_told_with_the_fight():
    """Under the heading of the fight."""
    told_of = folded(
        [section(MET, "The party fights.", whom="rats"), section("A fight", "Round 1.", at=60, whom="rats")]
    )
    assert [("A fight with rats", ["The party fights.", "Round 1."])] == told(told_of)


def test_an_encounter_of_a_few_words_needs_no_heading():
    """It is a paragraph of what was around it, which goes on as one."""
    around = [
        section("The Crypt", "A hall."),
        section(MET, "They bow.", whom="sextons"),
        section("The Crypt", "A door."),
    ]
    assert [("The Crypt", ["A hall.", "The party meets sextons. They bow.", "A door."])] == told(folded(around))


def test_a_long_encounter_keeps_its_heading():
    """And what was around it is in two parts."""
    long = section(MET, "One.", "Two.", "Three.", "Four.", whom="Hesper")
    titles = [each.heading.text for each in folded([section("The Crypt", "A."), long, section("The Crypt", "B.")])]
    assert ["The Crypt", "Encounter: Hesper", "The Crypt"] == titles


def test_people_go_by_what_they_are_called_for_short():
    """Where that can mean only one of them; a title stays with its name."""
    names = {"a": "Maud Tarrow", "b": "Brother Ansgar", "c": "Tam Reddish", "d": "Tam Oake"}
    people = {PersonId(id): Person(PersonId(id), name, SeatId("one")) for id, name in names.items()}
    text = "Maud Tarrow, Brother Ansgar, Tam Reddish."
    assert "Maud, Brother Ansgar, Tam Reddish." == shortly(Campaign(people=people), text)


def test_deadlines_that_several_have_at_one_moment_are_one_line():
    """Named together, in the order of the clock."""
    people = {PersonId(id): Person(PersonId(id), name, SeatId("one")) for id, name in {"a": "Maud", "b": "Ulf"}.items()}
    due = (("a", 60, "Maud should sleep"), ("b", 60, "Ulf should sleep"), ("b", 30, "torch burns low"))
    timers = [
        Timer(TimerId(f"{who}-{at}"), Lapse.LIGHT, what, Seconds(0), Seconds(at), (), person=PersonId(who))
        for who, at, what in due
    ]
    timers += [
        Timer(
            TimerId(who), Lapse.DYING, "", Seconds(0), Seconds(20), (), person=PersonId(who), about="mortally_injured"
        )
        for who in people
    ]
    lines = overview(Campaign(people=people, timers={timer.id: timer for timer in timers}), REFEREE)
    assert "  dying (Maud, Ulf): day 1, 00:00 (in 20 s)" == lines[-3]
    assert "  torch burns low: day 1, 00:00 (in 30 s)" == lines[-2]
    assert "  Maud, Ulf should sleep: day 1, 00:01 (in 1 min)" == lines[-1]


def test_a_moment_between_scenes_belongs_to_the_next():
    """The hex outside the site is told with the day on the road that begins there."""
    between = section("In between", "Orrin's Mouth. Reeds to the shoulder.")
    road = section("On the road, day 2", "They set out.", at=60)
    assert [("On the road, day 2", ["Orrin's Mouth. Reeds to the shoulder.", "They set out."])] == told(
        folded([between, road])
    )


def test_while_the_party_is_split_a_report_names_the_group() -> None:
    """What the scouts reach and open is told of them, though the party is together again when it is read."""
    maud = PersonId("maud")
    tale, lines = Tale(Campaign(people={maud: Person(maud, "Maud", REFEREE)})), list[str]()
    fen = SeenHex(HexId("0203"), Terrain.MARSH, visited=True, name="the Fen", glance="Reeds.")
    door = DoorChanged(SiteId("mill"), DoorId("oak"), DoorState.OPEN, spiked=False, by=maud)
    cellar = SeenFeature(FeatureId("hatch"), ZoneId("yard"), "a hatch")
    scouts = Group(GroupId("scouts"), "The scouts", (maud,), Seconds(0))
    for event, says in (
        (GroupFormed(scouts), "The scouts: Maud."),
        (HexEntered(scouts.id, fen.id), "The scouts reach the Fen (0203)."),
        (HexesSeen((fen,)), "Reeds."),
        (door, "The oak door is open."),
        (FeatureSeen(SiteId("mill"), cellar, group=scouts.id), "Found: a hatch."),
        (GroupFormed(Group(MAIN, "The party", (maud,), Seconds(0))), "The party: Maud."),
        (door, "The iron door is open."),
    ):
        tale.of(Noted(0, Told(event, (), Seconds(0), None), "", says), lines)
    assert "The scouts reach the Fen. Reeds." in lines
    assert "Maud opens the oak door." in lines
    assert "The scouts find a hatch." in lines
    assert "The party opens the iron door." in lines


def test_a_place_begins_a_sentence_with_a_capital_letter() -> None:
    """A referee may have written its name in small letters: as it is seen, in the dark, and again."""
    mill, nave = SiteId("mill"), SeenZone(ZoneId("nave"), "nave of skulls", "Bones.")
    seen = Campaign(seen={mill: SeenSite(mill, "Mill", zones={nave.id: nave})})
    assert "Nave of skulls. Bones." == ZoneSeen(mill, nave).say(seen)
    assert ZoneSeen(mill, replace(nave, dark=True)).say(seen).startswith("Nave of skulls. It is too dark")
    assert "Nave of skulls again." == PlaceAgain(nave.name)


def test_a_group_apart_is_named_where_it_meets_others():
    """The scouts have split off; an encounter of a few words is told with what was around it."""
    scouts, mill = Group(GroupId("scouts"), "scouts", (), Seconds(0)), SiteId("mill")
    hatch, rope = (SeenFeature(FeatureId(what), ZoneId("cellar"), what) for what in ("a hatch", "a rope"))
    sextons = EncounterScene(SeenCreatures(CreaturesId("sextons"), "sextons", 2, None))
    events: tuple[tuple[Event, str], ...] = (
        (GroupFormed(scouts), "The scouts are Tam."),
        (SceneBegan(scouts.id, sextons), ""),
        (FeatureSeen(mill, hatch, group=scouts.id), "Found: a hatch."),
        (SceneEnded(scouts.id), ""),
        (FeatureSeen(mill, rope, group=scouts.id), "Found: a rope."),
    )
    noted = tuple(
        Noted(number, Told(event, (REFEREE,), Seconds(0), None), "2026-01-01", says)
        for number, (event, says) in enumerate(events)
    )
    text = report(Chronicle(noted, Campaign(groups={scouts.id: scouts}), frozenset(), whole=True), REFEREE)
    assert "The scouts meet sextons. The scouts find a hatch." in text
