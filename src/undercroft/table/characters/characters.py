"""Characters: created by a book's rules or quickly, added whole, changed by hand.

Play goes on while a player creates a character. A character that the referee makes joins the party at once, unless
their player has one in play already; a player buys gear first and says when the character is ready.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated
from unicodedata import normalize

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.sovereign.classes import ClassId
from undercroft.books.sovereign.creation import IMPROVEMENTS, create_improvements
from undercroft.books.sovereign.units import SCORES, Attribute, Skill
from undercroft.kernel.units import SeatId, Throw
from undercroft.table import bridge
from undercroft.table.bridge.bounds import out_of_bounds, wrong_numbers
from undercroft.table.characters import creation
from undercroft.table.characters.choices import CharacterMade, kept
from undercroft.table.characters.creation_methods import (
    ByNeverwhere,
    BySovereign,
    ChosenFeat,
    CreatedCharacter,
    CreationMethod,
    left_open,
)
from undercroft.table.characters.joining import (
    Arrived,
    AskToJoin,
    KeepOut,
    SendBack,
    SentBack,
    WaitingChanged,
    come_along,
    join_party,
    offers,
)
from undercroft.table.characters.makers import MakerAtTable
from undercroft.table.characters.sovereign_creation import by_pack, by_sovereign, feats_at_first
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import SECRET, TABLE, Audience, seats
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Part, Reason, referee_only
from undercroft.table.engine.permission import no_group, no_seat
from undercroft.table.engine.plain_dice import amount
from undercroft.table.engine.play import Play
from undercroft.table.engine.roster import (
    free_id,
    free_name,
    known_to,
    name_of,
    name_taken,
    not_on_their_roll,
    not_their_seat,
)
from undercroft.table.gear import buying, money, prices
from undercroft.table.gear.packs import PACKS, GearPack, PackName
from undercroft.table.state.campaign import Campaign, changed_person
from undercroft.table.state.ids import FeatName, GroupId, Name, PersonId, Text, ThingId
from undercroft.table.state.names import check_name
from undercroft.table.state.new_ids import new_id
from undercroft.table.state.people import Person, Role, Sheet
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import Carried, Thing, ThingKind, Worn, seen_thing
from undercroft.table.world.campaign_start import PersonJoined, ThingPlaced
from undercroft.table.world.groups import MAIN


class _NewCharacter(Command, frozen=True):
    """Create a character for a seat."""

    seat: SeatId
    name: Name

    def __post_init__(self) -> None:
        """Refuse a name that people cannot read."""
        check_name(self.name)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_their_seat(known, seat, self.seat)
        yield from name_taken(known, self.name)


class CreateCharacter(_NewCharacter, frozen=True, tag="create_character"):
    """Create a character by a book's rules; the player answers the open choices one by one."""

    way: CreationMethod = BySovereign()
    about: Text = ""
    joins: bool | None = None
    """For the referee: whether they join the party at once; by default if their player has nobody in play."""
    random: bool = False
    """Whether dice make the choices too, and a gear pack is bought; each choice can be changed afterwards."""
    ABOUT = About(title="Create a character", never_waits=True, for_referee=frozenset({"joins"}))

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        if isinstance(self.way, BySovereign):
            yield from _bad_improvements(self.way.improvements)
            yield from _too_many_feats(self.way.class_id, self.way.feats)
        if isinstance(self.way, ByNeverwhere):
            yield from _wrong_points(self.way)

    def do(self, play: Play) -> None:
        pack = self._drawn_pack(play) if self.random else None
        ready = by_pack(pack, self._class) if pack is not None else None
        maker = MakerAtTable(play, self.seat, ready, random=self.random)
        way = left_open(self.way) if self.random else self.way
        created = creation.create(maker, way)
        person = _add_character(play, self.seat, self.name, created, self.about)
        play.tell(CharacterMade(person.id, maker.making(kept(way))), to=seats(self.seat))
        if pack is not None:
            _equip_poor(play, person, pack, created.coppers)
        join_party(play, person.id, asked=self.joins)

    @property
    def _class(self) -> ClassId | None:
        return self.way.class_id if isinstance(self.way, BySovereign) else None

    def _drawn_pack(self, play: Play) -> GearPack:
        """A gear pack at random, by which a Delver's other choices go; one of the class if that is chosen."""
        fitting = [name for name, pack in PACKS.items() if self._class in (None, pack.class_id)] or list(PACKS)
        return PACKS[PackName(MakerAtTable(play, self.seat).drawn("role in the party", fitting))]


