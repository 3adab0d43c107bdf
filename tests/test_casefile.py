"""The case files, and the reader of case files."""

from fractions import Fraction
from pathlib import Path

import pytest

from tests.casefile import Case, MalformedCase, read
from tests.merged import try_each

CASES = Path(__file__).parent / "cases"


def case_file(folder: Path, text: str) -> Path:
    """Write a case file of that text."""
    path = folder / "book.rule.cases"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_line_is_a_case_with_its_line_number(tmp_path: Path) -> None:
    """Comments and blank lines are no cases but count as lines."""
    path = case_file(
        tmp_path,
        '# book.rule: a title\n\ndanger="risky", dice=[1] -> outcome="random_encounter"\n'
        'danger="deadly", dice=[7] -> error  # no such face\n-> seconds=360\n',
    )

    assert [
        Case(3, {"danger": "risky"}, [1], {"outcome": "random_encounter"}),
        Case(4, {"danger": "deadly"}, [7], None),
        Case(5, {}, [], {"seconds": 360}),
    ] == read(path)


def test_words_stand_among_the_dice(tmp_path: Path) -> None:
    """A choice is asked between dice, and answered there."""
    path = case_file(tmp_path, 'dice=[15, "search", 2] -> until_round=4')

    assert [15, "search", 2] == read(path)[0].dice


def test_every_kind_of_literal(tmp_path: Path) -> None:
    """Containers nest, signs are kept, and text keeps what looks like syntax."""
    path = case_file(
        tmp_path, 'a=-3, b=None, c=True, d=[(1, "x")], e={"k": [], (0, -2): ()}, f="a -> b # c", g="2/3" -> error'
    )

    assert {
        "a": -3,
        "b": None,
        "c": True,
        "d": [(1, "x")],
        "e": {"k": [], (0, -2): ()},
        "f": "a -> b # c",
        "g": "2/3",
    } == read(path)[0].given


def test_a_decimal_is_exactly_what_it_spells(tmp_path: Path) -> None:
    """A tenth is one tenth, which no binary float is."""
    path = case_file(tmp_path, "é=[0.1, -9.5], dice=[] -> hours=1.15")

    assert [Case(1, {"é": [Fraction(1, 10), Fraction(-19, 2)]}, [], {"hours": Fraction(23, 20)})] == read(path)


@pytest.mark.parametrize(
    "line, fault",
    [
        ('danger="risky"', "a case has one arrow `->`, this line has 0"),
        ("a=1 -> b=2 -> c=3", "a case has one arrow `->`, this line has 2"),
        ("a=1 ->", "nothing expected: give `error` or field=value pairs after the arrow"),
        ("a=1 -> mistake", "not name=value pairs: mistake"),
        ("a=1) + (b=2 -> error", "not name=value pairs: a=1) + (b=2"),
        ("a=[1 -> error", "a bracket or a quote is left open"),
        ("a=open -> error", "not a literal value: open"),
        ("a=-True -> error", "not a literal value: -True"),
        ('a={"k": 1, "k": 2} -> error', 'not a literal value: {"k": 1, "k": 2}'),
        ("a=1, a=2 -> error", "not a new name: a=2"),
        ("a={([],): 1} -> error", "not a literal value: {([],): 1}"),
        ('a={**{}, "k": 1} -> error', 'not a literal value: {**{}, "k": 1}'),
        ("**{} -> error", "not a new name: **{}"),
        ("dice=6 -> error", "dice is not a list"),
        ("dice=[True] -> error", "neither a face nor a word among the dice: True"),
        ("a=1 -> outcome=3", "the outcome is not a name in quotes"),
    ],
)
def test_a_malformed_line_is_named(tmp_path: Path, line: str, fault: str) -> None:
    """The message begins with file and line."""
    path = case_file(tmp_path, f"# book.rule\n{line}\n")

    with pytest.raises(MalformedCase) as caught:
        read(path)

    assert f"{path}:2: {fault}" == str(caught.value)


def test_every_case_file_reads(subtests: pytest.Subtests) -> None:
    """Each begins with its rule's id and a title, and holds at least one case, none twice."""
    files = sorted(CASES.glob("*.cases"))
    assert files
    try_each(subtests, ((path.stem, path) for path in files), _reads)


def _reads(path: Path) -> None:
    rule_id, _, title = path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ").partition(": ")
    cases = [repr((case.given, case.dice)) for case in read(path)]

    assert path.stem == rule_id
    assert title
    assert cases
    assert all(cases.count(case) == 1 for case in cases)
