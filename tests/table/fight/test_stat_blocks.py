"""Stat blocks as the hobby writes them: what is understood, what is not used, and what is named as not understood."""

from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.table.field import ANSGAR, ONE, field, fight
from tests.table.happenings import of
from tests.table.tabletop import codes
from undercroft.faces.views.log.lines import log_lines
from undercroft.kernel.faults import BadInput
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.fight.actions import PassGo
from undercroft.table.fight.foe_line import read_foes
from undercroft.table.fight.foes import AddFoes, FoesRead
from undercroft.table.fight.muster import Muster, written
from undercroft.table.world.groups import MAIN

HALF = Fraction(1, 2)
GOBLINS = (
    "Goblin (6): AC 6 [13], HD 1-1 (3hp), Att 1 \u00d7 weapon (1d6 or by weapon), THAC0 19 [0], "
    "MV 60\u2019 (20\u2019), SV D14 W15 P16 B17 S18 (NH), ML 7 (9 with king), AL Chaotic, XP 5, NA 2d4 (6d10), TT R (C)"
)


def muster(count, name, hd, **stats):
    """Foes with these numbers; an AC that is written alone does not show its scale."""
    asks = "ac" in stats and "ac_written" not in stats
    return Muster(count=count, name=name, hd=Fraction(hd), ac_asks=asks, **stats)


@pytest.mark.parametrize(
    "line, meant",
    [
        ("4 votaries HD 2 AC 5 1d8", muster("4", "votaries", 2, ac=5, damage="1d8")),
        ("3 orcs HD 1+1 ML 7", muster("3", "orcs", 1, hp_bonus=1, morale=7, unused=("ML 7",))),
        ("kobold HD 1-1", muster("1", "kobold", 1, hp_bonus=-1)),
        ("kobold HD 1 \u2013 1", muster("1", "kobold", 1, hp_bonus=-1)),
        ("6 rats, ½ HD, 1 hp", muster("6", "rats", HALF, hp=(1,))),
        ("2d4 rats HD 1/2 1d3 hide", muster("2d4", "rats", HALF, damage="1d3", natural=True)),
        ("orc 1 HD", muster("1", "orc", 1)),
        ("a ghost HD 1½", muster("1", "ghost", Fraction(3, 2))),
        ("ogre HD 4+1, AC 5, dmg 1d10", muster("1", "ogre", 4, hp_bonus=1, ac=5, damage="1d10")),
        ("zombie HD2 AC8 hp9 1d8", muster("1", "zombie", 2, ac=8, hp=(9,), damage="1d8")),
        ("bandits HD 1 AC 13", muster("1", "bandits", 1, ac=13)),
        ("ghoul HD 2* AC 6 #A 3 1d3/1d3/1d3", muster("1", "ghoul", 2, abilities=1, ac=6, attacks=3, damage="1d3")),
        ("bear HD 5 1d6/1d6/1d8", muster("1", "bear", 5, damage="1d6/1d6/1d8")),
        ("bear; HD 4; #AT 3; D 1-3/1-3/2-8", muster("1", "bear", 4, attacks=3, damage="1d3/1d3/2d4")),
        ("wolf, 2+2 HD, bite 1d6", muster("1", "wolf", 2, hp_bonus=2, damage="1d6", weapon="bite")),
        ("wolf HD 2 Att 1 x bite (1d6)", muster("1", "wolf", 2, attacks=1, damage="1d6", weapon="bite")),
        (
            "spider HD 3 Att 1 \u00d7 bite (1d6 + poison)",
            muster("1", "spider", 3, attacks=1, damage="1d6", weapon="bite"),
        ),
        ("stirge HD 1 Att beak 1d3", muster("1", "stirge", 1, damage="1d3", weapon="beak")),
        ("Orcs (4) HD 1", muster("4", "Orcs", 1)),
        ("orcs x4 HD 1", muster("4", "orcs", 1)),
        ("2x orcs HD 1 hp 3, 4", muster("2", "orcs", 1, hp=(3, 4))),
        ("wolf HD 2 MV 180' (60')", muster("1", "wolf", 2, move_ft=60)),
        ("wolf HD 2 MV 180'", muster("1", "wolf", 2, move_ft=60)),
        ("wolf HD 2 MV 180' (fly 60')", muster("1", "wolf", 2, move_ft=60)),
        ("wolf HD 2 Move 40'", muster("1", "wolf", 2, move_ft=40)),
        ("wolf HD 2 speed 30 ft", muster("1", "wolf", 2, move_ft=30)),
        ("bat HD 1 MV 9' (3') / fly 180' (60')", muster("1", "bat", 1, move_ft=3)),
        ("ghoul HD 2 MV 9", muster("1", "ghoul", 2)),
        ("orc HD 1 Save F1 XP 15 AL C", muster("1", "orc", 1, save="F1", xp=15, unused=("Save F1", "XP 15", "AL C"))),
        ("orc HD 1 hp 5 (drunk)", muster("1", "orc", 1, hp=(5,), unused=("drunk",))),
        ("the leader of the orcs HD 3", muster("1", "leader of the orcs", 3)),
        (
            "brown bear, armor class 6, hit dice 5, hit points 20, 3 attacks 1d6/1d6/1d8",
            muster("1", "brown bear", 5, ac=6, hp=(20,), attacks=3, damage="1d6/1d6/1d8"),
        ),
        (
            GOBLINS,
            muster(
                "6",
                "Goblin",
                1,
                hp_bonus=-1,
                ac=3,
                ac_written="6 [13]",
                hp=(3,),
                attacks=1,
                damage="1d6",
                weapon="weapon",
                move_ft=20,
                morale=7,
                save="D14 W15 P16 B17 S18",
                xp=5,
                unused=(
                    "THAC0 19 [0]",
                    "SV D14 W15 P16 B17 S18 (NH)",
                    "ML 7 (9 with king)",
                    "AL Chaotic",
                    "XP 5",
                    "NA 2d4 (6d10)",
                    "TT R (C)",
                ),
            ),
        ),
        (
            "Dragon (AC -1 [20], HD 10** (45hp), Att 2 x claw (2d4), 1 x bite (4d8) or breath, MV 90' (30') fly 240')",
            muster(
                "1",
                "Dragon",
                10,
                ac=10,
                ac_written="-1 [20]",
                abilities=2,
                hp=(45,),
                attacks=3,
                damage="2d4/2d4/4d8",
                weapon="claw, bite",
                move_ft=30,
                unused=("or breath",),
            ),
        ),
    ],
)
def test_a_stat_block_is_read(line, meant):
    """Every number that a fight uses, in whatever order; what it does not use is set aside as written."""
    assert meant == read_foes(line)


