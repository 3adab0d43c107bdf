"""`undercroft odds`."""

from fractions import Fraction
from typing import Any

from undercroft.faces.cli.asked_odds import NamedOdds, found_for, in_sentences
from undercroft.faces.cli.chart_file import check_chart_name, write_chart
from undercroft.faces.cli.odds_questions import compared, followed, print_repeated, print_until
from undercroft.faces.cli.output import print_json, print_notes
from undercroft.faces.shared.grouping import outcomes_by, parts, totals_by
from undercroft.faces.shared.library import rule_asked
from undercroft.faces.shared.one_line import one_line
from undercroft.interpret.distribution import Odds
from undercroft.interpret.svg_charts import chart as drawn
from undercroft.interpret.text_charts import chance_lines
from undercroft.interpret.words import told
from undercroft.kernel.faults import BadInput
from undercroft.kernel.phrases import value_in_words

MOST_ROWS = 12
"""A rule with more outcomes than this is shown to people by kind of outcome."""
MOST_ASKED = 20
"""The most expressions asked about at once."""


def odds(  # noqa: PLR0913, PLR0917 - an option each
    what: list[str],
    given: list[str] | None,
    by: str | None,
    policy: str | None,
    at_least: str | None,
    against: str | None,
    then: list[str] | None,
    repeat: str | None,
    want: str | None,
    until: str | None,
    plot: str | None,
    *,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Print the exact odds of dice, or of rules."""
    _check(what, against, repeat, want, until, at_least, as_csv=as_csv, as_json=as_json)
    every = _found(what, given, policy, may_ask=not (as_json or as_csv))
    print_notes([note for asked in every for note in asked.notes])
    if then:
        every = [followed(asked, then) for asked in every]
    every = every if repeat or until else [_grouped(asked, by) for asked in every]
    other = [_grouped(found_for(against, None, None, may_ask=False), by)] if against else []
    if plot is not None:
        _draw([*every, *other], plot)
    if repeat is not None and want is not None:
        print_repeated(every[0], repeat, want, as_json=as_json)
    elif until is not None:
        print_until(every[0], until, as_json=as_json)
    else:
        shown = [compared(every[0], other[0])] if other else every
        if at_least is not None:
            shown = [asked.reaching(_number(at_least)) for asked in shown]
        _print(shown, as_csv=as_csv, as_json=as_json)


def _check(  # noqa: PLR0913 - an option each
    what: list[str],
    against: str | None,
    repeat: str | None,
    want: str | None,
    until: str | None,
    at_least: str | None,
    *,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Refuse options that do not go together."""
    if (repeat is None) != (want is None):
        raise BadInput("usage", "--repeat and --want belong together", "write --repeat 10 --want 6")
    questions = [name for name, value in (("--vs", against), ("--repeat", repeat), ("--until", until)) if value]
    if len(questions) > 1:
        raise BadInput("usage", f"{' and '.join(questions)} are two questions", "ask them one after the other")
    if questions and len(what) > 1:
        raise BadInput("usage", f"{questions[0]} takes one expression", f"write only {one_line(what[0])}")
    if questions and at_least is not None:
        raise BadInput("usage", f"{questions[0]} does not go with --at-least", "leave one of them out")
    if as_csv and (as_json or repeat or until):
        raise BadInput("usage", "--csv lists odds", "leave out --json, --repeat and --until")
    if len(what) > MOST_ASKED:
        raise BadInput("usage", f"{len(what)} expressions are too many", f"ask about {MOST_ASKED} at most")


def _found(what: list[str], given: list[str] | None, policy: str | None, *, may_ask: bool) -> list[NamedOdds]:
    """The odds of each expression. The situation is for the rules among them, if there are any."""
    any_rule = any(rule_asked(asked) for asked in what)
    return [
        found_for(asked, given, policy, may_ask=may_ask)
        if not any_rule or rule_asked(asked)
        else found_for(asked, None, None, may_ask=False)
        for asked in what
    ]


def _number(typed: str) -> Fraction:
    try:
        return Fraction(typed)
    except (ValueError, ZeroDivisionError):
        raise BadInput("not_a_number", f"“{typed[:20]}” is not a number", "write a number such as 15") from None


def _grouped(asked: NamedOdds, by: str | None) -> NamedOdds:
    if not by:
        return asked
    odds = totals_by(asked.odds, by) if asked.rule is None else outcomes_by(asked.rule, asked.odds, by)
    return asked.of(odds, f"{asked.name}, by {by}" if asked.rule else asked.name, is_grouped=True)


def _print(every: list[NamedOdds], *, as_csv: bool, as_json: bool) -> None:
    if as_json:
        from undercroft.faces.shared.dice_payloads import odds_told

        told_all = [odds_told(asked.odds, asked.notes) for asked in every]
        several = [{"what": asked.name, "odds": odds} for asked, odds in zip(every, told_all, strict=True)]
        print_json(told_all[0] if len(every) == 1 else several)
    elif as_csv:
        _print_csv(every)
    elif len(every) > 1 and all(asked.is_yes_or_no for asked in every):
        _print_side_by_side(every)
    else:
        for at, asked in enumerate(every):
            if at:
                print()
            _print_one(asked)


def _print_csv(every: list[NamedOdds]) -> None:
    """All outcomes in one table; of several expressions each row names its own."""
    tables = [asked.in_words.to_csv().splitlines() for asked in every]
    head = max((lines[0] for lines in tables), key=len)
    print(head if len(every) == 1 else f"what,{head}")
    for asked, (own, *lines) in zip(every, tables, strict=True):
        before = "" if len(every) == 1 else f"{_cell(asked.name)},"
        after = "," * (head.count(",") - own.count(","))
        print(*(f"{before}{line}{after}" for line in lines), sep="\n")


def _cell(name: str) -> str:
    return f'"{name.replace(chr(34), chr(34) * 2)}"' if any(mark in name for mark in ',"\n') else name


def _print_side_by_side(every: list[NamedOdds]) -> None:
    """One line each for several questions of yes or no."""
    print(*chance_lines([asked.name for asked in every], [asked.odds.yes for asked in every]), sep="\n")


def _print_one(asked: NamedOdds) -> None:
    rule = asked.rule
    found, shortened = _readable(asked)
    choices = f", choices: {found.policy}" if found.policy else ""
    print(f"{asked.name}{', by kind' if shortened else ''}{choices}")
    chart(found, [asked.label(outcome) for outcome in found])
    if rule is not None and shortened:
        print(f"(--by shows more: {', '.join(name for name in parts(rule) if name != 'kind')})")
    elif asked.has_mean:
        mean = told(found.mean) if found.unexplored == 0 else f"about {float(found.mean):.4f}"
        print(f"mean {mean}, standard deviation {found.deviation:.4g}")


def _readable(asked: NamedOdds) -> tuple[Odds[Any], bool]:
    """The odds as people read them, and whether a rule with many outcomes is shown by their kinds."""
    if asked.rule is None or asked.is_grouped:
        return asked.odds, False
    found = in_sentences(asked.rule, asked.odds)
    if len(found) <= MOST_ROWS:
        return found, False
    return outcomes_by(asked.rule, asked.odds, "kind"), True


def _draw(every: list[NamedOdds], name: str) -> None:
    check_chart_name(name)
    series: dict[str, Odds[Any]] = {}
    for asked in every:
        found, shortened = _readable(asked)
        series[asked.name] = found.by(_kind) if shortened else asked.in_words
    write_chart(name, drawn(series, every[0].name if len(series) == 1 else ""))


def _kind(kind: str) -> str:
    return value_in_words(kind)


def chart(found: Odds[Any], labels: list[str]) -> None:
    """Print a bar, a percentage and a fraction for each outcome."""
    print(*chance_lines(labels, list(found.values()), found.unexplored), sep="\n")
