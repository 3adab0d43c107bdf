"""Lines of the log, each drawn once for all screens: most of a log does not change from moment to moment."""

from functools import lru_cache

from markupsafe import Markup

from undercroft.faces.views.log.lines import LogLine
from undercroft.faces.web.base.rendering import render

MOST_KEPT = 2048


@lru_cache(MOST_KEPT)
def drawn_line(line: LogLine, *, referee: bool, newest: bool) -> Markup:
    """A line as the referee or a player reads it; `newest` if it belongs to the act that a plain undo takes back."""
    return Markup(render("live/log/line.html", line=line, referee=referee, newest=newest))  # noqa: S704 - a template of ours
