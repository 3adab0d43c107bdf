"""The project's chores, for every system: `python -m tools.chores test`. `make test` does the same by calling this.

It needs a Python of 3.11 or newer and nothing else; the first chore builds the environment that the others use.
"""

import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
UV_VERSION = "0.13.7"
OLDEST = (3, 11)
_WINDOWS = os.name == "nt"
_PIP = ("-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input", "install")


class ChoreFailed(Exception):
    """A step went wrong, and has said why."""


# Environments


def program(name: str, environment: str = ".venv") -> str:
    """A program of an environment."""
    folder = ROOT / environment / ("Scripts" if _WINDOWS else "bin")
    return str(folder / (f"{name}.exe" if _WINDOWS else name))


def do(command: Sequence[str], environment: Mapping[str, str] | None = None, folder: Path = ROOT) -> None:
    """Run a command, or fail with it."""
    if subprocess.run(command, cwd=folder, env=environment, check=False).returncode:
        raise ChoreFailed


def python(*arguments: str, environment: str = ".venv") -> None:
    """Run Python in an environment."""
    do([program("python", environment), *arguments])


def is_fresh(mark: str, *sources: str) -> bool:
    """Whether a mark is there, and as new as all it was made from."""
    made = ROOT / mark
    return made.exists() and all(made.stat().st_mtime >= (ROOT / source).stat().st_mtime for source in sources)


def env() -> None:
    """Build the environment, again when the lock changes, and install Undercroft in it."""
    if not is_fresh(".venv/.locked", "requirements.lock"):
        print("Building .venv (once; a minute or so)", flush=True)
        do([sys.executable, "-m", "venv", "--clear", str(ROOT / ".venv")])
        python(*_PIP, "--require-hashes", "-r", "requirements.lock")
        (ROOT / ".venv/.locked").touch()
    if not is_fresh(".venv/.stamp", ".venv/.locked", "pyproject.toml"):
        python(*_PIP, "--no-deps", "--no-build-isolation", "-e", ".")
        (ROOT / ".venv/.stamp").touch()


def sim() -> None:
    """Add what compiled code is checked with; only the tests that need it are skipped without."""
    env()
    if not is_fresh(".venv/.sim", "requirements-sim.lock"):
        python(*_PIP, "--no-compile", "--require-hashes", "-r", "requirements-sim.lock")
        (ROOT / ".venv/.sim").touch()


def compiled(environment: str = ".venv") -> None:
    """Write the bytecode, where Python is told not to write it by itself; at once when it is there."""
    python("-m", "compileall", "-q", "src", environment=environment)


# The chores


def run() -> None:
    """Build the environment and open the table with the demo campaign, for phones on your network too."""
    env()
    compiled()
    command = [program("undercroft"), "serve", "--demo", "--browse", "--host", "0.0.0.0"]
    if not _WINDOWS:
        os.chdir(ROOT)
        os.execv(command[0], command)  # so that a signal ends the server itself
    server = subprocess.Popen(command, cwd=ROOT)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server has it, too
    if server.wait():
        raise ChoreFailed


def test() -> None:
    """The whole check: format, lint, spelling, layers, types, tests."""
    sim()
    compiled()
    with tempfile.TemporaryFile() as log:
        script = "import subprocess, sys; sys.exit(any(subprocess.run(c.split('|')).returncode for c in sys.argv[1:]))"
        checks = ("|".join([program("mypy")]), "|".join(_basedpyright()))
        types = subprocess.Popen([program("python"), "-c", script, *checks], cwd=ROOT, stdout=log, stderr=log)
        try:
            quick()
        except ChoreFailed:
            types.kill()
            raise
        print("tests", flush=True)
        # Rewritten asserts are written down even where bytecode is not, once and before there are workers: each of them
        # would rewrite every test.
        writing = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        pytest = [program("python"), "-m", "pytest", "-q"]
        if not list((ROOT / "tests/__pycache__").glob("conftest.*-pytest-*.pyc")):
            subprocess.run([*pytest, "--collect-only"], cwd=ROOT, env=writing, check=False, stdout=subprocess.DEVNULL)
        workers = ("-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder")
        tests = subprocess.run([*pytest, *workers], cwd=ROOT, env=writing, check=False).returncode
        wrong = types.wait()
        print(f"{'types':14}{'failed' if wrong else 'ok'}", flush=True)
        if wrong:
            log.seek(0)
            print(log.read().decode(errors="replace"))
        if tests or wrong:
            raise ChoreFailed


