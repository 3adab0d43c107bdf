"""Strangers that the referee brings in with a line, in a site or on the road."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.sovereign.parley import Creature
from undercroft.books.violence.surprise import Encounter, Place, encounter_distance
from undercroft.kernel.amounts import counted
from undercroft.kernel.units import SeatId
from undercroft.table.body.fatigue import stop
from undercroft.table.encounter.ambush import fall_upon
from undercroft.table.encounter.arrivals import join_talk
from undercroft.table.encounter.reaction import throw_reaction
from undercroft.table.encounter.scene import encounter_of
from undercroft.table.encounter.start import begin_encounter, motives
from undercroft.table.engine.about import About
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.part import Command, Part, Reason, referee_only
from undercroft.table.engine.permission import in_a_scene, no_group
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import are
from undercroft.table.exploration import first_sight
from undercroft.table.exploration.clocks import clock_of
from undercroft.table.exploration.inhabitants import CreaturesCame
from undercroft.table.fight.foe_line import MOST_FOES, read_foes, slug
from undercroft.table.fight.foes import roll_count, roll_hit_points, take_line, unreadable_line
from undercroft.table.fight.muster import Muster, as_creatures
from undercroft.table.lore.lookup import bestiary, kind_of, monster
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import CreaturesId, GroupId, Text
from undercroft.table.state.journeys import Camp, Hike, TravelDay
from undercroft.table.state.lore import ArmourScale
from undercroft.table.state.scenes import EncounterScene
from undercroft.table.world.distances import FEET, outdoors
from undercroft.table.world.sight import creatures_as_seen
from undercroft.table.world.sightings import CreaturesSeen


class MeetStrangers(Command, frozen=True, tag="meet_strangers"):
    """Start an encounter from a line such as “6 pilgrims HD 1”; `creature` is their kind, if not that of the bestiary.

    What is given counts, and what is left out is rolled: their number, hit points, distance and reaction. Hit points
    and the reaction wait until they are needed, unless `roll_all` rolls them now.

    During an encounter, the strangers join it; with `ambush`, they attack from hiding.
    """

    group: GroupId
    line: Text
    creature: Creature | None = None
    undead: bool = False
    hostile: bool = False
    ambush: bool = False
    scale: ArmourScale | None = None
    """How the AC in the line counts, where the line does not show it; by default as your house rules' fights do."""
    count: Annotated[int, Meta(ge=1, le=MOST_FOES)] | None = None
    hp: Annotated[tuple[Annotated[int, Meta(ge=1, le=10_000)], ...], Meta(max_length=MOST_FOES)] = ()
    """Their hit points: of each, or one number for all."""
    distance_ft: Annotated[int, Meta(ge=0, le=100_000)] | None = None
    reaction: Annotated[int, Meta(ge=2, le=12)] | None = None
    """The total of their reaction roll on 2d6."""
    roll_all: bool = False
    ABOUT = About(
        title="Bring in monsters",
        deed="monsters arrive",
        preview=True,
        words="encounter monster npc stranger wandering",
    )

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group = known.groups.get(self.group)
        in_one, settled = encounter_of(group) is not None, (self.distance_ft, self.reaction) != (None, None)
        if group is None or not group.members:
            yield no_group(known)
        elif _busy(group):
            yield in_a_scene(group)
        elif self.ambush and in_one:
            yield Reason("met_already", f"{are(known, group)} already in an encounter: an ambush is impossible.")
        if settled and (in_one or self.ambush):
            yield Reason(
                "settled", "Leave out distance and reaction: creatures that join, or attack from hiding, have neither."
            )
        unreadable = tuple(unreadable_line(known, self.line, self.scale))
        yield from unreadable or self._wrong_hit_points(known)

    def _wrong_hit_points(self, known: Campaign) -> Iterable[Reason]:
        written = read_foes(self.line, bestiary(known).values()).count
        count = self.count if self.count is not None else int(written) if written.isdecimal() else None
        if len(self.hp) > 1 and len(self.hp) != count:
            many = "their number too" if count is None else counted(count, "number")
            yield Reason("hit_points", f"Enter {many}, or one number of hit points for all.")

    def do(self, play: Play) -> None:
        """Place the strangers by the site's book or as given, or outside at a rolled distance."""
        muster = take_line(play, self.line, self.scale)
        count = roll_count(play, muster) if self.count is None else self.count
        group = play.group(self.group)
        others = self._creatures(play, muster, count)
        number = "" if muster.count.isdecimal() or self.count is not None else muster.count
        if encounter_of(group) is not None:
            join_talk(play, self.group, _put_here(play, self.group, others))
        elif self.ambush:
            stop(play, self.group)
            waiting = _put_here(play, self.group, others)
            fall_upon(play, self.group, EncounterScene(creatures_as_seen(waiting), others=waiting, number_dice=number))
        elif group.site is None:
            meet_outdoors(play, self.group, others, number, self.distance_ft)
        else:
            play.tell(CreaturesCame(group.site, others))
            if self.distance_ft is None:
                first_sight.place(play, self.group, others.id)
            else:
                first_sight.notice(play, self.group, others.id, distance_ft=self.distance_ft)
            begin_encounter(play, self.group, others.id)

    def _creatures(self, play: Play, muster: Muster, count: int) -> Creatures:
        """The strangers, with the hit points and the reaction that are given or rolled now."""
        known = monster(play.now, muster.monster) if muster.monster is not None else None
        group = play.group(self.group)
        muster = replace(muster, hp=self.hp or muster.hp)
        if self.roll_all:
            muster = replace(muster, hp=roll_hit_points(play, muster, count))
        others = replace(
            as_creatures(muster, CreaturesId(f"{slug(muster.name)}-{self.group}-{group.time}"), count),
            kind=known.kind if known is not None else self.creature or kind_of(play.now, muster.name),
            undead=self.undead if known is None else known.undead,
            hostile=self.hostile,
            reaction=self.reaction,
        )
        if self.roll_all and self.reaction is None and not self.ambush and encounter_of(group) is None:
            others = replace(others, reaction=throw_reaction(play, others))
        return others


def _put_here(play: Play, group: GroupId, others: Creatures) -> Creatures:
    """Put creatures where the party is."""
    party = play.group(group)
    if party.site is None:
        return others
    arrived = replace(others, zone=party.zone, met=True, known_to=(group,))
    play.tell(CreaturesCame(party.site, arrived))
    seen = CreaturesSeen(party.site, creatures_as_seen(arrived), group=play.now.apart(group))
    play.tell(seen, to=group_audience(group))
    return arrived


def meet_outdoors(
    play: Play, group: GroupId, others: Creatures, number_dice: str = "", distance_ft: int | None = None
) -> None:
    """Begin an encounter outdoors at the distance given, or by Violence; it stops a march."""
    stop(play, group)
    given = None if distance_ft is None else outdoors(distance_ft)
    far = play.settle(encounter_distance, Encounter(Place.OUTSIDE, given), to=group_audience(group))
    met = replace(creatures_as_seen(others), distance_ft=far.value * FEET[far.unit])
    wants = motives(play, others)
    scene = EncounterScene(met, others=others, wants=wants, number_dice=number_dice, total=others.reaction)
    play.begin(group, scene)


def _busy(group: Group) -> bool:
    open_to_more = isinstance(group.scene, TravelDay | Camp | Hike | EncounterScene)
    return group.scene is not None and clock_of(group) is None and not open_to_more


PART = Part(commands=(MeetStrangers,))
