"""When foes leave a fight by Sovereign: a lone one at half its hit points, a group when a third of it is lost."""

from fractions import Fraction

from undercroft.books.sovereign.combat import Losses, Retreats, combat_morale
from undercroft.table.fight.field import FightField
from undercroft.table.fight.morale import flee_or_surrender
from undercroft.table.state.combatants import Band, Foe
from undercroft.table.state.scenes import Fight


def losses(fight: Fight, band: Band) -> Losses:
    """What a band has lost."""
    members = [foe for foe in fight.foes if foe.band == band.id]
    alone = band.size == 1
    lost = Fraction(0)
    if alone and members:
        lost = _lost(members[0])
    gone = band.size - sum(foe.fights for foe in members)
    return Losses(
        hp_lost_fraction=lost,
        group_lost_fraction=Fraction(max(0, min(gone, band.size)), band.size),
        is_group=not alone,
        fearless=band.obvious,
    )


def _lost(foe: Foe) -> Fraction:
    return Fraction(max(0, foe.health_max - foe.health), max(1, foe.health_max))


def leave_if_beaten(field: FightField) -> None:
    """Let the bands leave that have had enough; nobody rolls."""
    for band in field.fight.bands:
        living = tuple(foe for foe in field.fight.foes if foe.band == band.id and foe.fights)
        given = losses(field.fight, band)
        if not living or not (given.hp_lost_fraction or given.group_lost_fraction):
            continue
        if isinstance(field.play.settle(combat_morale, given, about=band.name), Retreats):
            flee_or_surrender(field, living, band.retreat)
