"""Natural Healing, and First Aid."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.sovereign.strain import overstrains
from undercroft.books.sovereign.units import Health, HitPoints, SkillLevel, Strain, Stress, check_dice, whole_dice
from undercroft.kernel.dice import D6, Dice, Roll
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says

FIRST_AID = Cite("Sovereign", "First Aid")

STRAIN_OF_AID = 1
TRAINED = 0


# Natural Healing


class Sleeping(Given, frozen=True):
    """A wounded character goes to sleep."""

    hp: Annotated[Health, says("hit points before the night")]
    hp_max: Annotated[Health, says("hit points when unhurt")]
    level_or_hd: Annotated[Fraction, says("level of a Delver, hit dice of an NPC")]
    frail: Annotated[bool, says("Frail?")] = False
    good_rest: Annotated[bool, says("a good night's rest?")] = True
    warm: Annotated[bool, says("warm?")] = True
    fed: Annotated[bool, says("fed?")] = True
    comfortable: Annotated[bool, says("comfortable?")] = True

    def __post_init__(self) -> None:
        check_dice(self.level_or_hd)
        if self.hp > self.hp_max:
            raise ValueError("the hit points cannot be above their maximum")


class Healed(Outcome, frozen=True, tag="healed"):
    """Better in the morning."""

    hp: HitPoints
    gained: HitPoints


class NotHealed(Outcome, frozen=True, tag="none"):
    """No better in the morning."""

    hp: HitPoints


GOOD_REST = Reading(
    id="sovereign.heal.natural/rest",
    question="What is a good night's rest, and what does a creature of less than one hit die regain?",
    choice="Eight hours without a break, as for strain; such a creature regains one point.",
    because="The two sentences mean the same night, and a creature that heals 0 would never heal.",
)


@rule("sovereign.heal.natural", Cite("Sovereign", "Natural Healing"), readings=(GOOD_REST,))
def natural_healing(dice: Dice, given: Sleeping) -> Healed | NotHealed:
    """A good night, warm, fed and comfortable, heals as many points as the sleeper has levels or hit dice."""
    good = given.good_rest and given.warm and given.fed and given.comfortable
    if not good or given.frail or given.hp == 0:
        return NotHealed(HitPoints(given.hp))
    hp = in_the_morning(given.hp, given.hp_max, whole_dice(*given.level_or_hd.as_integer_ratio()))
    return Healed(HitPoints(hp), HitPoints(hp - given.hp))


def in_the_morning(hp: int, hp_max: int, level: int) -> int:
    """Hit points after a good night."""
    return min(hp_max, hp + level)


# First Aid


class Aid(Given, frozen=True):
    """A minute's first aid for a wounded character."""

    heal: Annotated[SkillLevel, says("the healer's Heal")]
    has_kit: Annotated[bool, says("is a healer's kit at hand?")]
    hp: Annotated[Health, says("the patient's hit points")]
    hp_max: Annotated[Health, says("the patient's hit points when unhurt")]
    strain: Annotated[Stress, says("the patient's System Strain")]
    strain_max: Annotated[Stress, says("the most strain the patient bears")]
    on_self: Annotated[bool, says("is the healer the patient?")] = False
    target_mortal: Annotated[bool, says("is the patient Mortally Injured?")] = False
    first_aid_minimum: Annotated[int, Meta(ge=0, le=1), says("the least that first aid heals")] = 0
    first_aid_untrained: Annotated[bool, says("may a Delver without the Heal skill do it?")] = True

    def __post_init__(self) -> None:
        if self.hp > self.hp_max:
            raise ValueError("the hit points cannot be above their maximum")


class Patched(Outcome, frozen=True, tag="healed"):
    """Healed, at the price of strain."""

    hp: HitPoints
    strain: Strain


class NoAid(StrEnum):
    """Why there is no first aid."""

    NO_KIT = "no_kit"
    SELF = "self"
    UNTRAINED = "untrained"
    DYING = "dying"
    FULL_HP = "full_hp"
    STRAIN = "strain"


class AidRefused(Outcome, frozen=True, tag="refused"):
    """There is no first aid."""

    reason: NoAid


