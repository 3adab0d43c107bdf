"""What the guide to the library shows is what happens."""

import doctest
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from benchmarks.questions import QUESTIONS, SETUPS, Question, page, shown

DOCS = Path(__file__).parents[1] / "docs"


@pytest.mark.parametrize("page", ["library.md"])
def test_the_examples_run(page: str) -> None:
    """As they stand, from top to bottom."""
    tried = doctest.testfile(str(DOCS / page), module_relative=False, encoding="utf-8")
    assert 0 == tried.failed
    assert tried.attempted > 20


@pytest.mark.parametrize("asked", QUESTIONS, ids=lambda asked: asked.asks)
def test_each_of_twenty_questions_is_answered(asked: Question) -> None:
    """As the page says, exactly, and in no more characters than the others take."""
    known: dict[str, object] = {}
    exec(SETUPS["undercroft"], known)
    answer = eval(asked.ours, known)
    assert type(answer) is Fraction
    assert asked.answer == shown(answer)
    assert len(asked.ours) <= min(len(asked.icepool), len(asked.dyce))


def test_no_question_loads_a_module_or_goes_through_the_types_there_are() -> None:
    """Either takes longer than the answer: what a question needs is there before it is asked."""
    script = f"""
import sys
known = {{}}
exec({SETUPS["undercroft"]!r}, known)
before, gone_through = set(sys.modules), []
def note(frame, event, _):
    if event == "call" and frame.f_code.co_name == "__subclasshook__":
        gone_through.append(now)
for now in {[asked.ours for asked in QUESTIONS]!r}:
    sys.setprofile(note)
    eval(now, known)
    sys.setprofile(None)
print(sorted(set(sys.modules) - before), sorted(asked for asked in set(gone_through) if gone_through.count(asked) > 2))
"""
    assert "[] []\n" == subprocess.check_output([sys.executable, "-c", script], encoding="utf-8")


def test_the_page_of_twenty_questions_is_current() -> None:
    """`python -m benchmarks.questions` writes it."""
    assert page() == (DOCS / "twenty-questions.md").read_text(encoding="utf-8")
    assert 20 == len(QUESTIONS)
