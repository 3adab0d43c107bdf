"""The panel of the log."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from undercroft.faces.views.log.folding import last_roll
from undercroft.faces.views.log.lines import LogFilter, LogLine
from undercroft.faces.views.log.shown_lines import MOST_LINES, FoldedLine, shown_lines
from undercroft.faces.views.people.results import is_past
from undercroft.faces.web.base.rendering import render
from undercroft.faces.web.live.panels.panel import Panel, PanelTab
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.kernel.remembering import remembering
from undercroft.table.session.dice_seals import digits, in_force, session_to_check

IN_SIGHT = 2
"""The lines at the head of the log that every screen shows."""
SEAL_DIGITS = 8
MOST_KEPT = 8192
"""Lines are each drawn once for all screens, since most of a log does not change from moment to moment."""


def _log(viewer: Viewer) -> Mapping[str, Any]:
    lines = shown_lines(viewer.known, viewer.told, viewer.before, viewer.show)
    referee, last = viewer.referee, viewer.last
    drawn = [_found(line, under, referee, line.act == last) for line, under in lines]
    kinds = tuple(kind for kind in LogFilter if referee or kind is not LogFilter.PUBLIC)
    pictures = () if viewer.referee else tuple(viewer.known.shown)
    seal = in_force(viewer.known)
    sealed = "" if seal is None else digits(seal.open, SEAL_DIGITS)
    tray = tuple(viewer.known.tray) if viewer.referee else None
    return {
        "tray": tray,
        "rolled": _rolled(viewer, lines) if referee else None,
        "lines": drawn,
        "kinds": kinds,
        "pictures": pictures,
        "seal": seal,
        "sealed": sealed,
        "over": session_to_check(viewer.known),
    }


def _rolled(viewer: Viewer, lines: Sequence[FoldedLine]) -> LogLine | None:
    """The last roll until it is long past, once other lines have pushed it away from the head of the log."""
    rolled = last_roll(shown_lines(viewer.known, viewer.told, viewer.before, LogFilter.ALL))
    if rolled is None or rolled.number in {line.number for line, _ in lines[:IN_SIGHT]}:
        return None
    now = viewer.group.time if viewer.group is not None else viewer.known.clock
    return None if is_past(now, viewer.told[rolled.number - viewer.before].at) else rolled


@remembering(MOST_KEPT)
def _found(line: LogLine, under: tuple[LogLine, ...], referee: bool, newest: bool) -> Markup:
    """The same for a line that is the very one of last time, as most are: it need not be compared."""
    return _drawn(line, under, referee, newest)


@lru_cache(MOST_KEPT)
def _drawn(line: LogLine, under: tuple[LogLine, ...], referee: bool, newest: bool) -> Markup:
    """A line as the referee or a player reads it; `newest` if it belongs to the act that a plain undo takes back.

    The lines `under` it are folded away.
    """
    below = [_found(each, (), referee, newest) for each in under[:MOST_LINES]]
    text = render("live/log/line.html", line=line, below=below, referee=referee, newest=newest)
    return Markup(text)  # noqa: S704 - a template of ours


LOG = Panel("log", "Log", _log, "live/log/log.html", PanelTab("Log", "note"), steady=True)
