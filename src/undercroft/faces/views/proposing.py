"""What a player may propose by a tap, and what of it has been proposed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from undercroft.faces.views.actions import actions
from undercroft.faces.views.rounds import first_name
from undercroft.kernel import wire
from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign, Group
from undercroft.table.names import PersonId
from undercroft.table.notes import Declare, DropDeclaration, declared_by
from undercroft.table.proposals import proposes, speaker
from undercroft.table.rooms import Command


class Proposal(Struct, frozen=True):
    """A button: what it proposes; pressed where that is proposed already, and then it takes it back."""

    text: str
    kind: str
    meant: Mapping[str, Any]
    command: Any
    on: bool


PROPOSING = "declare"
"""The kind of command that a proposal is."""


def proposed(known: Campaign, seat: SeatId, group: Group | None) -> tuple[Proposal, ...]:
    """What a player may propose for a group."""
    if group is None:
        return ()
    offered = (one.command for one in actions(known, seat) if one.kind == PROPOSING)
    return tuple(
        _proposal(known, one["who"], one["text"], one) for one in offered if one["command"].get("group") == group.id
    )


def propose(known: Campaign, seat: SeatId, group: Group, meant: Command, text: str) -> Proposal | None:
    """One thing that is not on the list, if it may be proposed."""
    who = speaker(known, seat, group.id)
    if who is None:
        return None
    act = Declare(who, text, wire.plain(meant))
    return _proposal(known, who, text, wire.plain(act)) if proposes(known, seat, act, meant) else None


def _proposal(known: Campaign, who: PersonId, text: str, command: Mapping[str, Any]) -> Proposal:
    meant = command["command"]
    on = declared_by(known, who) == meant
    return Proposal(text, meant["kind"], meant, wire.plain(DropDeclaration(who)) if on else command, on)


def backers(known: Campaign, meant: Mapping[str, Any]) -> tuple[str, ...]:
    """Who proposed that, whichever way they would go about it."""
    return tuple(
        first_name(known.people[one.who].name)
        for one in known.declared
        if one.command is not None and _bare(one.command) == _bare(meant)
    )


def _bare(meant: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: value for name, value in meant.items() if name != "style"}
