"""Shapes of files beside those of the fixtures: other systems, other encodings and other ways of writing."""

import json
from fractions import Fraction
from typing import Any

import pytest

from undercroft.exchange.foreign import Imported, read_foreign
from undercroft.exchange.foreign.donjon.inhabitants import counted_in
from undercroft.exchange.foreign.terrain_words import ground_of
from undercroft.table.lore.monsters import faults
from undercroft.table.state.sites import Grade
from undercroft.table.state.things import Carried

GNOMEYLAND = (
    "tree trees forest bush bushes brushland fir fir-forest hill mountain mountains fir-hill fir-mountain "
    "forest-hill forest-mountains fields desert grass marsh swamp lake shrine keep tower castle law chaos swamp2 "
    "thorp village town large-town city dust light-soil soil dark-soil sand light-green water"
)


def read(file: object, name: str = "a file") -> Imported:
    """A file of JSON, of text or of bytes."""
    raw = file if isinstance(file, bytes) else file.encode() if isinstance(file, str) else json.dumps(file).encode()
    return read_foreign(raw, name)


def guesses(found: Imported) -> str:
    """All that was guessed, as one text."""
    return "\n".join(note.what for note in found.report.guessed)


# Text Mapper


@pytest.mark.parametrize("word", GNOMEYLAND.split())
def test_every_word_of_a_library_is_ground_or_stands_on_it(word: str) -> None:
    """The words of the usual pictures are known, in whatever number; colours alone say nothing of the ground."""
    ground = ground_of([word])
    assert () == ground.unknown
    assert ground.terrain or ground.water or ground.settlements or ground.landmarks or word == "light-green"


# donjon


@pytest.mark.parametrize(
    "texts, creatures",
    [
        (["Wyrmling (cr 2, mm 1); deadly, 450 xp", "Treasure: 50 gp, 2 x agate (10 gp)"], {"wyrmling": 1}),
        (["Brute and 1 x Sneak"], {"brute": 1, "sneak": 1}),
        (["14 x Tiny Monstrous Centipede"], {"tiny monstrous centipede": 14}),
        (["2 x Rat, returning to their lair"], {"rat": 2}),
        (["Hidden Treasure: 3 x Potion"], {}),
    ],
)
def test_inhabitants_are_named_with_or_without_a_number(texts: list[str], creatures: dict[str, int]) -> None:
    """One without a number is alone, what stands in brackets is an aside, and treasure does not live there."""
    assert creatures == counted_in(texts)


def dungeon(detail: dict[str, Any], **contents: object) -> dict[str, Any]:
    """A donjon dungeon of one room of three cells by three."""
    room = {
        "id": 1,
        "north": 1,
        "south": 3,
        "west": 1,
        "east": 3,
        "width": 30,
        "height": 30,
        "doors": {},
        "contents": {"summary": "x", "detail": detail, **contents},
    }
    return {
        "settings": {"name": "The Tin Hole", "level": 2, "bleed": 0},
        "cells": [[66 if 1 <= row <= 3 and 1 <= col <= 3 else 16 for col in range(5)] for row in range(5)],
        "rooms": [None, room],
    }


def test_a_chest_with_its_trap_and_its_contents_is_one_hidden_thing() -> None:
    """The lines of a hidden treasure belong together; the dashes between them say nothing."""
    found = read(dungeon({"hidden_treasure": ["Locked Tin Chest", "Needle: 1d4 damage", "--", "20 sp, 2 x tin ring"]}))
    (feature,) = found.sites[0].site.features.values()
    assert (Grade.HIDDEN, "Locked Tin Chest\nNeedle: 1d4 damage\n20 sp, 2 x tin ring") == (feature.grade, feature.what)
    assert {} == found.sites[0].site.creatures


