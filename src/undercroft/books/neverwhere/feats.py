"""Physical Feats: tasks without a rule of their own."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from undercroft.books.neverwhere.checks import (
    DEFAULT_SN,
    SN_TIE,
    Check,
    CriticalFailure,
    CriticalSuccess,
    Failure,
    Success,
    Tie,
    check,
)
from undercroft.books.neverwhere.units import Modifier, Number
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, rule, says


class Demand(StrEnum):
    """What a task demands."""

    PRECISION = "precision"
    POWER = "power"
    ENDURANCE = "endurance"


class Task(Given, frozen=True):
    """A task that no other rule covers."""

    kind: Annotated[Demand, says("precision, brute power or endurance")]
    dex_mod: Annotated[Modifier, says("Dex modifier")]
    str_mod: Annotated[Modifier, says("Str modifier")]
    vit_mod: Annotated[Modifier, says("Vit modifier")]
    sn: Annotated[Number, says("success number; 10 unless the referee says otherwise")] = DEFAULT_SN
    sn_tie: Annotated[Tie, says("what a total equal to the success number does")] = Tie.FAILS


@rule("neverwhere.generic-task", Cite("Neverwhere", "Physical Feats"), readings=(SN_TIE,))
def generic_task(dice: Dice, given: Task) -> CriticalSuccess | Success | Failure | CriticalFailure:
    """Without a rule of its own, a task of precision uses Dex, a task of power Str, a task of endurance Vit."""
    modifier = {Demand.PRECISION: given.dex_mod, Demand.POWER: given.str_mod, Demand.ENDURANCE: given.vit_mod}
    return check(dice, Check(skill=Fraction(modifier[given.kind]), sn=given.sn, sn_tie=given.sn_tie))
