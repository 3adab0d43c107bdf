"""Foes by one line: how many, how strong, and which of them nobody sees yet."""

import pytest

from tests.table.brawls import ORC, alone
from tests.table.field import ANSGAR, ISOLDE, ONE, field, fight
from tests.table.happenings import of as told_of
from tests.table.tabletop import codes
from undercroft.kernel.faults import BadInput
from undercroft.table.fight.actions import PassGo
from undercroft.table.fight.end import EndFight
from undercroft.table.fight.foe_line import read_foes
from undercroft.table.fight.foes import AddFoes, AimFoe, FoesCame, RuleBand, ShowFoes
from undercroft.table.state.ids import BandId, FoeId
from undercroft.table.world.groups import MAIN


def test_foes_come_by_one_line_and_throw_for_their_health():
    """Four votaries of two Hit Dice, with letters to tell them apart."""
    table = field(ANSGAR)
    table.do(AddFoes(MAIN, "4 votaries HD 2 AC 5 1d8"), 4, 5, 3, 3, 6, 1, 2, 2, 5)

    assert [("Votary A", 9), ("Votary B", 6), ("Votary C", 7), ("Votary D", 4)] == [
        (foe.name, foe.health) for foe in fight(table).foes
    ]
    assert {(13, 1, 5, "1d8")} == {(foe.attack, foe.attacks, foe.ac, foe.damage) for foe in fight(table).foes}


def test_more_foes_join_and_are_told_apart():
    """Letters go on after those in sight; dice say how many."""
    table = field(ANSGAR)
    table.do(AddFoes(MAIN, "2 orcs HD 1 hp 3"), 5)
    more = table.do(AddFoes(MAIN, "1d4 orcs HD 1 hp 3"), 2)

    assert [FoesCame(MAIN, ("Orc C", "Orc D"))] == told_of(more, FoesCame)
    assert ["orcs", "orcs-2"] == [band.id for band in fight(table).bands]


def test_a_leader_joins_a_band():
    """Who breaks with them is one band, led."""
    table = field(ANSGAR)
    table.do(AddFoes(MAIN, "3 orcs HD 1 hp 3"), 5)
    table.do(AddFoes(MAIN, "the Chandler HD 4 hp 22 leader", joins=BandId("orcs")))
    (band,) = fight(table).bands

    assert (4, "led", "chandler-1") == (band.size, band.kind, band.leader)


@pytest.mark.parametrize(
    "line, what",
    [
        ("", "Nothing is written here"),
        ("orcs HD", "After HD there must be a number, not “”"),
        ("99 orcs HD 1", "A line brings from 1 to 60 foes"),
        ("orc HD 1 hp 0", "A foe has at least 1 hit point"),
        ("orc HD 1 hp", "After HP there must be a number"),
        ("orc HD 101", "Hit Dice go from 0 to 100"),
        ("orc HD 1 AC 200", "An AC goes from 0 to 100"),
        ("orc HD 1 AC 1/2", "AC is a whole number"),
        ("2 orcs HD 1 hp 1 2 3", "Give the hit points of each, or one number for all"),
        ("orc HD 1 1d0", "“1d0” is not dice"),
        ("HD 1", "Their name is missing"),
        ("gronks", "Their Hit Dice are missing, and the bestiary has no “gronks”"),
        ("1234567890123 orcs HD 1", "A line brings from 1 to 60 foes"),
        ("orcs HD 1 1d6 1d8", "The damage is given twice"),
        ("orc HD 1 AC 5 AC 6", "The AC is given twice"),
        ("orc HD 1 #A 0", "Attacks in a round go from 1 to 20"),
        ("orc HD 1 AC [9]", "An AC is never worse than no armour"),
    ],
)
def test_a_line_that_cannot_be_read_says_what_is_wrong(line, what):
    """And how to write it."""
    (reason,) = field(ANSGAR).why_not(AddFoes(MAIN, line))

    assert "bad_foes" == reason.code
    assert reason.what.startswith(what)
    assert reason.what.endswith(": write the line like “4 votaries HD 2 AC 5 1d8”.")


def test_hidden_foes_are_nobodys_business_until_they_show_themselves():
    """No seat but the referee's sees them, and they do nothing; then they are named after those in sight."""
    table = field(ANSGAR)
    table.do(AddFoes(MAIN, "orc HD 1 hp 9"), 5)
    heard = len(table.heard[ONE])
    table.do(AddFoes(MAIN, "2 orcs HD 1 hp 9", hidden=True))
    assert heard == len(table.heard[ONE])
    assert ["Orc"] == [foe.name for foe in fight(table, ONE).in_sight]
    table.do(PassGo(ANSGAR), 18)

    shown = table.do(ShowFoes(MAIN, BandId("hidden-orcs")))
    assert [FoesCame(MAIN, ("Orc B", "Orc C"))] == told_of(shown, FoesCame)
    assert ["Orc", "Orc B", "Orc C"] == [foe.name for foe in fight(table, ONE).in_sight]


@pytest.mark.parametrize(
    "command, code",
    [
        (AimFoe(MAIN, FoeId("nobody")), "no_foe"),
        (AimFoe(MAIN, ORC, ISOLDE), "not_in_it"),
        (ShowFoes(MAIN, BandId("nobody")), "no_band"),
        (RuleBand(MAIN, BandId("nobody")), "no_band"),
        (RuleBand(MAIN, BandId("orc"), FoeId("nobody")), "no_foe"),
        (AddFoes(MAIN, "orc HD 1", joins=BandId("nobody")), "no_band"),
        (EndFight(MAIN), "not_over"),
    ],
)
def test_why_not_rule_on_foes(command, code):
    """For the referee, and only in a fight with them."""
    table = alone(5)

    assert [code] == codes(table, command)
    assert "referee_only" in codes(table, command, ONE)


@pytest.mark.parametrize(
    "written, attacks, damage, weapon",
    [
        ("bite 1d4", None, "1d4", "bite"),
        ("1d4 bite", None, "1d4", "bite"),
        ("bite (1d4)", None, "1d4", "bite"),
        ("1d4 (bite)", None, "1d4", "bite"),
        ("1 bite 1d4", 1, "1d4", "bite"),
        ("damage 1d4 bite", None, "1d4", "bite"),
        ("1d4 bite + poison", None, "1d4", "bite"),
        ("1d6 short sword", None, "1d6", "short sword"),
        ("hp 5 2 claws 1d4", 2, "1d4", "claws"),
        ("2 claws (1d4), 1 bite (1d8)", 3, "1d4/1d4/1d8", "claws, bite"),
        ("1d4/1d4/1d8 claw/claw/bite", 3, "1d4/1d4/1d8", "claw/claw/bite"),
        ("1d4 bite, 1d6 claw", 2, "1d4/1d6", "bite, claw"),
    ],
)
def test_an_attack_is_read_in_every_order_the_hobby_writes(written, attacks, damage, weapon):
    """The dice before or after their name, in brackets or not, with a number or without."""
    read = read_foes(f"3 rats HD 1 AC 2 {written} ML 8")
    assert (attacks, damage, weapon, 8) == (read.attacks, read.damage, read.weapon, read.morale)


def test_a_word_that_is_no_attack_is_still_pointed_out():
    """A slip of the pen after the damage is not taken for an attack."""
    with pytest.raises(BadInput, match="leadr"):
        read_foes("3 rats HD 1 1d4 leadr")
