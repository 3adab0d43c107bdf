"""The group, the person and the weapon of commands and events, whatever fields they have."""

import pytest

from undercroft.table.engine.actors import its_group, its_person, its_weapon
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command
from undercroft.table.fight.attack import Attack
from undercroft.table.registry import PARTS
from undercroft.table.rulings.rulings import MakeRuling
from undercroft.table.site.movement import Move
from undercroft.table.state.ids import DoorId, FoeId, GroupId, PersonId, ThingId
from undercroft.table.state.open_rulings import Trial

KINDS = {kind for part in PARTS for kind in (*part.commands, *part.events)}
MAUD, ULF, RATS, AXE = PersonId("maud"), PersonId("ulf"), FoeId("rats"), ThingId("axe")


@pytest.mark.parametrize(
    "of, group, person",
    [
        (Move(GroupId("party"), DoorId("oak")), "party", None),
        (Attack(MAUD, RATS), None, "maud"),
        (MakeRuling(Trial(GroupId("party"), "a leap", None)), "party", None),
        (Command(), None, None),
        (Event(), None, None),
    ],
)
def test_who_a_command_is_about(of: Command | Event, group: str | None, person: str | None) -> None:
    """Nobody, where it has no such field."""
    assert (group, person) == (its_group(of), its_person(of))


def test_several_people_are_no_single_person() -> None:
    """What several do is not taken for what one of them does."""
    assert its_person(Move(GroupId("party"), DoorId("oak"), who=(MAUD, ULF))) is None


def test_a_weapon_that_is_named() -> None:
    """None, where an attack leaves it open or a command has none."""
    assert [AXE, None, None] == [
        its_weapon(Attack(MAUD, RATS, AXE)),
        its_weapon(Attack(MAUD, RATS)),
        its_weapon(Command()),
    ]


@pytest.mark.parametrize("name", ["group", "who", "weapon"])
def test_the_fields_are_there_under_these_names(name: str) -> None:
    """A field that was renamed would be asked for in vain."""
    assert 2 < sum(name in kind.__struct_fields__ for kind in KINDS)
