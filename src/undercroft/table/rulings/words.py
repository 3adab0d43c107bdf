"""Rulings in words: the rule, its book, the dice and the outcome."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from undercroft.books import BOOKS
from undercroft.books import RULES as OF_THE_BOOKS
from undercroft.books.delving import actions, checks, exposure, fights, movement
from undercroft.books.hexcrawl import template
from undercroft.books.neverwhere import fatigue, recovery, working_hours
from undercroft.books.sovereign import advancement, chases, healing, injury, parley, reactions, strain
from undercroft.books.violence import hirelings, morale, timekeeping
from undercroft.books.violence.scars import Shift, is_bend
from undercroft.interpret.ask import prompt
from undercroft.interpret.play import Answered, Source
from undercroft.interpret.words import say, told
from undercroft.kernel import wire
from undercroft.kernel.dice import D20, Choice, Throw
from undercroft.kernel.rules import AnyRule, Book, Outcome
from undercroft.kernel.throwing import total_of
from undercroft.kernel.units import RuleId
from undercroft.table.bridge.rules_between_books import clue_check, lost, stats_to_violence
from undercroft.table.bridge.to_violence import trained_attack
from undercroft.table.engine.plain_dice import Total, plain_dice
from undercroft.table.engine.record import Chosen, Settled, Thrown

OWN: tuple[AnyRule, ...] = (plain_dice, clue_check, lost, stats_to_violence, trained_attack)
"""The table's own rules, which are in no book."""

RULES: Mapping[str, AnyRule] = {**OF_THE_BOOKS, **{rule.id: rule for rule in OWN}}
"""Every rule that can be settled at a table."""


SPOKEN_FOR: frozenset[str] = frozenset(
    rule.id
    for rule in (
        actions.search,
        actions.secret_features,
        actions.follow_clue,
        exposure.trap_on_enter,
        movement.move_walk,
        movement.move_run,
        timekeeping.exploration_turn,
        template.template_forced_rest,
        injury.take_damage,
        chases.chase_caught,
        fatigue.lose_fp,
        working_hours.march_fatigue,
        recovery.rest_recovery,
        healing.natural_healing,
        parley.parley_leverage,
        parley.parley_offer,
        reactions.reaction_choices,
        strain.strain_recover,
        advancement.xp_pool,
        advancement.xp_shares,
    )
)
"""Rules without dice whose outcome the next line of the log tells in better words."""


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
    """What was added to the dice of a ruling; None where its outcome has no total, or a seat saw the dice alone."""
    rolls = [answer for answer in event.throws if isinstance(answer.question, Throw)]
    if not isinstance(event, Settled) or event.overruled or len(event.throws) != 1 or not rolls:
        return None
    total, roll = event.outcome.get("total"), rolls[0].question
    if not isinstance(total, int) or not isinstance(roll, Throw):
        return None
    return total - total_of(roll.roll, rolls[0].faces)


def added(event: Settled | Thrown) -> str:
    """What counted beside the dice: `, +1 = 9 (attribute +2, skill -1)`, for morale `, 1 under 9`, else nothing."""
    whole = modifier(event)
    if not isinstance(event, Settled) or not whole:
        return _morale(event)
    parts = {words: event.given.get(name) for name, words in _ADDED.items()}
    named = {words: value for words, value in parts.items() if isinstance(value, int) and value}
    each = ", ".join(f"{words} {value:+}" for words, value in named.items())
    known = f" ({each})" if sum(named.values()) == whole and len(named) > 1 else ""
    return f", {whole:+} = {event.outcome['total']}{known}"


def _morale(event: Settled | Thrown) -> str:
    """How far a morale roll lies from its number, for seats that know the input: `, 1 under 9`."""
    if not isinstance(event, Settled) or event.rule not in _NERVE or not event.throws:
        return ""
    roll = event.throws[0]
    if not isinstance(roll.question, Throw) or any(_is_shift(answer) for answer in event.throws):
        return ""
    return _NERVE[event.rule](event.given, total_of(roll.question.roll, roll.faces))


def _is_shift(answer: Answered) -> bool:
    """Whether a Scar moves a roll, whose number the dice no longer show."""
    return isinstance(answer.question, Choice) and answer.answer != Shift.KEEP


def _from(rolled: int, number: int) -> str:
    away = rolled - number
    return f"{abs(away)} {'over' if away > 0 else 'under'} {number}" if away else f"exactly {number}"


def _foes_nerve(given: Mapping[str, Any], rolled: int) -> str:
    return f", {_from(rolled, morale.morale_number(given['hd']))}"


def _hirelings_nerve(given: Mapping[str, Any], rolled: int) -> str:
    """A hireling holds over their Hit Dice and under their employer's Cunning."""
    hd, cunning = given["hd"], given["cunning"]
    if rolled <= hd and rolled != cunning:
        return f", {_from(rolled, hd)}"
    return f", {_from(rolled, cunning)}{f' and over {hd}' if rolled < cunning else ''}"


def _delvers_nerve(given: Mapping[str, Any], rolled: int) -> str:
    """By Delving a Wisdom check decides; a natural 20 always succeeds, a natural 1 never does."""
    if rolled in (D20.sides, 1):
        return f", a natural {rolled}"
    wis, dc = given["wis"], checks.Check(score=given["wis"]).dc
    return f"{f', {wis:+} = {rolled + wis}' if wis else ''}, {_from(rolled + wis, dc)}"


_NERVE: Mapping[RuleId, Callable[[Mapping[str, Any], int], str]] = {
    morale.morale_check.id: _foes_nerve,
    hirelings.hireling_morale.id: _hirelings_nerve,
    fights.morale_check.id: _delvers_nerve,
}
"""The number that each book's morale rolls are held against."""


_ADDED = {
    "attr_mod": "attribute",
    "skill": "skill",
    "attack_bonus": "attack bonus",
    "heal": "Heal",
    "magic": "magic",
    "situation": "situation",
    "situational": "situation",
}
"""The inputs that rules add to their dice one by one, in words."""


def thrown(answers: Sequence[Answered], more: str = "") -> str:
    """Answers in words: `2d6, notice: 3 4 = 7, typed`; numbers without dice are left out, `more` follows the total."""
    asked = (answer for answer in answers if answer.faces or isinstance(answer.question, Choice))
    return "; ".join(said for answer in asked if (said := _answered(answer, more)))


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
        return chosen(answer.question, str(answer.answer))
    faces = " ".join(str(face) for face in answer.faces)
    total = total_of(answer.question.roll, answer.faces)
    shown = faces if faces == str(total) else f"{faces} = {total}"
    return f"{prompt(answer.question)}: {shown}{more}{_origin(answer.sources)}"


def _origin(sources: Sequence[Source]) -> str:
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
            return f"{fallen}." if fallen else ""
        case Chosen():
            said = thrown((event.choice,))
            return f"{said}." if said else ""


def _settled(event: Settled) -> str:
    """A ruling as a sentence; empty if the next line of the log says it better."""
    fallen = thrown(event.throws, added(event))
    spoken_for = bool(event.throws) or (
        event.rule in SPOKEN_FOR and not isinstance(outcome_of(event), healing.NotHealed)
    )
    if spoken_for and not fallen and not event.overruled:
        return ""
    dice = f" ({fallen})" if fallen else ""
    by_fiat = f" The referee's ruling: {event.overruled}." if event.overruled else ""
    return f"{outcome_words(event)}{dice}{by_fiat}"
