"""Fenced tables and lists."""

import pytest

from undercroft.exchange.markup.page import lint, read
from undercroft.exchange.markup.problems import BadMarkup
from undercroft.exchange.markup.rolltables import RollTable

ATTITUDES = {
    "2--3": "Friendly",
    "4--6": "Helpful",
    "7": "Uninterested",
    "8--10": "Hostile",
    "11--12": "Murderous",
}


def block(results: dict[str, str], roll: str = "2d6") -> str:
    """A table with these rows, from line 4 on."""
    rows = "".join(f"  {key}: {text}\n" for key, text in results.items())
    return f"```roll-table\nroll: {roll}\nresults:\n{rows}```\n"


def only_table(text: str) -> RollTable:
    """The one table of a page."""
    (table,) = read(text).tables
    return table


def found(text: str) -> list[tuple[str, int, int]]:
    """Codes and places of what there is to mend."""
    return [(problem.code, problem.line, problem.column) for problem in lint(text)]


def test_a_table_with_ranges() -> None:
    """Five rows for two dice; a result is a row's text."""
    table = only_table(block(ATTITUDES))
    assert list(ATTITUDES.items()) == [(row.key, row.text) for row in table.rows]
    assert (2, 12) == (table.expression.minimum, table.expression.maximum)
    assert "Hostile" == table.look_up().at(8).text


def test_a_gap() -> None:
    """Without its 7 the table has nothing to say to a 7."""
    without = {key: text for key, text in ATTITUDES.items() if key != "7"}
    (problem,) = lint(block(without))
    assert ("gap", "no row for 7", 2, 1) == (problem.code, problem.what, problem.line, problem.column)


def test_neighbouring_gaps_are_one() -> None:
    """`4 to 7`, and apart from it 12."""
    assert ["no row for 4 to 7", "no row for 12"] == [
        problem.what for problem in lint(block({"2--3": "a", "8--11": "b"}))
    ]


def test_an_overlap() -> None:
    """The first total that two rows claim is named, where the second of them stands."""
    (first, _) = lint(block({"2--3": "a", "4--6": "b", "6--7": "c", "7": "d", "8--12": "e"}))
    assert ("overlap", "6 already has a row", 6, 3) == (first.code, first.what, first.line, first.column)


def test_outside() -> None:
    """13 is no total of 2d6."""
    (problem,) = lint(block({**{key: ATTITUDES[key] for key in list(ATTITUDES)[:4]}, "11--13": "Murderous"}))
    assert ("outside", 8, 3) == (problem.code, problem.line, problem.column)
    assert "13" in problem.what


def test_unreachable() -> None:
    """A row between the totals, or beyond them, never comes up."""
    rows = {"20--120": "a", "25": "b"}
    assert [("unreachable", 5, 3)] == found(block(rows, "2d6*10"))
    assert [("unreachable", 5, 4)] == found(block({"2--12": "a", '">=13"': "b"}))


def test_the_die_against_the_rows() -> None:
    """A die with one side too many for rows without a hole: the die is what is wrong."""
    rows = {f"{n}": "x" for n in range(1, 101)}
    (problem,) = lint(block(rows, "1d101"))
    assert ("formula-against-rows", "write d100, or fix the rows") == (problem.code, problem.fix)


@pytest.mark.parametrize(
    "key, code",
    [
        ("3--2", "reversed"),
        ("2-3", "tuple-key"),
        ("1-1-1", "tuple-key"),
        ("2\N{EN DASH}3", "bad-key"),
        ("a--b", "bad-key"),
        ("two", "bad-key"),
        ("-1", "bad-key"),
        ("2 -- 3", "bad-key"),
        ("=>3", "bad-key"),
        ("1" * 10, "bad-key"),
    ],
)
def test_keys_that_are_none(key: str, code: str) -> None:
    """Each with its own code, at the key."""
    assert [(code, 5, 3)] == found(block({"2--12": "a", key: "b"}))


@pytest.mark.parametrize(
    "keys",
    [
        ("<4", "4--9", '">=10"'),
        ("<=3", "4--9", ">9"),
        ("'<=3'", "4--9", ">= 10"),
    ],
)
def test_open_ends(keys: tuple[str, ...]) -> None:
    """Strict and not, in quotation marks or without: the same three rows."""
    rows = only_table(block(dict.fromkeys(keys, "x"))).look_up()
    assert [0, 0, 1, 1, 2, 2] == [rows.row(total) for total in (2, 3, 4, 9, 10, 12)]


