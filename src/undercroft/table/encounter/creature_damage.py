"""Damage that the referee deals to creatures in an encounter, before there is a fight."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.table.body.condition import RolledAmount
from undercroft.table.body.wounds import purpose
from undercroft.table.encounter.scene import EncounterCommand, current_encounter, encounter_of
from undercroft.table.encounter.start import EndEncounter
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.part import Part, Reason
from undercroft.table.engine.plain_dice import amount
from undercroft.table.engine.play import Play
from undercroft.table.exploration.inhabitants import SLAIN, CreaturesCame, CreaturesLeft, gone_from_site
from undercroft.table.fight.damage_by_hand import FoeDamaged
from undercroft.table.fight.end import pool_foes
from undercroft.table.fight.foe_line import one_of
from undercroft.table.fight.foes import from_creatures
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import CreaturesId, GroupId, Text
from undercroft.table.world.sight import creatures_as_met
from undercroft.table.world.sightings import CreaturesSeen


class WoundCreature(EncounterCommand, frozen=True, tag="wound_creature"):
    """Deal damage to one of the creatures in an encounter."""

    creatures: CreaturesId
    amount: RolledAmount
    cause: Text = ""
    ABOUT = About(title="Damage a creature", form="health", words="damage monster harm")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        encounter = encounter_of(known.groups.get(self.group))
        if encounter is not None and all(seen.id != self.creatures for seen, _ in encounter.kinds):
            yield Reason("nobody_there", "There are no such creatures there.")

    def do(self, play: Play) -> None:
        """Deal the damage to the first of its kind, whose hit points are rolled if they are not known."""
        encounter, to = current_encounter(play, self.group), group_audience(self.group)
        others = next((truth for seen, truth in encounter.kinds if seen.id == self.creatures), None)
        if others is None:
            return
        first, *rest = (foe.health for foe in from_creatures(play, others).foes)
        dealt = amount(play, self.amount, purpose("damage", self.cause), to=to)
        left, name = max(0, first - dealt), one_of(others.name)
        play.tell(FoeDamaged(name, dealt, self.cause, dead=not left), to=to)
        health = (left, *rest) if left else tuple(rest)
        if not left:
            pool_foes(play, name, others.hd, 1, others.abilities)
        _change(play, self.group, replace(others, hp=health, count=len(health)))


def _change(play: Play, group: GroupId, after: Creatures) -> None:
    """Change one kind of creature in an encounter, which ends with the last of them."""
    encounter, site = current_encounter(play, group), play.now.site_of(play.group(group))
    in_site, to = site is not None and after.id in site.creatures, group_audience(group)
    seen = creatures_as_met(play.now, group, after)
    kinds = [
        (replace(met, count=None if met.count is None else seen.count), after) if met.id == after.id else (met, truth)
        for met, truth in encounter.kinds
        if met.id != after.id or after.count
    ]
    if site is not None and in_site and after.count:
        play.tell(CreaturesCame(site.id, after))
        play.tell(CreaturesSeen(site.id, seen, told=True), to=to)
    elif site is not None and in_site:
        gone_from_site(play, CreaturesLeft(site.id, after.id, SLAIN), to=to)
    if kinds:
        play.go_on(group, encounter.of_kinds(kinds))
    else:
        EndEncounter(group, "all of them are dead").do(play)


PART = Part(commands=(WoundCreature,))
