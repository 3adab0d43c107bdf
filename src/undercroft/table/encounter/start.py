"""Starting and ending encounters."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from undercroft.books.sovereign.entry import Passing, Style, door_entry
from undercroft.books.sovereign.parley import Creature, Who, parley_motives
from undercroft.books.sovereign.reactions import Choice, Response
from undercroft.books.sovereign.surprise import Method
from undercroft.books.violence.surprise import Side
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.encounter.scene import (
    EncounterCommand,
    current_encounter,
    encounter_of,
    not_there_too,
    present,
)
from undercroft.table.encounter.surprise import surprise, surprise_offer
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Automatic, Command, Offer, Part, Reason, groups_for, referee_only
from undercroft.table.engine.permission import not_exploring
from undercroft.table.engine.play import Play
from undercroft.table.exploration.clocks import clock_of
from undercroft.table.exploration.encounter_turns import a_turn, clock_at, count_turn, turns_gone
from undercroft.table.exploration.inhabitants import FLED, CreaturesCame, CreaturesLeft, gone_from_site
from undercroft.table.fight import foes, start
from undercroft.table.fight.chase import run_away
from undercroft.table.lore.lookup import kind_of
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.creatures import UNKNOWN, Creatures
from undercroft.table.state.house_rules import Reaction
from undercroft.table.state.ids import CreaturesId, GroupId, Text
from undercroft.table.state.people import State
from undercroft.table.state.scenes import DelveRound, EncounterScene
from undercroft.table.state.seen_sites import all_counted, all_named
from undercroft.table.world.sight import creatures_as_met, in_view


class Face(Command, frozen=True, tag="face"):
    """Start an encounter with creatures in the group's room; this happens by itself when they first see each other.

    `along` names other creatures there that the group has met before.
    """

    group: GroupId
    creatures: CreaturesId
    along: tuple[CreaturesId, ...] = ()
    ABOUT = About(title="Start an encounter here", deed="an encounter", words="encounter monster meet")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group = known.groups.get(self.group)
        if group is None or clock_of(group) is None:
            yield not_exploring(group)
            return
        seen = known.seen_by(group)
        others = seen.creatures.get(self.creatures) if seen is not None else None
        site = known.site_of(group)
        truth = site.creatures.get(self.creatures) if site is not None else None
        if truth is None or (others is None and truth.zone != group.zone):
            yield Reason("nobody_there", "There are no such creatures there.")
        yield from not_there_too(known, group, self.creatures, self.along)

    def do(self, play: Play) -> None:
        again = self.group in play.site_of(play.group(self.group)).creatures[self.creatures].known_to
        begin_encounter(play, self.group, self.creatures, self.along)
        if again:
            encounter = current_encounter(play, self.group)
            whom = all_named(encounter.met, *encounter.along)
            play.tell(EncounterAgain(self.group, whom), to=group_audience(self.group))


class JoinFight(Automatic, frozen=True, tag="join_fight"):
    """Start the fight; the table does this by itself."""

    group: GroupId
    ABOUT = About(title="Start the fight", deed="a fight starts")

    def do(self, play: Play) -> None:
        """Begin the fight with those surprised in the encounter; talk before it takes its turn first."""
        encounter = current_encounter(play, self.group)
        others = encounter.others
        if others is None:
            return
        if takes := _talk_takes(play, self.group, encounter):
            play.go_on(self.group, replace(encounter, talked=False))
            play.spend(self.group, takes)
            turns_gone(play, self.group, "talk", takes)
            encounter = current_encounter(play, self.group)
        companies = foes.companies_of(play, (others, *encounter.company))
        sides = frozenset({Side.ENEMIES}) if encounter.stunned else frozenset[Side]()
        play.go_on(self.group, replace(encounter, fought=True))
        far = encounter.met.distance_ft
        start.begin(play, self.group, companies, sides=sides, surprised=encounter.surprised, distance_ft=far)


class EndEncounter(EncounterCommand, frozen=True, tag="end_meeting"):
    """End the encounter; talk takes a turn."""

    how: Text = ""
    ABOUT = About(title="End encounter", also=Section.ENCOUNTER)

    def do(self, play: Play) -> None:
        encounter = current_encounter(play, self.group)
        usual = _HOW[Response.FIGHT] if encounter.fought else _HOW.get(encounter.does, "they go their ways")
        play.tell(EncounterOver(self.group, self.how or usual), to=group_audience(self.group))
        site = play.group(self.group).site
        _settle(play, self.group, encounter)
        ran = encounter.does is Response.RUN and not encounter.fought
        for seen in (encounter.met, *encounter.along) if ran else ():
            if site is not None and seen.id in play.now.sites[site].creatures:
                gone = CreaturesLeft(site, seen.id, FLED, all_counted(seen))
                gone_from_site(play, gone, to=group_audience(self.group))
        takes = _talk_takes(play, self.group, encounter)
        if takes:
            play.spend(self.group, takes)
        play.end(self.group)
        for why in encounter.turns:
            count_turn(play, self.group, why)
        turns_gone(play, self.group, "talk", takes)
        let_be = encounter.stance is Choice.RUN and encounter.does is Response.IGNORE and not encounter.fought
        if encounter.fled or let_be:
            run_away(play, self.group)


def _talk_takes(play: Play, group: GroupId, encounter: EncounterScene) -> Seconds:
    """How long the talk of an encounter took: a turn, if there was any."""
    return a_turn(clock_at(play.now, play.group(group))) if encounter.talked else Seconds(0)


class EncounterAgain(Event, frozen=True, tag="table.encounter-again"):
    """A group deals with creatures that it has met before."""

    group: GroupId
    whom: str
    """The creatures as the group knows them: `the orcs`."""

    def say(self, _now: Campaign) -> str:
        return f"The encounter with {self.whom} starts again."


class EncounterOver(Event, frozen=True, tag="table.meeting-over"):
    """How an encounter ended."""

    group: GroupId
    how: str

    def say(self, _now: Campaign) -> str:
        """How it ended; empty after a fight or a chase, which the log has told already."""
        return "" if self.how in _TOLD else f"The encounter ends: {self.how}."


# Starting


def begin_encounter(play: Play, group: GroupId, creatures: CreaturesId, along: tuple[CreaturesId, ...] = ()) -> None:
    """Begin an encounter; a party that bursts through a door may surprise the creatures.

    By Delving, the characters who walked or ran are surprised.
    """
    party = play.group(group)
    if party.site is None:
        return
    site = play.now.sites[party.site]
    before = site.creatures[creatures]
    entry = party.entered if _at_home(before) and group not in before.known_to else Style.SOFT
    with_them = tuple(
        other.id
        for other in site.creatures.values()
        if other.id in along or (other.id != creatures and _is_faced(play.now, other, party))
    )
    others = known_now(play, group, creatures)
    company = tuple(known_now(play, group, other) for other in with_them)
    scene = EncounterScene(
        creatures_as_met(play.now, group, others),
        others=others,
        along=tuple(creatures_as_met(play.now, group, other) for other in company),
        company=company,
        entry=entry,
        surprised=party.scene.surprised if isinstance(party.scene, DelveRound) else (),
        wants=motives(play, others),
        total=others.reaction,
    )
    play.begin(group, scene)
    if door_entry(Script(), Passing(entry)).can_surprise and play.now.house.reaction is Reaction.SOVEREIGN:
        surprise(play, group, Method.BURST, None)


def _settle(play: Play, group: GroupId, encounter: EncounterScene) -> None:
    """Keep what the creatures that stay in the site answered, for every later encounter with them."""
    site = play.now.site_of(play.group(group))
    if site is None or (encounter.does is None and encounter.total is None):
        return
    for others in (site.creatures.get(seen.id) for seen in (encounter.met, *encounter.along)):
        if others is not None and (others.reaction, others.answer) != (encounter.total, encounter.does):
            play.tell(CreaturesCame(site.id, replace(others, reaction=encounter.total, answer=encounter.does)))


def _at_home(others: Creatures) -> bool:
    """Whether creatures were in the room before the party; those who came upon it were not burst in upon."""
    return others.distance_ft is None and not others.direction


def known_now(play: Play, group: GroupId, creatures: CreaturesId) -> Creatures:
    """Mark creatures as met by a group, and return them."""
    site = play.site_of(play.group(group))
    others = site.creatures[creatures]
    met = replace(
        others, met=True, ambush=False, known_to=(*(other for other in others.known_to if other != group), group)
    )
    if others != met:
        play.tell(CreaturesCame(site.id, met))
    return met


def motives(play: Play, others: Creatures) -> tuple[str, ...]:
    """What creatures of this kind want, for the referee; only where reactions go by Sovereign, which lists it.

    The bestiary says the kind of those whose name it has.
    """
    named = kind_of(play.now, others.name)
    kind = others.kind if named == UNKNOWN or others.monster is not None else named
    if kind not in set(Creature) or play.now.house.reaction is not Reaction.SOVEREIGN:
        return ()
    return play.settle(parley_motives, Who(Creature(kind))).motives


_HOW: Mapping[Response | None, str] = {
    Response.FIGHT: "after the fight",
    Response.RUN: "they are gone",
    Response.TALK: "they have talked",
    Response.CHASE: "the chase is over",
    Response.IGNORE: Response.IGNORE.words,
}

_TOLD = frozenset({_HOW[Response.FIGHT], _HOW[Response.CHASE]})


# What follows


def _next(campaign: Campaign) -> Command | None:
    commands = (_follows(campaign, group) for group in campaign.groups.values())
    return next((command for command in commands if command is not None), None)


def _follows(campaign: Campaign, group: Group) -> Command | None:
    encounter = encounter_of(group)
    if encounter is None:
        others = _faced_next(campaign, group) if clock_of(group) is not None else None
        return None if others is None else Face(group.id, others.id)
    gone = not encounter.fought and not _still_there(campaign, group, encounter)
    if encounter.over or gone or (encounter.does is Response.IGNORE and encounter.again_at is None):
        return EndEncounter(group.id)
    if encounter.does is Response.FIGHT and not encounter.fought:
        return JoinFight(group.id)
    return None


def _still_there(campaign: Campaign, group: Group, encounter: EncounterScene) -> bool:
    """Whether any of the creatures are still in the site: the referee may have dismissed them."""
    site = campaign.site_of(group)
    return site is None or any(creatures.id in site.creatures for creatures in (encounter.met, *encounter.along))


def _faced_next(campaign: Campaign, group: Group) -> Creatures | None:
    """The next creatures in plain sight that a group has not met yet, awake or asleep."""
    site = campaign.site_of(group)
    if site is None or not any(person.able or person.is_in(State.ASLEEP) for person in campaign.those_in(group.id)):
        return None
    return next((creatures for creatures in site.creatures.values() if _is_faced(campaign, creatures, group)), None)


def _is_faced(campaign: Campaign, others: Creatures, group: Group) -> bool:
    there = not others.is_event and others.count > 0 and in_view(campaign, group, others)
    return there and group.id not in others.known_to and not others.let_be


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group in groups_for(known, seat):
        encounter = encounter_of(group)
        if encounter is not None:
            if encounter.does is None and not encounter.stunned and known.house.reaction is Reaction.SOVEREIGN:
                yield surprise_offer(known, group, encounter)
            yield Offer(EndEncounter(group.id), "End encounter", note=group.name, warns=_undecided(encounter))
        elif clock_of(group) is not None:
            yield from _here(known, group)


def _undecided(encounter: EncounterScene) -> str:
    """The warning where what the creatures do is not decided yet; empty once they have acted."""
    if encounter.does is not None or encounter.fought or encounter.talked:
        return ""
    return f"Nobody has dealt with {all_named(encounter.met, *encounter.along)} yet."


def _here(known: Campaign, group: Group) -> Iterable[Offer]:
    """One kind after the other, or all of them at once."""
    here = tuple(creatures for creatures in present(known, group) if not creatures.ambush)
    if len(here) > 1:
        first, *rest = here
        names = ", ".join(creatures.name for creatures in here)
        act = Face(group.id, first.id, tuple(creatures.id for creatures in rest))
        yield Offer(act, "start the encounter again:", names, group.name)
    for others in here:
        yield Offer(Face(group.id, others.id), "start the encounter again:", others.name, group.name)


PART = Part(
    commands=(Face, JoinFight, EndEncounter),
    events=(EncounterAgain, EncounterOver),
    offers=_offers,
    follow_up=_next,
)
