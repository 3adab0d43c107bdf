"""The fences of Obsidian's plugins: stat blocks and encounters, as people write them by hand."""

from pathlib import Path

import pytest

from undercroft.exchange.foreign import Imported, read_foreign
from undercroft.table.state.lore import Monster, hit_dice

FILES = Path(__file__).parent / "files"


@pytest.fixture(scope="module")
def scar() -> Imported:
    """An adventure with two encounters, four stat blocks, a map that is not read, and a table."""
    return read_foreign((FILES / "tin-scar.obsidian.md").read_bytes(), "tin-scar.md")


def dropped(found: Imported) -> dict[str, str]:
    """What was left out, by its place."""
    return {note.at: note.what for note in found.report.dropped}


def card(text: str) -> Monster:
    """The monster of a stat block alone on its page."""
    (monster,) = read_foreign(f"```statblock\n{text}\n```\n".encode()).monsters
    return monster


def test_a_stat_block_of_an_old_game_is_a_monster(scar: Imported) -> None:
    """Every number in its place; words beside the numbers are the referee's notes, the drawing is dropped."""
    archer = scar.monsters[0]
    assert ("Tin Archer", "1-1", 3, "1d6", "bow", 0, 20, 7, 5, "2d4") == (
        archer.name,
        hit_dice(archer.hd, archer.hp_bonus),
        archer.armour,
        archer.damage,
        archer.weapon,
        archer.attack_bonus,
        archer.move_ft,
        archer.morale,
        archer.xp,
        archer.number,
    )
    assert "D14 W15 P16 B17 S18" == archer.save
    assert "Traits: Rattle: It rattles when it runs: all within 30' hear it." in archer.notes
    assert "image and layout of Tin Archer: only for the drawing" in dropped(scar).values()


def test_a_stat_block_of_a_new_game_gives_what_it_has(scar: Imported) -> None:
    """Hit Dice by their number, the first attack of its actions, its speed; the rest in words."""
    penitent = scar.monsters[1]
    assert (8, 0, 18, 6, "2d6+4", 30) == (
        int(penitent.hd),
        penitent.hp_bonus,
        penitent.ac,
        penitent.attack_bonus,
        penitent.damage,
        penitent.move_ft,
    )
    assert "AC: 18 (plate)" in penitent.notes
    assert "Actions: Maul: Melee Weapon Attack: +6 to hit" in penitent.notes


def test_encounters_are_rows_of_a_table(scar: Imported) -> None:
    """With their dice; waves are rows of their own, and one that is its monster alone is none."""
    table = next(each for each in scar.tables if each.name.endswith("encounters"))
    assert [
        "Landing: 4 Tin Archer, 1 Vampire Bat Swarm, 1 Tin Hexer and [[1d4+4]] Rat",
        "The Fallen: 4 Skeleton; 1 Wight (Sir Aldo the Tin, hidden)",
        "The Fallen (2): 1 Bat",
    ] == [row.text for row in table.rows]
    assert "the encounter “Tin Archer” is its monster alone" in dropped(scar).values()


def test_creatures_with_numbers_in_an_encounter_are_monsters(scar: Imported) -> None:
    """Their Hit Dice come from their hit points, and the report says so."""
    found = {monster.name: (int(monster.hd), monster.ac) for monster in scar.monsters}
    assert ((16, 18), (14, 16)) == (found["Tin Hexer"], found["Wight"])
    assert ("line 18", "Tin Hexer: 16 Hit Dice, from its 72 hit points") in [
        (note.at, note.what) for note in scar.report.guessed
    ]


def test_what_is_not_read_is_told_with_its_line(scar: Imported) -> None:
    """A map of another plugin, the words of the tracker, a monster of a bestiary outside of the file."""
    told = dropped(scar)
    assert "a fence “leaflet”, which stays in the text as it is" == told["line 6"]
    assert "“party” of an encounter: only for the tracker" == told["line 19"]
    assert any("only names “Bog Wight”" in what for what in told.values())


def test_the_handout_has_the_page_without_its_numbers(scar: Imported) -> None:
    """Stat blocks and encounters are the referee's; words and the map's fence stay."""
    (text,) = scar.texts
    assert "leaflet" in text.text
    assert "Tin archers guard the entrance." in text.text
    assert "hit_dice" not in text.text
    assert "creatures:" not in text.text


def test_a_note_whose_front_matter_is_a_stat_block() -> None:
    """As Fantasy Statblocks reads it from the properties of a note."""
    (imp,) = read_foreign(b"---\nstatblock: true\nname: Wax Imp\nhd: 2\nac: 7\nml: 8\n---\nDrips.\n").monsters
    assert ("Wax Imp", "2", 8) == (imp.name, hit_dice(imp.hd, imp.hp_bonus), imp.morale)


@pytest.mark.parametrize(
    "given, dice",
    [
        ("hd: 3+1", "3+1"),
        ("hit_dice: 2d8+2", "2+2"),
        ("hit_dice: 5d8 + 20", "5"),
        ("HD: 14d8+112", "14"),
        ("hp: 22 (4d8 + 4)", "4"),
        ("level: 5", "5"),
        ("hp: 2", "1"),
        ("cr: 1/2", "1/2"),
    ],
)
def test_hit_dice_come_from_what_a_card_has(given: str, dice: str) -> None:
    """Written, or by the dice of the hit points, the level, the points of a die."""
    monster = card(f"name: Imp\nac: 12\n{given}")
    assert dice.replace("1/2", "½") == hit_dice(monster.hd, monster.hp_bonus)


@pytest.mark.parametrize(
    "text",
    [
        'name: "Imp: of wax"\nhd: 1\n"actions":\n- "desc": "bites\\\n    \\ twice"\n  "name": "Bite"',
        "name: Imp\nhd: 1\ntraits:\n  - [Wax, *melts* in heat]\n  - <% tp.file.title %>",
        "name: [[Imp of wax|Imp]]\nhd: 1\nac: 27, touch 5, flat-footed 27\nsaves: Fort +17, Ref +3",
        "name: Imp\nhd: 1\nac: -1\natt: 99 x bite (d1000000)\nml: 44\nxp: 99999999999999\nna: 0d0",
    ],
)
def test_what_yaml_would_refuse_is_read_or_dropped(text: str) -> None:
    """Quotes, links, templates and numbers out of range never stop a page."""
    found = read_foreign(f"# Wax\n\n```statblock\n{text}\n```\n".encode())
    assert len(found.monsters) == 1 or found.report.dropped


GENERATOR = """# Finds

```perchance
output
  You find [treasure]
treasure
  wax^2
  {2-5} tin pots
```

```perchance
alert(1)
```
"""


def test_a_generator_in_a_note_is_its_tables() -> None:
    """The lists of Perchance, at the lines of the page; what is no generator is told."""
    found = read_foreign(GENERATOR.encode())
    assert [("output", ["You find [[treasure]]"]), ("treasure", ["wax", "[[1d4+1]] tin pots"])] == [
        (table.name.casefold(), [row.text for row in table.rows]) for table in found.tables
    ]
    assert any(note.at == "line 11" for note in found.report.dropped)
