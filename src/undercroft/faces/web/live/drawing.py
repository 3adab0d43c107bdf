"""Panels, drawn: once for all screens that show the same to the same seat."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Mapping
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from undercroft.faces.http.replies import in_turn
from undercroft.faces.web.live.panels import Looking, Reader
from undercroft.faces.web.live.showing import EVERY
from undercroft.faces.web.rendering import render
from undercroft.kernel.remembering import remembering

MOST_KEPT = 512
CHOSEN = tuple(field for field in Looking.__struct_fields__ if field not in ("known", "told", "group"))
"""What a panel depends on besides what is known: the seat, its cursor, and what is chosen on its screen."""
RECENT = 400
"""As much of what a seat was told last is looked at for a panel; the pages beside the table show all of it."""


def panel(name: str, look: Looking) -> Markup:
    """One panel, drawn."""
    group = look.group.id if look.group is not None else None
    place = _place(look.known, name, group, *(getattr(look, field) for field in CHOSEN))
    if not place:
        place.append(_unless_drawn(name, look.reader, EVERY[name](look)))
    return place[0]


def _unless_drawn(name: str, reader: Reader, shown: Mapping[str, Any]) -> Markup:
    """The panel as it was drawn last, where it would show the same again; its template has escaped what it holds."""
    last = _LAST.get((name, reader))
    if last is not None and last.shown == shown:
        return last.drawn
    drawn = Markup(render(f"live/{name}.html", look=reader, **shown))  # noqa: S704 - the output of a template of ours
    if len(_LAST) >= MOST_KEPT:
        _LAST.clear()
    _LAST[name, reader] = Last(shown, drawn)
    return drawn


class Last(Struct, frozen=True):
    """What a panel showed when it was last drawn."""

    shown: Mapping[str, Any]
    drawn: Markup


_LAST: dict[tuple[str, Reader], Last] = {}


@remembering(MOST_KEPT)
def _place(_known: object, *_chosen: object) -> list[Markup]:
    """Where a panel is kept once it is drawn: by what is known, and by what was chosen on the screen."""
    return []


class Drawn(Struct, frozen=True):
    """Panels as they are sent, and the screen to which they belong."""

    screen: str
    panels: bytes


class Easel:
    """What is being drawn for screens: one after the other, and once for all who ask for the same meanwhile."""

    def __init__(self) -> None:
        self._begun: dict[Hashable, asyncio.Future[Drawn]] = {}

    async def draw(self, asked: Hashable, drawing: Callable[[], Drawn]) -> Drawn:
        """The drawing of what was asked for, which says where its seat stands: later, it is another one."""
        begun = self._begun.get(asked)
        if begun is None:
            begun = self._begun[asked] = asyncio.ensure_future(in_turn(drawing))
            begun.add_done_callback(lambda _: self._begun.pop(asked))
        return await asyncio.shield(begun)
