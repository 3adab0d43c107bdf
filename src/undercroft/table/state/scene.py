"""What every scene has, whatever is played in it."""

from __future__ import annotations

from typing import Protocol

from undercroft.table.state.ids import CreaturesId


class AnyScene(Protocol):
    """What every scene has."""

    @property
    def pending(self) -> tuple[CreaturesId, ...]:
        """The creatures that are about to come."""
        ...

    @property
    def seen(self) -> AnyScene:
        """The scene without its secrets, for the players."""
        ...

    @property
    def number(self) -> int:
        """The number of the turn or round; 0 in a scene that counts none."""
        ...


class Uncounted:
    """A scene without turns or rounds."""

    __slots__ = ()

    @property
    def number(self) -> int:
        """No turn or round."""
        return 0
