"""The place of each fact in a log: its turn, its number among the rulings, what it repeats, and whether it was undone.

A log only grows, so that the places of what a seat was told before are kept and those of new facts are added.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from undercroft.kernel.remembering import begins_with
from undercroft.kernel.units import Seconds
from undercroft.table.engine.audience import Told
from undercroft.table.engine.event import Event
from undercroft.table.engine.history import Restored, Retracted
from undercroft.table.engine.record import CheckMade, SceneBegan, SceneWentOn, Settled, TurnsCounted
from undercroft.table.exploration.clocks import BY_SCENE, number_of, sets_number
from undercroft.table.sentences import may_say
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import ActId, GroupId, SiteId, ZoneId
from undercroft.table.state.scenes import Exploring
from undercroft.table.world.groups import GroupMoved
from undercroft.table.world.sightings import ZoneSeen

MOST_KEPT = 512
"""Logs whose places are kept, one for each seat. They are dropped in one step."""
MOST_FACTS = 1000
"""The places of a longer log are not kept: only screens ask again and again, and they show the end of it."""


RoomText: TypeAlias = tuple[SiteId, ZoneId, str, str]
"""A room with its name and its text, as it is seen by light."""


class FactPlace(NamedTuple):
    """The place of a fact."""

    turn: int
    """The turn or round in which it happened; 0 outside."""
    ruling: int
    """The number of the ruling within its act, from 1; 0 for a fact that is not a ruling."""
    vain: bool = False
    """The roll of an encounter check that brought nothing."""


class FactPlaces(Struct, frozen=True):
    """The places of the facts of a log, in their order."""

    told: tuple[Told, ...]
    places: tuple[FactPlace, ...]
    telling: tuple[int, ...]
    """The facts that may have a line in the log, by their place."""
    moves: tuple[int, ...]
    """The moves of groups, by their place."""
    begun: Mapping[ActId | None, int]
    """Where each act begins."""
    gone: frozenset[ActId]
    """The acts that are undone and not redone."""
    rooms: Mapping[RoomText, tuple[ActId | None, ...]]
    """The acts that showed each room."""
    before: Mapping[int, tuple[ActId | None, ...]]
    """For each fact that shows a room with a text told before, by its place: the acts that told it."""
    count: _Count
    """The count at the end."""
    since: Mapping[GroupId, Seconds] | None
    """From when turns were counted before the first of these facts, as far as it was asked for."""

    def again(self, number: int) -> bool:
        """Whether a fact shows a room whose text was told before, in an act that still counts."""
        return any(act is None or act not in self.gone for act in self.before.get(number, ()))


_KEPT: dict[int, FactPlaces] = {}


def fact_places(told: Sequence[Told], known: Campaign | None = None) -> FactPlaces:
    """The places of all facts of a log, or of its end; `known` says since when the turns of its groups are counted."""
    facts = tuple(told)
    since = None if known is None else _counted_since(known)
    kept = _KEPT.get(id(facts[0])) if facts else None
    if kept is not None and kept.told is not facts and not begins_with(facts, kept.told):
        kept = None
    if kept is not None and since is not None and kept.since != since:
        kept = None
    if kept is not None and len(kept.told) == len(facts):
        return kept
    found = _placed(facts, kept, since)
    if 0 < len(facts) <= MOST_FACTS:
        if len(_KEPT) >= MOST_KEPT:
            _KEPT.clear()
        _KEPT[id(facts[0])] = found
    return found


def _counted_since(known: Campaign) -> Mapping[GroupId, Seconds]:
    return {group.id: group.turns_from for group in known.groups.values() if group.turns_from is not None}


def _placed(facts: tuple[Told, ...], kept: FactPlaces | None, since: Mapping[GroupId, Seconds] | None) -> FactPlaces:
    """The places of facts, of which some are known."""
    count = _Count(since) if kept is None else kept.count.copied()
    begun = {} if kept is None else dict(kept.begun)
    gone = set[ActId]() if kept is None else set(kept.gone)
    places = list[FactPlace]() if kept is None else list(kept.places)
    telling = list[int]() if kept is None else list(kept.telling)
    moves = list[int]() if kept is None else list(kept.moves)
    rooms = {} if kept is None else dict(kept.rooms)
    seen_before = {} if kept is None else dict(kept.before)
    for number in range(len(places), len(facts)):
        fact = facts[number]
        begun.setdefault(fact.act, number)
        places.append(count.at(fact))
        if may_say(type(fact.event)):
            telling.append(number)
        if isinstance(fact.event, GroupMoved):
            moves.append(number)
        if isinstance(fact.event, ZoneSeen) and not fact.event.zone.dark:
            zone = fact.event.zone
            room = fact.event.site, zone.id, zone.name, zone.glance
            if room in rooms:
                seen_before[number] = rooms[room]
            rooms[room] = (*rooms.get(room, ()), fact.act)
        if isinstance(fact.event, CheckMade):
            _take_along(facts, places, number, vain=not fact.event.check.came)
        if isinstance(fact.event, Retracted):
            gone.add(fact.event.act)
        elif isinstance(fact.event, Restored):
            gone.discard(fact.event.act)
    since = kept.since if kept is not None else since
    undone, told = frozenset(gone), (tuple(places), tuple(telling), tuple(moves))
    return FactPlaces(facts, *told, begun, undone, rooms, seen_before, count, since)


def _take_along(facts: Sequence[Told], places: list[FactPlace], check: int, *, vain: bool) -> None:
    """Give the roll of an encounter check, which is told just before it, the turn of the check and what it brought."""
    for number in reversed(range(check)):
        if facts[number].act != facts[check].act:
            return
        if isinstance(facts[number].event, Settled):
            places[number] = places[number]._replace(turn=places[check].turn, vain=vain)
            return


class _Count:
    """The count of the turns that a log is in, and of the rulings of each act.

    The number of a turn is that of its place on the clock.
    """

    def __init__(self, since: Mapping[GroupId, Seconds] | None = None) -> None:
        self._turn = 0
        self._spans: dict[ActId | None, tuple[int, int]] = {}
        self._rulings: dict[ActId | None, int] = {}
        self._since = dict(since or {})
        self._group: GroupId | None = None
        self._step = Seconds(0)
        self._checked: Seconds | None = None

    def copied(self) -> _Count:
        """The same count, to go on from here."""
        copy = _Count(self._since)
        copy._turn, copy._group, copy._step = self._turn, self._group, self._step
        copy._checked = self._checked
        copy._spans, copy._rulings = dict(self._spans), dict(self._rulings)
        return copy

    def at(self, fact: Told) -> FactPlace:
        """The place of the next fact."""
        before, act = self._turn, fact.act
        self._turn = turn = self._clock(fact, _turn(fact.event, before, self._spans))
        if act is not None:
            self._spans[act] = self._spans.get(act, (before, turn))[0], turn
        if not isinstance(fact.event, Settled):
            return FactPlace(turn, 0)
        ruling = self._rulings[act] = self._rulings.get(act, 0) + 1
        return FactPlace(turn, ruling)

    def _clock(self, fact: Told, number: int) -> int:
        """The turn or round at the time of a fact, as the clock shows it; `number` is that of the scene.

        An encounter check belongs to its turn, although it is made when the turn is over, and so does what comes of it.
        """
        event = fact.event
        if isinstance(event, TurnsCounted):
            self._since[event.group] = event.since
        elif isinstance(event, SceneBegan | SceneWentOn) and isinstance(event.scene, Exploring):
            self._group, self._step = event.group, BY_SCENE[type(event.scene)].step
            self._checked = self._checked if event.scene.begun else None
        elif isinstance(event, CheckMade):
            self._checked = fact.at
        since = self._since.get(self._group) if self._group is not None else None
        if not number or since is None or fact.at < since or isinstance(event, Retracted | Restored):
            return number
        if fact.at == self._checked:
            return number
        return max(number, (fact.at - since) // self._step + 1)


def _turn(event: Event, before: int, spans: Mapping[ActId | None, tuple[int, int]]) -> int:
    """The turn or round after this event: 0 on the road, in camp or in town; unchanged by an encounter or fight.

    An undo goes back to the turn before the act, a redo to the turn after it, as `spans` has them.
    """
    if isinstance(event, Retracted):
        return spans.get(event.act, (before, before))[0]
    if isinstance(event, Restored):
        return spans.get(event.act, (before, before))[1]
    if isinstance(event, CheckMade):
        return event.check.number
    if not isinstance(event, SceneBegan | SceneWentOn) or not sets_number(event):
        return before
    return number_of(event.scene) if isinstance(event.scene, Exploring) else 0