def _basedpyright() -> list[str]:
    return [program("basedpyright"), "--pythonpath", program("python")]


def quick() -> None:
    """What takes seconds, in the environment as it is."""
    _step("format", program("ruff"), "format", "--check", ".")
    _step("lint", program("ruff"), "check", ".")
    _step("spelling", program("codespell"))
    _step("layers", program("lint-imports"))


def _step(name: str, *command: str) -> None:
    """One line if it passes, all its output if it does not."""
    print(f"{name:14}", end="", flush=True)
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    print("failed" if done.returncode else "ok", flush=True)
    if done.returncode:
        print(done.stdout.decode(errors="replace"))
        raise ChoreFailed


def soak() -> None:
    """The long runs: a thousand kills, power cuts at any moment, the types of all tests (SEED=n runs one again)."""
    env()
    seed = os.environ.get("SEED") or str(secrets.randbits(32))
    print(f"seed {seed} (the same again: make soak SEED={seed})", flush=True)
    do([*_basedpyright(), "tests"])
    long = {**os.environ, "UNDERCROFT_SOAK": "1", "UNDERCROFT_SEED": seed}
    pytest = ("-m", "pytest", "-q", "-n", "auto", f"--hypothesis-seed={seed}", "-m", "soak", "tests")
    do([program("python"), *pytest], long)


def bench() -> None:
    """Measure Undercroft against its peers."""
    locks = ("requirements.lock", "requirements-sim.lock", "benchmarks/requirements.lock")
    if not is_fresh(".venv-bench/.stamp", *locks, "pyproject.toml"):
        print("Building .venv-bench (once; a minute or two)", flush=True)
        do([sys.executable, "-m", "venv", "--clear", str(ROOT / ".venv-bench")])
        listed = [part for lock in locks for part in ("-r", lock)]
        python(*_PIP, "--require-hashes", *listed, environment=".venv-bench")
        python(*_PIP, "--no-deps", "--no-build-isolation", "-e", ".", environment=".venv-bench")
        (ROOT / ".venv-bench/.stamp").touch()
    _node_modules()
    compiled(".venv-bench")
    python("-m", "benchmarks", environment=".venv-bench")


def _node_modules() -> None:
    npm = shutil.which("npm")
    if is_fresh("benchmarks/node_modules/.stamp", "benchmarks/package-lock.json"):
        return
    if npm is None or shutil.which("node") is None:
        print("No node and npm here: the JavaScript peer is left out.", flush=True)
        return
    do([npm, "ci", "--no-audit", "--no-fund", "--silent"], folder=ROOT / "benchmarks")
    (ROOT / "benchmarks/node_modules/.stamp").touch()


def format_code() -> None:
    """Format the code and mend what the linter can."""
    env()
    do([program("ruff"), "check", "--quiet", "--fix-only", "."])
    do([program("ruff"), "format", "."])


def manual() -> None:
    """Write the manual, the list of commands, the odds lock, the file formats and the guides again, from the code."""
    env()
    for module in ("tools.manual", "tools.commands", "tools.formats", "tools.guides"):
        python("-m", module)


def site() -> None:
    """Build the manual, guides, formats and all other pages as a site that works from a folder."""
    if not is_fresh(".venv-site/.stamp", "tools/site/requirements.lock"):
        print("Building .venv-site (once; a minute or so)", flush=True)
        do([sys.executable, "-m", "venv", "--clear", str(ROOT / ".venv-site")])
        python(*_PIP, "--require-hashes", "-r", "tools/site/requirements.lock", environment=".venv-site")
        (ROOT / ".venv-site/.stamp").touch()
    python("-m", "tools.site", environment=".venv-site")


