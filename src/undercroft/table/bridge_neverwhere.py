"""Violence's people and fights, as Neverwhere counts them; and the two books' checks side by side."""

from __future__ import annotations

from collections.abc import Mapping

from undercroft.books.neverwhere.battle import Battle
from undercroft.books.neverwhere.characters import Scores
from undercroft.books.neverwhere.checks import check
from undercroft.books.neverwhere.units import ROUND
from undercroft.books.violence.checks import attribute_check
from undercroft.kernel.rules import AnyRule
from undercroft.table.bridge_clock import Unit, seconds, steps

ENGINES: Mapping[str, AnyRule] = {"neverwhere": check, "violence": attribute_check}
"""Each book makes its own checks: high is good in the one, low in the other."""


def scores_from_violence(agility: int, brawn: int, cunning: int, vit: int | None = None) -> Scores:
    """Violence's three scores as Neverwhere's four; Vit, which has no counterpart, is Brawn unless it is given."""
    return Scores(str_=brawn, dex=agility, int_=cunning, vit=brawn if vit is None else vit)


def battle(
    violence_rounds: int, level_index: int, *, hot: bool, heavy_clothing: bool, attacked: bool, was_targeted: bool
) -> Battle:
    """A fight by Violence as Neverwhere counts what it costs: each Round is ten of its own."""
    rounds = steps(seconds(violence_rounds, Unit.ROUND), ROUND)
    return Battle(rounds, level_index, hot, heavy_clothing, attacked, was_targeted)
