"""Chases: the faster side wins, equal sides roll, and a caught party may have to fight."""

from collections.abc import Iterable, Mapping
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from undercroft.books.sovereign import chases
from undercroft.books.sovereign.checks import Fit, Npc, npc_modifier
from undercroft.books.sovereign.encumbrance import USUAL_MOVE
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.books.violence.surprise import Side
from undercroft.kernel.phrases import THEM, begun, verb
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.bridge.loads import load
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import SECRET, Audience, group_audience
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command, Offer, Part, Reason, groups_for, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import group_acting, group_acts
from undercroft.table.exploration.encounter_turns import a_turn, clock_at, turns_gone
from undercroft.table.exploration.site_entry import arrive, leave
from undercroft.table.fight import foes, start
from undercroft.table.site.waiting import known_ways
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.combatants import Company, FoeState
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import CreaturesId, GroupId, PersonId, ZoneId
from undercroft.table.state.journeys import Camp
from undercroft.table.state.people import Person
from undercroft.table.state.scenes import Chase, EncounterScene, Fight
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.seen_sites import SeenCreatures, all_named

RUNNING = (Attribute.DEX, Attribute.CON)
"""The attributes a runner can use."""


class _ChaseCommand(Command, frozen=True):
    """A command about the chase a group is in."""

    group: GroupId

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        if chase_of(known.groups.get(self.group)) is None:
            yield Reason("no_chase", "There is no chase.")


class RunChase(_ChaseCommand, frozen=True, tag="run_chase"):
    """Run the chase.

    Set how hard they chase, the head start in rounds and any other modifier; `to` is where the party ends up if
    it gets away, else the nearest room it knows, or out of the site. Modifiers count for the pursuers' roll.
    """

    mood: chases.Mood = chases.Mood.NORMAL
    head_start: Annotated[int, Meta(ge=0, le=1000)] | None = None
    """The rounds of head start, if not those that the distance between the two sides gives."""
    situation: Annotated[int, Meta(ge=-20, le=20)] = 0
    """What else the pursuers add to their roll; below 0 it helps those who flee."""
    leader: PersonId | None = None
    attack: bool = True
    to: ZoneId | None = None
    their_modifier: Annotated[int, Meta(ge=-20, le=20)] | None = None
    """What the creatures add to the race, if not what is listed for their kind."""
    fit: Fit = Fit.GOOD
    """Whether they are good runners, so that the modifier of their kind counts."""
    their_move: Annotated[int, Meta(ge=0, le=1000)] | None = None
    """Their Move in feet, if not the listed one."""
    ABOUT = About(title="Run the chase", also=Section.ENCOUNTER, words="flee escape pursue drop hide shut door")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        group = known.groups.get(self.group)
        runners = known.able_in(self.group) if group is not None else ()
        leader_here = self.leader is None or any(person.id == self.leader for person in runners)
        if chase_of(group) is not None and not leader_here:
            yield Reason("not_here", "There is no such person in this group to run.")
        site = known.site_of(group)
        if self.to is not None and (site is None or self.to not in site.zones):
            yield Reason("no_zone", "The site has no such room.")

    def do(self, play: Play) -> None:
        """Settle the chase, which takes a turn."""
        scene = play.group(self.group).scene
        if not isinstance(scene, Chase):
            return
        caught = _settle_chase(play, self, scene)
        play.tell(
            ChaseRun(self.group, scene.pursuers, caught, all_named(scene.met, *scene.along)),
            to=group_audience(self.group),
        )
        takes = a_turn(clock_at(play.now, play.group(self.group)))
        play.spend(self.group, takes)
        _end_chase(play, self.group, scene, caught=caught)
        turns_gone(play, self.group, "chase", takes)
        if caught and self.attack:
            _begin_fight(play, self.group, scene)
        elif not caught and scene.pursuers is Side.ENEMIES:
            _got_away(play, self.group, self.to)


class CallOffChase(_ChaseCommand, frozen=True, tag="call_off_chase"):
    """Call off the chase."""

    ABOUT = About(title="Call off the chase", also=Section.ENCOUNTER)

    def do(self, play: Play) -> None:
        scene = play.group(self.group).scene
        if not isinstance(scene, Chase):
            return
        play.tell(
            ChaseCalledOff(self.group, scene.pursuers, all_named(scene.met, *scene.along)),
            to=group_audience(self.group),
        )
        _end_chase(play, self.group, scene, caught=False)
        if scene.pursuers is Side.ENEMIES:
            _got_away(play, self.group, None)


