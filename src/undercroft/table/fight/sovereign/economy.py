"""What a fighter can afford in a round by Sovereign: a Main, a Move, Instants in place of the Main, Free actions."""

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from undercroft.books.sovereign.combat import Action, Cost, combat_actions, cost_of
from undercroft.kernel.units import SeatId
from undercroft.table.engine.part import Command, Reason
from undercroft.table.engine.permission import acting_for, not_theirs
from undercroft.table.engine.subjects import are, have, subject
from undercroft.table.fight.field import FightField
from undercroft.table.fight.goes import PHASE_OF, by_other_rules, fighter_of, has_acted
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.combatants import Fighter, Phase
from undercroft.table.state.fights import fight_of
from undercroft.table.state.house_rules import Combat
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Person
from undercroft.table.state.scenes import Fight

_USED = {Cost.MOVE: "the Move and the Main action"}
"""What a fighter has used who cannot pay a cost: the Main action for all others."""


class SovereignAction(Command, frozen=True):
    """A command that takes an action of a round by Sovereign."""

    who: PersonId
    COSTS: ClassVar[Action]

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        return cannot_afford(known, seat, self.who, self.COSTS)


def cannot_afford(known: Campaign, seat: SeatId, who: PersonId, action: Action) -> Iterable[Reason]:
    """Why a fighter cannot take an action now. An Instant needs no go of their own, only a Main that is left."""
    yield from not_theirs(known, seat, who)
    fight = fight_of(known.group_of(who))
    fighter = fight.fighter(who) if fight is not None else None
    if fight is None or fighter is None or fight.phase is Phase.OVER:
        yield Reason("no_fight", f"{are(known, who)} not in a fight.")
        return
    if fight.book is not Combat.SOVEREIGN:
        yield by_other_rules(fight)
        return
    if fighter.away:
        yield Reason("away", f"{are(known, who)} out of the fight.")
        return
    cost = cost_of(action)
    instant = cost is Cost.INSTANT and fight.phase in (Phase.BEFORE, Phase.AFTER)
    if fight.phase is not PHASE_OF[fighter.block] and not instant:
        yield Reason("not_their_go", f"It is not {subject(known, who)}'s turn to act.")
    elif fighter.done and not (cost in (Cost.MOVE, Cost.FREE) and can_pay(fighter, cost)):
        yield has_acted(known, fighter)
    elif not can_pay(fighter, cost):
        used = _USED.get(cost, "the Main action")
        yield Reason("no_action_left", f"{have(known, who)} used {used}.", combat_actions.id)


def can_pay(fighter: Fighter, cost: Cost) -> bool:
    """Whether a fighter has that much of their round left; a Main can buy a second Move."""
    match cost:
        case Cost.FREE:
            return True
        case Cost.MOVE:
            return not fighter.moved or not fighter.actions
        case Cost.MAIN_AND_MOVE:
            return not fighter.moved and not fighter.actions
        case Cost.MAIN | Cost.INSTANT:
            return not fighter.actions


def pay(field: FightField, fighter: Fighter, action: Action, did: str, *, stay: bool = False) -> None:
    """Spend what an action costs. The go ends with the Main, unless the fighter stays for a Move."""
    cost = cost_of(action)
    second = cost is Cost.MOVE and fighter.moved
    main = cost in (Cost.MAIN, Cost.INSTANT, Cost.MAIN_AND_MOVE) or second
    moved = fighter.moved or cost in (Cost.MOVE, Cost.MAIN_AND_MOVE)
    actions = fighter.actions + int(main)
    ends = (main and not stay) or (moved and actions > 0)
    field.set_fighter(
        replace(
            fighter,
            actions=actions,
            moved=moved,
            done=fighter.done or ends,
            did=did if main or not fighter.did else fighter.did,
        )
    )


def fighting_by_sovereign(known: Campaign, seat: SeatId) -> Iterable[tuple[Person, Fight, Fighter]]:
    """The people for whom a seat may act in a fight by these rules, each with the fight and their place in it."""
    for who in acting_for(known, seat):
        fight, fighter = fight_of(known.group_of(who)), fighter_of(known, who)
        if fight is None or fighter is None or fight.book is not Combat.SOVEREIGN or fighter.away:
            continue
        if (
            fight.phase in (Phase.BEFORE, Phase.AFTER)
            and known.people[who].able
            and not any(not_theirs(known, seat, who))
        ):
            yield known.people[who], fight, fighter
