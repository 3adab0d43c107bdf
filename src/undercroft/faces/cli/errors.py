"""One line for every fault, and the exit codes.

0 done, 1 refused by the rules or something to mend, 2 bad input, 3 not found, 4 conflict, 5 integrity, 6 storage,
7 not permitted, 70 a bug of ours, 130 interrupted.
"""

from __future__ import annotations

import io
import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from itertools import takewhile

from typer import Abort, TyperException

from undercroft.kernel.faults import (
    BadInput,
    NeedsPolicy,
    NotFound,
    NotPermitted,
    OddsTooWide,
    Unavailable,
    UndercroftError,
)
from undercroft.store.faults import Conflict, Integrity, Storage

REFUSED, BAD_INPUT, NOT_FOUND, CONFLICT, INTEGRITY, STORAGE, NOT_PERMITTED = 1, 2, 3, 4, 5, 6, 7
BUG, INTERRUPTED, BROKEN_PIPE = 70, 130, 141

_CODES: dict[type[UndercroftError], int] = {
    BadInput: BAD_INPUT,
    OddsTooWide: BAD_INPUT,
    NeedsPolicy: BAD_INPUT,
    NotFound: NOT_FOUND,
    Conflict: CONFLICT,
    Integrity: INTEGRITY,
    Storage: STORAGE,
    Unavailable: STORAGE,
    NotPermitted: NOT_PERMITTED,
}


def run(arguments: Sequence[str]) -> int:
    """Run a command line and say in one line what went wrong, if anything did; the exit code."""
    _print_what_can_be_printed()
    asked = _Asked(arguments)
    try:
        return _ran(asked)
    except UndercroftError as fault:
        return asked.report(exit_code(fault), fault.code, fault.what, fault.fix)
    except TyperException as fault:
        what = fault.format_message().rstrip(".")
        context = getattr(fault, "ctx", None)
        command = context.command_path if context is not None else asked.command
        return asked.report(BAD_INPUT, "usage", what, f"“{command} --help” shows how")
    except (Abort, KeyboardInterrupt, EOFError):
        return asked.report(INTERRUPTED, "interrupted", "stopped", "")
    except BrokenPipeError:
        _print_no_more()
        return BROKEN_PIPE
    except OSError as fault:
        _print_no_more()
        return asked.report(STORAGE, "storage", fault.strerror or str(fault), "make room or choose another place")
    except Exception as fault:  # noqa: BLE001 - whatever it is, it is ours to explain
        if asked.debug:
            traceback.print_exc()
        what = f"something in Undercroft is broken: {type(fault).__name__}"
        return asked.report(BUG, "bug", what, "please report it, with what --debug shows")


def _ran(asked: _Asked) -> int:
    from undercroft.faces.cli.app import app

    try:
        code = app(args=asked.arguments or ["--help"], prog_name="undercroft", standalone_mode=False)
    except SystemExit as leaving:
        if leaving.code == 1:  # Typer leaves like this when whoever reads the output has gone
            raise BrokenPipeError from leaving
        return int(leaving.code or 0)
    if sys.stdout is not None:
        sys.stdout.flush()
    if code == INTERRUPTED:
        raise KeyboardInterrupt
    return code if isinstance(code, int) else 0


class _Asked:
    """A command line, and how its faults are to be told; what stands behind `--` is left alone."""

    def __init__(self, arguments: Sequence[str]) -> None:
        end = arguments.index("--") if "--" in arguments else len(arguments)
        options, rest = list(arguments[:end]), list(arguments[end:])
        self.as_json = "--json" in options
        self.debug = "--debug" in options
        self.arguments = [option for option in options if option != "--debug"] + rest

    @property
    def command(self) -> str:
        """The command as far as it can be told from its words."""
        words = list(takewhile(str.isalpha, self.arguments))[: 2 if self.arguments[:1] == ["table"] else 1]
        return " ".join(("undercroft", *words))

    def report(self, exit_code: int, code: str, what: str, fix: str) -> int:
        """Tell a fault, if there is anywhere left to tell it."""
        with suppress(OSError, ValueError):
            if self.as_json and code != "interrupted":
                from undercroft.kernel.wire import encode

                print(encode({"error": told(code, what, fix)}).decode(), flush=True)
            else:
                line = f"error: {code}: {one_line(what)}{f' ({one_line(fix)})' if fix else ''}"
                print(line, file=sys.stderr, flush=True)
        return exit_code


def told(code: str, what: str, fix: str) -> dict[str, str]:
    """A fault for programs."""
    return {"code": code, "detail": what, "fix": fix}


def _print_no_more() -> None:
    """Let what is still waiting to be printed go nowhere, instead of failing again on the way out."""
    if sys.stdout is not None:
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def exit_code(fault: UndercroftError) -> int:
    """The documented exit code of a fault."""
    return next(code for kind, code in _CODES.items() if isinstance(fault, kind))


def one_line(text: str) -> str:
    """Text with nothing in it that would move the cursor."""
    return "".join(character if character.isprintable() else repr(character)[1:-1] for character in text)


def _print_what_can_be_printed() -> None:
    """A terminal that lacks a character shows a question mark instead of ending the program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
