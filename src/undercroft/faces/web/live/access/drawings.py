"""Panels being drawn for several screens at once."""

import asyncio
from collections.abc import Callable, Hashable

from msgspec import Struct

from undercroft.faces.http.lanes import in_turn


class ScreenDrawing(Struct, frozen=True):
    """Panels as sent to a browser, and their screen."""

    screen: str
    panels: bytes
    packed: bytes | None = None
    """The panels compressed, if they may be."""


class ScreenDrawings:
    """The drawings in progress: one after the other, each shared by all who ask for it meanwhile."""

    def __init__(self) -> None:
        self._begun: dict[Hashable, asyncio.Future[ScreenDrawing]] = {}

    async def draw(self, asked: Hashable, drawing: Callable[[], ScreenDrawing]) -> ScreenDrawing:
        """Draw what was asked for; `asked` includes the seat's cursor, so a later request is a new drawing."""
        begun = self._begun.get(asked)
        if begun is None:
            begun = self._begun[asked] = asyncio.ensure_future(in_turn(drawing))
            begun.add_done_callback(lambda _: self._begun.pop(asked))
        return await asyncio.shield(begun)
