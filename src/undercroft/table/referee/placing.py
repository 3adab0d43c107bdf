"""The referee puts things into the world and tells what they are worth."""

from collections.abc import Iterable, Mapping
from itertools import count
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.sovereign.equipment import COPPER_A_GOLD, COPPER_A_SILVER, in_coins
from undercroft.books.sovereign.units import Points
from undercroft.kernel.units import SeatId, Throw
from undercroft.table.bridge.bounds import Coppers, wrong_numbers
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import SECRET, TABLE, group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Part, Reason, referee_only
from undercroft.table.engine.permission import no_group
from undercroft.table.engine.plain_dice import amount
from undercroft.table.engine.play import Play
from undercroft.table.fight.foe_line import slug
from undercroft.table.gear.money import COINS
from undercroft.table.gear.prices import ITEMS
from undercroft.table.gear.reach import called
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import GroupId, Text, ThingId
from undercroft.table.state.things import Carried, Gone, Guarded, InHex, Lying, Thing, ThingKind, ThingPlace, seen_thing
from undercroft.table.world.campaign_start import ThingPlaced
from undercroft.table.world.roadside import ground, stands_at
from undercroft.table.world.sight import tell_thing

COINAGE: Mapping[int, str] = {1: "copper", COPPER_A_SILVER: "silver", COPPER_A_GOLD: "gold"}
"""The units of a sum of money."""


class AddThing(Command, frozen=True, tag="add_thing"):
    """Put a thing anywhere: into a pack, a room, a hex or a hoard. With an empty `id` Undercroft makes one."""

    thing: Thing
    ABOUT = About(title="Put a thing anywhere")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if self.thing.id in known.things:
            yield Reason("name_taken", "There is already a thing with that name.")
        if self.thing.count < 1:
            yield Reason("too_few", "Enter at least 1.")
        yield from (Reason("out_of_bounds", what) for what in wrong_numbers(self.thing))
        yield from nowhere(known, self.thing.place)

    def do(self, play: Play) -> None:
        _place(play, self.thing if self.thing.id else replace(self.thing, id=_free_id(play.now, slug(self.thing.name))))


class PutHere(Command, frozen=True, tag="put_here"):
    """Put a thing on the floor where a group is. An `item` of the price lists fills in the rest."""

    group: GroupId
    name: Annotated[str, Meta(max_length=64)] = ""
    what: ThingKind = ThingKind.TREASURE
    count: Annotated[int, Meta(ge=1, le=1_000_000)] | Throw = 1
    worth: Coppers | Throw | None = None
    """In coppers, for all of them together."""
    points: Points = 0
    item: Text = ""
    appraised: bool = True
    """Whether those who see it know its worth."""
    ABOUT = About(title="Put a thing here", deed="a thing placed here", form="thing", words="treasure item place loot")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group = known.groups.get(self.group)
        if group is None or not group.members:
            yield no_group(known)
        elif isinstance(ground(group), Gone):
            yield Reason("nowhere", "The group is neither in a site nor on the map: give it to a person instead.")
        if self.item and self.item not in ITEMS:
            yield Reason("unknown_item", "No price list has such an item.")
        if not self.item and not self.name:
            yield Reason("no_name", "Enter a name, or choose an item from the price lists.")

    def do(self, play: Play) -> None:
        group = play.group(self.group)
        ware = ITEMS.get(self.item)
        name = self.name or (ware.name if ware is not None else "something")
        number = amount(play, self.count, f"{name}, how many", to=SECRET, least=1)
        worth = None if self.worth is None else amount(play, self.worth, f"{name}, worth", to=SECRET, units=COINAGE)
        thing = Thing(
            _new_id(play.now, slug(name), group),
            name,
            ware.kind if ware is not None else self.what,
            ground(group),
            number,
            points=ware.load(number) if ware is not None and not self.points else self.points,
            worth=worth,
            appraised=self.appraised,
            item=self.item if ware is not None else COINS if self.what is ThingKind.COINS else "",
        )
        tell_thing(play, group.id, ThingPlaced(thing))
        play.tell(LiesThere(group.id, called(thing)), to=group_audience(group.id))


