"""Digging: how fast it goes, alone, together and with a charge."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from undercroft.books.neverwhere.bounds import above_nothing, not_below
from undercroft.books.neverwhere.units import ONE, ZERO, FatiguePoints, Litres
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says

DIGGING = Cite("Neverwhere", "Digging")


# One digger


class Material(StrEnum):
    """What is dug."""

    LOOSE = "loose"
    ORDINARY = "ordinary"
    HARD_SOIL = "hard_soil"
    HARD_ROCK = "hard_rock"


class Role(StrEnum):
    """The digger's work: dig as it is, break with a pick, shovel what is broken, or alternate between the two."""

    DIRECT = "direct"
    BREAK = "break"
    SHOVEL = "shovel"
    ALONE_BOTH = "alone_both"


class Tools(StrEnum):
    """The material of the tools; hands and spoons are improvised."""

    METAL = "metal"
    WOOD = "wood"
    IMPROVISED = "improvised"


class LoneDigger(StrEnum):
    """The cost of alternating between pick and shovel where the text gives no rate."""

    SWITCHING_LOSS = "switching_loss"
    BY_TURNS = "by_turns"


RATES = {
    Material.LOOSE:     {Role.DIRECT: 30, Role.SHOVEL: 30, Role.ALONE_BOTH: 30},
    Material.ORDINARY:  {Role.DIRECT: 15, Role.BREAK: 60, Role.SHOVEL: 30, Role.ALONE_BOTH: 15},
    Material.HARD_SOIL: {Role.BREAK: 30, Role.SHOVEL: 30, Role.ALONE_BOTH: 10},
    Material.HARD_ROCK: {Role.BREAK: 15, Role.SHOVEL: 15, Role.ALONE_BOTH: 5},
}  # fmt: skip
"""Litres an hour for each kilogram of Basic Lift."""

BY_TURNS = {Material.ORDINARY: Fraction(20), Material.HARD_ROCK: Fraction(15, 2)}

FP_PER_HOUR = {Material.LOOSE: 1, Material.ORDINARY: 2, Material.HARD_SOIL: 3, Material.HARD_ROCK: 4}

TOOL_FACTOR = {Tools.METAL: Fraction(1), Tools.WOOD: Fraction(1, 2), Tools.IMPROVISED: Fraction(1, 4)}


class Digger(Given, frozen=True, kw_only=True):
    """A character with something to dig with."""

    bl: Annotated[Fraction, says("Basic Lift, in kilograms")]
    material: Annotated[Material, says("what is dug")]
    role: Annotated[Role, says("dig it as it is, break it, shovel what is broken, or do both alone")]
    quality: Annotated[Tools, says("what the tools are made of; hands and spoons are improvised")]
    hardness_divisor: Annotated[Fraction, says("how many times harder than usual the rock is to break")] = ONE
    has_pick: Annotated[bool, says("is there a pick, if only an improvised one? Hands and spoons are none")]
    lone_digger: Annotated[LoneDigger, says("does switching tools cost time where the text is silent?")] = (
        LoneDigger.SWITCHING_LOSS
    )

    def __post_init__(self) -> None:
        above_nothing(bl=self.bl)
        only_rock_is_harder(self.material, self.hardness_divisor)


class Rate(Outcome, frozen=True, tag="rate"):
    """How fast the digging goes, and what an hour of it costs."""

    litres_per_hour: Litres
    fp_per_hour: FatiguePoints


class NeedsPick(Outcome, frozen=True, tag="needs_pick"):
    """The ground must be broken first, and that needs a pick."""


class NotNeeded(Outcome, frozen=True, tag="not_needed"):
    """The ground is already loose."""


