"""Spells and powers in a campaign file."""

from msgspec.structs import replace

from tests.table.small_site import begin
from undercroft.exchange import campaignfile
from undercroft.table.state.people import Duration, Power, Sheet

POWERS = (Power("Light", "as a torch", Duration.TURNS, 6, per_day=2, used=1, day=3), Power("Ward"))


def test_powers_are_written_and_read_back() -> None:
    """Every entry with its duration and its uses."""
    opening = begin()
    people = tuple(replace(person, sheet=replace(person.sheet, powers=POWERS)) for person in opening.people)
    read = campaignfile.read(campaignfile.write(replace(opening, people=people)), "file")
    assert [POWERS] * len(people) == [person.sheet.powers for person in read.people]
    assert () == Sheet().powers
