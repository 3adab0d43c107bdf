"""Drawn panels: each is drawn once for all screens that show the same to the same seat."""

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from undercroft.faces.web.base.rendering import render
from undercroft.faces.web.live.panels.panel import Panel
from undercroft.faces.web.live.viewer.viewer import PanelReader, Viewer
from undercroft.kernel.remembering import remembering

MOST_KEPT = 512
CHOSEN = tuple(field for field in Viewer.__struct_fields__ if field not in ("known", "told", "group"))
"""What a panel depends on besides the seat's knowledge: the seat, its cursor, and the choices on its screen."""


def drawn(panel: Panel, viewer: Viewer) -> Markup:
    """The HTML of a panel."""
    group = viewer.group.id if viewer.group is not None else None
    place = _place(viewer.known, panel.name, group, *(getattr(viewer, field) for field in CHOSEN))
    if not place:
        place.append(_unless_drawn(panel, viewer.reader, panel.view(viewer)))
    return place[0]


class PanelDrawing(Struct, frozen=True):
    """The last drawing of a panel: its values and its HTML."""

    shown: Mapping[str, Any]
    drawn: Markup


_LAST: dict[tuple[str, PanelReader], PanelDrawing] = {}


def _unless_drawn(panel: Panel, reader: PanelReader, shown: Mapping[str, Any]) -> Markup:
    """The last drawing of the panel if it shows the same values, else a new one; the template escapes the values."""
    last = _LAST.get((panel.name, reader))
    if last is not None and last.shown == shown:
        return last.drawn
    drawn = Markup(render(panel.template, viewer=reader, **shown))  # noqa: S704 - the output of a template of ours
    if len(_LAST) >= MOST_KEPT:
        _LAST.clear()
    _LAST[panel.name, reader] = PanelDrawing(shown, drawn)
    return drawn


@remembering(MOST_KEPT)
def _place(_known: object, *_chosen: object) -> list[Markup]:
    """The place that keeps a drawn panel, by the seat's knowledge and the choices on its screen."""
    return []
