"""The package that is shipped: it builds, holds what it should, and works from the built file alone."""

import json
import re
import subprocess
import sys
import urllib.request
import zipfile
from collections.abc import Callable, Iterator
from importlib.metadata import Distribution, distribution
from importlib.util import find_spec
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import undercroft
from tests.requiring import need
from undercroft import demo
from undercroft.demo.bookmark_scripts import BOOKMARKS
from undercroft.kernel.extras import to_install

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the working tree."""
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return next(out.glob("*.whl"))


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    """No tests, no cases; types are marked and the licence is in it."""
    names = zipfile.ZipFile(wheel).namelist()
    assert "undercroft/py.typed" in names
    assert "undercroft/books/delving/hazard.py" in names
    assert f"undercroft/demo/{demo.FILE}" in names
    assert {f"undercroft/demo/bookmarks/{bookmark.id}.txt" for bookmark in BOOKMARKS} <= set(names)
    assert {"undercroft/faces/web/templates/base/page.html", "undercroft/faces/web/static/js/main.js"} <= set(names)
    assert "undercroft/faces/web/guides/first-session.md" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    ours = ("undercroft/", f"undercroft-{undercroft.__version__}")
    assert [] == [name for name in names if not name.startswith(ours)]


def test_the_wheel_works(wheel: Path) -> None:
    """Imported from the built file, a rule is settled."""
    script = (
        "import undercroft; print(undercroft.__file__);"
        "print(undercroft.say(undercroft.settle('delving.hazard-die', dice=[1], danger='deadly')))"
    )
    command = [sys.executable, "-c", script]
    out = subprocess.check_output(command, env={"PYTHONPATH": str(wheel)}, text=True, cwd=wheel.parent)
    assert str(wheel) in out
    assert out.endswith("Something comes: a random encounter.\n")


def test_the_version_is_told_once() -> None:
    """The package and its metadata agree."""
    assert f'version = "{undercroft.__version__}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_the_locks_name_no_host() -> None:
    """Hashes and versions only."""
    for name in ("requirements.lock", "requirements-sim.lock", "benchmarks/requirements.lock"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert "--hash=sha256:" in text
        assert not re.search(r"https?://|--index|--find-links|file:|@ ", text)


# The wheel and its extras in empty environments

Installed = Callable[[str], "Environment"]

RUN = """
import json, sys
sys.path[:0] = {paths!r}
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from undercroft.faces.cli.command_line import run
told = []
for line in {lines!r}:
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        told.append((run(line), out, err))
print(json.dumps([(code, out.getvalue(), err.getvalue()) for code, out, err in told]))
"""


class Environment:
    """The wheel, and the libraries that it asks for and no others."""

    def __init__(self, wheel: Path, libraries: Path) -> None:
        self.libraries = libraries
        self.paths = [str(wheel), str(libraries)]

    def _python(self, script: str, *line: str) -> list[str]:
        """Python with the standard library and nothing else."""
        return [sys.executable, "-I", "-S", "-c", script, *line]

    def run(self, *lines: list[str]) -> list[tuple[int, str, str]]:
        """The exit code, output and errors of each command line."""
        command = self._python(RUN.format(paths=self.paths, lines=list(lines)))
        told = subprocess.run(command, capture_output=True, encoding="utf-8", cwd=self.libraries, check=True).stdout
        return [(code, out, err) for code, out, err in json.loads(told)]

    def command(self, *line: str) -> list[str]:
        """A command line as it is typed."""
        script = f"import sys; sys.path[:0] = {self.paths!r}; from undercroft.faces.cli import main; main()"
        return self._python(script, *line)

    def imports(self, *modules: str) -> bool:
        """Whether modules can be imported here."""
        script = f"import sys; sys.path[:0] = {self.paths!r}; import {', '.join(modules)}"
        return subprocess.run(self._python(script), capture_output=True, check=False).returncode == 0


def _wanted(found: Distribution, extras: frozenset[str]) -> Iterator[Requirement]:
    """What a distribution asks for here, with some of its extras."""
    for line in found.requires or ():
        asked = Requirement(line)
        if asked.marker is None or any(asked.marker.evaluate({"extra": extra}) for extra in extras):
            yield asked


def _gathered(ours: Distribution, extra: str) -> Iterator[Distribution]:
    """The distributions that an installer would add to the wheel, from this environment."""
    waiting, seen = [(ours, frozenset({"", extra}))], set[tuple[str, frozenset[str]]]()
    while waiting:
        of, extras = waiting.pop()
        for asked in _wanted(of, extras):
            name, more = canonicalize_name(asked.name), frozenset(asked.extras) | {""}
            if (name, more) not in seen:
                seen.add((name, more))
                it = ours if name == "undercroft" else distribution(name)
                waiting.append((it, more))
                yield it


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel with an extra, where nothing else is installed."""
    unpacked = tmp_path_factory.mktemp("unpacked")
    zipfile.ZipFile(wheel).extractall(unpacked)
    ours = Distribution.at(next(unpacked.glob("*.dist-info")))

    def made(extra: str) -> Environment:
        folder = tmp_path_factory.mktemp(f"with-{extra or 'nothing'}")
        found = {top: it for it in _gathered(ours, extra) if it is not ours for top in _tops(it)}
        for top, it in found.items():
            (folder / top).symlink_to(Path(str(it.locate_file(top))))
        return Environment(unpacked, folder)

    return made


