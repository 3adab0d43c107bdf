"""Questions about odds: which is higher, what follows, how often in so many tries, how long until."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from undercroft.faces.cli.asked_odds import NamedOdds, found_for
from undercroft.faces.cli.output import print_json
from undercroft.faces.shared.grouping import wanted
from undercroft.interpret import combining, forecast
from undercroft.interpret.bounded import Bounds
from undercroft.interpret.distribution import Odds
from undercroft.interpret.text_charts import chance_lines
from undercroft.interpret.words import told
from undercroft.kernel.amounts import counted, percent
from undercroft.kernel.faults import BadInput
from undercroft.kernel.phrases import value_in_words

MOST_TIMES = 10_000
MOST_LISTED = 24
"""How often something comes is listed up to this number, and beyond it as long as it is not too unlikely."""
UNLIKELY = Fraction(1, 10**6)
_FOLLOWS = re.compile(
    r"\s*(?P<when>[^:{}]+?)\s*:\s*(?P<what>[^{\s]+(?:\s+[^{\s]+)*?)\s*(?P<given>\{.*\})?\s*", re.DOTALL
)


def compared(one: NamedOdds, other: NamedOdds) -> NamedOdds:
    """Which of the two is higher."""
    for asked in (one, other):
        if not asked.odds.are_numbers:
            what = f"the outcomes of {asked.name} are not numbers"
            raise BadInput("not_numbers", what, "choose a number of the outcome with --by, such as --by total")
    first, second = (one.name, other.name) if one.name != other.name else ("the first", "the second")

    def words(mine: Any, theirs: Any) -> str:
        return "equal" if mine == theirs else f"{first if mine > theirs else second} is higher"

    found = _three_ways(one.odds, other.odds, words)
    return NamedOdds(f"{one.name} or {other.name}", found, is_grouped=True)


def _three_ways(one: Odds[Any], other: Odds[Any], words: Callable[[Any, Any], str]) -> Odds[str]:
    lower, equal, higher = combining.compared(one.numbers, other.numbers)
    weights = {words(1, 0): higher, words(0, 0): equal, words(0, 1): lower}
    known = {said: weight for said, weight in weights.items() if weight}
    return Odds(known, one.whole * other.whole, one.policy or other.policy)


def followed(asked: NamedOdds, parts: list[str]) -> NamedOdds:
    """What follows on an outcome: dice, or another rule. Where only dice follow, everything else counts 0."""
    cases: list[tuple[Callable[[Any], bool], NamedOdds]] = []
    for part in parts:
        read = _FOLLOWS.fullmatch(part)
        if read is None:
            what = f"“{part[:40]}” does not say when and what follows"
            raise BadInput("bad_then", what, "write it like --then 'hit: 1d8'")
        _, happens = wanted(asked.rule, read["when"])
        cases.append(
            (happens, found_for(read["what"], [read["given"]] if read["given"] else None, None, may_ask=False))
        )
    only_dice = all(case.rule is None and not case.is_yes_or_no for _, case in cases)

    def follows(outcome: Any) -> Any:
        for happens, case in cases:
            if happens(outcome):
                return case.odds if only_dice else case.in_words
        return 0 if only_dice else _kind(outcome)

    name = f"{asked.name}, then {', '.join(part.strip() for part in parts)}"
    rule = None if only_dice else asked.rule
    return NamedOdds(name, asked.odds.then(follows), rule, asked.notes, is_grouped=not only_dice)


def _kind(outcome: Any) -> str:
    return value_in_words(str(getattr(outcome, "kind", outcome)))


def print_repeated(asked: NamedOdds, repeat: str, want: str, *, as_json: bool) -> None:
    """Print how often something comes in so many tries."""
    times = _times(repeat)
    words, happens = wanted(asked.rule, want)
    often = asked.odds.often(happens, times)
    once = often.at_least(1)
    if as_json:
        answer = {
            "what": asked.name,
            "times": times,
            "want": words,
            "at_least_once": str(once),
            "mean": str(often.mean),
        }
        from undercroft.faces.shared.dice_payloads import odds_told

        print_json({**answer, "odds": odds_told(often)})
        return
    print(f"{asked.name}, {counted(times, 'try', 'tries')}: {words}")
    print(f"at least once {percent(once)}, mean {_amount(often.mean)}")
    last = max([MOST_LISTED, *(number for number, chance in often.items() if chance >= UNLIKELY)])
    listed = {number: chance for number, chance in often.items() if number <= last}
    print(*chance_lines(list(map(str, listed)), list(listed.values())), sep="\n")
    if len(listed) < len(often):
        print(f"more often: {percent(often.at_least(last + 1))}")
    print(_exactly(often.unexplored))


def print_until(asked: NamedOdds, until: str, *, as_json: bool) -> None:
    """Print how many tries it takes until something comes."""
    words, happens = wanted(asked.rule, until)
    once = asked.odds.by(lambda outcome: bool(happens(outcome)))
    if not once.yes:
        raise BadInput("never_comes", f"{asked.name} never comes to {words}", "wait for something that can come")
    ends = forecast.until(lambda _: once, start=False, is_end=bool)
    half, most = ends.when.percentile(50), ends.when.percentile(90)
    if as_json:
        answer = {"what": asked.name, "until": words, "exact": ends.unexplored == 0, "mean": str(ends.mean)}
        print_json({**answer, "variance": str(ends.variance), "half_by": half, "nine_in_ten_by": most})
        return
    print(f"{asked.name} until {words}")
    print(f"mean {_amount(ends.mean)} {'try' if ends.mean == 1 else 'tries'}, variance {_amount(ends.variance)}")
    print(f"half by try {half}, nine in ten by try {most}")
    print(_exactly(ends.unexplored))


def _exactly(unexplored: Fraction) -> str:
    return f"exact but for {percent(unexplored)}" if unexplored else "exact"


def _amount(number: Fraction) -> str:
    exact = told(Fraction(number))
    return exact if len(exact) <= 12 and not isinstance(number, Bounds) else f"{float(number):.6g}"


def _times(typed: str) -> int:
    if not typed.isascii() or not typed.isdigit() or not 1 <= int(typed[:9]) <= MOST_TIMES:
        what = f"--repeat cannot be {typed[:20]}"
        raise BadInput("bad_times", what, f"give a number from 1 to {MOST_TIMES:,}", limit=MOST_TIMES)
    return int(typed)
