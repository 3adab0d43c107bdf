"""Where keys stand in a TOML text."""

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undercroft.exchange.campaignfile.positions import MOST_DEPTH, TooDeep, places_in
from undercroft.exchange.campaignfile.toml import dumped
from undercroft.exchange.campaignfile.toml_tree import Inline

TRICKY = '''\
# a comment = "no key"
name = "one"   # another = 1
"quoted key" = 1
'literal.key' = 2
"\\u00e9" = 3

dotted.key.path = true
text = """
first = "not a key"
[neither.a.table]
an escaped \\""" does not end it
""\\"
"""
other = \'\'\'
[nor.this]
\'\'\'
date = 1979-05-27 07:32:00
list = [
    1, # with a comment ]
    "two ] , }",
    [3, 4],
    { five = 5, six = { seven = 7 } },
]

[table]
key = 1
  [table.deeper]
  key = 2

[[doors]]
to = "a"
[doors.lock]
dc = 9
[[doors.hinges]]
oil = 1
[[doors.hinges]]
oil = 2

[[doors]]
to = "b"
  [[doors.hinges]]
  oil = 3
[ spaced . "out" ]
x = 1
[late.child]
x = 1
[late]
x = 1
'''

LINES = {
    ("name",): 2,
    ("quoted key",): 3,
    ("literal.key",): 4,
    ("é",): 5,
    ("dotted",): 7,
    ("dotted", "key", "path"): 7,
    ("text",): 8,
    ("other",): 14,
    ("date",): 17,
    ("list",): 18,
    ("list", 0): 19,
    ("list", 1): 20,
    ("list", 2, 1): 21,
    ("list", 3, "six", "seven"): 22,
    ("table", "key"): 26,
    ("table", "deeper", "key"): 28,
    ("doors",): 30,
    ("doors", 0): 30,
    ("doors", 0, "to"): 31,
    ("doors", 0, "lock", "dc"): 33,
    ("doors", 0, "hinges", 0, "oil"): 35,
    ("doors", 0, "hinges", 1, "oil"): 37,
    ("doors", 1): 39,
    ("doors", 1, "to"): 40,
    ("doors", 1, "hinges", 0, "oil"): 42,
    ("spaced",): 43,
    ("spaced", "out", "x"): 44,
    ("late", "child"): 45,
    ("late",): 47,
}


def paths_in(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every key and every item of a list, as the standard library reads them."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = [] if path == () else [path]
    for key, part in parts:
        found += paths_in(part, (*path, key))
    return found


def test_every_key_has_its_line() -> None:
    """Comments, strings of every kind, dates, lists, inline tables, dotted keys, tables and lists of tables."""
    lines = places_in(TRICKY).lines
    assert set(paths_in(tomllib.loads(TRICKY))) == set(lines)
    assert {path: lines[path] for path in LINES} == LINES


def test_line_ends_of_another_system() -> None:
    """The same lines, however they end."""
    assert places_in(TRICKY).lines == places_in(TRICKY.replace("\n", "\r\n")).lines


@pytest.mark.parametrize(
    "text, found",
    [
        ("a = 1\nb = \nc = 3", {("a",): 1, ("b",): 2}),
        ("a = 1\n[b\nc = 3", {("a",): 1}),
        ('a = """never ended', {("a",): 1}),
        ("a = [1, 2", {("a",): 1, ("a", 0): 1, ("a", 1): 1}),
        ("a = 1 b = 2", {("a",): 1}),
        ('"\\q" = 1', {}),
        ("= 1", {}),
        ("", {}),
    ],
)
def test_it_stops_where_the_text_is_not_toml(text: str, found: dict[tuple[str | int, ...], int]) -> None:
    """What came before keeps its line."""
    assert found == places_in(text).lines


@pytest.mark.parametrize(
    "text",
    ["x = " + "[" * 100, "x = " + "{ a = " * 100, ".".join("a" * 100) + " = 1", "[" + ".".join("a" * 100) + "]"],
)
def test_nothing_is_followed_too_deep(text: str) -> None:
    """Lists, inline tables, dotted keys and headings all count."""
    with pytest.raises(TooDeep) as fault:
        places_in("\n" + text)
    assert (2, 20) == (fault.value.line, MOST_DEPTH)


keys = st.text("aé. \"'\\#=[{,", min_size=1, max_size=3)
scalars = st.booleans() | st.integers(-9, 9) | st.text("aé \n\t\x7f\"'\\#=[]{},", max_size=5)
inline = st.recursive(
    scalars, lambda part: st.lists(part, max_size=3) | st.dictionaries(keys, part, max_size=3).map(Inline), max_leaves=5
)
tables = st.recursive(
    st.dictionaries(keys, inline, max_size=3),
    lambda part: st.dictionaries(keys, inline | part | st.lists(part, min_size=1, max_size=3), max_size=3),
    max_leaves=6,
)


@given(tables)
def test_every_key_of_any_text_has_a_line_in_order(tree: dict[str, Any]) -> None:
    """The keys are those that the standard library reads, and later ones stand no higher than earlier ones."""
    text = dumped(tree)
    read = tomllib.loads(text)
    lines = places_in(text).lines
    assert set(paths_in(read)) == set(lines)
    assert () == places_in(text).again
    assert all(1 <= line <= text.count("\n") + 1 for line in lines.values())
    assert list(lines.values()) == sorted(lines.values())