def test_a_list_is_numbered_from_the_least_total() -> None:
    """Eleven items for 2d6 are 2 to 12."""
    items = "".join(f"  - item {n}\n" for n in range(11))
    table = only_table(f"```roll-table\nroll: 2d6\nresults:\n{items}```")
    assert [str(n) for n in range(2, 13)] == [row.key for row in table.rows]


def test_a_list_may_stand_as_deep_as_its_name() -> None:
    """YAML allows it."""
    assert ["a", "b"] == [row.text for row in only_table("```roll-list\nresults:\n- a\n- b\n```").rows]


@pytest.mark.parametrize("items, code", [(5, "formula-against-rows"), (7, "formula-against-rows"), (6, None)])
def test_a_list_fits_its_dice(items: int, code: str | None) -> None:
    """Too few or too many items are found."""
    text = "```roll-table\nroll: d6\nresults:\n" + "  - x\n" * items + "```"
    assert ([code] if code else []) == [problem.code for problem in lint(text)]


def test_a_roll_list_needs_no_dice() -> None:
    """It has a die with as many sides as rows; with dice it is like any table."""
    table = only_table("```roll-list\nresults:\n  - sun\n  - rain\n  - fog\n```")
    assert ("1d3", ["1", "2", "3"]) == (table.expression.written, [row.key for row in table.rows])
    assert (
        "d4+1" == only_table("```roll-list\nroll: d4+1\nresults:\n  - a\n  - b\n  - c\n  - d\n```").expression.written
    )


def test_texts_stay_text() -> None:
    """`no` is not false, 1:30 no time of day, 007 no seven."""
    results = {"2": "no", "3": "1:30", "4": "007", "5": "~", "6--12": "2024-01-01"}
    assert list(results.values()) == [row.text for row in only_table(block(results)).rows]


@pytest.mark.parametrize(
    "text, means",
    [
        ("plain", "plain"),
        ("plain # remark", "plain"),
        ("a#b", "a#b"),
        ('"a: b # c"', "a: b # c"),
        ("'it''s'", "it's"),
        ('"say \\"x\\"\\n"', 'say "x"\n'),
        ("two\n    lines", "two lines"),
        ("two\n\n    breaks", "two\nbreaks"),
        (">-\n    folded\n    text", "folded text"),
        ("|\n    kept\n     as is", "kept\n as is"),
        ('"two\n    lines" # remark', "two lines"),
        ("\n    below", "below"),
        (">\n    # not a remark", "# not a remark"),
    ],
)
def test_ways_to_write_a_text(text: str, means: str) -> None:
    """Plain, quoted, folded or kept, as YAML has them."""
    (row,) = only_table(block({"2--12": text})).rows
    assert means == row.text


@pytest.mark.parametrize(
    "text, code",
    [
        ("", "empty-text"),
        ('""', "empty-text"),
        ("# only a remark", "empty-text"),
        ("!tag x", "yaml-tag"),
        ("![roll:1d6]() rats", "yaml-tag"),
        ("&a x", "yaml-anchor"),
        ("*a", "yaml-alias"),
        ("[a, b]", "yaml-flow"),
        ("{a: b}", "yaml-flow"),
        ("@home", "yaml-reserved"),
        (">3", "yaml-reserved"),
        ("\n    a: b", "not-text"),
        ("\n    - a", "not-text"),
        ("note: this", "not-text"),
        ('"open', "unclosed"),
        ('"a" b', "bad-line"),
        ('"\\x41"', "bad-escape"),
        ("x" * 4001, "too-long"),
        ("x" * 10_001, "too-long"),
        ("![roll:2d]() rats", "yaml-tag"),
        ("some ![roll:2d]() rats", "dice_bad_sides"),
        ("x " + "![roll:1d6]()" * 11, "too-many"),
        ("x " + "[y](#results)" * 4, "too-many"),
    ],
)
def test_texts_that_are_none(text: str, code: str) -> None:
    """Nothing is guessed: what YAML would make of it, or what is too long, is refused."""
    assert [code] == [problem.code for problem in lint(block({"2--12": text}))]


