"""The panels of a fight: its rounds, their order, the attack, the dying, and morale."""

from collections.abc import Mapping
from typing import Any

from undercroft.faces.views.actions import Action
from undercroft.faces.views.fight.attack import acting, aimed_at, attack_view, foe_attacks
from undercroft.faces.views.fight.attack_parts import AttackView, FoeAttacks
from undercroft.faces.views.fight.order import actions_of, initiative, order
from undercroft.faces.views.fight.peril import dying_clocks, morale_lines, nerve_cards
from undercroft.faces.views.fight.rounds import is_next, round_strip
from undercroft.faces.views.fight.standstill import standstill
from undercroft.faces.views.group_chips import group_chips
from undercroft.faces.web.live.panels.filled_button import FilledButton, fills
from undercroft.faces.web.live.panels.panel import Panel, PanelTab
from undercroft.faces.web.live.viewer.viewer import Viewer, own_people
from undercroft.table.engine.about import Section
from undercroft.table.fight.attack import Attack
from undercroft.table.fight.outlook import rolls_morale
from undercroft.table.fight.pack_search import Rummage
from undercroft.table.fight.rescue import DragAway
from undercroft.table.fight.sovereign.execution import ExecuteFoe
from undercroft.table.fight.sovereign.footing import ScreenAlly
from undercroft.table.fight.sovereign.handling import ReadyInFight
from undercroft.table.fight.sovereign.strike import Strike
from undercroft.table.state.campaign import Group
from undercroft.table.state.combatants import Phase
from undercroft.table.state.fights import fight_of
from undercroft.table.state.ids import FoeId, PersonId
from undercroft.table.state.scenes import Fight


def _there(viewer: Viewer) -> tuple[Group, Fight] | None:
    fight = fight_of(viewer.group)
    return (viewer.group, fight) if viewer.group is not None and fight is not None else None


def _who(viewer: Viewer, group: Group, fight: Fight) -> PersonId | None:
    return acting(viewer.known, viewer.seat, group, fight, viewer.who)


def _rounds(viewer: Viewer) -> Mapping[str, Any]:
    there = _there(viewer)
    if there is None:
        return {"strip": None, "groups": group_chips(viewer.known, viewer.seat), "first": False, "filled": False}
    strip = round_strip(viewer.known, viewer.seat, *there, viewer.actions)
    filled = fills(viewer, FilledButton.STRIP)
    return {
        "strip": strip,
        "groups": group_chips(viewer.known, viewer.seat),
        "first": bool(viewer.known.wanted),
        "filled": filled,
    }


def _order(viewer: Viewer) -> Mapping[str, Any]:
    there = _there(viewer)
    if there is None:
        return {"parts": (), "fight": None, "who": None, "waiting": False, "own": frozenset(), "initiative": None}
    group, fight = there
    who = _who(viewer, group, fight)
    target = aimed_at(fight, viewer.foe) if who is not None else None
    return {
        "parts": order(viewer.known, viewer.seat, group, fight, who, target),
        "fight": fight,
        "initiative": initiative(fight),
        "who": who,
        "waiting": bool(viewer.known.wanted),
        "own": own_people(viewer),
    }


STRIKING = (Phase.BEFORE, Phase.AFTER)
"""The phases in which the party attacks."""
_NOTHING: Mapping[str, Any] = {
    **dict.fromkeys(("fight", "strike", "still", "who")),
    **dict.fromkeys(("ahead", "filled", "waiting"), False),
    **dict.fromkeys(("actions", "theirs", "others", "pack", "more", "whole", "ways", "together", "folded"), ()),
}


