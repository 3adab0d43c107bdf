"""The hex a group stands in: what is plain there, what can be searched for, and what the referee knows besides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from undercroft.books.hexcrawl.discovery import FOR_ANYTHING, FOR_ONE_THING, Visibility
from undercroft.faces.views.actions import Action
from undercroft.faces.views.points import points
from undercroft.kernel import wire
from undercroft.table.campaign import Campaign, Group
from undercroft.table.decide import refusals
from undercroft.table.guiding import GiveHint, ShowFeature
from undercroft.table.journeys import TravelDay
from undercroft.table.lands import LandFeature
from undercroft.table.names import HexId
from undercroft.table.procedures.hex_searching import CastAbout, Comb, Seek, leads
from undercroft.table.road_costs import day_of, journey_of, where
from undercroft.table.rooms import Command
from undercroft.table.seats import REFEREE


class Search(Struct, frozen=True):
    """A way to search, what it costs, what it finds, and why not now."""

    title: str
    cost: str
    finds: str
    command: Any
    refused: tuple[str, ...]


class Thing(Struct, frozen=True):
    """Something that is seen there, and what leads into it."""

    name: str
    what: str
    enter: Action | None


class Unknown(Struct, frozen=True):
    """Something that players do not know: what shows it to them, and what hints at it."""

    text: str
    name: str = ""
    show: Any = None
    hint: Any = None


class Hereabouts(Struct, frozen=True):
    """One hex from within."""

    hex: HexId
    name: str
    ground: str
    glance: str
    things: tuple[Thing, ...]
    searches: tuple[Search, ...]
    provide: tuple[Action, ...]
    others: tuple[Action, ...]
    hints: tuple[str, ...]
    hidden: tuple[Unknown, ...]
    """What nobody has found yet, and what is secret about the place; for the referee."""
    lost: str = ""
    """Where they truly are; for the referee."""


INTO = ("enter_site", "come_to_town")
OTHERS = ("take_bearings", "keep_watch", "tell_journey", "sit_down", "hike_on", "begin_hike")


def hereabouts(known: Campaign, group: Group, offered: Sequence[Action]) -> Hereabouts | None:
    """The hex of a group in the open; none for those who are nowhere."""
    at = where(group)
    if at is None:
        return None
    seen, ours = known.seen_lands.hexes.get(at), [one for one in offered if one.group == group.id]
    features = tuple(seen.features.values()) if seen is not None else ()
    return Hereabouts(
        at,
        seen.name if seen is not None else "",
        seen.terrain.value.replace("_", " ") if seen is not None else "",
        seen.glance if seen is not None else "",
        tuple(Thing(one.name, one.what, _into(one.site, one.name, ours)) for one in features),
        _searches(known, group, day_of(group)),
        tuple(one for one in ours if one.kind == "provide"),
        tuple(one for one in ours if one.kind in OTHERS and not one.refused),
        tuple(hint.text for hint in known.seen_lands.hints if hint.hex == at),
        tuple(_hidden(known, group)),
        _lost(group),
    )


def _into(site: str | None, name: str, ours: Sequence[Action]) -> Action | None:
    """What leads into a site or a town, where that is offered."""
    wanted = {"site": site} if site is not None else {"name": name}
    return next((one for one in ours if one.kind in INTO and wanted.items() <= dict(one.command).items()), None)


def _searches(known: Campaign, group: Group, day: TravelDay | None) -> tuple[Search, ...]:
    if day is None:
        return ()
    about = leads(known)
    seeks = [
        _search(known, f"Seek {lead}", FOR_ONE_THING, "that thing, if it is here", Seek(group.id, lead))
        for lead in about
    ]
    return (
        _search(known, "Cast about", FOR_ANYTHING, "one hidden thing, at random", CastAbout(group.id)),
        *(
            seeks
            or [
                _search(
                    known, "Seek a known thing", FOR_ONE_THING, "that thing, if it is here", Seek(group.id, "a thing")
                )
            ]
        ),
        _search(known, "Comb the hex", day.tp_max, "all that is secret; a whole day", Comb(group.id)),
    )


def _search(known: Campaign, title: str, cost: Any, finds: str, act: Command) -> Search:
    said = f"{points(cost)} {'point' if cost <= 1 else 'points'}"
    refused = tuple(reason.what for reason in refusals(known, REFEREE, act))
    return Search(title, said, finds, wire.plain(act), refused)


def _hidden(known: Campaign, group: Group) -> list[Unknown]:
    """By the truth, which only the referee's campaign holds."""
    hex = known.lands.hexes.get(group.hex) if group.hex is not None else None
    if hex is None:
        return []
    lines = [
        _unknown(known, group, hex.id, one)
        for one in hex.features.values()
        if one.grade is not Visibility.OVERT and not one.found
    ]
    told = (*(one.secret for one in hex.features.values()), hex.secret)
    return [*lines, *(Unknown(text) for text in told if text)]


def _unknown(known: Campaign, group: Group, hex: HexId, one: LandFeature) -> Unknown:
    text = f"{one.grade.value.capitalize()}: {one.name[:1].lower()}{one.name[1:]}. {one.what}"
    show, hint = ShowFeature(group.id, hex, one.id), GiveHint(hex, one.id)
    return Unknown(
        text,
        one.name,
        wire.plain(show) if not refusals(known, REFEREE, show) else None,
        wire.plain(hint) if not refusals(known, REFEREE, hint) else None,
    )


def _lost(group: Group) -> str:
    day = journey_of(group)
    if day is None or (not day.lost and day.believed is None):
        return ""
    turned = f", and every move is turned by {day.lost} {'side' if day.lost == 1 else 'sides'}" if day.lost else ""
    return f"Lost: they are truly in {group.hex}{turned}."