class Appraise(Command, frozen=True, tag="appraise"):
    """Tell everyone who sees a thing what it is worth; you can change its worth first."""

    thing: ThingId
    worth: Coppers | Throw | None = None
    ABOUT = About(title="Appraise a thing")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        thing = known.things.get(self.thing)
        if thing is None:
            yield Reason("not_there", "There is no such thing.")
        elif self.worth is None and thing.worth is None:
            yield Reason("no_worth", "Enter what it is worth.")

    def do(self, play: Play) -> None:
        """Tell the worth to those who have the thing or are where it lies."""
        thing = play.now.things[self.thing]
        given = thing.worth if self.worth is None else self.worth
        worth = None if given is None else amount(play, given, f"{thing.name}, worth", to=SECRET, units=COINAGE)
        known = replace(thing, worth=worth, appraised=True)
        holder = play.now.group_of(known.place.by) if isinstance(known.place, Carried) else None
        if holder is None:
            _place(play, known)
            return
        tell_thing(play, holder.id, ThingPlaced(known))
        play.tell(Appraised(known.name, worth or 0), to=group_audience(holder.id))


class LiesThere(Event, frozen=True, tag="table.lies-there"):
    """A thing lies where a group is, in plain sight."""

    group: GroupId
    what: str

    def say(self, now: Campaign) -> str:
        where = now.groups.get(self.group)
        return f"On the {'floor' if where is not None and where.site is not None else 'ground'}: {self.what}."


class Appraised(Event, frozen=True, tag="table.appraised"):
    """What a thing is worth, in coppers."""

    what: str
    worth: int

    def say(self, _now: Campaign) -> str:
        return f"The {self.what} is worth {in_coins(self.worth)}."


def _new_id(campaign: Campaign, name: str, group: Group) -> ThingId:
    """An id from the name, the group and the time, numbered if it is taken."""
    return _free_id(campaign, f"{name}-{group.id}-{group.time}")


def _free_id(campaign: Campaign, base: str) -> ThingId:
    """An id, numbered if it is taken."""
    numbers = (base if number == 1 else f"{base}-{number}" for number in count(1))
    return next(ThingId(id) for id in numbers if id not in campaign.things)


def _place(play: Play, thing: Thing) -> None:
    """Tell those where the thing lies, or the whole table if a character carries it, but not its worth."""
    place, shown = thing.place, seen_thing(thing)
    if isinstance(place, Carried):
        play.tell(ThingPlaced(thing), to=TABLE if shown == thing else SECRET)
        if shown != thing:
            play.aside(ThingPlaced(shown), to=TABLE)
        return
    near = [group for group in play.now.groups.values() if stands_at(group, place)]
    if not near:
        play.tell(ThingPlaced(thing))
    for group in near:
        tell_thing(play, group.id, ThingPlaced(thing))


def nowhere(known: Campaign, place: ThingPlace) -> Iterable[Reason]:
    """Why there is no such place for a thing."""
    match place:
        case Carried(by=by) if by not in known.people:
            yield Reason("not_here", "There is no such person.")
        case Lying(site=site, zone=zone) if site not in known.sites or zone not in known.sites[site].zones:
            yield Reason("no_zone", "There is no such place.")
        case InHex(hex=hex) if hex not in known.lands.hexes:
            yield Reason("no_hex", "The map has no such hex.")
        case Guarded(site=site, by=by) if site not in known.sites or by not in known.sites[site].creatures:
            yield Reason("no_creatures", "There are no such creatures there.")
        case _:
            pass


PART = Part(commands=(AddThing, PutHere, Appraise), events=(Appraised, LiesThere))
