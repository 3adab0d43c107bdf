"""The fight a group is in, and which of its fighters can act or have left it."""

from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.combatants import Fighter, Phase
from undercroft.table.state.ids import PersonId
from undercroft.table.state.scenes import Fight


def fight_of(group: Group | None) -> Fight | None:
    """The fight a group is in, if its current scene is a fight."""
    scene = group.scene if group is not None else None
    return scene if isinstance(scene, Fight) else None


def on_their_feet(known: Campaign, group: Group, fight: Fight) -> tuple[Fighter, ...]:
    """The group's fighters who can act, in marching order."""
    order = {who: place for place, who in enumerate(group.members)}
    here = (fighter for fighter in fight.fighters if fighter.who in order and not fighter.away)
    able = (fighter for fighter in here if known.people[fighter.who].able)
    return tuple(sorted(able, key=lambda fighter: order[fighter.who]))


def is_fighting(group: Group | None) -> bool:
    """Whether a group is in a fight that is not over."""
    fight = fight_of(group)
    return fight is not None and fight.phase is not Phase.OVER


def has_left(group: Group | None, who: PersonId) -> bool:
    """Whether a person has left a fight that their group is still in."""
    fight = fight_of(group)
    fighter = fight.fighter(who) if fight is not None else None
    return fighter is not None and fighter.away
