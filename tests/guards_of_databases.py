"""The guards behind the promises about several processes on one database."""

from tests.guard import Guard

_POSTGRES = "store/postgres"
_CUTS = "tests/postgres/test_cuts.py"
_NEIGHBOURS = "tests/postgres/test_neighbours.py"
_RELEASES = "tests/postgres/test_releases.py"
_TROUBLE = "tests/postgres/test_trouble.py"
_UPKEEP = "tests/postgres/test_upkeep.py"

OF_DATABASES = (
    Guard(
        f"{_POSTGRES}/store.py",
        "                until = until or self._clock() + UNSURE_FOR\n",
        "                raise Unsure(self.named) from None\n",
        f"{_CUTS}::test_the_line_is_cut_around_a_commit",
    ),
    Guard(
        f"{_POSTGRES}/neighbours.py",
        "REFRESH = 2.0",
        "REFRESH = 9999.0",
        f"{_NEIGHBOURS}::test_a_notice_gets_lost",
    ),
    Guard(
        "server/open_table.py",
        "if edition not in (None, self.now.editions.get(seat, 0)):",
        "if edition == -1:",
        f"{_NEIGHBOURS}::test_a_link_is_renewed_at_one_process",
    ),
    Guard(
        f"{_POSTGRES}/store.py",
        "                    self._connections.check_warned(db)\n",
        "",
        f"{_TROUBLE}::test_a_wait_for_a_standby_that_is_cancelled_is_no_success",
    ),
    Guard(
        f"{_POSTGRES}/connections.py",
        'FULL = frozenset({"53100"})',
        "FULL = frozenset[str]()",
        f"{_TROUBLE}::test_a_full_disk",
    ),
    Guard(
        f"{_POSTGRES}/schema.py",
        "GRANT SELECT, INSERT ON secrets, lines, pictures TO",
        "GRANT SELECT, INSERT, UPDATE, DELETE ON secrets, lines, pictures TO",
        f"{_TROUBLE}::test_the_role_of_the_program_can_change_no_line",
    ),
    Guard(
        "store/chain.py",
        "    if MOVED in positions:\n",
        "    if not MOVED:\n",
        f"{_UPKEEP}::test_a_table_is_moved_there_and_back",
    ),
    Guard(
        "server/lines.py",
        'code="newer_event"',
        'code="integrity"',
        f"{_RELEASES}::test_what_only_the_next_release_can_read",
    ),
    Guard(
        f"{_POSTGRES}/schema.py",
        "if there.least > SCHEMA:",
        "if there.least < 0:",
        f"{_RELEASES}::test_what_only_the_next_release_can_read",
    ),
    Guard(
        f"{_POSTGRES}/upkeep.py",
        "store.mark(table, RESTORED, marked({})[RESTORED])",
        "store.mark(table, RESTORED, 0)",
        f"{_UPKEEP}::test_after_a_restore_every_table_has_new_dice",
    ),
)
