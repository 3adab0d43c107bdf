"""What the documentation shows is what happens."""

import io
import re
import shlex
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from tests.databases import empty_database
from tests.merged import try_each
from tests.store.making import BARROW, MILL, filled
from undercroft.exchange.markup.page import lint, read
from undercroft.faces.cli.app import app
from undercroft.faces.cli.command_line import run
from undercroft.faces.shared.entropy import draw
from undercroft.faces.shared.table_names import free_slug
from undercroft.foresight.compiled import CACHE
from undercroft.kernel.notation import parse
from undercroft.kernel.throwing import throw
from undercroft.store.log import ListedTable
from undercroft.store.memory import MemoryStore
from undercroft.store.portable import export_table
from undercroft.store.sqlite import SQLiteStore

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/*.md"),
        *ROOT.glob("docs/decisions/*.md"),
        *ROOT.glob("docs/formats/*.md"),
        *ROOT.glob("docs/screens/*.md"),
    ]
)
FOLDERS = ("src", "tests", "docs", "tools", "benchmarks")
_PEERS = ROOT / "benchmarks" / "node_modules"
"""What `make bench` installs."""
_OURS = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if _PEERS not in path.parents)
KEPT = [*_OURS, *ROOT.glob("*")]

_COMMAND = re.compile(r"^    \$ (?:\.venv/bin/)?undercroft (?P<arguments>.*)$")
_SNIPPET = re.compile(r"```python\n# (?P<path>(?:src|tests)/\S+)\n(?P<code>.*?)```", re.DOTALL)
_CODE = re.compile(r"^(`{3,}).*?^\1|`[^`\n]+`", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"\]\((?!https?://|#)(?P<target>[^)#]+)")


def shown_commands() -> list[object]:
    """Every command a page shows, with the output it shows below."""
    found_commands: list[object] = []
    for page in PAGES:
        lines = page.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines):
            if found := _COMMAND.match(line):
                output = []
                for below in lines[number + 1 :]:
                    if not below.startswith("    ") or below.startswith("    $"):
                        break
                    output.append(below.removeprefix("    "))
                found_commands.append(pytest.param(found["arguments"], output, id=f"{page.name}:{number + 1}"))
    return found_commands


@pytest.fixture
def campaigns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in a folder with the store that the pages speak of, a table that someone exported, and a bad file."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mill.toml").write_bytes((ROOT / "tests" / "pages" / "mill.toml").read_bytes())
    monkeypatch.setenv("UNDERCROFT_DATA", str(tmp_path / "undercroft.db"))
    with closing(SQLiteStore(tmp_path / "undercroft.db")) as store:
        filled(store, 5, _called(BARROW.name, BARROW.created))
        filled(store, 2, _called(MILL.name, MILL.created))
    with (tmp_path / "the-well-GM-SECRET.jsonl").open("wb") as file:
        export_table(filled(MemoryStore(), 3, _called("The Well", "2026-03-01T19:00:00Z")), "the-well", file)


def _called(name: str, created: str) -> ListedTable:
    """A table with the id that its name gives it."""
    return ListedTable(free_slug(name, ()), name, created)


_NO_COMMENT = re.compile(r"(?:  +|\s+# ).*")
_BLOCK_LINE = re.compile(r"^    (?:\.venv/bin/)?undercroft (?P<arguments>.*)$", re.MULTILINE)
_SPAN = re.compile(r"`(?:\.venv/bin/)?undercroft (?P<arguments>[a-z][^`]*)`")
_PATTERN = re.compile(r"\b[A-Z]{2,}\b(?!-)|\[|\bPATH\b|\.\.\.")
OPEN_ENDED = ("serve", "--install-completion")
"""What does not end by itself, or changes the machine; their options are checked elsewhere."""


def _only_named(arguments: str) -> bool:
    """Whether a line is only the name of a command, or a pattern for one."""
    return bool(_PATTERN.search(arguments)) or arguments.startswith(OPEN_ENDED) or arguments in BARE


BARE = (
    "store copy",
    "store migrate",
    "store purge",
    "store restored",
    "roll",
    "odds",
    "play",
    "simulate",
    "rule",
    "read",
    "lint",
    "table",
    "table report",
    "table import",
    "campaign",
    "campaign merge",
    "campaign edit",
)
"""Names of commands that want more than the name."""


ELSEWHERE = ("rules-of-your-own.md",)
"""Pages whose command lines need a package that tests/outside installs and runs them with."""


def lines_to_run() -> list[object]:
    """The command lines of each page, in blocks and in its text, one after the other."""
    found: list[object] = []
    for page in (page for page in PAGES if page.name not in ELSEWHERE):
        text = page.read_text(encoding="utf-8")
        lines = [_NO_COMMENT.sub("", line["arguments"]) for line in _BLOCK_LINE.finditer(text)]
        lines += [line["arguments"] for line in _SPAN.finditer(text)]
        lines = [line for line in lines if not _only_named(line)]
        if lines:
            found.append(pytest.param(lines, id=str(page.relative_to(ROOT))))
    return found


FOREIGN = {
    "cellar.json": "grey-hen.watabou.json",
    "vault.json": "salt-vault.donjon.json",
    "coast.txt": "grey-coast.text-mapper.txt",
    "cellars.uvtt": "two-cellars.uvtt",
    "teeth.wxx": "teeth-2017.wxx",
    "tables.db": "crypt.foundry.db",
    "tables.txt": "reed-hexes.hex-describe.txt",
}
"""The files of other programs that pages name, by the fixtures that they are."""


@pytest.mark.parametrize("lines", lines_to_run())
def test_a_command_line_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: list[str]) -> None:
    """Without an error, in a folder that has the page and the outline of the manual's own examples."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UNDERCROFT_DATA", str(tmp_path / "undercroft.db"))
    monkeypatch.setenv(CACHE, str(tmp_path / "cache"))
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setenv("EDITOR", "true")
    example = re.search(r"`````markdown\n(.*?)`````", (ROOT / "docs/markup.md").read_text(encoding="utf-8"), re.DOTALL)
    assert example
    (tmp_path / "barrow.md").write_text(example[1], encoding="utf-8")
    outline = re.search(
        r"```outline\n(.*?)```", (ROOT / "docs/formats/outline.md").read_text(encoding="utf-8"), re.DOTALL
    )
    assert outline
    (tmp_path / "mill.md").write_text(outline[1], encoding="utf-8")
    for name, file in FOREIGN.items():
        (tmp_path / name).write_bytes((ROOT / "tests/exchange/foreign/files" / file).read_bytes())
    if any("--into barrow" in line or line.startswith("table export barrow --as") for line in lines):
        assert 0 == run(["table", "new", "Barrow", "--demo"])
    for line in dict.fromkeys(lines):
        assert 0 == run(shlex.split(_SIMULATE.sub(rf"\1 --runs {FEW_RUNS}", _RUNS.sub("", line)))), line


_SIMULATE, _RUNS = re.compile(r"^(simulate\b.*)"), re.compile(r" --runs \d+")
FEW_RUNS = 20
"""Whether a line runs is seen by few of its runs; that the numbers come true, tests/foresight holds."""


def help_examples() -> list[object]:
    """The example in the help of every command."""
    commands: list[Any] = [get_command(app)]
    for command in commands:
        commands += [command.get_command(None, verb) for verb in getattr(command, "list_commands", lambda _: ())(None)]
    examples = {command.epilog.removeprefix("Example: undercroft ") for command in commands if command.epilog}
    return [pytest.param(line, id=line) for line in sorted(examples) if not line.startswith(("Add ", *OPEN_ENDED))]


@pytest.fixture(scope="module")
def a_barrow(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A store with the demo as The Barrow: made once, for each example to change a copy of it."""
    path = tmp_path_factory.mktemp("barrow") / "undercroft.db"
    assert 0 == run(["table", "new", "The Barrow", "--demo", "--data", str(path)])
    assert [path.name] == [file.name for file in path.parent.iterdir() if not file.name.endswith(".lock")]
    return path.read_bytes()


@pytest.mark.parametrize("line", help_examples())
def test_the_example_of_a_help_text_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, a_barrow: bytes, line: str
) -> None:
    """In a folder that has the files and the table that it names."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UNDERCROFT_DATA", str(tmp_path / "undercroft.db"))
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setenv("EDITOR", "true")
    (tmp_path / "rumours.md").write_bytes((ROOT / "tests/pages/inn.md").read_bytes())
    (tmp_path / "barrow.toml").write_bytes((ROOT / "src/undercroft/demo/carrow-marches.toml").read_bytes())
    if line.startswith("table picture"):
        from tests.paper_maps import picture  # noqa: PLC0415 - only this example needs one

        (tmp_path / "map.png").write_bytes(picture())
    if "postgresql:" in line:
        at = empty_database()
        line = line.replace("postgresql:///undercroft", at)
        if "copy" not in line:
            assert 0 == run(["table", "new", "The Barrow", "--demo", "--data", at])
        if "undelete" in line:
            assert 0 == run(["table", "delete", "the-barrow", "--name", "The Barrow", "--data", at])
    if not line.startswith("table new"):
        (tmp_path / "undercroft.db").write_bytes(a_barrow)
    if line.startswith(("founder link", "founder end")):
        assert 0 == run(["founder", "add", "Saturday club"])
    if "audit" in line:
        assert 0 == run(["table", "export", "the-barrow"])
    if "import" in line:
        dungeon = ROOT / "tests/exchange/foreign/files/grey-hen.watabou.json"
        (tmp_path / "crypt.json").write_bytes(dungeon.read_bytes())
    if "restore" in line:
        assert 0 == run(["table", "backup", "friday.db"])
        (tmp_path / "undercroft.db").unlink()
    if "recover" in line:
        with closing(sqlite3.connect(tmp_path / "undercroft.db")) as db, db:
            db.execute("UPDATE heads SET version = 1")
    assert 0 == run(shlex.split(line.partition(" > ")[0]))


def test_every_expression_in_the_manual_of_dice_can_be_rolled() -> None:
    """Those in the first column of its table, and those in its text."""
    page = (ROOT / "docs/dice.md").read_text(encoding="utf-8")
    shown = [span for row in re.findall(r"^\| (`.*?) \|", page, re.MULTILINE) for span in re.findall(r"`([^`]+)`", row)]
    assert 25 <= len(shown)
    assert [] == [span for span in shown if throw(parse(span), draw()).formula != parse(span)]


def test_the_example_page_of_the_manual_is_clean() -> None:
    """And has the rolls and tables that the text speaks of."""
    (example,) = re.findall(
        r"`````markdown\n(.*?)`````", (ROOT / "docs/markup.md").read_text(encoding="utf-8"), re.DOTALL
    )
    assert () == lint(example)
    assert ["finds", "tenants", "light"] == [table.name for table in read(example).tables]


@pytest.mark.parametrize("arguments, output", shown_commands())
@pytest.mark.usefixtures("campaigns")
def test_a_shown_command_prints_what_is_shown(capsys, arguments: str, output: list[str]) -> None:
    """To the letter, save where dice are rolled."""
    run(shlex.split(arguments))
    printed = "".join(capsys.readouterr()).splitlines()
    if arguments.startswith("roll ") and not output[0].startswith("error"):
        assert printed[0].split(":")[0] == output[0].split(":")[0]
    else:
        assert output == printed


def of_every_page(subtests: pytest.Subtests, check: Callable[[Path], None]) -> None:
    """Check each page of the documentation."""
    try_each(subtests, ((str(page.relative_to(ROOT)), page) for page in PAGES), check)


def test_snippets_stand_in_the_source(subtests: pytest.Subtests) -> None:
    """Code that a page shows from a file is in that file."""
    of_every_page(subtests, _shows_the_source)


def _shows_the_source(page: Path) -> None:
    for snippet in _SNIPPET.finditer(page.read_text(encoding="utf-8")):
        assert snippet["code"].strip("\n") in (ROOT / snippet["path"]).read_text(encoding="utf-8")


def test_links_lead_somewhere(subtests: pytest.Subtests) -> None:
    """No page links to a file that is not there."""
    of_every_page(subtests, _links)


def _links(page: Path) -> None:
    prose = _CODE.sub("", page.read_text(encoding="utf-8"))
    targets = [found["target"] for found in _LINK.finditer(prose)]
    assert [] == [target for target in targets if not (page.parent / target).exists()]


def _named(page: Path, pattern: str) -> list[str]:
    """What a page names in the middle of a line of text, of some form."""
    return re.findall(rf"`({pattern})`", page.read_text(encoding="utf-8"))


def test_files_and_folders_that_are_named_are_there(subtests: pytest.Subtests) -> None:
    """By their whole path, or by the end of it, as in `panels/screens.py`."""
    there = [f"/{path.relative_to(ROOT).as_posix()}" for path in KEPT]
    of_every_page(subtests, partial(_names_files, there))


def _names_files(there: list[str], page: Path) -> None:
    files = _named(page, r"(?:[\w-]+/)*[\w-]+\.(?:py|html|css|js|md|lock|txt)")
    folders = _named(page, rf"(?:{'|'.join(FOLDERS)})(?:/[\w-]+)+/?")
    assert [] == [name for name in files if not any(path.endswith(f"/{name}") for path in there)]
    assert [] == [name for name in folders if not any(f"/{name.strip('/')}/" in path for path in there)]


def test_commands_that_are_named_exist(subtests: pytest.Subtests) -> None:
    """Chores of `make`, modules of `tools`, and every verb and option of `undercroft`."""
    of_every_page(subtests, partial(_names_commands, get_command(app)))


def _names_commands(verbs: object, page: Path) -> None:
    chores = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert [] == [chore for chore in _named(page, r"make [a-z]+") if chore.removeprefix("make ") not in chores]
    modules = [name.split()[2] for name in _named(page, r"python -m tools\.[^`]+")]
    assert [] == [name for name in modules if not list(ROOT.glob(f"{name.replace('.', '/')}*"))]
    shown = [line.replace("\\|", "|").split()[1:] for line in _named(page, r"(?:\.venv/bin/)?undercroft [^`]+")]
    assert [] == [words for words in shown if _unknown(verbs, words)]


def _unknown(command: Any, words: list[str]) -> list[str]:
    """The verbs and options of a command line that there are not."""
    unknown: list[str] = []
    for word in (word.strip("[].") for word in words):
        if word.startswith("--"):
            unknown += [] if any(word in part.opts for part in command.params) else [word]
        elif hasattr(command, "get_command"):
            found = {verb: command.get_command(None, verb) for verb in word.split("|")}
            unknown += [verb for verb, there in found.items() if there is None]
            command = next(iter(found.values())) or command
    return unknown


def test_the_readme_shows_the_hazard_die_as_it_is() -> None:
    """The README's rule is the rule."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", readme, re.DOTALL)
    assert code
    assert code[1] in (ROOT / "src/undercroft/books/delving/hazard.py").read_text(encoding="utf-8")


def test_no_text_holds_two_versions_of_a_line() -> None:
    """Marks of a conflict between two changes are resolved, not kept."""
    marks = re.compile(rb"^(<{7}|>{7}) ", re.MULTILINE)
    texts = [path for path in KEPT if path.suffix in {".md", ".py", ".html", ".css", ".js", ".toml", ".lock", ".json"}]
    assert 1_000 < len(texts)
    assert [] == [path.relative_to(ROOT).as_posix() for path in texts if marks.search(path.read_bytes())]