@pytest.mark.parametrize(
    "line, what, mend",
    [
        ("orcs HD 1 blue", "“blue” is not understood", "leave it out, or put it in brackets"),
        ("orcs HD 1 leadr", "“leadr” is not understood", "did you mean leader?"),
        ("orcs HD 1 blue and sad", "“blue”, “sad” are not understood", "leave it out, or put it in brackets"),
    ],
)
def test_what_is_not_understood_is_named(line, what, mend):
    """Nothing is taken for something else, and nothing is dropped without a word."""
    with pytest.raises(BadInput) as caught:
        read_foes(line)
    assert (what, mend) == (caught.value.what, caught.value.fix)


@pytest.mark.parametrize(
    "ac, warnings",
    [
        ("AC 0", ()),
        ("AC 8", ()),
        ("AC 9", ("taken as it is", "where no armour is 9, it means AC 0 here")),
        ("AC 13", ("taken as it is", "where no armour is 10, it means AC 3 here")),
        ("AC 5 [14]", ("AC 5 [14] is taken as AC 4",)),
        ("AC -2", ("AC -2 is taken as AC 11",)),
    ],
)
def test_an_ac_of_another_scale_is_warned_of(ac, warnings):
    """A fight counts AC from 0, no armour, to 8, heavy armour and a shield."""
    said = read_foes(f"orc HD 1 {ac}").warnings
    assert bool(warnings) == bool(said)
    assert all(words in said[0] for words in warnings)
    assert all("from 0 (no armour) to 8 (heavy armour and shield)" in warning for warning in said)


NAMES = st.sampled_from(["orcs", "Old Mab", "men-at-arms", "rats of the well", "votaries"])
DICE = st.sampled_from(["1d6", "2d4", "1d8+1", "3", "1d6-1"])
MUSTERS = st.builds(
    Muster,
    count=st.sampled_from(["1", "4", "2d6", "1d4+1", "60"]),
    name=NAMES,
    hd=st.one_of(st.integers(0, 100).map(Fraction), st.sampled_from([Fraction(1, 2), Fraction(1, 4)])),
    hp_bonus=st.integers(-9, 9),
    ac=st.integers(0, 100),
    ac_asks=st.just(True),
    damage=st.one_of(
        st.sampled_from(["1d6", "2d4", "1d8+1"]),
        st.lists(DICE, min_size=2, max_size=4, unique=True).map(lambda each: "/".join(["1d10", *each])),
    ),
    attacks=st.one_of(st.none(), st.integers(1, 20)),
    hp=st.one_of(st.just(()), st.integers(1, 999).map(lambda hp: (hp,))),
    abilities=st.integers(0, 9),
    led=st.booleans(),
    fearless=st.booleans(),
    natural=st.booleans(),
    move_ft=st.one_of(st.none(), st.integers(1, 999)),
)


@given(MUSTERS)
def test_what_is_written_is_read_back(foes):
    """A line made of any foes is read as the same foes."""
    assert foes == read_foes(written(foes))


