"""Whatever dice are asked about, the work is counted before it is done."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.effort import steps
from tests.figures import share_of
from undercroft.faces.shared.dice_payloads import odds_told
from undercroft.interpret.odds import of_formula
from undercroft.kernel.budget import Budget, within
from undercroft.kernel.faults import UndercroftError
from undercroft.kernel.notation import parse

MOST = 100_000
A_STEP = 3
"""Lines of Python for each step that is counted: a line takes less time than a step."""
BEFORE = 12_000
"""Lines for reading the expression, and for what is small beside everything else."""

counts = st.sampled_from((1, 2, 3, 10, 40, 100, 1000))
sides = st.sampled_from((2, 6, 10, 20, 100, 999, 1000, 1001, 99_999, 100_001, 1_000_000))
marks = st.sampled_from(("", "!", "!>5", "!>500000", "r<3", "r<500000", "ro<2", ">=5", "!>9>=8", "!r=2"))
rolls = st.builds(lambda count, side, mark: f"{count}d{side}{mark}", counts, sides, marks)
kept = st.builds(lambda count, side, keep: f"{count}d{side}kh{min(keep, count)}", counts, sides, st.integers(1, 60))
expressions = st.builds(
    lambda first, sign, rest: sign.join((first, *rest))[:200],
    rolls | kept,
    st.sampled_from("+*"),
    st.lists(rolls | kept, max_size=11),
)


def lines_and_steps(expression: str) -> tuple[int, int]:
    """The lines of Python that an answer takes, and the steps that are counted for it."""
    budget = Budget(MOST, MOST, 10**6)

    def answer() -> None:
        try:
            with within(budget):
                odds_told(of_formula(parse(expression)))
        except UndercroftError:
            pass

    return steps(answer), budget.spent


@settings(deadline=None, max_examples=share_of(60))
@given(expression=expressions)
@example(expression="1d1000000!>500000")
@example(expression="d999999!>5+d999998!>7+d999997r<9")
@example(expression="+".join(f"d{999_999 - number}!>{500_000 + number}" for number in range(12)))
@example(expression="d99999ro<5")
@example(expression="(100d6)*(100d6)")
@example(expression="1000d6")
@example(expression="100d6kh50")
def test_all_work_is_counted(expression: str) -> None:
    """No expression takes more lines than its counted steps allow, nor more than its budget, whatever becomes of it."""
    lines, counted = lines_and_steps(expression)
    assert counted <= MOST
    assert lines <= A_STEP * counted + BEFORE


@pytest.mark.parametrize("expression", ["2d6", "10d6!", "4d6kh3", "3d6r<2", "2d10ro<2"])
def test_without_a_budget_nothing_is_refused(expression: str) -> None:
    """A person at their own machine may ask for anything that has an answer."""
    assert len(of_formula(parse(expression))) > 1
