"""Turns under the overloaded die: what it brings is dealt with first, then everybody does one thing, and time passes.

Players learn what a face brings, never the face: one that brings somebody looks to them like one that brings nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from msgspec.structs import replace

from undercroft.books.hexcrawl.dungeon_crawling import DUNGEON_TURN, DungeonTurn, dungeon_crawl
from undercroft.books.hexcrawl.overloaded_die import Event as Face
from undercroft.books.hexcrawl.overloaded_die import Milieu
from undercroft.books.hexcrawl.template import (
    Effect,
    Encounter,
    Find,
    Inhabitants,
    Luck,
    Omen,
    RestedUnfed,
    Surroundings,
    Tired,
    template_encounter,
    template_environment_effect,
    template_forced_rest,
    template_good_encounter,
)
from undercroft.books.hexcrawl.words import FINDS
from undercroft.books.sovereign.equipment import Item
from undercroft.interpret import odds
from undercroft.kernel.units import MINUTE, Seconds
from undercroft.table import encounters, provisions
from undercroft.table.campaign import Campaign, Check, Group
from undercroft.table.names import GroupId, PersonId, SiteId, ThingId
from undercroft.table.opening import ThingPlaced
from undercroft.table.play import Play
from undercroft.table.procedures.clockwork import ALONGSIDE, Activity, follows, had_their_turn
from undercroft.table.procedures.waning import wane
from undercroft.table.rooms import Command, Event, Reason, Room, unchanged
from undercroft.table.scenes import Exploring, OverloadedTurn
from undercroft.table.sites import Site
from undercroft.table.staging import CheckMade
from undercroft.table.telling import group as group_audience
from undercroft.table.things import Kind, Lying, Thing

A_SIGN = "There are signs that something is about."
"""What is noticed of somebody whose omen nobody wrote down."""


class SurroundingsActed(Event, frozen=True, tag="table.surroundings-acted"):
    """The place does something, or shows a sign of what is to come."""

    group: GroupId
    what: str


class RestForced(Event, frozen=True, tag="table.rest-forced"):
    """They can go no further before they have rested."""

    group: GroupId


class MealTaken(Event, frozen=True, tag="table.meal-taken"):
    """They have rested, eaten and drunk; so many went without."""

    group: GroupId
    short_food: int
    short_water: int


class LuckHad(Event, frozen=True, tag="table.luck-had"):
    """Something good comes their way."""

    group: GroupId
    what: str


class OverloadedClock:
    """Time by Play Procedures."""

    step: Seconds = Seconds(DUNGEON_TURN * MINUTE)
    called: str = "turn"

    def opening(self, site: SiteId) -> Exploring:
        """The first turn has not begun."""
        return OverloadedTurn(site)

    def hindrances(self, known: Campaign, group: Group, who: PersonId, activity: Activity) -> Iterable[Reason]:
        """Nothing but rest where the die demands it; else one thing each."""
        scene = group.scene
        if not isinstance(scene, OverloadedTurn):
            return
        if scene.must_rest and activity is not Activity.REST:
            yield Reason("must_rest", "They must rest before they can do anything else.", template_forced_rest.id)
        if activity not in ALONGSIDE:
            yield from had_their_turn(known.people[who], self.called, scene.done, dungeon_crawl.id)

    def did(self, play: Play, group: GroupId, who: PersonId, activity: Activity, what: str) -> None:
        """That was somebody's turn."""
        if activity not in ALONGSIDE:
            scene = _scene(play, group)
            play.go_on(group, replace(scene, done={**scene.done, who: what}))

    def next(self, campaign: Campaign, group: Group) -> Command | None:
        """A turn begins by itself, and ends by itself when everybody has had theirs."""
        scene = group.scene
        if not isinstance(scene, OverloadedTurn):
            return None
        return follows(campaign, group, begun=scene.begun, done=scene.done)

    def begin_step(self, play: Play, group: GroupId) -> None:
        """The die comes first."""
        scene = _scene(play, group)
        turn = scene.turn + 1
        face = play.settle(dungeon_crawl, DungeonTurn(turn_no=turn)).name
        play.tell(CheckMade(group, Check(turn, play.last_total, face is Face.ENCOUNTER)))
        play.go_on(group, replace(scene, turn=turn, begun=True, done={}, free=face is Face.FREE_TURN))
        _FACES[face](play, group)

    def end_step(self, play: Play, group: GroupId) -> None:
        """A turn of rest that was forced on them ends with a meal."""
        if _scene(play, group).must_rest:
            _eat_and_drink(play, group)
        play.spend(group, self.step)
        play.go_on(group, replace(_scene(play, group), begun=False, must_rest=False))

    def checks_ahead(self, known: Campaign, group: Group, until: int) -> frozenset[int]:
        """A die begins every turn."""
        scene = group.scene
        if not isinstance(scene, OverloadedTurn) or scene.site not in known.sites:
            return frozenset()
        return frozenset(range(scene.turn + 1, until + 1))

    def comes(self, known: Campaign, _: Group, number: int, /) -> Fraction:
        """By the face that brings somebody; luck is nobody to be met."""
        given = known.house.applied(dungeon_crawl, DungeonTurn(turn_no=number))
        return odds.of_rule(dungeon_crawl, given).chance(lambda outcome: outcome.name is Face.ENCOUNTER)


