"""The panel of available actions."""

from collections.abc import Mapping
from typing import Any

from undercroft.faces.views.action_bar import action_bar, group_places
from undercroft.faces.views.actions import Action
from undercroft.faces.views.command_names import about
from undercroft.faces.views.short_names import first_name
from undercroft.faces.web.live.panels.panel import Panel
from undercroft.faces.web.live.viewer.screen import Screen, screen_of
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.kernel.amounts import series
from undercroft.table.engine.about import Section, Slot
from undercroft.table.engine.permission import not_able
from undercroft.table.exploration.jobs import at_work
from undercroft.table.exploration.spare_time import out_of_time
from undercroft.table.session.notes import Declare
from undercroft.table.treatment.healing import why_no_first_aid
from undercroft.table.world.light import LightUp


def _actions(viewer: Viewer) -> Mapping[str, Any]:
    """The bar of the chosen character or of everybody; in a site every place is shown, even an empty one."""
    seat = viewer.known.seats.get(viewer.seat)
    bar = action_bar(filter(_belongs, own_actions(viewer)), _spent(viewer), _lacking(viewer))
    whole = screen_of(viewer) is Screen.DUNGEON
    places, others = group_places(bar) if whole and viewer.referee else ((), ())
    return {
        "bar": bar,
        "whole": whole,
        "places": places,
        "others": others,
        "in_town": screen_of(viewer) is Screen.TOWN,
        "named": viewer.person.name if viewer.person is not None else "Everybody",
        "own": viewer.own,
        "starts": _fight_could_start(viewer),
        "dice": seat.dice.value if seat is not None else "",
        "kinds": viewer.known.dice_by_kind(viewer.seat),
        "player": viewer.known.players.get(viewer.seat, ""),
        "waits": bool(viewer.known.wanted),
    }


def _fight_could_start(viewer: Viewer) -> Mapping[str, str]:
    """What the form for foes is filled in with, where the referee may start a fight at any moment."""
    group = viewer.group
    quiet = screen_of(viewer) in (Screen.DUNGEON, Screen.TRAVEL, Screen.CAMP)
    return {"group": group.id} if viewer.referee and group is not None and group.members and quiet else {}


def _spent(viewer: Viewer) -> str:
    """Why the chosen character has no time left this turn or cannot act at all, if that is so."""
    if viewer.who is None or viewer.everybody:
        return ""
    return _unable(viewer) or next((reason.what for reason in out_of_time(viewer.known, viewer.who)), "")


def _unable(viewer: Viewer) -> str:
    """Why the chosen character cannot act, if that is so."""
    if viewer.person is None or viewer.everybody:
        return ""
    return next((reason.what for reason in not_able(viewer.person)), "")


def _lacking(viewer: Viewer) -> Mapping[Slot, str]:
    """What is missing for a deed that is needed; nobody looks for it where the character cannot act."""
    if unable := _unable(viewer):
        return dict.fromkeys(Slot, unable)
    healers = viewer.members if viewer.everybody or viewer.who is None else (viewer.who,)
    lacking = {
        Slot.TEND: why_no_first_aid(viewer.known, healers),
        Slot.LIGHT: _light_of_others(viewer),
        **dict.fromkeys((Slot.LISTEN, Slot.DOOR), _at_work(viewer)),
    }
    return {slot: why for slot, why in lacking.items() if why}


def _at_work(viewer: Viewer) -> str:
    """Why the chosen character works at no door but the one they are busy with."""
    if viewer.who is None or viewer.everybody:
        return ""
    return next((reason.what for reason in at_work(viewer.known, viewer.who)), "")


def _light_of_others(viewer: Viewer) -> str:
    """Who else of the group could light something."""
    have = {action.who for action in viewer.actions if action.kind == LightUp.tag and not action.refused}
    names = [first_name(viewer.known.people[who].name) for who in viewer.members if who in have and who != viewer.who]
    return f"{series(names)} can light something" if names else ""


def _belongs(action: Action) -> bool:
    """Whether the panel shows an action, and no tap on a map or a card proposes the same."""
    tapped = action.kind == Declare.tag and about(action.command["command"]["kind"]).shown_in(Section.TAP)
    return action.about.shown_in(Section.ACTIONS) and not tapped


def own_actions(viewer: Viewer) -> list[Action]:
    """The actions of the chosen group, and of the chosen character or all characters."""
    groups = (None, viewer.group.id if viewer.group is not None else None)
    return [
        action
        for action in viewer.actions
        if (action.group in groups if action.who is None else viewer.everybody or action.who == viewer.who)
    ]


ACTIONS = Panel("actions", "Actions", _actions, "live/forms/actions.html")