def test_a_single_inhabitant_is_a_creature_and_their_treasure_is_not() -> None:
    """As the summary names them; the treasure is told in the room."""
    monster = ["Tin Ogre (cr 2, mm 3); deadly, 450 xp", "--", "Treasure: 2 x tin ring (10 gp)"]
    found = read(dungeon({"monster": monster}, inhabited="Tin Ogre"))
    site = found.sites[0].site
    assert [("tin ogre", 1, Fraction(2))] == [(each.name, each.count, each.hd) for each in site.creatures.values()]
    assert "2 x tin ring" in site.zones[site.entrance].secret


# Universal VTT


def plan(*portals: dict[str, Any]) -> dict[str, Any]:
    """Two rooms of four squares by four, with a gap of two squares between them and a gap of one to the outside."""

    def line(*points: tuple[float, float]) -> list[dict[str, float]]:
        return [{"x": x, "y": y} for x, y in points]

    walls = [
        line((1, 1), (9, 1), (9, 5), (7, 5)),
        line((6, 5), (1, 5), (1, 1)),
        line((5, 1), (5, 2)),
        line((5, 4), (5, 5)),
    ]
    size = {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 10, "y": 6}, "pixels_per_grid": 70}
    return {"format": 0.3, "resolution": size, "line_of_sight": walls, "portals": list(portals), "lights": []}


def test_a_door_of_two_squares_closes_both() -> None:
    """The rooms stay apart, and one door joins them."""
    wide = {"position": {"x": 5, "y": 3}, "bounds": [{"x": 5, "y": 2}, {"x": 5, "y": 4}], "closed": True}
    out = {"position": {"x": 6.5, "y": 5}, "bounds": [{"x": 6, "y": 5}, {"x": 7, "y": 5}]}
    site = read(plan(wide, out)).sites[0].site
    assert (2, 1) == (len(site.zones), len(site.doors))


@pytest.mark.parametrize("out", [{"x": 6.5, "y": 5}, {"x": 6.5, "y": 5.0}])
def test_a_door_without_ends_lies_in_the_wall_that_it_continues(out: dict[str, float]) -> None:
    """Some programs write only the middle of a door."""
    wide = {"bounds": [{"x": 5, "y": 2}, {"x": 5, "y": 4}]}
    site = read(plan(wide, {"position": out, "rotation": 0.0})).sites[0].site
    assert (2, 1) == (len(site.zones), len(site.doors))
    assert "room-5-1" == site.entrance


# Tables


def test_a_table_of_a_spreadsheet_for_windows_is_read() -> None:
    """Letters beyond ASCII are not in UTF-8 there, and the report says how they were read."""
    found = read("W\u00fcrfel;Begegnung\r\n1-2;R\u00e4uber\r\n3-6;nichts\r\n".encode("cp1252"))
    assert ["R\u00e4uber", "nichts"] == [row.text for row in found.tables[0].rows]
    assert "Windows-1252" in guesses(found)


def test_the_dice_and_marks_of_obsidian_belong_to_no_row() -> None:
    """Dice stand at the head of the column, a mark for links below the table, and rolls within the text."""
    page = "# Rumours\n\n| dice: 1d6 | Rumour |\n|---|---|\n| 1 | wax |\n| 2-6 | tin |\n^rumours\n"
    page += "\nRoll `dice: 2d4`.\n\n- a\n- b\n"
    (table,) = read(page).tables
    assert ("1d6", ["wax", "tin"]) == (table.dice, [row.text for row in table.rows])


def test_bold_words_with_dice_head_a_list() -> None:
    """As people write tables in notes."""
    (table,) = read("# Notes\n\n**Weather (2d6)**\n2-5 rain\n6-12 sun\n").tables
    assert ("Weather", "2d6", [(2, 5), (6, 12)]) == (
        table.name,
        table.dice,
        [(row.low, row.high) for row in table.rows],
    )


ATTITUDES = "# Folk\n\n| 2d6 | Hostile | Friendly |\n|---|---|---|\n| 2-7 | attack | wait |\n| 8-12 | leave | help |\n"


