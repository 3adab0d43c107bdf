"""Books that other packages bring: found by their entry point, and on the shelf like ours."""

import json
import os
import re
import subprocess
import sys
import urllib.request
import zipfile
from dataclasses import replace
from importlib.metadata import EntryPoint
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import pytest
from msgspec import structs

from undercroft.books import BOOKS, OURS, OUTSIDE
from undercroft.books.guidance import guidance_in
from undercroft.books.outside import GROUP, Outside, gathered, said
from undercroft.faces.manual.book_check import book_problems
from undercroft.kernel.rules import Book
from undercroft.kernel.tables import BookListing

HERE = Path(__file__).parent
GUIDE = HERE.parents[1] / "docs" / "rules-of-your-own.md"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder where the example's wheel is installed."""
    out, place = tmp_path_factory.mktemp("wheel"), tmp_path_factory.mktemp("place")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--skip-dependency-check"]
    subprocess.run([*command, "--outdir", str(out), str(HERE / "lantern")], check=True, capture_output=True)
    zipfile.ZipFile(next(out.glob("*.whl"))).extractall(place)
    return place


def ran(place: Path, *lines: list[str]) -> list[tuple[int, str, str]]:
    """The exit code, output and errors of command lines where the package is installed."""
    script = """
import json, sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from undercroft.faces.cli.command_line import run
told = []
for line in json.loads(sys.argv[1]):
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        told.append((run(line), out, err))
print(json.dumps([(code, out.getvalue(), err.getvalue()) for code, out, err in told]))
"""
    command = [sys.executable, "-c", script, json.dumps(lines)]
    done = subprocess.run(
        command,
        env={**os.environ, "PYTHONPATH": str(place)},
        check=True,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    return [(code, out, err) for code, out, err in json.loads(done.stdout)]


def test_at_the_command_line(place: Path, tmp_path: Path) -> None:
    """It is listed, settled, given odds, checked, and has a manual."""
    written = re.findall(r"^\| `undercroft ([^`]+)`", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    assert 6 == len(written)
    listed, settled, odds, checked, doctor, manual, *shown = ran(
        place,
        ["books", "--json"],
        ["rule", "draught", "--given", "oil=6", "--dice", "2"],
        ["odds", "draught", "--given", "oil=6", "--by", "kind", "--json"],
        ["books", "--check"],
        ["doctor", "--data", str(tmp_path / "none" / "store.db"), "--json"],
        ["books", "lantern", "--manual", str(tmp_path / "manual")],
        *(line.replace("--manual manual", f"--manual {tmp_path}").split() for line in written),
    )
    assert [0] * 6 == [code for code, _, _ in shown], shown
    books = json.loads(listed[1])["books"]
    assert [*(book.id for book in OURS), "lantern"] == [book["id"] for book in books]
    assert "lantern-book 1.0" == books[-1]["package"]
    assert (0, "1d6, draught: 2\nThe lantern burns on, with 5 hours of oil.\n", "") == settled
    assert {"burns_on": "5/6", "goes_out": "1/6"} == {
        end["outcome"]: end["chance"] for end in json.loads(odds[1])["outcomes"]
    }
    assert (0, "Lanterns: 1 rule, 5 cases, nothing to mend.\n", "") == checked
    assert {"name": "books", "grade": "ok", "says": "Lanterns, of lantern-book 1.0"} in json.loads(doctor[1])["checks"]
    assert "When: A lantern has burnt for an hour." in shown[2][1]
    assert "See also: delving.light.burn" in shown[2][1]
    assert 0 == manual[0]
    asked = (tmp_path / "manual" / "questions.md").read_text(encoding="utf-8")
    assert "### Is it windy down here?\n\n- Lanterns: [A draught in the dark](lantern/draught.md)" in asked
    page = (tmp_path / "manual" / "lantern" / "draught.md").read_text(encoding="utf-8")
    for part in (
        "# A draught in the dark",
        "**When.** A lantern has burnt for an hour.",
        "**For example.** The lantern has oil for 6 hours",
        "## See also",
        "## What it depends on",
        "hours of oil left",
        "## Tables",
        "a gust",
        "5/6",
        "Does a shutter",
        "## Cases",
    ):
        assert part in page, part


def test_in_the_browser_and_the_api(place: Path, tmp_path: Path) -> None:
    """It has its pages, its tables roll, and the API settles and describes it."""
    line = [sys.executable, "-m", "undercroft", "serve", "--port", "0", "--json", "--data", str(tmp_path / "store.db")]
    env = {**os.environ, "PYTHONPATH": str(place)}
    with subprocess.Popen(line, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        try:
            assert server.stdout is not None
            here = json.loads(server.stdout.readline())["addresses"][0]

            def answer(path: str, body: object = None) -> str:
                sent = None if body is None else json.dumps(body).encode()
                headers = {"content-type": "application/json", "origin": here}
                request = urllib.request.Request(f"{here}{path}", sent, headers)
                with urllib.request.urlopen(request, timeout=60) as found:
                    return str(found.read().decode())

            assert "Lanterns" in answer("/rules")
            assert "Draughts" in answer("/books/lantern")
            page = answer("/rules/lantern.draught")
            assert "hours of oil left" in page.lower()
            assert "A draught in the dark" in page
            assert "The lantern has oil for 6 hours" in page
            [told] = json.loads(answer("/api/rules?book=lantern"))
            assert ("lantern.draught", "A draught in the dark") == (told["id"], told["title"])
            assert "A lantern has burnt for an hour." == told["manual"]["when"]
            assert "Is it windy down here?" in answer("/questions")
            [windy] = json.loads(answer("/api/questions?q=is+it+windy"))
            assert ["lantern.draught"] == windy["rules"]
            burns = json.loads(answer("/api/questions?q=does+my+torch+still+burn"))[0]["rules"]
            assert {"delving.light.burn", "lantern.draught"} <= set(burns)
            assert "/api/rules/lantern.draught/odds" in json.loads(answer("/api/openapi.json"))["paths"]
            settled = json.loads(answer("/api/rules/lantern.draught", {"given": {"oil": 6}, "dice": [1]}))
            assert "The lantern goes out." == settled["says"]
            assert "A gust" in answer("/tables/lantern.draught", {"dice": [1]})
        finally:
            server.terminate()


def test_at_a_table(place: Path, tmp_path: Path) -> None:
    """The referee settles its rule before the party; the log tells it, and can be read without the package."""
    script = tmp_path / "evening.txt"
    script.write_text('settle_rule party rule=lantern.draught given={"oil":6} : 2\n', encoding="utf-8")
    store = ["--data", str(tmp_path / "store.db")]
    made, played, told = ran(
        place,
        ["table", "new", "Night", "--demo", *store],
        ["play", "night", "--script", str(script), *store],
        ["table", "log", "night", *store],
    )
    assert (0, 0, 0) == (made[0], played[0], told[0]), played
    assert "Lanterns, Draughts" in told[1]
    assert "The lantern burns on, with 5 hours of oil." in told[1]
    [(code, out, _)] = ran(tmp_path, ["table", "log", "night", *store])
    assert (0, True) == (code, "lantern.draught" in out)


# Books that cannot be used


@pytest.fixture
def lantern(monkeypatch: pytest.MonkeyPatch) -> Book:
    """The example's book, without its package."""
    file = HERE / "lantern" / "lantern_book" / "__init__.py"
    spec = spec_from_file_location("lantern_book", file, submodule_search_locations=[str(file.parent)])
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "lantern_book", module)
    spec.loader.exec_module(module)
    book: Book = module.BOOK
    return book


def offered(monkeypatch: pytest.MonkeyPatch, **values: object) -> Outside:
    """What is found of entry points that lead to these values."""
    module = ModuleType("offered")
    module.__dict__.update(values)
    monkeypatch.setitem(sys.modules, "offered", module)
    return gathered(OURS, [EntryPoint(name, f"offered:{name}", GROUP) for name in values])


def test_a_book_stands_behind_ours(monkeypatch: pytest.MonkeyPatch, lantern: Book) -> None:
    """Nothing else is needed."""
    found = offered(monkeypatch, lantern=lantern)
    assert ((lantern,), ()) == (tuple(book for book, _ in found.books), found.left_out)


def test_a_broken_book_is_named_and_left_out(monkeypatch: pytest.MonkeyPatch, lantern: Book) -> None:
    """Each for its reason, and the good one is there all the same."""
    [rule] = lantern.rules
    broken = {
        "number": (7, "not a Book: int"),
        "ours": (replace(lantern, id="delving"), "another book has the id “delving”"),
        "table": (replace(lantern, id="table"), "“table” cannot be its id"),
        "listing": (
            replace(lantern, listings=(BookListing("oil", "Oil", {"lamp oil": 30}, ("oil", "price")),)),
            "the table “oil” needs a name of its own that begins with “lantern.”",
        ),
        "spaced": (replace(lantern, id="My Book"), "“My Book” cannot be its id"),
        "empty": (replace(lantern, rules=()), "it has no rules"),
        "other": (
            replace(lantern, id="lamp", tables=()),
            "“lantern.draught” needs an id of its own that begins with “lamp.”",
        ),
        "twice": (replace(lantern, rules=(rule, rule)), "“lantern.draught” needs an id of its own"),
        "untitled": (replace(lantern, title="Lamps"), "cites “Lanterns”, and the book is called “Lamps”"),
        "unheaded": (replace(lantern, headings=()), "cites the heading “Draughts”, which is not among"),
        "mute": (replace(lantern, words={}), "can end in BurnsOn, which has no words"),
        "unwritten": (replace(lantern, manual="email"), "its package email has no manual.toml"),
        "unpacked": (replace(lantern, manual="there_is_no_such_module"), "No module named 'there_is_no_such_module'"),
        "no_rule": (replace(lantern, rules=cast("Any", ("draught",))), "not a rule: str"),
    }
    found = offered(monkeypatch, **{name: value for name, (value, _) in broken.items()}, lantern=lantern)
    assert (lantern,) == tuple(book for book, _ in found.books)
    assert list(broken) == [each.entry for each in found.left_out]
    for one, (_, why) in zip(found.left_out, broken.values(), strict=True):
        assert why in one.why
    assert "the book “number” of offered:number is left out: not a Book: int" == said(found.left_out)[0]


def test_the_second_of_two_with_one_id_is_left_out(monkeypatch: pytest.MonkeyPatch, lantern: Book) -> None:
    """The first by name stays."""
    found = offered(monkeypatch, lamp=lantern, lantern=replace(lantern))
    assert ("lamp", ["lantern"]) == ("lamp", [each.entry for each in found.left_out])


def test_a_module_that_fails_is_left_out() -> None:
    """Whatever it does."""
    [gone] = gathered(OURS, [EntryPoint("gone", "there_is_no_such_module:BOOK", GROUP)]).left_out
    assert "ModuleNotFoundError: No module named 'there_is_no_such_module'" == gone.why
    [leaves] = gathered(OURS, [EntryPoint("leaves", "tests.outside.leaves:BOOK", GROUP)]).left_out
    assert "SystemExit: goodbye" == leaves.why


@pytest.mark.parametrize(
    "written, why",
    [
        ('["draught"]\ntitle = "T"\nwhen = "W."\n', "its manual.toml: “[...].how” is missing (give it)"),
        ('["draught"]\ntitles = "T"\n', "its manual.toml: there is no input “[...].titles” (did you mean title?)"),
        ('["draft"]\ntitle = "T"\nwhen = "W."\nhow = "H."\n', "its manual.toml tells of “draft”, which is not among"),
        (
            '["draught"]\ntitle = "T"\nwhen = "W."\nhow = "H."\nsee = ["lamp"]\n',
            "its manual.toml leads from “draught” to “lamp”, which is not a rule",
        ),
        ("draught = [", "its manual.toml: "),
        ("", None),
    ],
)
def test_a_manual_that_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch, lantern: Book, tmp_path: Path, written: str, why: str | None
) -> None:
    """The book is left out with what is wrong; a rule that the manual does not tell of is no fault."""
    (tmp_path / "lantern_words").mkdir()
    (tmp_path / "lantern_words" / "__init__.py").touch()
    (tmp_path / "lantern_words" / "manual.toml").write_text(written, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "lantern_words", raising=False)
    found = offered(monkeypatch, lantern=replace(lantern, manual="lantern_words"))
    if why is None:
        assert (1, ()) == (len(found.books), found.left_out)
    else:
        assert why in found.left_out[0].why


def test_a_check_finds_an_example_that_is_no_case(monkeypatch: pytest.MonkeyPatch, lantern: Book) -> None:
    """The line of the example is a comment."""
    said = guidance_in(lantern)
    moved = {name: structs.replace(found, case=1) for name, found in said.items()}
    monkeypatch.setattr("undercroft.faces.manual.book_check.guidance_in", lambda _: moved)
    monkeypatch.setitem(BOOKS, "lantern", lantern)
    told = "lantern.draught: the example in manual.toml tells line 1 of its cases, which is not a case"
    assert [told] == list(book_problems(lantern))


def test_a_check_finds_what_is_wrong(monkeypatch: pytest.MonkeyPatch, lantern: Book, tmp_path: Path) -> None:
    """Cases that come to another end, outcomes and options without one, and files that cannot be read."""
    monkeypatch.setitem(BOOKS, "lantern", replace(lantern, cases=tmp_path))
    assert ["lantern.draught: it has no cases: write lantern.draught.cases"] == list(book_problems(lantern))[:1]
    file = tmp_path / "lantern.draught.cases"
    file.write_text(
        'oil=6, dice=[2] -> outcome="burns_on", oil=6\noil=6, dice=[1] -> outcome="goes_out"\n', encoding="utf-8"
    )
    assert [
        "lantern.draught: line 1 expects outcome='burns_on', oil=6, and oil=5, outcome='burns_on' comes of it",
        "lantern.draught: no case comes to BurnsOn",
        "lantern.draught: no case tries shutter_saves=True of the reading “lantern.draught/shutter”",
    ] == list(book_problems(lantern))
    file.write_text("oil=6, dice=[2]\n", encoding="utf-8")
    assert ["lantern.draught: lantern.draught.cases:1: a case has one arrow `->`, this line has 0"] == list(
        book_problems(lantern)
    )


def test_the_guide_shows_the_example_as_it_is() -> None:
    """The four files of the page are the four files of the package."""
    guide = GUIDE.read_text(encoding="utf-8")
    shown = re.findall(r"```\w*\n# ([\w./]+)\n(.*?)```", guide, re.DOTALL)
    assert 4 == len(shown)
    for name, text in shown:
        assert text == (HERE / "lantern" / name).read_text(encoding="utf-8"), name


def test_there_are_none_here() -> None:
    """The tests run over our own books alone."""
    assert ((), ()) == (OUTSIDE.books, OUTSIDE.left_out)
