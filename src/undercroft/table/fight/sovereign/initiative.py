"""Initiative by Sovereign: a d8 for each side, rolled once a fight."""

from msgspec.structs import replace

from undercroft.books.sovereign.combat import Order, Sides, combat_initiative
from undercroft.books.sovereign.units import Attribute
from undercroft.table import bridge
from undercroft.table.bridge.feats import feat_level, is_alert
from undercroft.table.fight.field import FightField
from undercroft.table.state.combatants import Fighter, InitiativeBlock
from undercroft.table.state.people import Person

ACTS_FIRST = 2
"""The level of Alert that acts first whatever the dice say."""


def roll_initiative(field: FightField, fighters: tuple[Fighter, ...]) -> None:
    """Roll for both sides, and put the party before or after the foes."""
    people = [field.person(fighter.who) for fighter in fighters]
    able = [person for person in people if person.able] or people
    given = Sides(
        best_dex=max((bridge.modifier(person, Attribute.DEX) for person in able), default=0),
        alert=any(is_alert(person) for person in able),
    )
    outcome: Order = field.play.settle(combat_initiative, given, to=field.to, whole=True)
    adds = (given.best_dex, int(given.alert))
    field.play.go_on(field.group, replace(field.fight, initiative=outcome.totals, initiative_adds=adds))
    block = InitiativeBlock.BEFORE if outcome.order[0] == 0 else InitiativeBlock.AFTER
    for fighter in fighters:
        field.set_fighter(replace(fighter, block=_block(field.person(fighter.who), block)))


def join_order(field: FightField, fighters: tuple[Fighter, ...]) -> None:
    """Let those who come later act with their side; nobody rolls again."""
    late = {fighter.who for fighter in fighters}
    blocks = [
        fighter.block
        for fighter in field.fight.fighters
        if fighter.who not in late and feat_level(field.person(fighter.who), "Alert") < ACTS_FIRST
    ]
    for fighter in fighters:
        block = blocks[0] if blocks else InitiativeBlock.AFTER
        field.set_fighter(replace(fighter, block=_block(field.person(fighter.who), block)))


def _block(person: Person, block: InitiativeBlock) -> InitiativeBlock:
    return InitiativeBlock.BEFORE if feat_level(person, "Alert") >= ACTS_FIRST else block
