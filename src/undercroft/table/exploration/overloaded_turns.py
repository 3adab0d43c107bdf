"""Hexcrawl's clock: a turn starts with the overloaded die, then everybody does one thing, and time passes.

Players learn the effect of the die, never its face: to them an encounter looks like nothing until it is noticed.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec.structs import replace

from undercroft.books.hexcrawl import template
from undercroft.books.hexcrawl.dungeon_crawling import DungeonTurn, dungeon_crawl
from undercroft.books.hexcrawl.overloaded_die import Event as Face
from undercroft.books.hexcrawl.overloaded_die import Milieu
from undercroft.books.hexcrawl.words import FINDS
from undercroft.books.sovereign.dungeon_time import Light as Lamp
from undercroft.books.sovereign.equipment import Item
from undercroft.interpret import odds
from undercroft.kernel.phrases import begun
from undercroft.kernel.units import Seconds
from undercroft.table.body import provisions
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Part, Reason
from undercroft.table.engine.play import Play
from undercroft.table.engine.record import CheckMade
from undercroft.table.engine.subjects import group_acting, group_acts, subject
from undercroft.table.exploration import wandering
from undercroft.table.exploration.dungeon_clock import ALONGSIDE, Activity, TurnClock, resting
from undercroft.table.state.campaign import Campaign, Check, Group
from undercroft.table.state.deadlines import Lapse, Timer
from undercroft.table.state.ids import GroupId, PersonId, ThingId
from undercroft.table.state.lights import Light
from undercroft.table.state.scenes import OverloadedTurn
from undercroft.table.state.sites import Clock, Site
from undercroft.table.state.things import Carried, Lying, Thing, ThingKind
from undercroft.table.world import light
from undercroft.table.world.campaign_start import ThingPlaced
from undercroft.table.world.darkness import last_light

_SOURCES = {Lamp.TORCH: template.Source.TORCH, Lamp.LANTERN: template.Source.LANTERN}


def wane(play: Play, group: GroupId) -> None:
    """Put out all lights of a group, end its spells, and light new torches, lanterns and candles from its supplies.

    Lights on the ground go out too and are not replaced.
    """
    lying = [lit for lit in play.now.lights_of(group) if play.now.lies(lit) is not None]
    burning = tuple(lit for lit in play.now.lights_of(group) if lit not in lying)
    spells = _spells(play.now, group)
    torches, oil = _fuel(play.now, group, Lamp.TORCH), _fuel(play.now, group, light.OIL)
    candles = _fuel(play.now, group, light.CANDLE)
    given = template.Waning(
        tuple(_SOURCES[Lamp(lit.item)] for lit in burning if lit.item != light.CANDLE),
        _count(torches),
        _count(oil),
        tuple(template.Spell(timer.about or timer.what, permanent=timer.lasting) for timer in spells),
    )
    left = play.settle(template.template_waning_resources, given)
    for lit in (*burning, *lying):
        light.go_out(play, lit, spent=True, replaced=True)
    for timer in spells:
        if not timer.lasting:
            play.lapse(timer)
    _relight(play, group, Lamp.TORCH, _of_item(burning, Lamp.TORCH)[: _count(torches) - left.torches])
    _refill(play, group, _of_item(burning, Lamp.LANTERN)[: _count(oil) - left.oil])
    lit_candles = _of_item(burning, light.CANDLE)
    if lit_candles:
        waned = template.Waning((template.Source.TORCH,) * len(lit_candles), _count(candles), 0, ())
        left = play.settle(template.template_waning_resources, waned)
        _relight(play, group, light.CANDLE, lit_candles[: _count(candles) - left.torches])
    if burning or lying:
        last_light(play, group, spent=True)


def _spells(campaign: Campaign, group: GroupId) -> tuple[Timer, ...]:
    members = campaign.groups[group].members
    return tuple(timer for timer in campaign.timers.values() if timer.lapse is Lapse.EFFECT and timer.person in members)


def _fuel(campaign: Campaign, group: GroupId, item: str) -> tuple[Thing, ...]:
    """The unlit things of that kind a group carries, in marching order."""
    carried = (thing for member in campaign.groups[group].members for thing in campaign.carried_by(member))
    return tuple(thing for thing in carried if thing.item == item and thing.id not in campaign.lights)


def _count(things: Sequence[Thing]) -> int:
    return sum(thing.count for thing in things)


def _of_item(burning: Sequence[Light], item: str) -> list[Light]:
    return [lit for lit in burning if lit.item == item]


def _next(play: Play, group: GroupId, item: str, holder: PersonId) -> Thing | None:
    """The next fuel to use: the holder's own, or another member's."""
    fuel = [thing for thing in _fuel(play.now, group, item) if thing.count]
    holders = [thing for thing in fuel if isinstance(thing.place, Carried) and thing.place.by == holder]
    return next(iter((*holders, *fuel)), None)


def _relight(play: Play, group: GroupId, item: str, lights: Sequence[Light]) -> None:
    """Light a new torch or candle for each of these, from the group's supplies."""
    for lit in lights:
        thing = _next(play, group, item, lit.holder)
        if thing is not None and isinstance(thing.place, Carried):
            light.burn(play, thing.place.by, thing, Seconds(0))


