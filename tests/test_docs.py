"""What the documentation shows is what happens."""

import re
import shlex
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from tests.store.making import MILL, filled
from undercroft.faces.cli.app import app
from undercroft.faces.cli.command_line import run
from undercroft.store.log import Table
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
KEPT = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*")] + list(ROOT.glob("*"))

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
    """Stand in a folder with the store that the pages speak of, a table that somebody exported, and a bad file."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mill.toml").write_bytes((ROOT / "tests" / "pages" / "mill.toml").read_bytes())
    monkeypatch.setenv("UNDERCROFT_DATA", str(tmp_path / "undercroft.db"))
    with closing(SQLiteStore(tmp_path / "undercroft.db")) as store:
        filled(store, 5)
        filled(store, 2, MILL)
    with (tmp_path / "well-GM-SECRET.jsonl").open("wb") as file:
        export_table(filled(MemoryStore(), 3, Table("well", "The Well", "2026-03-01T19:00:00Z")), "well", file)


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


@pytest.mark.parametrize("page", [pytest.param(page, id=page.name) for page in PAGES])
def test_snippets_stand_in_the_source(page: Path) -> None:
    """Code that a page shows from a file is in that file."""
    for snippet in _SNIPPET.finditer(page.read_text(encoding="utf-8")):
        assert snippet["code"].strip("\n") in (ROOT / snippet["path"]).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", [pytest.param(page, id=str(page.relative_to(ROOT))) for page in PAGES])
def test_links_lead_somewhere(page: Path) -> None:
    """No page links to a file that is not there."""
    prose = _CODE.sub("", page.read_text(encoding="utf-8"))
    targets = [found["target"] for found in _LINK.finditer(prose)]
    assert [] == [target for target in targets if not (page.parent / target).exists()]


def _named(page: Path, pattern: str) -> list[str]:
    """What a page names in the middle of a line of text, of some form."""
    return re.findall(rf"`({pattern})`", page.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", [pytest.param(page, id=str(page.relative_to(ROOT))) for page in PAGES])
def test_files_and_folders_that_are_named_are_there(page: Path) -> None:
    """By their whole path, or by the end of it, as in `panels/screens.py`."""
    files = _named(page, r"(?:[\w-]+/)*[\w-]+\.(?:py|html|css|js|md|lock|txt)")
    folders = _named(page, rf"(?:{'|'.join(FOLDERS)})(?:/[\w-]+)+/?")
    there = [f"/{path.relative_to(ROOT).as_posix()}" for path in KEPT]
    assert [] == [name for name in files if not any(path.endswith(f"/{name}") for path in there)]
    assert [] == [name for name in folders if not any(f"/{name.strip('/')}/" in path for path in there)]


@pytest.mark.parametrize("page", [pytest.param(page, id=str(page.relative_to(ROOT))) for page in PAGES])
def test_commands_that_are_named_exist(page: Path) -> None:
    """Chores of `make`, modules of `tools`, and every verb and option of `undercroft`."""
    chores = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert [] == [chore for chore in _named(page, r"make [a-z]+") if chore.removeprefix("make ") not in chores]
    modules = [name.split()[2] for name in _named(page, r"python -m tools\.[^`]+")]
    assert [] == [name for name in modules if not list(ROOT.glob(f"{name.replace('.', '/')}*"))]
    shown = [line.replace("\\|", "|").split()[1:] for line in _named(page, r"(?:\.venv/bin/)?undercroft [^`]+")]
    assert [] == [words for words in shown if _unknown(words)]


def _unknown(words: list[str]) -> list[str]:
    """The verbs and options of a command line that there are not."""
    command: Any = get_command(app)
    unknown: list[str] = []
    for word in (word.strip("[].") for word in words):
        if word.startswith("--"):
            unknown += [] if any(word in one.opts for one in command.params) else [word]
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
