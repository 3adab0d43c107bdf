"""What screens and prompts show of the road: exact points, the stages of a way, and nothing that nobody has found."""

from fractions import Fraction

from msgspec.structs import replace

from tests.table.tabletop import Tabletop
from undercroft.books.hexcrawl.encounters import Circumstances, encounter_die_wilderness
from undercroft.books.hexcrawl.land import Weather
from undercroft.books.hexcrawl.movement import Mode
from undercroft.demo import campaign as demo
from undercroft.faces.views.actions import actions
from undercroft.faces.views.dice.wanted import wanted_views
from undercroft.faces.views.group_chips import group_chips
from undercroft.faces.views.overview.scene_summary import scene_lines
from undercroft.faces.views.road.current_hex import current_hex
from undercroft.faces.views.road.day_track import day_track
from undercroft.faces.views.road.hex_map import CostPill, hex_map
from undercroft.faces.views.road.route import route_view
from undercroft.faces.web.live.panels.road import LANDS, next_of_the_day
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.kernel import wire
from undercroft.kernel.dice import D6, Throw
from undercroft.kernel.units import DAY, SeatId, Seconds
from undercroft.table.exploration.splitting import Split
from undercroft.table.referee.reveal_map import ShowFeature
from undercroft.table.referee.weather import SetWeather
from undercroft.table.road.camp import MakeCamp
from undercroft.table.road.travel import TravelTo
from undercroft.table.road.travel_day import SetCourse, SetOut
from undercroft.table.site.waiting import PassTime, Span
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import GroupId, HexId, PersonId, WantedId
from undercroft.table.state.journeys import Begun, Leg, Spent, TravelDay
from undercroft.table.state.open_questions import OpenQuestion, Wanted
from undercroft.table.state.seats import REFEREE
from undercroft.table.town.town import ComeToTown

PARTY, SCOUTS, SEAT = GroupId("party"), GroupId("scouts"), SeatId("seat-1")


def bound_for_carrow() -> Tabletop:
    """The demo's party sets out for Carrow at nine, with one point of its day gone."""
    table = Tabletop()
    table.sit("seat-1", "seat-2", "seat-3", "seat-4")
    table.do(demo())
    table.do(SetOut(PARTY))
    table.do(SetCourse(PARTY, HexId("0206")))
    return table


def test_the_stages_of_a_way() -> None:
    """Each hex has its ground, its multipliers and its cost; rain would make it a day longer."""
    known = bound_for_carrow().known(SEAT)
    going = route_view(known, known.groups[PARTY], None)
    assert going is not None
    late, *rows = going.rows
    assert ("0407", "set out late", "1") == (late.hex, late.ground, late.spent)
    times = "\N{MULTIPLICATION SIGN}"
    assert [
        ("0406", "plains, trail", f"1 {times} 1½", "⅔", "1⅔"),
        ("0306", "plains, trail", f"1 {times} 1½", "⅔", "2⅓"),
        ("0206", "plains, road", f"1 {times} 2", "½", "2⅚"),
    ] == [(row.hex, row.ground, row.multiplier, row.cost, row.spent) for row in rows]
    assert 2 == going.arrives
    assert f"In rain {times}½: 0406 would cost 1⅓ points, and they would reach Carrow on day 3." == going.other_sky


def test_the_track_of_a_day() -> None:
    """The die falls at half the day for those who travel; what is planned follows what is spent."""
    known = bound_for_carrow().known(SEAT)
    group = known.groups[PARTY]
    track = day_track(known, group, route_view(known, group, None))
    assert (Mode.TRAVELING, "3", "4") == (track.mode, track.left, track.whole)
    assert [("half spent", "ahead", 380.0)] == [(moment.label, moment.state, moment.x) for moment in track.moments]
    assert [(True, "1"), (False, "⅔"), (False, "⅔"), (False, "½")] == [(part.spent, part.label) for part in track.parts]


def test_a_die_of_hours_gone_by_is_not_rolled() -> None:
    """Explorers who set out late pass the first point without a roll: their next die is that of the last point."""
    table = bound_for_carrow()
    table.do(SetCourse(PARTY))
    group = table.now.groups[PARTY]
    assert [("first point: no roll", "passed"), ("last point", "ahead")] == _moments(table.now, group)
    asked = OpenQuestion(0, Throw("overloaded die", D6), REFEREE, encounter_die_wilderness.id)
    waiting = replace(table.now, wanted={WantedId("die"): Wanted(WantedId("die"), (asked,))})
    assert [("first point: no roll", "passed"), ("overloaded die now", "due")] == _moments(waiting, group)


