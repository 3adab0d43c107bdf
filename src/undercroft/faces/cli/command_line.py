"""Run a whole command line: every fault becomes one line and an exit code."""

from __future__ import annotations

import io
import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from itertools import takewhile

from typer import Abort, TyperException

from undercroft.faces.cli.exit_codes import BAD_INPUT, BROKEN_PIPE, BUG, INTERRUPTED, STORAGE, exit_code, told
from undercroft.faces.cli.usage_words import usage_in_words
from undercroft.faces.shared.one_line import one_line
from undercroft.kernel.faults import UndercroftError


def run(arguments: Sequence[str]) -> int:
    """Run a command line, report a fault in one line, and return the exit code."""
    _print_what_can_be_printed()
    typed = _CommandLine(arguments)
    try:
        return _ran(typed)
    except UndercroftError as fault:
        return typed.report(exit_code(fault), fault.code, fault.what, fault.fix)
    except TyperException as fault:
        what = usage_in_words(fault.format_message())
        context = getattr(fault, "ctx", None)
        command = context.command_path if context is not None else typed.command
        return typed.report(BAD_INPUT, "usage", what, f"“{command} --help” shows how")
    except (Abort, KeyboardInterrupt, EOFError):
        return typed.report(INTERRUPTED, "interrupted", "stopped", "")
    except BrokenPipeError:
        _print_no_more()
        return BROKEN_PIPE
    except OSError as fault:
        _print_no_more()
        named = f"{fault.filename}: " if fault.filename else ""
        what = f"{named}{fault.strerror or fault}"
        return typed.report(STORAGE, "storage", what, "make room or choose another place")
    except Exception as fault:  # noqa: BLE001 - whatever it is, it is ours to explain
        if typed.debug:
            traceback.print_exc()
        what = f"something in Undercroft is broken: {type(fault).__name__}"
        return typed.report(BUG, "bug", what, "please report it, with what --debug shows")


def _ran(typed: _CommandLine) -> int:
    from undercroft.faces.cli.app import app

    try:
        code = app(args=typed.arguments or ["--help"], prog_name="undercroft", standalone_mode=False)
    except SystemExit as leaving:
        if leaving.code == 1:  # Typer exits like this when the reader of the output has gone
            raise BrokenPipeError from leaving
        return int(leaving.code or 0)
    if sys.stdout is not None:
        sys.stdout.flush()
    if code == INTERRUPTED:
        raise KeyboardInterrupt
    return code if isinstance(code, int) else 0


class _CommandLine:
    """A command line, and how to report its faults; words after `--` are left alone."""

    def __init__(self, arguments: Sequence[str]) -> None:
        end = arguments.index("--") if "--" in arguments else len(arguments)
        options, rest = list(arguments[:end]), list(arguments[end:])
        self.as_json = "--json" in options
        self.debug = "--debug" in options
        self.arguments = [option for option in options if option != "--debug"] + rest

    @property
    def command(self) -> str:
        """The command, as far as its words tell."""
        most = 2 if self.arguments[:1] in (["table"], ["campaign"]) else 1
        words = list(takewhile(str.isalpha, self.arguments))[:most]
        return " ".join(("undercroft", *words))

    def report(self, exit_code: int, code: str, what: str, fix: str) -> int:
        """Report a fault, if there is still somewhere to report it."""
        with suppress(OSError, ValueError):
            if self.as_json and code != "interrupted":
                from undercroft.kernel.wire import encode

                print(encode({"error": told(code, what, fix)}).decode(), flush=True)
            else:
                line = f"error: {code}: {one_line(what)}{f' ({one_line(fix)})' if fix else ''}"
                print(line, file=sys.stderr, flush=True)
        return exit_code


def _print_no_more() -> None:
    """Discard output that is still waiting, so that it does not fail again on the way out."""
    if sys.stdout is not None:
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print_what_can_be_printed() -> None:
    """Let a terminal that lacks a character show a question mark instead of ending the program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
