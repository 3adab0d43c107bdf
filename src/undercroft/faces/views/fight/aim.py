"""Whom each foe will attack on its go, and its other possible targets."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from undercroft.faces.views.short_names import first_name
from undercroft.kernel import wire
from undercroft.table.fight.foes import AimFoe
from undercroft.table.fight.targets import targets
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.fights import on_their_feet
from undercroft.table.state.ids import FoeId
from undercroft.table.state.scenes import Fight


class FoeTarget(Struct, frozen=True):
    """A target of a foe, present or possible."""

    name: str
    command: Any
    now: bool


def aims(known: Campaign, group: Group, fight: Fight) -> Mapping[FoeId, tuple[FoeTarget, ...]]:
    """For each fighting foe, everyone on their feet; for a seat that decides its target."""
    line = tuple(fighter.who for fighter in on_their_feet(known, group, fight))
    return {
        foe: tuple(
            FoeTarget(first_name(known.people[who].name), wire.plain(AimFoe(group.id, foe, who)), now=who == at)
            for who in line
        )
        for foe, at in targets(known, group, fight).items()
    }
