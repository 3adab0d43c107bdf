"""An encounter in one act: number, hit points, distance and reaction, each rolled or given, and undone together."""

from fractions import Fraction

import pytest

from tests.table.field import ANSGAR, BLEND, ISOLDE, ONE, field, fight
from tests.table.happenings import givens
from tests.table.lair import lair, meeting
from tests.table.tabletop import Tabletop, codes
from undercroft.books.sovereign.reactions import Choice, Response
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.fight.foes import AddFoes
from undercroft.table.lore.monsters import KeepMonster
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import MonsterId
from undercroft.table.state.lore import ArmourScale, Monster
from undercroft.table.world.groups import MAIN

VOTARIES = "2d4 votaries HD 2 AC 5 1d8 ML 7"


def in_the_cave() -> Tabletop:
    """Ansgar and Isolde at the mouth of the cave, where nobody else is."""
    return field(ANSGAR, ISOLDE, site=lair(), house=BLEND)


def met_by(table: Tabletop) -> Creatures:
    """The true creatures of the encounter."""
    others = meeting(table).others
    assert others is not None
    return others


def test_everything_is_rolled_in_one_act():
    """Two votaries (1 + 1), 2d6 hit points each (3 + 4, 1 + 2), a reaction of 5 + 4, by the only entrance."""
    table = in_the_cave()
    before = table.now
    table.do(MeetStrangers(MAIN, VOTARIES, roll_all=True), 1, 1, 3, 4, 1, 2, 5, 4)
    scene = meeting(table)
    assert scene.others is not None
    assert (2, (7, 3), 9, 9) == (scene.others.count, scene.others.hp, scene.others.reaction, scene.total)
    assert (None, "through the gap") == (scene.does, meeting(table, ONE).met.direction)
    table.undo()
    assert before == table.now


def test_the_reaction_rolled_in_the_act_counts_when_the_party_acts():
    """No second 2d6: a total of 12 is friendly."""
    table = in_the_cave()
    table.do(MeetStrangers(MAIN, "2 votaries HD 2", roll_all=True), 1, 1, 1, 1, 6, 6)
    table.do(TakeStance(MAIN, Choice.TALK))
    assert (12, Response.TALK) == (meeting(table).total, meeting(table).does)


def test_what_is_given_is_not_rolled():
    """Every number by hand: no die falls, and the fight has these hit points."""
    table = in_the_cave()
    table.do(
        MeetStrangers(MAIN, VOTARIES, count=2, hp=(5, 6), distance_ft=40, reaction=2, roll_all=True, hostile=False)
    )
    scene = meeting(table)
    assert (2, 40, 2) == (scene.met.count, scene.met.distance_ft, scene.total)
    assert 40 == meeting(table, ONE).met.distance_ft
    table.do(TakeStance(MAIN, Choice.FIGHT, Response.FIGHT), 18, 18, 18, 18)
    assert [5, 6] == [foe.health for foe in fight(table).foes]


def test_on_the_road_the_distance_is_given_in_feet():
    """Outdoors too, the number that is given counts; the ruling tells it in yards, as every screen does."""
    table = field(ANSGAR, ISOLDE, inside=False, house=BLEND)
    told = table.do(MeetStrangers(MAIN, "3 pilgrims HD 1", distance_ft=120, reaction=7))
    assert [[40, "yards"]] == [list(given["given"]) for given in givens(told, "violence.encounter-distance")]
    assert (120, 7) == (meeting(table).met.distance_ft, meeting(table).total)


def test_the_undead_need_no_reaction_roll():
    """Their hit points are rolled, and nothing else."""
    table = in_the_cave()
    table.do(MeetStrangers(MAIN, "1 barrow-man HD 1", undead=True, roll_all=True), 4)
    assert ((4,), None) == (met_by(table).hp, meeting(table).total)


def test_players_learn_neither_hit_points_nor_reaction():
    """What a seat knows is the same whatever the referee rolled."""
    seen = []
    for faces in ((3, 4, 1, 2, 5, 4), (6, 6, 6, 6, 1, 1)):
        table = in_the_cave()
        table.do(MeetStrangers(MAIN, "2 votaries HD 2", roll_all=True), *faces)
        seen.append(meeting(table, ONE))
    assert seen[0] == seen[1]


@pytest.mark.parametrize(
    "command, code",
    [
        (MeetStrangers(MAIN, VOTARIES, hp=(5, 6)), "hit_points"),
        (MeetStrangers(MAIN, "3 votaries HD 2", hp=(5, 6)), "hit_points"),
        (MeetStrangers(MAIN, VOTARIES, ambush=True, reaction=7), "settled"),
        (MeetStrangers(MAIN, VOTARIES, scale=ArmourScale.ASCENDING), "bad_scale"),
        (MeetStrangers(MAIN, "4 knights HD 2 AC 15", scale=ArmourScale.DESCENDING), "bad_scale"),
        (AddFoes(MAIN, VOTARIES, scale=ArmourScale.ASCENDING), "bad_scale"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(command, code):
    """Hit points for some of them, a reaction of an ambush, an AC that no such scale has."""
    assert [code] == codes(in_the_cave(), command)


@pytest.mark.parametrize(
    "line, scale, ac",
    [
        ("2 votaries HD 2 AC 5", ArmourScale.DESCENDING, 4),
        ("2 votaries HD 2 AC 15", ArmourScale.ASCENDING, 5),
        ("2 votaries HD 2 AC 5", ArmourScale.FROM_ZERO, 5),
        ("2 votaries HD 2 AC 6 [13]", ArmourScale.DESCENDING, 3),
        ("2 votaries HD 2", ArmourScale.DESCENDING, 0),
        ("2 skeletons", ArmourScale.DESCENDING, 2),
    ],
)
def test_the_scale_counts_only_for_an_ac_that_does_not_show_it(line, scale, ac):
    """Old AC 5 is 4 here; a line that shows its scale, or has no AC, stays as it is."""
    table = in_the_cave()
    table.do(MeetStrangers(MAIN, line, scale=scale))
    assert ac == met_by(table).ac


def test_a_monster_with_an_article_in_its_name_is_found_by_its_name():
    """A line drops the article, and so does the bestiary."""
    table = in_the_cave()
    table.do(KeepMonster(Monster(MonsterId(""), "The Weigher", Fraction(4))))
    table.do(MeetStrangers(MAIN, "The Weigher"))
    assert "the-weigher" == met_by(table).monster
