"""`undercroft` in a real terminal: it asks for what is missing."""

import os
import pty
import select
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

import undercroft

MAIN = "from undercroft.faces.cli import main; main()"
UNDERCROFT = (sys.executable, "-c", MAIN)
OURS = str(Path(undercroft.__file__).parents[1].resolve())
"""The code that the tests have is what runs in the terminal too, wherever that is."""
HEEDFUL = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
"""A shell that runs the tests in the background has its children ignore interrupts; ours heeds them."""


class Terminal:
    """A program with a terminal of its own, and someone typing."""

    def __init__(self, process: subprocess.Popen[bytes], screen: int) -> None:
        self.process = process
        self._screen = screen
        self.shown = ""

    def until(self, text: str) -> str:
        """Read until the text shows, and return what was shown since the last time."""
        seen = ""
        while text not in seen:
            ready, _, _ = select.select([self._screen], [], [], 30)
            assert ready, f"waited for {text!r}, saw {seen!r}"
            seen += os.read(self._screen, 4096).decode(errors="replace").replace("\r", "")
        self.shown += seen
        return seen

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self._screen, f"{line}\n".encode())


@contextmanager
def terminal(*arguments: str) -> Generator[Terminal]:
    """Run `undercroft` in a terminal."""
    screen, keyboard = pty.openpty()
    environment = {**os.environ, "TERM": "dumb", "COLUMNS": "200", "PYTHONPATH": OURS}
    command = (sys.executable, "-c", f"{HEEDFUL}; {MAIN}", *arguments)
    process = subprocess.Popen(command, stdin=keyboard, stdout=keyboard, stderr=keyboard, env=environment)
    os.close(keyboard)
    try:
        yield Terminal(process, screen)
    finally:
        process.kill()
        process.wait()
        os.close(screen)


def test_each_input_and_each_die_is_asked_for() -> None:
    """With help, what may be entered and the default; a wrong entry is asked again; a die is named."""
    with terminal("rule", "delving.hazard-die") as seat:
        assert "danger: how dangerous the place is (normal, risky or deadly)" in seat.until("deadly): ")
        seat.type("calm")
        assert "danger (how dangerous the place is) must be normal, risky or deadly, not “calm”" in seat.until(
            "deadly): "
        )
        seat.type("dead")
        seat.until("1d6, hazard die: ")
        seat.type("7")
        assert "7 is not on a d6" in seat.until("1d6, hazard die: ")
        seat.type("1")
        seat.until("Something comes: a random encounter.")
        assert 0 == seat.process.wait()


def test_a_bound_is_checked_at_the_prompt() -> None:
    """An input out of bounds is asked for again, and what was typed cannot move the cursor."""
    with terminal("rule", "delving.action.recover") as seat:
        seat.until("10): ")
        seat.type("99")
        assert "con (Constitution) must be -5 to 10, not 99" in seat.until("10): ")
        seat.type("1\x1b[2J")
        assert "con (Constitution) must be -5 to 10, not “1\\x1b[2J”" in seat.until("10): ")


def test_enter_takes_the_default_and_rolls_the_die() -> None:
    """Nothing typed is the default for an input, and a rolled die for a die."""
    with terminal("rule", "delving.encounter.reaction") as seat:
        for default in ("[0]: ", "[no]: "):
            seat.until(default)
            seat.type("")
        seat.until("house rules, Enter keeps add_cha=no, wary_pace=combat: ")
        seat.type("luck=yes")
        assert "there is no house rule “luck”" in seat.until("wary_pace=combat: ")
        seat.type("wary_pace=delve")
        seat.until("1d6, reaction: ")
        seat.type("6")
        seat.until("1d6, reaction: ")
        seat.type("")
        assert "partly rolled" in seat.until("The others ")
        assert 0 == seat.process.wait()


