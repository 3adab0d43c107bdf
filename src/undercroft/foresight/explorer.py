"""The bot on an expedition: it lights torches, goes in and home by its route, and deals with what it meets."""

from collections.abc import Mapping

from undercroft.books.sovereign.doors import TOO_HARD
from undercroft.books.sovereign.encumbrance import STEPS
from undercroft.books.sovereign.healing import STRAIN_OF_AID
from undercroft.books.sovereign.reactions import Choice
from undercroft.books.sovereign.strain import overstrains
from undercroft.books.sovereign.units import Skill
from undercroft.books.violence.surprise import Side
from undercroft.foresight.at_hand import FOREVER, battering, forcing, noticing, torch_burns, torches_of
from undercroft.foresight.beginning import opening, rooms_of, route_of
from undercroft.foresight.bot import Bot, RunDice, Watch
from undercroft.foresight.encode_road import road_of
from undercroft.foresight.encode_site import way_between
from undercroft.foresight.policy import has_lost, helps, turns_back, wants_aid, wants_breather, way_home
from undercroft.foresight.scenario import SITE, PartyPolicy, Scenario, Surprised
from undercroft.foresight.traveller import Traveller
from undercroft.table.body.wounds import KIT
from undercroft.table.bridge import skill, strain_max, weary
from undercroft.table.bridge.loads import load
from undercroft.table.encounter.ambush import SpringAmbush
from undercroft.table.encounter.scene import encounter_of
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.encounter.start import EndEncounter
from undercroft.table.engine.part import Command
from undercroft.table.exploration.clocks import clock_of
from undercroft.table.exploration.delve_order import LetOthersFirst
from undercroft.table.exploration.delve_rounds import to_act
from undercroft.table.exploration.jobs import job_of
from undercroft.table.exploration.pending_encounters import pending_encounters
from undercroft.table.exploration.recovery import Recover
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep
from undercroft.table.exploration.wandering import Place
from undercroft.table.fight.foes import AddFoes
from undercroft.table.gear.carrying import Take
from undercroft.table.gear.reach import within_reach
from undercroft.table.site.battering import BatterDoor, ForceDoor
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.site.locks import TOOLS, PickLock, lock
from undercroft.table.site.movement import SHUT_FAST, Move
from undercroft.table.site.search import Search
from undercroft.table.state.fights import fight_of
from undercroft.table.state.house_rules import Fatigue
from undercroft.table.state.ids import PersonId, SiteId, ZoneId
from undercroft.table.state.people import Person, Role
from undercroft.table.state.scenes import (
    DelveRound,
    DelverTurn,
    EncounterScene,
    OverloadedTurn,
    Scene,
    SovereignTurn,
    ViolenceTurn,
)
from undercroft.table.state.sites import Door, DoorState
from undercroft.table.state.things import Lying, Thing, ThingKind
from undercroft.table.treatment.healing import FirstAid
from undercroft.table.world.darkness import is_dark
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp


