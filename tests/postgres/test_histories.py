"""The checker finds what is wrong with a history, and nothing in one that is right."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.postgres.histories import Op, Outcome, faults

GOOD = (
    Op(0, 10, Outcome.APPENDED, 1, "a"),
    Op(5, 15, Outcome.STALE, 1, "b"),
    Op(16, 30, Outcome.APPENDED, 2, "b"),
    Op(31, 32, Outcome.UNSURE, 0, "c"),
    Op(33, 40, Outcome.KNOWN, 0, "c"),
    Op(41, 42, Outcome.READ, 3),
)
LOG = [(1, "a"), (2, "b"), (3, "c")]


def test_a_history_that_is_right() -> None:
    """Nothing is found in it, whether the line that was unsure is there or not."""
    assert [] == faults(GOOD, LOG)
    assert [] == faults(GOOD[:4], LOG[:2])
    assert [] == faults(GOOD[:4], LOG)


WRONG = {
    "a gap": (GOOD, [(1, "a"), (3, "b"), (4, "c")]),
    "a line twice": (GOOD, [*LOG, (4, "c")]),
    "a lost line": (GOOD, LOG[:2]),
    "a line that nobody sent": (GOOD, [*LOG, (4, "d")]),
    "another place": (GOOD, [(1, "b"), (2, "a"), (3, "c")]),
    "out of order": ((GOOD[0], replace(GOOD[2], version=1)), [(1, "b")]),
    "a late reading": ((*GOOD[:5], replace(GOOD[5], version=1)), LOG),
    "a late refusal": ((*GOOD, Op(50, 60, Outcome.STALE, 2, "d")), LOG),
    "refused, and there": ((*GOOD[:3], Op(31, 32, Outcome.NOTHING, 0, "c")), LOG),
}


@pytest.mark.parametrize("ops, log", [pytest.param(*wrong, id=name) for name, wrong in WRONG.items()])
def test_a_history_that_is_wrong(ops: tuple[Op, ...], log: list[tuple[int, str | None]]) -> None:
    """Something is found."""
    assert faults(ops, log)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.booleans()), max_size=40))
def test_any_schedule_of_a_log_that_keeps_its_promises(steps: list[tuple[int, int, bool]]) -> None:
    """Whatever the writers do in whatever order, a log with one version at a time is right."""
    log: list[tuple[int, str | None]] = []
    known = dict.fromkeys(range(4), 0)
    ops: list[Op] = []
    for now, (who, before, reads) in enumerate(steps):
        asked, answered = 10 * now - before, 10 * now + 5
        if reads:
            known[who] = len(log)
            ops.append(Op(asked, answered, Outcome.READ, len(log)))
        elif known[who] == len(log):
            log.append((len(log) + 1, f"k{now}"))
            known[who] = len(log)
            ops.append(Op(asked, answered, Outcome.APPENDED, len(log), f"k{now}"))
        else:
            known[who] = len(log)
            ops.append(Op(asked, answered, Outcome.STALE, len(log), f"k{now}"))
    assert [] == faults(ops, log)
