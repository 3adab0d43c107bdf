"""Drawn panels: each is drawn once for all screens that show the same to the same seat, and again only if it changes.

A panel's view is asked through a viewer that notes which of its parts are read. As long as these are the same, the view
would be, so that it is not asked again: after a note only the log is, and no map.
"""

from collections.abc import Mapping
from typing import Any, cast

from markupsafe import Markup
from msgspec import Struct

from undercroft.faces.views.same_play import is_same_play
from undercroft.faces.web.base.rendering import render
from undercroft.faces.web.live.panels.panel import Panel
from undercroft.faces.web.live.viewer.viewer import SUMMED, PanelReader, Viewer

MOST_KEPT = 512
KNOWN = "known"


CHOSEN = ("level", "everybody", "foe", "weapon", "watching", "curtain", "drawn")
"""The choices on a screen that templates do not know: several screens of a seat may differ in them."""


class PanelDrawing(Struct, frozen=True):
    """The last drawing of a panel: its values and its HTML, and which parts of the viewer its view read."""

    shown: Mapping[str, Any]
    drawn: Markup
    read: Mapping[str, Any]

    def fits(self, panel: Panel, viewer: Viewer) -> bool:
        """Whether the panel shows a viewer just that."""
        return all(
            is_same_play(value, viewer.known, aside=panel.aside) if part == KNOWN else value == getattr(viewer, part)
            for part, value in self.read.items()
        )


_LAST: dict[tuple[object, ...], PanelDrawing] = {}


def drawn(panel: Panel, viewer: Viewer) -> Markup:
    """The HTML of a panel."""
    key = (panel.name, viewer.reader, *(getattr(viewer, field) for field in CHOSEN))
    last = _LAST.get(key)
    if last is not None and last.fits(panel, viewer):
        return last.drawn
    noting = _Noting(viewer)
    shown = panel.view(cast("Viewer", noting))
    made = last.drawn if last is not None and last.shown == shown else _drawing(panel, viewer.reader, shown)
    if len(_LAST) >= MOST_KEPT:
        _LAST.clear()
    _LAST[key] = PanelDrawing(shown, made, noting.read)
    return made


def _drawing(panel: Panel, reader: PanelReader, shown: Mapping[str, Any]) -> Markup:
    """A new drawing; the template escapes the values."""
    return Markup(render(panel.template, viewer=reader, **shown))  # noqa: S704 - the output of a template of ours


class _Noting:
    """A viewer that notes which of its parts are read."""

    def __init__(self, viewer: Viewer) -> None:
        self._viewer = viewer
        self.read: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        if name in Viewer.__struct_fields__ or name in SUMMED:
            value = self.read[name] = getattr(self._viewer, name)
            return value
        return getattr(Viewer, name).__get__(self)  # a property or a method, of this viewer