class QuickCharacter(_NewCharacter, frozen=True, tag="quick_character"):
    """Create one of Sovereign's Delvers at once, with as much of a gear pack as the gold buys."""

    pack: PackName = PackName.DELVER
    class_id: ClassId | None = None
    feats: Annotated[tuple[ChosenFeat, ...], Meta(max_length=10)] = ()
    joins: bool | None = None
    """For the referee: whether they join the party at once; by default if their player has nobody in play, and always
    if the referee plays them."""
    ABOUT = About(
        title="Create a quick character",
        deed="a new character",
        never_waits=True,
        for_referee=frozenset({"joins"}),
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        yield from _too_many_feats(self.class_id or PACKS[self.pack].class_id, self.feats)

    def do(self, play: Play) -> None:
        """Raise and improve what the pack says, and buy of its gear what the character can pay for and carry."""
        pack = PACKS[self.pack]
        way = BySovereign(feats=self.feats)
        maker = MakerAtTable(play, self.seat, by_pack(pack, self.class_id))
        created = by_sovereign(maker, way)
        person = _add_character(play, self.seat, self.name, created)
        play.tell(CharacterMade(person.id, maker.making(kept(way))), to=seats(self.seat))
        _equip(play, person, pack, created.coppers)
        join_party(play, person.id, asked=True if self.joins is None and self.seat == REFEREE else self.joins)


class AddPerson(Command, frozen=True, tag="add_person"):
    """Add a finished character with what they carry. Only the referee sees creatures.

    With an empty `id`, of the person or of a thing, Undercroft makes one; `hp` are the hit points, or the dice thrown
    for them; `group` is the group they join at once.
    """

    person: Person
    things: tuple[Thing, ...] = ()
    hp: Annotated[int, Meta(ge=1, le=10_000)] | Throw | None = None
    group: GroupId | None = None
    ABOUT = About(title="Add a person", deed="a new person", never_waits=True, form="newcomer")

    def __post_init__(self) -> None:
        """Refuse a name that people cannot read."""
        check_name(self.person.name)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if self.person.id in known.people:
            yield Reason("person_taken", "There is already a person with that id.")
        elif self.person.role is not Role.CREATURE:
            yield from name_taken(known, self.person.name)
        if self.person.seat != REFEREE and self.person.seat not in known.seats:
            yield no_seat(known)
        yield from _wrong_numbers(self.person, *self.things)
        if any(thing.id in known.things for thing in self.things):
            yield Reason("thing_taken", "There is already a creature or thing with that id.")
        if any(not isinstance(thing.place, Carried) or thing.place.by != self.person.id for thing in self.things):
            yield Reason("not_carried", f"{self.person.name} can only bring what {self.person.name} carries.")
        if self.group is not None and self.group not in known.groups and self.group != MAIN:
            yield no_group(known)
        if self.group is not None and self.person.role is Role.CREATURE:
            yield Reason("creature", "A creature does not join a group: choose another role, or no group.")

    def do(self, play: Play) -> None:
        to, person = known_to(self.person), self.person
        if not person.id:
            person = replace(person, id=free_id(play.now, person.name, person.seat))
        if self.hp is not None:
            hp = amount(play, self.hp, f"hit points of {person.name}", to=to, least=1)
            person = replace(person, hp=hp, hp_max=hp)
        person = replace(person, hp_max=max(person.hp, person.hp_max))
        play.tell(PersonJoined(person), to=to)
        for thing in self.things:
            worn = thing.place.how if isinstance(thing.place, Carried) else Worn.STOWED
            id = thing.id or carried_id(play.now, person.id, thing)
            place_carried(play, replace(thing, id=id, place=Carried(person.id, worn)), to)
        if self.group is not None:
            come_along(play, person.id, self.group)


class SetSheet(Command, frozen=True, tag="set_sheet"):
    """Set or clear numbers of a sheet by hand, or set feats and occupation."""

    who: PersonId
    numbers: Mapping[str, Annotated[int, Meta(ge=-1_000, le=10_000)] | None] = {}
    feats: Annotated[tuple[FeatName, ...], Meta(max_length=20)] | None = None
    occupation: Text | None = None
    ABOUT = About(title="Change a character sheet", never_waits=True, for_referee=frozenset({"numbers", "feats"}))

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from not_on_their_roll(known, seat, self.who)
        numbers = {name: number for name, number in self.numbers.items() if number is not None}
        yield from (Reason("out_of_bounds", what) for what in out_of_bounds(Person, "sheet.overrides", numbers))

    def do(self, play: Play) -> None:
        person = play.now.people[self.who]
        numbers = {**person.sheet.overrides, **self.numbers}
        sheet = replace(
            person.sheet,
            overrides={name: number for name, number in numbers.items() if number is not None},
            feats=person.sheet.feats if self.feats is None else self.feats,
            occupation=person.sheet.occupation if self.occupation is None else self.occupation,
        )
        play.tell(SheetChanged(self.who, sheet), to=known_to(person))


class SheetChanged(Event, frozen=True, tag="table.sheet-changed"):
    """The new sheet of a character."""

    who: PersonId
    sheet: Sheet

    def fold(self, campaign: Campaign) -> Campaign:
        return changed_person(campaign, self.who, sheet=self.sheet)

    def say(self, now: Campaign) -> str:
        return f"{name_of(now, self.who)}'s sheet has changed."


# Creating


def join(play: Play, person: Person, coppers: int = 0) -> Person:
    """Add a rested character to the roster, with a purse if there are coins."""
    fresh = replace(person, fp=bridge.fatigue_max(person, play.now.house.fatigue))
    play.tell(PersonJoined(fresh), to=TABLE)
    if coppers:
        play.tell(ThingPlaced(money.purse(person.id, coppers)), to=TABLE)
    return fresh


def _add_character(play: Play, seat: SeatId, name: str, created: CreatedCharacter, about: str = "") -> Person:
    person = Person(
        free_id(play.now, name, seat),
        free_name(play.now, normalize("NFC", name)),
        seat,
        sheet=created.sheet,
        hp=created.hp,
        hp_max=created.hp,
        scars=created.scars,
        about="\n".join(text for text in (about, created.about) if text),
    )
    return join(play, person, created.coppers)


def _equip(play: Play, person: Person, pack: GearPack, coppers: int) -> None:
    """Buy of a pack what the character can pay for and carry."""
    lots = prices.affordable(pack.lots, coppers, *bridge.load_limits(person))
    _buy(play, person, lots)


def _equip_poor(play: Play, person: Person, pack: GearPack, coppers: int) -> None:
    """The same; a character who cannot pay for the whole pack buys light and food before an expensive weapon."""
    lots = pack.lots if prices.price(pack.lots) <= coppers else prices.thrifty(pack.lots)
    _buy(play, person, prices.affordable(lots, coppers, *bridge.load_limits(person)))


def _buy(play: Play, person: Person, lots: tuple[prices.Lot, ...]) -> None:
    if lots:
        buying.buy(play, person, lots, prices.price(lots))


def carried_id(campaign: Campaign, who: PersonId, thing: Thing) -> ThingId:
    """A free id for a thing that a person carries."""
    usual = money.purse(who, 0).id if thing.kind is ThingKind.COINS else f"{who}-{thing.item or thing.kind}"
    return ThingId(new_id(usual, campaign.things))


def place_carried(play: Play, thing: Thing, to: Audience) -> None:
    """Place a thing, and show the seats that know its bearer only what can be seen of it."""
    shown = seen_thing(thing)
    play.tell(ThingPlaced(thing), to=to if shown == thing else SECRET)
    if shown != thing:
        play.aside(ThingPlaced(shown), to=to)


# Why not


def _bad_improvements(picks: tuple[str, ...]) -> Iterable[Reason]:
    known = {*Attribute, *Skill}
    if any(pick not in known for pick in picks):
        yield Reason(
            "unknown_improvement", "Only attributes and skills of Sovereign can be improved.", create_improvements.id
        )
    elif picks and len(picks) != IMPROVEMENTS:
        yield Reason("count", f"Name all {IMPROVEMENTS} improvements, or none to be asked.", create_improvements.id)


def _too_many_feats(class_id: ClassId | None, feats: tuple[ChosenFeat, ...]) -> Iterable[Reason]:
    most = max(feats_at_first(kind) for kind in (ClassId if class_id is None else (class_id,)))
    if len(feats) > most:
        yield Reason("too_many_feats", "No class of that kind begins with so many feats.")


def _wrong_points(way: ByNeverwhere) -> Iterable[Reason]:
    if sum(way.scores) != creation.POINTS or not all(score in SCORES for score in way.scores):
        what = f"Four scores from {SCORES[0]} to {SCORES[-1]}, {creation.POINTS} in all."
        yield Reason("not_the_points", what)


def _wrong_numbers(*added: Person | Thing) -> Iterable[Reason]:
    """The reasons against people and things whose numbers no rule takes."""
    return (Reason("out_of_bounds", what) for target in added for what in wrong_numbers(target))


PART = Part(
    commands=(CreateCharacter, QuickCharacter, AddPerson, SetSheet, KeepOut, SendBack, AskToJoin),
    events=(SheetChanged, Arrived, WaitingChanged, SentBack),
    offers=offers,
)
