"""What programs write that no other test has: settings beside lists, data addresses, days in place of ranges."""

import base64
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from undercroft.exchange.foreign import Imported, read_foreign
from undercroft.exchange.foreign.correcting import corrected
from undercroft.exchange.foreign.corrections import Corrections
from undercroft.table.state.ids import ZoneId
from undercroft.table.state.lore import ArmourScale
from undercroft.table.state.sites import DoorState

FILES = Path(__file__).parent / "files"
HAG = """## Mud hag
*Medium fey, spiteful*
**Armor Class** :: 17 (hide)
**Hit Points** :: 82 (11d8 + 33)
**Speed** :: 30 ft.
***Claws.*** +6 to hit. *Hit:* 13 (2d8 + 4) damage.
"""


def read(file: object, name: str = "a file") -> Imported:
    """A file of JSON, or of text."""
    return read_foreign(file.encode() if isinstance(file, str) else json.dumps(file).encode(), name)


def lines_of(found: Imported) -> list[str]:
    """Everything in the report."""
    report = found.report
    return [note.line for note in (*report.kept, *report.guessed, *report.dropped)]


# Perchance


def test_settings_of_a_page_are_no_tables() -> None:
    """A name with one value to which no list leads is about the page, and its title names the tables."""
    found = read(
        "title = The Fen\nfontSize = 20\nkind = reed\n\noutput\n  a [kind] of [what]\n\nwhat\n  mud\n", "x.perchance"
    )
    assert ["The Fen: kind", "The Fen", "The Fen: what"] == [table.name for table in found.tables]
    assert "line 2: a setting of the generator's page: fontSize = 20" in lines_of(found)


def test_a_list_within_a_list_may_have_a_weight() -> None:
    """And markup and signs behind a backslash are words."""
    found = read("beast\n  fish^2\n    eel\n  <b>owl</b> \\{grey\\}\n", "beasts.txt")
    assert {"1-2": "[[beasts: beast.fish]]", "3": "owl (grey)"} == {
        row.numbers: row.text for row in found.tables[0].rows
    }


# Universal VTT


def test_a_picture_may_be_a_data_address_or_be_cut_into_lines() -> None:
    """As other programs than the usual one write it."""
    plan: dict[str, Any] = json.loads((FILES / "two-cellars.uvtt").read_text(encoding="utf-8"))
    usual = read(plan).pictures
    packed = str(plan["image"])
    assert base64.b64decode(packed)
    lines = "\n".join(packed[at : at + 20] for at in range(0, len(packed), 20))
    assert usual == read({**plan, "image": f"data:image/png;base64,{packed}"}).pictures
    assert usual == read({**plan, "image": lines}).pictures


# Foundry


@pytest.mark.parametrize("key", ["tables", "entities", "documents"])
def test_an_export_may_call_its_list_as_it_likes(key: str) -> None:
    """What it holds decides."""
    table = {"name": "Finds", "formula": "1d1", "results": [{"type": 0, "text": "wax", "range": [1, 1]}]}
    assert ["Finds"] == [each.name for each in read({"name": "All", "type": "RollTable", key: [table]}).tables]


# Text Mapper


def test_a_list_of_worlds_is_a_map() -> None:
    """Each with its place and its profile."""
    found = read("Tallow    0101 D7A5579-8        G  Fl Ni          A\nWick      0202 E66A999-7        G  Hi\n")
    assert found.lands is not None
    assert {"0101": "Tallow", "0202": "Wick"} == {id: hex.name for id, hex in found.lands.hexes.items()}


# Spreadsheets


@pytest.mark.parametrize("days", ["1-Feb,wax\n3-Apr,salt", "2-Jan,wax\n04-Mar,salt", "1. Feb,wax\n3. Apr,salt"])
def test_ranges_that_a_spreadsheet_took_for_days_are_ranges(days: str) -> None:
    """Where the lower number comes first; others are reported as rows without numbers."""
    found = read(f"d6,What\n{days}\n5-6,tin\n")
    if days.startswith("2"):
        assert ["5-6"] == [row.numbers for row in found.tables[0].rows]
        return
    assert ["1-2", "3-4", "5-6"] == [row.numbers for row in found.tables[0].rows]
    assert any(line.endswith("counts as 3-4, of which a spreadsheet made a day") for line in lines_of(found))