@pytest.mark.parametrize(
    "body, code, line, column",
    [
        ("results:\n  1: a", "missing-key", 1, 1),
        ("roll: d6", "missing-key", 1, 1),
        ("roll: d6\nresults:", "empty-results", 3, 1),
        ("roll: d6\nresults: all", "not-text", 3, 10),
        ("roll: d6\nresults:\n\t1--6: a", "tab-indent", 4, 1),
        ("roll: d6\nresults:\n  1--3: a\n 4--6: b", "bad-indent", 5, 1),
        ("roll: d6\ncolour: red\nresults:\n  1--6: a", "unknown-key", 3, 1),
        ("roll: d6\nroll: d8\nresults:\n  1--6: a", "duplicate-key", 3, 1),
        ("roll: d6\nresults:\n  1--6: a\n  1--6: b", "duplicate-key", 5, 3),
        ("roll: d6\nresults:\n  1--6 a", "bad-line", 4, 3),
        ("roll: d6\nresults:\n  - a\n  b: c", "bad-line", 5, 3),
        ("roll: 2d\nresults:\n  1--6: a", "dice_bad_sides", 2, 9),
        ("roll: 2d6 + {{ luck }}\nresults:\n  1--6: a", "syntax", 2, 13),
        ("roll:\nresults:\n  1--6: a", "empty", 2, 6),
        ("roll: 100d1000\nresults:\n  <5: a", "too-wide", 2, 1),
        ("roll: d1000*d1000\nresults:\n  <5: a", "too-wide", 2, 1),
        ("roll: d6\nresult_text: '{{ x }}'\nresults:\n  1--6: a", "unknown-name", 3, 15),
        ("roll: d6\nresults:\n" + "  1: a\n" * 2, "duplicate-key", 5, 3),
        ("", "missing-key", 1, 1),
        ("- a", "bad-line", 2, 1),
        ("? a: b", "bad-line", 2, 1),
    ],
)
def test_blocks_that_are_no_table(body: str, code: str, line: int, column: int) -> None:
    """The first thing that is wrong, where it stands."""
    with pytest.raises(BadMarkup) as fault:
        read(f"```roll-table\n{body}\n```")
    assert (code, line, column) == (fault.value.code, fault.value.line, fault.value.column)


def test_a_mapping_without_dice_is_no_list() -> None:
    """Keys need something to be keys of."""
    assert ["missing-key"] == [problem.code for problem in lint("```roll-list\nresults:\n  1: a\n```")]


def test_too_many_rows() -> None:
    """A thousand are allowed."""
    rows = {f"{n}": "x" for n in range(1, 1002)}
    assert ["too-many"] == [problem.code for problem in lint(block(rows, "d1000"))]
    assert 1000 == len(only_table(block({f"{n}": "x" for n in range(1, 1001)}, "d1000")).rows)


def test_an_unclosed_fence() -> None:
    """At its opening line; four backticks are not closed by three."""
    assert [("unclosed", 3, 1)] == found("text\n\n````roll-table\nroll: d6\nresults:\n  1--6: a\n```\n")


def test_keys_of_the_site_are_ignored_with_a_warning() -> None:
    """Whatever they hold."""
    text = (
        "```roll-table\nroll_name: 2d6 luck\nheaders:\n  - One\n  - [two]\ntabs: {1: a}\nprompts:\n"
        "  - name: x\n    min: 1\nroll: d6\nresults:\n  1--6: a\n```"
    )
    assert [("ignored-key", line, 1) for line in (2, 3, 6, 7)] == found(text)
    assert 1 == len(read(text).tables)


def test_html_is_left_out_with_a_warning() -> None:
    """In results and in templates; a comparison is no tag."""
    text = "```roll-table\nroll: d6\nresult_text: '{{ roll }}<br />{{ result }}'\nresults:\n  1--6: <b>x</b> < 3\n```"
    assert [("html-dropped", 3, 25), ("html-dropped", 5, 9)] == found(text)
    assert "x < 3" == only_table(text).rows[0].text


def test_an_indented_fence_keeps_its_places() -> None:
    """In a list, say."""
    text = "- item\n\n  ```roll-table\n  roll: d6\n  results:\n    1--5: a\n    7: b\n  ```"
    assert [("unreachable", 7, 5), ("gap", 4, 3)] == sorted(found(text), reverse=True)


def test_every_error_of_a_table_is_found_at_once() -> None:
    """Bad keys and bad texts, row by row; gaps only once the rows can be read."""
    assert [("reversed", 4, 3), ("yaml-alias", 5, 9), ("tuple-key", 6, 3)] == found(
        block({"3--2": "a", "4--6": "*b", "2-3": "c"})
    )
