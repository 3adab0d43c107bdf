"""How far a new character is: the stage that a question belongs to."""

from collections.abc import Iterable

from msgspec import Struct

from undercroft.books.delving.checks import ability_generate
from undercroft.books.sovereign.creation import create_attributes, create_gold
from undercroft.books.sovereign.hit_points import hp_initial
from undercroft.books.violence.characters import character
from undercroft.kernel.units import RuleId
from undercroft.table.bridge import Ability
from undercroft.table.characters.makers import step_of
from undercroft.table.state.open_questions import OpenQuestion


class Stage(Struct, frozen=True):
    """A stage of making a character: its name and its number. The last one goes on in the shop."""

    title: str
    number: int
    of: int

    @property
    def words(self) -> str:
        """Its number among the stages."""
        return "last step" if self.number == self.of else f"{self.number} of {self.of}"


_BY_RULE: dict[RuleId, Stage] = {
    create_attributes.id: Stage("Attributes", 1, 4),
    hp_initial.id: Stage("Hit points and gold", 4, 4),
    create_gold.id: Stage("Gold for gear", 4, 4),
    ability_generate.id: Stage("Abilities", 1, 4),
}
_BY_STEP: dict[str, Stage] = {
    "improvement": Stage("Skills and attributes", 2, 4),
    "class": Stage("Class and feats", 3, 4),
    "feat": Stage("Class and feats", 3, 4),
    "skill": Stage("Class and feats", 3, 4),
    "increase": Stage("Increases", 3, 4),
    **{ability.upper(): Stage("Values for the abilities", 2, 4) for ability in Ability},
}
_AFTER_SWAP = frozenset({"health", "money", "occupation", "something", "extra"})


def stage_of(asked: OpenQuestion) -> Stage | None:
    """The stage of a question about a new character; None for a question about something else."""
    first = step_of(asked.question.purpose).partition(" ")[0]
    if asked.rule == character.id:
        return Stage("Health, money and more", 2, 3) if first in _AFTER_SWAP else Stage("Attributes", 1, 3)
    by_rule = _BY_RULE.get(asked.rule) if asked.rule is not None else None
    return by_rule or _BY_STEP.get(first)


def stage_now(asked: Iterable[OpenQuestion]) -> Stage | None:
    """The stage of the first question that is about a new character."""
    return next((stage for question in asked if (stage := stage_of(question)) is not None), None)
