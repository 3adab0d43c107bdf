"""The choices in a form: names, suggestions, and units for times and sums."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from undercroft.books.hexcrawl.movement import Mode
from undercroft.books.sovereign.classes import CLASS_NAMES
from undercroft.books.sovereign.entry import Style
from undercroft.books.sovereign.equipment import COPPER_A_GOLD, COPPER_A_SILVER, in_coins
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.books.violence.hirelings import Job
from undercroft.faces.shared.manual import title_of
from undercroft.faces.views.input_names import number_name
from undercroft.faces.views.prepare.monsters import SCALES
from undercroft.faces.views.road.market import services_of
from undercroft.faces.web.live.viewer.viewer import Viewer
from undercroft.kernel.amounts import several
from undercroft.kernel.phrases import thing_named
from undercroft.kernel.shape import Many, Maybe, Named, OneOf, Rollable, Shape, Text, Whole
from undercroft.kernel.units import DAY, HOUR, MINUTE
from undercroft.table.body.condition import EndCondition, GiveCondition, deadline_of
from undercroft.table.body.effects import EndEffect, UseEffect
from undercroft.table.body.powers import CrossOutPower
from undercroft.table.bridge import settable
from undercroft.table.characters.characters import CreateCharacter, QuickCharacter, SetSheet
from undercroft.table.characters.copying import CopyCharacter
from undercroft.table.characters.joining import KeepOut
from undercroft.table.encounter.stance import STANCES, TakeStance
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.engine.part import Command
from undercroft.table.engine.wanted_dice import UseDice
from undercroft.table.exploration.bells import SetBell
from undercroft.table.fight.casting import UsePower
from undercroft.table.fight.foes import AddFoes
from undercroft.table.fight.start import QUICK_ACTIONS, ActQuickly
from undercroft.table.gear.buying import Equip
from undercroft.table.gear.carrying import StripDead
from undercroft.table.gear.prices import ITEMS, WARES
from undercroft.table.gear.reach import on_the_dead, within_reach
from undercroft.table.gear.stock import wares_in
from undercroft.table.referee.placing import AddThing, PutHere
from undercroft.table.referee.reveal_map import GiveHint, RollLandmark, ShowFeature
from undercroft.table.referee.timers import AdjustLight, MoveTimer
from undercroft.table.referee.weather import SetSeason
from undercroft.table.road.hex_search import Seek, leads
from undercroft.table.road.supplies import CHOICES, Provide
from undercroft.table.road.travel_day import SetCourse
from undercroft.table.rulings.rulings import ANSWERS, AnswerRuling
from undercroft.table.session.notes import Reveal, WriteNote
from undercroft.table.site.movement import Move
from undercroft.table.site.neverwhere_feats import FEATS, Feat
from undercroft.table.state.deadlines import Lapse
from undercroft.table.state.ids import BodyId, CreaturesId, PersonId, ThingId
from undercroft.table.state.markets import Market
from undercroft.table.state.people import Person, State, spoken
from undercroft.table.state.seats import DiceKind, Throwing
from undercroft.table.state.things import Carried, Gone, Guarded, ThingKind
from undercroft.table.town.cures import BuyCure
from undercroft.table.town.experience import AwardExperience, earns
from undercroft.table.town.hiring import Hire, employers
from undercroft.table.town.selling import Sell
from undercroft.table.town.services import BuyService
from undercroft.table.town.town import ComeToTown
from undercroft.table.town.wage_scale import a_day, hires, wage_in
from undercroft.table.world.light import BURNS
from undercroft.table.world.markets import market_of


class NameList(OneOf, frozen=True):
    """Names to choose from, each with its label."""

    words: tuple[str | int, ...] = ()
    shown: Mapping[Any, str] = {}


class Chips(Many, frozen=True):
    """Any number of names, each a chip that a tap takes in or leaves out."""

    words: tuple[str | int, ...] = ()
    shown: Mapping[Any, str] = {}
    ordered: bool = False
    """Whether the order of the names counts."""

    def first(self, values: Iterable[str | int]) -> tuple[str | int, ...]:
        """All names, those already taken in first."""
        taken = tuple(value for value in values if value in self.words)
        return (*taken, *(word for word in self.words if word not in taken))


class Numbers(Many, frozen=True):
    """Any number of whole numbers, typed in one go with spaces or commas between them."""


class Moment(Whole, frozen=True):
    """A moment of the campaign's clock, entered as a day and a time of day."""

    day_begins: int = 0
    now: int = 0

    def shown(self, at: int | None) -> tuple[int, str]:
        """The day and the time of day of a moment; of now without one."""
        day, within = divmod(self.day_begins + (self.now if at is None else at), DAY)
        return day + 1, f"{within // HOUR:02}:{within % HOUR // MINUTE:02}"


