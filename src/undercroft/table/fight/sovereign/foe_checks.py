"""What a foe adds to a contest, and what it must roll to save itself."""

from undercroft.books.sovereign.checks import Npc, npc_modifier
from undercroft.books.sovereign.saves import NpcHitDice, target_npc
from undercroft.kernel.script import Script
from undercroft.table.state.combatants import Foe


def foe_modifier(_foe: Foe) -> int:
    """What a foe without listed skills adds to a contest."""
    return npc_modifier(Script(), Npc()).mod


def foe_save(foe: Foe) -> int:
    """The number that a foe must reach to save itself from anything."""
    return target_npc(Script(), NpcHitDice(foe.hd)).target