class Explorer:
    """Plays an expedition at the table."""

    def __init__(
        self, bot: Bot, policy: PartyPolicy, route: tuple[tuple[ZoneId, int], ...], turns: int, site: SiteId = SITE
    ) -> None:
        self.bot = bot
        self._site = site
        self._policy = policy
        self._route = route
        self._turns = turns
        self._at = 0
        self._stayed = 0
        self._homeward = False
        bot.people = bot.now.groups[MAIN].members

    def explore(self) -> None:
        """Go in and come home, or fall on the way."""
        bearer = self._lighter()
        if bearer is not None:
            self.bot.do(self._light(bearer))
        self.bot.do(EnterSite(MAIN, self._site))
        while not self.bot.over:
            self._next()

    def _next(self) -> None:
        bot, group = self.bot, self.bot.now.groups[MAIN]
        if fight_of(group) is not None:
            self._fight()
            return
        encounter = encounter_of(group)
        if encounter is not None:
            bot.do(self._in_encounter(encounter))
            return
        if not any(person.alive for person in bot.now.those_in(MAIN)):
            bot.over = True
            return
        command = self._in_turn()
        self._let_first(command)
        bot.do(command)

    def _let_first(self, command: Command) -> None:
        """In a delve round, those further ahead let the character act whom the party wants to act."""
        now, scene = self.bot.now, self.bot.now.groups[MAIN].scene
        if not isinstance(scene, DelveRound) or not isinstance(
            command, Search | FirstAid | PickLock | BatterDoor | ForceDoor
        ):
            return
        helps = command.helpers if isinstance(command, ForceDoor) else ()
        able = [person.id for person in now.able_in(MAIN)]
        last = max(able.index(who) for who in (helps or (command.who,)))
        for who in able[:last]:
            if who in to_act(now, now.groups[MAIN]):
                self.bot.do(LetOthersFirst(who))

    def _fight(self) -> None:
        """Fight; a party that ran goes home, and is back in the room before if it got away."""
        back, escapes = max(0, self._at - 1), self.bot.escapes
        self.bot.fight(MAIN, self._route[back][0])
        self._homeward = self._homeward or self.bot.ran
        if self.bot.escapes > escapes:
            self._at, self._stayed = back, 0

    def _in_encounter(self, encounter: EncounterScene) -> Command:
        if encounter.does is None:
            return TakeStance(MAIN, Choice(self._policy.stance.value))
        return EndEncounter(MAIN)

    def _in_turn(self) -> Command:
        now = self.bot.now
        group, able = now.groups[MAIN], now.able_in(MAIN)
        rescue = self.bot.save(MAIN)
        if rescue is not None:
            return rescue
        lying = [each for each in now.sites[self._site].creatures.values() if each.ambush and each.zone == group.zone]
        if lying and able:
            return SpringAmbush(MAIN, lying[0].id, tuple(each.id for each in lying[1:]))
        waiting = pending_encounters(now, group)
        if waiting:
            return Place(MAIN, waiting[0].creatures)
        scene = group.scene
        done = _done(scene)
        if all(person.id in done for person in able) and not all(job_of(now, person.id) for person in able):
            return self._breathe_or_end()
        bearer = self._lighter()
        if is_dark(now, group) and bearer is not None:
            return self._light(bearer)
        if not able or any(person.id in done for person in able):
            return self._breathe_or_end()
        return self._go_on()

    def _breathe_or_end(self) -> Command:
        """The next in marching order recovers if anybody needs it, else the turn ends."""
        now, scene = self.bot.now, self.bot.now.groups[MAIN].scene
        if isinstance(scene, DelveRound) and now.house.fatigue is Fatigue.DELVING:
            left = [person for person in now.able_in(MAIN) if scene.going.get(person.id, DelverTurn()).action]
            rests = [weary(person, Fatigue.DELVING) for person in left]
            if any(wants_breather(each.fp, each.fp_max, self._policy.breathers) for each in rests):
                return Recover(left[0].id)
        return EndStep(MAIN, abandon=True)

    def _go_on(self) -> Command:
        taken = self._treasure()
        if taken is not None:
            return taken
        scene = self.bot.now.groups[MAIN].scene
        if isinstance(scene, OverloadedTurn) and scene.must_rest:
            return EndStep(MAIN, abandon=True)
        if self._turns_back():
            self._homeward = True
        aid = self._first_aid()
        if aid is not None:
            return aid
        last = self._at + 1 == len(self._route)
        if self._homeward:
            if self._at == 0:
                self.bot.over = True
                return LeaveSite(MAIN)
        elif self._stayed < self._route[self._at][1] or last:
            self._stayed += 1
            searches = self._policy.search and not is_dark(self.bot.now, self.bot.now.groups[MAIN])
            return Search(max(self.bot.now.able_in(MAIN), key=noticing).id) if searches else self._breathe_or_end()
        next_at = self._at + (-1 if self._homeward else 1)
        site = self.bot.now.sites[self._site]
        door = site.doors[way_between(site, self._route[self._at][0], self._route[next_at][0])]
        seen = self.bot.now.seen[self._site].doors[door.id].state
        if seen in SHUT_FAST:
            return self._open_up(door) or self._turn_round()
        if door.state not in SHUT_FAST:
            self._at, self._stayed = next_at, 0
        return Move(MAIN, door.id)

    def _treasure(self) -> Command | None:
        """Take the first treasure in sight that anybody can carry."""
        now = self.bot.now
        able = [person for person in now.able_in(MAIN) if _bears(person)]
        for thing in self._in_sight() if able else ():
            burdens = [load(now, person, (thing,)).tier for person in able]
            if min(burdens) <= STEPS:
                return Take(able[burdens.index(min(burdens))].id, thing.id)
        return None

    def _in_sight(self) -> list[Thing]:
        """The treasure that lies where the party is and that it sees."""
        now = self.bot.now
        reach = within_reach(now, now.able_in(MAIN)[0].id)
        return [thing for thing in reach if thing.kind is ThingKind.TREASURE and isinstance(thing.place, Lying)]

    def _first_aid(self) -> Command | None:
        """First aid for everybody who needs it, by the best healer with a kit."""
        now = self.bot.now
        able = now.able_in(MAIN)
        healers = [person for person in able if now.has(person.id, KIT) is not None]
        if not healers:
            return None
        medic = max(healers, key=lambda person: skill(person, Skill.HEAL))
        patients = tuple(
            person.id
            for person in able
            if person.id != medic.id
            and wants_aid(person.hp, person.hp_max, self._policy.heal)
            and not overstrains(person.strain, strain_max(person), STRAIN_OF_AID)
        )
        return FirstAid(medic.id, patients) if patients else None

    def _turn_round(self) -> Command:
        self._homeward = True
        return self._go_on()

    def _open_up(self, door: Door) -> Command | None:
        """How the party deals with a door that is shut fast; None if it cannot."""
        now = self.bot.now
        able = now.able_in(MAIN)
        if door.state is DoorState.STUCK:
            leader = max(able, key=forcing)
            others = tuple(person.id for person in able if person.id != leader.id and helps(forcing(person)))
            return ForceDoor(leader.id, door.id, others)
        pickers = [person for person in able if now.has(person.id, TOOLS) is not None and door.id not in person.locks]
        if door.state is DoorState.LOCKED and pickers:
            return PickLock(max(pickers, key=lambda person: lock(now, person, door).mod).id, door.id)
        return None if door.material in TOO_HARD else BatterDoor(max(able, key=battering).id, door.id)

    def _turns_back(self) -> bool:
        now = self.bot.now
        group, able = now.groups[MAIN], now.able_in(MAIN)
        clock, zone = clock_of(group), now.zone_of(group)
        if clock is None or zone is None or group.scene is None:
            return True
        most = sum(now.people[who].hp_max for who in self.bot.people)
        torches = sum(thing.count for person in able if _bears(person) for thing in torches_of(now, person.id))
        burning = (light.until for light in now.lights_of(MAIN))
        left = max((FOREVER if until is None else until - group.time for until in burning), default=0)
        needs = way_home(self._at, self._policy.light) * clock.step
        lightless = torches * torch_burns(clock.name) + left < needs and not zone.lit
        if has_lost(len(self.bot.people) - len(able), self._policy.down) or (self._policy.laden and self._in_sight()):
            return True
        hp = sum(person.hp for person in able)
        return turns_back(group.scene.number, self._turns, hp, most, self._policy.retreat, lightless)

    def _lighter(self) -> Person | None:
        now = self.bot.now
        able = (person for person in now.able_in(MAIN) if _bears(person))
        return next((person for person in able if torches_of(now, person.id)), None)

    def _light(self, bearer: Person) -> Command:
        return LightUp(bearer.id, torches_of(self.bot.now, bearer.id)[0].id)


