"""Traps and who knows of them: a group steps around what it was told by itself, and meets the rest."""

from tests.table.happenings import of
from tests.table.passage import ANNE, BERT, FIRST, ONE, PASSAGE, SECOND, TO_SECOND, TWO, begin, passage
from tests.table.tabletop import Tabletop
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.splitting import Split
from undercroft.table.site.crossing import Cross, CrossingMethod
from undercroft.table.site.movement import Move
from undercroft.table.site.sprung_traps import TrapSprung
from undercroft.table.state.ids import GroupId, ObstacleId, TrapId
from undercroft.table.state.sites import Clock, Hindrance, Obstacle, Trap
from undercroft.table.world.groups import MAIN
from undercroft.table.world.sightings import TrapSeen

BLADE = Trap(TrapId("blade"), SECOND, "blade", "a slot", "A blade swings out.", damage="1d6")
PIT = Obstacle(ObstacleId("pit"), FIRST, Hindrance.PIT, "pit", to=SECOND, feet=10, across_ft=5)
SCOUTS = GroupId("scouts")
KEEN, DULL = (6, 6), (1, 1)
OVER, HURT = (6, 6), 1


def inside(clock: Clock, **changes) -> Tabletop:
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(passage(clock, traps={BLADE.id: BLADE}, **changes)))
    table.do(EnterSite(MAIN, PASSAGE))
    return table


def test_what_the_others_know_helps_nobody_who_was_not_told():
    """Bert's scouts notice the blade; Anne, who comes later, has her own look and springs what it misses."""
    table = inside(Clock.SOVEREIGN)
    table.do(Split(MAIN, (BERT,), "Scouts"))
    table.do(Move(SCOUTS, TO_SECOND), *KEEN)
    assert ([BLADE.id], []) == tuple(list(table.known(seat).seen[PASSAGE].traps) for seat in (ONE, TWO))

    events = table.do(Move(MAIN, TO_SECOND), *DULL, HURT)
    assert [(ANNE,)] == [event.on for event in of(events, TrapSprung)]


def test_a_zone_entered_over_an_obstacle_has_its_traps():
    """When the last is across they all stand there, and the look about misses the blade."""
    table = inside(Clock.SOVEREIGN, obstacles={PIT.id: PIT})
    assert [] == of(table.do(Cross(BERT, PIT.id, CrossingMethod.JUMP), *OVER), TrapSprung)
    events = table.do(Cross(ANNE, PIT.id, CrossingMethod.JUMP), *OVER, *DULL, HURT)
    assert [(BERT,)] == [event.on for event in of(events, TrapSprung)]
    assert SECOND == table.now.groups[MAIN].zone


def test_who_crosses_with_care_notices_what_lies_beyond():
    """In delve rounds a leap over a pit is no walk: what delve speed would notice is noticed."""
    table = inside(Clock.DELVING, obstacles={PIT.id: PIT})
    table.do(Cross(BERT, PIT.id, CrossingMethod.JUMP), *OVER)
    events = table.do(Cross(ANNE, PIT.id, CrossingMethod.JUMP), *OVER)
    assert ([BLADE.id], []) == ([event.trap.id for event in of(events, TrapSeen)], of(events, TrapSprung))
