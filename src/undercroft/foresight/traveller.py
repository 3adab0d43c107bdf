"""The bot on a journey: it follows its course, eats or forages, makes camp, and deals with what it meets."""

from undercroft.books.hexcrawl.movement import Mode
from undercroft.books.hexcrawl.units import PER_HEAD
from undercroft.books.hexcrawl.wilderness import Provision
from undercroft.books.sovereign.reactions import Choice
from undercroft.foresight.bot import Bot
from undercroft.foresight.encode_road import NextHexes, Road
from undercroft.foresight.policy import eats_supplies, keeps_watch
from undercroft.foresight.scenario import PartyPolicy
from undercroft.table.body.provisions import stock
from undercroft.table.encounter.scene import encounter_of
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.encounter.start import EndEncounter
from undercroft.table.engine.part import Command
from undercroft.table.refusals import refusals
from undercroft.table.road.bearings import TakeBearings
from undercroft.table.road.camp import BreakCamp, MakeCamp, PassNight, SetWatches, in_turn
from undercroft.table.road.supplies import Provide, eaters
from undercroft.table.road.travel import TravelTo
from undercroft.table.road.travel_day import SetCourse, SetOut
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.fights import fight_of
from undercroft.table.state.journeys import Camp, Hour, TravelDay
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import ThingKind
from undercroft.table.world.groups import MAIN
from undercroft.table.world.travel_costs import where


class Traveller:
    """Plays a journey at the table."""

    def __init__(self, bot: Bot, policy: PartyPolicy, road: Road, mapped: Campaign | None = None) -> None:
        self.bot = bot
        self._policy, self._road = policy, road
        self._course = NextHexes(bot.now if mapped is None else mapped, MAIN, road)
        self._balked = False
        bot.people = bot.now.groups[MAIN].members

    def travel(self) -> None:
        """Set out, and go on until the party is there, its days are over, or it has fallen."""
        self.bot.do(SetOut(MAIN, self._road.day.caravan))
        self.go_on()

    def go_on(self) -> None:
        """Go on until then."""
        while not self.bot.over:
            self._go_on()

    def _go_on(self) -> None:
        bot, group = self.bot, self.bot.now.groups[MAIN]
        if fight_of(group) is not None:
            bot.fight(MAIN)
        elif (encounter := encounter_of(group)) is not None:
            stance = TakeStance(MAIN, Choice(self._policy.stance.value))
            bot.do(stance if encounter.does is None else EndEncounter(MAIN))
        elif not any(person.alive for person in bot.now.those_in(MAIN)):
            bot.over = True
        elif isinstance(group.scene, Camp):
            bot.do(self._in_camp(group, group.scene))
        elif isinstance(group.scene, TravelDay):
            arrived = group.hex == self._road.goal == where(group)
            bot.over = arrived or group.scene.day > self._road.last_day
            if not bot.over:
                self._by_day(group, group.scene)
        else:
            raise TypeError("a journey is on the road or in camp")

    def _by_day(self, group: Group, day: TravelDay) -> None:
        command = self._on_the_road(group, day)
        self.bot.do(command)
        after = self.bot.now.groups[MAIN]
        now = after.scene
        if isinstance(command, SetCourse | MakeCamp):
            self._balked = False
        elif isinstance(command, TravelTo) and isinstance(now, TravelDay):
            stays = after.hex == group.hex and now.spent == day.spent
            self._balked = stays and now.destination is not None and not now.must_provision

    def _on_the_road(self, group: Group, day: TravelDay) -> Command:
        now, thought = self.bot.now, where(group)
        if day.must_provision:
            return self._provide(group)
        if not now.able_in(MAIN) or thought is None:
            return MakeCamp(MAIN)
        if day.destination is None and thought != self._road.goal:
            mode = Mode.EXPLORING if self._road.explores else Mode.TRAVELING
            return SetCourse(MAIN, self._road.goal, self._course.way_from(thought), mode)
        bearings = thought == self._road.goal or self._balked
        command = TakeBearings(MAIN) if bearings else TravelTo(MAIN, day.route[0])
        return MakeCamp(MAIN) if refusals(now, REFEREE, command) else command

    def _provide(self, group: Group) -> Command:
        now = self.bot.now
        needed = eaters(now, group) * PER_HEAD
        enough = min(stock(now, MAIN, ThingKind.FOOD), stock(now, MAIN, ThingKind.WATER)) >= needed
        return Provide(MAIN, Provision.SPEND if eats_supplies(enough, self._policy.forage) else Provision.FORAGE)

    def _in_camp(self, group: Group, camp: Camp) -> Command:
        now = self.bot.now
        if camp.must_provision:
            return self._provide(group)
        able = len(now.able_in(MAIN))
        wanted = in_turn(now, group) if keeps_watch(able, self._policy.watch) else ()
        if camp.hour is Hour.DUSK and camp.watches != tuple(watch.who for watch in wanted):
            return SetWatches(MAIN, wanted)
        return BreakCamp(MAIN) if camp.hour is Hour.MORNING else PassNight(MAIN)
