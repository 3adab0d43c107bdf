"""The panel of banners, in the same place on every screen."""

from collections.abc import Mapping
from typing import Any

from undercroft.faces.views.banners import banners
from undercroft.faces.views.countdowns import countdowns
from undercroft.faces.views.scene_banners import scene_banners
from undercroft.faces.web.live.panels.filled_button import FilledButton, filled_banner, fills
from undercroft.faces.web.live.panels.panel import Panel
from undercroft.faces.web.live.viewer.viewer import Viewer


def _banners(viewer: Viewer) -> Mapping[str, Any]:
    urgent = banners(viewer.known, viewer.seat, viewer.actions)
    filled = filled_banner(urgent) if fills(viewer, FilledButton.BANNER) else None
    return {
        "away": False,
        "filled": filled,
        "banners": (*urgent, *scene_banners(viewer.known, viewer.seat, urgent)),
        "countdowns": countdowns(viewer.known, viewer.seat, viewer.actions, viewer.started),
    }


BANNERS = Panel("banners", "What needs you now", _banners, "live/table/banners.html", steady=True)
