"""Chases: the faster side has its way, equals throw for it, and whoever is caught may have to fight."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.sovereign.chases import (
    Caught,
    Combat,
    Escaped,
    EvenRace,
    Hunt,
    Mood,
    Outrun,
    Overtaken,
    Race,
    Reached,
    Speeds,
    chase_auto,
    chase_caught,
    chase_modifier,
    chase_resolve,
)
from undercroft.books.sovereign.checks import Fit, Npc, npc_modifier
from undercroft.books.sovereign.encumbrance import USUAL_MOVE
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.books.violence.surprise import Side
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.battle import Company, FoeState
from undercroft.table.campaign import Campaign, Group
from undercroft.table.loads import load
from undercroft.table.names import CreaturesId, GroupId, PersonId, ZoneId
from undercroft.table.people import Person
from undercroft.table.play import Play
from undercroft.table.procedures import fight_foes, fight_start
from undercroft.table.procedures.exploring import arrive
from undercroft.table.procedures.taking_turns import a_turn, clock_at, turn_gone
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.scenes import Chase, Fight, Meeting
from undercroft.table.seats import REFEREE
from undercroft.table.seen import SeenCreatures
from undercroft.table.telling import group as group_audience
from undercroft.table.whose import referee_only

RUNNING = (Attribute.DEX, Attribute.CON)
"""The attributes a runner may choose from."""


class RunChase(Command, frozen=True, tag="run_chase"):
    """Run the chase: how much the pursuers care, how far ahead the others are in Rounds, and what else counts.

    `to` is where the party ends up if it gets away.
    """

    group: GroupId
    mood: Mood = Mood.NORMAL
    head_start: Annotated[int, Meta(ge=0, le=1000)] = 0
    situation: Annotated[int, Meta(ge=-20, le=20)] = 0
    leader: PersonId | None = None
    attack: bool = True
    to: ZoneId | None = None


class CallOffChase(Command, frozen=True, tag="call_off_chase"):
    """Nobody goes after anybody."""

    group: GroupId


class ChaseRun(Event, frozen=True, tag="table.chase-run"):
    """A chase has been run: those who fled were caught, or are away."""

    group: GroupId
    pursuers: Side
    caught: bool


class ChaseCalledOff(Event, frozen=True, tag="table.chase-called-off"):
    """The others are let go."""

    group: GroupId
    pursuers: Side


def begin(play: Play, group: GroupId, meeting: Meeting, pursuers: Side) -> None:
    """A meeting turns into a chase."""
    play.begin(group, Chase(meeting.met, pursuers, others=meeting.others, company=meeting.company))


def pursued_by(play: Play, group: GroupId, fight: Fight) -> None:
    """Foes who hold the field come after those who ran from it."""
    seen = tuple(foe for foe in fight.in_sight if foe.state is FoeState.FIGHTING)
    name = ", ".join(foe.name for foe in seen) or "Somebody"
    met = SeenCreatures(fight_name(fight), name, len(seen) or None, play.group(group).zone)
    play.begin(group, Chase(met, Side.ENEMIES, foes=fight.foes, bands=fight.bands, owed=fight.owed))


def fight_name(fight: Fight) -> CreaturesId:
    """What those who are left of a fight are known by: their first band in sight."""
    return next((CreaturesId(foe.band) for foe in fight.in_sight), CreaturesId("foes"))


def move_of(known: Campaign, person: Person) -> int:
    """How fast somebody is under their load, in feet."""
    return load(known, person).move or 0


def running(person: Person) -> int:
    """What somebody adds who runs."""
    return bridge.best_check(person, RUNNING, Skill.EXERT)


def _run(play: Play, act: RunChase) -> None:
    """It takes a Turn, whoever wins."""
    scene = play.group(act.group).scene
    if not isinstance(scene, Chase):
        return
    caught = _catches(play, act, scene)
    play.tell(ChaseRun(act.group, scene.pursuers, caught), to=group_audience(act.group))
    play.spend(act.group, a_turn(clock_at(play.now, play.group(act.group))))
    _over(play, act.group, scene, caught=caught)
    turn_gone(play, act.group, "chase")
    if caught and act.attack:
        _fall_upon(play, act.group, scene)
    elif act.to is not None and not caught and scene.pursuers is Side.ENEMIES:
        arrive(play, act.group, act.to)


def _over(play: Play, group: GroupId, scene: Chase, *, caught: bool) -> None:
    """The fight before it has taken its time; so is the meeting over, unless they have caught up."""
    if scene.owed:
        play.spend(group, scene.owed)
    play.end(group)
    if scene.owed:
        turn_gone(play, group, "fight")
    meeting = play.group(group).scene
    if isinstance(meeting, Meeting):
        play.go_on(group, replace(meeting, fought=caught, over=not caught))


def _catches(play: Play, act: RunChase, scene: Chase) -> bool:
    party = play.now.able_in(act.group)
    slowest = min((move_of(play.now, one) for one in party), default=0)
    theirs = scene.others.move_ft if scene.others is not None and scene.others.move_ft is not None else USUAL_MOVE
    hunting = scene.pursuers is Side.ADVENTURERS
    match play.settle(chase_auto, Speeds(slowest, theirs) if hunting else Speeds(theirs, slowest)):
        case Overtaken():
            return True
        case Outrun():
            return False
        case EvenRace():
            return _race(play, act, scene, party)


def _race(play: Play, act: RunChase, scene: Chase, party: tuple[Person, ...]) -> bool:
    """The pursuers throw; the dice of the party are its leader's, those of others are secret."""
    hunting = scene.pursuers is Side.ADVENTURERS
    count = max(1, _count(scene))
    counts = (len(party) or 1, count) if hunting else (count, len(party) or 1)
    situation = play.settle(chase_modifier, Hunt(*counts, act.head_start, act.mood)).modifier + act.situation
    leader = next((one for one in party if one.id == act.leader), max(party, key=running)) if party else None
    mods = tuple(running(one) for one in party if leader is not None and one.id != leader.id)
    lead = running(leader) if leader is not None else 0
    listed = scene.others.skill_mod if scene.others is not None else 0
    npc = play.settle(npc_modifier, Npc(Fit.NEUTRAL, listed)).mod
    pack = (npc,) * (count - 1)
    if hunting:
        race = Race(lead, npc, mods, pack, situation)
        seat = leader.seat if leader is not None else REFEREE
        outcome: Caught | Escaped = play.settle(chase_resolve, race, by=seat, to=group_audience(act.group))
    else:
        outcome = play.settle(chase_resolve, Race(npc, lead, pack, mods, situation, npc_pursuers=True))
    return isinstance(outcome, Caught)


