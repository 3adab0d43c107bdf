"""The panels of the live table: each a template over a view of what the seat knows, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.sovereign.entry import Style
from undercroft.books.sovereign.units import Attribute
from undercroft.faces.views.actions import Action, actions, most_useful
from undercroft.faces.views.gear import gear
from undercroft.faces.views.logbook import Kept, kept, newest_first
from undercroft.faces.views.party import NO_LIGHT, party, row_of, seen_by
from undercroft.faces.views.proposing import PROPOSING, backers, proposed
from undercroft.faces.views.roomcard import room_card
from undercroft.faces.views.strip import Strip, strip
from undercroft.faces.views.trail import route
from undercroft.faces.views.wanted import wanted_views
from undercroft.faces.views.zonemap import zone_map
from undercroft.faces.web.live.loglines import drawn_line
from undercroft.kernel.units import SeatId
from undercroft.server.commands import BY_TAG
from undercroft.table.bridge import modifier
from undercroft.table.bridge_numbers import SCORES_ON_SHEET
from undercroft.table.campaign import Campaign, Group
from undercroft.table.light import reach
from undercroft.table.names import ActId, FoeId, GroupId, HexId, PersonId
from undercroft.table.procedures.fight_field import fight_of
from undercroft.table.road_costs import journey_of
from undercroft.table.seats import REFEREE, SPECTATORS
from undercroft.table.telling import Told


class _Seated(Struct, frozen=True):
    """Somebody at a table."""

    table: str
    seat: SeatId

    @property
    def referee(self) -> bool:
        """Whether this is the referee."""
        return self.seat == REFEREE

    @property
    def looks_on(self) -> bool:
        """Whether this is somebody who does nothing but look on."""
        return self.seat == SPECTATORS


class Reader(_Seated, frozen=True):
    """Who reads a panel, and what they chose. Its template knows this and what the panel shows, and nothing else."""

    group: GroupId | None
    members: tuple[PersonId, ...]
    who: PersonId | None
    show: Kept
    entry: Style
    goal: HexId | None
    listing: bool

    def can(self, tag: str) -> bool:
        """Whether there is such a command."""
        return tag in BY_TAG


class Looking(_Seated, frozen=True):
    """Who looks at what: a seat, what it knows and was told, and what it has chosen on its screen."""

    known: Campaign
    told: Sequence[Told]
    group: Group | None
    who: PersonId | None
    level: int | None = None
    cursor: str = ""
    everybody: bool = False
    """Nobody is looked at in particular."""
    foe: FoeId | None = None
    """The foe that was chosen, in a fight."""
    weapon: int = 0
    """The weapon that was chosen, by its place among those at hand."""
    show: Kept = Kept.ALL
    """Which lines of the log."""
    last: ActId | None = None
    """The act that would be taken back now; only the referee's to know."""
    entry: Style = Style.SOFT
    """How they are to go through the next door."""
    watching: bool = False
    """The referee looks at the table as this seat sees it, and does nothing from there."""
    goal: HexId | None = None
    """The hex that was picked on the map of the country."""
    listing: bool = False
    """The country is shown as a list of its hexes."""
    before: int = 0
    """How much the seat was told before what is looked at here."""

    @property
    def reader(self) -> Reader:
        """The same without what is known."""
        group = self.group
        return Reader(
            self.table,
            self.seat,
            group.id if group is not None else None,
            group.members if group is not None else (),
            self.who,
            self.show,
            self.entry,
            self.goal,
            self.listing,
        )


View: TypeAlias = Callable[[Looking], Mapping[str, Any]]


def chosen_group(known: Campaign, seat: SeatId, named: str | None) -> Group | None:
    """The group somebody looks at: the one they named, else that of their own character, else the first."""
    if named is not None and GroupId(named) in known.groups:
        return known.groups[GroupId(named)]
    own = (who for who, person in known.people.items() if person.seat == seat)
    mine = (group for who in own if (group := known.group_of(who)) is not None)
    return next(mine, None) or next((group for group in known.groups.values() if group.members), None)


