"""What players are told of foes' wounds, and of each other's hit points and coins: exactly, in words, or nothing.

The house chooses. Every event passes here when it is told, so that what is hidden from a seat is in nothing that the
seat is sent: not in its state, its log, its offers or its refusals.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, cast, get_args

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.sovereign.equipment import COPPER_A_GOLD
from undercroft.kernel.rules import AnyRule
from undercroft.kernel.units import SeatId
from undercroft.table.engine.event import Event
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Foe, SeenFoe
from undercroft.table.state.house_rules import HouseRules, Showing
from undercroft.table.state.ids import FoeId, PersonId
from undercroft.table.state.people import VEILED_MOST, Health, Person, health_of, veiled_hp
from undercroft.table.state.scenes import Chase, Fight
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import Carried, Gone, Thing, ThingKind

PURSES = (
    (0, "an empty purse"),
    (COPPER_A_GOLD, "a few coins"),
    (10 * COPPER_A_GOLD, "some coins"),
    (100 * COPPER_A_GOLD, "a full purse"),
)
"""The words for coins, each up to so many coppers."""
MORE = "a heavy purse"


def copies(event: Event, seats: tuple[SeatId, ...], now: Campaign) -> Iterable[tuple[Event, tuple[SeatId, ...]]]:
    """An event as each of these seats is told it, the whole event first; seats that are told the same are together."""
    if not now.house.veils or event.secret:
        return ((event, seats),) if seats else ()
    told: list[tuple[Event, list[SeatId]]] = []
    for seat in sorted(seats, key=lambda seat: seat != REFEREE):
        shown = event if seat == REFEREE else _as_told_to(event, seat, now)
        if shown is None:
            continue
        for same, to in told:
            if same == shown:
                to.append(seat)
                break
        else:
            told.append((shown, [seat]))
    return [(shown, tuple(sorted(to))) for shown, to in told]


def hides(house: HouseRules, rule: AnyRule) -> bool:
    """Whether players are not told the input and the outcome of a rule, because they have hit points or coins."""
    named = _numbers_of(rule)
    return (house.players_hit_points is not Showing.EXACT and not named.isdisjoint(_HIT_POINTS)) or (
        house.players_purses is not Showing.EXACT and not named.isdisjoint(_COINS)
    )


_HIT_POINTS = frozenset({"hp", "hp_max", "hp_lost", "health", "health_max", "current_max", "target_health"})
_COINS = frozenset({"gold", "purse_sp"})


@cache
def _numbers_of(rule: AnyRule) -> frozenset[str]:
    outcomes = get_args(rule.outcome_type) or (rule.outcome_type,)
    return frozenset(name for kind in (rule.given, *outcomes) for name in getattr(kind, "__struct_fields__", ()))


def health_told(now: Campaign, seat: SeatId, who: PersonId, hp: int, most: int | None = None) -> Health | None:
    """How a person with so many hit points looks to a seat; None if the seat is told the number."""
    person = now.people.get(who)
    if person is None or not _hidden_from(person, seat, now.house.players_hit_points):
        return None
    if now.house.players_hit_points is Showing.HIDDEN:
        return Health.UNKNOWN
    return health_of(hp, person.hp_max if most is None else most)


def purse_words(coppers: int) -> str:
    """A number of coins in words.

    >>> purse_words(0), purse_words(COPPER_A_GOLD), purse_words(1000 * COPPER_A_GOLD)
    ('an empty purse', 'a few coins', 'a heavy purse')
    """
    return next((words for most, words in PURSES if coppers <= most), MORE)


def _hidden_from(person: Person, seat: SeatId, showing: Showing) -> bool:
    return showing is not Showing.EXACT and seat not in (REFEREE, person.seat)


def _as_told_to(event: Event, seat: SeatId, now: Campaign) -> Event | None:
    veiled = _Veil(seat, now).over(event)
    return None if veiled is _NOTHING else cast("Event", veiled).as_told_to(seat, now)


_NOTHING = object()
"""In place of a thing that a seat is not told of."""


class _Veil:
    """What one seat is told of people, things and foes."""

    def __init__(self, seat: SeatId, now: Campaign) -> None:
        self._seat, self._now = seat, now

    def over(self, value: Any) -> Any:  # noqa: ANN401 - any part of an event
        """A value with everything in it veiled."""
        match value:
            case Person():
                return self._person(value)
            case Thing():
                return self._thing(value)
            case SeenFoe():
                return self._foe(value)
            case Struct():
                changed = {name: self.over(getattr(value, name)) for name in value.__struct_fields__}
                if any(each is _NOTHING for each in changed.values()):
                    return _NOTHING
                new = {name: each for name, each in changed.items() if each is not getattr(value, name)}
                return replace(value, **new) if new else value
            case tuple():
                parts = cast("tuple[object, ...]", value)
                kept = tuple(each for each in map(self.over, parts) if each is not _NOTHING)
                return parts if len(kept) == len(parts) and all(map(_same, kept, parts)) else kept
            case Mapping():
                held = cast("Mapping[object, object]", value)
                shown = {key: self.over(each) for key, each in held.items()}
                return held if all(shown[key] is held[key] for key in held) else shown
            case _:
                return value

    def _person(self, person: Person) -> Person:
        house = self._now.house
        if _hidden_from(person, self._seat, house.players_hit_points):
            exact = house.players_hit_points is Showing.WORDS
            health = health_of(person.hp, person.hp_max) if exact else Health.UNKNOWN
            person = replace(person, hp=veiled_hp(health), hp_max=VEILED_MOST, health=health)
        hidden = _hidden_from(person, self._seat, house.players_purses) and house.players_purses is Showing.HIDDEN
        return replace(person, purse_hidden=True) if hidden else person

    def _thing(self, thing: Thing) -> object:
        showing = self._now.house.players_purses
        if thing.kind is not ThingKind.COINS or showing is Showing.EXACT:
            return thing
        before = self._now.things.get(thing.id)
        was_hidden = before is not None and self._on_another(before)
        if not self._on_another(thing):
            gone = isinstance(thing.place, Gone) and was_hidden and showing is Showing.HIDDEN
            return _NOTHING if gone else thing
        if showing is Showing.WORDS:
            return replace(thing, count=1, points=0, worth=None, note=purse_words(thing.worth or 0))
        if before is None or was_hidden:
            return _NOTHING
        return replace(thing, count=0, points=0, worth=0, place=Gone())

    def _on_another(self, thing: Thing) -> bool:
        bearer = self._now.people.get(thing.place.by) if isinstance(thing.place, Carried) else None
        return bearer is not None and bearer.seat != self._seat

    def _foe(self, foe: SeenFoe) -> SeenFoe:
        showing = self._now.house.players_wounds
        if showing is Showing.EXACT:
            return foe
        true = _true_foe(self._now, foe.id) if showing is Showing.WORDS else None
        health = health_of(true.health, true.health_max) if true is not None else Health.UNKNOWN
        return replace(foe, taken=0, health=health)


def _same(one: object, other: object) -> bool:
    return one is other


def _true_foe(now: Campaign, id: FoeId) -> Foe | None:
    scenes = (scene for group in now.groups.values() for scene in group.scenes if isinstance(scene, Fight | Chase))
    return next((foe for scene in scenes for foe in scene.foes if foe.id == id), None)