class TurnAndFight(_ChaseCommand, frozen=True, tag="turn_and_fight"):
    """Turn and fight the pursuers: the chase ends, and a fight starts in the usual order."""

    ABOUT = About(title="Turn and fight", also=Section.TAP)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        scene = chase_of(known.groups.get(self.group))
        if scene is not None and scene.pursuers is not Side.ENEMIES:
            yield Reason("not_chased", "Nobody is chasing the party.")

    def do(self, play: Play) -> None:
        scene = play.group(self.group).scene
        if not isinstance(scene, Chase):
            return
        play.tell(TurnedToFight(self.group, all_named(scene.met, *scene.along)), to=group_audience(self.group))
        _end_chase(play, self.group, scene, caught=True)
        companies = _companies(play, scene)
        if companies and play.now.able_in(self.group):
            start.begin(play, self.group, companies)


class ChaseRun(Event, frozen=True, tag="table.chase-run"):
    """A chase was run: those who fled were caught, or got away."""

    group: GroupId
    pursuers: Side
    caught: bool
    others: str = ""
    """The creatures in the chase, as the party names them."""

    def say(self, now: Campaign) -> str:
        who = self.others or THEM
        if self.pursuers is Side.ADVENTURERS:
            caught = f"{group_acts(now, self.group, 'catch', 'catches')} {self.others or 'them'}."
            return caught if self.caught else f"{begun(who)} {verb(who, 'get', 'gets')} away."
        if self.caught:
            return f"{begun(who)} {verb(who, 'catch', 'catches')} {group_acting(now, self.group)}."
        return f"{group_acts(now, self.group, 'get', 'gets')} away{f' from {self.others}' if self.others else ''}."


class ChaseCalledOff(Event, frozen=True, tag="table.chase-called-off"):
    """The pursuers called off the chase."""

    group: GroupId
    pursuers: Side
    others: str = ""
    """The creatures in the chase, as the party names them."""

    def say(self, now: Campaign) -> str:
        who = group_acting(now, self.group) if self.pursuers is Side.ADVENTURERS else self.others or THEM
        return f"{begun(who)} {verb(who, 'give', 'gives')} up the chase."


class TurnedToFight(Event, frozen=True, tag="table.turned-to-fight"):
    """The party that was chased turns and fights."""

    group: GroupId
    others: str = ""
    """The creatures in the chase, as the party names them."""

    def say(self, now: Campaign) -> str:
        return f"{group_acts(now, self.group, 'turn and fight', 'turns and fights')} {self.others or 'them'}."


def begin(play: Play, group: GroupId, encounter: EncounterScene, pursuers: Side) -> None:
    """Turn an encounter into a chase."""
    others, company = encounter.others, encounter.company
    play.begin(group, Chase(encounter.met, pursuers, others=others, company=company, along=encounter.along))


def pursued_by(play: Play, group: GroupId, fight: Fight) -> None:
    """Let the foes who hold the field chase the party that fled."""
    seen = tuple(foe for foe in fight.in_sight if foe.state is FoeState.FIGHTING)
    name = ", ".join(foe.name for foe in seen) or "Someone"
    band = next((CreaturesId(foe.band) for foe in fight.in_sight), CreaturesId("foes"))
    met = SeenCreatures(band, name, len(seen) or None, play.group(group).zone)
    owed, fought = fight.rest(play.group(group).time), fight.takes
    chase = Chase(met, Side.ENEMIES, foes=fight.foes, bands=fight.bands, owed=owed, fought=fought, book=fight.book)
    play.begin(group, chase)


def move_of(known: Campaign, person: Person) -> int:
    """A character's move under their load, in feet."""
    return load(known, person).move or 0


def running(person: Person) -> int:
    """The modifier of a runner."""
    return bridge.best_check(person, RUNNING, Skill.EXERT)


def _end_chase(play: Play, group: GroupId, scene: Chase, *, caught: bool) -> None:
    """End the chase, spend the time of the fight before it, and end the encounter unless the party was caught."""
    if scene.owed:
        play.spend(group, scene.owed)
    play.end(group)
    turns_gone(play, group, "fight", scene.fought)
    encounter = play.group(group).scene
    if isinstance(encounter, EncounterScene):
        play.go_on(group, replace(encounter, fought=caught, over=not caught))