def _scene(play: Play, group: GroupId) -> OverloadedTurn:
    scene = play.group(group).scene
    if not isinstance(scene, OverloadedTurn):
        raise TypeError("not in a turn under the overloaded die")
    return scene


def _site(play: Play, group: GroupId) -> Site:
    return play.now.sites[_scene(play, group).site]


def _encounter(play: Play, group: GroupId) -> None:
    """Whom an omen has foretold, or somebody of the site's table; nobody is told before they are noticed."""
    scene = _scene(play, group)
    table = tuple(row.name for row in _site(play, group).encounters)
    outcome = play.settle(template_encounter, Inhabitants(table, scene.omen or None))
    if scene.omen:
        play.go_on(group, replace(scene, omen=""))
    encounters.bring(play, group, outcome.entry if isinstance(outcome, Encounter) else None)


def _environment(play: Play, group: GroupId) -> None:
    """The place's own effects where it has any; else an omen of whoever comes next."""
    site = _site(play, group)
    table = tuple(row.name for row in site.encounters)
    milieu = Milieu.OTHER if site.effects else Milieu.DUNGEON
    outcome = play.settle(template_environment_effect, Surroundings(milieu, table, site.effects or None))
    to = group_audience(group)
    if isinstance(outcome, Omen):
        play.go_on(group, replace(_scene(play, group), omen=outcome.entry))
        omen = next((row.omen for row in site.encounters if row.name == outcome.entry), "")
        play.tell(SurroundingsActed(group, omen or A_SIGN), to=to)
    elif isinstance(outcome, Effect):
        play.tell(SurroundingsActed(group, outcome.entry), to=to)


def _forced_rest(play: Play, group: GroupId) -> None:
    play.go_on(group, replace(_scene(play, group), must_rest=True))
    play.tell(RestForced(group), to=group_audience(group))


def _eat_and_drink(play: Play, group: GroupId) -> None:
    """Everybody who lives has a share; what there is gets eaten, and who goes without is told."""
    people = sum(person.alive for person in play.now.those_in(group))
    food, water = (provisions.stock(play.now, group, kind) for kind in (Kind.FOOD, Kind.WATER))
    outcome = play.settle(template_forced_rest, Tired(people, food, water))
    provisions.use_up(play, group, Kind.FOOD, food - outcome.rations)
    provisions.use_up(play, group, Kind.WATER, water - outcome.water)
    short = (outcome.short_food, outcome.short_water) if isinstance(outcome, RestedUnfed) else (0, 0)
    play.tell(MealTaken(group, *short), to=group_audience(group))


def _nothing(_: Play, __: GroupId) -> None:
    """A turn of their own."""


def _good(play: Play, group: GroupId) -> None:
    """Somebody who helps is on the way; a safe place is told; things they can use lie before them."""
    there = play.group(group)
    outcome = play.settle(template_good_encounter, Luck(people=len(there.members)))
    what = FINDS[outcome.entry]
    if outcome.entry == Find.HELPFUL_NPC:
        encounters.bring(play, group, what.capitalize())
        return
    play.tell(LuckHad(group, what), to=group_audience(group))
    for kind, item, count in (
        (Kind.FOOD, Item.RATION_DAY, outcome.rations),
        (Kind.WATER, Item.WATERSKIN, outcome.water),
    ):
        if count and there.site is not None and there.zone is not None:
            id, place = ThingId(f"found-{kind}-{group}-{there.time}"), Lying(there.site, there.zone)
            play.tell(ThingPlaced(Thing(id, str(kind), kind, place, count, item=item)), to=group_audience(group))


_FACES: Mapping[Face, Callable[[Play, GroupId], None]] = {
    Face.ENCOUNTER: _encounter,
    Face.ENVIRONMENT_EFFECT: _environment,
    Face.FORCED_REST: _forced_rest,
    Face.WANING_RESOURCES: wane,
    Face.FREE_TURN: _nothing,
    Face.GOOD_ENCOUNTER: _good,
}


def _meal_words(_: Campaign, it: MealTaken) -> str:
    short = [f"{count} without {what}" for count, what in ((it.short_food, "food"), (it.short_water, "water")) if count]
    return f"They rest, {' and '.join(short)}." if short else "They rest, eat and drink."


CLOCK = OverloadedClock()
ROOM = Room(
    arms={SurroundingsActed: unchanged, RestForced: unchanged, MealTaken: unchanged, LuckHad: unchanged},
    words={
        SurroundingsActed: lambda _, it: it.what,
        RestForced: lambda _, __: "They can go no further before they have rested.",
        MealTaken: _meal_words,
        LuckHad: lambda _, it: f"They come upon {it.what}.",
    },
)
