"""Violence's fights, as Neverwhere counts what they cost."""

from __future__ import annotations

from undercroft.books.neverwhere.battle import Battle
from undercroft.books.neverwhere.units import ROUND
from undercroft.table.bridge_clock import Unit, seconds, steps


def battle(
    violence_rounds: int, level_index: int, *, hot: bool, heavy_clothing: bool, attacked: bool, was_targeted: bool
) -> Battle:
    """A fight by Violence as Neverwhere counts what it costs: each Round is ten of its own."""
    rounds = steps(seconds(violence_rounds, Unit.ROUND), ROUND)
    return Battle(rounds, level_index, hot, heavy_clothing, attacked, was_targeted)
