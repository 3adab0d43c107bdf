"""Why nobody on a screen can act in a fight at this moment, and whom the fight waits for."""

from msgspec import Struct

from undercroft.kernel.amounts import series
from undercroft.table.fight.goes import PHASE_OF
from undercroft.table.fight.outlook import not_done
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.combatants import Phase
from undercroft.table.state.ids import PersonId
from undercroft.table.state.scenes import Fight


class Standstill(Struct, frozen=True):
    """What the fight waits for, as a heading and a sentence."""

    title: str
    text: str


def standstill(known: Campaign, group: Group, fight: Fight) -> Standstill:
    """What a fight waits for while nobody on this screen can act."""
    if fight.waits:
        return Standstill("Round 1 has not begun", "The foes act first, once the referee starts round 1.")
    match fight.phase:
        case Phase.QUICK:
            quick = tuple(fighter.who for fighter in fight.fighters if fighter.quick)
            return Standstill("Quick actions come first", _to_act(known, quick))
        case Phase.BEFORE | Phase.AFTER:
            late = {fighter.who: PHASE_OF[fighter.block] is Phase.AFTER for fighter in fight.fighters}
            waiting = tuple(sorted(not_done(known, group, fight), key=late.__getitem__))
            return Standstill("Others act now", _to_act(known, waiting))
        case Phase.FOES:
            return Standstill("The foes act", "Their attacks are rolled now.")
        case Phase.NERVE:
            wavering = tuple(fighter.who for fighter in fight.fighters if fighter.wavers is not None)
            return Standstill(
                "Who stays?", f"Pay or lose: {_names(known, wavering)}." if wavering else "Morale is rolled now."
            )
        case Phase.OVER:
            return Standstill("The fight is over", "")


def _to_act(known: Campaign, people: tuple[PersonId, ...]) -> str:
    return f"Still to act: {_names(known, people)}." if people else "Everybody has acted."


def _names(known: Campaign, people: tuple[PersonId, ...]) -> str:
    return series([known.people[who].name for who in people if who in known.people])