def _moments(known: Campaign, group: Group) -> list[tuple[str, str]]:
    return [(moment.words, moment.state) for moment in day_track(known, group, None).moments]


def test_what_lies_behind_has_no_multiplier_of_the_weather_now() -> None:
    """A hex that was paid for under a clear sky cost what it cost; in the rain its row does not say otherwise."""
    table = bound_for_carrow()
    table.do(TravelTo(PARTY, HexId("0406")))
    group = table.now.groups[PARTY]
    clear = route_view(table.now, group, None)
    table.do(SetWeather(Weather.RAIN))
    rain = route_view(table.now, table.now.groups[PARTY], None)
    assert clear is not None
    assert rain is not None
    (before,), (after,) = ([row for row in rows if row.done][-1:] for rows in (clear.rows, rain.rows))
    assert (before.hex, before.cost) == (after.hex, after.cost)
    assert "½" not in after.multiplier


def test_what_is_written_on_track_and_map_fits() -> None:
    """Bare numbers where there is no room for more, and no word on the map."""
    table = Tabletop()
    table.sit("seat-1", "seat-2", "seat-3", "seat-4")
    table.do(demo())
    table.do(PassTime(PARTY, Span.MINUTE, 100))
    table.do(SetOut(PARTY))
    table.do(SetCourse(PARTY, HexId("0206")))
    known = table.known(SEAT)
    group = known.groups[PARTY]
    going = route_view(known, group, None)
    parts = day_track(known, group, going).parts
    assert ["about 1½", "⅔", "⅔", "½"] == [part.label for part in parts]
    lone = replace(table.now, groups={PARTY: replace(group, scenes=(_little_spent(group.scene),))})
    assert "¼" == day_track(lone, lone.groups[PARTY], None).parts[0].label
    (paid, *_) = _pills(lone)
    assert ("¼", True) == (paid.text, paid.paid)


def _pills(known: Campaign) -> tuple[CostPill, ...]:
    drawn = hex_map(known, known.groups[PARTY], None)
    assert drawn is not None
    return drawn.pills


def _little_spent(scene: object) -> TravelDay:
    """A day of which about a quarter of a point went into a hex."""
    assert isinstance(scene, TravelDay)
    much = Fraction(5, 18)
    return replace(scene, legs=(Leg(Spent.ENTERED, HexId("0406"), much),), spent=much)


def test_a_players_map_holds_what_was_seen() -> None:
    """Hexes beyond have no ground and no name, and no mark of anything hidden; the referee's have all of it."""
    table = bound_for_carrow()
    theirs, ours = (hex_map(table.known(seat), table.known(seat).groups[PARTY], None) for seat in (SEAT, REFEREE))
    assert theirs is not None
    assert ours is not None
    assert set(table.known(SEAT).seen_lands.hexes) == {cell.id for cell in theirs.cells if cell.ground}
    assert [] == [mark for cell in theirs.cells for mark in cell.marks]
    assert {""} == {cell.name + cell.holds for cell in theirs.cells if cell.state == "fog"}
    assert 72 == len(ours.cells)
    assert "The low-water landing, hidden" in {mark.label for cell in ours.cells for mark in cell.marks}


def test_the_road_in_lines() -> None:
    """The terminal says where they are, under which sky, with what points, and what each step will cost."""
    known = bound_for_carrow().known(SEAT)
    times = "\N{MULTIPLICATION SIGN}"
    assert [
        f"Orrin's Mouth (0407) · clear {times}1 · 3 left of 4 travel points",
        "Bound for Carrow, day 2: 0406 ⅔, 0306 ⅔, 0206 ½",
    ] == scene_lines(known, SEAT, known.groups[PARTY])


def test_what_is_hidden_in_a_hex_is_shown_by_one_tap() -> None:
    """The referee has the command beside it; a seat that was shown it sees it there; players have no such list."""
    table = bound_for_carrow()
    group = table.now.groups[PARTY]
    card = current_hex(table.now, group, ())
    assert card is not None
    (landing,) = (each for each in card.hidden if each.name == "The low-water landing")
    theirs = current_hex(table.known(SEAT), table.known(SEAT).groups[PARTY], ())
    assert theirs is not None
    assert () == theirs.hidden
    table.do(wire.from_plain(ShowFeature, landing.show))
    card, theirs = (current_hex(table.known(seat), table.known(seat).groups[PARTY], ()) for seat in (REFEREE, SEAT))
    assert card is not None
    assert theirs is not None
    assert "The low-water landing" not in {each.name for each in card.hidden}
    assert "The low-water landing" in {thing.name for thing in theirs.things}