def _attack(viewer: Viewer) -> Mapping[str, Any]:
    """The attack of the acting fighter, their other actions, and the group's; for a player, also their next attack."""
    there = _there(viewer)
    if there is None:
        return _NOTHING
    group, fight = there
    who = _who(viewer, group, fight)
    offered, looked_at = viewer.actions, viewer.person
    own = [action for action in offered if action.who == who and who is not None]
    ahead = _waits(viewer, fight) if who is None else None
    target = aimed_at(fight, viewer.foe)
    strike = _blow(viewer, fight, ahead or (who if fight.phase in STRIKING else None), offered)
    return {
        "fight": fight,
        "strike": strike,
        "filled": fills(viewer, FilledButton.STRIP),
        "seated": strike is not None and strike.seat in viewer.known.seats,
        "down": looked_at.name if looked_at is not None and not looked_at.able else "",
        "name": viewer.known.people[who].name if who is not None else "",
        "ahead": ahead is not None,
        "who": who,
        "actions": actions_of(fight, ahead or who),
        "theirs": _theirs(viewer, group, fight),
        "ways": [action for action in own if strike is not None and not ahead and action.command in strike.ways],
        "together": [
            action for action in own if strike is not None and not ahead and action.command in strike.together
        ],
        "still": standstill(viewer.known, group, fight),
        "others": sorted(
            (action for action in own or offered if _is_go(action) and _is_at(action, target)),
            key=lambda action: action.about.rank,
        ),
        "pack": [action for action in own if action.kind in PACK],
        "more": [action for action in own if action.kind not in (*ATTACKS, *PACK) and not _is_go(action)],
        "whole": [
            action
            for action in offered
            if action.who is None and action.group == group.id and not is_next(action) and not _in_banner(action)
        ],
        "waiting": bool(viewer.known.wanted),
        "folded": FOLDED,
    }


FOLDED = (DragAway.tag, ScreenAlly.tag)
"""The commands that name a comrade, which share one button if there are several."""
ATTACKS = (Attack.tag, Strike.tag, ExecuteFoe.tag)
"""The commands of an attack, which the panel itself shows."""
PACK = (Rummage.tag, ReadyInFight.tag)
"""The commands that get a thing out of the pack."""


def _theirs(viewer: Viewer, group: Group, fight: Fight) -> FoeAttacks | None:
    """The foes' attacks, for the referee while the fight lasts; None if there are none."""
    if not viewer.referee or fight.phase is Phase.OVER:
        return None
    found = foe_attacks(viewer.known, group, fight)
    return found if found.rows else None


def _is_at(action: Action, target: FoeId | None) -> bool:
    """Whether an action is at the chosen foe, or at none."""
    return bool(action.command.get("foe", target) == target)


def _in_banner(action: Action) -> bool:
    """Whether a banner has the action: it is not listed a second time."""
    return action.about.place is Section.BANNERS


def _is_go(action: Action) -> bool:
    """Whether an action takes the place of an attack; all other actions are folded away."""
    return action.about.shown_in(Section.GO)


def _waits(viewer: Viewer, fight: Fight) -> PersonId | None:
    """The player's character, if able and still in the fight."""
    fighter = fight.fighter(viewer.who) if viewer.who is not None and not viewer.referee else None
    if fighter is None or fighter.away or fight.phase is Phase.OVER or not viewer.known.people[fighter.who].able:
        return None
    return fighter.who


def _blow(viewer: Viewer, fight: Fight, who: PersonId | None, offered: tuple[Action, ...]) -> AttackView | None:
    target = aimed_at(fight, viewer.foe)
    if who is None or target is None:
        return None
    return attack_view(viewer.known, viewer.seat, fight, who, target, viewer.weapon, offered)


def _peril(viewer: Viewer) -> Mapping[str, Any]:
    there = _there(viewer)
    if there is None:
        return {"clocks": (), "nerve": (), "morale": (), "round": 0, "moment": ""}
    group, fight = there
    over = fight.phase is Phase.OVER
    nerve = () if over else nerve_cards(viewer.known, viewer.seat, fight)
    return {
        "clocks": dying_clocks(viewer.known, fight),
        "nerve": nerve,
        "morale": () if over else morale_lines(viewer.known, group, fight),
        "round": fight.round,
        "moment": "rolled as a round ends" if rolls_morale(viewer.known, fight) else "no roll, as a round ends",
    }


ROUNDS = Panel("rounds", "Rounds", _rounds, "live/fight/rounds.html")
ORDER = Panel("order", "Order of the round", _order, "live/fight/order.html", PanelTab("Order", "shield"))
ATTACK = Panel("attack", "Attack", _attack, "live/fight/attack.html")
PERIL = Panel("peril", "The dying and morale", _peril, "live/fight/peril.html")
