"""Saves against spells and powers by Violence: a d20 not above an attribute."""

from collections.abc import Mapping
from math import floor

from undercroft.books.sovereign.saves import SaveKind
from undercroft.books.violence.checks import NO_SOURCE, Danger, Failed, Saver, escaped, save
from undercroft.books.violence.enemies import SAVE_BASE
from undercroft.books.violence.units import Attribute
from undercroft.table import bridge
from undercroft.table.fight import stats
from undercroft.table.fight.book import SaveThrow
from undercroft.table.fight.goes import fighter_of
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Foe
from undercroft.table.state.ids import PersonId

BY: Mapping[SaveKind, Attribute] = {
    SaveKind.PHYSICAL: Attribute.BRAWN,
    SaveKind.EVASION: Attribute.AGILITY,
    SaveKind.MENTAL: Attribute.CUNNING,
}
"""The attribute for each save that a spell or power asks for."""
FAILS = str(Failed.__struct_config__.tag)


def person_saves(known: Campaign, who: PersonId, kind: SaveKind, caster: PersonId) -> SaveThrow:
    """A character rolls under the attribute and above the caster's Hit Dice; a hireling saves as foes do."""
    person, fighter = known.people[who], fighter_of(known, who)
    hired = stats.is_hired(person)
    target = SAVE_BASE + bridge.hit_dice(person) if hired else stats.scores(known, who)[BY[kind]]
    given = Danger(
        target=target,
        source_hd=bridge.hit_dice(known.people[caster]),
        saver=Saver.ADVENTURER,
        scars=stats.scars_of(known, who),
        scars_used=fighter.bent if fighter is not None else 0,
    )
    above = NO_SOURCE if given.source_hd is None else given.source_hd
    return SaveThrow(save, given, FAILS, stats.pointless(given, lambda roll: bool(escaped(roll, target, above))))


def foe_saves(foe: Foe) -> SaveThrow:
    """A foe rolls under 10 and its Hit Dice."""
    return SaveThrow(save, Danger(target=SAVE_BASE + floor(foe.hd), saver=Saver.ENEMY), FAILS)
