"""The bot on an expedition: it lights torches, goes in and home by its route, and deals with what it meets."""

from collections.abc import Mapping

from undercroft.books.sovereign.reactions import Choice
from undercroft.books.violence.surprise import Side
from undercroft.foresight.bot import Bot, RunDice, Watch
from undercroft.foresight.encode import TORCH, torches_of
from undercroft.foresight.policy import turns_back
from undercroft.foresight.scenario import SITE, Policy, Scenario, Surprised, opening, rooms_of, route_of
from undercroft.table.encounter.scene import encounter_of
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.encounter.start import EndEncounter
from undercroft.table.engine.part import Command
from undercroft.table.exploration.clocks import clock_of
from undercroft.table.exploration.pending_encounters import pending_encounters
from undercroft.table.exploration.turns import EndStep, EnterSite
from undercroft.table.exploration.wandering import Place
from undercroft.table.fight.foes import AddFoes
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.site.movement import Move
from undercroft.table.state.fights import fight_of
from undercroft.table.state.ids import DoorId, ZoneId
from undercroft.table.state.people import Person, Role
from undercroft.table.state.scenes import EncounterScene, SovereignTurn, ViolenceTurn
from undercroft.table.world.darkness import is_dark
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp, lasts


class Explorer:
    """Plays an expedition at the table."""

    def __init__(self, bot: Bot, policy: Policy, route: tuple[tuple[ZoneId, int], ...], turns: int) -> None:
        self.bot = bot
        self._policy = policy
        self._route = route
        self._turns = turns
        self._at = 0
        self._stayed = 0
        self._homeward = False
        self._people = tuple(bot.now.groups[MAIN].members)

    def explore(self) -> None:
        """Go in and come home, or fall on the way."""
        bearer = self._lighter()
        if bearer is not None:
            self.bot.do(self._light(bearer))
        self.bot.do(EnterSite(MAIN, SITE))
        while not self.bot.over:
            self._next()

    def _next(self) -> None:
        bot, group = self.bot, self.bot.now.groups[MAIN]
        if fight_of(group) is not None:
            bot.fight(MAIN)
            return
        encounter = encounter_of(group)
        if encounter is not None:
            bot.do(self._in_encounter(encounter))
            return
        if not any(person.alive for person in bot.now.those_in(MAIN)):
            bot.over = True
            return
        bot.do(self._in_turn())

    def _in_encounter(self, encounter: EncounterScene) -> Command:
        if encounter.does is None:
            return TakeStance(MAIN, Choice(self._policy.stance.value))
        return EndEncounter(MAIN)

    def _in_turn(self) -> Command:
        now = self.bot.now
        group, able = now.groups[MAIN], now.able_in(MAIN)
        waiting = pending_encounters(now, group)
        if waiting:
            return Place(MAIN, waiting[0].creatures)
        bearer = self._lighter()
        if is_dark(now, group) and bearer is not None:
            return self._light(bearer)
        scene = group.scene
        acted = isinstance(scene, SovereignTurn | ViolenceTurn) and any(person.id in scene.done for person in able)
        if not able or acted:
            return EndStep(MAIN, abandon=True)
        return self._go_on()

    def _go_on(self) -> Command:
        if self._turns_back():
            self._homeward = True
        last = self._at + 1 == len(self._route)
        if self._homeward:
            if self._at == 0:
                self.bot.over = True
                return LeaveSite(MAIN)
        elif self._stayed < self._route[self._at][1] or last:
            self._stayed += 1
            return EndStep(MAIN)
        here = self._route[self._at][0]
        self._at += -1 if self._homeward else 1
        self._stayed = 0
        return Move(MAIN, self._door(here, self._route[self._at][0]))

    def _turns_back(self) -> bool:
        now = self.bot.now
        group, able = now.groups[MAIN], now.able_in(MAIN)
        clock, zone = clock_of(group), now.zone_of(group)
        if clock is None or zone is None or group.scene is None:
            return True
        most = sum(now.people[who].hp_max for who in self._people)
        torches = sum(thing.count for person in able if _bears(person) for thing in torches_of(now, person.id))
        left = max((light.until - group.time for light in now.lights_of(MAIN) if light.until is not None), default=0)
        lightless = torches * lasts(TORCH) + left < (self._at + 2) * clock.step and not zone.lit
        hp = sum(person.hp for person in able)
        return turns_back(group.scene.number, self._turns, hp, most, self._policy.retreat, lightless)

    def _door(self, here: ZoneId, there: ZoneId) -> DoorId:
        doors = self.bot.now.sites[SITE].doors.values()
        return next(door.id for door in doors if {here, there} == set(door.between))

    def _lighter(self) -> Person | None:
        now = self.bot.now
        able = (person for person in now.able_in(MAIN) if _bears(person))
        return next((person for person in able if torches_of(now, person.id)), None)

    def _light(self, bearer: Person) -> Command:
        return LightUp(bearer.id, torches_of(self.bot.now, bearer.id)[0].id)


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
    Explorer(bot, scenario.policy, route_with_stays(scenario), scenario.turns).explore()
    return bot


def route_with_stays(scenario: Scenario) -> tuple[tuple[ZoneId, int], ...]:
    """The rooms on the way in, each with the turns spent in it."""
    stays = {ZoneId(room.id): room.stay for room in rooms_of(scenario)}
    return tuple((zone, stays[zone]) for zone in route_of(scenario))
