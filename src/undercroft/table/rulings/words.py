"""Rulings in words: the rule, its book, the dice and the outcome."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from undercroft.books import BOOKS
from undercroft.books import RULES as OF_THE_BOOKS
from undercroft.books.sovereign import healing
from undercroft.books.sovereign.combat import Order
from undercroft.books.violence.scars import ScarMode, Shift, is_bend, shifts
from undercroft.interpret.ask import prompt
from undercroft.interpret.play import Answered, DieSource
from undercroft.interpret.words import say, told
from undercroft.kernel import wire
from undercroft.kernel.amounts import added_up, signed
from undercroft.kernel.dice import Choice, Throw
from undercroft.kernel.phrases import begun, within
from undercroft.kernel.rules import AnyRule, Book, Outcome
from undercroft.kernel.throwing import total_of
from undercroft.kernel.units import RuleId
from undercroft.table.bridge.rules_between_books import clue_check, lost, stats_to_violence
from undercroft.table.bridge.to_violence import trained_attack
from undercroft.table.engine.plain_dice import Total, plain_dice
from undercroft.table.engine.record import NO_REASON, Chosen, Settled, Thrown
from undercroft.table.rulings.silent_rulings import SPOKEN_FOR
from undercroft.table.rulings.target_numbers import target

OWN: tuple[AnyRule, ...] = (plain_dice, clue_check, lost, stats_to_violence, trained_attack)
"""The table's own rules, which are in no book."""

RULES: Mapping[str, AnyRule] = {**OF_THE_BOOKS, **{rule.id: rule for rule in OWN}}
"""Every rule that can be settled at a table."""


def cite(rule: RuleId) -> str:
    """The book and heading of a rule."""
    found = RULES.get(rule)
    return found.cite.words if found is not None else rule


def outcome_of(settled: Settled) -> Outcome | None:
    """The outcome of a ruling; None if its rule or that outcome no longer exists."""
    rule = RULES.get(settled.rule)
    if rule is None:
        return None
    try:
        outcome: Outcome = wire.from_plain(rule.outcome_type, settled.outcome)
    except wire.Unreadable:
        return None
    return outcome


def outcome_words(settled: Settled) -> str:
    """The outcome of a ruling, in the words of its book."""
    outcome = outcome_of(settled)
    return (said_by(settled.rule, outcome) if outcome is not None else "") or told(settled.outcome)


def said_by(rule: RuleId, outcome: Outcome) -> str:
    """An outcome in the words of its book; empty if no book has words for it."""
    if isinstance(outcome, Total):
        return f"It comes to {outcome.total}."
    words = next((book.words for book in _books(rule) if type(outcome) in book.words), None)
    return say(words, outcome) if words is not None else ""


def _books(rule: RuleId) -> Iterable[Book]:
    """The book of a rule; for the table's own rules all books, since they may borrow an outcome."""
    book = BOOKS.get(rule.partition(".")[0])
    return BOOKS.values() if book is None else (book,)


def modifier(event: Settled | Thrown) -> int | None:
    """What was added to the dice of a ruling; None where its outcome has no total, or a seat saw the dice alone.

    Where other rolls or choices follow, the total is that of the roll which is held against a number.
    """
    if not isinstance(event, Settled) or event.overruled:
        return None
    summed = _summed(event)
    roll = event.throws[summed].question if summed is not None else None
    if summed is None or not isinstance(roll, Throw):
        return None
    rolled = total_of(roll.roll, event.throws[summed].faces)
    total = _total(event, rolled)
    return total - rolled if total is not None else None


def _summed(event: Settled) -> int | None:
    """Which roll of a ruling its total belongs to: the only one, or the first that is held against a number."""
    if len(event.throws) == 1:
        return 0
    held = (
        number
        for number, answer in enumerate(event.throws)
        if isinstance(answer.question, Throw) and _against(event, answer.question.purpose, 0).startswith(", against")
    )
    return next(held, None)


