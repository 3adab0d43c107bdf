"""The encounter a group is in, and the creatures there."""

from collections.abc import Iterable

from undercroft.kernel.units import SeatId
from undercroft.table.engine.part import Command, Reason, groups_for, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import are
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import CreaturesId, GroupId
from undercroft.table.state.scenes import EncounterScene


def encounter_of(group: Group | None) -> EncounterScene | None:
    """The encounter a group is in."""
    scene = group.scene if group is not None else None
    return scene if isinstance(scene, EncounterScene) else None


def current_encounter(play: Play, group: GroupId) -> EncounterScene:
    """The encounter a group is in; raises ValueError if there is none."""
    scene = encounter_of(play.group(group))
    if scene is None:
        raise ValueError("the group meets nobody")
    return scene


def not_there_too(
    known: Campaign, group: Group, first: CreaturesId, along: tuple[CreaturesId, ...]
) -> Iterable[Reason]:
    """Why these creatures cannot be part of the encounter."""
    others = {creatures.id for creatures in present(known, group)} - {first}
    if not others.issuperset(along) or len(set(along)) < len(along):
        yield Reason("not_with_them", "Some of those are not in this encounter.")


class EncounterCommand(Command, frozen=True):
    """A command of the referee about the encounter a group is in."""

    group: GroupId

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if encounter_of(known.groups.get(self.group)) is None:
            yield Reason("no_meeting", f"{are(known, known.groups.get(self.group))} not in an encounter.")


def encounters(known: Campaign, seat: SeatId) -> Iterable[tuple[Group, EncounterScene]]:
    """The encounters of the groups that a seat leads."""
    for group in groups_for(known, seat):
        encounter = encounter_of(group)
        if encounter is not None:
            yield group, encounter


def present(known: Campaign, group: Group) -> Iterable[Creatures]:
    """The creatures in a group's zone, hidden or not."""
    site = known.site_of(group)
    for others in site.creatures.values() if site is not None else ():
        if others.zone == group.zone and not others.is_event and others.count:
            yield others
