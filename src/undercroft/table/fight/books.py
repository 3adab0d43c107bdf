"""The books a fight can be fought by, in one list."""

from collections.abc import Mapping

from undercroft.table.fight import sovereign, violence
from undercroft.table.fight.book import FightBook
from undercroft.table.state.house_rules import Combat

BOOKS: Mapping[Combat, FightBook] = {
    Combat.VIOLENCE: violence.BOOK,
    Combat.SOVEREIGN: sovereign.BOOK,
}
PARTS = (*violence.PARTS, *sovereign.PARTS)
"""The commands and events that one book alone has."""
