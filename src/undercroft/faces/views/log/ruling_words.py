"""A ruling in words: what was rolled for, the dice, and what came of it."""

import re
from collections.abc import Sequence

from undercroft.books import RULES
from undercroft.faces.views.short_names import capital
from undercroft.interpret.play import Answered, DieSource
from undercroft.kernel.amounts import added_up
from undercroft.kernel.dice import Choice, Throw
from undercroft.kernel.notation import text
from undercroft.kernel.remembering import remembering
from undercroft.kernel.throwing import total_of
from undercroft.table.engine.record import Settled, Thrown
from undercroft.table.rulings.words import beside, by_fiat, chosen, initiative, outcome_of, said_by, whose

MOST_RULINGS = 8192
"""Rulings whose words are kept: those that the screens of a hundred tables show."""


@remembering(MOST_RULINGS)
def ruling_words(event: Settled | Thrown) -> str:
    """What was rolled for, the dice and, for a seat that may know, the outcome."""
    if sides := initiative(event):
        return sides
    notes = beside(event)
    thrown = capital(f"{whose(event)}{_dice_words(event.throws, notes)}")
    said = _outcome_words(event) if isinstance(event, Settled) else ""
    if isinstance(event, Settled) and event.overruled:
        changed = f" Changed to “{said.removesuffix('.')}”." if said else ""
        return f"{thrown}.{changed} {by_fiat(event)}"
    again = _TOTAL_FIRST.match(said)
    if again is not None and _is_shown(again[1], thrown):
        if sum(isinstance(answered.question, Throw) for answered in event.throws) > 1:
            return f"{thrown}. {capital(said[again.end() :])}"
        colon = not again[0].endswith(", ") and ("=" in thrown or any(notes))
        return f"{thrown}{':' if colon else ','} {said[again.end() :]}"
    against = _TOTAL_AGAINST.match(said)
    if against is not None and _is_shown(against[1], thrown):
        return f"{thrown}, {said[against.start(2) :]}"
    alone = _TOTAL_ALONE.fullmatch(said)
    if alone is not None and _is_shown(alone[1], thrown):
        return f"{thrown}."
    within = _TOTAL_WITHIN.match(said)
    if within is not None and _is_shown(within[2], thrown):
        said = f"{within[1]}{said[within.end() :]}"
    return f"{thrown}. {said}".strip() if said else f"{thrown}."


_TOTAL_FIRST = re.compile(r"(?:Exactly |On a )?(\d+)(?: damage: | damage, |: )")
"""An outcome that begins with the total, which the dice have just shown."""

_TOTAL_AGAINST = re.compile(r"(\d+) (against \d+: )")
"""An outcome that begins with the total and the number that it is held against."""

_TOTAL_ALONE = re.compile(r"(\d+) damage(?: from the fall)?\.")
"""An outcome that only repeats the total."""

_TOTAL_WITHIN = re.compile(r"(.*?) with (\d+)(?=[.,:;]|$)")
"""An outcome that names the total later: `Failure with 7`."""


def _is_shown(total: str, thrown: str) -> bool:
    """Whether the dice line names a total already."""
    return re.search(rf"(?:[:=]|\bto) {total}\b", thrown) is not None


def _dice_words(throws: Sequence[Answered], notes: Sequence[str] = ()) -> str:
    """The rolls and choices of a ruling so far: `damage 1d6+1: 3 + 1 = 4; a Scar moves it up`, with a note on each."""
    noted = zip(throws, notes or ("",) * len(throws), strict=True)
    return "; ".join(f"{said}{note}" for answered, note in noted if (said := _throw(answered)))


def _throw(answered: Answered) -> str:
    """What a roll was for, its dice and their sum, or what was chosen."""
    question = answered.question
    if not isinstance(question, Throw):
        return chosen(question, str(answered.answer))
    return (
        f"{question.purpose} {text(question.roll)}: {added_up(answered.faces, total_of(question.roll, answered.faces))}"
    )


def _outcome_words(event: Settled) -> str:
    """A ruling's outcome in the words of its book; empty if the rule is in no book, or has changed since."""
    outcome = outcome_of(event) if event.rule in RULES else None
    return said_by(event.rule, outcome) if outcome is not None else ""


def source_of(throws: Sequence[Answered]) -> str:
    """Whether the dice were typed, rolled by the server, or both; empty if there were only choices."""
    rolled = (answered for answered in throws if not isinstance(answered.question, Choice))
    sources = {source for answered in rolled for source in answered.sources}
    if len(sources) > 1:
        return "part typed, part server"
    return "" if not sources else "typed" if DieSource.TYPED in sources else "rolled"
