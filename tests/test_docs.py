"""What the documentation shows is what happens."""

from __future__ import annotations

import re
import shlex
from contextlib import closing
from pathlib import Path

import pytest

from tests.store.making import MILL, filled
from undercroft.faces.cli.errors import run
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

_COMMAND = re.compile(r"^    \$ (?:\.venv/bin/)?undercroft (?P<arguments>.*)$")
_SNIPPET = re.compile(r"```python\n# (?P<path>src/\S+)\n(?P<code>.*?)```", re.DOTALL)
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


def test_the_readme_shows_the_hazard_die_as_it_is() -> None:
    """The README's rule is the rule."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", readme, re.DOTALL)
    assert code
    assert code[1] in (ROOT / "src/undercroft/books/delving/hazard.py").read_text(encoding="utf-8")
