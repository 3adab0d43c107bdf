"""`undercroft forecast`: the list, an answer from what is given, and from a table as it stands."""

from pathlib import Path

import pytest

from tests.faces.commandline import CommandLine
from undercroft.foresight.forecasts.questions import QUESTIONS


def test_forecast_lists_its_questions(undercroft: CommandLine) -> None:
    """In words and for programs."""
    assert [question.id for question in QUESTIONS] == [each["id"] for each in undercroft("forecast", "--json").json]
    assert "Will wandering monsters find us" in undercroft("forecast").out


def test_forecast_answers_from_what_is_given(undercroft: CommandLine, tmp_path: Path) -> None:
    """With a picture; mistakes are refused."""
    picture = tmp_path / "met.svg"
    ran = undercroft("forecast", "met", "--given", "clock=violence", "--turns", "3", "--plot", str(picture))
    assert "42.1 %  91/216" in ran.out
    assert picture.read_text("utf-8").startswith("<svg")
    (told,) = undercroft("forecast", "met", "--given", '{"clock": "violence", "turns": 2}', "--json").json
    assert ("11/36", "exact") == (told["chance"], told["exactness"])
    for wrong in (["meet"], ["met", "--given", "clok=violence"], ["chase", "--turns", "3"], ["met", "--turns", "x"]):
        assert undercroft("forecast", *wrong).code


NEEDED = {"route": ["--given", '{"hexes": [{"terrain": "plains"}]}']}
"""What a question has no usual value for."""


@pytest.mark.parametrize("question", [question.id for question in QUESTIONS])
def test_every_question_is_answered_with_its_usual_values(
    question: str, undercroft: CommandLine, tmp_path: Path
) -> None:
    """In words that say how exact they are, for programs, and as a picture; also where nothing can happen."""
    picture = tmp_path / "chart.svg"
    ran = undercroft("forecast", question, *NEEDED.get(question, []), "--plot", str(picture))
    assert 0 == ran.code, ran.err
    assert "exact" in ran.out
    assert picture.read_text("utf-8").startswith("<svg")
    (told,) = undercroft("forecast", question, *NEEDED.get(question, []), "--json").json
    assert told["exactness"].startswith("exact")


def test_forecast_of_a_table(undercroft: CommandLine, folder: Path) -> None:
    """The referee hears of wandering monsters, a player of light only; what is given changes the plan."""
    assert folder.is_dir()
    undercroft("table", "new", "Torch", "--demo", "--at", "torch")
    assert {"met", "light"} == {each["question"] for each in undercroft("forecast", "--table", "torch", "--json").json}
    told = undercroft("forecast", "--table", "torch", "--as", "seat-3", "--json").json
    assert {"light"} == {each["question"] for each in told}
    (met,) = undercroft("forecast", "met", "--table", "torch", "--turns", "6", "--json").json
    assert "91/216" == met["chance"]
    assert not undercroft("forecast", "met", "--table", "torch", "--as", "seat-3", "--json").json
    (nook,) = undercroft("forecast", "met", "--table", "torch", "--given", "location=unknown_chamber", "--json").json
    assert "0/1" == nook["chance"]
    assert undercroft("forecast", "light", "--table", "torch", "--about", "nobody").code
