"""The numbers of creatures and traps on every screen: each with its name, since a bare 1 says nothing."""

from fractions import Fraction

from tests.table.field import MOUTH, cave, field
from undercroft.exchange.outline import outlined
from undercroft.faces.views.dungeon.room import room_card
from undercroft.faces.views.encounter.encounter import encounter
from undercroft.faces.views.prepare.room_card import prepared_room
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import CreaturesId, TrapId
from undercroft.table.state.scenes import EncounterScene
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Trap
from undercroft.table.world.groups import MAIN

FLY = Creatures(CreaturesId("fly"), "fly", 1, Fraction(1, 4), MOUTH, ac=0, damage="1")
NAIL = Trap(TrapId("nail"), MOUTH, "nail", tell="", what="A nail.", damage="1")
NUMBERS = "HD ¼", "AC 0", "damage 1"


def test_a_room_and_its_prepared_card() -> None:
    """On the referee's card of the room and in the editor of the site."""
    site = cave(creatures={FLY.id: FLY}, traps={NAIL.id: NAIL})
    table = field(site=site)
    card = room_card(table.now, table.now.groups[MAIN])
    assert card is not None
    assert [f"{', '.join(NUMBERS)}."] == [fact.text for fact in card.facts if fact.kind == "creatures"]
    assert all("Damage 1" in fact.text for fact in card.facts if fact.kind == "trap")
    made = prepared_room(outlined(site, ()), MOUTH, ())
    assert made is not None
    details = [part.detail for parts in made.parts.values() for part in parts]
    assert {" · ".join(NUMBERS), "damage 1"} == set(details)


def test_an_encounter() -> None:
    """On the card of an encounter."""
    table = field()
    table.do(MeetStrangers(MAIN, "fly HD 1/4 AC 0 dmg 1 hp 1"), 1)
    group = table.now.groups[MAIN]
    assert isinstance(group.scene, EncounterScene)
    met = encounter(table.now, REFEREE, group, group.scene, ())
    (text,) = (fact.text for fact in met.facts if fact.secret and "HD" in fact.text)
    assert text.startswith(" · ".join(NUMBERS))
