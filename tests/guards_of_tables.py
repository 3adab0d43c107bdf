"""Guards of the table, of the dice, of what players are told, and of the store."""

from tests.guard import Guard

OF_TABLES = (
    Guard(
        "server/tables.py",
        "        self._store.create(about, own, draft.batches)\n",
        "        self._store.create(about, own)\n        for each in draft.batches: self._store.append(id, each)\n",
        "tests/server/test_tables.py::test_a_campaign_is_begun_whole_or_not_at_all",
    ),
    Guard(
        "table/engine/roster.py",
        "if any(looks(person.name) == looks(name) for person in on_roll):",
        "if any(person.name == name for person in on_roll):",
        "tests/http/test_names.py::test_characters_of_two_seats_are_told_apart",
    ),
    Guard(
        "server/seat_histories.py",
        "for seat in told.to:",
        "for seat in {*told.to, *self.of}:",
        "tests/http/test_streams.py::test_what_is_secret_makes_no_sound",
    ),
    Guard(
        "table/state/ids.py",
        "Text = Annotated[str, Meta(max_length=MOST_TEXT)]",
        "Text = Annotated[str, Meta(max_length=10 * MOST_TEXT)]",
        "tests/http/test_roles.py::test_a_text_without_end",
    ),
    Guard(
        "server/tables.py",
        "        self._store.secret(id)\n        with self._turn:",
        "        with self._turn:",
        "tests/http/test_strangers.py::test_nothing_is_kept_for_a_table_that_does_not_exist",
    ),
    Guard(
        "table/seat_ids.py",
        "self._behind, self._look)",
        "self._behind)",
        "tests/http/test_secret_scenes.py::test_players_cannot_tell_two_scenes_apart",
    ),
    Guard(
        "table/world/sight.py",
        "for door in as_they_look(felt, look))",
        "for door in felt)",
        "tests/http/test_secret_scenes.py::test_players_cannot_tell_two_scenes_apart",
    ),
    Guard(
        "table/world/markets.py",
        "    market = as_visited(feature.market or BY_THE_BOOK)\n",
        "    market = feature.market or BY_THE_BOOK\n",
        "tests/http/test_secret_scenes.py::test_players_cannot_tell_two_scenes_apart",
    ),
    Guard(
        "table/state/ids.py",
        "    WareId: (Family.WARE,),\n",
        "",
        "tests/http/test_secret_scenes.py::test_a_player_names_a_ware_by_words_or_by_the_id_that_they_were_sent",
    ),
    Guard(
        "table/seat_ids.py",
        "            raise NotGiven(given)\n",
        "            return given\n",
        "tests/table/test_seat_ids.py::test_what_a_seat_was_not_given_is_nothing",
    ),
    Guard(
        "table/proposals.py",
        "        if gone:\n            _forget(play, id, gone)\n",
        "",
        "tests/table/test_proposals.py::test_those_who_leave_the_party_forget_what_was_proposed_for_it",
    ),
    Guard(
        "table/session/whispers.py",
        "play.tell(Whispered(self.seat, self.to, self.text.strip(), self.also, id), to=seats(*members))",
        "play.tell(Whispered(self.seat, self.to, self.text.strip(), self.also, id), to=lambda now: {*now.seats})",
        "tests/http/test_streams.py::test_whispers_are_heard_by_two_and_the_referee",
    ),
    Guard(
        "table/session/whispers.py",
        "play.tell(MessagesRead(self.seat, of_thread), to=seats(*members))",
        "play.tell(MessagesRead(self.seat, of_thread), to=lambda now: frozenset((REFEREE, *now.seats)))",
        "tests/table/session/test_messages.py::test_marking_several_threads_read_keeps_them_apart",
    ),
    Guard(
        "server/undo.py",
        "    act = done[-1].id\n",
        "    act = histories.truth.done[-1].id\n",
        "tests/server/test_own_undo.py::test_a_secret_act_in_between_changes_nothing",
    ),
    Guard(
        "server/dice_keys.py",
        "        return self._of_session(campaign)\n\n    def _of_session",
        "        return ()\n\n    def _of_session",
        "tests/server/test_fair_dice.py::test_a_session_has_a_seal_of_its_own_which_is_opened_at_its_end",
    ),
    Guard(
        "store/ids.py",
        "if not _ID.fullmatch(id) or len(id) > MOST_ID:",
        "if False:",
        "tests/faces/test_table_logs.py::test_the_id_of_an_imported_log_is_checked",
    ),
    Guard(
        "store/ids.py",
        'return re.sub(r"[^a-z0-9]+", "-", id.lower())[:MOST_ID].strip("-") or "table"',
        "return id",
        "tests/faces/test_table_logs.py::test_the_file_of_a_deleted_table_stays_in_its_folder",
    ),
    Guard(
        "kernel/notation_reader.py",
        "        if self.depth > MOST_DEPTH:\n",
        "        if False:\n",
        "tests/http/test_bad_requests.py::test_dice_that_cannot_be_read",
    ),
    Guard(
        "table/world/sight.py",
        "if zone in door.between and not door.hidden)",
        "if zone in door.between)",
        "tests/table/test_two_worlds_clocks.py::test_players_cannot_tell_a_richer_world",
    ),
    Guard(
        "table/site/search.py",
        "    found = play.settle(search, given)\n",
        "    found = play.settle(search, given, whole=True)\n",
        "tests/table/test_plain_values.py::test_rules_that_players_are_told_whole_have_no_text_for_an_id",
    ),
    Guard(
        "table/state/sessions.py",
        "command: Annotated[Mapping[str, Any], PLAIN_COMMAND] | None = None",
        "command: Mapping[str, Any] | None = None",
        "tests/table/test_plain_values.py::test_every_value_without_a_type_is_known",
    ),
    Guard(
        "server/heard_table.py",
        "        return self._store.picture(self.id, id) if may else None\n",
        "        return self._store.picture(self.id, id)\n",
        "tests/server/test_messages.py::test_the_picture_of_a_handout_is_for_those_who_have_it",
    ),
    Guard(
        "table/decide.py",
        "or asked.rule == plain_dice.id else replace(asked, given=None)",
        "or asked.rule == plain_dice.id else asked",
        "tests/table/session/test_what_players_see.py::test_dice_are_asked_for_without_what_is_hidden",
    ),
    Guard(
        "table/engine/play.py",
        "        if event.secret and seats != (REFEREE,):\n",
        "        if False:\n",
        "tests/table/engine/test_audience.py::test_a_secret_kind_cannot_be_told_to_players",
    ),
    Guard(
        "store/writer.py",
        "            self.stopped = fault\n",
        "",
        "tests/store/test_crashes.py::test_after_a_failed_sync_nothing_more_is_written",
    ),
    Guard(
        "server/open_table.py",
        "                tried = self.rehearsal()\n",
        "                tried = self\n",
        "tests/server/test_open_table.py::test_several_commands_are_one_append",
    ),
    Guard(
        "kernel/budget.py",
        "    before = _IN_FORCE.set(budget)\n",
        "    before = _IN_FORCE.set(None)\n",
        "tests/http/test_strangers.py::test_odds_for_strangers_are_counted_before_they_are_found",
    ),
    Guard(
        "server/open_table.py",
        "if expected is not None and self._cursors.number(seat, expected) != self._histories.counts.get(seat, 0):",
        "if False:",
        "tests/http/test_histories.py::test_each_rests_on_the_one_before",
    ),
)
