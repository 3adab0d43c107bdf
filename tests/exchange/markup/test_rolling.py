"""A page's table is a rule: rolled, settled with typed dice, and given exact odds."""

from fractions import Fraction

import pytest

from undercroft.exchange.markup.page import Page, lint, read
from undercroft.exchange.markup.rolling import AsItStands, Rolled, ends, result_odds, row_odds, rule_of
from undercroft.exchange.markup.rolltables import RollTable
from undercroft.interpret.ask import next_question, settle_typed
from undercroft.interpret.odds import of_rule
from undercroft.kernel.dice import D6, Throw
from undercroft.kernel.faults import RuleInputError

CAVE = """\
## Cave

```roll-table
roll: 1d6
result_text: "{{ roll }}: {{ result }}"
results:
  1--3: nothing
  4--5: "![roll:1d2]() bats"
  6: "[a guest](#guests) and ![roll:1d2](. \\"d2 rats\\")"
```

## Guests

```roll-list
results:
  - a hermit
  - a bear
  - "[a voice](#voices)"
```

## Voices

| Die | Says |
|---|---|
| 1 | go |
| 2 | stay |
"""


def table(page: Page, name: str) -> RollTable:
    """A table that must be there."""
    found = page.table(name)
    assert found
    return found


def settled(text: str, name: str, *dice: int) -> Rolled:
    """What a table of a page says to these dice."""
    page = read(text)
    return settle_typed(rule_of(page, table(page, name)), AsItStands(), dice).outcome


@pytest.mark.parametrize(
    "dice, said",
    [
        ((1,), "1: nothing"),
        ((4, 2), "4: 2 bats"),
        ((6, 1, 2), "6: a guest (a hermit) and 2 (d2 rats)"),
        ((6, 3, 2, 1), "6: a guest (a voice (stay)) and 1 (d2 rats)"),
    ],
)
def test_typed_dice(dice: tuple[int, ...], said: str) -> None:
    """The table's own dice first, then those of its result from left to right, other tables in their place."""
    assert said == settled(CAVE, "cave", *dice).text


@pytest.mark.parametrize(
    "dice, code", [((7,), "dice_bad_face"), ((1, 1), "dice_left_over"), ((4,), "dice_missing"), ((), "dice_missing")]
)
def test_typed_dice_that_do_not_fit(dice: tuple[int, ...], code: str) -> None:
    """The same faults as for any rule."""
    with pytest.raises(RuleInputError) as fault:
        settled(CAVE, "cave", *dice)
    assert code == fault.value.code


def test_the_document_s_table() -> None:
    """Without a template the result is told plainly."""
    text = "```roll-table\nroll: 2d6\nresults:\n  2--3: Friendly\n  4--12: Wary\n```"
    assert Rolled(2, "2--3", "Friendly", "Friendly") == settled(text, "table", 1, 1)


def test_questions_come_one_at_a_time() -> None:
    """As someone at the table would be asked."""
    page = read(CAVE)
    rule = rule_of(page, table(page, "cave"))
    assert Throw("cave", D6) == next_question(rule, AsItStands(), ())
    asked = next_question(rule, AsItStands(), (6,))
    assert isinstance(asked, Throw)
    assert "guests" == asked.purpose


def test_odds_of_rows() -> None:
    """2d6: 2 or 3 fall in 3 of 36 ways, 4 to 6 in 3 + 4 + 5, 7 in 6, and so on."""
    text = "```roll-table\nroll: 2d6\nresults:\n  2--3: a\n  4--6: b\n  7: c\n  8--10: d\n  11--12: e\n```"
    assert {
        "2--3": Fraction(3, 36),
        "4--6": Fraction(12, 36),
        "7": Fraction(6, 36),
        "8--10": Fraction(12, 36),
        "11--12": Fraction(3, 36),
    } == dict(row_odds(read(text).tables[0]))


def test_odds_with_dice_within_results() -> None:
    """Bats: 2/6 in two kinds. Guests: 1/6, each of three 1/3, one of them again in halves, all with one or two rats."""
    page = read(CAVE)
    odds = result_odds(page, table(page, "cave"))
    assert {
        "nothing": Fraction(1, 2),
        "1 bats": Fraction(1, 6),
        "2 bats": Fraction(1, 6),
        "a guest (a hermit) and 1 (d2 rats)": Fraction(1, 36),
        "a guest (a hermit) and 2 (d2 rats)": Fraction(1, 36),
        "a guest (a bear) and 1 (d2 rats)": Fraction(1, 36),
        "a guest (a bear) and 2 (d2 rats)": Fraction(1, 36),
        "a guest (a voice (go)) and 1 (d2 rats)": Fraction(1, 72),
        "a guest (a voice (go)) and 2 (d2 rats)": Fraction(1, 72),
        "a guest (a voice (stay)) and 1 (d2 rats)": Fraction(1, 72),
        "a guest (a voice (stay)) and 2 (d2 rats)": Fraction(1, 72),
    } == dict(odds)
    assert 0 == odds.unexplored


