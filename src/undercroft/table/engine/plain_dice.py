"""Dice that no book's rule asks for: the damage of a trap, the number of wandering monsters, a referee's own roll."""

from collections.abc import Iterable, Mapping
from typing import Annotated

from msgspec import Meta

from undercroft.kernel.dice import Dice, Formula, Number, Product
from undercroft.kernel.faults import BadNotation
from undercroft.kernel.notation import parse, parse_few, text
from undercroft.kernel.rules import Cite, Given, Outcome, rule, says
from undercroft.kernel.units import DAY, HOUR, MINUTE, SeatId
from undercroft.table.engine.audience import Audience
from undercroft.table.engine.part import Reason
from undercroft.table.engine.play import Play
from undercroft.table.state.seats import REFEREE


class Plain(Given, frozen=True):
    """Dice and their purpose."""

    dice: Annotated[str, Meta(min_length=1, max_length=200), says("dice such as 2d6+1")]
    purpose: Annotated[str, Meta(min_length=1, max_length=200), says("what they are for")]


class Total(Outcome, frozen=True, tag="total"):
    """The total of the dice."""

    total: int


@rule("table.dice", Cite("The table", "Plain dice"))
def plain_dice(dice: Dice, given: Plain) -> Total:
    """Roll dice and add them up."""
    return Total(dice.total(given.purpose, parse(given.dice)))


def not_dice(written: str) -> Iterable[Reason]:
    """The reason why a text is not dice that can be thrown."""
    try:
        parse_few(written)
    except (BadNotation, ValueError):
        yield Reason("bad_dice", f"“{written[:20]}” is not dice. Write them like 1d6 or 2d4+1.")


TIMES: Mapping[int, str] = {1: "seconds", MINUTE: "minutes", HOUR: "hours", DAY: "days"}
"""The units of a length of time."""


def amount(
    play: Play,
    written: int | str,
    purpose: str,
    *,
    to: Audience,
    by: SeatId = REFEREE,
    least: int = 0,
    units: Mapping[int, str] | None = None,
) -> int:
    """The number that was given, or the total of the dice thrown for it, at least `least`.

    `(1d6)*3600` throws the 1d6 alone; `units` has the word for the 3600, which the purpose then names.
    """
    if isinstance(written, int):
        return written
    dice, times = _unit(parse(written), units or {})
    named = f", in {units[times]}" if units else ""
    total = play.settle(plain_dice, Plain(text(dice), f"{purpose}{named}"), by=by, to=to, whole=True).total
    return max(least, total * times)


def _unit(formula: Formula, units: Mapping[int, str]) -> tuple[Formula, int]:
    """The dice to throw, and the size of the unit that their total counts."""
    match formula:
        case Product(left=dice, right=Number(value=times)) if times in units:
            return dice, times
        case _:
            return formula, 1
