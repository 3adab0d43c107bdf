"""Supplies: when the die makes food due, the group eats from its stores or spends a travel point on foraging."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.hexcrawl import wilderness
from undercroft.books.hexcrawl.units import PER_HEAD, TravelPoints
from undercroft.books.hexcrawl.wilderness import FORAGING, Provision
from undercroft.kernel.amounts import counted, series
from undercroft.kernel.units import SeatId
from undercroft.table.body.provisions import stock, use_up
from undercroft.table.bridge.time_units import travel_time
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason, groups_for, referee_only
from undercroft.table.engine.permission import no_group
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import are, group_acts
from undercroft.table.exploration.spare_time import held_back
from undercroft.table.road.travel_day import points_in_words
from undercroft.table.road.travel_points import pay, points_left
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import GroupId
from undercroft.table.state.journeys import Camp, Caravan, Spent, TravelDay
from undercroft.table.state.things import ThingKind
from undercroft.table.world.travel_costs import journey_of, where


class Provide(Command, frozen=True, tag="provide"):
    """When supplies run low, eat and drink from them, or spend the next travel point on foraging."""

    group: GroupId
    choice: Provision
    ABOUT = About(title="Eat or forage", deed="food and water", place=Section.DAY, also=Section.CAMP, rank=10)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group = known.groups.get(self.group)
        if group is None or not group.members:
            yield no_group(known)
            return
        scene = group.scene
        if not isinstance(scene, TravelDay | Camp):
            yield Reason("not_travelling", f"{are(known, known.groups.get(self.group))} not on the road.")
            return
        yield from held_back(known, group)
        if not scene.must_provision:
            yield Reason(
                "not_due",
                "No meal is due: the party eats or forages when the overloaded die shows “supplies run low”.",
                wilderness.wild_waning_resources.id,
            )
        given = _hungry(known, group, self.choice)
        stores = {"food": (given.rations, "ration"), "water": (given.water, "waterskin")}
        short = {name: counted(*store) for name, store in stores.items() if store[0] < given.people * PER_HEAD}
        if self.choice is Provision.SPEND and short:
            yield Reason(
                "too_little",
                f"There is not enough {series(list(short))} for everybody, {series(list(short.values()))} for "
                f"{counted(given.people, 'person', 'people')}: forage.",
                wilderness.wild_waning_resources.id,
            )

    def do(self, play: Play) -> None:
        """Eat for no points, or forage for the next point or the first of tomorrow."""
        group, to = play.group(self.group), group_audience(self.group)
        given = _hungry(play.now, group, self.choice)
        outcome = play.settle(wilderness.wild_waning_resources, given, to=to, whole=True)
        food = water = 0
        if isinstance(outcome, wilderness.PaidSupplies):
            food, water = given.rations - outcome.rations, given.water - outcome.water
            use_up(play, self.group, ThingKind.FOOD, food)
            use_up(play, self.group, ThingKind.WATER, water)
        owed = self.choice is Provision.FORAGE and not isinstance(outcome, wilderness.Foraged)
        _settled(play, self.group, owed=owed)
        play.tell(Provided(self.group, "owed" if owed else self.choice.value, food, water), to=to)
        if isinstance(outcome, wilderness.Foraged):
            _forage(play, self.group)


class Provided(Event, frozen=True, tag="table.provided"):
    """A group ate, foraged, or will forage first tomorrow."""

    group: GroupId
    how: str
    food: int = 0
    """The rations eaten."""
    water: int = 0
    """The waterskins emptied."""

    def say(self, now: Campaign) -> str:
        if not self.food and not self.water:
            return f"{group_acts(now, self.group, *_HOW[self.how])}."
        eaten = f"{counted(self.food, 'ration')} and {counted(self.water, 'waterskin')}"
        return f"{group_acts(now, self.group, 'eat and drink', 'eats and drinks')}: {eaten}."


def eaters(known: Campaign, group: Group) -> int:
    """How many must be fed."""
    day = journey_of(group)
    living = sum(person.alive for person in known.those_in(group.id))
    return max(1, living + (day.caravan if day is not None else Caravan()).followers)


def _hungry(known: Campaign, group: Group, choice: Provision) -> wilderness.Hungry:
    scene = group.scene
    left = scene.left if isinstance(scene, Camp) else points_left(known, group)
    return wilderness.Hungry(
        choice,
        eaters(known, group),
        stock(known, group.id, ThingKind.FOOD),
        stock(known, group.id, ThingKind.WATER),
        TravelPoints(left),
    )


def _forage(play: Play, group: GroupId) -> None:
    """Pay the point for foraging, which may bring the overloaded die."""
    party = play.group(group)
    scene, at = party.scene, where(party)
    if at is None:
        return
    if isinstance(scene, TravelDay):
        pay(play, group, FORAGING, Spent.FORAGED, at)
    elif isinstance(scene, Camp):
        play.go_on(group, replace(scene, left=scene.left - FORAGING))


def _settled(play: Play, group: GroupId, *, owed: bool) -> None:
    """Clear the duty to eat, and note whether foraging is owed."""
    scene = play.group(group).scene
    if isinstance(scene, TravelDay | Camp) and scene.must_provision:
        play.go_on(group, replace(scene, must_provision=False, owes_forage=owed))


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group in groups_for(known, seat):
        scene = group.scene
        for choice in Provision if isinstance(scene, TravelDay | Camp) and scene.must_provision else ():
            act, given = Provide(group.id, choice), _hungry(known, group, choice)
            forages = choice is Provision.FORAGE and given.tp_left >= FORAGING
            takes = travel_time(FORAGING, scene.tp_max) if forages and isinstance(scene, TravelDay) else None
            cost = points_in_words(FORAGING) if forages else ""
            verb, what = CHOICES[choice]
            rule = wilderness.wild_waning_resources
            yield Offer(act, verb, what, group.name, cost=cost, seconds=takes, rule=rule, given=given)


CHOICES = {Provision.SPEND: ("eat and drink", "from the supplies"), Provision.FORAGE: ("forage", "")}
"""What a party may do when food and water are due: verb and object."""
_HOW = {
    "spend": ("eat and drink from their supplies", "eats and drinks from its supplies"),
    "forage": ("forage and find enough for everybody", "forages and finds enough for everybody"),
    "owed": ("will forage when they set out", "will forage when it sets out"),
}

PART = Part(commands=(Provide,), events=(Provided,), offers=_offers)
