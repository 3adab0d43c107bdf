"""The campaigns to go on with: where each stands, who was there last, and when that was."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from msgspec import Struct
from msgspec.structs import replace

from undercroft.faces.overview import scene_title
from undercroft.faces.views.clocktime import day
from undercroft.faces.views.wallclock import ago
from undercroft.faces.web.live.lobby import Lobby
from undercroft.kernel.faults import UndercroftError
from undercroft.store.log import Store, Table
from undercroft.table.campaign import Campaign

AT_HAND = 8
"""Campaigns that are told of at length; those played longer ago are named only."""


class Shelved(Struct, frozen=True):
    """A campaign on the start page."""

    id: str
    name: str
    events: int
    wall: str
    saved: str
    where: str = ""
    evening: str = ""
    present: tuple[str, ...] = ()
    damaged: bool = False


def shelved(lobby: Lobby, now: datetime | None = None) -> tuple[Shelved, ...]:
    """Every campaign, the one played last first."""
    moment = now or datetime.now(UTC)
    found = sorted((_kept(lobby.store, table, moment) for table in lobby.all()), key=lambda one: one.id)
    found.sort(key=lambda one: one.wall, reverse=True)
    return (*(_told(lobby, one) for one in found[:AT_HAND]), *found[AT_HAND:])


def _kept(store: Store, table: Table, now: datetime) -> Shelved:
    """As far as its log tells without being read."""
    try:
        version = store.head(table.id).version
        wall = next((line.wall for line in store.read(table.id, after=max(0, version - 1))), table.created)
    except UndercroftError:
        return Shelved(table.id, table.name, 0, table.created, ago(table.created, now), damaged=True)
    return Shelved(table.id, table.name, version, wall, ago(wall, now))


def _told(lobby: Lobby, kept: Shelved) -> Shelved:
    if kept.damaged:
        return kept
    try:
        known = lobby.open(kept.id).now
    except UndercroftError:
        return replace(kept, damaged=True)
    return replace(kept, where=_where(known), evening=_evening(known), present=_present(known))


def _where(known: Campaign) -> str:
    """Such as `Sovereign turn 15 · Day 2, morning · Saint Orrin's Ossuary`."""
    group = next((group for group in known.groups.values() if group.members), None)
    if group is None:
        return "nobody has set out yet"
    scene = group.scene
    stage = scene_title(scene) if scene is not None else "between adventures"
    site = known.site_of(group)
    parts = (f"{stage[:1].upper()}{stage[1:]}", day(known, group.time), site.name if site is not None else "")
    return " · ".join(part for part in parts if part)


def _evening(known: Campaign) -> str:
    if known.evening is None:
        return ""
    title = f": {known.evening.title}" if known.evening.title else ""
    return f"Evening {known.evening.number}{title}{'' if known.evening.open else ', ended'}"


def _present(known: Campaign) -> tuple[str, ...]:
    there: Sequence[str] = known.evening.present if known.evening is not None else known.present
    return tuple(person.name for id, person in known.people.items() if id in there)
