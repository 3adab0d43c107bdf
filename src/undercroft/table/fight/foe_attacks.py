"""The foes' go, in which each acts that is not stunned or surprised."""

from msgspec.structs import replace

from undercroft.books.violence.surprise import Opening, Side, surprise
from undercroft.kernel.amounts import crowd
from undercroft.kernel.script import Script
from undercroft.table.engine.about import About
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Automatic, Part
from undercroft.table.engine.play import Play
from undercroft.table.fight.books import BOOKS
from undercroft.table.fight.field import FightField
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Phase
from undercroft.table.state.ids import GroupId
from undercroft.table.state.scenes import Fight


class FoesAct(Automatic, frozen=True, tag="foes_act"):
    """Let the foes act; the table does this by itself."""

    group: GroupId
    ABOUT = About(deed="the foes' turn")

    def do(self, play: Play) -> None:
        """Let every foe in sight attack that is not stunned; a stun costs one go."""
        field = FightField(play, self.group)
        field.turn(Phase.FOES)
        ready = may_act(field.fight, Side.ENEMIES)
        there = [foe for foe in field.foes_up() if not foe.hidden]
        lost = tuple(foe.name for foe in there if foe.stunned or not ready)
        if lost:
            play.tell(FoesLostTurn(self.group, lost, stunned=ready), to=field.to)
        for foe in there:
            if ready and not foe.stunned:
                BOOKS[field.fight.book].foe_acts(field, foe.id)
            now = field.foe(foe.id)
            field.set_foe(replace(now, stunned=now.stunned and not foe.stunned, extra=0))


class FoesLostTurn(Event, frozen=True, tag="table.foes-lost-turn"):
    """Foes could not act, because they were stunned or surprised."""

    group: GroupId
    names: tuple[str, ...]
    stunned: bool

    def say(self, _now: Campaign) -> str:
        verb, why = "is" if len(self.names) == 1 else "are", "stunned" if self.stunned else "surprised"
        return f"{crowd(self.names)} {verb} {why} and cannot act."


def may_act(fight: Fight, side: Side) -> bool:
    """Whether a side is no longer surprised."""
    return surprise(Script(), Opening(fight.surprised, max(1, fight.round))).may_act[side]


PART = Part(commands=(FoesAct,), events=(FoesLostTurn,))