def test_a_sheet_of_statistics_is_a_bestiary() -> None:
    """A row each, with its columns as a stat line has them."""
    found = read("Name,HD,AC,Damage,Morale\nReed imp,1-1,6,1d6,7\nBog ogre,4+1,5,1d10,10\n")
    assert [("Reed imp", Fraction(1), -1, 7), ("Bog ogre", Fraction(4), 1, 10)] == [
        (each.name, each.hd, each.hp_bonus, each.morale) for each in found.monsters
    ]


# Stat lines


@pytest.mark.parametrize(
    "block, hd, ac, damage, number",
    [
        ("Reed imp: AC 6 [13], HD 1-1, Att 1 x spear (1d6), ML 7, NA 2d4 (6d10)", 1, 3, "1d6", "2d4"),
        ("Mire brute: Armor 14, Move 90', 4 Hit Dice, club 1d10, Morale 10.", 4, 14, "1d10", "1"),
        ("Bank reeve (Book of Reeds 24): AC 13, HP 15 (2d8 + 6), sword 1d8", 2, 13, "1d8", "1"),
        (HAG, 11, 17, "2d8+4", "1"),
    ],
)
def test_stat_blocks_of_many_games_are_monsters(block: str, hd: int, ac: int, damage: str, number: str) -> None:
    """With the numbers of those who appear, and hit points with their dice where there are no Hit Dice."""
    (monster,) = read(f"# Foes\n\n{block}\n").monsters
    assert (Fraction(hd), ac, damage, number) == (monster.hd, monster.ac, monster.damage, monster.number)
    assert "(" not in monster.name


def test_how_an_ac_counts_can_be_answered_otherwise() -> None:
    """A guess about a monster, by its address."""
    found = read("# Foes\n\nReed imp: AC 6, HD 1-1, ML 7\n")
    assert ["armour/reed-imp"] == [note.about for note in found.report.guessed]
    assert ArmourScale.DESCENDING is found.monsters[0].scale
    now = corrected(found, Corrections(armour={"bestiary/reed-imp": ArmourScale.FROM_ZERO}))
    assert ArmourScale.FROM_ZERO is now.monsters[0].scale


# Pages


def test_a_list_that_numbers_its_items_needs_no_dice() -> None:
    """From 1 to the last side of a die; its name is that of its section, as where dice stand above it."""
    found = read(
        "# Fen\n\n## Sky\n\n- 1: rain\n- **2-3**: fog\n- 4: clear\n\n## Talk\n\nRoll 1d2:\n\n- 1: yes\n- 2: no\n"
    )
    assert [("Talk", "1d2", ["yes", "no"]), ("Sky", "1d4", ["rain", "fog", "clear"])] == [
        (table.name, table.dice, [row.text for row in table.rows]) for table in found.tables
    ]
    assert "line 5: a list with numbers but no dice is rolled on with 1d4" in lines_of(found)


@pytest.mark.parametrize(
    "text", ["- 1: mix\n- 2: stir\n- 5: serve\n", "- 1: mix\n- 2: stir\n- 3-7: wait\n", "1. mix\n2. stir\n3. wait\n"]
)
def test_a_list_of_steps_is_no_table(text: str) -> None:
    """Holes, a last number that no die has, or plain numbers."""
    assert () == read(f"# Stew\n\n{text}").tables


def test_lines_that_lay_out_a_page_are_no_rows() -> None:
    """As Homebrewery writes them around its tables."""
    (table,) = read(
        "# Vault\n{{wide,note\n##### d2 Sounds\n| d2 | Sound |\n|:-:|:-|\n| 1 | drip |\n| 2 | bell |\n}}\n\\page\n"
    ).tables
    assert ("Sounds", "d2", ["drip", "bell"]) == (table.name, table.dice, [row.text for row in table.rows])


