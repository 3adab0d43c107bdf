"""The input that a command line names: a file, or stdin."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Generator
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, BinaryIO, TypeVar

from undercroft.kernel.amounts import either
from undercroft.kernel.faults import BadInput, NotFound

if TYPE_CHECKING:
    from undercroft.exchange.campaign_bundle import CampaignBundle

F = TypeVar("F", bound=StrEnum)

MOST_BYTES = 1024 * 1024

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Opening a pipe with no writer must not block."""


def text_of(path: str) -> str:
    """The text of a file, or of stdin if it is called `-`; anything else is refused by name."""
    return _decoded(bytes_of(path, MOST_BYTES), named(path))


def campaign_of(path: str) -> CampaignBundle:
    """A campaign file or an outline, alone or in a ZIP file with its pictures."""
    from undercroft.exchange.campaign_bundle import MOST_BUNDLE, CampaignBundle, is_bundle, read_bundle

    raw = bytes_of(path, MOST_BUNDLE)
    return read_bundle(raw) if is_bundle(raw) else CampaignBundle(_decoded(raw, named(path)))


def bytes_of(path: str, most: int) -> bytes:
    """The bytes of a file or of stdin, and one byte more than the most if there are more."""
    with opened(path) as file:
        return file.read(most + 1)


def _decoded(raw: bytes, name: str) -> str:
    if len(raw) > MOST_BYTES:
        raise BadInput("too_big", f"{name} is larger than 1 MiB", "split it", limit=MOST_BYTES)
    if not raw.strip():
        raise BadInput("empty", f"{name} is empty", "name a file with something in it")
    if b"\0" in raw:
        raise BadInput("not_text", f"{name} is not text: byte {raw.index(0) + 1:,} is zero", "give plain text")
    try:
        return raw.decode()
    except UnicodeDecodeError as fault:
        what = f"{name} is not UTF-8: byte {fault.start + 1:,} does not belong"
        raise BadInput("not_utf8", what, "save it as UTF-8") from None


def form_of(forms: type[F], word: str | None) -> F | None:
    """The form that an option asks for, if it is given."""
    if word is None or word in tuple(forms):
        return None if word is None else forms(word)
    raise BadInput("bad_form", f"there is no form “{word[:40]}”", f"say {either(tuple(forms))}")


def named(path: str) -> str:
    """A file's name for people."""
    name = "stdin" if path == "-" else path
    return name if len(name) <= 80 else f"...{name[-77:]}"


def nameless() -> NotFound:
    """The fault for a file without a name."""
    return NotFound("no_such_file", "no file is named", "give its name")


@contextmanager
def opened(path: str) -> Generator[BinaryIO]:
    """An ordinary file, or stdin if it is called `-`, opened for reading from the start."""
    if path == "-":
        yield stdin()
        return
    with os.fdopen(_descriptor(path), "rb") as file:
        yield file


def stdin() -> BinaryIO:
    """The piped input, if there is any."""
    if sys.stdin is None:
        raise BadInput("unreadable", "stdin is closed", "name a file")
    return sys.stdin.buffer


def _descriptor(path: str) -> int:
    descriptor = _opened(path)
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return descriptor
    os.close(descriptor)
    if stat.S_ISDIR(mode):
        raise BadInput("not_a_file", f"{named(path)} is a directory", "name a file in it")
    raise BadInput("not_a_file", f"{named(path)} is a pipe or a device", "name a file, or - for stdin")


def _opened(path: str) -> int:
    if not path:
        raise nameless()
    try:
        return os.open(path, _FLAGS)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        raise NotFound("no_such_file", f"there is no file {named(path)}", "check the spelling") from None
    except OSError as fault:
        why = (fault.strerror or "it cannot be opened").lower()
        raise BadInput("unreadable", f"{named(path)} cannot be read: {why}", "name another file") from None
