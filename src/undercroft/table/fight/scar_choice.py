"""The choice to use Scars on a roll: what each option makes of the roll, and what Scars do."""

from msgspec import Struct

from undercroft.books.violence.scars import SCAR_LIMIT, ScarMode, face_of, is_bend, shifts
from undercroft.kernel.amounts import counted
from undercroft.kernel.dice import Choice
from undercroft.table.fight import stats
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PersonId
from undercroft.table.state.open_questions import OpenQuestion
from undercroft.table.state.people import Person

TITLE = "use a Scar?"


class ScarChoice(Struct, frozen=True):
    """The options by what they make of the roll, and a sentence on what Scars do."""

    options: tuple[str, ...]
    says: str


def scar_choice(known: Campaign, asked: OpenQuestion) -> ScarChoice | None:
    """The choice to use Scars in words; None if the question is about something else."""
    person = _bearer(known, asked.who)
    if not isinstance(asked.question, Choice) or not is_bend(asked.question) or person is None:
        return None
    scars, options = stats.scars_of(known, person.id), asked.question.options
    mode = next((mode for mode in ScarMode if tuple(shifts(scars, mode)) == options), None)
    if mode is None:
        return None
    face = face_of(asked.question)
    made = (f"Make it {face + by}" if by else f"Keep {face}" for by in shifts(scars, mode).values())
    return ScarChoice(tuple(made), _says(known, person, scars, mode))


def _bearer(known: Campaign, who: PersonId | None) -> Person | None:
    """Whose Scars count: a character's own, and the employer's for a hireling."""
    person = known.people.get(who) if who is not None else None
    if person is None or not stats.is_hired(person):
        return person
    return known.people.get(person.employer) if person.employer is not None else None


def _says(known: Campaign, person: Person, scars: int, mode: ScarMode) -> str:
    much = f"up to {scars}" if mode is ScarMode.UP_TO and scars > 1 else str(scars)
    limited = known.house.readings.get(SCAR_LIMIT.id) is not None
    how_often = "one roll in each round" if limited else "any roll in a fight"
    scar, stays = ("It", "is") if scars == 1 else ("They", "are")
    return (
        f"{person.name} has {counted(scars, 'Scar')}. {scar} can move {how_often} up or down by {much}, "
        f"and {stays} never used up."
    )