def test_a_numbered_caption_names_a_table_by_its_words() -> None:
    """Not by its number."""
    (table,) = read("# Vault\n\n**Table 3: Finds**\n\n| d2 | Find |\n|-|-|\n| 1 | wax |\n| 2 | salt |\n").tables
    assert "Finds" == table.name


# Keys of rooms

KEY = """# The Salt Cellars

## 1. Gatehouse
A rotten gate. Two **imps** (AC 6, HD 1-1, hp 3 each) doze here. Door east, stuck, to 2.

## 2. Hall
Pillars; a locked door to Area 3. To the west Area 1.

## 3. Shrine
An altar of salt.
"""


def test_a_sentence_with_creatures_leaves_the_others_as_they_are() -> None:
    """The text of the room stays, doors of the prose are doors, and the notes of creatures are theirs alone."""
    found = read(KEY)
    (whole,) = found.sites
    zones, doors = whole.site.zones, {door.between: door.state for door in whole.site.doors.values()}
    assert "A rotten gate." == zones[ZoneId("gatehouse")].secret
    assert {("gatehouse", "hall"): DoorState.STUCK, ("hall", "shrine"): DoorState.LOCKED} == doors
    assert ["imps"] == [each.name for each in whole.site.creatures.values()]
    assert ["each doze here."] == [each.notes for each in found.monsters]


def test_what_a_page_does_not_say_is_read_aloud_is_for_the_referee() -> None:
    """Players hear it only if the referee says so; a page with marks of its own is read as it says."""
    found = read(KEY)
    site = found.sites[0].site
    assert "aloud" in {note.about for note in found.report.guessed}
    assert {""} == {zone.glance for zone in site.zones.values()}
    told = corrected(found, Corrections(aloud={f"sites/{site.id}": True})).sites[0].site
    assert ("An altar of salt.", "") == (told.zones[ZoneId("shrine")].glance, told.zones[ZoneId("shrine")].secret)
    marked = read(f"{KEY}GM: The altar is hollow.\n").sites[0].site.zones[ZoneId("shrine")]
    assert ("An altar of salt.", "The altar is hollow.") == (marked.glance, marked.secret)


# Journals


def test_what_a_journal_keeps_secret_is_not_in_the_text_to_show() -> None:
    """It is a text of its own; what was revealed stays where it was. Tables on pages are rolled on."""
    html = (
        "<p>The abbey.</p><section class='secret' id='s1'><p>The abbot is dead.</p></section>"
        "<section class='secret revealed'><p>The bell is cracked.</p></section>"
        "<table><tr><th>1d2</th><th>Sound</th></tr><tr><td><p>1</p></td><td>bell</td></tr><tr><td>2</td><td>wind</td></tr></table>"
    )
    found = read({"name": "Abbey", "pages": [{"name": "Tour", "type": "text", "text": {"format": 1, "content": html}}]})
    texts = {text.title: text.text for text in found.texts}
    assert "The abbot is dead." == texts["Abbey: Tour (secret)"]
    assert "abbot" not in texts["Abbey: Tour"]
    assert "The bell is cracked." in texts["Abbey: Tour"]
    (table,) = found.tables
    assert ("1d2", ["bell", "wind"]) == (table.dice, [row.text for row in table.rows])


def test_what_a_journal_keeps_secret_of_a_room_is_the_referees() -> None:
    """In a key of rooms."""
    html = (
        "<h2>1. Gate</h2><p>A gate.</p><p>Exits: north to 2</p><h2>2. Yard</h2>"
        "<section class='secret'><p>Silver in the well.</p></section><p>Exits: south to 1</p>"
    )
    (whole,) = read({"name": "The Mill", "content": html}).sites
    yard = whole.site.zones[ZoneId("yard")]
    assert ("", "Silver in the well.") == (yard.glance, yard.secret)
