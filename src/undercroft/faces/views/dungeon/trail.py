"""What a seat's log holds and its campaign does not: the way a group came, and the turns it rested."""

from collections.abc import Iterable, Sequence

from undercroft.faces.views.fact_places import fact_places
from undercroft.table.engine.audience import Told
from undercroft.table.engine.record import SceneBegan, SceneWentOn
from undercroft.table.state.ids import ActId, GroupId, SiteId, ZoneId
from undercroft.table.state.scenes import RESTED, Exploring, Turn
from undercroft.table.world.groups import GroupMoved

MOST_STEPS = 24
"""The most zones of the route shown."""


def standing(told: Sequence[Told]) -> Iterable[Told]:
    """The events that are not undone."""
    gone = fact_places(told).gone
    return (fact for fact in told if not _is_undone(fact, gone)) if gone else told


def _is_undone(fact: Told, gone: frozenset[ActId]) -> bool:
    return fact.act is not None and fact.act in gone


def route(told: Sequence[Told], group: GroupId, site: SiteId | None) -> tuple[ZoneId, ...]:
    """The zones a group has passed through since it entered the site, the present one last."""
    zones: list[ZoneId] = []
    found = fact_places(told)
    for fact in (told[number] for number in found.moves):
        if not isinstance(fact.event, GroupMoved) or fact.event.group != group or _is_undone(fact, found.gone):
            continue
        if fact.event.site != site or fact.event.zone is None:
            zones.clear()
        elif not zones or zones[-1] != fact.event.zone:
            zones.append(fact.event.zone)
    return tuple(zones[-MOST_STEPS:])


def rests(told: Sequence[Told], group: GroupId) -> frozenset[int]:
    """The turns of the present clock in which everyone who acted rested."""
    did: dict[int, frozenset[str]] = {}
    for fact in standing(told):
        match fact.event:
            case SceneBegan(group=whose) if whose == group:
                did.clear()
            case SceneWentOn(group=whose, scene=scene) if whose == group:
                done = scene.done.values() if isinstance(scene, Turn) else ()
                did[scene.number] = frozenset(done)
            case _:
                pass
    return frozenset(number for number, what in did.items() if what == frozenset((RESTED,)))


def met(told: Sequence[Told], group: GroupId) -> frozenset[int]:
    """The turns of the present clock that passed in encounters, fights and other things than turns."""
    found: set[int] = set()
    last: Exploring | None = None
    for fact in standing(told):
        match fact.event:
            case SceneBegan(group=whose, scene=scene) if whose == group and isinstance(scene, Exploring):
                found.clear()
                last = scene
            case SceneWentOn(group=whose, scene=scene) if whose == group and isinstance(scene, Exploring):
                if last is not None and last.number:
                    found |= {*range(last.number + (not last.begun), scene.number)}
                last = scene
            case _:
                pass
    return frozenset(found)
