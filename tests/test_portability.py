"""Nothing here is for one operating system alone: what only Unix has is guarded, and every text names its encoding."""

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from tools import chores
from undercroft.faces.exports.file_names import file_name
from undercroft.store import files

ROOT = Path(__file__).parents[1]
SOURCES = [*(ROOT / "src").rglob("*.py"), *(ROOT / "tools").rglob("*.py")]

MODULES = frozenset(
    {"crypt", "fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"}
)
"""Modules that Windows lacks."""
OF_OS = frozenset(
    {
        "chown",
        "chroot",
        "ctermid",
        "fchdir",
        "fchmod",
        "fchown",
        "fdatasync",
        "fork",
        "forkpty",
        "fpathconf",
        "fstatvfs",
        "getegid",
        "geteuid",
        "getgid",
        "getgroups",
        "getloadavg",
        "getpgid",
        "getpgrp",
        "getpriority",
        "getresuid",
        "getsid",
        "getuid",
        "initgroups",
        "killpg",
        "lchown",
        "lockf",
        "mkfifo",
        "mknod",
        "nice",
        "openpty",
        "pathconf",
        "posix_fadvise",
        "posix_fallocate",
        "posix_spawn",
        "pread",
        "preadv",
        "pwrite",
        "pwritev",
        "register_at_fork",
        "sched_getaffinity",
        "sched_setaffinity",
        "sendfile",
        "setegid",
        "seteuid",
        "setgid",
        "setgroups",
        "setpgid",
        "setpriority",
        "setsid",
        "setuid",
        "statvfs",
        "sync",
        "sysconf",
        "tcgetpgrp",
        "ttyname",
        "uname",
        "wait3",
        "wait4",
        "waitid",
        "O_CLOEXEC",
        "O_DIRECTORY",
        "O_NOFOLLOW",
        "O_NONBLOCK",
        "O_SYNC",
    }
)
"""What the module os lacks on Windows."""
SIGNALS = frozenset({"SIGABRT", "SIGBREAK", "SIGFPE", "SIGILL", "SIGINT", "SIGSEGV", "SIGTERM", "SIG_DFL", "SIG_IGN"})
"""The signals that Windows has, and what may be done with them."""
GUARDS = re.compile(r"os\.name|sys\.platform|_WINDOWS|hasattr\(os|suppress\(.*ImportError")
ELSEWHERE = {
    ("src/undercroft/faces/terminal/prompt.py", "readline"): "the completion runs only where readline called it"
}
SUSPECT = re.compile(r"\bos\.|\bsignal\.|AF_UNIX|\bimport (?:" + "|".join(MODULES) + r")\b")


def unix_only(node: ast.AST) -> Iterator[str]:
    """The names in a node that not every system has."""
    match node:
        case ast.Import(names=names):
            yield from (name.name for name in names if name.name.partition(".")[0] in MODULES)
        case ast.ImportFrom(module=str(module)) if module.partition(".")[0] in MODULES:
            yield module
        case ast.Attribute(value=ast.Name(id="os"), attr=name) if name in OF_OS:
            yield f"os.{name}"
        case ast.Attribute(value=ast.Name(id="signal"), attr=name) if name.startswith("SIG") and name not in SIGNALS:
            yield f"signal.{name}"
        case ast.Attribute(value=ast.Name(id="socket"), attr="AF_UNIX"):
            yield "socket.AF_UNIX"
        case _:
            pass


def unguarded(tree: ast.AST, guarded: bool = False) -> Iterator[str]:
    """The names that only some systems have, and that no test of the system stands before."""
    if not guarded:
        yield from unix_only(tree)
    for name, value in ast.iter_fields(tree):
        parts = value if isinstance(value, list) else [value]
        after = guarded or (name in {"body", "orelse"} and _asks(tree))
        for part in (part for part in parts if isinstance(part, ast.AST)):
            yield from unguarded(part, after)
            after = after or (isinstance(part, ast.If) and _asks(part) and isinstance(part.body[-1], ast.Return))


def _asks(node: ast.AST) -> bool:
    """Whether what follows depends on the system, or on a module being there."""
    match node:
        case ast.If(test=test) | ast.IfExp(test=test):
            return bool(GUARDS.search(ast.unparse(test)))
        case ast.With(items=items):
            return any(GUARDS.search(ast.unparse(item.context_expr)) for item in items)
        case _:
            return False


def test_what_only_unix_has_is_guarded() -> None:
    """Windows has no fork, no flock, no limits of its files and few signals."""
    found = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in SOURCES
        if SUSPECT.search(text := path.read_text(encoding="utf-8"))
        for name in unguarded(ast.parse(text))
    }
    assert set(ELSEWHERE) == found


