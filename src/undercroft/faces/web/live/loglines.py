"""Lines of the log, drawn once for all screens that show the same: most of a log is what it was a moment ago."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

from undercroft.faces.views.logbook import LogLine
from undercroft.faces.web.rendering import render

MOST_KEPT = 2048


@lru_cache(MOST_KEPT)
def drawn_line(line: LogLine, *, referee: bool, newest: bool) -> Markup:
    """One line as the referee or as a player reads it; `newest` if it is of the act that a plain undo takes back."""
    return Markup(render("live/line.html", line=line, referee=referee, newest=newest))  # noqa: S704 - a template of ours
