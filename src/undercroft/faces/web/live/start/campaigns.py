"""The campaigns to continue: where each is in play, who was there last, and when."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from msgspec.structs import replace

from undercroft.faces.api.table_bodies import TableCard
from undercroft.faces.views.overview.overview import stage_of
from undercroft.faces.views.time_of_day import ago, day
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.kernel.faults import UndercroftError
from undercroft.store.log import ListedTable
from undercroft.store.store import Store
from undercroft.table.state.campaign import Campaign

AT_HAND = 8
"""Campaigns shown in full; those played longer ago show only their names."""


def campaign_cards(
    lobby: Lobby, now: datetime | None = None, *, sees: Callable[[str], bool] = lambda _: True
) -> tuple[TableCard, ...]:
    """Every campaign that one may see, the one played last first."""
    moment = now or datetime.now(UTC)
    seen = (table for table in lobby.all() if sees(table.id))
    found = sorted((_kept(lobby.store, table, moment) for table in seen), key=lambda campaign: campaign.id)
    found.sort(key=lambda campaign: campaign.wall, reverse=True)
    return (*(_told(lobby, campaign) for campaign in found[:AT_HAND]), *found[AT_HAND:])


def _kept(store: Store, table: ListedTable, now: datetime) -> TableCard:
    """The card of a campaign, from the last line of its log alone."""
    try:
        version = store.head(table.id).version
        wall = next((line.wall for line in store.read(table.id, after=max(0, version - 1))), table.created)
    except UndercroftError:
        return TableCard(table.id, table.name, 0, table.created, ago(table.created, now), damaged=True)
    return TableCard(table.id, table.name, version, wall, ago(wall, now))


def _told(lobby: Lobby, kept: TableCard) -> TableCard:
    if kept.damaged:
        return kept
    try:
        known = lobby.open(kept.id).now
    except UndercroftError:
        return replace(kept, damaged=True)
    return replace(kept, where=where(known), session=_session(known), present=_present(known))


def where(known: Campaign) -> str:
    """Where a campaign is in play, such as `Turn 15 · Day 2, morning · Saint Orrin's Ossuary`."""
    group = next((group for group in known.groups.values() if group.members), None)
    if group is None:
        return "not played yet"
    stage = stage_of(group) or "about to set out"
    site = known.site_of(group)
    parts = (f"{stage[:1].upper()}{stage[1:]}", day(known, group.time), site.name if site is not None else "")
    return " · ".join(part for part in parts if part)


def _session(known: Campaign) -> str:
    session = known.session
    if session is None:
        return ""
    return f"{session.numbered}{'' if session.open else ', ended'}"


def _present(known: Campaign) -> tuple[str, ...]:
    there: Sequence[str] = known.session.present if known.session is not None else known.present
    return tuple(person.name for id, person in known.people.items() if id in there)