def _total(event: Settled, rolled: int) -> int | None:
    """The total of a ruling with one roll: of damage, if it is the roll and what the rule adds to it."""
    total, damage = event.outcome.get("total"), event.outcome.get("damage")
    if isinstance(total, int):
        return total
    return damage if isinstance(damage, int) and damage == rolled + sum(_parts(event).values()) else None


def _parts(event: Settled) -> Mapping[str, int]:
    """What a rule adds to its dice one by one, in words."""
    values = ((words, event.given.get(name)) for name, words in _ADDED.items())
    return {words: value for words, value in values if isinstance(value, int) and value}


def beside(event: Settled | Thrown) -> tuple[str, ...]:
    """What counted beside each answer: `, +1 = 9 (attribute +2, skill -1), against 10`; for a Scar ` to 8, 1 under 9`.

    Nothing for a seat that saw the dice alone.
    """
    if not isinstance(event, Settled):
        return ("",) * len(event.throws)
    return tuple(_beside(event, number) for number in range(len(event.throws)))


def _beside(event: Settled, number: int) -> str:
    answer, after = event.throws[number], event.throws[number + 1 : number + 2]
    if not isinstance(answer.question, Throw):
        before = event.throws[number - 1] if number else None
        if before is None or not _is_shift(answer) or not isinstance(before.question, Throw):
            return ""
        bent = total_of(before.question.roll, before.faces) + _shift(event.given, answer)
        return f" to {bent}{_against(event, before.question.purpose, bent)}"
    more = _modifiers(event) if number == _summed(event) else ""
    if any(map(_is_shift, after)):
        return more
    return f"{more}{_against(event, answer.question.purpose, total_of(answer.question.roll, answer.faces))}"


def _against(event: Settled, purpose: str, rolled: int) -> str:
    """The number that a roll is held against, if it has one."""
    rule = RULES.get(event.rule)
    words = target(rule, event.given, purpose, rolled) if rule is not None else ""
    return f", {words}" if words else ""


def _modifiers(event: Settled) -> str:
    """What was added to the dice, if the outcome has a total."""
    whole = modifier(event)
    if not whole:
        return ""
    named = _parts(event)
    each = ", ".join(f"{words} {signed(value)}" for words, value in named.items())
    known = f" ({each})" if sum(named.values()) == whole and len(named) > 1 else ""
    return f", {signed(whole)} = {event.outcome.get('total', event.outcome.get('damage'))}{known}"


def _is_shift(answer: Answered) -> bool:
    """Whether a Scar moves a roll, whose number the dice no longer show."""
    return isinstance(answer.question, Choice) and is_bend(answer.question) and answer.answer != Shift.KEEP


def _shift(given: Mapping[str, Any], answer: Answered) -> int:
    """How far a Scar moves the roll."""
    options = shifts(given.get("scars", 0), ScarMode(given.get("scar_mode", ScarMode.EXACT)))
    return options.get(str(answer.answer), 0)


_ADDED = {
    "attr_mod": "attribute",
    "skill": "skill",
    "attack_bonus": "attack bonus",
    "heal": "Heal",
    "magic": "magic",
    "situation": "situation",
    "situational": "situation",
    "bonus": "bonus",
    "hit_bonus": "bonus to a hit",
}
"""The inputs that rules add to their dice one by one, in words."""


def initiative(event: Settled | Thrown) -> str:
    """Initiative by sides as a sentence, with its dice; empty for any other ruling, and where it was overruled.

    The first side is the Delvers, who add their best DEX.
    """
    if not isinstance(event, Settled) or event.overruled:
        return ""
    outcome = outcome_of(event)
    if not isinstance(outcome, Order) or len(event.throws) != len(outcome.totals):
        return ""
    rolls = [added_up((sum(answer.faces),), total) for answer, total in zip(event.throws, outcome.totals, strict=True)]
    first = "the Delvers" if outcome.order[0] == 0 else "the foes"
    if len(rolls) == len(("the Delvers", "the foes")):
        said = f"The Delvers roll {rolls[0]} for initiative, the foes {rolls[1]}."
        return f"{said} {first[:1].upper()}{first[1:]} act first."
    others = ", ".join(f"side {number} {roll}" for number, roll in enumerate(rolls[1:], 1))
    return f"The Delvers roll {rolls[0]} for initiative, {others}. {outcome_words(event)}"


