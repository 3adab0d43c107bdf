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

from typer import Abort, TyperException

from undercroft.kernel.faults import BadInput, NeedsPolicy, NotFound, OddsTooWide, UndercroftError

REFUSED, BAD_INPUT, NOT_FOUND, STORAGE, BUG, INTERRUPTED, BROKEN_PIPE = 1, 2, 3, 6, 70, 130, 141

_CODES: dict[type[UndercroftError], int] = {
    BadInput: BAD_INPUT,
    OddsTooWide: BAD_INPUT,
    NeedsPolicy: BAD_INPUT,
    NotFound: NOT_FOUND,
}


def run(arguments: Sequence[str]) -> int:
    """Run a command line and say in one line what went wrong, if anything did; the exit code."""
    from undercroft.faces.cli.app import app

    _print_what_can_be_printed()
    as_json, debug = "--json" in arguments, "--debug" in arguments
    try:
        code = app(args=[argument for argument in arguments if argument != "--debug"], standalone_mode=False)
        sys.stdout.flush()
    except UndercroftError as fault:
        return _report(_exit_code(fault), fault.code, fault.what, fault.fix, as_json=as_json)
    except TyperException as fault:
        what = fault.format_message().rstrip(".")
        return _report(BAD_INPUT, "usage", what, "“undercroft --help” shows how", as_json=as_json)
    except (Abort, KeyboardInterrupt, EOFError):
        return _report(INTERRUPTED, "interrupted", "stopped", "", as_json=False)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as fault:
        return _report(
            STORAGE, "storage", fault.strerror or str(fault), "make room or choose another place", as_json=as_json
        )
    except Exception as fault:  # noqa: BLE001 - whatever it is, it is ours to explain
        if debug:
            traceback.print_exc()
        what = f"something in Undercroft is broken: {type(fault).__name__}"
        return _report(BUG, "bug", what, "please report it, with what --debug shows", as_json=as_json)
    if code == INTERRUPTED:
        return _report(INTERRUPTED, "interrupted", "stopped", "", as_json=False)
    return code if isinstance(code, int) else 0


def _exit_code(fault: UndercroftError) -> int:
    return next(code for kind, code in _CODES.items() if isinstance(fault, kind))


def _report(exit_code: int, code: str, what: str, fix: str, *, as_json: bool) -> int:
    if as_json:
        from undercroft.kernel.wire import encode

        print(encode({"error": {"code": code, "detail": what, "fix": fix}}).decode())
    else:
        print(f"error: {code}: {one_line(what)}{f' ({one_line(fix)})' if fix else ''}", file=sys.stderr)
    return exit_code


def one_line(text: str) -> str:
    """Text with nothing in it that would move the cursor."""
    return "".join(character if character.isprintable() else repr(character)[1:-1] for character in text)


def _print_what_can_be_printed() -> None:
    """A terminal that lacks a character shows a question mark instead of ending the program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
