"""Doing the same thing turn after turn: every step has its dice, and it stops when there is a reason to."""

from msgspec.structs import replace

from tests.table.happenings import givens, of
from tests.table.passage import BRICK, ONE, PASSAGE, SECOND, TO_SECOND, TWO, begin, passage
from tests.table.tabletop import Tabletop, codes
from undercroft.faces.views.actions import actions
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep
from undercroft.table.site.movement import Move
from undercroft.table.site.repeated_deeds import KeepRecovering, KeepSearching
from undercroft.table.state.house_rules import Fatigue, HouseRules
from undercroft.table.state.ids import FeatureId
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Clock, Feature, Grade
from undercroft.table.world.groups import MAIN
from undercroft.table.world.sightings import FeatureSeen

QUIET = 20


def inside(clock: Clock = Clock.DELVING, features: tuple[str, ...] = (), fp: int = 0) -> Tabletop:
    """In the second zone, which is lit, at the beginning of a turn."""
    site = passage(clock, traps={})
    hidden = {FeatureId(id): Feature(FeatureId(id), SECOND, Grade.HIDDEN, id) for id in features}
    zones = {id: replace(zone, lit=True) for id, zone in site.zones.items()}
    opening = begin(replace(site, features=hidden, zones=zones), house=HouseRules(fatigue=Fatigue.DELVING))
    people = tuple(replace(person, fp=fp) for person in opening.people)
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(replace(opening, people=people))
    table.do(EnterSite(MAIN, PASSAGE))
    table.do(Move(MAIN, TO_SECOND))
    if table.now.clock == 0:
        table.do(EndStep(MAIN), QUIET)
    return table


def test_everybody_recovers_for_three_rounds():
    """A d4 for each and a hazard die, three times over; then it is the fifth round."""
    table = inside(fp=-8)
    table.do(KeepRecovering(MAIN, turns=3), *((1, 1, QUIET) * 3))
    assert (4 * 360, {}) == (table.now.clock, table.now.stretches)


def test_recovering_ends_when_everybody_is_fresh():
    """Each regains what is missing in the first round, though ten were asked for."""
    table = inside(fp=3)
    events = table.do(KeepRecovering(MAIN), 4, 4)
    assert 2 == len(givens(events, "delving.action.recover"))
    assert {} == table.now.stretches


def test_something_on_the_way_stops_them():
    """The hazard die brings rats in the second round."""
    table = inside(fp=-8)
    table.do(KeepRecovering(MAIN), 1, 1, QUIET, 1, 1, 1, 1, 1, 1)
    assert (3 * 360, {}) == (table.now.clock, table.now.stretches)


def test_they_search_until_something_is_found():
    """By Delving at once: the first who searches finds the brick."""
    table = inside(features=(BRICK,))
    (kept,) = (action for action in actions(table.now, REFEREE) if action.kind == KeepSearching.tag)
    assert "up to 1 h" == kept.cost
    events = table.do(KeepSearching(MAIN))
    assert ([BRICK], {}) == ([event.feature.id for event in of(events, FeatureSeen)], table.now.stretches)
    assert 1 == len(givens(events, "delving.action.search"))


def test_they_stop_when_nothing_is_left():
    """A certain search says so."""
    table = inside()
    table.do(KeepSearching(MAIN))
    assert {} == table.now.stretches


def test_by_sovereign_they_search_on_until_a_check_succeeds():
    """Both fail in this turn, Bert succeeds in the next, after the check for wandering monsters."""
    table = inside(Clock.SOVEREIGN, features=(BRICK,))
    events = table.do(KeepSearching(MAIN), 1, 1, 1, 1, 6, 6, 6)
    assert [BRICK] == [event.feature.id for event in of(events, FeatureSeen)]
    assert (1200, {}) == (table.now.clock, table.now.stretches)


def test_recovering_is_for_delve_rounds():
    """Only the referee lets it go on."""
    assert "not_delving" in codes(inside(Clock.SOVEREIGN), KeepRecovering(MAIN))
    assert ["referee_only"] == codes(inside(), KeepSearching(MAIN), ONE)[:1]
