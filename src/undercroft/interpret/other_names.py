"""What other libraries call the things that odds and pools can do, for people who come from them."""

from collections.abc import Mapping

ODDS: Mapping[str, str] = {
    **dict.fromkeys(("probability", "prob", "pmf", "p"), "odds[7], or odds.chance(7) for what may not come"),
    **dict.fromkeys(("sd", "std", "stdev", "standard_deviation", "std_dev"), "odds.deviation"),
    **dict.fromkeys(("quantile", "ppf"), "odds.percentile(90)"),
    **dict.fromkeys(("cumulative", "cdf", "le"), "odds.at_most(9)"),
    **dict.fromkeys(("sf", "ge"), "odds.at_least(9), or odds.tails() for all of them"),
    **dict.fromkeys(("gt", "lt", "eq"), "(a > b).yes, or a.equals(b).yes"),
    **dict.fromkeys(("sample", "roll", "simulate"), "undercroft.roll(dice), or roll(dice, times=10)"),
    **dict.fromkeys(("to_pandas", "to_polars", "to_df", "to_frame"), "pandas.DataFrame(odds.to_columns())"),
    **dict.fromkeys(("plot", "show"), "odds.svg()"),
    **dict.fromkeys(("format", "print"), "print(odds.table())"),
    **dict.fromkeys(("keep", "keep_highest", "at"), "d6.highest(4, 3)"),
    **dict.fromkeys(("apply", "sub", "substitute", "umap"), "odds.map(function)"),
    **dict.fromkeys(("outcomes", "denominator", "total", "quantities"), "list(odds), odds.weights and odds.whole"),
    **dict.fromkeys(("max_outcome", "min_outcome"), "max(odds) or min(odds)"),
    "expected_value": "odds.mean",
    "std_mean": "odds.mean",
}
"""Names of other libraries, and what to write here."""

POOLS: Mapping[str, str] = {
    **dict.fromkeys(("sum", "h"), "pool.total()"),
    **dict.fromkeys(("keep", "keep_highest", "at"), "pool.highest(3)"),
    **dict.fromkeys(("keep_lowest",), "pool.lowest(3)"),
    **dict.fromkeys(("expand", "rolls_with_counts", "rolls"), "pool.hands()"),
    **dict.fromkeys(("largest_count", "highest_outcome_and_count"), "pool.largest_set() or pool.best_set()"),
    **dict.fromkeys(("largest_straight",), "pool.straight()"),
    **dict.fromkeys(("sort", "sorted"), "pool.hands(), or pool.nth(2) for one of them"),
    **dict.fromkeys(("explode", "reroll"), 'd6.explode().pool(4), or odds("4d6!")'),
    **dict.fromkeys(("unique", "distinct"), "pool.different()"),
    **dict.fromkeys(("mean", "deviation"), "pool.total().mean, or that of pool.highest(3)"),
}
"""The same for pools."""


def instead(kind: str, name: str, known: Mapping[str, str]) -> str:
    """What to say of a name that is not there.

    >>> instead("Dice", "sd", ODDS)
    "'Dice' has no 'sd' (write odds.deviation)"
    """
    found = known.get(name)
    return f"'{kind}' has no '{name}'" + (f" (write {found})" if found else "")
