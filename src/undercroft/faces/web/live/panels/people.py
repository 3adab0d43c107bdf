"""The panels of the people: the player's own character, their gear, and the party."""

from collections.abc import Mapping
from typing import Any

from undercroft.books.sovereign.units import Attribute
from undercroft.faces.views.dungeon.strip import TurnNow, turn_now
from undercroft.faces.views.people.gear import gear, with_gear
from undercroft.faces.views.people.growth import growth_note
from undercroft.faces.views.people.party import NO_LIGHT, lasts, party, row_of, seen_by
from undercroft.faces.web.live.panels.filled_button import FilledButton, fills
from undercroft.faces.web.live.panels.panel import Panel, PanelTab
from undercroft.faces.web.live.viewer.viewer import Viewer, in_service, own_people
from undercroft.server.undo import OwnAct
from undercroft.table.bridge import modifier, score
from undercroft.table.bridge.numbers import SCORES_ON_SHEET
from undercroft.table.bridge.time_units import day_number
from undercroft.table.characters.joining import may_be_ready
from undercroft.table.engine.about import Slot
from undercroft.table.state.fights import fight_of
from undercroft.table.state.people import Person
from undercroft.table.world.travel_costs import journey_of


def _me(viewer: Viewer) -> Mapping[str, Any]:
    """The chosen character, as on the player's own sheet."""
    person = viewer.person
    group = viewer.known.group_of(person.id) if person is not None else None
    living = in_service(viewer)
    mine = person if person is not None and person.seat == viewer.seat else None
    turn = turn_now(viewer.known, viewer.group) if viewer.group is not None else None
    row = row_of(viewer.known, group, person) if person is not None and group is not None else None
    return {
        "person": person,
        "filled": fills(viewer, FilledButton.STRIP),
        "row": row,
        "grows": growth_note(viewer.known, mine, viewer.seat) if mine is not None else None,
        "ready": person is not None and may_be_ready(viewer.known, viewer.seat, person),
        "light": seen_by(viewer.known, group) if group is not None else NO_LIGHT,
        "lasts": lasts(viewer.known, group) if group is not None else "",
        "own": [person for person in viewer.known.people.values() if person.id in living],
        "turn": turn,
        "when": _when(viewer, turn),
        "scores": scores(person) if person is not None else {},
        "people": len(viewer.known.people),
        "modifiers": modifiers(person) if person is not None else {},
        "result": viewer.result,
    }


def _when(viewer: Viewer, turn: TurnNow | None) -> str:
    """The round of a fight, the day on the road, else the turn."""
    fight, group = fight_of(viewer.group), viewer.group
    if fight is not None:
        return f"Round {max(1, fight.round)}"
    if turn is not None:
        return f"{turn.called.capitalize()} {turn.number}"
    return f"Day {day_number(viewer.known, group.time)}" if group is not None and journey_of(group) is not None else ""


def modifiers(person: Person) -> Mapping[str, int]:
    """The modifier of each attribute of a character."""
    return {attribute.value: modifier(person, attribute) for attribute in Attribute}


def scores(person: Person) -> Mapping[str, int]:
    """The score of each attribute on a character's sheet."""
    return {attribute.value: score(person, attribute) for attribute in SCORES_ON_SHEET}


def _gear(viewer: Viewer) -> Mapping[str, Any]:
    person = viewer.person
    if person is None:
        return {"person": None, "gear": None, "others": (), "undo": None}
    others = with_gear(viewer.actions, person)
    return {"person": person, "gear": gear(viewer.known, person), "others": others, "undo": gear_undo(viewer)}


def gear_undo(viewer: Viewer) -> OwnAct | None:
    """The player's own last act, if it was done with gear."""
    return viewer.own if viewer.own is not None and viewer.own.slot is Slot.GEAR else None


def _party(viewer: Viewer) -> Mapping[str, Any]:
    others = (group for group in viewer.groups if group != viewer.group)
    parties = [party(viewer.known, group) for group in (viewer.group, *others) if group is not None]
    return {"parties": parties, "xp": viewer.known.xp_pool, "own": own_people(viewer)}


ME = Panel("me", "Character", _me, "live/people/me.html", PanelTab("Me", "heart"))
GEAR = Panel("gear", "Gear", _gear, "live/people/gear.html", PanelTab("Gear", "pack"))
PARTY = Panel("party", "Party", _party, "live/people/party.html", PanelTab("Party", "shield"))
