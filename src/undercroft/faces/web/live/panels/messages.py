"""The panels of the notes: whispers, handouts and the shared page."""

from collections.abc import Mapping
from typing import Any

from undercroft.faces.views.messages import (
    handout_views,
    may_whisper_to_players,
    news,
    own_notes,
    page_view,
    thread_views,
)
from undercroft.faces.views.seat_names import player_of
from undercroft.faces.web.live.panels.panel import Panel
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.table.session.next_session import between_sessions, plan_words


def _whispers(viewer: Viewer) -> Mapping[str, Any]:
    if viewer.spectates:
        return {"threads": (), "more": False, "new": 0, "acts": False}
    return {
        "threads": thread_views(viewer.known, viewer.seat),
        "more": may_whisper_to_players(viewer.known, viewer.seat),
        "new": news(viewer.known, viewer.seat).whispers,
        "acts": not viewer.watching,
    }


def _handouts(viewer: Viewer) -> Mapping[str, Any]:
    seats = [(seat, player_of(viewer.known, seat)) for seat in viewer.known.seats] if viewer.referee else []
    return {"handouts": handout_views(viewer.known, viewer.seat), "seats": seats}


def _page(viewer: Viewer) -> Mapping[str, Any]:
    acts = not viewer.watching and not viewer.spectates
    plan = viewer.known.next_session
    return {
        "page": page_view(viewer.known, viewer.seat),
        "notes": own_notes(viewer.known, viewer.seat),
        "acts": acts,
        "plan": plan_words(plan) if plan is not None and not between_sessions(viewer.known) else "",
    }


WHISPERS = Panel("whispers", "Whispers", _whispers, "live/messages/whispers.html", steady=True)
HANDOUTS = Panel("handouts", "Handouts", _handouts, "live/messages/handouts.html", steady=True)
SHARED = Panel("shared", "Shared page", _page, "live/messages/shared.html", steady=True, aside=True)
