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
    **dict.fromkeys(("keep_lowest",), "d6.lowest(4, 3)"),
    **dict.fromkeys(("middle", "wins", "expand"), "d6.pool(3).middle(1), or another question to a pool"),
    **dict.fromkeys(("filter", "truncate", "drop_outcome", "remove"), "odds.given(lambda it: it > 2)"),
    **dict.fromkeys(("clip", "clamp"), "odds.max(2).min(5)"),
    **dict.fromkeys(("explode", "again"), "odds.then(lambda it: it + odds if it == 6 else it), or d6.explode()"),
    **dict.fromkeys(("reroll", "reroll_until"), "odds.given(lambda it: it != 1), or d6.reroll(1)"),
    **dict.fromkeys(("if_else", "where"), 'odds.map({True: "hit", False: "miss"})'),
    **dict.fromkeys(("map_and_time", "time_to_sum", "mean_time_to_absorb"), "until(step, start, is_end)"),
    **dict.fromkeys(("substitute", "foreach", "flat_map"), "odds.then(function)"),
    **dict.fromkeys(("exactly_k_times_in_n",), "odds.often(6, 10)"),
    **dict.fromkeys(("order_stat_for_n_at_pos",), "d6.pool(3).nth(2)"),
    **dict.fromkeys(("lowest_terms", "quantity", "distribution", "distribution_xy"), "odds.items(), or odds.floats()"),
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
    **dict.fromkeys(("keep_counts", "keep_counts_ge", "all_counts"), "pool.sets(2)"),
    **dict.fromkeys(("all_straights",), "pool.straight()"),
    **dict.fromkeys(("appearances_in_rolls", "keep_outcomes", "size"), "pool.count(6)"),
    **dict.fromkeys(("sort_pair", "max_pair_highest"), "mine.wins(yours)"),
    **dict.fromkeys(("map", "evaluate", "map_counts"), "pool.hands().map(function), or pool.fold(step, start)"),
    **dict.fromkeys(("roll", "sample"), "undercroft.roll(pool.total())"),
    **dict.fromkeys(("unique", "distinct"), "pool.different()"),
    **dict.fromkeys(("mean", "deviation"), "pool.total().mean, or that of pool.highest(3)"),
}
"""The same for pools."""

LIBRARY: Mapping[str, str] = {
    **dict.fromkeys(("Die", "H"), "Odds.of([1, 2]), or d(6)"),
    **dict.fromkeys(("P", "R"), "d6.pool(4), or pool(d6, d8)"),
    **dict.fromkeys(("z", "coin"), "Odds.of(range(6)), or Odds.of({1: 1, 0: 2})"),
    **dict.fromkeys(("map", "map_function", "expand", "expandable", "foreach"), "d6.combine(d8, f), or d6.then(f)"),
    **dict.fromkeys(("map_and_time", "mean_time_to_absorb"), "until(step, start, is_end)"),
    **dict.fromkeys(("multiset_function", "MultisetEvaluator"), "pool.fold(step, start)"),
    **dict.fromkeys(("mixture", "accumulate"), "mix(d6, d8, weights=[2, 1])"),
    **dict.fromkeys(("middle",), "pool(d4, d6, d8).middle()"),
    **dict.fromkeys(("output",), 'print(odds("3d6").table())'),
}
"""The same for the whole library."""


def instead(kind: str, name: str, known: Mapping[str, str]) -> str:
    """What to say of a name that is not there.

    >>> instead("Dice", "sd", ODDS)
    "'Dice' has no 'sd' (write odds.deviation)"
    """
    found = known.get(name)
    return f"'{kind}' has no '{name}'" + (f" (write {found})" if found else "")
