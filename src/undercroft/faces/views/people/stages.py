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


class CreationStage(Struct, frozen=True):
    """A stage of making a character: its name and its number. The last one goes on in the shop."""

    title: str
    number: int
    of: int

    @property
    def words(self) -> str:
        """Its number among the stages."""
        return "last step" if self.number == self.of else f"{self.number} of {self.of}"


_BY_RULE: dict[RuleId, CreationStage] = {
    create_attributes.id: CreationStage("Attributes", 1, 4),
    hp_initial.id: CreationStage("Hit points and gold", 4, 4),
    create_gold.id: CreationStage("Gold for gear", 4, 4),
    ability_generate.id: CreationStage("Abilities", 1, 4),
}
_BY_STEP: dict[str, CreationStage] = {
    "improvement": CreationStage("Skills and attributes", 2, 4),
    "class": CreationStage("Class and feats", 3, 4),
    "feat": CreationStage("Class and feats", 3, 4),
    "skill": CreationStage("Class and feats", 3, 4),
    "increase": CreationStage("Increases", 3, 4),
    **{ability.upper(): CreationStage("Values for the abilities", 2, 4) for ability in Ability},
}
_AFTER_SWAP = frozenset({"health", "money", "occupation", "something", "extra"})


def stage_of(asked: OpenQuestion) -> CreationStage | None:
    """The stage of a question about a new character; None for a question about something else."""
    first = step_of(asked.question.purpose).partition(" ")[0]
    if asked.rule == character.id:
        return (
            CreationStage("Health, money and more", 2, 3) if first in _AFTER_SWAP else CreationStage("Attributes", 1, 3)
        )
    by_rule = _BY_RULE.get(asked.rule) if asked.rule is not None else None
    return by_rule or _BY_STEP.get(first)


def stage_now(asked: Iterable[OpenQuestion]) -> CreationStage | None:
    """The stage of the first question that is about a new character."""
    return next((stage for question in asked if (stage := stage_of(question)) is not None), None)
