"""Documents of Foundry VTT: tables of every version, monsters of two systems, journals in all their forms."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from undercroft.exchange.foreign import Imported, UnreadableFile, read_foreign
from undercroft.table.lore.monsters import faults as monster_faults
from undercroft.table.lore.tables import faults as table_faults
from undercroft.table.state.lore import ArmourScale, RandomTable

FILES = Path(__file__).parent / "files"


def found_in(name: str) -> Imported:
    """What a file comes to."""
    return read_foreign((FILES / name).read_bytes(), name)


def rows_of(table: RandomTable) -> dict[str, str]:
    """The rows of a table by their numbers."""
    return {row.numbers: row.text for row in table.rows}


def test_a_table_of_a_new_version_keeps_its_rolls_and_loses_its_markup() -> None:
    """Dice that Foundry writes in another way are written in ours; links to nothing keep their words."""
    (table,) = found_in("salt-road.foundry.json").tables
    assert ("met-on-the-salt-road", "Met on the salt road", "1d8") == (table.id, table.name, table.dice)
    assert {
        "1-2": "[[1d6]] salters with mules",
        "3": "Mist: You see [[2d6!6]] yards, or @level d6.",
        "4": "Mist: You see [[2d6!6]] yards, or @level d6.; The grey cook",
        "5": "The grey cook",
        "7-8": "A milestone & a crow",
        "9-12": "Nobody comes this way",
    } == rows_of(table)


def test_what_is_wrong_with_a_table_is_told_and_not_mended() -> None:
    """A hole, an overlap, a row that cannot come up, a range that runs backwards."""
    guessed = [note.what for note in found_in("salt-road.foundry.json").report.guessed]
    assert "“Met on the salt road”: 4 is in 2 rows, and gives all of them, as in Foundry" in guessed
    assert "“Met on the salt road”: 1d8 has no row for 6, so such a roll gives nothing" in guessed
    assert "“Met on the salt road”: row 9-12 cannot come up on 1d8" in guessed
    assert "a row of “Met on the salt road” from 8 to 7, taken the other way round" in guessed


def test_a_pack_links_its_tables_by_id_and_then_by_name() -> None:
    """Placeholders of folders are passed over, weights are ranges of a die, and two of one name have two ids."""
    found = found_in("crypt.foundry.db")
    finds, coins, candles, others = found.tables
    assert {
        "2-4": "a bent spoon",
        "5-6": "[[Coins of the crypt]]",
        "7": "[[Candle ends]]",
        "8": "Attic ghost",
    } == rows_of(finds)
    assert ("1d4", {"1-3": "[[2d6]] copper", "4": "one silver, see [[Candle ends]]"}) == (coins.dice, rows_of(coins))
    assert ("1d101", {"1-50": "tallow", "51-100": "beeswax"}) == (candles.dice, rows_of(candles))
    assert ("candle-ends", "candle-ends-t000000000000004", "1d3") == (candles.id, others.id, others.dice)
    assert [] == [fault for table in found.tables for fault in table_faults(table)]
    dropped = {note.at: note.what for note in found.report.dropped}
    assert "a placeholder of a folder" == dropped["[0]"]
    assert "a link to Attic ghost, which is not a table in the file; its words stay" == dropped["[1].results[3]"]
    assert "a row of “Candle ends” without its range" == dropped["[4].results[1]"]
    assert "“Nothing left” has no rows" == dropped["[5]"]
    hole = "“Candle ends”: 1d101 has no row for 101, so such a roll gives nothing; 1d100 would fit its rows"
    assert hole in [note.what for note in found.report.guessed]


def test_tables_in_a_circle_are_told() -> None:
    """Rolling stops by itself; the report says where."""
    rows = [{"type": "text", "text": "see @RollTable[b]{b}", "range": [1, 1]}]
    back = [{"type": "text", "text": "see @RollTable[a]{a}", "range": [1, 1]}]
    tables = [
        {"_id": "a", "name": "First", "formula": "1d1", "results": rows},
        {"_id": "b", "name": "Second", "formula": "1d1", "results": back},
    ]
    guessed = [note.what for note in read_foreign(json.dumps(tables).encode()).report.guessed]
    assert [] != [note for note in guessed if note.startswith("“First” leads back to itself")]


def test_rows_that_share_their_only_total_are_one_row() -> None:
    """Foundry draws every row that has the total: packs build sentences from several tables that way."""
    rows = [
        {"type": 1, "collection": "RollTable", "resultId": "b", "text": "Shape", "weight": 1, "range": [1, 1]},
        {"type": 0, "text": "<b>of tin</b>", "weight": 1, "range": [1, 1]},
    ]
    shapes = [{"type": 0, "text": "a ring", "weight": 1, "range": [1, 1]}]
    tables = [
        {"_id": "a", "name": "Gem", "formula": "1", "results": rows},
        {"_id": "b", "name": "Shape", "formula": "1d1", "results": shapes},
    ]
    gem, _ = read_foreign(json.dumps(tables).encode()).tables
    assert ("1d1", {"1": "[[Shape]] of tin"}) == (gem.dice, rows_of(gem))


def test_weights_that_no_die_has_are_refused() -> None:
    """Not rounded."""
    rows = [{"type": 0, "text": "a", "weight": 1}, {"type": 0, "text": "b", "weight": 5000}]
    file = json.dumps({"name": "Wide", "formula": "1", "results": rows})
    with pytest.raises(UnreadableFile):
        read_foreign(file.encode())


def test_monsters_of_both_systems_come_into_the_bestiary() -> None:
    """With the AC and the scale they are written in, their saves, their number and the dice of each attack."""
    found = found_in("marsh-folk.foundry.json")
    assert [] == [fault for monster in found.monsters for fault in monster_faults(monster)]
    goblin, wight, rat, thing, other = found.monsters
    assert (Fraction(1), -1, 6, ArmourScale.DESCENDING) == (goblin.hd, goblin.hp_bonus, goblin.ac, goblin.scale)
    assert ("1d6", 1, "Eel spear", 0, 20) == (
        goblin.damage,
        goblin.attacks,
        goblin.weapon,
        goblin.attack_bonus,
        goblin.move_ft,
    )
    assert ("D14 W15 P16 B17 S18", 7, 5, "2d4", "treasure type R") == (
        goblin.save,
        goblin.morale,
        goblin.xp,
        goblin.number,
        goblin.treasure,
    )
    said = "Alignment: Chaotic.\nIn the wild: 6d10.\nThey sing under water.\nSling: 1d4.\nMudwalker: Leaves no tracks."
    assert said == goblin.notes
    assert (15, ArmourScale.ASCENDING, 4, 12, 2) == (
        wight.ac,
        wight.scale,
        wight.attack_bonus,
        wight.morale,
        wight.skill_mod,
    )
    assert ("1d8+1/1d4/1d4", 3, 2, 15, 40) == (
        wight.damage,
        wight.attacks,
        wight.shock,
        wight.shock_ac,
        wight.move_ft,
    )
    assert "physical 12+, evasion 13+, mental 14+, luck 13+" == wight.save
    assert (Fraction(1, 2), "1d6", None) == (rat.hd, rat.damage, rat.morale)
    assert (Fraction(1), "1") == (thing.hd, thing.number)
    assert ("ditch-rat", "ditch-rat-m000000000000005") == (rat.id, other.id)


def test_a_character_without_its_scores_is_a_text_and_the_report_says_so() -> None:
    """Nothing of a sheet is lost in silence, nor what no monster has a place for."""
    found = found_in("marsh-folk.foundry.json")
    (sheet,) = found.texts
    assert ("Orla the eel-wife", True) == (sheet.title, "STR: 9\nWIS: 14\nCarries: Eel trap" in sheet.text)
    assert "Owes the miller." in sheet.text
    notes = [note.line for note in (*found.report.guessed, *found.report.dropped)]
    assert any(note.startswith("items[5]: Orla the eel-wife is a character without the scores") for note in notes)
    assert "items[0].system.mudcraft: Reed goblin: “mudcraft” has no counterpart here" in notes
    assert "items[2].system.ac: Ditch rat: AC 7 and 11 do not agree, and 7 was taken" in notes
    assert "items[6]: “Marsh, by night” is neither a table, a monster nor a journal" in notes


def test_journals_are_texts_and_an_outline_among_them_is_a_site() -> None:
    """Pages within a journal, in documents of their own, and as old versions kept them; rows of a table likewise."""
    found = found_in("ferry-notes.foundry.json")
    texts = {text.title: text.text for text in found.texts}
    assert "Toll\n\nHe asks 1d4 coppers, and fears the heron." == texts["The ferry: What the ferryman knows"]
    assert "The heron is somebody's aunt." == texts["Rumours, as they were kept once"]
    assert "Long ago." == texts["A page within"]
    (site,) = [whole.site for whole in found.sites]
    assert {"Landing", "Loft"} == {zone.name for zone in site.zones.values()}
    (table,) = found.tables
    assert {"1": "a swan", "2": "a drowned hat"} == rows_of(table)
    dropped = {note.what for note in found.report.dropped}
    assert "“The crossing” is a page with image, not with text" in dropped
    assert "page p000000000000009 of “The ferry”: import its file with the journal's" in dropped
    assert "row w000000000000003 of “On the water”: import its file with the table's" in dropped
    assert "a row without its table: import the table's file with it" in dropped
    assert "“A page within: Blank” is an empty page" in dropped


def test_a_file_with_broken_json_is_told_for_what_it_is() -> None:
    """Some tables that people share are cut off, or have a comma too many."""
    whole = (FILES / "salt-road.foundry.json").read_bytes()
    with pytest.raises(UnreadableFile, match="something in it is not JSON"):
        read_foreign(whole[:-40])


def test_an_adventure_is_what_its_lists_hold_and_the_others_are_counted() -> None:
    """Its tables, monsters and journals are taken; scenes, things and folders are named or counted."""
    rows = [{"type": "text", "name": "", "description": "<p>Wet @UUID[JournalEntry.j1]{Key}</p>", "range": [1, 1]}]
    adventure = {
        "_key": "!adventures!0000000000000001",
        "name": "The Wet Stair",
        "description": "<p>For a first evening.</p>",
        "folders": [{"_id": "f1", "name": "Below", "type": "Scene"}],
        "items": [{"name": name, "type": "Weapon", "system": {"cost": {"gp": 1}}} for name in ("Club", "Hook", "Oar")],
        "scenes": [{"name": "Level 1", "walls": [], "tokens": [], "lights": []}],
        "journal": [
            {"_id": "j1", "name": "Key", "pages": [{"name": "Gate", "type": "text", "text": {"content": "A gate."}}]}
        ],
        "tables": [{"_id": "t1", "name": "Drips", "formula": "1d1", "results": rows}],
        "playlists": [],
    }
    found = read_foreign(json.dumps(adventure).encode())
    assert (["Wet Key"], ["Key: Gate"]) == (
        [row.text for row in found.tables[0].rows],
        [each.title for each in found.texts],
    )
    assert {
        "folders[0]": "“Below” is neither a table, a monster nor a journal",
        "items": "3 documents that are neither tables, monsters nor journals",
        "scenes[0]": "“Level 1” is neither a table, a monster nor a journal",
        "tables[0].results[0]": "a link to Key, which is not a table in the file; its words stay",
    } == {note.at: note.what for note in found.report.dropped}
