"""The sides of the dice that the rules throw, and the places of a round in which a fighter falls or helps."""

from undercroft.books.violence.enemies import HEALTH_DIE
from undercroft.kernel.dice import D3, D4, D6, D8, D10, D12, D20, TWO_D6
from undercroft.table.state.combatants import SLOTS, Phase

D3_SIDES, D4_SIDES, D6_SIDES, D8_SIDES = (die.sides for die in (D3, D4, D6, D8))
D10_SIDES, D12_SIDES, D20_SIDES = (die.sides for die in (D10, D12, D20))
TWO_D6_COUNT, TWO_D6_SIDES = TWO_D6.count, TWO_D6.sides
BEFORE_SLOT, FOES_SLOT, AFTER_SLOT = (SLOTS.index(phase) for phase in (Phase.BEFORE, Phase.FOES, Phase.AFTER))

__all__ = [
    "AFTER_SLOT",
    "BEFORE_SLOT",
    "D3_SIDES",
    "D4_SIDES",
    "D6_SIDES",
    "D8_SIDES",
    "D10_SIDES",
    "D12_SIDES",
    "D20_SIDES",
    "FOES_SLOT",
    "HEALTH_DIE",
    "TWO_D6_COUNT",
    "TWO_D6_SIDES",
]
