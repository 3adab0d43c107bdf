"""What the referee's log says of those who know: a redacted copy of a line is told to players, too."""

from tests.server.tabling import in_the_hall
from tests.table.road.test_lost import NORTH, NORTH_EAST, astray, wilds
from tests.table.small_site import MAUD, ONE, ULF
from tests.table.tabletop import Tabletop
from undercroft.faces.views.log.lines import LogLine, log_lines
from undercroft.server.redacted_copies import with_copies
from undercroft.store.memory import MemoryStore
from undercroft.table.engine.record import Settled
from undercroft.table.exploration.splitting import Split
from undercroft.table.road.bearings import TakeBearings
from undercroft.table.site.search import Search
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.groups import MAIN, GroupFormed


def lines(table: Tabletop) -> dict[str, LogLine]:
    """The referee's log by what its lines say."""
    told = [fact for fact in with_copies(table.log) if REFEREE in fact.to]
    return {line.text: line for line in log_lines(table.now, told)}


def test_a_roll_that_players_see_is_known_to_them_in_part() -> None:
    """They have its dice, the referee its outcome too; the copies are the referee's alone."""
    playing = in_the_hall(MemoryStore())
    playing.do(Search(MAUD), ONE)
    told = playing.table.standing(REFEREE).told
    (settled,) = (fact for fact in told if isinstance(fact.event, Settled) and fact.copies)
    assert isinstance(settled.event, Settled)
    assert (False, True) == (REFEREE in settled.copies[0].to, ONE in settled.copies[0].to)
    rule = settled.event.rule
    line = next(line for line in log_lines(playing.table.now, told) if line.rule == rule)
    assert (True, True) == (line.public, line.part)
    assert told == playing.again().table.since(REFEREE).told
    assert not any(fact.copies for fact in playing.table.standing(ONE).told)


def test_who_splits_off_on_the_road_is_known_to_all() -> None:
    """Their copy of the group hides what the journey keeps secret, but the line says the same."""
    table = astray(wilds())
    table.do(Split(MAIN, (ULF,)))
    assert any(isinstance(fact.event, GroupFormed) and REFEREE not in fact.to for fact in table.log)
    line = next(line for text, line in lines(table).items() if "scouts" in text)
    assert (True, False) == (line.public, line.part)


def test_where_a_lost_party_is_stays_the_referees() -> None:
    """Players were told of another hex."""
    table = astray(wilds())
    entered = f"The party reaches hex {NORTH_EAST}."
    assert not lines(table)[entered].public
    assert f"The party reaches hex {NORTH}." not in lines(table)
    table.do(TakeBearings(MAIN), 2)
    assert not lines(table)[entered].public
