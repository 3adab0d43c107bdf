"""The picture of a simulation in numbers, and runs in words."""

from undercroft.faces.views.foresight.charts import fan
from undercroft.faces.views.foresight.words import how_it_went
from undercroft.foresight.codes import Counts
from undercroft.foresight.courses import Fall, RunCourse, RunWatcher
from undercroft.foresight.prepare import encoded
from undercroft.foresight.runs import RunTask, own_digest
from undercroft.foresight.scenario import Delver, PartyPolicy, Scenario


def ends(*points: int) -> list[tuple[float, str]]:
    """The labels at the end of a picture of runs that keep so many of 40 hit points."""
    courses = [RunCourse(run, ((1, left),), (), home=True) for run, left in enumerate(points)]
    picture = fan(courses, 1, 40, Counts.TURNS)
    assert picture is not None
    return [(label.at, label.text) for label in picture.beside]


def test_equal_percentiles_have_one_label() -> None:
    """The middle stands for those that are equal to it, else the outermost; the picture holds all of them."""
    assert [(20.0, "40 middle")] == ends(*[40] * 20)
    assert ["0 worst 5 %", "20 middle"] == [text for _, text in ends(*[0] * 8, *[20] * 12)]


def test_labels_stay_within_the_picture() -> None:
    """Percentiles close to the top push each other down, not out."""
    crowded = ends(*[36] * 2, *[37] * 4, *[38] * 5, *[39] * 5, *[40] * 4)
    assert [76.0, 61.0, 46.0, 31.0, 16.0] == [at for at, _ in crowded]


def test_a_run_in_which_the_party_gets_away_says_so() -> None:
    """Neither won nor lost, with those who fell before."""
    course = RunCourse(7, ((1, 12), (2, 9)), (Fall(0, 2),), home=False, away=True)
    assert "Ada falls in round 2. They get away in round 2. 9 HP left." == how_it_went(
        course, ("Ada", "Eve"), Counts.ROUNDS
    )


def test_the_rounds_of_a_run_go_on_after_a_chase() -> None:
    """The fight at bay begins its own count at the table; in the story of a run its rounds come later."""
    party = (Delver("Ada", count=2, hp=6),)
    numbers = encoded(Scenario(party=party, foes="5 orcs HD 1 AC 3 1d6", policy=PartyPolicy(flee=100)))
    _, courses = RunWatcher(Counts.ROUNDS).played(RunTask(numbers.setup, numbers.start, own_digest()), 1, 0, 40)
    for course in courses:
        rounds = [number for number, _ in course.points]
        assert sorted(rounds) == rounds
    assert any(course.away for course in courses)
    assert any(not course.away and len(course.points) > 2 for course in courses)
