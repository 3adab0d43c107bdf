"""Guards that keep a promise together, of the proxies, and of what long runs meet."""

from tests.guard import Change, Guard

_HTTP, _LIVE = "faces/http", "faces/web/live"
_POSTGRES = "store/postgres"
_RACES = "tests/postgres/test_races.py"
_DICE = "tests/server/test_fair_dice.py"

_JS = "faces/web/static/js"
_LINE = "tests/browser/test_bad_line.py"

IN_PAIRS = (
    Guard(
        f"{_JS}/base/pressed.js",
        "  else waiting.push(does);\n",
        "  else does();\n",
        "tests/browser/test_presses.py",
    ),
    Guard(
        f"{_JS}/table/panels.js",
        "      for (const name of now) waiting.add(name);\n",
        "",
        f"{_LINE}::test_panels_that_fail_are_fetched_again",
    ),
    Guard(
        f"{_JS}/table/commands.js",
        'lines.push(why === undefined ? "Your',
        'lines.push(true ? "Your',
        f"{_LINE}::test_dice_that_are_no_longer_wanted",
    ),
    Guard(
        f"{_LIVE}/pages/table.py",
        "    who = await sender_at(request, table)\n    lobby = lobby_of(request)\n",
        "    try:\n        who = await sender_at(request, table)\n"
        "    except Exception:\n        from undercroft.faces.web.live.access.links import SignedIn\n\n"
        '        who = SignedIn(table, "priya", "x", 0)\n'
        "    lobby = lobby_of(request)\n",
        "tests/http/test_streams.py::test_only_those_hear_who_signed_in",
    ),
    Guard(
        f"{_LIVE}/access/stream.py",
        "call_later(PATIENCE, self._abort)",
        "call_later(6000.0, self._abort)",
        "tests/http/test_streams.py::test_a_person_who_never_reads_is_cut",
        (Change("faces/http/runner.py", "READER_PATIENCE = 10.0", "READER_PATIENCE = 6000.0"),),
    ),
    Guard(
        f"{_LIVE}/api/endpoints.py",
        "for fact in heard.told)\n    return reply(Events(",
        "for fact in heard.told[::-1])\n    return reply(Events(",
        "tests/http/test_secrecy.py::test_a_reveal_is_seen_from_then_on",
    ),
    Guard(
        "faces/api/table_bodies.py",
        "class CommandBody(Struct, frozen=True, forbid_unknown_fields=True):",
        "class CommandBody(Struct, frozen=True):",
        "tests/http/test_roles.py::test_fields_that_nobody_may_send",
        (
            Change(
                "interpret/form.py",
                "in sorted(given - names - ({form.kind_field} if",
                "in sorted(set() if True else ({form.kind_field} if",
            ),
        ),
    ),
    Guard(
        f"{_HTTP}/lanes.py",
        "            left.charge(payer.name, BEFORE + budget.spent)\n",
        "            left.charge(payer.name, 0)\n",
        "tests/http/test_flood.py::test_strangers_do_their_worst",
    ),
    Guard(
        f"{_HTTP}/guard.py",
        'b"content-security-policy": CONTENT_SECURITY_POLICY.encode(),',
        "",
        "tests/browser/test_pages.py::test_the_policy_holds_though_the_sanitiser_fails",
    ),
    Guard(
        "faces/shared/shelf.py",
        "word.lower() in text.lower()",
        '__import__("re").search(word.lower(), text.lower())',
        "tests/http/test_bad_requests.py::test_a_search_takes_words_as_they_are",
    ),
    Guard(
        "exchange/outline/parsing.py",
        '"write it, or delete the line", line)',
        '"", line)',
        "tests/exchange/outline/test_any_text.py::test_any_text_is_read",
    ),
    Guard(
        "exchange/campaignfile/reading.py",
        "return tuple(problem for problem in found if problem.grade is Severity.ERROR)",
        "return tuple(problem for problem in found if problem.grade is Severity.ERROR)[:1]",
        "tests/http/test_export_import.py::test_every_problem_of_a_file_is_told",
    ),
    Guard(
        f"{_LIVE}/start/sign_in.py",
        "        return lobby.referee_keys(table).cookie(second) if second is not None else None\n    return None\n",
        "        return lobby.referee_keys(table).cookie(second) if second is not None else None\n"
        '    raise not_found("there is no such table")\n',
        "tests/http/test_access.py::test_a_link_that_opens_nothing_tells_nothing",
    ),
    Guard(
        f"{_LIVE}/pages/beside.py",
        "chronicle(lobby_of(request).store, table, seat))\n",
        'chronicle(lobby_of(request).store, table, "referee"))\n',
        "tests/http/test_chronicles.py::test_a_report_for_players_has_no_secret",
    ),
    Guard(
        "server/dice_keys.py",
        "        to = tuple(sorted(TABLE(campaign)))\n",
        '        to = ("referee",)\n',
        f"{_DICE}::test_a_table_is_sealed_from_its_first_moment",
    ),
    Guard(
        "server/dice_keys.py",
        "number = campaign.seals[-1].number + 1 if campaign.seals else 1",
        "number = min(2, campaign.seals[-1].number + 1) if campaign.seals else 1",
        f"{_DICE}::test_an_undone_end_of_a_session_brings_no_opened_seal_back",
    ),
    Guard(
        f"{_LIVE}/pages/table.py",
        "None if viewer.referee else packed(told))",
        "None)",
        "tests/http/test_packing.py::test_an_event_costs_a_phone_little",
        (Change(f"{_LIVE}/pages/table.py", "        if drawing.mark != had:\n", "        if True:\n"),),
    ),
    Guard(
        "store/database.py",
        '"synchronous": "full"',
        '"synchronous": "off"',
        "tests/atomic/test_every_operation.py::test_the_power_fails_after_each_change",
    ),
    Guard(
        "faces/shared/kept_run.py",
        "def keep_run(",
        'def left_out(path: str) -> None:\n    open(path, "w").close()\n\n\ndef keep_run(',
        "tests/atomic/test_every_operation.py::test_every_operation_that_writes_is_tried",
    ),
    Guard(
        f"{_HTTP}/lanes.py",
        '        self.pages = Lane("pages", QUICK, threads=AT_ONCE)\n',
        "        self.pages = self.commands\n",
        "tests/http/test_busy_stores.py::test_reads_go_on_while_the_file_is_held",
    ),
    Guard(
        "store/writer.py",
        "        if database.is_failed_sync(error):\n",
        "        if True:\n",
        "tests/store/test_crashes.py::test_no_room_for_a_moment",
    ),
    Guard(
        f"{_POSTGRES}/rows.py",
        "WHERE number = %s AND version = %s AND link = %s AND seal = %s RETURNING number)",
        "WHERE number = %s AND (%s::bigint, %s::bytea, %s::bigint) IS NOT NULL RETURNING number)",
        f"{_RACES}::test_two_processes_race_on_one_table",
        (Change(f"{_POSTGRES}/schema.py", "        PRIMARY KEY (number, seq),\n", ""),),
    ),
    Guard(
        f"{_POSTGRES}/store.py",
        "            except ConnectionLost:\n                self._connections.forget()\n",
        "            except ConnectionLost:\n                return Appended(batch.expected + len(batch.entries))\n",
        f"{_RACES}::test_the_database_is_killed_while_two_processes_write",
    ),
    Guard(
        "deploy/nginx.conf",
        "    proxy_set_header X-Forwarded-Proto $scheme;\n",
        "",
        "tests/deploy/test_proxies.py::test_cookies_are_for_this_host_and_https_alone",
    ),
)