def test_odds_of_the_rule_and_of_the_rows_agree() -> None:
    """Two ways to the same number."""
    page = read(CAVE)
    for each in page.tables:
        by_rule = of_rule(rule_of(page, each), AsItStands()).by(lambda outcome: outcome.key)
        assert dict(row_odds(each)) == dict(by_rule)


def test_how_many_ends_there_are() -> None:
    """One, two, and four guests with two counts of rats."""
    page = read(CAVE)
    assert [1 + 2 + 4 * 2, 4, 2] == [ends(page, each) for each in page.tables]


def of_lists(**results: str) -> str:
    """A page of lists under headings, each with one result."""
    return "\n".join(f"# {name}\n\n```roll-list\nresults:\n  - '{text}'\n```\n" for name, text in results.items())


@pytest.mark.parametrize(
    "text, line, what",
    [
        (of_lists(a="again [a](#a)"), 5, "a to a"),
        (of_lists(a="[x](#b)", b="[y](#c)", c="[z](#a)"), 19, "a to b to c to a"),
        (of_lists(a="[x](#b)", b="[y](#b)"), 12, "b to b"),
    ],
)
def test_circles_are_refused(text: str, line: int, what: str) -> None:
    """At the reference that closes them; each circle is told once."""
    (problem,) = lint(text)
    assert ("cycle", line, f"this link leads back to its own table: {what}") == (
        problem.code,
        problem.line,
        problem.what,
    )


def test_two_ways_to_one_table_are_no_circle() -> None:
    """A result may even send you there twice."""
    page = read(of_lists(a="[x](#b) [y](#c)", b="[z](#c)", c="end"))
    assert (
        "x (z (end)) y (end)" == settle_typed(rule_of(page, page.tables[0]), AsItStands(), (1, 1, 1, 1)).outcome.result
    )


def test_references_to_nothing() -> None:
    """Neither a table nor a heading has that name."""
    (problem,) = lint(of_lists(a="[x](#b)"))
    assert ("unknown-reference", 5, 6) == (problem.code, problem.line, problem.column)


def test_a_reference_to_a_heading_is_a_link() -> None:
    """There is nothing to roll, so its words stand."""
    page = read("# Notes\n\n" + of_lists(a="see [there](#notes)"))
    assert "see there" == settle_typed(rule_of(page, page.tables[0]), AsItStands(), (1,)).outcome.result


def test_a_broken_table_is_not_unknown() -> None:
    """Its own error is enough."""
    text = of_lists(a="[x](#b)") + "\n# b\n\n```roll-list\nresults:\n```"
    assert ["empty-results"] == [problem.code for problem in lint(text)]


def test_ways_too_long_to_follow() -> None:
    """Five tables after the first are the most."""
    chain = {f"t{n}": f"[x](#t{n + 1})" for n in range(6)}
    assert ["too-deep"] == [problem.code for problem in lint(of_lists(**chain, t6="end"))]
    assert () == lint(of_lists(**{name: chain[name] for name in list(chain)[1:]}, t6="end"))


@pytest.mark.parametrize(
    "cell, dice, told",
    [
        ("2d6 rats", [3, 4], "7 (2d6) rats"),
        ("d6+1 bandits with 1d4 mules", [2, 3], "3 (d6+1) bandits with 3 (1d4) mules"),
        ("2d6 x 10 gold", [3, 4], "70 (2d6 x 10) gold"),
        ("a `2d6` in code", [], "a `2d6` in code"),
        ("a word like ad6 or d6th", [], "a word like ad6 or d6th"),
        ("![roll:1d4]() and 1d6", [1, 2], "1 and 2 (1d6)"),
    ],
)
def test_plain_dice_in_a_cell_are_rolled(cell: str, dice: list[int], told: str) -> None:
    """With bars and in a fence alike, and the dice stay to be read."""
    bars = f"| d2 | What comes |\n|--|--|\n| 1 | {cell} |\n| 2 | nothing |\n"
    fence = f'```roll-list\nresults:\n  - "{cell}"\n  - nothing\n```\n'
    for text in (bars, fence):
        page = read(text)
        assert told == settle_typed(rule_of(page, page.tables[0]), AsItStands(), [1, *dice]).outcome.result
