"""The faces of the overloaded die, as in its template."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from undercroft.books.hexcrawl.drawing import EVENLY, drawn
from undercroft.books.hexcrawl.land import Weather
from undercroft.books.hexcrawl.overloaded_die import OVERLOADED_DIE, Milieu, after_use
from undercroft.books.hexcrawl.units import PER_HEAD, Count, Entries, People
from undercroft.books.hexcrawl.weather import Climate, NewWeather, Sky, change_weather
from undercroft.kernel.dice import D3, Dice
from undercroft.kernel.rules import Given, Outcome, Reading, rule, says
from undercroft.kernel.tables import Table, through
from undercroft.kernel.units import Name

# 1: Encounter


class Inhabitants(Given, frozen=True):
    """The possible encounters here."""

    table: Annotated[Entries, says("the encounters of this place, a line each")]
    stored_omen: Annotated[Name | None, says("the encounter an omen announced, if any")] = None


class Encounter(Outcome, frozen=True, tag="encounter"):
    """An encounter."""

    entry: str
    from_omen: bool


class NoTable(Outcome, frozen=True, tag="no_table"):
    """The referee has no list to roll on, and decides what happens."""


OMENS_COME_TRUE = Reading(
    id="hexcrawl.template.encounter/omen",
    question="Do you roll again for an encounter that an omen announced?",
    choice="No; the omen comes true without a roll, and is then used up.",
    because="It was an omen of the next encounter.",
)


@rule("hexcrawl.template.encounter", OVERLOADED_DIE, readings=(EVENLY, OMENS_COME_TRUE))
def template_encounter(dice: Dice, given: Inhabitants) -> Encounter | NoTable:
    """A 1 brings one of the encounters of the place, or the encounter that an omen announced."""
    if given.stored_omen is not None:
        return Encounter(given.stored_omen, from_omen=True)
    if not given.table:
        return NoTable()
    return Encounter(drawn(dice, "random encounter", given.table), from_omen=False)


# 2: Environment Effect


class Surroundings(Given, frozen=True):
    """The effects that a place may have on the group."""

    milieu: Annotated[Milieu, says("where they are")]
    encounter_table: Annotated[Entries, says("the encounters of this place, a line each")]
    effects: Annotated[Entries | None, says("effects of this place, a line each, if the referee has a list")] = None
    climate: Annotated[Climate | None, says("the climate, where the weather may change")] = None
    current: Annotated[Weather | None, says("the weather now, where it may change")] = None

    def __post_init__(self) -> None:
        by_weather = self.milieu in (Milieu.WILD, Milieu.SEA) and self.effects is None
        if by_weather and (self.climate is None or self.current is None):
            raise ValueError("where the weather changes, give the climate and the weather now")


class Omen(Outcome, frozen=True, tag="omen"):
    """A sign of the next encounter, which is decided now and kept secret."""

    entry: str


class Effect(Outcome, frozen=True, tag="effect"):
    """An effect of the place itself."""

    entry: str


SETTLED_WITH_THE_OMEN = Reading(
    id="hexcrawl.template.environment-effect/omen",
    question="When do you roll the encounter that an omen announces?",
    choice="With the omen, in secret; the next 1 brings it.",
    because="A sign can only point to something already decided.",
)


@rule("hexcrawl.template.environment-effect", OVERLOADED_DIE, readings=(SETTLED_WITH_THE_OMEN, EVENLY))
def template_environment_effect(dice: Dice, given: Surroundings) -> Omen | NewWeather | Effect | NoTable:
    """A 2 brings an effect of the place: an omen underground, new weather outdoors, or one from the referee's list."""
    if given.milieu is Milieu.DUNGEON:
        if not given.encounter_table:
            return NoTable()
        return Omen(drawn(dice, "omen of the next encounter", given.encounter_table))
    if given.effects:
        return Effect(drawn(dice, "effect of the surroundings", given.effects))
    if given.effects is None and given.climate and given.current and given.milieu is not Milieu.OTHER:
        return change_weather(dice, Sky(climate=given.climate, current=given.current))
    return NoTable()


# 3: Forced Rest


class Tired(Given, frozen=True):
    """A group that has to rest."""

    people: Annotated[People, says("how many people eat and drink")]
    rations: Annotated[Count, says("rations at hand")]
    water: Annotated[Count, says("water at hand, counted in what one person drinks at one rest")]


class Rested(Outcome, frozen=True, tag="rested"):
    """All have eaten and drunk, and the turn is gone."""

    rations: int
    water: int


class RestedUnfed(Outcome, frozen=True, tag="rested_unfed"):
    """The turn is gone, and some went without."""

    short_food: int
    short_water: int
    rations: int
    water: int


ONE_OF_EACH = Reading(
    id="hexcrawl.template.forced-rest/amount",
    question="How much is used up at a rest?",
    choice="A ration and a waterskin each, or all there is if that is too little.",
    because="The text gives no amount, and this is the smallest that can be counted.",
)


@rule("hexcrawl.template.forced-rest", OVERLOADED_DIE, readings=(ONE_OF_EACH,))
def template_forced_rest(dice: Dice, given: Tired) -> Rested | RestedUnfed:
    """A 3 costs the turn: all rest, eat and drink."""
    rations, short_food = after_use(given.rations, given.people * PER_HEAD)
    water, short_water = after_use(given.water, given.people * PER_HEAD)
    if short_food or short_water:
        return RestedUnfed(short_food, short_water, rations, water)
    return Rested(rations, water)


# 4: Waning Resources