LONE_DIGGER = Reading(
    id="neverwhere.dig-rate/alone",
    question="How fast does one digger with both tools work in rock or ordinary soil?",
    choice="In rock at 5 times Basic Lift; in ordinary soil at 15, as with a shovel alone.",
    because=(
        "In hard soil switching costs a third of what pure alternation would give, so rock gets the same; in ordinary "
        "soil that would be slower than plain digging, which nobody would do."
    ),
    switch="lone_digger",
    options=(
        Option("switching_loss", "switching tools costs time"),
        Option("by_turns", "it does not: 20 times Basic Lift in ordinary soil, 7½ in rock"),
    ),
)
HARDER_ROCK = Reading(
    id="neverwhere.dig-rate/hardness",
    question="How much slower is very hard rock?",
    choice="The referee divides the rate of breaking it; for a lone digger only the breaking, half of the time, takes "
    "longer.",
    because="The text slows the pick for such rock and leaves the shovel alone.",
)
IMPROVISED_PICK = Reading(
    id="neverwhere.dig-rate/improvised",
    question="Can hard ground be broken with improvised tools?",
    choice="With something that serves as a pick, at a quarter of the rate; not with hands or spoons.",
    because="The quarter holds for all tools, but the pick is a must.",
)
SHOVELLERS_PAY_FOR_LOOSE_SOIL = Reading(
    id="neverwhere.dig-rate/shovellers",
    question="What does shovelling ordinary soil that a pick has broken cost?",
    choice="A point an hour, as for loose soil; the digger with the pick pays for ordinary soil.",
    because="Broken, it is loose soil by the text's own words.",
)


@rule(
    "neverwhere.dig-rate",
    DIGGING,
    readings=(LONE_DIGGER, HARDER_ROCK, IMPROVISED_PICK, SHOVELLERS_PAY_FOR_LOOSE_SOIL),
)
def dig_rate(dice: Dice, given: Digger) -> Rate | NeedsPick | NotNeeded:
    """An hour's digging depends on Basic Lift, the ground and the tools; hard ground needs a pick first."""
    if given.material is Material.LOOSE and given.role is Role.BREAK:
        return NotNeeded()
    if wants_pick(given.material, given.role, given.has_pick):
        return NeedsPick()
    multiple = litres_per_kilogram(given.material, given.role, given.hardness_divisor, given.lone_digger)
    litres = given.bl * multiple * TOOL_FACTOR[given.quality]
    return Rate(Litres(litres), FatiguePoints(FP_PER_HOUR[worked_as(given.material, given.role)]))


def worked_as(material: Material, role: Role) -> Material:
    """What the ground is for this digger: ordinary soil is loose after a pick has broken it."""
    return Material.LOOSE if material is Material.ORDINARY and role is Role.SHOVEL else material


def wants_pick(material: Material, role: Role, has_pick: bool) -> bool:
    """Whether the ground, or the role, needs a pick that the digger does not have."""
    by_pick = role in (Role.BREAK, Role.ALONE_BOTH) and material is not Material.LOOSE
    return role not in RATES[material] or (by_pick and not has_pick)


def litres_per_kilogram(material: Material, role: Role, hardness: Fraction, lone: LoneDigger) -> Fraction:
    """Litres an hour for each kilogram of Basic Lift, with metal tools."""
    rate = Fraction(RATES[material][role])
    if role is Role.BREAK:
        return rate / hardness
    if role is Role.ALONE_BOTH:
        rate = BY_TURNS.get(material, rate) if lone is LoneDigger.BY_TURNS else rate
        return rate * 2 / (1 + hardness)
    return rate


def only_rock_is_harder(material: Material, hardness: Fraction) -> None:
    """Refuse a hardness below the usual, or for anything but rock."""
    not_below(1, hardness_divisor=hardness)
    if hardness > 1 and material is not Material.HARD_ROCK:
        raise ValueError("only hard rock can be harder than usual")


# Several diggers


Hand = tuple[Fraction, Role, Tools]
"""Basic Lift, role, and the material of the tools."""


