"""`undercroft rule`."""

import re
from typing import Any

from undercroft.faces.cli.exit_codes import REFUSED
from undercroft.faces.cli.output import print_json, print_notes
from undercroft.faces.cli.situation import given_for, in_terminal
from undercroft.faces.shared import entropy
from undercroft.faces.shared.library import say
from undercroft.faces.shared.payloads import ruling_told
from undercroft.faces.shared.shelf import rule_named, short_name_notes
from undercroft.interpret.ask import TypedDice, prompt
from undercroft.interpret.play import Answered, DieSource, Generator, Hands, Ruling, settle
from undercroft.kernel.amounts import added_up, either, with_hyphen
from undercroft.kernel.dice import Choice, Throw
from undercroft.kernel.faults import RuleInputError
from undercroft.kernel.rules import AnyRule
from undercroft.kernel.throwing import total_of

_FACE = re.compile(r"-?[0-9]{1,7}")


def rule(rule_id: str, given: list[str] | None, dice: str | None, *, roll_rest: bool, as_json: bool) -> int:
    """Settle a rule with typed, asked or rolled dice; the exit code says whether the rules refused."""
    found = rule_named(rule_id)
    print_notes(short_name_notes(rule_id, found))
    asking = in_terminal() and not as_json
    situation = given_for(found, given, may_ask=asking)
    hands = TypedDice(typed(dice or ""), _others(asking=asking and not roll_rest), rest=asking or roll_rest)
    ruling = settled(found, situation, hands)
    if as_json:
        print_json(ruling_told(ruling))
    else:
        for answered in ruling.throws:
            print(shown(answered))
        print(say(ruling))
    return REFUSED if ruling.outcome.kind == "refused" else 0


def settled(rule: AnyRule, situation: Any, hands: TypedDice) -> Ruling[Any, Any]:
    """Settle a rule with the answers from the command line; every answer must be used."""
    try:
        ruling = settle(rule, situation, hands)
    except RuleInputError as fault:
        if fault.code == "dice_missing":
            fault.fix = "answer it with --dice, or add --roll"
        raise
    hands.finish()
    return ruling


def typed(row: str) -> list[int | str | None]:
    """`9,4,search,?` as faces, words, and None for each die to roll."""
    return [_answer(part.strip()) for part in row.split(",")] if row.strip() else []


def _answer(part: str) -> int | str | None:
    if part == "?":
        return None
    if _FACE.fullmatch(number := with_hyphen(part)):
        return int(number)
    if not part:
        raise RuleInputError("bad_dice", "an answer in --dice is empty", "write --dice 9,4 with ? for one to roll")
    return part


def _others(*, asking: bool) -> Hands:
    rolled = Generator(entropy.draw())
    return Prompting(rolled) if asking else rolled


class Prompting:
    """A person at a terminal, who types each die or presses Enter to have it rolled."""

    def __init__(self, rolled: Hands) -> None:
        self._rolled = rolled

    def throw(self, question: Throw) -> Answered:
        """Ask for one die; `TypedDice` asks its other hands die by die."""
        while answer := input(f"{prompt(question)}: ").strip():
            try:
                return TypedDice([_answer(answer)], self._rolled).throw(question)
            except RuleInputError as fault:
                print(fault)
        return self._rolled.throw(question)

    def decide(self, choice: Choice) -> Answered:
        """Ask which option to take."""
        while (word := input(f"{prompt(choice)}: ").strip()) not in choice.options:
            print(f"choose {either(choice.options)}")
        return Answered(choice, word, (DieSource.TYPED,))


def shown(answered: Answered) -> str:
    """An answered question in one line."""
    origin = {DieSource.TYPED: "", DieSource.ROLLED: ", rolled"}
    match answered.question:
        case Throw(roll=roll):
            how = origin[answered.sources[0]] if len(set(answered.sources)) == 1 else ", partly rolled"
            return f"{prompt(answered.question)}: {added_up(answered.faces, total_of(roll, answered.faces))}{how}"
        case Choice(purpose=purpose):
            return f"{purpose}: {answered.answer}"