@given(MUSTERS, st.randoms(use_true_random=False))
def test_the_order_and_the_dress_of_a_stat_block_do_not_matter(foes, random):
    """Statistics in any order, in capitals or not, with colons, commas or nothing between them."""
    hd = f"{foes.hd}{foes.hp_bonus:+}" if foes.hp_bonus else f"{foes.hd}"
    parts = [
        random.choice([f"HD {hd}", f"HD: {hd}", f"{hd} HD"]),
        random.choice([f"AC {foes.ac}", f"AC: {foes.ac}", f"armor class {foes.ac}"]),
        random.choice([f"D {foes.damage}", f"dmg {foes.damage}", f"Damage: {foes.damage}"]),
        *([random.choice([f"#A {foes.attacks}", f"{foes.attacks} attacks"])] if foes.attacks is not None else []),
        *([random.choice([f"hp {foes.hp[0]}", f"{foes.hp[0]} hp", f"HP: {foes.hp[0]}"])] if foes.hp else []),
        *([f"abilities {foes.abilities}"] if foes.abilities else []),
        *([f"MV {3 * foes.move_ft}' ({foes.move_ft}')"] if foes.move_ft is not None else []),
        *(mark for mark, so in (("leader", foes.led), ("fearless", foes.fearless), ("hide", foes.natural)) if so),
    ]
    first, *rest = parts
    random.shuffle(rest)
    gap = random.choice([", ", "; "])
    assert foes == read_foes(f"{foes.count} {foes.name}{random.choice([' ', ': ', ', '])}{gap.join([first, *rest])}")


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text):
    """No line breaks the reader."""
    with suppress(BadInput):
        assert read_foes(f"orc {text}").name


def test_hit_points_beside_the_hit_dice_count():
    """HD 1+1 is one die and 1 more; HD 1-1 leaves at least 1."""
    table = field(ANSGAR)
    table.do(AddFoes(MAIN, "2 hobgoblins HD 1+1"), 4, 6, 5)
    table.do(AddFoes(MAIN, "2 kobolds HD 1-1"), 1, 3)
    assert [5, 7, 1, 2] == [foe.health for foe in fight(table).foes]


def test_each_attack_of_a_list_deals_its_own_damage():
    """A claw for 1d4, then a bite for 1d8: two attacks in the round, 3 and 6 damage."""
    table = field(ANSGAR)
    before = table.now.people[ANSGAR].hp
    table.do(AddFoes(MAIN, "owlbear HD 2 hp 9 1d4/1d8"), 5)
    assert 2 == fight(table).foes[0].attacks
    table.do(PassGo(ANSGAR), 12, 1, 12, 2)
    assert before - 3 == table.now.people[ANSGAR].hp


def test_the_number_of_attacks_in_the_line_counts():
    """Two attacks by `#A 2`, though HD 1 gives one."""
    table = field(ANSGAR)
    table.do(AddFoes(MAIN, "wolf HD 1 hp 3 #A 2"), 5)
    assert 2 == fight(table).foes[0].attacks


def test_the_referee_alone_is_told_what_was_understood():
    """Everything that counts, what is not used, and the warning; players hear none of it."""
    table = field(ANSGAR)
    heard = len([fact for fact in table.heard[ONE] if isinstance(fact.event, FoesRead)])
    (read,) = of(table.do(AddFoes(MAIN, "2 orcs HD 1+1 AC 13 hp 3 ML 7"), 5), FoesRead)
    assert (("2 orcs", "HD 1+1", "AC 13", "damage 1d6", "hit points 3"), ("ML 7",)) == (read.understood, read.unused)
    assert read.say(table.now).startswith("Read as 2 orcs, HD 1+1, AC 13, damage 1d6, hit points 3. Not used: ML 7. AC")
    assert heard == len([fact for fact in table.heard[ONE] if isinstance(fact.event, FoesRead)])


def test_a_line_that_is_not_understood_is_refused_for_strangers_too():
    """The same reader, the same reasons."""
    assert ["bad_foes"] == codes(field(ANSGAR), MeetStrangers(MAIN, "pilgrims HD 1 blue"))


def test_the_log_counts_the_health_that_the_screen_shows():
    """HD 1-1 and a 5 are 4 health, in the log and in the fight."""
    table = field(ANSGAR)
    table.do(AddFoes(MAIN, "kobold HD 1-1"), 5, 5)
    said = [line.text for line in log_lines(table.now, table.log) if line.rule == "violence.enemy-stats"]
    assert 4 == fight(table).foes[0].health
    assert [True] == [line.endswith("4 health.") for line in said]


def test_a_morale_score_is_answered_with_the_number_that_counts():
    """A score of 7 does not count in a fight; 12, and none at all, are fearless."""
    assert ("Their morale depends on their Hit Dice: they fight on if a d20 is under 11.",) == read_foes(
        "orc HD 1 ML 7"
    ).warnings
    for never in ("ML 12", "morale n/a", "ML -"):
        read = read_foes(f"skeleton HD 1 {never}")
        assert (True, (), ()) == (read.fearless, read.unused, read.warnings)
