"""Whom each foe will attack on its go, and whom it could be set on instead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from undercroft.faces.views.rounds import first_name
from undercroft.kernel import wire
from undercroft.table.campaign import Campaign, Group
from undercroft.table.names import FoeId
from undercroft.table.procedures.fight_field import on_their_feet
from undercroft.table.procedures.fight_foes import AimFoe
from undercroft.table.procedures.fight_theirs import targets
from undercroft.table.scenes import Fight


class Aim(Struct, frozen=True):
    """Somebody a foe attacks, or could be set on."""

    name: str
    command: Any
    now: bool


def aims(known: Campaign, group: Group, fight: Fight) -> Mapping[FoeId, tuple[Aim, ...]]:
    """For each foe that fights, everybody on their feet; for whoever decides it."""
    line = tuple(fighter.who for fighter in on_their_feet(known, group, fight))
    return {
        foe: tuple(
            Aim(first_name(known.people[who].name), wire.plain(AimFoe(group.id, foe, who)), now=who == at)
            for who in line
        )
        for foe, at in targets(known, group, fight).items()
    }
