"""The panel of available actions."""

from collections.abc import Iterable, Mapping
from typing import Any

from undercroft.faces.views.actions import Action, most_useful
from undercroft.faces.views.command_names import about
from undercroft.faces.web.live.panels.panel import Panel
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.table.engine.about import Section
from undercroft.table.session.notes import Declare

BY_THE_WAY = Section.GEAR | Section.SESSION
"""Actions of these sections are always folded away here."""
AT_HAND = 8
"""Actions shown at once, each with a key of its own."""


def _actions(viewer: Viewer) -> Mapping[str, Any]:
    """The actions of the chosen character and the group; the most useful first, the rest folded away."""
    own = most_useful(_folded(filter(_belongs, own_actions(viewer))))
    first = tuple(action for action in own if not action.about.shown_in(BY_THE_WAY))[:AT_HAND]
    named = viewer.person.name if viewer.person is not None else "Everybody"
    seat = viewer.known.seats.get(viewer.seat)
    more = tuple(action for action in own if action not in first)
    return {"first": first, "more": more, "named": named, "dice": seat.dice.value if seat is not None else ""}


def _belongs(action: Action) -> bool:
    """Whether the panel shows an action, and no tap on a map or a card proposes the same."""
    tapped = action.kind == Declare.tag and about(action.command["command"]["kind"]).shown_in(Section.TAP)
    return action.about.shown_in(Section.ACTIONS) and not tapped


def _folded(some: Iterable[Action]) -> Iterable[Action]:
    """A single action for each set of look-alikes, such as two torches to light."""
    first: dict[tuple[str, tuple[str, ...]], Action] = {}
    for action in some:
        first.setdefault((action.label, action.refused), action)
    return first.values()


def own_actions(viewer: Viewer) -> list[Action]:
    """The actions of the chosen group, and of the chosen character or all characters."""
    groups = (None, viewer.group.id if viewer.group is not None else None)
    return [
        action
        for action in viewer.actions
        if (action.group in groups if action.who is None else viewer.everybody or action.who == viewer.who)
    ]


ACTIONS = Panel("actions", "What can be done", _actions, "live/forms/actions.html")