def _refill(play: Play, group: GroupId, lights: Sequence[Light]) -> None:
    """Fill these lanterns with the group's oil and light them again."""
    for lit in lights:
        oil = _next(play, group, light.OIL, lit.holder)
        light.burn(play, lit.holder, play.now.things[lit.thing], Seconds(0), oil)


A_SIGN = "There are signs that something is near."
"""The omen of creatures without an omen of their own."""


class SurroundingsActed(Event, frozen=True, tag="table.surroundings-acted"):
    """The site had a local effect, or an omen showed."""

    group: GroupId
    what: str

    def say(self, _now: Campaign) -> str:
        return self.what


class RestForced(Event, frozen=True, tag="table.rest-forced"):
    """A group must rest before it goes on."""

    group: GroupId

    def say(self, now: Campaign) -> str:
        return f"{begun(group_acting(now, self.group))} must rest before going on."


class MealTaken(Event, frozen=True, tag="table.meal-taken"):
    """A group rested, ate and drank; some members may have gone without."""

    group: GroupId
    short_food: int
    short_water: int

    def say(self, now: Campaign) -> str:
        short = [
            f"{count} without {what}"
            for count, what in ((self.short_food, "food"), (self.short_water, "water"))
            if count
        ]
        if short:
            return f"{group_acts(now, self.group, 'rest', 'rests')}, {' and '.join(short)}."
        return f"{group_acts(now, self.group, 'rest, eat and drink', 'rests, eats and drinks')}."


class LuckHad(Event, frozen=True, tag="table.luck-had"):
    """A group had a stroke of luck."""

    group: GroupId
    what: str

    def say(self, now: Campaign) -> str:
        return f"{group_acts(now, self.group, 'come', 'comes')} upon {self.what}."


class OverloadedClock(TurnClock[OverloadedTurn]):
    """Time by Play Procedures."""

    name = Clock.HEXCRAWL
    book = "Play Procedures"
    kind = OverloadedTurn
    called = "turn"
    acting = dungeon_crawl.id

    def hindrances(self, known: Campaign, group: Group, who: PersonId, activity: Activity) -> Iterable[Reason]:
        """Everybody does one thing a turn, and nothing but rest where the die demands it."""
        scene = group.scene
        if isinstance(scene, OverloadedTurn) and scene.must_rest and activity is not Activity.REST:
            yield Reason(
                "must_rest",
                f"{subject(known, group)} must rest before doing anything else.",
                template.template_forced_rest.id,
            )
        yield from super().hindrances(known, group, who, activity)

    def did(self, play: Play, group: GroupId, who: PersonId, activity: Activity, what: str) -> None:
        """Use up the person's turn; the die has no check for noise."""
        if activity not in ALONGSIDE:
            scene = self.scene(play, group)
            play.go_on(group, replace(scene, done={**scene.done, who: what}, rests=resting(scene.rests, who, activity)))

    def begin_step(self, play: Play, group: GroupId) -> None:
        """Roll the overloaded die and carry out its effect."""
        scene = self.scene(play, group)
        turn = scene.turn + 1
        face = play.settle(dungeon_crawl, DungeonTurn(turn_no=turn)).name
        play.tell(CheckMade(group, Check(turn, play.last_total, face is Face.ENCOUNTER)))
        play.go_on(group, replace(scene, turn=turn, begun=True, done={}, rests=(), free=face is Face.FREE_TURN))
        _FACES[face](play, group)

    def end_step(self, play: Play, group: GroupId) -> None:
        """End the turn; a forced rest ends with a meal."""
        if self.scene(play, group).must_rest:
            _eat_and_drink(play, group)
        play.spend(group, self.left(play.group(group)))
        play.go_on(group, replace(self.scene(play, group), begun=False, must_rest=False))

    def checked(self, scene: OverloadedTurn, _: Site, until: int, /) -> Iterable[int]:
        """The overloaded die is rolled at the start of every turn."""
        return range(scene.turn + 1, until + 1)

    def comes(self, known: Campaign, _: Group, number: int, /) -> Fraction:
        """The chance of the die's encounter face; a good encounter does not count."""
        given = known.house.applied(dungeon_crawl, DungeonTurn(turn_no=number))
        return odds.of_rule(dungeon_crawl, given).chance(lambda outcome: outcome.name is Face.ENCOUNTER)


