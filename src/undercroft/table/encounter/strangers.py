"""Strangers that the referee brings in with a line, in a site or on the road."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.sovereign.parley import Creature
from undercroft.books.violence.surprise import Encounter, Place, encounter_distance
from undercroft.kernel.units import SeatId
from undercroft.table.body.fatigue import stop
from undercroft.table.encounter.ambush import fall_upon
from undercroft.table.encounter.arrivals import join_talk
from undercroft.table.encounter.scene import encounter_of
from undercroft.table.encounter.start import begin_encounter, motives
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.part import Command, Part, Reason, referee_only
from undercroft.table.engine.permission import NO_GROUP, in_a_scene
from undercroft.table.engine.play import Play
from undercroft.table.exploration import wandering
from undercroft.table.exploration.clocks import clock_of
from undercroft.table.exploration.wandering import CreaturesCame
from undercroft.table.fight.foe_line import slug
from undercroft.table.fight.foes import roll_count, take_line, unreadable_line
from undercroft.table.fight.muster import as_creatures
from undercroft.table.lore.lookup import monster
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import CreaturesId, GroupId, Text
from undercroft.table.state.journeys import Camp, Hike, TravelDay
from undercroft.table.state.scenes import EncounterScene
from undercroft.table.state.sites import Creatures
from undercroft.table.world.distances import FEET
from undercroft.table.world.sight import CreaturesSeen, creatures_as_seen


class MeetStrangers(Command, frozen=True, tag="meet_strangers"):
    """Start an encounter from a line such as “6 pilgrims HD 1”; `creature` is their kind.

    During an encounter, the strangers join it; with `ambush`, they attack from hiding.
    """

    group: GroupId
    line: Text
    creature: Creature = Creature.HUMANOID
    undead: bool = False
    hostile: bool = False
    ambush: bool = False
    ABOUT = About(
        title="Bring in monsters",
        deed="monsters arrive",
        preview=True,
        words="encounter monster npc stranger wandering",
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group = known.groups.get(self.group)
        if group is None or not group.members:
            yield NO_GROUP
        elif _busy(group):
            yield in_a_scene(group)
        elif self.ambush and encounter_of(group) is not None:
            yield Reason("met_already", "They are already in an encounter: an ambush is impossible.")
        yield from unreadable_line(known, self.line)

    def do(self, play: Play) -> None:
        """Place the strangers by the site's book, or outside at a rolled distance."""
        muster = take_line(play, self.line)
        count = roll_count(play, muster)
        group = play.group(self.group)
        known = monster(play.now, muster.monster) if muster.monster is not None else None
        id = CreaturesId(f"{slug(muster.name)}-{self.group}-{group.time}")
        others = replace(
            as_creatures(muster, id, count),
            kind=self.creature if known is None else known.kind,
            undead=self.undead if known is None else known.undead,
            hostile=self.hostile,
        )
        number = "" if muster.count.isdecimal() else muster.count
        if encounter_of(group) is not None:
            join_talk(play, self.group, _put_here(play, self.group, others))
        elif self.ambush:
            stop(play, self.group)
            waiting = _put_here(play, self.group, others)
            fall_upon(play, self.group, EncounterScene(creatures_as_seen(waiting), others=waiting, number_dice=number))
        elif group.site is None:
            meet_outdoors(play, self.group, others, number)
        else:
            play.tell(CreaturesCame(group.site, others))
            wandering.place(play, self.group, others.id)
            begin_encounter(play, self.group, others.id)


def _put_here(play: Play, group: GroupId, others: Creatures) -> Creatures:
    """Put creatures where the party is."""
    party = play.group(group)
    if party.site is None:
        return others
    arrived = replace(others, zone=party.zone, met=True, known_to=(group,))
    play.tell(CreaturesCame(party.site, arrived))
    play.tell(CreaturesSeen(party.site, creatures_as_seen(arrived)), to=group_audience(group))
    return arrived


def meet_outdoors(play: Play, group: GroupId, others: Creatures, number_dice: str = "") -> None:
    """Begin an encounter outdoors at a distance by Violence, which stops a march."""
    stop(play, group)
    far = play.settle(encounter_distance, Encounter(Place.OUTSIDE), to=group_audience(group))
    met = replace(creatures_as_seen(others), distance_ft=far.value * FEET[far.unit])
    play.begin(group, EncounterScene(met, others=others, wants=motives(play, others), number_dice=number_dice))


def _busy(group: Group) -> bool:
    open_to_more = isinstance(group.scene, TravelDay | Camp | Hike | EncounterScene)
    return group.scene is not None and clock_of(group) is None and not open_to_more


PART = Part(commands=(MeetStrangers,))