def playthroughs() -> None:
    """Record the playthroughs again; look at what changes."""
    env()
    python("-m", "tools.playthroughs")


def screenshots() -> None:
    """Take pictures of every screen, with the system's Chromium."""
    env()
    python("-m", "tools.screenshots")


def lock() -> None:
    """Write the lock files again (UPGRADE=--upgrade takes newer versions)."""
    if not is_fresh(".venv-lock/.stamp", "tools/chores.py"):
        do([sys.executable, "-m", "venv", "--clear", str(ROOT / ".venv-lock")])
        python(*_PIP, f"uv=={UV_VERSION}", environment=".venv-lock")
        (ROOT / ".venv-lock/.stamp").touch()
    extras = [part for extra in ("table", "postgres", "metrics") for part in ("--extra", extra)]
    _lock("requirements.lock", [*extras, "pyproject.toml", "requirements.in"])
    _lock("requirements-sim.lock", ["--constraints", "requirements.lock", "--extra", "sim", "pyproject.toml"])
    _lock("benchmarks/requirements.lock", ["--constraints", "requirements.lock", "benchmarks/requirements.in"])
    _lock("tools/site/requirements.lock", ["--constraints", "requirements.lock", "tools/site/requirements.in"])
    if npm := shutil.which("npm"):
        only = ("--package-lock-only", "--omit-lockfile-registry-resolved", "--no-audit", "--no-fund", "--silent")
        do([npm, "install", *only], folder=ROOT / "benchmarks")


def _lock(file: str, inputs: Iterable[str]) -> None:
    """Every supported Python and system, with hashes, naming no index."""
    uv = (program("uv", ".venv-lock"), "--no-config", "--quiet", "pip", "compile", "--universal")
    how = ("--python-version", "3.11", "--generate-hashes", "--no-emit-index-url", "--no-annotate")
    upgrade = os.environ.get("UPGRADE", "").split()
    do([*uv, *how, "--custom-compile-command", "make lock", *upgrade, "--output-file", file, *inputs])


def clean() -> None:
    """Remove environments, caches and built things."""
    here = (".venv", ".venv-bench", ".venv-lock", ".venv-site", "benchmarks/node_modules", "build", "dist")
    caches = (".hypothesis", ".import_linter_cache", ".mypy_cache", ".pytest_cache", ".ruff_cache")
    folders = [ROOT / name for name in (*here, *caches)]
    for source in ("src", "tests", "tools", "benchmarks"):
        folders += (ROOT / source).rglob("__pycache__")
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


CHORES: Mapping[str, Callable[[], None]] = {
    "run": run,
    "test": test,
    "soak": soak,
    "bench": bench,
    "format": format_code,
    "manual": manual,
    "site": site,
    "playthroughs": playthroughs,
    "screenshots": screenshots,
    "lock": lock,
    "clean": clean,
    "quick": quick,
    "env": env,
    "sim": sim,
}
"""Everything that `make` can do, and the two environments that it builds."""


def listed() -> list[tuple[str, str]]:
    """The chores, each with what it does."""
    told = ((name, (chore.__doc__ or "").rstrip(".")) for name, chore in CHORES.items())
    return [(name, f"{what[:1].lower()}{what[1:]}") for name, what in told]


def main(arguments: Sequence[str]) -> int:
    """Do the chores that are named, one after the other."""
    unknown = [name for name in arguments if name not in CHORES]
    if unknown or not arguments:
        print(*(f"There is no chore “{name}”." for name in unknown), "python -m tools.chores CHORE", sep="\n")
        print(*(f"  {name:13}{what}" for name, what in listed()), sep="\n")
        return 2 if unknown else 0
    try:
        for name in arguments:
            CHORES[name]()
    except ChoreFailed:
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    if sys.version_info < OLDEST:
        sys.exit("Undercroft needs Python 3.11 or newer. Install one, and run this with it.")
    sys.exit(main(sys.argv[1:]))