MAY_HEAL_NOTHING = Reading(
    id="sovereign.heal.first-aid/minimum",
    question="May first aid heal nothing at all?",
    choice="Yes: an untrained healer takes 1 off the die, and a 1 then heals nothing.",
    because="No least result is given.",
    switch="first_aid_minimum",
    options=(Option(0, "an untrained 1 heals nothing"), Option(1, "at least one point")),
)
ANYBODY_MAY_AID = Reading(
    id="sovereign.heal.first-aid/untrained",
    question="May an untrained Delver give first aid?",
    choice="Yes, with a kit.",
    because="No skill level is asked for.",
    switch="first_aid_untrained",
    options=(Option(True, "anybody with a kit may"), Option(False, "only with Heal-0 or better")),
)
WHOM_TO_AID = Reading(
    id="sovereign.heal.first-aid/whom",
    question="Whom can first aid not help?",
    choice="The healer, the dying, and the unhurt; none of them takes strain for it.",
    because="First aid is for an ally, the dying need stabilising, and there is nothing to heal on the unhurt.",
)


@rule("sovereign.heal.first-aid", FIRST_AID, readings=(MAY_HEAL_NOTHING, ANYBODY_MAY_AID, WHOM_TO_AID))
def first_aid(dice: Dice, given: Aid) -> Patched | AidRefused:
    """A minute with a healer's kit heals 1d6 plus Heal, for one point of the patient's strain."""
    refusal = _no_aid(given)
    if refusal:
        return AidRefused(refusal)
    hp = patched(given.hp, given.hp_max, dice.total("first aid", D6), given.heal, given.first_aid_minimum)
    return Patched(HitPoints(hp), Strain(given.strain + STRAIN_OF_AID))


def patched(hp: int, hp_max: int, rolled: int, heal: int, minimum: int) -> int:
    """Hit points after first aid."""
    return min(hp_max, hp + max(minimum, rolled + heal))


def _no_aid(given: Aid) -> NoAid | None:
    if not given.has_kit:
        return NoAid.NO_KIT
    if given.on_self:
        return NoAid.SELF
    if given.heal < TRAINED and not given.first_aid_untrained:
        return NoAid.UNTRAINED
    if given.target_mortal:
        return NoAid.DYING
    if given.hp == given.hp_max:
        return NoAid.FULL_HP
    return NoAid.STRAIN if overstrains(given.strain, given.strain_max, STRAIN_OF_AID) else None


# A turn of first aid


class AidTurn(Given, frozen=True):
    """A turn of first aid for a wounded character."""

    heal: Annotated[SkillLevel, says("the healer's Heal")]
    hp: Annotated[Health, says("the patient's hit points")]
    hp_max: Annotated[Health, says("the patient's hit points when unhurt")]
    strain: Annotated[Stress, says("the patient's System Strain")]
    strain_max: Annotated[Stress, says("the most strain the patient bears")]
    applications: Annotated[int, Meta(ge=0, le=100), says("how often first aid is wanted")]

    def __post_init__(self) -> None:
        if self.hp > self.hp_max:
            raise ValueError("the hit points cannot be above their maximum")


class PatchedUp(Outcome, frozen=True, tag="patched_up"):
    """The result of as much first aid as was wanted, or possible."""

    hp: HitPoints
    strain: Strain
    applied: int


AS_MUCH_AS_WANTED = Reading(
    id="sovereign.heal.first-aid-turn/minutes",
    question="A turn is about ten minutes. Are there ten applications in it?",
    choice="As many as the party wants, on everybody; it ends when the patient is unhurt or bears no more strain.",
    because="The text makes one turn enough for all of it. Only strain sets a limit.",
)


@rule("sovereign.heal.first-aid-turn", FIRST_AID, readings=(AS_MUCH_AS_WANTED,))
def first_aid_turn(dice: Dice, given: AidTurn) -> PatchedUp:
    """In one turn a healer gives as much first aid as the party wants and the patient's strain allows."""
    missing = given.hp_max - given.hp
    wanted = max(0, min(given.applications, given.strain_max - given.strain))
    sure = sure_applications(missing, wanted, given.heal)
    if missing == 0 or sure == wanted:
        return _patched_up(given, sure, dice.total("first aid", Roll(sure, D6.sides)) if sure else 0)
    # The applications that may not be needed are split into two parts, so that the odds follow each sum of the first
    # only once.
    later = (wanted - sure + 1) // 2
    first = first_aid_turn(dice, replace(given, applications=wanted - later))
    rest = first_aid_turn(dice, replace(given, hp=first.hp, strain=first.strain, applications=later))
    return PatchedUp(rest.hp, rest.strain, first.applied + rest.applied)


def _patched_up(given: AidTurn, times: int, rolled: int) -> PatchedUp:
    hp = min(given.hp_max, given.hp + rolled + times * given.heal)
    return PatchedUp(HitPoints(hp), Strain(given.strain + times * STRAIN_OF_AID), times)


def sure_applications(missing: int, wanted: int, heal: int) -> int:
    """The applications given whatever the dice show, because even the best dice would not heal everything sooner."""
    return min(wanted, -(-missing // (D6.sides + heal)))
