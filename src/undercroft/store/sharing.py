"""What processes that share a store tell each other, and keep together beside the logs.

A process that has a store to itself needs none of this. Among several, an append of one is a hint to the others to read
on; versions are the truth, so that a lost hint costs a moment and never a line.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Protocol

from msgspec import Struct


class Watcher(Protocol):
    """Is told what other processes do. None of its methods may block."""

    def watched(self) -> Collection[str]:
        """The tables that it has open."""
        ...

    def went_on(self, table: str, version: int) -> None:
        """A table that it has open is at least at that version."""
        ...

    def removed(self, table: str) -> None:
        """A table that it has open was removed."""
        ...

    def refreshed(self) -> None:
        """What is kept together may have changed: settings, presence, wrong codes."""
        ...


class SharedCode(Struct, frozen=True):
    """What a join code opens: a table, until the session after the `ended` sessions ends."""

    table: str
    ended: int


class SharingFigures(Struct, frozen=True):
    """How a process gets on with the store that it shares with others."""

    resent: int = 0
    """Appends that were sent again because their connection was lost."""
    connections: int = 0
    """Connections that are open now."""
    lag: float = 0.0
    """Seconds from telling the last notice to hearing it."""
    silence: float = 0.0
    """Seconds since anything was heard; it is at most a few."""


class Shared(Protocol):
    """What several processes on one store keep together."""

    def watch(self, watcher: Watcher) -> None:
        """Tell a watcher from now on what other processes do."""
        ...

    def setting(self, name: str, first: bytes) -> bytes:
        """A setting of the server; `first` if it has none yet, for every process alike."""
        ...

    def keep_setting(self, name: str, value: bytes) -> None:
        """Change a setting, and tell the other processes."""
        ...

    def change_setting(self, name: str, change: Callable[[bytes], bytes]) -> bytes:
        """Change a setting by what it is at that moment, alone, and tell the other processes; what it is now."""
        ...

    def code(self, table: str, ended: int, offered: Iterable[tuple[str, str]]) -> str | None:
        """The code of a table for a session, as people read it: the one it has, else the first offered that is free.

        Each code is offered as it is looked up, and as people read it.
        """
        ...

    def opened_by(self, code: str) -> SharedCode | None:
        """What a code opens."""
        ...

    def note_wrong_code(self, address: str) -> None:
        """Count a wrong code or link from an address. Does not wait for the store."""
        ...

    def wrong_codes(self) -> Mapping[str, int]:
        """How many wrong codes came from each address in this minute and the last, to any process."""
        ...

    def note_present(self, table: str, seats: Collection[str]) -> None:
        """Tell which seats of a table are connected to this process. Does not wait for the store."""
        ...

    def figures(self) -> SharingFigures:
        """How this process gets on with the store."""
        ...

    def present_elsewhere(self, table: str) -> frozenset[str]:
        """The seats of a table that are connected to other processes, as far as is known."""
        ...