@pytest.mark.parametrize(
    "code, names",
    [
        ("import os\nos.fork()", ["os.fork"]),
        ("import os\nif os.name == 'posix':\n    os.fork()", []),
        ("def f():\n    if sys.platform == 'win32':\n        return\n    import resource", []),
        ("def f():\n    import resource", ["resource"]),
        ("with suppress(ImportError):\n    import readline", []),
        ("x = os.statvfs(p) if os.name == 'posix' else None", []),
        ("signal.signal(signal.SIGUSR1, f)", ["signal.SIGUSR1"]),
        ("signal.signal(signal.SIGINT, f)", []),
    ],
)
def test_the_search_finds_what_it_should(code: str, names: list[str]) -> None:
    """A guard is a test of the system around it, or one before it that returns."""
    assert names == list(unguarded(ast.parse(code)))


ASSUMED = {
    r"""["']/(?:tmp|dev|proc|etc|var|usr)/""": "a place that only Unix has",
    r"%-[a-zA-Z]": "a day or hour without a zero, which not every strftime writes",
    r"NamedTemporaryFile\(": "a file that Windows cannot open a second time",
    r"add_signal_handler|preexec_fn|start_new_session|os\.kill\(|signal\.alarm|setitimer": "signals as Unix has them",
    r"os\.rename\(|shutil\.move\(": "a name that is taken, which Windows refuses: use replace, or link",
    r"\.chmod\(": "modes that Windows ignores",
}
"""What works on one system and not on another, though the name is there."""


@pytest.mark.parametrize("pattern, why", ASSUMED.items(), ids=ASSUMED.values())
def test_nothing_is_assumed_of_the_system(pattern: str, why: str) -> None:
    """Else it fails only where nobody here has tried it."""
    found = re.compile(pattern)
    assert [] == [
        f"{path.relative_to(ROOT).as_posix()}:{number}: {why}"
        for path in SOURCES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if found.search(line)
    ]


@pytest.mark.parametrize("system, synced", [("posix", 1), ("nt", 0)])
def test_folders_are_synced_where_they_can_be_opened(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, system: str, synced: int
) -> None:
    """Windows opens no folder; a file gets its name there all the same, over another one too."""
    calls: list[Path] = []
    real = files._synced

    def noted(path: Path, mode: int) -> None:
        calls.append(path)
        real(path, mode)

    monkeypatch.setattr(files, "_synced", noted)
    own = tmp_path / "own.txt"
    with monkeypatch.context() as patched:
        patched.setattr(files, "os", SimpleNamespace(**{**vars(os), "name": system}))
        for text in (b"one\n", b"two\n"):
            with files.written(own, replace=True) as file:
                file.write(text)
    assert b"two\n" == own.read_bytes()
    assert 2 * synced == calls.count(tmp_path)


def test_make_does_what_the_chores_do() -> None:
    """Each verb of the Makefile is a chore, with the same words; no chore for people is missing."""
    told = dict(re.findall(r"^([a-z]+):.*## (.+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    del told["help"]
    assert told == {name: what for name, what in chores.listed() if name not in {"quick", "env", "sim"}}


_TEXT = re.compile(r"\.(?:read_text|write_text)\(|(?<![\w.])open\(|\btext=True")


def _calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def _names_no_encoding(call: ast.Call) -> bool:
    named = {keyword.arg for keyword in call.keywords}
    function = ast.unparse(call.func)
    if function.endswith(".read_text"):
        return "encoding" not in named and not call.args
    if function.endswith(".write_text"):
        return "encoding" not in named and len(call.args) < 2
    return function.startswith("subprocess.") and "text" in named and "encoding" not in named


def test_every_text_names_its_encoding() -> None:
    """Else a file is read in whatever the machine is set to."""
    found = [
        f"{path.relative_to(ROOT).as_posix()}:{call.lineno}"
        for path in SOURCES
        if _TEXT.search(text := path.read_text(encoding="utf-8"))
        for call in _calls(ast.parse(text))
        if _names_no_encoding(call)
    ]
    assert [] == found


@pytest.mark.parametrize("title", ["CON", "nul", "Com1", "LPT9.txt", "a\tb", "dot.", "", "x" * 300, 'all <>:"/\\|?*'])
def test_exported_files_have_names_that_windows_takes(title: str) -> None:
    """Without its signs, its names for devices, blanks or dots at the end."""
    name = file_name(title)
    assert name
    assert not re.search(r'[<>:"/\\|?*\x00-\x1f]', name)
    assert not re.fullmatch(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?", name)
    assert name == name.rstrip(" .")
    assert len(name) <= 100
