"""Combat, which these rules leave to another page: initiative, the cost of actions, and morale."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from undercroft.books.sovereign.units import Modifier
from undercroft.kernel.dice import D8, Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says

# Initiative


class Sides(Given, frozen=True):
    """A fight about to begin."""

    best_dex: Annotated[Modifier, says("the best DEX among the Delvers")]
    alert: Annotated[bool, says("does any Delver have the Alert feat? It counts once")] = False
    n_other_sides: Annotated[int, Meta(ge=1, le=10), says("sides besides the Delvers")] = 1


class Order(Outcome, frozen=True, tag="order"):
    """The sides in the order they act, with the Delvers as 0, and their totals."""

    order: tuple[int, ...]
    totals: tuple[int, ...]


TIES = Reading(
    id="sovereign.combat.initiative/ties",
    question="Which side goes first on a tie?",
    choice="The Delvers, then the others as they are listed.",
    because="No tie-breaker is given, and the dice are rolled in this order.",
)
ONCE_A_FIGHT = Reading(
    id="sovereign.combat.initiative/once",
    question="When is initiative not rolled, and who acts outside the order?",
    choice="It is rolled once a fight. Pursuers who catch up go first without a roll; a Delver with the second level "
    "of Alert acts first.",
    because="The chase and the feat say so themselves.",
)


@rule(
    "sovereign.combat.initiative",
    Cite("Sovereign", "Keeping Track of Time", beyond="Combat"),
    readings=(TIES, ONCE_A_FIGHT),
)
def combat_initiative(dice: Dice, given: Sides) -> Order:
    """Each side rolls a d8, the Delvers add their best DEX, and the highest side acts first."""
    sides = range(given.n_other_sides + 1)
    players = delvers_initiative(dice.total("initiative of the Delvers", D8), given.best_dex, given.alert)
    alone = given.n_other_sides == 1
    others = [f"initiative of {'the foes' if alone else f'side {side}'}" for side in sides[1:]]
    totals = (players, *(dice.total(purpose, D8) for purpose in others))
    return Order(tuple(sorted(sides, key=lambda side: precedence(totals[side], side))), totals)


def delvers_initiative(face: int, best_dex: int, alert: bool) -> int:
    """The die and the best DEX, plus 1 for an alert party."""
    return face + best_dex + (1 if alert else 0)


def precedence(total: int, side: int) -> tuple[int, int]:
    """The sort key of a side: the highest total first, then the place on the list, with the Delvers first."""
    return -total, side


# Actions in a round


class Cost(StrEnum):
    """The cost of an action within a round."""

    MAIN = "main"
    MOVE = "move"
    MAIN_AND_MOVE = "main_and_move"
    INSTANT = "instant"
    FREE = "free"


class Action(StrEnum):
    """An action in a round."""

    MELEE_ATTACK = "melee_attack"
    RANGED_ATTACK = "ranged_attack"
    SWARM_ATTACK = "swarm_attack"
    SHOVE = "shove"
    GRAPPLE = "grapple"
    EXECUTION = "execution"
    CAST = "cast"
    FIGHTING_WITHDRAWAL = "fighting_withdrawal"
    USE_SKILL = "use_skill"
    STABILISE = "stabilise"
    READY_STOWED_ITEM = "ready_stowed_item"
    STOW_ITEM = "stow_item"
    RELOAD_CROSSBOW = "reload_crossbow"
    SECOND_MOVE = "second_move"
    RUN = "run"
    SCREEN_ALLY = "screen_ally"
    PICK_UP = "pick_up"
    STAND_UP = "stand_up"
    HOLD = "hold"
    NOCK_ARROW = "nock_arrow"
    CHARGE = "charge"
    SNAP_ATTACK = "snap_attack"
    TOTAL_DEFENSE = "total_defense"
    GO_PRONE = "go_prone"
    NOCK_ARROW_TRAINED = "nock_arrow_trained"


ACTIONS = {
    Cost.MAIN:          (Action.MELEE_ATTACK, Action.RANGED_ATTACK, Action.SWARM_ATTACK, Action.SHOVE, Action.GRAPPLE,
                         Action.EXECUTION, Action.CAST, Action.FIGHTING_WITHDRAWAL,
                         Action.USE_SKILL, Action.STABILISE, Action.READY_STOWED_ITEM, Action.STOW_ITEM,
                         Action.RELOAD_CROSSBOW, Action.SECOND_MOVE),
    Cost.MOVE:          (Action.RUN, Action.SCREEN_ALLY, Action.PICK_UP, Action.STAND_UP, Action.HOLD,
                         Action.NOCK_ARROW),
    Cost.MAIN_AND_MOVE: (Action.CHARGE,),
    Cost.INSTANT:       (Action.SNAP_ATTACK, Action.TOTAL_DEFENSE),
    Cost.FREE:          (Action.GO_PRONE, Action.NOCK_ARROW_TRAINED),
}  # fmt: skip


class Acting(Given, frozen=True):
    """A combatant's action in a round."""

    action: Annotated[Action, says("what is done; nocking an arrow is trained with Shoot-1")]


