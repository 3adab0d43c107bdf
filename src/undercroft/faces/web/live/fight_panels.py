"""The panels of a fight: its Rounds, their order, the blow, and what hangs over it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from undercroft.faces.views.actions import Action, actions
from undercroft.faces.views.order import order
from undercroft.faces.views.peril import dying_clocks, nerve_cards
from undercroft.faces.views.rounds import is_next, round_strip
from undercroft.faces.views.strike import StrikeView, acting, aimed_at, strike_view
from undercroft.faces.views.theirs import their_blows
from undercroft.faces.web.live.panels import Looking, View, own_people
from undercroft.table.battle import Phase
from undercroft.table.campaign import Group
from undercroft.table.names import PersonId
from undercroft.table.procedures.fight_field import fight_of
from undercroft.table.procedures.fight_outlook import not_done
from undercroft.table.scenes import Fight


def _there(look: Looking) -> tuple[Group, Fight] | None:
    fight = fight_of(look.group)
    return (look.group, fight) if look.group is not None and fight is not None else None


def _who(look: Looking, group: Group, fight: Fight) -> PersonId | None:
    return acting(look.known, look.seat, group, fight, look.who)


def _rounds(look: Looking) -> Mapping[str, Any]:
    there = _there(look)
    groups = [group for group in look.known.groups.values() if group.members]
    if there is None:
        return {"strip": None, "groups": groups, "first": False}
    strip = round_strip(look.known, look.seat, *there, actions(look.known, look.seat))
    return {"strip": strip, "groups": groups, "first": bool(look.known.wanted)}


def _order(look: Looking) -> Mapping[str, Any]:
    there = _there(look)
    if there is None:
        return {"parts": (), "fight": None, "who": None, "waiting": False, "own": frozenset()}
    group, fight = there
    who = _who(look, group, fight)
    target = aimed_at(fight, look.foe) if who is not None else None
    return {
        "parts": order(look.known, look.seat, group, fight, who, target),
        "fight": fight,
        "who": who,
        "waiting": bool(look.known.wanted),
        "own": own_people(look),
    }


STRIKES = "attack"
PACK = "rummage"
GOES = (
    "act_quickly",
    "pay_hireling",
    "help_in_fight",
    "stabilise",
    "cross_room",
    "reload_weapon",
    "cast_ritual",
    "drag_away",
    "try_in_fight",
    "flee_fight",
    "pass_go",
)
"""What somebody may do with their go beside a blow, in the order it is shown; all else is folded away."""


STRIKING = (Phase.BEFORE, Phase.AFTER)
"""When blows are struck by the party."""
_NOTHING: Mapping[str, Any] = {
    "fight": None,
    "strike": None,
    "ahead": False,
    "who": None,
    "left": (),
    "theirs": (),
    "waiting": False,
    "others": (),
    "pack": (),
    "more": (),
    "whole": (),
}


def _strike(look: Looking) -> Mapping[str, Any]:
    """The blow of whoever acts, what else they could do, and what the group could; to a player also a blow to come."""
    there = _there(look)
    if there is None:
        return _NOTHING
    group, fight = there
    who = _who(look, group, fight)
    offered = actions(look.known, look.seat)
    own = [one for one in offered if one.who == who and who is not None]
    ahead = _waits(look, fight) if who is None else None
    strike = _blow(look, fight, ahead or (who if fight.phase in STRIKING else None), offered)
    looked_at = look.known.people.get(look.who) if look.who is not None else None
    return {
        "fight": fight,
        "strike": strike,
        "seated": strike is not None and strike.seat in look.known.seats,
        "down": looked_at.name if looked_at is not None and not looked_at.able else "",
        "name": look.known.people[who].name if who is not None else "",
        "ahead": ahead is not None,
        "who": who,
        "theirs": their_blows(look.known, group, fight) if look.referee and fight.phase is not Phase.OVER else (),
        "left": [look.known.people[one].name for one in not_done(look.known, group, fight)],
        "others": sorted((one for one in (own or offered) if one.kind in GOES), key=lambda one: GOES.index(one.kind)),
        "pack": [one for one in own if one.kind == PACK],
        "more": [one for one in own if one.kind not in (STRIKES, PACK, *GOES)],
        "whole": [one for one in offered if one.who is None and one.group == group.id and not is_next(one)],
        "waiting": bool(look.known.wanted),
    }


def _waits(look: Looking, fight: Fight) -> PersonId | None:
    """The player's own, who stands in the fight and has no go just now."""
    fighter = fight.fighter(look.who) if look.who is not None and not look.referee else None
    if fighter is None or fighter.away or fight.phase is Phase.OVER or not look.known.people[fighter.who].able:
        return None
    return fighter.who


def _blow(look: Looking, fight: Fight, who: PersonId | None, offered: tuple[Action, ...]) -> StrikeView | None:
    target = aimed_at(fight, look.foe)
    if who is None or target is None:
        return None
    return strike_view(look.known, look.seat, fight, who, target, look.weapon, offered)


def _peril(look: Looking) -> Mapping[str, Any]:
    there = _there(look)
    if there is None:
        return {"clocks": (), "nerve": (), "round": 0, "over": True}
    _, fight = there
    over = fight.phase is Phase.OVER
    nerve = () if over else nerve_cards(look.known, look.seat, fight)
    return {"clocks": dying_clocks(look.known, fight), "nerve": nerve, "round": fight.round, "over": over}


FIGHT: Mapping[str, View] = {"rounds": _rounds, "order": _order, "strike": _strike, "peril": _peril}
"""By name; the template is `live/<name>.html`."""