def _site(play: Play, group: GroupId) -> Site:
    return play.now.sites[CLOCK.scene(play, group).site]


def _encounter(play: Play, group: GroupId) -> None:
    """Bring the creatures of an earlier omen, or of the site's encounter table, in secret."""
    scene = CLOCK.scene(play, group)
    table = tuple(row.name for row in _site(play, group).encounters)
    outcome = play.settle(template.template_encounter, template.Inhabitants(table, scene.omen or None))
    if scene.omen:
        play.go_on(group, replace(scene, omen=""))
    wandering.bring(play, group, outcome.entry if isinstance(outcome, template.Encounter) else None)


def _environment(play: Play, group: GroupId) -> None:
    """Tell a local effect of the site, or, if it has none, an omen of the next encounter."""
    site = _site(play, group)
    table = tuple(row.name for row in site.encounters)
    milieu = Milieu.OTHER if site.effects else Milieu.DUNGEON
    outcome = play.settle(
        template.template_environment_effect, template.Surroundings(milieu, table, site.effects or None)
    )
    to = group_audience(group)
    if isinstance(outcome, template.Omen):
        play.go_on(group, replace(CLOCK.scene(play, group), omen=outcome.entry))
        omen = next((row.omen for row in site.encounters if row.name == outcome.entry), "")
        play.tell(SurroundingsActed(group, omen or A_SIGN), to=to)
    elif isinstance(outcome, template.Effect):
        play.tell(SurroundingsActed(group, outcome.entry), to=to)


def _forced_rest(play: Play, group: GroupId) -> None:
    play.go_on(group, replace(CLOCK.scene(play, group), must_rest=True))
    play.tell(RestForced(group), to=group_audience(group))


def _eat_and_drink(play: Play, group: GroupId) -> None:
    """Let everybody eat and drink, and tell how many go without."""
    people = sum(person.alive for person in play.now.those_in(group))
    food, water = (provisions.stock(play.now, group, kind) for kind in (ThingKind.FOOD, ThingKind.WATER))
    outcome = play.settle(template.template_forced_rest, template.Tired(people, food, water))
    provisions.use_up(play, group, ThingKind.FOOD, food - outcome.rations)
    provisions.use_up(play, group, ThingKind.WATER, water - outcome.water)
    short = (outcome.short_food, outcome.short_water) if isinstance(outcome, template.RestedUnfed) else (0, 0)
    play.tell(MealTaken(group, *short), to=group_audience(group))


def _nothing(_: Play, __: GroupId) -> None:
    """Nothing happens in a free turn."""


def _good(play: Play, group: GroupId) -> None:
    """Bring a helpful person, tell of a safe place, or place useful things before the group."""
    finders = play.group(group)
    outcome = play.settle(template.template_good_encounter, template.Luck(people=len(play.now.living_in(group))))
    what = FINDS[outcome.entry]
    if outcome.entry == template.Find.HELPFUL_NPC:
        wandering.bring(play, group, what.capitalize())
        return
    play.tell(LuckHad(group, what), to=group_audience(group))
    for kind, item, count in (
        (ThingKind.FOOD, Item.RATION_DAY, outcome.rations),
        (ThingKind.WATER, Item.WATERSKIN, outcome.water),
    ):
        if count and finders.site is not None and finders.zone is not None:
            id, place = ThingId(f"found-{kind}-{group}-{finders.time}"), Lying(finders.site, finders.zone)
            play.tell(ThingPlaced(Thing(id, str(kind), kind, place, count, item=item)), to=group_audience(group))


_FACES: Mapping[Face, Callable[[Play, GroupId], None]] = {
    Face.ENCOUNTER: _encounter,
    Face.ENVIRONMENT_EFFECT: _environment,
    Face.FORCED_REST: _forced_rest,
    Face.WANING_RESOURCES: wane,
    Face.FREE_TURN: _nothing,
    Face.GOOD_ENCOUNTER: _good,
}


CLOCK = OverloadedClock()
PART = Part(events=(SurroundingsActed, RestForced, MealTaken, LuckHad))