class ActionCost(Outcome, frozen=True, tag="action_cost"):
    """Its cost within the round."""

    cost: Cost


GIVING_UP_THE_MAIN = Reading(
    id="sovereign.combat.actions/instant",
    question="What is in a round, and what does an Instant action cost?",
    choice="One Main, one Move of 30 feet, and Free ones within reason; a snap attack or total defense, done at any "
    "time, uses up the Main.",
    because="The combat page lists both as Instant and takes the Main for them.",
)
SPECIAL_ACTIONS = Reading(
    id="sovereign.combat.actions/special",
    question="What do the less usual actions do?",
    choice="A charge goes twice the Move in a line of 3 m or more, at +2 to hit and −2 armour class. A snap attack is "
    "at −4; total defense is worth 2 armour class and stops Shock. In a swarm of up to four, each of the others adds "
    "2 to hit and 1 damage, and its Shock cannot be avoided. Leaving melee without a fighting "
    "withdrawal gives every armed neighbour a free attack.",
    because="The combat page says so; the figures count as the situation of an attack.",
)
CLOSE_QUARTERS = Reading(
    id="sovereign.combat.actions/close",
    question="How are allies screened, foes shoved or grappled, and two weapons used?",
    choice="A screen is an opposed check of combat skills, against as many foes as the highest of them. A shove is a "
    "hit that does no harm, then STR with Brawl or Exert opposed; a grapple an unarmed hit, then STR with Brawl, and "
    "unarmed damage as each round ends. Two weapons at once, with skill 1 in each, are −1 to hit and "
    "+2 damage, Shock left as it is.",
    because="The combat page says so; each is made of checks and attacks that are rules here.",
)


@rule(
    "sovereign.combat.actions",
    Cite("Sovereign", "Encumbrance", beyond="Combat"),
    readings=(GIVING_UP_THE_MAIN, SPECIAL_ACTIONS, CLOSE_QUARTERS),
)
def combat_actions(dice: Dice, given: Acting) -> ActionCost:
    """A round holds one Main and one Move action; attacking is a Main, standing up a Move, a charge both."""
    return ActionCost(cost_of(given.action))


def cost_of(action: Action) -> Cost:
    """What an action costs within a round."""
    return next(cost for cost, actions in ACTIONS.items() if action in actions)


# Morale


HALF_OF_ONE = 2
THIRD_OF_A_GROUP = 3


class Losses(Given, frozen=True):
    """A foe, or a group of foes, and its losses."""

    hp_lost_fraction: Annotated[Fraction, says("the part of its hit points that a single foe has lost, 0 to 1")]
    group_lost_fraction: Annotated[Fraction, says("the part of its first number that a group has lost, 0 to 1")]
    is_group: Annotated[bool, says("is it a group?")]
    clearly_safe: Annotated[bool, says("is a single foe plainly safe, or does the group plainly win?")] = False
    fearless: Annotated[bool, says("are they undead, constructs, zealots or elite troops?")] = False

    def __post_init__(self) -> None:
        if not (0 <= self.hp_lost_fraction <= 1 and 0 <= self.group_lost_fraction <= 1):
            raise ValueError("the part lost must be between 0 and 1")


class Stays(Outcome, frozen=True, tag="stays"):
    """They fight on."""


class Retreats(Outcome, frozen=True, tag="retreats"):
    """They retreat."""


@rule("sovereign.combat.morale", Cite("Sovereign", "", beyond="Combat"))
def combat_morale(dice: Dice, given: Losses) -> Stays | Retreats:
    """A foe leaves at half its hit points, a group when a third of it is lost; the fearless never do."""
    lost = given.group_lost_fraction if given.is_group else given.hp_lost_fraction
    if given.fearless or given.clearly_safe:
        return Stays()
    return Retreats() if had_enough(lost.numerator, lost.denominator, given.is_group) else Stays()


def had_enough(lost: int, of: int, is_group: bool) -> bool:
    """Whether a third of the group is lost, or half of a single foe's hit points."""
    return lost * (THIRD_OF_A_GROUP if is_group else HALF_OF_ONE) >= of
