"""A group's hex: what is plain there, what can be searched for, and what only the referee knows."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from undercroft.books.hexcrawl.discovery import FOR_ANYTHING, FOR_ONE_THING, Visibility
from undercroft.faces.views.actions import Action
from undercroft.kernel import wire
from undercroft.kernel.amounts import roughly
from undercroft.table.engine.about import Section
from undercroft.table.engine.part import Command
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.referee.reveal_map import GiveHint, ShowFeature
from undercroft.table.refusals import refusals
from undercroft.table.road.hex_search import CastAbout, Comb, Seek, leads
from undercroft.table.road.supplies import Provide
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import HexId
from undercroft.table.state.journeys import TravelDay
from undercroft.table.state.lands import LandFeature
from undercroft.table.state.seats import REFEREE
from undercroft.table.town.town import ComeToTown
from undercroft.table.world.country import titled
from undercroft.table.world.travel_costs import day_of, journey_of, where


class HexSearch(Struct, frozen=True):
    """A way to search, its cost, what it finds, and why it is refused now."""

    title: str
    cost: str
    finds: str
    command: Any
    refused: tuple[str, ...]


class HexThing(Struct, frozen=True):
    """Something in plain sight, and the command that enters it."""

    name: str
    what: str
    enter: Action | None


class HexSecret(Struct, frozen=True):
    """Something players do not know: the command that reveals it to them, and its hints."""

    text: str
    name: str = ""
    show: Any = None
    hint: Any = None


class CurrentHex(Struct, frozen=True):
    """One hex from inside."""

    hex: HexId
    name: str
    ground: str
    glance: str
    things: tuple[HexThing, ...]
    searches: tuple[HexSearch, ...]
    provide: tuple[Action, ...]
    others: tuple[Action, ...]
    hints: tuple[str, ...]
    hidden: tuple[HexSecret, ...]
    """What is not found yet, and the secrets of the place; for the referee."""
    lost: str = ""
    """Where the group really is; for the referee."""


INTO = (EnterSite.tag, ComeToTown.tag)


def current_hex(known: Campaign, group: Group, offered: Sequence[Action]) -> CurrentHex | None:
    """The hex of a group in the open; None if it is in no hex."""
    at = where(group)
    if at is None:
        return None
    seen, ours = known.seen_lands.hexes.get(at), [action for action in offered if action.group == group.id]
    features = tuple(seen.features.values()) if seen is not None else ()
    return CurrentHex(
        at,
        seen.name if seen is not None else "",
        seen.terrain.value.replace("_", " ") if seen is not None else "",
        seen.glance if seen is not None else "",
        tuple(HexThing(titled(feature), feature.what, _into(feature.site, feature.name, ours)) for feature in features),
        _searches(known, group, at, day_of(group)),
        tuple(action for action in ours if action.kind == Provide.tag),
        tuple(action for action in ours if action.about.shown_in(Section.WAYSIDE) and not action.refused),
        tuple(hint.text for hint in known.seen_lands.hints if hint.hex == at),
        tuple(_hidden(known, group)),
        _lost(group),
    )


def _into(site: str | None, name: str, ours: Sequence[Action]) -> Action | None:
    """The command that enters a site or a town, if it is offered."""
    wanted = {"site": site} if site is not None else {"name": name}
    return next(
        (action for action in ours if action.kind in INTO and wanted.items() <= dict(action.command).items()), None
    )


def _searches(known: Campaign, group: Group, at: HexId, day: TravelDay | None) -> tuple[HexSearch, ...]:
    """The ways to search; a thing to look for is offered only in the hex that the clue is about."""
    if day is None:
        return ()
    found = "that place, if it is here"
    return (
        _search(known, "Search the hex", FOR_ANYTHING, "one hidden feature, at random", CastAbout(group.id)),
        *(_search(known, f"Look for {lead}", FOR_ONE_THING, found, Seek(group.id, lead)) for lead in leads(known, at)),
        _search(known, "Search all day", day.tp_max, "every secret; takes a whole day", Comb(group.id)),
    )


def _search(known: Campaign, title: str, cost: Any, finds: str, act: Command) -> HexSearch:
    said = f"{roughly(cost)} {'point' if cost <= 1 else 'points'}"
    refused = tuple(reason.what for reason in refusals(known, REFEREE, act))
    return HexSearch(title, said, finds, wire.plain(act), refused)


def _hidden(known: Campaign, group: Group) -> list[HexSecret]:
    """What is hidden, by the truth that only the referee's campaign holds."""
    hex = known.lands.hexes.get(group.hex) if group.hex is not None else None
    if hex is None:
        return []
    lines = [
        _unknown(known, group, hex.id, feature)
        for feature in hex.features.values()
        if feature.grade is not Visibility.OVERT and not feature.found
    ]
    told = (*(feature.secret for feature in hex.features.values()), hex.secret)
    return [*lines, *(HexSecret(text) for text in told if text)]


def _unknown(known: Campaign, group: Group, hex: HexId, feature: LandFeature) -> HexSecret:
    text = f"{feature.grade.value.capitalize()}: {feature.name[:1].lower()}{feature.name[1:]}. {feature.what}"
    show, hint = ShowFeature(group.id, hex, feature.id), GiveHint(hex, feature.id)
    return HexSecret(
        text,
        feature.name,
        wire.plain(show) if not refusals(known, REFEREE, show) else None,
        wire.plain(hint) if not refusals(known, REFEREE, hint) else None,
    )


def _lost(group: Group) -> str:
    day = journey_of(group)
    if day is None or (not day.lost and day.believed is None):
        return ""
    side = "left" if day.lost < 0 else "right"
    turned = f", and every move leads one hex side to the {side}" if day.lost else ""
    return f"Lost: they are really in {group.hex}{turned}."