def _got_away(play: Play, group: GroupId, to: ZoneId | None) -> None:
    """Bring a party that got away to where the referee says, or away from its pursuers, once the encounter is over."""
    encounter = play.group(group).scene
    if to is not None:
        arrive(play, group, to, ran=True)
    elif isinstance(encounter, EncounterScene):
        play.go_on(group, replace(encounter, fled=True))
    else:
        run_away(play, group)


def run_away(play: Play, id: GroupId) -> None:
    """Bring a party away from where it stands: to the nearest room it knows, else from the entrance out of the site."""
    group = play.group(id)
    site = play.now.site_of(group)
    if isinstance(group.scene, Camp):
        play.go_on(id, replace(group.scene, fled=True))
    if site is None:
        return
    held = {creatures.zone for creatures in site.creatures.values()}
    ways = {zone: way for zone, way in known_ways(play.now, group).items() if way and zone not in held}
    if ways:
        arrive(play, id, min(ways, key=lambda zone: len(ways[zone])), ran=True)
    elif group.zone == site.entrance:
        leave(play, id, ends_turn=False)


def speeds_of(known: Campaign, group: Group, scene: Chase, their_move: int | None = None) -> chases.Speeds:
    """The Move of both sides, each that of its slowest; the referee may set the Move of the creatures."""
    slowest = min((move_of(known, person) for person in known.able_in(group.id)), default=0)
    listed = min((kind.move for kind in creatures_in(known, group, scene)), default=USUAL_MOVE)
    theirs = listed if their_move is None else their_move
    return chases.Speeds(slowest, theirs) if scene.pursuers is Side.ADVENTURERS else chases.Speeds(theirs, slowest)


def head_start_of(known: Campaign, group: Group, scene: Chase) -> int:
    """The rounds of head start by the distance at which the two sides met; 0 if they were close by."""
    return chases.start_by_distance(scene.met.distance_ft or 0, speeds_of(known, group, scene).pursuer_move)


def numbers_of(known: Campaign, group: Group, scene: Chase) -> tuple[int, int]:
    """How many pursue, and how many flee."""
    party = len(known.able_in(group.id)) or 1
    count = max(1, sum(kind.count for kind in creatures_in(known, group, scene)))
    return (party, count) if scene.pursuers is Side.ADVENTURERS else (count, party)


def _settle_chase(play: Play, command: RunChase, scene: Chase) -> bool:
    party = play.now.able_in(command.group)
    speeds = speeds_of(play.now, play.group(command.group), scene, command.their_move)
    match play.settle(chases.chase_auto, speeds):
        case chases.Overtaken():
            return True
        case chases.Outrun():
            return False
        case chases.EvenRace():
            return _race(play, command, scene, party)


def _race(play: Play, command: RunChase, scene: Chase, party: tuple[Person, ...]) -> bool:
    """Roll for an even race: the party's leader rolls openly, the pursuers in secret."""
    hunting = scene.pursuers is Side.ADVENTURERS
    group = play.group(command.group)
    kinds = creatures_in(play.now, group, scene)
    start = head_start_of(play.now, group, scene) if command.head_start is None else command.head_start
    hunt = chases.Hunt(*numbers_of(play.now, group, scene), start, command.mood)
    situation = play.settle(chases.chase_modifier, hunt).modifier + command.situation
    fastest = max(party, key=running, default=None)
    leader = next((person for person in party if person.id == command.leader), fastest)
    mods = tuple(running(person) for person in party if leader is not None and person.id != leader.id)
    lead = running(leader) if leader is not None else 0
    npc, *pack = _modifiers(play, command, kinds) or (play.settle(npc_modifier, Npc(Fit.NEUTRAL, 0)).mod,)
    if hunting:
        race = chases.Race(lead, npc, mods, tuple(pack), situation)
        seat = leader.seat if leader is not None else REFEREE
        to: Audience = group_audience(command.group)
    else:
        race = chases.Race(npc, lead, tuple(pack), mods, situation, npc_pursuers=True)
        seat, to = REFEREE, SECRET
    return isinstance(play.settle(chases.chase_resolve, race, by=seat, to=to), chases.Caught)


class ChaseKind(Struct, frozen=True):
    """Creatures of one kind in a chase: how many, what each adds to the race, and their Move in feet."""

    count: int
    modifier: int
    move: int