class Source(StrEnum):
    """A source of light."""

    TORCH = "torch"
    LANTERN = "lantern"
    MAGIC = "magic"


class Spell(Struct, frozen=True, forbid_unknown_fields=True):
    """An active spell, and whether it is permanent."""

    name: Name
    permanent: bool


class Waning(Given, frozen=True):
    """The lights and spells of a group."""

    sources: Annotated[
        tuple[Source, ...], Meta(max_length=1000), says("burning lights, not counting permanent enchantments")
    ]
    torches: Annotated[Count, says("fresh torches at hand")]
    oil: Annotated[Count, says("doses of lamp oil at hand")]
    spells: Annotated[tuple[Spell, ...], says("spells at work")]


class Relit(Outcome, frozen=True, tag="relit"):
    """Every light burns again."""

    torches: int
    oil: int
    ended_spells: tuple[str, ...]


class PartlyDark(Outcome, frozen=True, tag="partly_dark"):
    """Some lights stay out."""

    unlit: int
    torches: int
    oil: int
    ended_spells: tuple[str, ...]


class Dark(Outcome, frozen=True, tag="dark"):
    """No light is left."""

    torches: int
    oil: int
    ended_spells: tuple[str, ...]


ONE_UNIT_A_LIGHT = Reading(
    id="hexcrawl.template.waning-resources/units",
    question="What does it take to renew several lights, and which spells end?",
    choice="A torch for each torch, a dose of oil for each lantern; magic light goes out like any spell, "
    "and enchantments that last for good stay. Lights have no other duration.",
    because="The text speaks of one light source, and of spell effects without exception; "
    "the die stands in for all durations.",
)


@rule("hexcrawl.template.waning-resources", OVERLOADED_DIE, readings=(ONE_UNIT_A_LIGHT,))
def template_waning_resources(dice: Dice, given: Waning) -> Relit | PartlyDark | Dark:
    """A 4 puts the lights out until a torch or oil renews them, and ends the spells."""
    torch, lantern, magic = (given.sources.count(source) for source in Source)
    unlit, torches, oil = after_relighting(torch, lantern, magic, given.torches, given.oil)
    ended = tuple(spell.name for spell in given.spells if not spell.permanent)
    if not unlit:
        return Relit(torches, oil, ended)
    if unlit == len(given.sources):
        return Dark(torches, oil, ended)
    return PartlyDark(unlit, torches, oil, ended)


def after_relighting(torch: int, lantern: int, magic: int, torches: int, oil: int) -> tuple[int, int, int]:
    """The lights that stay out, and the torches and oil left after the others are relit."""
    relit_torches, relit_lanterns = min(torch, torches), min(lantern, oil)
    unlit = torch + lantern + magic - relit_torches - relit_lanterns
    return unlit, torches - relit_torches, oil - relit_lanterns


# 5: Free turn


class Unhindered(Given, frozen=True):
    """An ordinary turn, which needs no input."""


class Nothing(Outcome, frozen=True, tag="nothing"):
    """Nothing happens."""


@rule("hexcrawl.template.free-turn", OVERLOADED_DIE)
def template_free_turn(dice: Dice, given: Unhindered) -> Nothing:
    """A 5 leaves the turn to the players."""
    return Nothing()


# 6: Good Encounter


class Find(StrEnum):
    """A stroke of luck."""

    HELPFUL_NPC = "helpful_npc"
    SECURED_LOCATION = "secured_location"
    RESOURCES_FOUND = "resources_found"


FINDS = Table("hexcrawl.good-encounter", D3, (
    (through(1), Find.HELPFUL_NPC),
    (through(2), Find.SECURED_LOCATION),
    (through(3), Find.RESOURCES_FOUND),
))  # fmt: skip


class Luck(Given, frozen=True):
    """The good things that this place may offer."""

    table: Annotated[
        Annotated[tuple[Name, ...], Meta(min_length=1, max_length=1000)] | None,
        says("the good encounters of this place, a line each; none for the three usual ones"),
    ] = None
    people: Annotated[People, says("how many share what is found")] = 1


class Good(Outcome, frozen=True, tag="good"):
    """Something helpful, and the supplies it brings."""

    entry: str
    rations: int
    water: int


THREE_KINDS_OF_LUCK = Reading(
    id="hexcrawl.template.good-encounter/amount",
    question="What does a good encounter bring if the referee has no list?",
    choice="Our proposal: someone helpful, a safe place or resources, equally likely; "
    "resources are a ration and a waterskin for each of the group.",
    because="The text names these three as examples, and no amount; a list of the referee's own says what it brings.",
)


@rule("hexcrawl.template.good-encounter", OVERLOADED_DIE, readings=(THREE_KINDS_OF_LUCK, EVENLY))
def template_good_encounter(dice: Dice, given: Luck) -> Good:
    """A 6 brings something good: help, a safe place, or useful things."""
    if given.table is not None:
        return Good(drawn(dice, "good encounter", given.table), 0, 0)
    face = dice.total("good encounter", D3)
    shares = shares_found(face, given.people)
    return Good(str(FINDS.at(face)), shares, shares)


_LOWEST, _ROWS = FINDS.numbers
_HELP, _RESOURCES = [*Find].index(Find.HELPFUL_NPC), [*Find].index(Find.RESOURCES_FOUND)


def brings_help(face: int) -> bool:
    """Whether a good encounter is someone helpful."""
    return _ROWS[face - _LOWEST] == _HELP


def shares_found(face: int, people: int) -> int:
    """The rations, and also the water, that a good encounter brings."""
    return people * PER_HEAD if _ROWS[face - _LOWEST] == _RESOURCES else 0
