"""What a seat's own log remembers and its campaign does not: the way a group came, and the turns it rested."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from undercroft.table.groups import GroupMoved
from undercroft.table.history import retracted
from undercroft.table.names import GroupId, SiteId, ZoneId
from undercroft.table.procedures.lookout import number_of
from undercroft.table.staging import SceneBegan, SceneWentOn
from undercroft.table.telling import Told

RESTED = "rested"
MOST_STEPS = 24
"""Further back, nobody looks for the way."""


def standing(told: Sequence[Told]) -> Iterable[Told]:
    """What was told and not taken back since."""
    gone = retracted(told)
    return (one for one in told if one.act is None or one.act not in gone)


def route(told: Sequence[Told], group: GroupId, site: SiteId | None) -> tuple[ZoneId, ...]:
    """The zones a group has come through since it entered the site, the last one where it is."""
    zones: list[ZoneId] = []
    for one in standing(told):
        if not isinstance(one.event, GroupMoved) or one.event.group != group:
            continue
        if one.event.site != site or one.event.zone is None:
            zones.clear()
        elif not zones or zones[-1] != one.event.zone:
            zones.append(one.event.zone)
    return tuple(zones[-MOST_STEPS:])


def rests(told: Sequence[Told], group: GroupId) -> frozenset[int]:
    """The turns of the clock that runs now in which everybody who did anything rested."""
    did: dict[int, frozenset[str]] = {}
    for one in standing(told):
        match one.event:
            case SceneBegan(group=whose) if whose == group:
                did.clear()
            case SceneWentOn(group=whose, scene=scene) if whose == group:
                done = getattr(scene, "done", {})
                did[number_of(scene)] = frozenset(str(what) for what in done.values())
            case _:
                pass
    return frozenset(number for number, what in did.items() if what == frozenset((RESTED,)))
