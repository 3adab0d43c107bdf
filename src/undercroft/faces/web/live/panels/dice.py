"""The panel of the dice wanted."""

from collections.abc import Mapping
from typing import Any

from undercroft.faces.views.dice.wanted import wanted_views
from undercroft.faces.web.live.panels.panel import Panel
from undercroft.faces.web.live.viewer.viewer import Viewer


def _wanted(viewer: Viewer) -> Mapping[str, Any]:
    return {"questions": wanted_views(viewer.known, viewer.seat), "waiting": tuple(viewer.known.wanted.values())}


WANTED = Panel("wanted", "Dice wanted", _wanted, "live/dice/wanted.html", steady=True)
