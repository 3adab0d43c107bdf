"""The mends of the terminal, the API, the library and the docs, each with the test that fails without it: T1 to T15."""

from collections.abc import Mapping

from tests.guard import Guard

_CLI = "tests/faces/test_cli.py"
_LINES = "tests/faces/play/test_manual_lines.py"
_SLIPS = "tests/faces/test_error_shape.py::test_a_slip_is_told_what_was_meant"
_WORDS = "tests/faces/play/test_words.py"

OF_THE_TERMINAL: Mapping[str, Guard] = {
    "T1 a word that ends two things asks": Guard(
        "faces/terminal/typed_command.py",
        "    if len({offer.label for offer in best}) > 1:\n",
        "    if False:\n",
        f"{_WORDS}::test_a_word_that_ends_two_things_asks",
    ),
    "T2 a comparison asks about the total": Guard(
        "kernel/notation_reader.py",
        "        if not tells_apart(roll, test):\n            return roll\n        if not at_end:\n",
        "        if True:\n",
        f"{_CLI}::test_a_comparison_asks_about_the_total",
    ),
    "T2 the old form is noted": Guard(
        "kernel/notation_reader.py",
        "        if (roll.keep.count if roll.keep else roll.count) > 1 or roll.explode:\n",
        "        if False:\n",
        f"{_CLI}::test_a_comparison_that_once_counted_dice_is_noted",
    ),
    "T2 older files are read as they were": Guard(
        "kernel/notation.py",
        "    if isinstance(compared.of, Roll) and tells_apart(compared.of, compared.test):\n",
        "    if False:\n",
        "tests/kernel/test_notation.py::test_in_an_amount_a_test_counts_as_in_older_files",
    ),
    "T3 the API tells which dice are wanted": Guard(
        "faces/web/live/api/endpoints.py",
        "    return reply(Offers(actions_now(known, who.seat), wanted))\n",
        "    return reply(Offers(actions_now(known, who.seat), ()))\n",
        "tests/api/test_docs.py::test_only_what_is_possible_is_offered_while_dice_are_wanted",
    ),
    "T3 nothing is offered that is refused over wanted dice": Guard(
        "table/offers.py",
        "    return tuple(replace(offer, refused=why) if why else offer for offer, why in zip(",
        "    return found or tuple(replace(offer, refused=why) for offer, why in zip(",
        "tests/api/test_docs.py::test_only_what_is_possible_is_offered_while_dice_are_wanted",
    ),
    "T4 a line of a script with a die too many does nothing": Guard(
        "faces/terminal/command_file.py",
        "        if self._proven:\n            self._refused",
        "        if True:\n            self._refused",
        "tests/faces/play/test_scripts.py::test_a_line_that_goes_wrong_leaves_nothing_behind",
    ),
    "T5 a page keeps its headings and prose": Guard(
        "faces/cli/read.py",
        '        print(rewritten(text, page, form).removesuffix("\\n"))\n',
        '        print(*(markdown for _, markdown in written), sep="\\n", end="")\n',
        "tests/faces/test_pages.py::test_a_page_is_written_again_with_its_tables_in_another_form",
    ),
    "T6 lint says what a file of another tool is": Guard(
        "faces/cli/lint.py",
        "    other = known_as(text) if form is TextForm.PAGE and not told else None\n",
        "    other = None\n",
        "tests/faces/test_pages.py::test_a_file_of_another_tool_is_told_for_what_it_is",
    ),
    "T7 a foe is chosen by its letter": Guard(
        "faces/terminal/typed_command.py",
        "    most = max(whole, default=0)\n",
        "    most = max(whole, default=0)\n    whole = [most] * len(whole)\n",
        f"{_WORDS}::test_a_foe_is_chosen_by_its_letter",
    ),
    "T7 a number that is advised is taken": Guard(
        "faces/terminal/typed_command.py",
        "        return _changed(known, _numbered(offers, int(line.first)).command, line.named)\n",
        '        raise BadInput("bad_line", "a line begins with words", "write what to do")\n',
        f"{_WORDS}::test_a_number_means_its_offer_wherever_it_is_advised",
    ),
    "T7 the ids of doors are shown": Guard(
        "faces/views/overview/exits.py",
        '    return f"{side}{_door(door, state, truth.zones, zone)} [{door.id}]"\n',
        '    return f"{side}{_door(door, state, truth.zones, zone)}"\n',
        f"{_WORDS}::test_looking_lists_the_exits",
    ),
    "T7 a torch is for sale": Guard(
        "table/gear/prices.py",
        '    whole = " ".join(words)\n',
        "    return None\n",
        f"{_WORDS}::test_wares_go_by_the_names_people_use",
    ),
    "T7 looking lists the exits": Guard(
        "faces/terminal/closer_look.py",
        '    exits = [f"exit: {line}" for line in exit_lines(known, group)]\n',
        "    exits = list[str]()\n",
        f"{_WORDS}::test_looking_lists_the_exits",
    ),
    "T8 a field that is nearly right is meant": Guard(
        "kernel/near_names.py",
        "    near = meant(name, names)\n",
        "    near = None\n",
        _SLIPS,
    ),
    "T8 a rule that is nearly right is meant": Guard(
        "faces/shared/library.py",
        "                near = rule_meant(what)\n",
        "                near = None\n",
        _SLIPS,
    ),
    "T8 a move in an encounter is told to end it": Guard(
        "table/engine/permission.py",
        'return f"{who} in an encounter: end it first."',
        'return f"{who} not exploring a site: enter one first."',
        "tests/table/encounter/test_encounters.py::test_a_move_in_an_encounter_is_told_to_end_it_first",
    ),
    "T9 plain dice in cells are rolled": Guard(
        "exchange/markup/inline.py",
        "        found += _plain_dice(part, place) if isinstance(part, str) else [part]\n",
        "        found += [part]\n",
        "tests/exchange/markup/test_rolling.py::test_plain_dice_in_a_cell_are_rolled",
    ),
    "T13 the rulings of docs/playing.md can be typed": Guard(
        "faces/terminal/console.py",
        "        if line.first == RULING:\n",
        "        if False:\n",
        f"{_LINES}::test_rulings_can_be_typed",
    ),
    "T13 the dice of docs/dice.md can be rolled": Guard(
        "kernel/notation_reader.py",
        "|cs|e(?=[<>=0-9])",
        "|cs",
        "tests/test_docs.py::test_every_expression_in_the_manual_of_dice_can_be_rolled",
    ),
    "T13 the example page of docs/markup.md is clean": Guard(
        "exchange/markup/expressions.py",
        '    plain = text.value.replace(_TIMES, "x")\n',
        '    plain = text.value.replace("x", "~")\n',
        "tests/test_docs.py::test_the_example_page_of_the_manual_is_clean",
    ),
    "T13 a command that docs show prints what they show": Guard(
        "faces/shared/secret_names.py",
        "-GM-SECRET.{ending}",
        "-SECRET.{ending}",
        "tests/test_docs.py::test_a_shown_command_prints_what_is_shown",
    ),
    "T14 no two lines of odds read the same": Guard(
        "faces/cli/asked_odds.py",
        "    return found.by(lambda outcome: said(rule.id, outcome))\n",
        "    return found\n",
        f"{_CLI}::test_no_two_lines_of_odds_read_the_same",
    ),
    "T15 a misspelt store is not made": Guard(
        "faces/shared/store_path.py",
        "    if where.named:\n        fix",
        "    if False:\n        fix",
        "tests/faces/test_data.py::test_a_misspelt_store_is_not_made_on_the_way",
    ),
    "T15 a new store is reported": Guard(
        "faces/cli/new_store.py",
        '        print_notes((f"{where.path} is a new store",))\n',
        "        pass\n",
        "tests/faces/test_data.py::test_a_new_store_is_reported_to_be_new",
    ),
    "T15 several hexes": Guard(
        "kernel/amounts.py",
        '    if re.search(r"(ch|sh|x|z)$", name):\n',
        '    if re.search(r"(ch|sh|z)$", name):\n',
        "tests/exchange/campaignfile/test_mistakes.py::test_how_to_mend_it",
    ),
    "T15 a code stands where a code belongs": Guard(
        "faces/shared/shelf.py",
        'raise NotFound("several_rules", ',
        'raise NotFound("several rules", ',
        "tests/faces/test_error_shape.py::test_every_fault_has_a_code",
    ),
    "T15 odds that are too wide have their code": Guard(
        "kernel/faults.py",
        '        super().__init__("odds_too_wide", what, fix)\n',
        "        super().__init__(what, what, fix)\n",
        "tests/http/test_strangers.py::test_odds_for_strangers_are_counted_before_they_are_found",
    ),
    "T15 carrying out what was declared is called so": Guard(
        "table/session/notes.py",
        '        title="Carry out a declared action",\n',
        '        title="Continue the work",\n',
        "tests/faces/test_commands_named.py::test_no_two_commands_are_called_the_same",
    ),
}
