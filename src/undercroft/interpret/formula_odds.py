"""The exact odds of dice. Odds of rules need more, and are in `odds`."""

from undercroft.interpret.distribution import Odds
from undercroft.interpret.measured import UNKNOWN
from undercroft.kernel.dice import Formula
from undercroft.kernel.ways import bounds, ways


def of_formula(formula: Formula) -> Odds[int]:
    """The exact odds of every total of a formula."""
    spread = ways(formula)
    return Odds(spread.counts, spread.whole, rest=bounds(formula) if spread.missing else UNKNOWN)
