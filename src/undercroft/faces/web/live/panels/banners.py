"""The panel of banners, in the same place on every screen."""

from collections.abc import Mapping
from typing import Any

from undercroft.faces.views.banners import banners
from undercroft.faces.views.countdowns import countdowns
from undercroft.faces.web.live.panels.panel import Panel
from undercroft.faces.web.live.viewer.viewer import Viewer


def _banners(viewer: Viewer) -> Mapping[str, Any]:
    return {
        "away": False,
        "banners": banners(viewer.known, viewer.seat, viewer.actions),
        "countdowns": countdowns(viewer.known, viewer.seat, viewer.actions, viewer.started),
    }


BANNERS = Panel("banners", "What needs you now", _banners, "live/table/banners.html", steady=True)
