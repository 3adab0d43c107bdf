"""Leaving melee by Sovereign: each foe there has a free attack, unless the fighter withdrew fighting."""

from msgspec.structs import replace

from undercroft.kernel.phrases import within
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Part
from undercroft.table.fight.field import FightField, named
from undercroft.table.fight.sovereign.foe_strike import foe_strikes
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PersonId


class LeftMelee(Event, frozen=True, tag="table.left-melee"):
    """A fighter left melee, and foes attack them for it."""

    who: PersonId
    names: tuple[str, ...]

    def say(self, now: Campaign) -> str:
        return f"{named(now, (self.who,))} turns away from {', '.join(map(within, self.names))}: a free attack each."


def leave_melee(field: FightField, who: PersonId) -> None:
    """Let each foe in melee with a fighter attack once as they leave it."""
    fighter = field.fighter(who)
    there = [foe for foe in field.foes_up() if foe.id in fighter.melee and not foe.hidden and not foe.stunned]
    held = [foe for foe in there if foe.grappled_by is None]
    field.set_fighter(replace(fighter, melee=()))
    if not held or fighter.withdrew:
        return
    field.play.tell(LeftMelee(who, tuple(foe.name for foe in held)), to=field.to)
    for foe in held:
        if field.person(who).able:
            foe_strikes(field, foe, who, foe.harm(0))
    field.set_fighter(replace(field.fighter(who), melee=()))


PART = Part(events=(LeftMelee,))