def test_faces_that_bring_the_same_are_told_together_in_words() -> None:
    """By night two faces of the die are an encounter; the table says so, and not what the program calls it."""
    asked = OpenQuestion(
        1,
        Throw("overloaded die", D6),
        REFEREE,
        encounter_die_wilderness.id,
        wire.plain(Circumstances(frozenset(), at_camp=True)),
    )
    known = bound_for_carrow().now
    known = replace(known, wanted={WantedId("w"): Wanted(WantedId("w"), (asked,))})
    (view,) = wanted_views(known, REFEREE)
    assert ("1\N{EN DASH}2", "an encounter.") == (view.lines[0].span, view.lines[0].says)


def test_the_referee_reads_whose_dice_are_wanted() -> None:
    """Maud is the only character of her seat: the referee reads her name beside the seat, her player needs none."""
    table = bound_for_carrow()
    maud = next(person for person in table.now.people.values() if person.name == "Maud Tarrow")
    asked = OpenQuestion(1, Throw("skill check", D6), maud.seat, who=maud.id)
    wanted = {WantedId("w"): Wanted(WantedId("w"), (asked,))}
    (to_referee,), (to_player,) = (
        wanted_views(replace(table.now, wanted=wanted), seat) for seat in (REFEREE, maud.seat)
    )
    assert ("Maud Tarrow", "") == (to_referee.whose, to_player.whose)


def test_a_hex_that_became_cheaper_on_the_way_is_paid_for() -> None:
    """Half a day in the rain towards hills; the next morning is clear, and nothing is owed, never less than nothing."""
    day = TravelDay(4, begun=Begun(HexId("0605"), Fraction(2), 3))
    assert Fraction(0) == day.owed(HexId("0605"), Fraction(3, 2))
    assert Fraction(1) == day.owed(HexId("0605"), Fraction(3))
    assert Fraction(3, 2) == day.owed(HexId("0606"), Fraction(3, 2))


def test_a_day_that_is_over_is_not_the_day_of_today() -> None:
    """After a day of rest in town the strip does not show what was spent on the road before it."""
    table = bound_for_carrow()
    group = table.now.groups[PARTY]
    assert "4" == day_track(table.now, group, None).whole
    rested = day_track(table.now, replace(group, time=Seconds(group.time + DAY)), None)
    assert ("", "", ()) == (rested.whole, rested.left, rested.parts)


def test_a_day_spent_before_a_town_ends_in_it() -> None:
    """In the open country it ends in a camp."""
    table = bound_for_carrow()
    group = table.now.groups[PARTY]
    assert isinstance(group.scene, TravelDay)
    spent = replace(group.scene, spent=group.scene.tp_max)
    for hex, kind in ((HexId("0406"), MakeCamp.tag), (HexId("0206"), ComeToTown.tag)):
        there = replace(group, hex=hex, scenes=(*group.scenes[:-1], spent))
        now = replace(table.now, groups={**table.now.groups, PARTY: there})
        best = next_of_the_day(there, actions(now, REFEREE))
        assert best is not None
        assert kind == best.kind


def test_the_groups_of_a_split_party_are_on_the_map_of_those_who_know_where_they_are() -> None:
    """The scouts go ahead: the referee's map and chips have both groups, a player's only the player's own."""
    table = bound_for_carrow()
    table.do(Split(PARTY, (PersonId("ansgar"),), name="Scouts"))
    table.do(TravelTo(SCOUTS, HexId("0406")))
    assert {"0406": ("Scouts",)} == _groups_drawn(table.now, REFEREE, PARTY)
    assert {"0407": ("The party",)} == _groups_drawn(table.now, REFEREE, SCOUTS)
    assert {} == _groups_drawn(table.known(SEAT), SEAT, PARTY)
    assert [("The party", "0407, 09:00"), ("Scouts", "0406, 11:00")] == _chips(table.now, REFEREE)
    assert [("The party", "0407, 09:00"), ("Scouts", "last seen: 0407, 09:00")] == _chips(table.known(SEAT), SEAT)


def _groups_drawn(known: Campaign, seat: SeatId, of: GroupId) -> dict[str, tuple[str, ...]]:
    group = known.groups[of]
    shown = LANDS.view(Viewer("a-table", seat, known, (), group, group.members[0]))["map"]
    return {cell.id: cell.groups for cell in shown.cells if cell.groups}


def _chips(known: Campaign, seat: SeatId) -> list[tuple[str, str]]:
    return [(chip.name, chip.says) for chip in group_chips(known, seat)]
