"""The package that is shipped: it builds, holds what it should, and works from the built file alone."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import undercroft
from undercroft import demo
from undercroft.demo.marks import BOOKMARKS

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
    assert {f"undercroft/demo/bookmarks/{one.id}.txt" for one in BOOKMARKS} <= set(names)
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


def test_the_wheel_serves_pages(wheel: Path) -> None:
    """Templates, styles and scripts are found within the built file."""
    script = (
        "from undercroft.faces.web.base.assets import assets\n"
        "from undercroft.faces.web.base.rendering import render\n"
        "known = dict(theme='screen', rules=1, live=False, owner=False, tables=(), presets=(), at=None)\n"
        "print(sorted(assets())[0], render('start/start.html', **known)[:15])"
    )
    command = [sys.executable, "-c", script]
    out = subprocess.check_output(command, env={"PYTHONPATH": str(wheel)}, text=True, cwd=wheel.parent)
    assert "dark.css <!doctype html>\n" == out
