"""The choice to use Scars on a roll: what each option makes of the roll, and what Scars do."""

from collections.abc import Mapping

from msgspec import Struct

from undercroft.books.violence.checks import attribute_check, save
from undercroft.books.violence.combat_rounds import initiative, pack_access
from undercroft.books.violence.fighting import attack
from undercroft.books.violence.hirelings import hireling_morale
from undercroft.books.violence.mishaps import mishap
from undercroft.books.violence.rituals import ritual
from undercroft.books.violence.scars import SCAR_LIMIT, ScarMode, face_of, is_bend, shifts
from undercroft.books.violence.wounds import damage, exact_attribute
from undercroft.kernel.amounts import counted
from undercroft.kernel.dice import Choice, Throw
from undercroft.kernel.units import RuleId
from undercroft.table.bridge.to_violence import trained_attack
from undercroft.table.fight import stats
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PersonId
from undercroft.table.state.open_questions import OpenQuestion
from undercroft.table.state.people import Person

AIMS: Mapping[RuleId, str] = {
    attack.id: "above the target's AC and at most the attribute; exactly the attribute is best",
    attribute_check.id: "at most the attribute; exactly the attribute is best",
    damage.id: "high",
    exact_attribute.id: "above the target's AC and at most the attribute to hit, and high for damage",
    hireling_morale.id: "above the hireling's Hit Dice and at most Cunning; exactly Cunning is best",
    initiative.id: "at most Agility, to act before the foes; exactly Agility gives a quick action too",
    mishap.id: "low",
    pack_access.id: "at most Cunning; exactly Cunning finds it at once",
    ritual.id: "above the damage taken this round and at most Cunning; exactly Cunning is best",
    trained_attack.id: "above the target's AC and at most the attribute with its training; exactly that number is best",
    save.id: "at most the attribute, and above the Hit Dice of a creature that threatens",
}
"""What is good to roll, by the rule that asks."""


class ScarChoice(Struct, frozen=True):
    """The question, the options by what they make of the roll, what is good to roll, and what Scars do."""

    title: str
    options: tuple[str, ...]
    aim: str
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
    aim = AIMS.get(asked.rule, "") if asked.rule is not None else ""
    return ScarChoice(
        _title(asked), tuple(made), f"A good roll is {aim}." if aim else "", _says(known, person, scars, mode)
    )


def _title(asked: OpenQuestion) -> str:
    """On which roll to use a Scar: the last one of the same ruling."""
    rolls = [throw.question.purpose for throw in asked.throws if isinstance(throw.question, Throw)]
    return f"use a Scar on the {rolls[-1]} roll?" if rolls else "use a Scar?"


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