def test_columns_to_choose_from_are_a_table_each() -> None:
    """A table with two keys: the total, and the column."""
    found = read(ATTITUDES)
    assert {"Folk: Hostile": ["attack", "leave"], "Folk: Friendly": ["wait", "help"]} == {
        table.name: [row.text for row in table.rows] for table in found.tables
    }
    assert {"2d6"} == {table.dice for table in found.tables}


def test_columns_that_tell_more_stay_together() -> None:
    """A number beside a name is of the same result."""
    (table,) = read("d4,Encounter,Number\n1-2,rats,2d4\n3-4,bats,1d6\n").tables
    assert ["Encounter: rats; Number: 2d4", "Encounter: bats; Number: 1d6"] == [row.text for row in table.rows]


def test_ranges_that_follow_on_each_other_are_totals_and_levels_are_not() -> None:
    """Without dice at its head a table is rolled on by its ranges; single levels are only looked up."""
    reactions = "# Folk\n\nReaction | Deed\n---|---\n2-5 | attack\n6-12 | talk\n"
    levels = "# Folk\n\nLevel | Title\n---|---\n1 | Salter\n2 | Raker\n"
    assert [["2d6"], []] == [[table.dice for table in read(page).tables] for page in (reactions, levels)]


# Foundry VTT


def test_a_monster_of_another_system_keeps_what_most_games_have() -> None:
    """Hit Dice, AC, move and damage, with a word that they are of another system."""
    actor = {
        "name": "Tin Imp",
        "type": "npc",
        "system": {
            "attributes": {"ac": {"flat": 15}, "hp": {"max": 7, "formula": "2d6"}, "movement": {"walk": 30}},
            "details": {"biography": {"value": "<p>Small.</p>"}, "xp": {"value": 50}},
        },
        "items": [{"name": "Poker", "type": "weapon", "system": {"damage": {"parts": [["1d6 + @mod", "piercing"]]}}}],
        "_stats": {"systemId": "tinworld"},
    }
    found = read(actor)
    (imp,) = found.monsters
    assert (Fraction(2), 15, "1d6", 30, 50) == (imp.hd, imp.ac, imp.damage, imp.move_ft, imp.xp)
    assert () == tuple(faults(imp))
    assert "tinworld" in guesses(found)


def test_a_character_is_one_of_ours_where_the_system_has_the_numbers() -> None:
    """Scores, class, level, hit points, skills, gear and coins; the referee rolls for them at first."""
    actor = {
        "name": "Aldo Tin",
        "type": "character",
        "system": {
            "hp": {"hd": "1d6", "value": 4, "max": 6},
            "aac": {"value": 13},
            "scores": {
                key: {"value": 8 + number} for number, key in enumerate(("str", "dex", "con", "int", "wis", "cha"))
            },
            "details": {"class": "Partial Warrior / Partial Expert", "level": 2, "xp": {"value": 7}},
            "currency": {"gp": 3, "sp": 2},
        },
        "items": [
            {"name": "Spear", "type": "weapon", "system": {"damage": "1d6", "equipped": True}},
            {"name": "Tin whistle", "type": "item", "system": {"quantity": {"value": 2}}},
            {"name": "Stab", "type": "skill", "system": {"ownedLevel": 1}},
        ],
    }
    found = read(actor)
    (aldo,) = found.people
    assert ("aldo-tin", "referee", 4, 6) == (aldo.id, aldo.seat, aldo.hp, aldo.hp_max)
    sheet = aldo.sheet
    assert (8, 9, 10, 11, 12) == (sheet.strength, sheet.dexterity, sheet.constitution, sheet.intelligence, sheet.wisdom)
    assert ("partial_warrior_expert", 2, 7, {"Stab": 1}) == (sheet.character_class, sheet.level, sheet.xp, sheet.skills)
    assert {("Spear", 1, "readied"), ("Tin whistle", 2, "stowed"), ("purse", 1, "stowed")} == {
        (thing.name, thing.count, thing.place.how.value) for thing in found.gear if isinstance(thing.place, Carried)
    }
    assert [320] == [thing.worth for thing in found.gear if thing.name == "purse"]
    assert "CHA" in found.report.dropped[0].what