def thrown(answers: Sequence[Answered], notes: Sequence[str] = ()) -> str:
    """Answers in words: `2d6, notice: 3 + 4 = 7, typed`, with a note on each; numbers without dice are left out."""
    notes = notes or ("",) * len(answers)
    asked = ((answer, note) for answer, note in zip(answers, notes, strict=True) if _is_told(answer))
    return "; ".join(said for answer, note in asked if (said := _answered(answer, note)))


def _is_told(answer: Answered) -> bool:
    return bool(answer.faces) or isinstance(answer.question, Choice)


def chosen(choice: Choice, option: str) -> str:
    """A choice in words; empty where Scars were left unused.

    >>> chosen(Choice("use a Scar on the 9", "one", ("keep", "down", "up")), "up")
    'a Scar moves it up'
    """
    if not is_bend(choice):
        return f"{choice.purpose}: {option}"
    way = option if option in (Shift.UP, Shift.DOWN) else f"by {option}"
    return "" if option == Shift.KEEP else f"a Scar moves it {way}"


def _answered(answer: Answered, more: str) -> str:
    if isinstance(answer.question, Choice):
        return f"{chosen(answer.question, str(answer.answer))}{more}"
    shown = added_up(answer.faces, total_of(answer.question.roll, answer.faces))
    return f"{prompt(answer.question)}: {shown}{more}{_origin(answer.sources)}"


def _origin(sources: Sequence[DieSource]) -> str:
    """Whether people typed the dice or the server rolled them."""
    if not sources:
        return ""
    return f", {sources[0]}" if len(set(sources)) == 1 else ", partly rolled"


def ruling(event: Settled | Thrown | Chosen) -> str:
    """A ruling, a roll or a choice as a sentence for the log."""
    match event:
        case Settled():
            return _settled(event)
        case Thrown():
            fallen = thrown(event.throws)
            return begun(f"{whose(event)}{fallen}.") if fallen else ""
        case Chosen():
            said = thrown((event.choice,))
            return f"{said}." if said else ""


def by_fiat(event: Settled) -> str:
    """The sentence after a result that the referee changed: the reason, if there is one; else empty."""
    if not event.overruled:
        return ""
    return "The referee ruled so." if event.overruled == NO_REASON else f"The referee's ruling: {event.overruled}."


def whose(event: Settled | Thrown) -> str:
    """Who or what a ruling is about, before its dice; nothing for a rule that the referee asked for by its name."""
    return f"{within(event.about)}, " if event.about and not _is_asked_for(event) else ""


def _is_asked_for(event: Settled | Thrown) -> bool:
    """Whether the referee asked for the rule itself, so that no other line tells its outcome."""
    rule = RULES.get(event.rule)
    return rule is not None and event.about == rule.title


def _settled(event: Settled) -> str:
    """A ruling as a sentence; empty if the next line of the log says it better."""
    fallen = thrown(event.throws, beside(event))
    spoken_for = bool(event.throws) or (
        event.rule in SPOKEN_FOR and not _is_asked_for(event) and not isinstance(outcome_of(event), healing.NotHealed)
    )
    if spoken_for and not fallen and not event.overruled:
        return ""
    if sides := initiative(event):
        return f"{sides} ({event.throws[0].sources[0]})" if event.throws[0].sources else sides
    note = f"{whose(event)}{fallen}".removesuffix(", ")
    dice = f" ({note})" if note else ""
    return f"{outcome_words(event)}{dice} {by_fiat(event)}".rstrip()