class Keyed(Named, frozen=True):
    """Names with values, where the names are chosen from a list by their labels."""

    shown: Mapping[str, str] = {}


class Unsaid(Maybe, frozen=True, kw_only=True):
    """Something or nothing, where nothing has a meaning of its own."""

    word: str


class DiceList(Many, frozen=True):
    """Dice that are kept by their sides, written as `2d6`."""


class Suggestions(Text, frozen=True):
    """Free text, with common words as suggestions."""

    words: tuple[str, ...] = ()
    shown: Mapping[str, str] = {}
    """What some of the words mean."""


class Measure(Whole, frozen=True):
    """A whole number of a small unit, entered in a larger unit."""

    units: tuple[tuple[str, int], ...] = (("", 1),)
    dice: bool = False
    """Whether dice may be thrown for it."""

    def unit_of(self, amount: int | None) -> int:
        """The largest unit that divides the value; the usual unit if there is no value yet."""
        fitting = [unit for _, unit in self.units if amount and amount % unit == 0]
        return max(fitting, default=self.units[0][1])


TIMES = (("minutes", int(MINUTE)), ("hours", int(HOUR)), ("days", int(DAY)), ("seconds", 1))
MONEY = (("gold", COPPER_A_GOLD), ("silver", COPPER_A_SILVER), ("copper", 1))
UNITS: Mapping[str, tuple[tuple[str, int], ...]] = {
    **dict.fromkeys(("seconds", "ago", "left", "burnt"), TIMES),
    **dict.fromkeys(("coppers", "worth"), MONEY),
}
"""By the name of the field, the usual unit first."""


def things(viewer: Viewer) -> Iterable[tuple[str, str]]:
    """Things that are still somewhere, those that people carry with their carrier."""
    people = viewer.known.people
    for id, thing in viewer.known.things.items():
        place = thing.place
        by = f", {people[place.by].name}" if isinstance(place, Carried) and place.by in people else ""
        if thing.count and not isinstance(place, Gone):
            what = several(thing.count, thing.name)
            yield id, f"{thing_named(what) if what[:1].isdigit() else what}{by}"


def _lights(viewer: Viewer) -> Mapping[str, str]:
    """The things that give light, one by one."""
    known = viewer.known.things
    return {
        id: name for id, name in things(viewer) if known[ThingId(id)].item in BURNS and known[ThingId(id)].count == 1
    }


def _for_sale(viewer: Viewer) -> Mapping[str, str]:
    """What the group carries, without its coins."""
    carried = (thing for who in viewer.members for thing in viewer.known.carried_by(who))
    ids = {thing.id for thing in carried if thing.kind is not ThingKind.COINS}
    return {id: name for id, name in things(viewer) if id in ids}


def _conditions(viewer: Viewer) -> Mapping[str, str]:
    """The conditions of the group's members."""
    people = [viewer.known.people[who] for who in viewer.members if who in viewer.known.people]
    return {condition.name: spoken(condition.name) for person in people for condition in person.conditions}


def _effects(viewer: Viewer) -> Mapping[str, str]:
    """The effects on people."""
    timers = viewer.known.timers.values()
    return {
        timer.about: deadline_of(viewer.known, timer)
        for timer in timers
        if timer.lapse is Lapse.EFFECT and timer.person is not None
    }


def _powers(viewer: Viewer) -> Mapping[str, str]:
    """The spells and powers of the character looked at, or of the group's members."""
    known = viewer.known.people
    chosen = known[viewer.who].sheet.powers if viewer.who is not None and viewer.who in known else ()
    others = (power for who in viewer.members if who in known for power in known[who].sheet.powers)
    return {power.name: power.name for power in chosen or others}


def _waiting(viewer: Viewer) -> Mapping[str, str]:
    """The new characters who wait to join."""
    return {id: person.name for id, person in viewer.known.people.items() if person.waits}


def _dead(viewer: Viewer) -> Mapping[str, str]:
    """The dead whose things the chosen character can reach."""
    known, who = viewer.known, viewer.who
    if who is None or who not in known.people:
        return {}
    holders = {thing.place.by for thing in within_reach(known, who) if isinstance(thing.place, Carried | Guarded)}
    return {str(id): _called(viewer, str(id)) for id in holders if on_the_dead(known, who, BodyId(id))}


def _called(viewer: Viewer, id: str) -> str:
    person = viewer.known.people.get(PersonId(id))
    if person is not None:
        return person.name
    named = [
        *(site.creatures[CreaturesId(id)].name for site in viewer.known.sites.values() if id in site.creatures),
        *(site.creatures[CreaturesId(id)].name for site in viewer.known.seen.values() if id in site.creatures),
    ]
    return named[0] if named else "the dead"


