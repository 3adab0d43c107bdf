"""The bestiary: monsters by name in fights, encounters and tables, changed in one place."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.table.field import ANSGAR, BLEND, CAVE, cave, field, fight
from tests.table.tabletop import codes
from undercroft.books.sovereign.parley import Creature
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.fight.foe_line import read_foes
from undercroft.table.fight.foes import AddFoes
from undercroft.table.lore.lookup import creatures_of
from undercroft.table.lore.monsters import KeepMonster, RemoveMonster, faults
from undercroft.table.lore.starter import STARTER
from undercroft.table.road.chance_encounters import MeetAtRandom
from undercroft.table.state.ids import CreaturesId, MonsterId
from undercroft.table.state.lore import ArmourScale, Monster
from undercroft.table.state.sites import EncounterRow
from undercroft.table.world.groups import MAIN

TALLOW = Monster(MonsterId("tallow-man"), "Tallow man", Fraction(2), plural="Tallow men", ac=3, damage="1d8", morale=7)


def test_fifty_monsters_come_with_it() -> None:
    """Each is sound, of a kind that a parley knows, and found by its name for one and for several."""
    assert len(STARTER) >= 50
    for monster in STARTER.values():
        assert not [*faults(monster)], monster.name
        assert monster.kind in {*Creature}, monster.name
        assert monster.about, monster.name
        assert monster.notes, monster.name
        assert monster.id == read_foes(f"3 {monster.many.lower()}").monster
        assert monster.id == read_foes(f"a {monster.name.lower()}").monster


@pytest.mark.parametrize("name", ["goblin", "skeleton", "giant rat", "bandit"])
def test_what_referees_ask_for_first(name: str) -> None:
    """The usual monsters need no numbers."""
    assert name == read_foes(f"2 {name}").name


def test_four_skeletons_in_a_fight() -> None:
    """A line with a number and a name takes everything else from the bestiary."""
    table = field(ANSGAR)
    table.do(AddFoes(MAIN, "2 skeletons"), 4, 6, 5)
    here = fight(table).foes
    assert [("Skeleton A", 2, "1d6"), ("Skeleton B", 2, "1d6")] == [(foe.name, foe.ac, foe.damage) for foe in here]
    assert [4, 6] == [foe.health for foe in here]


def test_the_campaigns_own_monster_comes_first() -> None:
    """A monster of the same name as one of the starter bestiary replaces it."""
    table = field(ANSGAR)
    table.do(KeepMonster(replace(STARTER[MonsterId("skeleton")], ac=5)))
    table.do(AddFoes(MAIN, "1 skeleton"), 4, 5)
    assert [5] == [foe.ac for foe in fight(table).foes]


def test_an_unknown_name_without_hit_dice_is_refused() -> None:
    """The refusal names what is missing."""
    table = field(ANSGAR)
    assert ["bad_foes"] == codes(table, AddFoes(MAIN, "4 gronks"))
    assert "gronks" in table.why_not(AddFoes(MAIN, "4 gronks"))[0].what


@pytest.mark.parametrize(
    "scale, ac, armour",
    [
        (ArmourScale.FROM_ZERO, 4, 4),
        (ArmourScale.DESCENDING, 5, 4),
        (ArmourScale.ASCENDING, 14, 4),
        (ArmourScale.ASCENDING, 9, 0),
        (ArmourScale.DESCENDING, -1, 10),
    ],
)
def test_armour_by_its_scale(scale: ArmourScale, ac: int, armour: int) -> None:
    """The Armour Class is kept as the module writes it, and counts from 0 in play."""
    assert armour == replace(TALLOW, ac=ac, scale=scale).armour


def test_a_change_reaches_its_creatures_but_not_what_was_set_for_them() -> None:
    """The site's tallow men have the new damage; those whose AC the referee set keep it."""
    men = replace(creatures_of(TALLOW, CreaturesId("men"), 3, None), ac=6)
    table = field(ANSGAR, site=cave(creatures={men.id: men}))
    table.do(KeepMonster(TALLOW))
    table.do(KeepMonster(replace(TALLOW, damage="2d4", ac=1)))
    there = table.now.sites[CAVE].creatures[men.id]
    assert ("2d4", 6) == (there.damage, there.ac)
    table.undo()
    assert men == table.now.sites[CAVE].creatures[men.id]


def test_removing_a_monster_leaves_its_creatures() -> None:
    """Only the entry goes; a starter monster cannot be removed."""
    men = creatures_of(TALLOW, CreaturesId("men"), 3, None)
    table = field(ANSGAR, site=cave(creatures={men.id: men}))
    table.do(KeepMonster(TALLOW))
    table.do(RemoveMonster(TALLOW.id))
    assert {} == table.now.bestiary
    assert men == table.now.sites[CAVE].creatures[men.id]
    assert ["no_monster"] == codes(table, RemoveMonster(MonsterId("goblin")))


def test_players_learn_nothing_of_it() -> None:
    """Neither the entry nor its name reaches a seat."""
    table = field(ANSGAR)
    table.do(KeepMonster(TALLOW))
    assert {} == table.known("one").bestiary
    assert b"allow" not in table.bytes_for("one")
    assert ["referee_only"] == codes(table, KeepMonster(TALLOW), "one")


def test_an_encounter_table_names_a_monster() -> None:
    """A row of a site's table takes its creatures from the bestiary."""
    rows = (EncounterRow("a patrol of bones", CreaturesId("skeleton"), "1d4"),)
    table = field(ANSGAR, house=BLEND, site=cave(encounters=rows))
    table.do(MeetAtRandom(MAIN), 1, 3, 4)
    came = next(each for each in table.now.sites[CAVE].creatures.values())
    assert ("a patrol of bones", 3, 2, True) == (came.name, came.count, came.ac, came.undead)


def test_strangers_by_name_have_their_nature() -> None:
    """Two ghouls are undead without the referee saying so."""
    table = field(ANSGAR)
    table.do(MeetStrangers(MAIN, "2 ghouls"), 3)
    met = next(each for each in table.now.sites[CAVE].creatures.values())
    assert ("undead", True, MonsterId("ghoul")) == (met.kind, met.undead, met.monster)


@pytest.mark.parametrize(
    "change, code",
    [
        ({"name": ""}, "bad_name"),
        ({"hd": Fraction(0)}, "bad_hit_dice"),
        ({"morale": 13}, "bad_morale"),
        ({"damage": "1d6/claw"}, "bad_dice"),
        ({"number": "many"}, "bad_dice"),
        ({"id": MonsterId("Tallow Man")}, "bad_id"),
    ],
)
def test_a_monster_that_cannot_be(change: dict[str, object], code: str) -> None:
    """Each fault is refused by name."""
    table = field(ANSGAR)
    assert [code] == codes(table, KeepMonster(replace(TALLOW, **change)))
