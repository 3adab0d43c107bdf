"""What works without the extras, and how a command names the one it needs."""

import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from undercroft.faces.cli.exit_codes import STORAGE
from undercroft.faces.http.watching import Figures
from undercroft.kernel.extras import LIBRARIES, NotInstalled, needs, to_install

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "undercroft"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

WITHOUT = """
import sys, json
from contextlib import redirect_stdout, redirect_stderr
from io import StringIO

sys.modules.update(dict.fromkeys({blocked!r}))  # as if they were not installed
from undercroft.faces.cli.command_line import run
told = []
for line in json.loads(sys.stdin.read()):
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = run(line)
    told.append((code, out.getvalue(), err.getvalue()))
print(json.dumps(told))
"""


def ran_without(blocked: set[str], lines: list[list[str]], cwd: Path) -> list[tuple[int, str, str]]:
    """The exit code, output and errors of command lines where some libraries cannot be imported."""
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT.format(blocked=sorted(blocked))],
        input=json.dumps(lines),
        capture_output=True,
        text=True,
        cwd=cwd,
        check=True,
        encoding="utf-8",
    )
    return [(code, out, err) for code, out, err in json.loads(done.stdout)]


EVERY = {library for libraries in LIBRARIES.values() for library in libraries}


def test_without_any_extra(tmp_path: Path) -> None:
    """Dice, odds, rules, simulations and a table in the terminal need no extra."""
    store = ["--data", str(tmp_path / "store.db")]
    lines = [
        ["roll", "3d6"],
        ["odds", "4d6kh3", "--at-least", "15"],
        ["rules", "hazard"],
        ["rule", "hazard-die", "--given", "danger=risky", "--dice", "1"],
        ["odds", "hazard-die", "--given", "danger=risky"],
        ["forecast", "met", "--given", "clock=violence", "--turns", "6"],
        ["simulate", "first-level", "--runs", "2"],
        ["table", "new", "The Barrow", "--demo", *store],
        ["table", "list", *store],
        ["table", "export", "the-barrow", "log.jsonl", *store],
        ["table", "verify", "the-barrow", *store],
        ["doctor", *store],
        ["--help"],
        ["serve", "--help"],
    ]
    for line, (code, _, err) in zip(lines, ran_without(EVERY, lines, tmp_path), strict=True):
        assert 0 == code, (line, err)
        assert all(note.startswith("note: ") for note in err.splitlines()), (line, err)


def test_commands_name_the_extra_they_need(tmp_path: Path) -> None:
    """One line with what to install, and the documented exit code."""
    (tmp_path / "page.md").write_text("# Rumours\n\nRoll {{1d6}}.\n", encoding="utf-8")
    store = ["--data", str(tmp_path / "store.db")]
    needed = [
        (["serve", "--port", "0", *store], "table"),
        (["table", "print", "the-barrow", *store], "table"),
        (["table", "seats", "the-barrow", *store], "table"),
        (["serve", "--pages", str(tmp_path), "--port", "0"], "exchange"),
        (["read", "page.md"], "exchange"),
        (["lint", "page.md"], "exchange"),
        (["table", "import", "page.md", *store], "exchange"),
        (["campaign", "new", "own.toml", "--name", "Own"], "exchange"),
        (["table", "list", "--data", "postgresql://localhost/undercroft"], "postgres"),
        (["simulate", "first-level", "--workers", "dask"], "cluster"),
    ]
    told = ran_without(EVERY, [line for line, _ in needed], tmp_path)
    for (line, extra), (code, _, err) in zip(needed, told, strict=True):
        assert (STORAGE, True) == (code, err.endswith(f"({to_install(extra)})\n")), (line, err)
        assert "error: not_installed: this needs " in err
        assert "undercroft" not in err.partition(" (")[0]


def test_the_figures_name_their_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table may be there and the figures not."""
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    with pytest.raises(NotInstalled) as fault:
        Figures()
    assert ("not_installed", to_install("metrics")) == (fault.value.code, fault.value.fix)


@pytest.mark.parametrize("name, told", [(None, to_install("postgres")), ("psycopg.pq", to_install("postgres"))])
def test_a_library_that_lacks_its_own(name: str | None, told: str) -> None:
    """Without PostgreSQL's own library, psycopg raises an error that names nothing."""
    with pytest.raises(NotInstalled) as fault, needs("postgres"):
        raise ImportError("no pq wrapper available", name=name)
    assert told == fault.value.fix


def test_other_failing_imports_are_bugs() -> None:
    """A module of ours that is missing is not an extra."""
    with pytest.raises(ModuleNotFoundError), needs("table"):
        raise ModuleNotFoundError("No module named 'undercroft.nowhere'", name="undercroft.nowhere")


_IMPORT = re.compile(
    r"""^\s*(?:from (\w+)[\w.]* import |import (\w+)[\w.]*(?: as \w+)?$|.*import_module\("(\w+))""", re.MULTILINE
)
"""An import, at the head of a module or later; for the type checkers alone, too."""


def _distributions(requirements: list[str]) -> set[str]:
    return {str(canonicalize_name(Requirement(line).name)) for line in requirements} - {"undercroft"}


def test_extras_bring_what_the_code_imports_and_nothing_else() -> None:
    """Every library that is imported is a dependency or in an extra, and every one of those is imported."""
    texts = (path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py"))
    imported = {library for text in texts for found in _IMPORT.findall(text) for library in found if library}
    ours = {library for library in imported if library not in sys.stdlib_module_names} - {"undercroft"}
    known = packages_distributions()
    brought = {canonicalize_name(known.get(library, [library])[0]) for library in ours}
    extras: dict[str, list[str]] = PROJECT["optional-dependencies"]
    assert _distributions([*PROJECT["dependencies"], *(line for lines in extras.values() for line in lines)]) == brought
    assert ours == EVERY | {"msgspec", "typer"}


def test_the_list_of_extras_agrees_with_the_package() -> None:
    """The names that are imported, and the names that are installed."""
    known = packages_distributions()
    extras: dict[str, list[str]] = PROJECT["optional-dependencies"]
    assert extras.keys() == LIBRARIES.keys()
    for extra, libraries in LIBRARIES.items():
        lines = [line for name in (extra, *_included(extras[extra])) for line in extras[name]]
        named = {canonicalize_name(known.get(library, [library])[0]) for library in libraries}
        assert _distributions(lines) == named, extra


def _included(lines: list[str]) -> set[str]:
    return {extra for line in lines if line.startswith("undercroft[") for extra in Requirement(line).extras}