def chosen_person(known: Campaign, seat: SeatId, group: Group | None, named: str | None) -> PersonId | None:
    """Whom somebody looks at: the one they named, else their own who are in play, else the first who can act."""
    if named is not None and PersonId(named) in known.people:
        return PersonId(named)
    own = [who for who, person in known.people.items() if person.seat == seat and seat != REFEREE]
    living = (who for who in own if known.people[who].alive and known.group_of(who) is not None)
    members = group.members if group is not None and seat == REFEREE else ()
    return (
        next(living, None)
        or next(iter(own), None)
        or next((who for who in members if who in known.people and known.people[who].able), None)
    )


def _strip(look: Looking) -> Mapping[str, Any]:
    groups = [group for group in look.known.groups.values() if group.members]
    shown = strip(look.known, look.group, look.told) if look.group is not None else None
    return {"strip": shown, "groups": groups}


def _party(look: Looking) -> Mapping[str, Any]:
    groups = [group for group in look.known.groups.values() if group.members]
    shown = [look.group, *(group for group in groups if group != look.group)] if look.group is not None else groups
    parties = [party(look.known, group) for group in shown]
    return {"parties": parties, "xp": look.known.xp_pool, "own": own_people(look)}


def own_people(look: Looking) -> frozenset[PersonId]:
    """Whom the seat plays."""
    return frozenset(who for who, person in look.known.people.items() if person.seat == look.seat)


def in_service(look: Looking) -> frozenset[PersonId]:
    """Whom the seat can still act for: those it plays and those they hired, but neither the dead nor the retired."""
    people = (look.known.people[who] for who in own_people(look))
    return frozenset(person.id for person in people if person.alive and not person.retired)


def _map(look: Looking) -> Mapping[str, Any]:
    group = look.group
    way = route(look.told, group.id, group.site) if group is not None else ()
    drawn = zone_map(look.known, group, look.level, way) if group is not None else None
    moves = [one for one in _own(look) if one.kind == "move"]
    moves = [replace(one, command={**one.command, "style": look.entry}) for one in moves]
    reasons = Counter(one.refused[0] for one in moves if one.refused)
    ways = [one for one in proposed(look.known, look.seat, group) if one.kind == "move"]
    light = seen_by(look.known, group) if group is not None else ""
    dark = light == NO_LIGHT
    return {
        "map": drawn,
        "moves": [(one, backers(look.known, one.command)) for one in moves],
        "ways": ways,
        "taps": {one.meant["door"]: one for one in ways if not one.meant["then"]},
        "shared": tuple(reason for reason, times in reasons.items() if times > 1),
        "light": light,
        "dark": dark,
        "kindling": _kindling(look) if dark else None,
    }


def _kindling(look: Looking) -> Action | None:
    """The best light that one of the group could strike."""
    members = look.group.members if look.group is not None else ()
    lights = [
        one for one in actions(look.known, look.seat) if one.kind == "light" and one.who in members and not one.refused
    ]
    return max(lights, key=lambda one: reach(look.known.things[one.command["thing"]].item), default=None)


def _actions(look: Looking) -> Mapping[str, Any]:
    """What whoever is looked at can do, and the group; the most useful first, the rest folded away."""
    own = most_useful(_folded(one for one in _own(look) if one.kind not in ELSEWHERE and not _tapped(one)))
    first = tuple(one for one in own if one.kind not in BY_THE_WAY)[:AT_HAND]
    person = look.known.people.get(look.who) if look.who is not None else None
    named = person.name if person is not None else "Everybody"
    seat = look.known.seats.get(look.seat)
    more = tuple(one for one in own if one not in first)
    return {"first": first, "more": more, "named": named, "dice": seat.dice.value if seat is not None else ""}


def _tapped(one: Action) -> bool:
    """Whether it is a proposal that a tap on a map or a card makes."""
    return one.kind == PROPOSING and one.command["command"]["kind"] in PROPOSED_ELSEWHERE


def _folded(some: Iterable[Action]) -> Iterable[Action]:
    """One of those that nobody could tell apart, such as two torches to light."""
    first: dict[tuple[str, tuple[str, ...]], Action] = {}
    for one in some:
        first.setdefault((one.label, one.refused), one)
    return first.values()


