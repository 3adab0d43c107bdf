"""Guards against what attackers once found, each with the test of its promise."""

from tests.guard import Change, Guard

OF_FINDINGS = (
    Guard(
        "faces/shared/table_names.py",
        'whole = found if _spelled(name) else "-".join(filter(None, (NAMELESS, found)))',
        "whole = found",
        "tests/http/test_start.py::test_a_name_in_any_letters",
    ),
    Guard(
        "server/whole_act.py",
        "wanted.id not in before and wanted.questions]",
        "wanted.id not in before and wanted.blocks and wanted.questions]",
        "tests/http/test_roles.py::test_the_same_command_with_other_dice",
    ),
    Guard(
        "server/open_table.py",
        "        match log.Appended(version) if self._rehearsed else self._append(batch):\n",
        "        first = replace(batch, key=f'{batch.key}-1', entries=batch.entries[:1], pictures=())\n"
        "        if len(batch.entries) > 1 and not self._rehearsed:\n"
        "            self._append(first)\n"
        "            __import__('time').sleep(0.2)\n"
        "            batch = replace(batch, expected=batch.expected + 1, entries=batch.entries[1:])\n"
        "        match log.Appended(version) if self._rehearsed else self._append(batch):\n",
        "tests/postgres/test_races.py::test_a_process_is_killed_in_the_middle_of_its_commands",
    ),
    Guard(
        "deploy/nginx.conf",
        "    proxy_buffering off;\n",
        "    proxy_buffering on;\n",
        "tests/deploy/test_proxies.py::test_a_stream_speaks_at_once",
        (Change("faces/web/live/access/stream.py", ', (b"x-accel-buffering", b"no"))', ")"),),
    ),
    Guard(
        "store/chain.py",
        "if line.link != link:",
        "if False:",
        "tests/store/test_damage.py::test_a_flipped_bit_or_a_file_cut_short",
        (Change("store/chain.py", "if self.seq == head.version and self.link != head.link:", "if False:"),),
    ),
    Guard(
        "faces/web/static/js/dice/dice-check.js",
        "(late >>> 10)",
        "(late >>> 11)",
        "tests/browser/test_fair_dice.py::test_the_page_without_a_server_finds_what_the_vectors_say",
    ),
    Guard(
        "table/exploration/first_sight.py",
        "(_from(site, zone, by), sensed(play.now, group, by)) if by",
        "(_from(site, zone, by), _from(site, zone, by)) if by",
        "tests/table/test_two_worlds_clocks.py::test_players_cannot_tell_what_a_room_they_have_not_seen_is_called",
    ),
    Guard(
        "server/command_request.py",
        "content = (seat, command, dice) if dice else (seat, command)",
        "content = (seat, command)",
        "tests/http/test_roles.py::test_the_same_command_with_other_dice",
    ),
    Guard(
        "faces/web/live/access/ears.py",
        "        if who.seat != SPECTATORS:\n",
        "        if False:\n",
        "tests/http/test_streams.py::test_spectators_take_no_stream_of_a_seat",
        (
            Change(
                "faces/web/live/access/ears.py",
                "own = [other for other in others if other.who.seat == who.seat]",
                "own = others",
            ),
        ),
    ),
    Guard(
        "faces/http/guard.py",
        'real = found is not None and int(found["port"] or 0) <= MOST_PORT',
        "real = found is not None",
        "tests/http/test_bad_requests.py::test_a_port_that_cannot_be",
    ),
    Guard(
        "faces/http/lanes.py",
        "            left.charge(payer.name, BEFORE + budget.spent)\n",
        "            left.charge(payer.name, BEFORE)\n",
        "tests/http/test_strangers.py::test_work_is_paid_for_by_its_cost",
    ),
    Guard(
        "faces/web/live/access/entrances.py",
        "        opened = self._tables.peek(table)\n",
        "        opened = self._tables.open(table)\n",
        "tests/http/test_strangers.py::test_guesses_open_no_table",
    ),
    Guard(
        "faces/web/live/viewer/request.py",
        "def viewer_of(request: AnyRequest, table: str, most: int | None = RECENT,",
        "def viewer_of(request: AnyRequest, table: str, most: int | None = None,",
        "tests/http/test_long_logs.py::test_no_other_page_looks_through_the_whole_log",
    ),
    Guard(
        "faces/http/lanes.py",
        "    if length <= BRIEF:\n",
        "    if length >= 0:\n",
        "tests/http/test_strangers.py::test_nothing_long_is_read_in_the_event_loop",
    ),
    Guard(
        "faces/http/lanes.py",
        "    spend(length * READ)\n",
        "    pass\n",
        "tests/http/test_strangers.py::test_long_bodies_are_paid_for",
    ),
    Guard(
        "table/refusals.py",
        "    if seat != REFEREE and not said and any(",
        "    if seat == SPECTATORS and any(",
        "tests/http/test_roles.py::test_players_fill_in_what_their_forms_ask_and_nothing_else",
    ),
)
