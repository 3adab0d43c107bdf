"""Odds, offers, rulings and help, in plain lines."""

import inspect
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from textwrap import wrap
from typing import get_type_hints

from msgspec.structs import fields as fields_of

from undercroft.faces.terminal.field_sorts import sort_of
from undercroft.interpret.odds import of_rule
from undercroft.interpret.policy import NEVER
from undercroft.interpret.words import told
from undercroft.kernel.amounts import percent, signed
from undercroft.kernel.faults import OddsTooWide
from undercroft.server.commands import BY_TAG, OF_ITSELF
from undercroft.server.undo import rulings_of
from undercroft.table.engine.audience import Told
from undercroft.table.engine.part import Command, Offer, Reason
from undercroft.table.engine.record import Settled, Thrown
from undercroft.table.explain import Because, ExplainedAnswer, because
from undercroft.table.odds import chance_of
from undercroft.table.rulings.methods import chance, rollers
from undercroft.table.rulings.words import cite
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.open_rulings import Trial

HELP = """\
Type the number of an offer or its words: search maud, move oak, move north, light maud torch, end.
“offers” lists what you can do now, “offers maud” what Maud can do, “offers all” one by one.
Any command by its name:  COMMAND [words in order] [field=value ...], or as JSON. “help COMMAND” lists its fields,
“help light” the commands that mention light.
Dice of your own:         2d6, roll 1d20+3.
Dice after a colon:       search maud : 3 4. ? rolls one, * rolls the rest and declines every choice.
When asked for dice:      3 4, ? rolls one, Enter rolls the rest, a word chooses, “withdraw” calls the command off.
When no rule fits:        ruling "over the wall" maud check=STR/Exert dc=8 damage=1d6; save=, chance=2-in-6, dice=2d6.
To see more:              look (the place), show, show maud (her sheet and gear), log, draft.
Also: why, undo, redo, as NAME, overrule N OUTCOME [field=value ...] because REASON, help, quit.
Commands:
"""
WIDTH = 100
"""The longest line of a word list."""


def odds_line(offer: Offer) -> str:
    """The exact odds of the rule that an offer settles, by what the seat knows; empty if that is too little."""
    if offer.rule is None or offer.given is None:
        return ""
    if offer.sought is not None:
        hoped = chance_of(offer)
        return _chance(hoped) if hoped is not None else ""
    try:
        odds = of_rule(offer.rule, offer.given, NEVER)
    except OddsTooWide:
        return ""
    kinds = odds.by(lambda outcome: outcome.kind)
    if len(kinds) == 1 and not offer.aims:
        return ""
    policy = " if nobody changes the roll" if odds.policy else ""
    ordered = sorted(kinds.items(), key=lambda outcome: outcome[0] not in offer.aims)
    return (
        ", ".join(f"{ENDS.get(kind) or kind.replace('_', ' ')} {_chance(chance)}" for kind, chance in ordered) + policy
    )


def trial_odds(known: Campaign, trial: Trial) -> str:
    """Each person's chance to succeed at something that the referee rules on."""
    likely = ((person.name, chance(known, trial, person)) for person in rollers(known, trial))
    return ", ".join(f"{name} {_chance(found)}" for name, found in likely if found is not None)


ENDS: Mapping[str, str] = {
    "hit_exact": "exact hit, strike again",
    "worn_exact": "exact armour hit",
    "miss_exact": "exact miss",
    "found_now": "found at once",
}
"""Outcomes whose own names say too little in a line, in words, the hoped-for ones first."""


def _chance(chance: Fraction) -> str:
    return f"{percent(chance)} ({chance})"


def refusal(reasons: Iterable[Reason]) -> str:
    """The reasons for a refusal, each with its rule."""
    return " ".join(f"{reason.what}{f' [{cite(reason.rule)}]' if reason.rule else ''}" for reason in reasons)


def why_lines(act: Sequence[Told]) -> list[str]:
    """The rulings of an act in detail, numbered as `overrule` counts them; for a player, the dice that were seen."""
    seen = [event for fact in act if isinstance(event := fact.event, Thrown)]
    rulings: Sequence[Settled | Thrown] = rulings_of(act) or seen
    lines = [line for number, event in enumerate(rulings, 1) for line in _ruling(number, because(event))]
    return lines or ["No rule was used."]


def _ruling(number: int, it: Because) -> Iterable[str]:
    yield f"{number}. {it.rule} [{it.cite}]"
    parts = (
        ("", it.summary),
        ("given: ", told({given.name: given.value for given in it.inputs}) if it.inputs else ""),
        ("dice: ", "; ".join(_thrown(answer) for answer in it.answers)),
        ("added: ", signed(it.modifier) if it.modifier else ""),
        ("so: ", f"{it.says} ({told(it.outcome)})" if it.outcome is not None else ""),
        ("overruled: ", it.overruled),
    )
    yield from (f"     {what}{said}" for what, said in parts if said)


def _thrown(answer: ExplainedAnswer) -> str:
    """`2d6, skill check: 3 + 4 = 7, typed`."""
    if isinstance(answer.answer, str):
        return f"{answer.purpose}: {answer.answer}"
    return f"{answer.dice}, {answer.purpose}: {answer.thrown}, {', '.join(dict.fromkeys(answer.origin))}"


def help_lines(name: str = "") -> list[str]:
    """All commands; for a command, what it does and its fields; for another word, the commands that mention it."""
    if name in BY_TAG:
        return _command(BY_TAG[name])
    if not name:
        return [
            *HELP.splitlines(),
            *wrap(", ".join(sorted(BY_TAG.keys() - OF_ITSELF)), WIDTH, initial_indent="  ", subsequent_indent="  "),
        ]
    about = {tag: summary(kind) for tag, kind in sorted(BY_TAG.items())}
    word = name.casefold()
    found = [f"{tag}: {says}" for tag, says in about.items() if word in tag or word in says.casefold()]
    return found or [f"No command mentions “{name}”; “help” lists them all."]


def summary(kind: type[Command]) -> str:
    """What a command does, in its first sentence or two."""
    return inspect.cleandoc(kind.__doc__ or "").partition("\n\n")[0].replace("\n", " ")


def _command(kind: type[Command]) -> list[str]:
    lines = [line for line in f"{kind.tag}: {inspect.cleandoc(kind.__doc__ or '')}".splitlines() if line]
    hints = get_type_hints(kind)
    taken = (
        (field.name, sort_of(hints[field.name]), "" if field.required else ", may be left out")
        for field in fields_of(kind)
    )
    return [*lines, *(f"  {name}  {sort}{left_out}" for name, sort, left_out in taken)]
