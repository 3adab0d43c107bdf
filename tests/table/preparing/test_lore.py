"""Monsters and roll tables are drafted like rooms: not in play until the referee plays them in."""

from fractions import Fraction

from msgspec.structs import replace

from tests.table.field import ANSGAR, CAVE, cave, field
from tests.table.preparing.crypt import in_the_hall, play_in
from tests.table.small_site import CRYPT, HALL
from tests.table.tabletop import codes
from undercroft.table.lore.lookup import creatures_of
from undercroft.table.lore.monsters import KeepMonster
from undercroft.table.lore.tables import RollOn
from undercroft.table.preparing.draft import DropChange, PlayIt, Prepare
from undercroft.table.preparing.draft_lines import not_in_play_yet
from undercroft.table.state.changes import CreaturesChange, EncountersChange, MonsterChange, RollTableChange, part_of
from undercroft.table.state.ids import CreaturesId, MonsterId, TableId
from undercroft.table.state.lore import Monster, RandomTable, TableLine
from undercroft.table.state.sites import EncounterRow

TALLOW = Monster(MonsterId("tallow-man"), "Tallow man", Fraction(2), plural="Tallow men", damage="1d6")
FINDS = RandomTable(TableId("finds"), "Finds", "1d4", (TableLine(1, 4, "wax"),))


def test_a_drafted_table_is_rolled_on_only_once_it_is_in_play() -> None:
    """The draft lists it; Play it makes it usable; one undo takes it out again and back into the draft."""
    table = in_the_hall()
    table.do(Prepare((RollTableChange(after=FINDS), MonsterChange(after=TALLOW))))
    assert ["Roll table Finds added", "Tallow man in the bestiary added"] == [
        line.says for line in not_in_play_yet(table.now)
    ]
    assert ["no_table"] == codes(table, RollOn(FINDS.id))
    table.do(PlayIt())
    assert ({FINDS.id: FINDS}, {TALLOW.id: TALLOW}, {}) == (
        table.now.roll_tables,
        table.now.bestiary,
        table.now.draft,
    )
    table.do(RollOn(FINDS.id), 3)
    table.undo()
    table.undo()
    assert ({}, {}, 2) == (table.now.roll_tables, table.now.bestiary, len(table.now.draft))
    table.do(DropChange((part_of(RollTableChange(after=FINDS)),)))
    assert ["bestiary/tallow-man"] == [*table.now.draft]


def test_a_monster_played_in_changes_its_creatures() -> None:
    """Also creatures that the same draft moves; what was set for them alone stays."""
    men = replace(creatures_of(TALLOW, CreaturesId("men"), 3, None), ac=6)
    table = field(ANSGAR, site=cave(creatures={men.id: men}))
    table.do(KeepMonster(TALLOW))
    more = CreaturesChange(CAVE, men, replace(men, count=4))
    play_in(table, more, MonsterChange(TALLOW, replace(TALLOW, damage="2d4", ac=1)))
    there = table.now.sites[CAVE].creatures[men.id]
    assert (4, "2d4", 6) == (there.count, there.damage, there.ac)


def test_what_nobody_could_use_stays_in_the_draft() -> None:
    """A monster without Hit Dice and a table without dice are left out, each with what to mend."""
    table = in_the_hall()
    bad = (MonsterChange(after=replace(TALLOW, hd=Fraction(0))), RollTableChange(after=replace(FINDS, dice="soup")))
    play_in(table, *bad)
    assert ({}, {}, 2) == (table.now.roll_tables, table.now.bestiary, len(table.now.draft))
    left = [line.left for line in not_in_play_yet(table.now)]
    assert [
        "Hit Dice go from a part of one, such as 1/2, to 100",
        "“soup” is not dice. Write them like 1d20 or 2d6",
    ] == left


def test_a_monster_that_is_removed_leaves_no_empty_name_behind() -> None:
    """Its creatures stay; an encounter table keeps the row and no longer names the monster."""
    table = in_the_hall()
    rows = (EncounterRow("men of wax", creatures=CreaturesId(TALLOW.id)),)
    men = creatures_of(TALLOW, CreaturesId("men"), 3, HALL)
    before = table.now.sites[CRYPT].encounters
    play_in(
        table, MonsterChange(after=TALLOW), EncountersChange(CRYPT, before, rows), CreaturesChange(CRYPT, after=men)
    )
    assert rows == table.now.sites[CRYPT].encounters
    play_in(table, MonsterChange(TALLOW))
    assert (3, (EncounterRow("men of wax"),)) == (
        table.now.sites[CRYPT].creatures[men.id].count,
        table.now.sites[CRYPT].encounters,
    )


def test_two_screens_change_the_same_monster() -> None:
    """Different fields are both kept; the same field is refused with what it is now."""
    table = in_the_hall()
    play_in(table, MonsterChange(after=TALLOW))
    table.do(Prepare((MonsterChange(TALLOW, replace(TALLOW, ac=3)),)))
    table.do(Prepare((MonsterChange(TALLOW, replace(TALLOW, morale=9)),)))
    again = Prepare((MonsterChange(TALLOW, replace(TALLOW, ac=5)),))
    assert ["Tallow man in the bestiary: AC was changed meanwhile to 3. Look at it, then change it again."] == [
        reason.what for reason in table.why_not(again)
    ]
    table.do(PlayIt())
    assert replace(TALLOW, ac=3, morale=9) == table.now.bestiary[TALLOW.id]