def _tops(it: Distribution) -> set[str]:
    """The files and folders of a distribution, beside those of others."""
    return {Path(str(file)).parts[0] for file in it.files or ()} - {"..", "__pycache__"}


def test_the_bare_wheel(wheel: Path, installed: Installed) -> None:
    """Dice, odds and rules with a handful of packages; what needs more names its extra."""
    bare = installed("")
    libraries = {path.name.partition("-")[0] for path in bare.libraries.glob("*.dist-info")}
    assert {
        "annotated_doc",
        "markdown_it_py",
        "mdurl",
        "msgspec",
        "pygments",
        "rich",
        "shellingham",
        "typer",
    } == libraries
    assert 5_000_000 > wheel.stat().st_size

    rolled, odds, settled, served = bare.run(
        ["roll", "3d6", "--times", "3"],
        ["odds", "4d6kh3", "--at-least", "15"],
        ["rule", "delving.hazard-die", "--given", "danger=risky", "--dice", "1"],
        ["serve", "--port", "0"],
    )
    assert (0, 3) == (rolled[0], rolled[1].count("3d6: "))
    assert (0, True) == (odds[0], "25/108" in odds[1])
    assert (0, "1d12, hazard die: 1\nSomething comes: a random encounter.\n", "") == settled
    assert (6, "") == served[:2]
    assert served[2].startswith("error: not_installed: this needs ")
    assert served[2].endswith(f"({to_install('table')})\n")


def test_the_wheel_with_exchange(installed: Installed) -> None:
    """Pages that roll and campaign files; still no server."""
    exchange = installed("exchange")
    (exchange.libraries / "page.md").write_text("# Rumours\n\nThere are [2d6] rats.\n", encoding="utf-8")
    page, made, linted, served = exchange.run(
        ["read", "page.md", "--html"],
        ["campaign", "new", "own.toml", "--name", "Own"],
        ["lint", "own.toml"],
        ["serve", "--port", "0"],
    )
    assert (0, True) == (page[0], page[1].startswith("<!doctype html>"))
    assert (0, 0, 6) == (made[0], linted[0], served[0])


def test_the_wheel_with_the_table(installed: Installed) -> None:
    """It serves pages with their templates, and the demo."""
    table = installed("table")
    line = table.command("serve", "--demo", "--port", "0", "--json", "--data", str(table.libraries / "store.db"))
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        try:
            assert server.stdout is not None
            told = json.loads(server.stdout.readline())
            for path, begins in (("/", b"<!doctype html>"), ("/rules/delving.hazard-die", b"<!doctype html>")):
                with urllib.request.urlopen(f"{told['addresses'][0]}{path}", timeout=60) as answer:
                    assert (200, True) == (answer.status, answer.read().startswith(begins))
        finally:
            server.terminate()


def test_the_wheel_with_another_extra(installed: Installed) -> None:
    """Each brings what its modules import."""
    assert installed("postgres").imports("undercroft.store.postgres.store")
    metrics = installed("metrics")
    assert metrics.imports("prometheus_client")
    assert not metrics.imports("litestar")


def test_the_wheel_with_the_simulator(installed: Installed) -> None:
    """Numba and what it needs."""
    need("numba", find_spec("numba") is not None)
    assert installed("sim").imports("numba", "numpy")
