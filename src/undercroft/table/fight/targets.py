"""Whom the foes attack: the target the referee chose, or the next in marching order."""

from collections.abc import Mapping

from undercroft.table.engine.roster import name_of
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.combatants import Foe
from undercroft.table.state.fights import fight_of, on_their_feet
from undercroft.table.state.ids import FoeId, PersonId
from undercroft.table.state.scenes import Fight

ABREAST = 2
"""How many characters foes can reach in a corridor."""


def targets(known: Campaign, group: Group, fight: Fight) -> Mapping[FoeId, PersonId]:
    """The target of each fighting foe: the referee's choice, otherwise in turn along the front of the line."""
    line, zone = [fighter.who for fighter in on_their_feet(known, group, fight)], known.zone_of(group)
    corridor = zone is not None and zone.corridor
    foes = [foe for foe in fight.foes if foe.fights] if line else []
    return {
        foe.id: foe.aim if foe.aim is not None and foe.aim in line else line[reached(place, len(line), corridor)]
        for place, foe in enumerate(foes)
    }


def attack_named(known: Campaign, foe: Foe, who: PersonId) -> str:
    """An attack as its dice name it: which foe attacks whom, and why it is not the chosen target."""
    instead = f" ({_why_not(known, foe.aim)})" if foe.aim is not None and foe.aim != who else ""
    return f"{foe.name} attacks {name_of(known, who)}{instead}"


def _why_not(known: Campaign, aim: PersonId) -> str:
    """Why a foe does not attack its target: an ally screens it, or it is down or gone."""
    group = known.group_of(aim)
    fight = fight_of(group)
    standing = on_their_feet(known, group, fight) if group is not None and fight is not None else ()
    how = "screened" if aim in {fighter.who for fighter in standing} else "out of the fight"
    return f"{name_of(known, aim)} is {how}"


def blow_named(foe: Foe, victim: str) -> str:
    """A foe's hit as the dice of its damage name it, without the roll that follows."""
    return f"{foe.name} hits {victim}"


def reached(place: int, standing: int, corridor: bool) -> int:
    """The place in the line of the character whom a foe attacks, by the foe's place among those who fight."""
    return place % (min(ABREAST, standing) if corridor else standing)
