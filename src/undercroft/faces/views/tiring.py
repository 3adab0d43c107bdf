"""What an hour's march takes out of everybody, as the house has it."""

from __future__ import annotations

from msgspec import Struct

from undercroft.faces.views.rounds import first_name
from undercroft.table.bridge import fatigue_max
from undercroft.table.campaign import Campaign, Group
from undercroft.table.procedures.hike_throws import missing_an_hour


class Tiring(Struct, frozen=True):
    """Those who lose the same each hour."""

    fp: int
    names: tuple[str, ...]


def tiring(known: Campaign, group: Group) -> tuple[Tiring, ...]:
    """Who loses how much in an hour, the least first; nothing where the house counts no fatigue."""
    walkers = [one for one in known.able_in(group.id) if fatigue_max(one, known.house.fatigue)]
    found: dict[int, list[str]] = {}
    for one in walkers:
        found.setdefault(missing_an_hour(known, one), []).append(first_name(one.name))
    return tuple(Tiring(fp, tuple(names)) for fp, names in sorted(found.items()))
