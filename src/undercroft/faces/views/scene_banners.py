"""What a player's group has run into, for a page or tab that does not show it: an encounter, a chase or a fight."""

from collections.abc import Iterable, Iterator

from undercroft.faces.views.banner import Banner, BannerKind
from undercroft.faces.views.encounter.reactions import called, called_together
from undercroft.kernel.units import SeatId
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.fights import fight_of
from undercroft.table.state.scenes import Chase, EncounterScene
from undercroft.table.state.seats import REFEREE, SPECTATORS

LEADS_THERE = frozenset({BannerKind.DICE, BannerKind.TURN})
"""Banners that lead to the same place already."""


def scene_banners(known: Campaign, seat: SeatId, others: Iterable[Banner]) -> Iterator[Banner]:
    """The encounter, chase or fight that a player's characters are in, unless another banner leads there."""
    if seat in (REFEREE, SPECTATORS) or any(banner.kind in LEADS_THERE for banner in others):
        return
    for group in known.groups.values():
        mine = any(known.people[who].seat == seat for who in group.members)
        if mine and (title := _title(group)):
            yield Banner(BannerKind.SCENE, title, leads="?tab=me", way="Go there")


def _title(group: Group) -> str:
    fight = fight_of(group)
    if fight is not None:
        return f"Fight: round {fight.round}"
    match group.scene:
        case EncounterScene() as scene:
            return f"Encounter: {called_together((scene.met, *scene.along))}"
        case Chase() as scene:
            return f"Chase: {called(scene.met)}"
        case _:
            return ""
