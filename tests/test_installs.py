"""The package installed for real: by pip, in an empty environment; in a soak with every extra, from the index."""

import json
import subprocess
import sys
import sysconfig
import urllib.request
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path

import pytest

from tests.figures import INSTALLS, soak
from tests.requiring import need

ROOT = Path(__file__).parents[1]
PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the working tree."""
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return next(out.glob("*.whl"))


class Place:
    """An environment of its own."""

    def __init__(self, folder: Path) -> None:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
        self.folder = folder
        self._programs = Path(sysconfig.get_path("scripts", "venv", {"base": str(folder), "platbase": str(folder)}))

    def install(self, *what: str) -> None:
        """Have pip install this, without the cache of built wheels of others."""
        subprocess.run([*PIP, "--python", self.program("python"), "install", *what], check=True)

    def program(self, name: str) -> str:
        """A program of the environment."""
        return str(self._programs / name)

    def says(self, *line: str) -> str:
        """What a command of ours prints."""
        told = subprocess.run(
            [self.program("undercroft"), *line], check=True, stdout=subprocess.PIPE, encoding="utf-8", cwd=self.folder
        )
        return told.stdout

    def fails(self, *line: str) -> str:
        """What a command of ours complains of."""
        told = subprocess.run(
            [self.program("undercroft"), *line], check=False, capture_output=True, encoding="utf-8", cwd=self.folder
        )
        assert told.returncode
        return told.stderr

    def python(self, script: str) -> str:
        """What a script prints."""
        told = subprocess.run([self.program("python"), "-c", script], check=True, stdout=subprocess.PIPE)
        return told.stdout.decode()


def bare(place: Place) -> None:
    """Dice, odds and rules; what needs more names its extra."""
    assert place.says("odds", "4d6kh3", "--at-least", "15").count("25/108")
    settled = place.says("rule", "hazard-die", "--given", "danger=risky", "--dice", "1")
    assert settled.endswith("Something comes: a random encounter.\n")
    assert "undercroft[table]" in place.fails("serve", "--port", "0")
    assert "undercroft[exchange]" in place.fails("campaign", "new", "own.toml", "--name", "Own")
    assert "undercroft[cluster]" in place.fails("simulate", "first-level", "--runs", "10", "--workers", "dask")


def exchange(place: Place) -> None:
    """Pages that roll."""
    (place.folder / "page.md").write_text("# Rumours\n\nThere are [2d6] rats.\n", encoding="utf-8")
    assert place.says("read", "page.md", "--html").startswith("<!doctype html>")
    assert "undercroft[table]" in place.fails("serve", "--port", "0")


def table(place: Place) -> None:
    """The server, its pages and the demo."""
    line = [place.program("undercroft"), "serve", "--demo", "--port", "0", "--json", "--data"]
    store = str(place.folder / "store.db")
    with subprocess.Popen([*line, store], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        try:
            assert server.stdout is not None
            here = json.loads(server.stdout.readline())["addresses"][0]
            with urllib.request.urlopen(f"{here}/rules/delving.hazard-die", timeout=60) as answer:
                assert answer.read().startswith(b"<!doctype html>")
        finally:
            server.terminate()


def postgres(place: Place) -> None:
    """A database that is not there is named as such: its driver is."""
    told = place.fails("table", "list", "--data", "postgresql://127.0.0.1:9/undercroft")
    assert "not_installed" not in told
    assert "error: " in told


def metrics(place: Place) -> None:
    """The figures are counted."""
    assert "ok" in place.python("from undercroft.faces.http.watching import Figures; Figures(); print('ok')")


def sim(place: Place) -> None:
    """Compiled runs."""
    told = json.loads(place.says("simulate", "first-level", "--runs", "20000", "--json"))
    assert 20_000 == told["results"]["dark"]["runs"]


def cluster(place: Place) -> None:
    """The library of the cluster is there, and names what its address lacks."""
    assert "ok" in place.python("import distributed; print('ok')")


def frames(place: Place) -> None:
    """Data frames of each kind, from the same odds."""
    script = """
import pandas, polars, pyarrow, undercroft
odds = undercroft.odds("2d6")
for made in (
    pandas.DataFrame(odds.to_columns()),
    pandas.DataFrame.from_arrow(odds),
    polars.DataFrame(odds.to_columns()),
    polars.from_arrow(odds).struct.unnest(),
    pyarrow.table(odds),
):
    print(made.shape, made["outcome"][0])
"""
    assert ["(11, 4) 2"] * 5 == place.python(script).splitlines()


USES: Mapping[Callable[[Place], None], tuple[str, ...]] = {
    bare: ("",),
    exchange: ("[exchange]",),
    table: ("[table]",),
    postgres: ("[postgres]",),
    metrics: ("[table,metrics]",),
    sim: ("[sim]",),
    cluster: ("[cluster]",),
    frames: ("", "pandas", "polars", "pyarrow"),
}
"""What each extra is used for; and what is installed beside the package."""


def test_a_real_install(wheel: Path, tmp_path: Path) -> None:
    """By pip, without the libraries: the command is there, and has its version."""
    place = Place(tmp_path / "empty")
    place.install("--no-index", "--no-deps", str(wheel))
    assert place.python("import undercroft; print(undercroft.__version__)").strip() in wheel.name
    assert Path(place.program("undercroft")).exists() or Path(f"{place.program('undercroft')}.exe").exists()


@soak(INSTALLS)
def test_every_extra_from_the_index(wheel: Path, tmp_path: Path, subtests: pytest.Subtests) -> None:
    """In an empty environment each, and used there; `make test` takes none of them."""
    if INSTALLS:
        probe = [*PIP, "download", "--no-deps", "--dest", str(tmp_path), "shellingham"]
        need("index", subprocess.run(probe, check=False, capture_output=True).returncode == 0)
    for use, (extra, *beside) in islice(USES.items(), INSTALLS):
        with subtests.test(use.__name__):
            place = Place(tmp_path / use.__name__)
            place.install(f"{wheel}{extra}", *beside)
            use(place)
