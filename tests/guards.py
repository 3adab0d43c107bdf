"""The guards behind the promises of docs/guarantees.md, each with the change that takes it away.

`tests/test_guards.py` makes each change in a copy of the package and sees that the test of the promise fails.
"""

from tests.guard import Guard
from tests.guards_in_pairs import IN_PAIRS
from tests.guards_of_databases import OF_DATABASES
from tests.guards_of_faces import OF_FACES
from tests.guards_of_findings import OF_FINDINGS
from tests.guards_of_tables import OF_TABLES

_HTTP, _LIVE = "faces/http", "faces/web/live"
_BAD = "tests/http/test_bad_requests.py"
_ACCESS = "tests/http/test_access.py"
_STREAMS = "tests/http/test_streams.py"
_DICE = "tests/server/test_fair_dice.py"

GUARDS = (
    *OF_FACES,
    *OF_FINDINGS,
    *OF_TABLES,
    *OF_DATABASES,
    *IN_PAIRS,
    Guard(
        f"{_HTTP}/guard.py",
        "                if self._may_guess(asked):\n",
        "                if False:\n",
        f"{_ACCESS}::test_wrong_links_that_come_at_once_are_counted_one_by_one",
    ),
    Guard(
        f"{_HTTP}/guard.py",
        "                await until_counted.aclose()\n",
        "",
        "tests/http/test_hall.py::test_nobody_waits_for_a_guesser_who_does_not_read",
    ),
    Guard(
        f"{_HTTP}/guard.py",
        'or scope["path"] in ACTING or',
        "or",
        f"{_ACCESS}::test_other_pages_take_no_seat_and_stop_nobody_who_asks",
    ),
    Guard(
        f"{_LIVE}/access/lobby.py",
        'return f"{table}/{said.seat} before"',
        'return f"{table}/{said.seat}"',
        f"{_ACCESS}::test_who_had_a_seat_uses_up_nothing_of_it",
    ),
    Guard(
        f"{_LIVE}/access/stream.py",
        "        if ears:\n",
        "        if True:\n",
        "tests/http/test_strangers.py::test_a_stream_without_a_seat_makes_nobody_known",
    ),
    Guard(
        f"{_HTTP}/lanes.py",
        "                ready()\n                return",
        "                return",
        "tests/http/test_lanes.py::test_a_crowd_of_one_spends_no_more_than_one_after_the_other",
    ),
    Guard(
        "table/engine/id_fields.py",
        "seen, shuffled(id, self.shuffle)",
        "seen, id.encode()",
        "tests/server/test_looking_alike.py::test_the_order_of_things_that_look_alike_says_nothing",
    ),
    Guard(
        f"{_LIVE}/printing/print_pages.py",
        "    spend(len(asked.what) * SHEET)\n",
        "",
        "tests/http/test_export_import.py::test_files_and_sheets_are_counted_before_they_are_made",
    ),
    Guard(
        f"{_LIVE}/access/quotas.py",
        "self._refuse_in_all(self._of_tables.get(table, 0),",
        "self._refuse_in_all(0,",
        "tests/http/test_quotas.py::test_a_quota_of_a_table_in_all",
    ),
    Guard(
        f"{_LIVE}/access/quotas.py",
        'self._players.wait(f"{table}/{seat}")',
        "0",
        "tests/http/test_quotas.py::test_quotas_of_a_minute",
    ),
    Guard(
        "server/open_table.py",
        "sum(LINE + len(entry.body)",
        "sum(len(entry.body)",
        "tests/http/test_quotas.py::test_lines_of_the_log_count_beside_their_text",
    ),
    Guard(
        "server/whole_act.py",
        "        raise NoEnd\n",
        "        return\n",
        "tests/server/test_open_table.py::test_what_follows_without_end_is_stopped_and_the_table_is_played_on",
    ),
    Guard(
        "faces/terminal/prompt.py",
        "session.together(lambda tried: _given(tried, command, line))",
        "_given(session, command, line)",
        "tests/faces/play/test_prompt.py::test_a_line_with_dice_is_one_append",
    ),
    Guard(
        "store/database.py",
        "primary(error) == sqlite3.SQLITE_IOERR and not is_failed_sync(error)",
        "False",
        "tests/store/test_crashes.py::test_a_start_on_a_full_disk",
    ),
    Guard(
        "store/sqlite.py",
        "            cursor.execute(row_checks.REBUILD)\n",
        "            pass\n",
        "tests/store/test_seals.py::test_an_answer_that_its_index_hides_is_found_again_when_its_table_is_opened",
    ),
    Guard(
        "store/store.py",
        "        except Integrity as fault:\n            return fault\n",
        "        except Integrity:\n            raise\n",
        "tests/http/test_ready.py::test_a_damaged_table_does_not_stop_the_others",
    ),
    Guard(
        "table/seat_ids.py",
        "or self._name(NamedThing(Family.ZONE, room, door))",
        "or self._name(NamedThing(Family.ZONE, room))",
        "tests/table/test_two_worlds.py::test_players_cannot_tell_that_two_doors_lead_to_one_room",
    ),
    Guard(
        "table/world/sight.py",
        "spot if zone in rooms else None for spot",
        "spot for spot",
        "tests/table/test_two_worlds.py::test_players_cannot_tell_the_shape_of_a_room_behind_a_door",
    ),
    Guard(
        "table/seat_ids.py",
        'given = self._given[named] = f"i{number:05}-{mark}"',
        "given = self._given[named] = named.id",
        "tests/table/test_seat_ids.py::test_ids_tell_the_order_in_which_a_seat_was_told_and_nothing_else",
    ),
    Guard(
        "table/decide.py",
        "wanted = Wanted(id, tuple(_as_shown(campaign, asked) for asked in seen if asked.seat == seat))",
        "wanted = whole",
        "tests/server/test_open_table.py::test_a_player_who_is_asked_for_dice_is_told_the_question_alone",
    ),
    Guard(
        "faces/cli/serve.py",
        "lobby.streams.most_of_an_address = most_spectators or lobby.streams.most_of_an_address",
        "pass",
        "tests/http/test_proxies.py::test_a_hall_behind_one_address",
    ),
    Guard(
        "server/dice_keys.py",
        "and last.salt == self._salt and",
        "and",
        f"{_DICE}::test_a_restored_table_throws_other_dice_and_says_so",
    ),
    Guard(
        "store/backup.py",
        "return _copy(source, target, _mark)",
        "return _copy(source, target)",
        f"{_DICE}::test_a_restored_table_throws_other_dice_and_says_so",
    ),
    Guard(
        "server/draws.py",
        "if to == (REFEREE,):",
        "if True:",
        f"{_DICE}::test_players_learn_nothing_of_secret_dice_before_they_are_opened",
    ),
    Guard(
        "server/dice_file.py",
        "if entry.secret and entry.drawn is not None and entry.drawn.seal in opened:",
        "if entry.secret and entry.drawn is not None:",
        f"{_DICE}::test_players_learn_nothing_of_secret_dice_before_they_are_opened",
    ),
    Guard(
        "server/draws.py",
        'seats = "\\n".join(("stream", *to)).encode()',
        'seats = b"stream"',
        f"{_DICE}::test_dice_of_some_seats_leave_no_gap_for_others",
    ),
    Guard(
        "server/dice_check.py",
        "if stretch.at < end:",
        "if False:",
        f"{_DICE}::test_a_changed_file_is_found_out",
    ),
    Guard(
        "server/dice_check.py",
        "sum(stretch.at < before for",
        "sum(False for",
        "tests/server/test_dice_vectors.py::test_a_vector",
    ),
    Guard(
        "server/dice_check.py",
        "elif throw.secret in seal.keys:",
        "elif False:",
        f"{_DICE}::test_a_changed_file_is_found_out",
    ),
    Guard(
        "kernel/strict.py",
        "if name in found:",
        "if False:",
        f"{_BAD}::test_bodies_that_are_not_what_they_should_be",
    ),
    Guard(
        "kernel/strict.py",
        "if is_too_deep(brackets(text)):",
        "if False:",
        f"{_BAD}::test_bodies_that_are_not_what_they_should_be",
    ),
    Guard(
        "kernel/strict.py",
        'raise RuleInputError("bad_encoding", "not UTF-8", "send UTF-8", position=fault.start + 1) from None',
        'return raw.decode("latin-1")',
        f"{_BAD}::test_bodies_that_are_not_what_they_should_be",
    ),
    Guard(
        f"{_HTTP}/bodies.py",
        'if kind.strip().lower() != JSON or charset not in ("", "utf-8"):',
        "if False:",
        f"{_BAD}::test_a_body_must_say_that_it_is_json",
    ),
    Guard(
        f"{_HTTP}/bodies.py",
        'if request.headers.get("content-encoding", "identity").lower() != "identity":',
        "if False:",
        f"{_BAD}::test_compressed_bodies_are_not_read",
    ),
    Guard(
        f"{_HTTP}/request_head.py",
        'if {b"content-length", b"transfer-encoding"} <= {name.lower() for name, _ in raw}:',
        "if False:",
        f"{_BAD}::test_length_and_chunks_together",
    ),
    Guard(
        f"{_HTTP}/request_head.py",
        "if len(path) > MOST_PATH or _NO_PLACE.search(path) or _HIDDEN_SLASH.search(raw):",
        "if False:",
        f"{_BAD}::test_addresses_with_nothing_there",
    ),
    Guard(
        f"{_HTTP}/guard.py",
        "if name in self._hosts or _is_own_address(name, scope):",
        "if True:",
        f"{_BAD}::test_names_that_are_not_ours",
    ),
    Guard(
        f"{_HTTP}/guard.py",
        "believe(asked, self.proxies)",
        'believe(asked, frozenset({"127.0.0.1"}))',
        "tests/http/test_proxies.py::test_without_a_trusted_proxy_nothing_of_it_is_believed",
    ),
    Guard(
        f"{_HTTP}/guard.py",
        "wait = self._buckets.take(seat or self._payer(scope, address))",
        "wait = 0",
        "tests/http/test_guard.py::test_a_person_who_asks_too_often_has_to_wait",
    ),
    Guard(
        f"{_HTTP}/wrong_codes.py",
        "wait = self._here.wait(who) or (",
        "wait = (",
        f"{_ACCESS}::test_ten_wrong_links_in_a_minute",
    ),
    Guard(
        f"{_HTTP}/guard.py",
        'return f"{address} codes" if proven is None else f"code {proven}"',
        "return address",
        "tests/http/test_hall.py::test_a_flood_of_codes_keeps_nobody_from_other_pages",
    ),
    Guard(
        f"{_LIVE}/start/join_page.py",
        "return tries.wait > 0 and lobby_of",
        "return False and lobby_of",
        "tests/http/test_hall.py::test_what_a_guesser_learns_after_the_last_try",
    ),
    Guard(
        f"{_LIVE}/access/founding.py",
        "if len(left) >= founder.most:",
        "if False:",
        "tests/http/test_founders.py::test_a_founder_has_so_many_campaigns",
    ),
    Guard(
        f"{_LIVE}/access/lobby.py",
        "founder is not None and founder.founder.has(table)",
        "founder is not None",
        "tests/http/test_founders.py::test_a_founder_sees_no_campaign_of_another",
    ),
    Guard(
        f"{_HTTP}/request_head.py",
        "if len(set(names)) < len(names):",
        "if False:",
        f"{_ACCESS}::test_cookies_that_no_browser_sends",
    ),
    Guard(
        f"{_HTTP}/request_head.py",
        'if sum(name.lower() == b"cookie" for name, _ in raw) > 1:',
        "if False:",
        f"{_ACCESS}::test_two_lines_of_cookies",
    ),
    Guard(
        f"{_HTTP}/request_head.py",
        'if site not in ("same-origin", "none") or origin.lower() != ours.lower():',
        "if False:",
        f"{_ACCESS}::test_other_pages_can_neither_act_nor_listen",
    ),
    Guard(
        f"{_HTTP}/guard.py",
        'b"content-security-policy": CONTENT_SECURITY_POLICY.encode(),',
        "",
        "tests/http/test_guard.py::test_every_answer_is_guarded",
    ),
    Guard(
        "faces/web/base/markdown.py",
        'MarkdownIt("js-default", {"html": False, "linkify": False})',
        'MarkdownIt("commonmark", {"html": True})',
        "tests/http/test_pages.py::test_markdown_can_do_no_harm",
    ),
    Guard(
        "faces/web/base/markdown.py",
        'if text.count("[") > MOST_BRACKETS:',
        "if False:",
        "tests/http/test_pages.py::test_markdown_that_takes_too_long",
    ),
    Guard(
        "faces/shared/one_line.py",
        "character if character.isprintable() else repr(character)[1:-1]",
        "character",
        "tests/faces/test_error_shape.py::test_escapes_are_not_passed_on",
    ),
    Guard(
        "table/state/names.py",
        "if looks(text) in RESERVED:",
        "if False:",
        "tests/http/test_names.py::test_names_that_are_refused",
    ),
    Guard(
        f"{_LIVE}/access/links.py",
        "if not hmac.compare_digest(proof.encode(), self._proof(_COOKIE, said).encode()):",
        "if False:",
        f"{_ACCESS}::test_a_cookie_cannot_be_made",
    ),
    Guard(
        f"{_LIVE}/viewer/request.py",
        "    if seat != REFEREE:\n        raise Unserved",
        "    if False:\n        raise Unserved",
        f"{_ACCESS}::test_what_is_the_referees",
    ),
    Guard(
        f"{_LIVE}/viewer/request.py",
        "if not lobby.is_owner(cookies_sent(request)):",
        "if False:",
        f"{_ACCESS}::test_only_the_owner_renews_it",
    ),
    Guard(
        f"{_LIVE}/viewer/request.py",
        "    found = starter_of(request)\n",
        "    found = starter_of(request) or Starter(lobby_of(request))\n",
        "tests/http/test_start.py::test_only_the_owner_begins_and_lists",
    ),
    Guard(
        "server/open_table.py",
        "if edition not in (None, self.now.editions.get(seat, 0)):",
        "if False:",
        f"{_ACCESS}::test_a_command_that_crosses_with_the_renewal_is_not_carried_out",
    ),
    Guard(
        "server/open_table.py",
        "if expected is not None and self._cursors.number(seat, expected) != self._histories.counts.get(seat, 0):",
        "if False:",
        "tests/http/test_roles.py::test_a_command_that_rests_on_an_old_cursor",
    ),
    Guard(
        "server/open_table.py",
        "if why := self._refusals(seat, command) or not_sent(command, pictures):",
        "if why := ():",
        "tests/http/test_roles.py::test_who_may_give_a_command",
    ),
    Guard(
        "server/cursors.py",
        'if hmac.compare_digest(found["proof"], self._proof(seat, number)):',
        "if True:",
        f"{_STREAMS}::test_a_cursor_that_is_not_the_seats",
    ),
    Guard(
        "server/seat_histories.py",
        "for seat in told.to:",
        "for seat in {*told.to, *self.of}:",
        "tests/http/test_secrecy.py::test_no_secret_in_anything_that_players_can_fetch",
    ),
    Guard(
        f"{_LIVE}/access/ears.py",
        "if count >= limit:",
        "if False:",
        f"{_STREAMS}::test_the_seventh_stream_of_a_sign_in",
    ),
    Guard(
        "store/memory.py",
        "return Known(known.answer) if known.fingerprint == fingerprint else Mismatch()",
        "return Known(known.answer)",
        "tests/http/test_roles.py::test_the_same_command_twice",
    ),
    Guard(
        "store/database.py",
        '"synchronous": "full"',
        '"synchronous": "off"',
        "tests/store/test_powercut.py",
    ),
    Guard(
        "store/chain.py",
        "if line.link != link:",
        "if False:",
        "tests/store/test_verify.py::test_every_change_is_found_at_its_line",
    ),
    Guard(
        "store/chain.py",
        "if self.seq == head.version and self.link != head.link:",
        "if False:",
        "tests/store/test_verify.py::test_a_change_with_its_links_mended_is_found_by_the_head",
    ),
    Guard(
        "store/rows.py",
        "return seal in (seals.NOT_SEALED, seals.of_answer(place, number, key, fingerprint, answer))",
        "return True",
        "tests/store/test_seals.py::test_a_changed_answer_is_found_at_its_line",
    ),
    Guard(
        "store/row_checks.py",
        "if key is not None and (place, number, key) not in found:",
        "if False:",
        "tests/store/test_seals.py::test_an_answer_that_its_index_hides_is_found",
    ),
    Guard(
        "store/row_checks.py",
        "found = set(db.execute(_KEYS, (number,)).fetchall())",
        "found = {(at, number, key) for at, _, key in db.execute(_KEYS, (number,))}",
        "tests/store/test_seals.py::test_an_entry_that_only_a_search_would_miss_is_found",
    ),
    Guard(
        "store/rows.py",
        "if not isinstance(body, bytes):",
        "if False:",
        "tests/store/test_seals.py::test_a_body_that_became_text_is_found",
    ),
    Guard(
        "store/salvage.py",
        "kept = _whole_acts(lines, end)",
        "kept = len(lines)",
        "tests/faces/test_recover.py::test_what_lies_before_the_damage_is_played_on_in_a_copy",
    ),
    Guard(
        "store/salvage.py",
        "yield from (form for form in _near(line) if _follows(link, form))",
        "yield from ()",
        "tests/faces/test_recover.py::test_a_flipped_bit_costs_no_event",
    ),
    Guard(
        "store/backup.py",
        'if db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):',
        "if False:",
        "tests/store/test_backup.py::test_a_backup_can_be_written_to_though_its_store_cannot",
    ),
    Guard(
        "store/found_rows.py",
        "return not found.listed and not found.lines and found.table.id in listed",
        "return False",
        "tests/store/test_backup.py::test_a_listing_with_another_number_costs_no_line",
    ),
    Guard(
        "store/backup.py",
        "rescued = rescue(source, target, fault)",
        "rescued = None",
        "tests/store/test_backup.py::test_a_damaged_store_is_backed_up_as_far_as_it_can_be_read",
    ),
    Guard(
        "faces/http/watching.py",
        "time.perf_counter(), kind_of(path)",
        "time.perf_counter(), path",
        "tests/http/test_watching.py::test_the_log_tells_of_every_request_and_of_no_secret",
    ),
    Guard(
        "faces/website.py",
        "closing is not None and closing.is_set()",
        "closing is not None and not closing",
        "tests/http/test_watching.py::test_a_process_that_leaves_is_not_ready",
    ),
    Guard(
        "store/write_ahead.py",
        "(lost := _dropped(log)) > MOST_TORN",
        "(lost := _dropped(log)) < 0",
        "tests/store/test_damage.py::test_a_flipped_bit_in_what_a_killed_server_left",
    ),
)

_LIBRARY = "the libraries that speak HTTP keep it, and nothing of ours has a part in it"
_SAME = "it plays all of the above at once, whose guards are taken away there"

_CHANCE = "its test meets the fault by chance"

WITHOUT = {
    "eight players act at once": _CHANCE,
    "a body announced with `Expect`": _LIBRARY,
    "a request to upgrade the connection": _LIBRARY,
    "bots play at many tables behind nginx": _SAME,
}
"""The promises whose guard is not taken away, by the beginnings of their rows, and why not."""
