"""Dragging a person who cannot walk, outside a fight."""

from tests.table.infirmary import OLGA, table
from tests.table.small_site import MAUD, ONE, TWO, ULF
from tests.table.tabletop import codes
from undercroft.books.sovereign.encumbrance import DRAG_TEAMMATE
from undercroft.table.body.wounds import Wound
from undercroft.table.bridge.loads import load
from undercroft.table.exploration.dragging import Drag, LetGo, dragger_of
from undercroft.table.exploration.splitting import Split
from undercroft.table.state.ids import ThingId
from undercroft.table.state.things import Gone
from undercroft.table.world.groups import MAIN

BURDEN = ThingId("dragged-maud")


def test_the_dead_weigh_on_the_person_who_drags_them():
    """Twelve points, for as long as it goes on; only one drags, and only a person who cannot walk."""
    at = table(exploring=True)
    assert ["on_their_feet"] == codes(at, Drag(ULF, MAUD), TWO)
    at.do(Wound(MAUD, 20))
    before = load(at.now, at.now.people[ULF])
    at.do(Drag(ULF, MAUD), seat=TWO)
    after = load(at.now, at.now.people[ULF])
    assert (DRAG_TEAMMATE, ULF) == (after.stowed - before.stowed, dragger_of(at.known(ONE), MAUD))
    assert ["dragged_already"] == codes(at, Drag(OLGA, MAUD))
    assert ["not_dragged"] == codes(at, LetGo(OLGA, MAUD))
    at.do(LetGo(ULF, MAUD), seat=TWO)
    assert (before, Gone()) == (load(at.now, at.now.people[ULF]), at.now.things[BURDEN].place)


def test_it_ends_when_the_person_can_walk_or_they_part():
    """By itself, in both cases."""
    at = table(exploring=True)
    at.do(Wound(MAUD, 20))
    at.do(Drag(ULF, MAUD))
    at.do(Split(MAIN, (ULF,), "scouts"))
    assert None is dragger_of(at.now, MAUD)
    at = table(exploring=True)
    at.do(Wound(MAUD, 20))
    at.do(Drag(ULF, MAUD))
    at.do(Wound(ULF, 20))
    assert None is dragger_of(at.now, MAUD)