def interrupted(process: subprocess.Popen[bytes]) -> int:
    """Interrupt until it leaves: one that comes just before the program waits for a line is only noticed after it."""
    for _ in range(30):
        process.send_signal(signal.SIGINT)
        try:
            return process.wait(2)
        except subprocess.TimeoutExpired:
            continue
    pytest.fail("it does not heed interrupts")


def test_interrupting_is_130() -> None:
    """Ctrl-C leaves at once, without a traceback."""
    with terminal("rule", "delving.hazard-die") as seat:
        seat.until("deadly): ")
        assert 130 == interrupted(seat.process)


@pytest.mark.parametrize(
    "changed",
    [
        {"HOME": None},
        {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"COLUMNS": "1"},
        {"TZ": "Nowhere/Odd"},
    ],
)
def test_odd_surroundings(changed: dict[str, str | None]) -> None:
    """No home, no Unicode, one column, no such time zone: it works."""
    environment = {name: value for name, value in {**os.environ, **changed}.items() if value is not None}
    ran = subprocess.run((*UNDERCROFT, "odds", "2d6"), env=environment, capture_output=True, check=False)
    assert (0, b"") == (ran.returncode, ran.stderr)
    assert b"16.7 %" in ran.stdout


@pytest.mark.parametrize("arguments", ["rules --json", "odds 1000d6", "roll 2d6 --times 1000"])
def test_a_closed_pipe_is_quiet(arguments: str) -> None:
    """The person who reads only the first line hears nothing on stderr; the exit code is the shell's own for it."""
    command = f"{sys.executable} -c '{MAIN}' {arguments} | head -1 >/dev/null; echo ${{PIPESTATUS[0]}}"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
    assert (b"", True) == (ran.stderr, ran.stdout.strip() in (b"0", b"141"))


@pytest.mark.parametrize(
    "arguments, where, code",
    [
        (("rules",), "stdout", 6),
        (("roll", "2d6", "--json"), "stdout", 6),
        (("roll", "2dd6", "--json"), "stdout", 2),
        (("roll", "2dd6"), "stderr", 2),
    ],
)
def test_a_full_disk_is_never_a_traceback(arguments: tuple[str, ...], where: str, code: int) -> None:
    """Output that cannot be written is exit code 6; a fault that cannot be told keeps its own."""
    other = "stderr" if where == "stdout" else "stdout"
    with Path("/dev/full").open("wb") as full:
        streams = {where: full, other: subprocess.PIPE}
        ran = subprocess.run((*UNDERCROFT, *arguments), check=False, **streams)  # type: ignore[call-overload]
    assert code == ran.returncode
    assert b"Traceback" not in (ran.stderr or b"") + (ran.stdout or b"")


@pytest.mark.parametrize(
    "closed, arguments, code",
    [
        ("<&-", "rule delving.hazard-die --dice 1", 2),
        ("<&-", "odds 2d6", 0),
        (">&-", "roll 2d6", 0),
        (">&- 2>&-", "roll 2dd6", 2),
    ],
)
def test_closed_streams(closed: str, arguments: str, code: int) -> None:
    """No standard input or output at all."""
    ran = subprocess.run(
        ["sh", "-c", f"{sys.executable} -c '{MAIN}' {arguments} {closed}"], capture_output=True, check=False
    )
    assert code == ran.returncode
    assert b"Traceback" not in ran.stderr


@pytest.mark.parametrize(
    "words, offered",
    [
        ("rule delving.haz", "delving.hazard-die"),
        ("odds delving.haz", "delving.hazard-die"),
        ("rules --book del", "delving"),
    ],
)
def test_a_shell_completes_rules_and_books(words: str, offered: str) -> None:
    """What a shell asks when someone presses Tab."""
    line = f"undercroft {words}"
    asked = {"_UNDERCROFT_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    script = "import sys; sys.argv = ['undercroft']; " + MAIN
    out = subprocess.check_output((sys.executable, "-c", script), env={**os.environ, **asked}, text=True)
    assert offered in out.split()
