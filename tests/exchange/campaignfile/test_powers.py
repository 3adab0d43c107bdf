"""Spells and powers in a campaign file."""

from msgspec.structs import replace

from tests.table.small_site import begin
from undercroft.books.sovereign.saves import SaveKind
from undercroft.exchange import campaignfile
from undercroft.table.state.people import Duration, Power, Sheet, Target

POWERS = (
    Power("Light", "as a torch", Duration.TURNS, 6, per_day=2, used=1, day=3),
    Power("Ward"),
    Power("Bolt", target=Target.FOE, strain=1, hp=2, price="a coin", save=SaveKind.EVASION, halves=True, damage="2d6"),
)


def test_powers_are_written_and_read_back() -> None:
    """Every entry with its duration and its uses."""
    opening = begin()
    people = tuple(replace(person, sheet=replace(person.sheet, powers=POWERS)) for person in opening.people)
    read = campaignfile.read(campaignfile.write(replace(opening, people=people)), "file")
    assert [POWERS] * len(people) == [person.sheet.powers for person in read.people]
    assert () == Sheet().powers


def test_dice_of_a_power_that_cannot_be_thrown_are_a_problem_of_the_file() -> None:
    """At the line of the power."""
    opening = begin()
    sheet = replace(opening.people[0].sheet, powers=(Power("Bolt", damage="2d6"),))
    text = campaignfile.write(replace(opening, people=(replace(opening.people[0], sheet=sheet), *opening.people[1:])))
    assert [] == list(campaignfile.problems(text))
    assert ["bad_dice"] == [found.code for found in campaignfile.problems(text.replace("2d6", "lots"))]
