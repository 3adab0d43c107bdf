"""The starter bestiary: monsters that every campaign knows, with numbers fit for the five books.

Armour Class counts from 0, no armour; the speed is feet in a turn of exploring; morale is a score of 2d6.
"""

from collections.abc import Mapping

from undercroft.table.lore.starter.beasts import BEASTS
from undercroft.table.lore.starter.people import PEOPLE
from undercroft.table.lore.starter.strange import STRANGE
from undercroft.table.lore.starter.undead import UNDEAD
from undercroft.table.state.ids import MonsterId
from undercroft.table.state.lore import Monster

STARTER: Mapping[MonsterId, Monster] = {monster.id: monster for monster in (*PEOPLE, *BEASTS, *UNDEAD, *STRANGE)}