def _notes(viewer: Viewer) -> Mapping[int, str]:
    """The notes that can be shown, by their numbers."""
    return {number: note.text[:MOST_OF_A_NOTE] for number, note in enumerate(viewer.known.notes)}


MOST_OF_A_NOTE = 60


def _land_features(viewer: Viewer) -> Mapping[str, str]:
    """What is in the hexes, with the hex."""
    found = viewer.known.lands.hexes.values()
    return {id: f"{feature.name} ({hex.id})" for hex in found for id, feature in hex.features.items()}


def _subjects(viewer: Viewer) -> Mapping[str, str]:
    """What a note can be about: a room of the site, a member of the group, or nothing in particular."""
    known, group = viewer.known, viewer.group
    site = (known.sites.get(group.site) or known.seen.get(group.site)) if group is not None and group.site else None
    rooms = {} if site is None else {str(id): zone.name for id, zone in site.zones.items()}
    people = {str(who): known.people[who].name for who in viewer.members if who in known.people}
    return {"": "nothing in particular", **rooms, **people}


def _market(viewer: Viewer) -> Market:
    return market_of(viewer.known, viewer.group).market


def _wares(viewer: Viewer) -> Mapping[str, str]:
    """What is for sale where the group is; the referee may give away the rest of the price list too."""
    sold = wares_in(_market(viewer))
    named = {id: f"{ware.name}, {in_coins(ware.price_c)}" for id, ware in sold.items()}
    others = {id: f"{ware.name}, not sold here" for id, ware in WARES.items() if id not in sold}
    return {**named, **others} if viewer.referee else named


def _deeds(chosen: Mapping[Any, tuple[str, str]]) -> Mapping[str, str]:
    """Choices that are told as a verb and its object."""
    return {choice.value: f"{verb} {what}".strip() for choice, (verb, what) in chosen.items()}


LISTED: Mapping[tuple[type[Command], str], Callable[[Viewer], Mapping[Any, str]]] = {
    (CreateCharacter, "class_id"): lambda _: {str(id): name for id, name in CLASS_NAMES.items()},
    (CreateCharacter, "improvements"): lambda _: {str(name): str(name) for name in (*Attribute, *Skill)},
    (QuickCharacter, "class_id"): lambda _: {str(id): name for id, name in CLASS_NAMES.items()},
    (Equip, "ware"): _wares,
    (BuyService, "service"): lambda viewer: {
        service.id: f"{service.name}, {service.price}" for service in services_of(_market(viewer))
    },
    (Hire, "job"): lambda viewer: {
        job.value: f"{job}, {a_day(wage_in(_market(viewer), job))}" for job in Job if hires(_market(viewer), job)
    },
    (Hire, "who"): lambda viewer: {person.id: person.name for person in employers(viewer.known, viewer.group)},
    (Sell, "thing"): _for_sale,
    (PutHere, "item"): lambda _: {"": "nothing from the lists", **{item: ware.name for item, ware in ITEMS.items()}},
    (UseDice, "dice"): lambda _: {Throwing.TYPED.value: "they type theirs", Throwing.ROLLED.value: "Undercroft rolls"},
    (AdjustLight, "thing"): _lights,
    (BuyCure, "condition"): _conditions,
    (EndCondition, "name"): _conditions,
    (EndEffect, "name"): _effects,
    (UseEffect, "name"): _effects,
    (UsePower, "name"): _powers,
    (CrossOutPower, "name"): _powers,
    (KeepOut, "who"): _waiting,
    (StripDead, "dead"): _dead,
    (Seek, "target"): lambda viewer: {lead: lead for lead in leads(viewer.known)},
    (Reveal, "note"): _notes,
    (WriteNote, "about"): _subjects,
    (AddThing, "item"): lambda _: {"": "nothing from the lists", **{item: ware.name for item, ware in ITEMS.items()}},
    (TakeStance, "stance"): lambda _: {stance.value: words for stance, words in STANCES.items()},
    (ActQuickly, "action"): lambda _: _deeds(QUICK_ACTIONS),
    (Provide, "choice"): lambda _: _deeds(CHOICES),
    (AnswerRuling, "reply"): lambda _: {reply.value: many for reply, (many, _) in ANSWERS.items()},
    **dict.fromkeys(((AddFoes, "scale"), (MeetStrangers, "scale")), lambda _: {s.value: w for s, w in SCALES.items()}),
    (Move, "style"): lambda _: {Style.SOFT.value: "enter carefully", Style.HARD.value: "burst in"},
    (SetCourse, "mode"): lambda _: {Mode.TRAVELING.value: "travel", Mode.EXPLORING.value: "explore"},
    (UseDice, "roll"): lambda _: {kind.value: kind.words for kind in DiceKind},
    (Feat, "rule"): lambda _: {id: title_of(rule) for id, rule in FEATS.items()},
    **dict.fromkeys(((ShowFeature, "feature"), (GiveHint, "feature"), (RollLandmark, "feature")), _land_features),
}
"""By command and field: only the names on the list are allowed."""
SUGGESTED: Mapping[tuple[type[Command], str], Callable[[Viewer], Iterable[str]]] = {
    (Hire, "name"): lambda viewer: (
        f"{person.name}'s {job}"
        for person in employers(viewer.known, viewer.group)
        for job in Job
        if hires(_market(viewer), job)
    ),
    (GiveCondition, "name"): lambda _: map(spoken, State),
    (SetSeason, "season"): lambda viewer: viewer.known.lands.weathers,
    (ComeToTown, "name"): lambda viewer: (
        feature.name
        for hex in viewer.known.seen_lands.hexes.values()
        for feature in hex.features.values()
        if feature.town is not None
    ),
}
"""By command and field: any text is allowed, and these are common."""