class Gang(Given, frozen=True):
    """Diggers at one hole."""

    diggers: Annotated[tuple[Hand, ...], Meta(min_length=1), says("each digger: Basic Lift, role, tools")]
    material: Annotated[Material, says("what is dug")]
    hardness_divisor: Annotated[Fraction, says("how many times harder than usual the rock is to break")] = ONE
    lone_digger: Annotated[LoneDigger, says("does switching tools cost time where the text is silent?")] = (
        LoneDigger.SWITCHING_LOSS
    )

    def __post_init__(self) -> None:
        for bl, _, _ in self.diggers:
            above_nothing(bl=bl)
        only_rock_is_harder(self.material, self.hardness_divisor)

    def digger(self, bl: Fraction, role: Role, quality: Tools) -> Digger:
        """One of the diggers, with a pick if the role needs one."""
        return Digger(
            bl=bl,
            material=self.material,
            role=role,
            quality=quality,
            hardness_divisor=self.hardness_divisor,
            has_pick=True,
            lone_digger=self.lone_digger,
        )


class GangRate(Outcome, frozen=True, tag="rate"):
    """How fast the hole grows, in litres an hour."""

    rate: Litres


class LoosenedOnly(Outcome, frozen=True, tag="loosened_only"):
    """They break that many litres an hour, but do not clear any away."""

    rate: Litres


class NoDigging(StrEnum):
    """Why the group cannot work like that."""

    NEEDS_PICK = "needs_pick"
    NOT_NEEDED = "not_needed"


class GangRefused(Outcome, frozen=True, tag="refused"):
    """A digger's role does not fit the ground."""

    reason: NoDigging


CHAIN = Reading(
    id="neverwhere.dig-team/chain",
    question="How fast are several diggers together?",
    choice="Diggers who work alone add up; picks and shovels together are as fast as the slower of the two.",
    because="The text praises one pick with two shovels, which is what makes both halves equal in ordinary soil.",
)


@rule("neverwhere.dig-team", DIGGING, readings=(CHAIN, LONE_DIGGER))
def dig_team(dice: Dice, given: Gang) -> GangRate | LoosenedOnly | GangRefused:
    """Diggers add up, but shovels clear no more than picks break; one pick and two shovels work best together."""
    moved = dict.fromkeys(Role, ZERO)
    for bl, role, quality in given.diggers:
        match dig_rate(dice, given.digger(bl, role, quality)):
            case NeedsPick():
                return GangRefused(NoDigging.NEEDS_PICK)
            case NotNeeded():
                return GangRefused(NoDigging.NOT_NEEDED)
            case Rate(litres_per_hour=litres):
                moved[role] += litres
    if moved[Role.BREAK] == sum(moved.values()):
        return LoosenedOnly(Litres(moved[Role.BREAK]))
    return GangRate(Litres(cleared(given.material, moved)))


def cleared(material: Material, moved: dict[Role, Fraction]) -> Fraction:
    """What leaves the hole in an hour; loose ground can be shovelled at once."""
    broken = moved[Role.SHOVEL] if material is Material.LOOSE else moved[Role.BREAK]
    return moved[Role.DIRECT] + moved[Role.ALONE_BOTH] + min(broken, moved[Role.SHOVEL])


# Explosives


class Blast(Given, frozen=True):
    """A charge explodes in the ground."""

    litres: Annotated[Fraction, says("litres that were to be broken")]
    litres_broken: Annotated[Fraction, says("litres the charge broke, by the referee's judgement of it")] = ZERO

    def __post_init__(self) -> None:
        above_nothing(litres=self.litres)
        if not 0 <= self.litres_broken <= self.litres:
            raise ValueError("the litres broken must be between 0 and all of them")


class Remaining(Outcome, frozen=True, tag="remaining"):
    """What must still be broken, and what only needs shovelling."""

    to_break: Litres
    to_shovel: Litres


BLASTED_AS_BROKEN = Reading(
    id="neverwhere.dig-explosives/shovel",
    question="How is blasted ground cleared?",
    choice="As if a pick had broken it: at its own shovelling rate and fatigue. The referee says how much was blasted.",
    because="Explosives only save the breaking, and the guide on their strength is not finished.",
)


@rule("neverwhere.dig-explosives", DIGGING, readings=(BLASTED_AS_BROKEN,))
def dig_explosives(dice: Dice, given: Blast) -> Remaining:
    """Ground that a charge has broken needs no pick, only shovels."""
    return Remaining(Litres(given.litres - given.litres_broken), Litres(given.litres_broken))
