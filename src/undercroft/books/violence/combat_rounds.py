"""Combat Rounds: initiative, what fits in a round, and getting an item out of a pack."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from undercroft.books.violence.scars import SCAR_READINGS, Bending, Scarred
from undercroft.books.violence.units import PLAYER, Against, RoundNumber, Score, against
from undercroft.kernel.dice import D3, D20, Ask, Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says

COMBAT_ROUNDS = Cite("Violence", "Combat Rounds")

ACTIONS_A_ROUND = 1


# Initiative


class Fighter(Scarred, frozen=True, kw_only=True):
    """A fighter at the start of a fight, or joining one."""

    agility: Annotated[Score, says("Agility")]
    weapon_mod: Annotated[int, Meta(ge=-20, le=20), says("what the weapon adds: +2 large melee, −2 small ranged")] = 0


class Before(Outcome, frozen=True, tag="before"):
    """They act before the foes."""


class BeforeWithQuickAction(Outcome, frozen=True, tag="before_with_quick_action"):
    """They act before the foes, and take one quick action before anyone else acts."""


class After(Outcome, frozen=True, tag="after"):
    """They act after the foes."""


EXACT_IS_FIRST = Reading(
    id="violence.initiative/exact",
    question="Does a roll of exactly Agility count as under or over?",
    choice="As a success: a quick action, and then before the foes.",
    because="A reward for the exact number would make little sense on a failure.",
)
WEAPON_MOVES_AGILITY = Reading(
    id="violence.initiative/weapon",
    question="What does a weapon's bonus to initiative change?",
    choice="The Agility, not the die.",
    because="Then more is better, as the bonus suggests, and the exact number changes with it.",
)
WHO_ROLLS = Reading(
    id="violence.initiative/who",
    question="Who rolls, and who goes first among equals?",
    choice="Everybody with an Agility, latecomers when they join; a hireling without one acts with the employer. "
    "The foes act together, and each side within itself in the order listed.",
    because="Each character involved rolls, and only against Agility.",
)


@rule("violence.initiative", COMBAT_ROUNDS, readings=(EXACT_IS_FIRST, WEAPON_MOVES_AGILITY, WHO_ROLLS, *SCAR_READINGS))
def initiative(ask: Ask, given: Fighter) -> Before | BeforeWithQuickAction | After:
    """Roll under Agility to act before the foes; exactly Agility gives a quick action first."""
    match against(Bending(ask, given).roll("initiative", D20), given.agility + given.weapon_mod):
        case Against.UNDER:
            return Before()
        case Against.EXACT:
            return BeforeWithQuickAction()
        case Against.OVER:
            return After()


# Quick actions


class QuickAction(StrEnum):
    """An action before the fight begins."""

    READY = "ready"
    POTION = "potion"
    ATTACK = "attack"
    OTHER = "other"


class Quick(Given, frozen=True):
    """A fighter who wants to use a quick action."""

    action: Annotated[QuickAction, says("ready a weapon, drink a potion, attack, or something else as short")]
    surprised: Annotated[bool, says("is their side surprised?")]


class Done(Outcome, frozen=True, tag="done"):
    """It is done before the first round."""


class NotQuick(StrEnum):
    """Why there is no quick action."""

    SURPRISED = "surprised"
    NO_ATTACK = "attacks_are_not_quick"


class QuickRefused(Outcome, frozen=True, tag="refused"):
    """There is no quick action."""

    reason: NotQuick


NO_QUICK_ATTACK = Reading(
    id="violence.quick-action/attack",
    question="May the quick action be an attack, and do surprised characters have one?",
    choice="Neither.",
    because="The examples are short preparations, and the surprised do nothing at all at first.",
)


@rule("violence.quick-action", COMBAT_ROUNDS, readings=(NO_QUICK_ATTACK,))
def quick_action(dice: Dice, given: Quick) -> Done | QuickRefused:
    """A quick action is one short thing before the fight, such as drawing a weapon or a potion, and never an attack."""
    if given.surprised:
        return QuickRefused(NotQuick.SURPRISED)
    if given.action is QuickAction.ATTACK:
        return QuickRefused(NotQuick.NO_ATTACK)
    return Done()


# Your go


Actions = Annotated[int, Meta(ge=0, le=100)]


class Go(Given, frozen=True, kw_only=True):
    """What a fighter wants to do in one round."""

    moved: Annotated[bool, says("do they move, at most across a normal room?")]
    actions: Annotated[Actions, says("actions, a ritual among them")]
    grants: Annotated[Actions, says("extra actions they were granted for this round")]
    ritual: Annotated[bool, says("is one of the actions a ritual?")]


class Fits(Outcome, frozen=True, tag="ok"):
    """It fits in the round."""


class NoGo(StrEnum):
    """Why it does not fit."""

    TOO_MANY_ACTIONS = "too_many_actions"
    RITUAL_AND_MOVE = "a_ritual_allows_no_move"


class GoRefused(Outcome, frozen=True, tag="refused"):
    """It does not fit in the round."""

    reason: NoGo


@rule("violence.turn-budget", COMBAT_ROUNDS)
def turn_budget(dice: Dice, given: Go) -> Fits | GoRefused:
    """On your go you cross a room and do one thing, plus any extra actions; a ritual leaves no time to move."""
    if not affords(given.actions, given.grants):
        return GoRefused(NoGo.TOO_MANY_ACTIONS)
    if given.ritual and given.moved:
        return GoRefused(NoGo.RITUAL_AND_MOVE)
    return Fits()


def affords(actions: int, grants: int) -> bool:
    """Whether there is time for that many actions."""
    return actions <= ACTIONS_A_ROUND + grants


# Items in a pack


class Rummage(StrEnum):
    """What to do if the item is not found."""

    FORGO = "forgo"
    SEARCH = "search"


class Pack(Scarred, frozen=True, kw_only=True):
    """A fighter reaches for an item."""

    cunning: Annotated[Score, says("Cunning")]
    round_no: Annotated[RoundNumber, says("which round it is")]
    belt_pouch: Annotated[bool, says("is it the one item in a belt pouch?")] = False
    in_combat: Annotated[bool, says("is there a fight going on?")] = True


class Found(Outcome, frozen=True, tag="found"):
    """Found with the action, and usable from that round."""

    usable_round: int


class FoundNow(Outcome, frozen=True, tag="found_now"):
    """In hand, and usable in the same go."""


class Forgone(Outcome, frozen=True, tag="forgone"):
    """Left in the pack."""


class Searching(Outcome, frozen=True, tag="searching"):
    """They do nothing else through that round, and can use the item in the one after."""

    until_round: int
    usable_round: int


class NoCheck(Outcome, frozen=True, tag="no_check"):
    """Without a fight there is time enough, and no check."""


PACK_COSTS_THE_ACTION = Reading(
    id="violence.pack-access/cost",
    question="What does reaching into the pack cost?",
    choice="The action, found or not, but not when it is found at once; moving stays possible.",
    because="Finding it takes the action; only an exact roll leaves time to use it on the same go.",
)
SEARCHING_STARTS_NEXT = Reading(
    id="violence.pack-access/search",
    question="When does the search begin, and when is it decided on?",
    choice="It takes the rounds that follow this one, at least one, and is decided before you roll for it.",
    because="This round's action went into the check.",
)


@rule("violence.pack-access", COMBAT_ROUNDS, readings=(PACK_COSTS_THE_ACTION, SEARCHING_STARTS_NEXT, *SCAR_READINGS))
def pack_access(ask: Ask, given: Pack) -> Found | FoundNow | Forgone | Searching | NoCheck:
    """In a fight a Cunning check finds an item in the pack; on a failure you do without or search for 1d3 rounds."""
    if not given.in_combat:
        return NoCheck()
    if given.belt_pouch:
        return FoundNow()
    bending = Bending(ask, given)
    match against(bending.roll("Cunning check for the pack", D20), given.cunning):
        case Against.EXACT:
            return FoundNow()
        case Against.UNDER:
            return Found(given.round_no + 1)
        case Against.OVER:
            return _rummage(ask, given, bending)


def _rummage(ask: Ask, given: Pack, bending: Bending) -> Forgone | Searching:
    if ask.choose("search the pack for it", PLAYER, tuple(Rummage)) is Rummage.FORGO:
        return Forgone()
    until = given.round_no + max(1, bending.roll("rounds of searching", D3))
    return Searching(until, until + 1)
