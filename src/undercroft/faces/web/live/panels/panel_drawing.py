"""Drawn panels: each is drawn once for all screens that show the same to the same seat, and again only if it changes.

A panel's view is asked through a viewer that notes which of its parts are read. As long as these are the same, the view
would be, so that it is not asked again: after a note only the log is, and no map.
"""

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import Any, cast

from markupsafe import Markup
from msgspec import Struct

from undercroft.faces.views.same_play import is_same_play
from undercroft.faces.web.base.rendering import render
from undercroft.faces.web.live.access.recent_panels import mark
from undercroft.faces.web.live.panels.panel import Panel
from undercroft.faces.web.live.viewer.viewer import SUMMED, Viewer
from undercroft.kernel.noting import Noting
from undercroft.kernel.remembering import remembering

MOST_KEPT = 12_000
"""Drawings that are kept: those of a hundred tables."""
KNOWN = "known"


CHOSEN = ("level", "everybody", "foe", "weapon", "watching", "curtain", "drawn")
"""The choices on a screen that templates do not know: several screens of a seat may differ in them."""


class PanelDrawing(Struct, frozen=True):
    """The last drawing of a panel: its values and its HTML, and which parts of the viewer its view read."""

    shown: Mapping[str, Any]
    text: str
    mark: str
    read: Mapping[str, Any]

    @property
    def drawn(self) -> Markup:
        """The HTML; the template escaped the values."""
        return Markup(self.text)  # noqa: S704 - the output of a template of ours

    def fits(self, panel: Panel, viewer: Viewer) -> bool:
        """Whether the panel shows a viewer just that."""
        return all(
            is_same_play(value, viewer.known, aside=panel.aside) if part == KNOWN else value == getattr(viewer, part)
            for part, value in self.read.items()
        )


_LAST: OrderedDict[tuple[object, ...], PanelDrawing] = OrderedDict()
_TURN = Lock()


def drawn(panel: Panel, viewer: Viewer) -> Markup:
    """The HTML of a panel."""
    return drawing(panel, viewer).drawn


@remembering(64)
def _chosen(viewer: Viewer) -> tuple[object, ...]:
    """The reader of a screen's panels, and their other choices."""
    return (viewer.reader, *(getattr(viewer, field) for field in CHOSEN))


def drawing(panel: Panel, viewer: Viewer) -> PanelDrawing:
    """The drawing of a panel."""
    key = (panel.name, *_chosen(viewer))
    last = _LAST.get(key)
    if last is not None and last.fits(panel, viewer):
        return last
    noting = Noting(viewer, SUMMED)
    shown = panel.view(cast("Viewer", noting))
    if last is not None and last.shown == shown:
        made = PanelDrawing(shown, last.text, last.mark, noting.read)
    else:
        text = str(render(panel.template, viewer=viewer.reader, **shown))
        made = PanelDrawing(shown, text, mark(text), noting.read)
    with _TURN:
        _LAST[key] = made
        _LAST.move_to_end(key)
        if len(_LAST) > MOST_KEPT:
            _LAST.popitem(last=False)
    return made