def _count(scene: Chase) -> int:
    if scene.others is not None:
        return scene.others.count + sum(one.count for one in scene.company)
    return sum(foe.fights for foe in scene.foes) or (scene.met.count or 1)


def _fall_upon(play: Play, group: GroupId, scene: Chase) -> None:
    """Whoever caught up acts first, the front of the one side on the rear of the other."""
    companies = _companies(play, scene)
    there = play.group(group)
    ids = tuple(foe.id for company in companies for foe in company.foes)
    members = tuple(person.id for person in play.now.able_in(there.id))
    if not ids or not members:
        return
    chased = scene.pursuers is Side.ENEMIES
    given = Reached(ids, members) if chased else Reached(members, ids)
    outcome = play.settle(chase_caught, given)
    pairs = dict(outcome.pairs) if isinstance(outcome, Combat) and chased else {}
    aims = {foe: PersonId(who) for foe, who in pairs.items()}
    aimed = tuple(Company(one.band, tuple(replace(foe, aim=aims.get(foe.id)) for foe in one.foes)) for one in companies)
    fight_start.begin(play, group, aimed, first=scene.pursuers)


def _companies(play: Play, scene: Chase) -> tuple[Company, ...]:
    if scene.others is not None:
        return fight_foes.all_of(play, (scene.others, *scene.company))
    standing = tuple(foe for foe in scene.foes if foe.fights)
    return tuple(
        Company(band, tuple(foe for foe in standing if foe.band == band.id))
        for band in scene.bands
        if any(foe.band == band.id for foe in standing)
    )


def _call_off(play: Play, act: CallOffChase) -> None:
    scene = play.group(act.group).scene
    if not isinstance(scene, Chase):
        return
    play.tell(ChaseCalledOff(act.group, scene.pursuers), to=group_audience(act.group))
    _over(play, act.group, scene, caught=False)


def chase_of(group: Group | None) -> Chase | None:
    """The chase a group is in."""
    scene = group.scene if group is not None else None
    return scene if isinstance(scene, Chase) else None


def _may_run(known: Campaign, seat: SeatId, act: RunChase | CallOffChase) -> Iterable[Reason]:
    yield from referee_only(seat)
    if chase_of(known.groups.get(act.group)) is None:
        yield Reason("no_chase", "Nobody is chased.")
    elif isinstance(act, RunChase) and act.leader is not None:
        group = known.groups[act.group]
        if act.leader not in group.members or not known.people[act.leader].able:
            yield Reason("not_here", "Nobody of that name can run with them.")
    if isinstance(act, RunChase) and act.to is not None:
        there = known.groups.get(act.group)
        site = known.site_of(there)
        if site is None or act.to not in site.zones:
            yield Reason("no_zone", "The site has no such zone.")


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    for group in known.groups.values():
        chase = chase_of(group)
        if chase is not None:
            seconds = a_turn(clock_at(known, group))
            yield Offer(RunChase(group.id), f"Run the chase ({group.name})", seconds=seconds, rule=chase_resolve)
            yield Offer(CallOffChase(group.id), f"Call the chase off ({group.name})")


def _run_words(_: Campaign, it: ChaseRun) -> str:
    if it.pursuers is Side.ADVENTURERS:
        return "The party catches them." if it.caught else "They get away."
    return "They catch the party." if it.caught else "The party gets away."


ROOM = Room(
    arms={ChaseRun: unchanged, ChaseCalledOff: unchanged},
    steps={RunChase: _run, CallOffChase: _call_off},
    refusals={RunChase: _may_run, CallOffChase: _may_run},
    offers=_offers,
    words={
        ChaseRun: _run_words,
        ChaseCalledOff: lambda _, it: (
            "The party lets them go." if it.pursuers is Side.ADVENTURERS else "They let the party go."
        ),
    },
)