def creatures_in(known: Campaign, group: Group, scene: Chase) -> tuple[ChaseKind, ...]:
    """The kinds of creatures in a chase: of the encounter, or those who are left of the fight before it."""
    if scene.others is not None:
        return tuple(_kind(band, band.count) for band in (scene.others, *scene.company))
    if not scene.bands:
        return (ChaseKind(scene.met.count or 1, 0, USUAL_MOVE),)
    site = known.site_of(group)
    there: Mapping[CreaturesId, Creatures] = site.creatures if site is not None else {}
    standing = [(band, sum(foe.fights for foe in scene.foes if foe.band == band.id)) for band in scene.bands]
    return tuple(
        _kind(there.get(band.creatures) if band.creatures is not None else None, count)
        for band, count in standing
        if count
    )


def _kind(creatures: Creatures | None, count: int) -> ChaseKind:
    if creatures is None:
        return ChaseKind(count, 0, USUAL_MOVE)
    return ChaseKind(count, creatures.skill_mod, USUAL_MOVE if creatures.move_ft is None else creatures.move_ft)


def _modifiers(play: Play, command: RunChase, kinds: Iterable[ChaseKind]) -> tuple[int, ...]:
    """What each creature adds to the race, the best first; the best leads."""
    ours = command.their_modifier
    found: list[int] = []
    for kind in kinds:
        npc = Npc(command.fit, kind.modifier) if ours is None else Npc(Fit.GOOD, ours)
        found += [play.settle(npc_modifier, npc).mod] * kind.count
    return tuple(sorted(found, reverse=True))


def _begin_fight(play: Play, group: GroupId, scene: Chase) -> None:
    """Begin a fight in which the pursuers act first, their front against the rear of the others.

    Nothing is rolled until the referee starts the first round.
    """
    companies = _companies(play, scene)
    party = play.group(group)
    ids = tuple(foe.id for company in companies for foe in company.foes)
    members = tuple(person.id for person in play.now.able_in(party.id))
    if not ids or not members:
        return
    chased = scene.pursuers is Side.ENEMIES
    given = chases.Reached(ids, members) if chased else chases.Reached(members, ids)
    outcome = play.settle(chases.chase_caught, given)
    pairs = dict(outcome.pairs) if isinstance(outcome, chases.Combat) and chased else {}
    aims = {foe: PersonId(who) for foe, who in pairs.items()}
    aimed = tuple(
        replace(company, foes=tuple(replace(foe, aim=aims.get(foe.id)) for foe in company.foes))
        for company in companies
    )
    start.begin(play, group, aimed, first=scene.pursuers)


def _companies(play: Play, scene: Chase) -> tuple[Company, ...]:
    if scene.others is not None:
        return foes.companies_of(play, (scene.others, *scene.company))
    standing = tuple(foe for foe in scene.foes if foe.fights)
    return tuple(
        Company(band, tuple(foe for foe in standing if foe.band == band.id), scene.book)
        for band in scene.bands
        if any(foe.band == band.id for foe in standing)
    )


def chase_of(group: Group | None) -> Chase | None:
    """The chase a group is in."""
    scene = group.scene if group is not None else None
    return scene if isinstance(scene, Chase) else None


def spoken(known: Campaign, command: Command) -> str:
    """What a player says to propose a command in a chase; empty if the other side decides it."""
    scene = chase_of(known.groups.get(command.group)) if isinstance(command, _ChaseCommand) else None
    return _SPOKEN.get((type(command), scene.pursuers), "") if scene is not None else ""


_SPOKEN: Mapping[tuple[type[Command], Side], str] = {
    (RunChase, Side.ENEMIES): "run on",
    (RunChase, Side.ADVENTURERS): "keep after them",
    (TurnAndFight, Side.ENEMIES): "turn and fight",
    (CallOffChase, Side.ADVENTURERS): "let them go",
}


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group in groups_for(known, seat):
        scene = chase_of(group)
        if scene is not None:
            act, seconds = RunChase(group.id), a_turn(clock_at(known, group))
            yield Offer(act, "Run", "the chase", note=group.name, seconds=seconds, rule=chases.chase_resolve)
            if scene.pursuers is Side.ENEMIES:
                yield Offer(TurnAndFight(group.id), "Turn", "and fight", note=group.name)
            yield Offer(CallOffChase(group.id), "Call", "the chase off", note=group.name)


PART = Part(
    commands=(RunChase, TurnAndFight, CallOffChase),
    events=(ChaseRun, TurnedToFight, ChaseCalledOff),
    offers=_offers,
)
