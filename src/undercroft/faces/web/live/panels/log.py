"""The panel of the log."""

from collections.abc import Mapping
from itertools import islice
from typing import Any

from undercroft.faces.views.log.lines import LogFilter, filtered, newest_first
from undercroft.faces.web.live.panels.log_lines import drawn_line
from undercroft.faces.web.live.panels.panel import Panel, Tab
from undercroft.faces.web.live.viewer.viewer import Viewer

MOST_LINES = 60


def _log(viewer: Viewer) -> Mapping[str, Any]:
    newest = filtered(newest_first(viewer.known, viewer.told, viewer.before), viewer.show)
    lines = islice((line for line in newest if not line.routine), MOST_LINES)
    drawn = [drawn_line(line, referee=viewer.referee, newest=line.act == viewer.last) for line in lines]
    return {
        "lines": drawn,
        "kinds": tuple(kind for kind in LogFilter if viewer.referee or kind is not LogFilter.PUBLIC),
    }


LOG = Panel("log", "Log", _log, "live/log/log.html", Tab("Log", "note"), steady=True)