UNSAID: Mapping[tuple[type[Command], str], str] = {
    (CopyCharacter, "seat"): "the same player",
    (CreateCharacter, "class_id"): "choose later",
    (QuickCharacter, "class_id"): "the class of the pack",
    (SetCourse, "mode"): "travel to a known place, else explore",
    **dict.fromkeys(((CreateCharacter, "joins"), (QuickCharacter, "joins")), "if the player has no other"),
}
"""By command and field: what it means to choose nothing."""


def listed(kind: type[Command], name: str, shape: Shape, viewer: Viewer) -> Shape:
    """The shape of a field of a command, with its choices and the meaning of none."""
    found = _choices(kind, name, shape, viewer)
    word = UNSAID.get((kind, name))
    return Unsaid(found.of, word=word) if word is not None and isinstance(found, Maybe) else found


def _choices(kind: type[Command], name: str, shape: Shape, viewer: Viewer) -> Shape:
    place = (kind, name)
    if place in LISTED and isinstance(shape, Many):
        known = LISTED[place](viewer)
        return replace(shape, of=NameList(tuple(known), known))
    if place in LISTED and ((known := LISTED[place](viewer)) or isinstance(shape, Maybe)):
        names = NameList(tuple(known), known)
        return Maybe(names) if isinstance(shape, Maybe) else names
    if place in MOMENTS and isinstance(shape, Whole):
        begins, now = viewer.known.day_begins, viewer.group.time if viewer.group is not None else viewer.known.clock
        return Moment(shape.least, shape.most, begins, now)
    if place == (SetSheet, "numbers") and isinstance(shape, Named):
        books = sorted(settable().items(), key=lambda listed: (listed[1], number_name(listed[0])))
        return Keyed(shape.of, {name: f"{book.capitalize()}: {number_name(name)}" for name, book in books})
    if place in SUGGESTED and isinstance(shape, Text):
        return Suggestions(shape.least, shape.most, shape.pattern, tuple(SUGGESTED[place](viewer)))
    if name == "damage_dice" and isinstance(shape, Many):
        return DiceList(shape.of)
    if isinstance(shape, Many) and isinstance(shape.of, NameList):
        return _named_from(place, shape.of, shape, viewer)
    if isinstance(shape, Many) and type(shape.of) is Whole:
        return Numbers(shape.of, shape.least, shape.most)
    return _measured(UNITS[name], shape) if name in UNITS else shape


def _named_from(place: tuple[type[Command], str], names: NameList, shape: Many, viewer: Viewer) -> Shape:
    """A field of several names: chips unless there are too many; only people who may be named are offered."""
    may, words = ONLY.get(place), names.words
    if may is not None:
        words = tuple(word for word in words if may(viewer.known.people[PersonId(str(word))]))
    if len(words) <= MOST_CHIPS:
        return Chips(names, words=words, shown=names.shown, ordered=place[1] in ORDERED)
    return replace(shape, of=replace(names, words=words))


ONLY: Mapping[tuple[type[Command], str], Callable[[Person], bool]] = {(AwardExperience, "who"): earns}
"""By command and field: the people who may be named."""
MOMENTS = frozenset({(MoveTimer, "due"), (SetBell, "due")})
"""Fields that hold a moment of the campaign's clock."""
MOST_CHIPS = 24
ORDERED = frozenset({"order", "patients", "route", "then"})
"""Fields in which the order of the names counts."""


def _measured(units: tuple[tuple[str, int], ...], shape: Shape) -> Shape:
    match shape:
        case Whole(least=least, most=most):
            return Measure(least, most, units)
        case Rollable(least=least, most=most):
            return Measure(least, most, units, dice=True)
        case Maybe(of=of):
            return Maybe(_measured(units, of))
        case _:
            return shape