ELSEWHERE = frozenset(
    {
        "move",
        "end_step",
        "travel_to",
        "march_on",
        "set_course",
        "cast_about",
        "seek",
        "comb",
        "give_hint",
        "make_camp",
        "set_watches",
        "pass_night",
        "break_camp",
        "share_experience",
        "stay_in_town",
        "leave_town",
        "hire",
        "equip",
        "sell",
        "gain_level",
        "raise_skill",
        "raise_attribute",
        "drop_declaration",
        "carry_out",
    }
)
"""What has its button in another panel."""
PROPOSED_ELSEWHERE = frozenset({"move", "take_stance", "pursue_them", "travel_to", "set_course"})
"""What is proposed in another panel."""
BY_THE_WAY = frozenset({"pack", "drop", "give", "end_evening"})
"""What has a place elsewhere, and here only among the rest: the pack beside the gear, the evening on its page."""


AT_HAND = 8
"""Actions shown at once, each with a key of its own."""


def _own(look: Looking) -> list[Action]:
    """What can be done by the group that is looked at, or by one of it."""
    members = look.group.members if look.group is not None else ()
    group = look.group.id if look.group is not None else None
    return [
        one
        for one in actions(look.known, look.seat)
        if (one.who is not None and (one.who == look.who or (look.everybody and one.who in members)))
        or (one.who is None and one.group in (None, group))
        or (one.who is not None and one.who not in members and look.everybody)
    ]


def _me(look: Looking) -> Mapping[str, Any]:
    """Whoever is looked at, as their player holds them in the hand."""
    person = look.known.people.get(look.who) if look.who is not None else None
    group = look.known.group_of(person.id) if person is not None else None
    living = in_service(look)
    own = [one for one in look.known.people.values() if one.id in living]
    shown = strip(look.known, look.group) if look.group is not None else None
    row = row_of(look.known, group, person) if person is not None and group is not None else None
    return {
        "person": person,
        "row": row,
        "light": seen_by(look.known, group) if group is not None else NO_LIGHT,
        "own": own,
        "strip": shown,
        "when": _when(look, shown),
        "attributes": ATTRIBUTES,
        "modifiers": {one.value: modifier(person, one) for one in Attribute} if person is not None else {},
    }


def _when(look: Looking, shown: Strip | None) -> str:
    """The Round of a fight, the day on the road, else the turn."""
    fight, day = fight_of(look.group), journey_of(look.group)
    if fight is not None:
        return f"Round {max(1, fight.round)}"
    if shown is not None:
        return f"{shown.called.capitalize()} {shown.number}"
    return f"Day {day.day}" if day is not None else ""


ATTRIBUTES = tuple((short.value, name) for short, name in SCORES_ON_SHEET.items())


def _gear(look: Looking) -> Mapping[str, Any]:
    person = look.known.people.get(look.who) if look.who is not None else None
    return {"person": person, "gear": gear(look.known, person) if person is not None else None}


def _wanted(look: Looking) -> Mapping[str, Any]:
    return {"questions": wanted_views(look.known, look.seat), "waiting": tuple(look.known.wanted.values())}


def _room(look: Looking) -> Mapping[str, Any]:
    return {"card": room_card(look.known, look.group) if look.group is not None else None}


def _log(look: Looking) -> Mapping[str, Any]:
    newest = kept(newest_first(look.known, look.told, look.before), look.show)
    lines = islice((line for line in newest if not line.routine), MOST_LINES)
    drawn = [drawn_line(line, referee=look.referee, newest=line.act == look.last) for line in lines]
    return {"lines": drawn, "kinds": tuple(one for one in Kept if look.referee or one is not Kept.PUBLIC)}


MOST_LINES = 60

REFEREES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("strip", ("strip",)),
    ("left", ("party",)),
    ("middle", ("map", "actions")),
    ("right", ("wanted", "room", "log")),
)
PLAYERS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("left", ("me", "gear", "party")),
    ("middle", ("map", "actions")),
    ("right", ("wanted", "room", "log")),
)
LOOKERS_ON: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("left", ("party",)),
    ("middle", ("map",)),
    ("right", ("room", "log")),
)
"""Where each panel stands, by column."""

PANELS: Mapping[str, View] = {
    "me": _me,
    "strip": _strip,
    "party": _party,
    "map": _map,
    "room": _room,
    "actions": _actions,
    "wanted": _wanted,
    "log": _log,
    "gear": _gear,
}
"""By name; the template is `live/<name>.html`."""