def _done(scene: Scene | None) -> frozenset[PersonId]:
    """Those who have done something in the turn; to let others go first is nothing yet."""
    if isinstance(scene, DelveRound):
        return frozenset(who for who, turn in scene.going.items() if not (turn.action and turn.free_move))
    return frozenset(scene.done) if isinstance(scene, SovereignTurn | ViolenceTurn | OverloadedTurn) else frozenset()


def _bears(person: Person) -> bool:
    """Whether a person carries the party's light; hirelings, who may run, do not."""
    return person.role is not Role.HIRELING


SIDES: Mapping[Surprised, tuple[Side, ...]] = {
    Surprised.NOBODY: (),
    Surprised.PARTY: (Side.ADVENTURERS,),
    Surprised.FOES: (Side.ENEMIES,),
}


def at_table(scenario: Scenario, number: int, run: int, seen: Watch | None = None) -> Bot:
    """Play a run of a scenario at the table."""
    bot = Bot(scenario.policy, RunDice(number, run), seen)
    bot.do(opening(scenario))
    if scenario.foes:
        bot.do(AddFoes(MAIN, scenario.foes, surprised=SIDES[scenario.surprised]))
        bot.fight(MAIN)
        return bot
    if scenario.journey is not None:
        Traveller(bot, scenario.policy, road_of(bot.now, MAIN, scenario.journey)).travel()
        return bot
    Explorer(bot, scenario.policy, route_with_stays(scenario), scenario.turns).explore()
    return bot


def route_with_stays(scenario: Scenario) -> tuple[tuple[ZoneId, int], ...]:
    """The rooms on the way in, each with the turns spent in it."""
    stays = {ZoneId(room.id): room.stay for room in rooms_of(scenario)}
    return tuple((zone, stays[zone]) for zone in route_of(scenario))
