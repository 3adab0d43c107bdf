"""Damage and healing by hand for those who are not of the party: foes in a fight, creatures in an encounter."""

from tests.table.field import BLEND, ONE, field, fight, foe
from tests.table.happenings import of
from tests.table.tabletop import Tabletop, codes
from undercroft.table.encounter.creature_damage import WoundCreature
from undercroft.table.encounter.scene import encounter_of
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.fight.damage_by_hand import FoeDamaged, FoeHealed, HealFoe, WoundFoe
from undercroft.table.fight.foes import AddFoes
from undercroft.table.sentences import sentence
from undercroft.table.state.combatants import FoeState
from undercroft.table.state.ids import CreaturesId, FoeId
from undercroft.table.state.scenes import EncounterScene
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.groups import MAIN

A, B = FoeId("votaries-1"), FoeId("votaries-2")


def votaries() -> Tabletop:
    table = field(house=BLEND)
    table.do(AddFoes(MAIN, "2 votaries HD 2 AC 5 1d8 hp 9"), 4, 17, 19)
    return table


def test_falling_rocks_hurt_and_kill_a_foe() -> None:
    """Five off nine, then dice that take the rest: it is dead, and its band has one dead this round."""
    table = votaries()
    told = of(table.do(WoundFoe(MAIN, A, 5, "falling rocks")), FoeDamaged)
    assert ["Votary A takes 5 damage (falling rocks)."] == [sentence(table.now, each) for each in told]
    assert (4, 5, True) == (foe(table, A).health, foe(table, A).taken, foe(table, A).hurt)
    told = of(table.do(WoundFoe(MAIN, A, "1d6", ""), 4), FoeDamaged)
    assert ["Votary A takes 4 damage and dies."] == [sentence(table.now, each) for each in told]
    assert FoeState.DEAD is foe(table, A).state
    assert 1 == fight(table).bands[0].dead_now
    assert ["dead"] == codes(table, WoundFoe(MAIN, A, 1), REFEREE)


def test_a_foe_is_healed_up_to_its_maximum() -> None:
    """What it regains is told, and no more than it had."""
    table = votaries()
    table.do(WoundFoe(MAIN, B, 3))
    (told,) = of(table.do(HealFoe(MAIN, B, 20, "a potion")), FoeHealed)
    assert "Votary B regains 3 hit points (a potion)." == sentence(table.now, told)
    assert "Votary B regains 1 hit point." == sentence(table.now, FoeHealed("Votary B", 1, ""))
    assert (9, 0) == (foe(table, B).health, foe(table, B).taken)
    assert "referee_only" in codes(table, HealFoe(MAIN, B, 1), ONE)


def test_a_creature_dies_in_an_encounter_and_the_encounter_with_the_last() -> None:
    """Two pilgrims of five hit points: one falls to two blows, then the other, and nobody is left to meet."""
    table = field(house=BLEND)
    table.do(MeetStrangers(MAIN, "2 pilgrims HD 1 AC 3 1d6 hp 5"), 1)
    encounter = encounter_of(table.now.groups[MAIN])
    assert encounter is not None
    act = WoundCreature(MAIN, encounter.met.id, 3, "fire")
    (told,) = of(table.do(act), FoeDamaged)
    assert "Pilgrim takes 3 damage (fire)." == sentence(table.now, told)
    after = encounter_of(table.now.groups[MAIN])
    assert after is not None
    assert after.others is not None
    assert ((2, 5), 2) == (after.others.hp, after.others.count)
    (told,) = of(table.do(act), FoeDamaged)
    assert told.dead
    scene = table.known(ONE).groups[MAIN].scene
    assert isinstance(scene, EncounterScene)
    assert 1 == scene.met.count
    table.do(WoundCreature(MAIN, encounter.met.id, 9))
    assert encounter_of(table.now.groups[MAIN]) is None
    nobody = WoundCreature(MAIN, CreaturesId("nobody"), 1)
    assert ["no_meeting"] == codes(table, nobody, REFEREE)
