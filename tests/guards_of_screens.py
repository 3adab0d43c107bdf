"""The mends of the referee's screen, each with the test that fails without it: S1 to S17."""

from collections.abc import Mapping

from tests.guard import Change, Guard

_BANNERS = "tests/faces/test_banners.py"
_BAR = "tests/faces/test_action_bar.py"
_BLOCKS = "tests/table/fight/test_stat_blocks.py"
_DUNGEON = "tests/browser/test_dungeon_screen.py"
_LINES = "tests/faces/test_dice_lines.py"

OF_SCREENS: Mapping[str, Guard] = {
    "S1 dice in a number field are dice": Guard(
        "faces/web/static/js/base/forms.js",
        "  return WHOLE.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;\n",
        '  return Number(text.replace(/[^0-9]/g, ""));\n',
        "tests/browser/test_forms.py::test_damage_in_dice_in_a_fight",
    ),
    "S1 what is no number is refused": Guard(
        "faces/web/static/js/base/forms.js",
        "  return WHOLE.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;\n",
        "  return Number.parseInt(text, 10) || text;\n",
        "tests/browser/test_forms.py::test_what_is_no_number_is_refused_at_its_field",
    ),
    "S2 who falls by hand is among the dying": Guard(
        "table/fight/rounds.py",
        "    if fallen is not None:\n",
        "    if False:\n",
        "tests/table/fight/test_dying_in_fights.py::test_who_falls_by_the_referees_hand_is_among_the_dying",
    ),
    "S3 saving the dying comes first by its command": Guard(
        "table/body/dying.py",
        "        rank=40,\n        slot=Slot.TEND,\n",
        "        slot=Slot.TEND,\n",
        f"{_BAR}::test_the_dying_come_first",
    ),
    "S4 the first quick character is the party": Guard(
        "table/characters/joining.py",
        "    if wanted and not busy:\n",
        "    if False:\n",
        "tests/table/characters/test_newcomers_join.py::test_the_first_quick_character_is_the_party",
    ),
    "S5 the table makes the id of a person": Guard(
        "table/characters/characters.py",
        "        if not person.id:\n",
        "        if False:\n",
        "tests/table/characters/test_newcomers_join.py::test_a_person_is_added_by_name_alone",
    ),
    "S6 no form asks for an id": Guard(
        "faces/web/live/forms/choices.py",
        '    ids.CreaturesId: _of_site("creatures"),\n',
        "",
        "tests/faces/test_every_form.py::test_no_form_asks_for_an_id",
    ),
    "S7 a rolled encounter has a banner": Guard(
        "faces/views/banners.py",
        "        *(_encounter(known, pending, possible) "
        "for pending in pending_encounters(known) if not _begun(known, pending)),\n",
        "",
        f"{_BANNERS}::test_a_rolled_encounter_stands_until_it_is_dealt_with",
    ),
    "S7 the dark has a banner on every screen": Guard(
        "faces/views/banners.py",
        "        *dark_banners(known, seat, groups, possible),\n",
        "",
        f"{_BANNERS}::test_the_dark_is_reported_to_everybody_there_with_what_can_be_lit",
    ),
    "S7 the last light on the road is told": Guard(
        "table/world/darkness.py",
        "    if dark or (spent and group.site is None):\n",
        "    if dark:\n",
        f"{_BANNERS}::test_the_last_light_on_the_road_is_reported",
    ),
    "S7 the dying have a banner": Guard(
        "faces/views/banners.py",
        "        *dying_banners(known, groups, possible),\n",
        "",
        f"{_BANNERS}::test_the_dying_have_their_time_and_who_can_save_them",
    ),
    "S7 dice that are wanted have a banner": Guard(
        "faces/views/banners.py",
        "        *_dice(known, seat),\n",
        "",
        f"{_BANNERS}::test_dice_that_are_waited_for_are_named_with_who_rolls_them",
    ),
    "S8 a secret check that stops the time is told to nobody": Guard(
        "table/site/waiting.py",
        "_stop(play, stretch, ENCOUNTER, secretly=True)",
        "_stop(play, stretch, ENCOUNTER)",
        "tests/table/test_two_worlds_clocks.py"
        "::test_players_cannot_tell_that_a_secret_check_has_stopped_the_time[sovereign]",
    ),
    "S9 a room that nobody has seen is not named": Guard(
        "table/exploration/first_sight.py",
        "(_from(site, zone, by), sensed(play.now, group, by)) if by",
        "(_from(site, zone, by), _from(site, zone, by)) if by",
        "tests/table/test_two_worlds_clocks.py::test_players_cannot_tell_what_a_room_they_have_not_seen_is_called",
    ),
    "S10 HD 1+1 and 1-1 are read": Guard(
        "table/fight/stat_block.py",
        'if found["bonus"] else {}',
        "if False else {}",
        f"{_BLOCKS}::test_hit_points_beside_the_hit_dice_count",
    ),
    "S10 half a Hit Die is read": Guard(
        "table/fight/stat_block.py",
        '_PARTS = {"½": "1/2", ',
        "_PARTS = {",
        f"{_BLOCKS}::test_a_stat_block_is_read",
    ),
    "S10 a morale score is read": Guard(
        "table/fight/stat_block.py",
        '    Statistic(r"ml|morale", r"(?P<number>[0-9]{1,2})", _morale),\n',
        "",
        f"{_BLOCKS}::test_a_morale_score_is_answered_with_the_number_that_counts",
    ),
    "S10 a number before HD is read": Guard(
        "table/fight/stat_block.py",
        '    Statistic(r"hd|hit dice|hit die", _HD, _hit_dice, turned=True, certain=True),\n',
        '    Statistic(r"hd|hit dice|hit die", _HD, _hit_dice, certain=True),\n',
        f"{_BLOCKS}::test_a_stat_block_is_read",
    ),
    "S10 an AC of another scale is warned of": Guard(
        "table/fight/muster.py",
        "    if ac <= LIKELY_AC:\n",
        "    if True:\n",
        f"{_BLOCKS}::test_an_ac_of_another_scale_is_warned_of",
    ),
    "S11 an undone stretch is one line": Guard(
        "faces/views/log/lines.py",
        "text=f\"Undone: {counted(acts, 'act')}, back to {back}.\"",
        "text=last.text",
        f"{_LINES}::test_an_undone_stretch_is_one_line",
    ),
    "S11 undone lines are folded away": Guard(
        "faces/views/log/folding.py",
        "        if line.undid is not None:\n            yield line, tuple(undone)\n",
        "        if False:\n            yield line, tuple(undone)\n",
        f"{_LINES}::test_undone_lines_are_folded_away_under_the_line_of_the_undo",
    ),
    "S12 things of the pack are behind one entry": Guard(
        "table/gear/carrying.py",
        'title="Ready or stow a thing", also=Section.GEAR, rank=LAST, slot=Slot.GEAR)',
        'title="Ready or stow a thing", also=Section.GEAR, rank=LAST)',
        f"{_BAR}::test_a_character_has_few_buttons",
    ),
    "S12 search stays at its key": Guard(
        "faces/views/action_bar.py",
        "        tuple(tiles[slot] for slot in BAR),\n",
        "        tuple(sorted((tiles[slot] for slot in BAR), key=lambda tile: tile.empty)),\n",
        f"{_BAR}::test_search_stays_in_its_place",
    ),
    "S12 strip and map keep their sizes": Guard(
        "faces/web/static/css/table/table.css",
        "  .live-strip { min-height: 7rem; }\n",
        "",
        f"{_DUNGEON}::test_every_deed_keeps_its_key",
        (
            Change(
                "faces/web/static/css/table/table.css",
                '  .table[data-screen="dungeon"] .strip-next { min-height: 6.25rem; }\n',
                "",
            ),
        ),
    ),
    "S12 a list of choices closes by itself": Guard(
        "faces/web/templates/live/forms/actions.html",
        """  <div class="choices" id="{{ id }}" popover>\n""",
        """  <div class="choices" id="{{ id }}" popover="manual">\n""",
        f"{_DUNGEON}::test_everybody_searches_by_one_tap",
    ),
    "S12 the names of choices are not clipped": Guard(
        "faces/web/static/css/table/actions.css",
        ".choices .choice-name { flex: 1; }",
        ".choices .choice-name { width: 2rem; overflow: hidden; white-space: nowrap; }",
        f"{_DUNGEON}::test_everybody_searches_by_one_tap",
    ),
    "S12 a caught chase waits before the foes attack": Guard(
        "table/fight/start.py",
        "        waits=first is Side.ENEMIES,\n",
        "",
        "tests/table/fight/test_chase.py::test_a_person_who_is_caught_is_fallen_upon_from_behind",
    ),
    "S13 a choice that changes nothing is not asked": Guard(
        "table/fight/attack.py",
        "strike.rule, strike.given, self.who, unchanged, cause",
        "strike.rule, strike.given, self.who, lambda *_asked: None, cause",
        "tests/table/fight/test_attack.py::test_scars_are_asked_for_only_where_they_could_matter",
    ),
    "S13 dice that are chosen are sent": Guard(
        "faces/web/static/js/dice/laid-dice.js",
        "  if (!dice(form).some((die) => faceOf(die) === null)) form.requestSubmit();\n",
        "",
        "tests/browser/test_forms.py::test_damage_in_dice_in_a_fight",
    ),
    "S13 everybody searches in one tap": Guard(
        "table/site/group_commands.py",
        "        for command in (SearchTogether(group.id), RestTogether(group.id)):\n",
        "        for command in (RestTogether(group.id),):\n",
        f"{_BAR}::test_the_group_acts_in_one_tap",
    ),
    "S14 when a fight is won saving the dying comes first": Guard(
        "faces/views/fight/rounds.py",
        "        (*_rescues(known, fight, offered), *_buttons(group, offered)),\n",
        "        _buttons(group, offered),\n",
        "tests/table/fight/test_dying_in_fights.py::test_when_a_fight_is_won_saving_the_dying_is_the_main_button",
    ),
    "S15 the ready scenes are in view": Guard(
        "faces/web/templates/start/owner.html",
        '  {% if not founder %}{% include "start/bookmarks.html" %}{% endif %}\n',
        '  <div style="height: 60rem"></div>{% if not founder %}{% include "start/bookmarks.html" %}{% endif %}\n',
        "tests/browser/test_start.py::test_the_ready_scenes_of_the_demo_are_seen_without_scrolling",
    ),
    "S16 the search rolls dice": Guard(
        "faces/web/static/js/forms/palette.js",
        "  const dice = DICE.test(text.trim());\n",
        "  const dice = false;\n",
        f"{_DUNGEON}::test_the_search_knows_the_words_of_the_hobby",
    ),
    "S16 the search knows rooms": Guard(
        "faces/web/live/pages/search.py",
        "        rooms=[(room, _explored(viewer, room)) for room in _rooms(viewer)],\n",
        "        rooms=[],\n",
        f"{_DUNGEON}::test_the_search_knows_the_words_of_the_hobby",
    ),
    "S16 the search knows other words for commands": Guard(
        "faces/web/static/js/forms/palette.js",
        '${line.dataset.words ?? ""}',
        "",
        f"{_DUNGEON}::test_the_search_knows_the_words_of_the_hobby",
    ),
    "S16 the search knows rules": Guard(
        "faces/web/live/pages/search.py",
        "        rules=RULES.values(),\n",
        "        rules=(),\n",
        f"{_DUNGEON}::test_the_search_knows_the_words_of_the_hobby",
    ),
    "S16 the search says when nothing is found": Guard(
        "faces/web/static/js/forms/palette.js",
        """  nothing.hidden = dice || sheet.querySelector(".palette-list li:not([hidden])") !== null;\n""",
        "  nothing.hidden = true;\n",
        f"{_DUNGEON}::test_the_search_knows_the_words_of_the_hobby",
    ),
    "S17 modifiers stand in dice lines": Guard(
        "table/rulings/words.py",
        "    whole = modifier(event)\n    if not whole:\n",
        "    whole = modifier(event)\n    if True:\n",
        f"{_LINES}::test_a_modifier_stands_between_dice_and_total",
    ),
    "S17 a rule is cited with its place": Guard(
        "kernel/rules.py",
        '", ".join(filter(None, (self.book, self.heading or self.beyond)))',
        '", ".join((self.book, self.heading))',
        f"{_LINES}::test_every_rule_is_cited_with_its_place",
    ),
    "S17 a land without a name has weather": Guard(
        "table/world/country.py",
        'return f"{self.name}: {said}." if self.name else f"{said[:1].upper()}{said[1:]}."',
        'return f"{self.name}: {said}."',
        f"{_LINES}::test_a_land_without_a_name_has_weather_all_the_same",
    ),
    "S17 a landmark is called one": Guard(
        "table/world/country.py",
        '    return f"{feature.name}, a landmark" if feature.landmark else feature.name\n',
        "    return feature.name\n",
        f"{_LINES}::test_a_landmark_is_called_one",
    ),
    "S17 no report tells whose dice fall": Guard(
        "faces/views/log/about_the_table.py",
        "    *(DiceChosen, Withdrawn, DiceSealed, DiceOpened, WordAdded),\n",
        "    *(DiceSealed, DiceOpened, WordAdded),\n",
        f"{_LINES}::test_no_report_tells_whose_dice_fall",
    ),
}
