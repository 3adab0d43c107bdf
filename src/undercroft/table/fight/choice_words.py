"""The choices of a fight in words: the question, what each option does, and what it costs."""

from msgspec import Struct

from undercroft.books.sovereign.situations import combat_luck
from undercroft.kernel.dice import Choice
from undercroft.table.fight.scar_choice import scar_choice
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.open_questions import OpenQuestion


class ChoiceWords(Struct, frozen=True):
    """The question, the options in the order of the choice, and a sentence about it."""

    title: str
    options: tuple[str, ...]
    says: str
    aim: str = ""
    """What is good, for those who are not told what each option brings."""


def choice_words(known: Campaign, asked: OpenQuestion) -> ChoiceWords | None:
    """A choice of a fight in words; None if the question is about something else."""
    scars = scar_choice(known, asked)
    if scars is not None:
        return ChoiceWords(scars.title, scars.options, scars.says, scars.aim)
    if asked.rule == combat_luck.id and isinstance(asked.question, Choice):
        return _luck(known, asked)
    return None


def _luck(known: Campaign, asked: OpenQuestion) -> ChoiceWords:
    """Veteran's Luck, which turns a miss of the Warrior's own or a hit on the Warrior."""
    person = known.people.get(asked.who) if asked.who is not None else None
    name = person.name if person is not None else "The Warrior"
    own = bool((asked.given or {}).get("own"))
    happened = f"{name} misses." if own else f"A foe hits {name}."
    options = ("Keep the miss", "Turn it into a hit") if own else ("Take the hit", "Turn it into a miss")
    says = f"{happened} Veteran's Luck turns one attack in each turn, and a fight counts as one turn."
    return ChoiceWords("use Veteran's Luck?", options, says)
