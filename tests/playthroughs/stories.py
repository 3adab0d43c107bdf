"""The playthroughs, one for each procedure."""

from fractions import Fraction

from msgspec.structs import replace

from tests.playthroughs.homecoming import PRIVATIONS, TOWN
from tests.playthroughs.playing import Playthrough, act
from tests.table.field import ANSGAR, BLEND, CORVIN, ISOLDE, MOUTH, ONE, TAM, TWO, field
from tests.table.journeying import FOOD
from tests.table.lair import GAP, lair
from tests.table.road.test_lost import HERE, NORTH, wilds
from tests.table.small_lands import CACHE, CARROW, DOWN, FORD, SCARP, WOOD, lands, setting_out
from tests.table.small_site import CRYPT, MAUD, ULF
from tests.table.sovereign_bouts import SOVEREIGN, WARRIOR
from tests.table.tabletop import Tabletop
from undercroft.books.hexcrawl.wilderness import Provision
from undercroft.books.sovereign.entry import Style
from undercroft.books.sovereign.parley import Means
from undercroft.books.sovereign.reactions import Choice
from undercroft.books.violence.timekeeping import Outdoors
from undercroft.table.encounter.parley import Parley
from undercroft.table.encounter.reroll import Reroll, RerollTarget
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.encounter.start import EndEncounter
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.fight.actions import PassGo, WithdrawAll
from undercroft.table.fight.attack import Attack
from undercroft.table.fight.chase import RunChase
from undercroft.table.fight.foes import AddFoes, AimFoe
from undercroft.table.fight.morale import PayHireling
from undercroft.table.fight.rescue import HelpInFight
from undercroft.table.fight.rounds import OpenFight
from undercroft.table.fight.sovereign.footing import DefendTotally
from undercroft.table.fight.sovereign.strike import Manner, Strike
from undercroft.table.fight.sovereign.wrestling import ShoveFoe
from undercroft.table.referee.reveal_map import GiveHint, SpreadWord
from undercroft.table.road.bearings import TakeBearings
from undercroft.table.road.camp import BreakCamp, MakeCamp, PassNight, SetWatches, Watch
from undercroft.table.road.chance_encounters import MeetAtRandom
from undercroft.table.road.hex_search import CastAbout, Seek
from undercroft.table.road.hike import BeginHike, HikeOn, SitDown
from undercroft.table.road.hike_throw import RollHike
from undercroft.table.road.montage import TellJourney
from undercroft.table.road.six_hour_watches import KeepWatch
from undercroft.table.road.supplies import Provide
from undercroft.table.road.travel import MarchOn, TravelTo
from undercroft.table.road.travel_day import SetCourse, SetOut
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.site.movement import Move
from undercroft.table.state.house_rules import HouseRules, Lost, Wilderness
from undercroft.table.state.ids import BandId, FoeId, HexId
from undercroft.table.state.lands import Lands
from undercroft.table.world.groups import MAIN


def _everybody() -> Tabletop:
    return field(house=BLEND)


def _before_the_den() -> Tabletop:
    return field(ANSGAR, ISOLDE, site=lair(4), house=BLEND)


A, B, C, CHANDLER = (FoeId(id) for id in ("votaries-1", "votaries-2", "votaries-3", "chandler-1"))

FIGHT = Playthrough(
    "fight",
    "Four rounds against a led band: a fall and a rescue, a stun, worn armour, a hireling's nerve, and flight.",
    _everybody,
    (
        act(AddFoes(MAIN, "3 votaries HD 2 AC 5 1d8"), 5, 4, 3, 3, 6, 1, 4, 17, 5),
        act(AddFoes(MAIN, "the Chandler HD 4 AC 7 1d8 hp 22 leader", joins=BandId("votaries"))),
        act(AimFoe(MAIN, A, CORVIN)),
        act(AimFoe(MAIN, CHANDLER, CORVIN)),
        act(Attack(ANSGAR, A), 5, "keep", seat=ONE),
        act(Attack(CORVIN, B), 12, "keep", 3, "up", seat=TWO),
        act(PassGo(TAM), 9, 4, 20, 20, 8, 5, 20, seat=ONE),
        act(HelpInFight(ISOLDE, CORVIN), 3, 3, seat=TWO),
        act(Attack(ANSGAR, B), 16, "down", 5, seat=ONE),
        act(Attack(ANSGAR, A), 14, "keep", 6, "keep", seat=ONE),
        act(AimFoe(MAIN, C, TAM)),
        act(PassGo(TAM), 20, 9, 2, 20, 20, seat=ONE),
        act(HelpInFight(ISOLDE, CORVIN), 4, 4, 1, "keep", seat=TWO),
        act(PayHireling(ANSGAR, TAM), seat=ONE),
        act(Attack(ANSGAR, A), 12, 6, seat=ONE),
        act(Attack(TAM, C), 20, 20, 20, 20, seat=ONE),
        act(PassGo(ISOLDE), 5, seat=TWO),
        act(Attack(ANSGAR, CHANDLER), 14, "keep", 8, "keep", seat=ONE),
        act(Attack(TAM, C), 12, 3, seat=ONE),
        act(Attack(TAM, C), 7, 4, 20, 20, seat=ONE),
        act(PassGo(ISOLDE), 16, 4, seat=TWO),
    ),
    ONE,
)

VOTARIES, HEAD = "5 votaries HD 2 AC [13] 1d6 hp 9", "the Chandler HD 4 AC [15] 1d8 hp 22 leader"


def _four_by_sovereign() -> Tabletop:
    """Ansgar is a Warrior of level 3 with Strength 14 and Stab-1: +5 to hit, 3 to damage, AC 14."""
    return field(house=SOVEREIGN, typed=True, sheets={ANSGAR: WARRIOR})


def _four_by_violence() -> Tabletop:
    return field(house=BLEND, typed=True)


SIX_BY_VIOLENCE = Playthrough(
    "six-by-violence",
    "Four against six by Violence: blows, a stun, worn armour, a fall and a rescue, and a band that breaks.",
    _four_by_violence,
    (
        act(AddFoes(MAIN, "5 votaries HD 2 AC 3 1d6 hp 9"), 4, 17, 5),
        act(AddFoes(MAIN, "the Chandler HD 4 AC 5 1d8 hp 22 leader", joins=BandId("votaries"))),
        act(AimFoe(MAIN, CHANDLER, CORVIN)),
        act(Attack(ANSGAR, A), 12, 6, "keep", seat=ONE),
        act(Attack(CORVIN, B), 3, "keep", seat=TWO),
        act(PassGo(TAM), 20, 20, 20, 20, 20, 8, 8, 20, seat=ONE),
        act(HelpInFight(ISOLDE, CORVIN), 4, 3, seat=TWO),
        act(Attack(ANSGAR, A), 15, "keep", 3, "keep", seat=ONE),
        act(Attack(ANSGAR, B), 12, 8, "keep", seat=ONE),
        act(PassGo(TAM), 20, 20, 20, 20, 20, 20, seat=ONE),
        act(PassGo(ISOLDE), seat=TWO),
        act(Attack(ANSGAR, B), 12, 1, "keep", seat=ONE),
        act(PassGo(TAM), 20, 20, 20, 20, 20, seat=ONE),
        act(PassGo(ISOLDE), seat=TWO),
        act(Attack(ANSGAR, C), 15, "keep", 8, "keep", seat=ONE),
        act(Attack(ANSGAR, C), 12, 1, "keep", seat=ONE),
        act(PassGo(TAM), 20, 20, 20, 20, seat=ONE),
        act(PassGo(ISOLDE), 16, 4, seat=TWO),
    ),
    ONE,
)

SIX_BY_SOVEREIGN = Playthrough(
    "six-by-sovereign",
    "Four against six by Sovereign: a charge, Shock, luck, a fall and a rescue, a shove, a swarm, and foes who leave.",
    _four_by_sovereign,
    (
        act(AddFoes(MAIN, VOTARIES), 5, 4),
        act(AddFoes(MAIN, HEAD, joins=BandId("votaries"))),
        act(AimFoe(MAIN, CHANDLER, CORVIN)),
        act(Strike(ANSGAR, A, manner=Manner.CHARGE), 6, 4, seat=ONE),
        act(Strike(CORVIN, B), 15, 3, seat=TWO),
        act(DefendTotally(ISOLDE), seat=TWO),
        act(PassGo(TAM), 9, 9, 7, 12, 2, 10, "use", 10, 8, seat=ONE),
        act(Strike(ANSGAR, A), 1, seat=ONE),
        act(HelpInFight(ISOLDE, CORVIN), 3, 4, seat=TWO),
        act(PassGo(TAM), 9, 7, 7, 9, 5, seat=ONE),
        act(ShoveFoe(ANSGAR, B), 8, 4, 4, seat=ONE),
        act(Strike(TAM, B), 12, 3, seat=ONE),
        act(PassGo(ISOLDE), 9, 7, 7, 9, 5, seat=TWO),
        act(Strike(ANSGAR, B, others=(TAM,)), 6, 1, seat=ONE),
        act(PassGo(ISOLDE), 9, 5, 7, 5, 4, seat=TWO),
    ),
    ONE,
)

MEETING = Playthrough(
    "meeting",
    "Somebody comes by chance and is talked to; a den is burst into, and those in it run.",
    _before_the_den,
    (
        act(MeetAtRandom(MAIN), 1, 2, 3, 4, 5),
        act(Reroll(MAIN, RerollTarget.NUMBER), 1, 1),
        act(TakeStance(MAIN, Choice.TALK)),
        act(Parley(MAIN, "the way to the shrine", Fraction(2), ((Means.EXCHANGE, Fraction(3)),))),
        act(EndEncounter(MAIN, "they part as neighbours")),
        act(Move(MAIN, GAP, Style.HARD), 6, 6),
        act(TakeStance(MAIN, Choice.WAIT), 5, 5),
        act(EndEncounter(MAIN), 5),
    ),
    ONE,
)

CHASE = Playthrough(
    "chase",
    "The party runs from a den and is caught from behind; it breaks off and runs again, this time for good.",
    _before_the_den,
    (
        act(Move(MAIN, GAP)),
        act(TakeStance(MAIN, Choice.RUN), 1, 2),
        act(RunChase(MAIN), 6, 6),
        act(OpenFight(MAIN), 20, 20, 20, 20),
        act(WithdrawAll(MAIN)),
        act(RunChase(MAIN, head_start=1, to=MOUTH), 1, 1, 5),
    ),
    TWO,
)

ROADS = HouseRules()
LEAD = "old well"


def _at_dawn() -> Tabletop:
    """In Carrow at six in the morning, with food for a day and all their strength."""
    return _abroad(ROADS, CARROW)


def _lost_at_dawn() -> Tabletop:
    return _abroad(replace(ROADS, lost=Lost.HEXCRAWL), HERE, wilds())


def _on_the_march() -> Tabletop:
    return _abroad(HouseRules(wilderness=Wilderness.NEVERWHERE), CARROW)


def _by_watches() -> Tabletop:
    return _abroad(HouseRules(wilderness=Wilderness.VIOLENCE), CARROW)


def _in_passing() -> Tabletop:
    return _abroad(HouseRules(wilderness=Wilderness.SOVEREIGN), WOOD)


def _abroad(house: HouseRules, hex: HexId, country: Lands | None = None) -> Tabletop:
    table = Tabletop()
    table.sit(ONE, TWO)
    marches = country or lands(hex_km=Fraction(10), hex_miles=Fraction(6))
    begin = setting_out(marches, hex)
    if country is not None:
        begin = replace(begin, sites=())
    people = tuple(replace(person, fp=10) for person in begin.people)
    table.do(replace(begin, house=house, people=people, things=(*begin.things, *FOOD)))
    return table


TRAVEL = Playthrough(
    "travel",
    "Two days on the road: by road, trail and scarp, wolves on the way, hunger, rain, a search, and a barrow found.",
    _at_dawn,
    (
        act(SetOut(MAIN)),
        act(TravelTo(MAIN, FORD)),
        act(SpreadWord(DOWN, "There is water on the down, they say.", LEAD)),
        act(TravelTo(MAIN, DOWN), 1, 1, 1, 2, 2, 3),
        act(TakeStance(MAIN, Choice.WAIT), 4, 4),
        act(TravelTo(MAIN, DOWN)),
        act(Seek(MAIN, LEAD)),
        act(GiveHint(DOWN, CACHE)),
        act(TravelTo(MAIN, SCARP), 4),
        act(Provide(MAIN, Provision.SPEND)),
        act(MakeCamp(MAIN)),
        act(PassNight(MAIN), 3),
        act(BreakCamp(MAIN)),
        act(SetCourse(MAIN, WOOD, (SCARP, WOOD))),
        act(MarchOn(MAIN), 5, 5),
        act(MakeCamp(MAIN)),
        act(PassNight(MAIN), 3),
        act(BreakCamp(MAIN)),
        act(TravelTo(MAIN, WOOD)),
        act(CastAbout(MAIN), 5),
        act(EnterSite(MAIN, CRYPT)),
        act(LeaveSite(MAIN)),
    ),
    ONE,
)

CAMP = Playthrough(
    "camp",
    "Three nights: a watch that is awake when wolves come, a camp that is not, and a morning that begins with hunger.",
    _at_dawn,
    (
        act(SetOut(MAIN)),
        act(MakeCamp(MAIN)),
        act(SetWatches(MAIN, (Watch((ULF,)), Watch((MAUD,))))),
        act(PassNight(MAIN), 2, 1, 1, 2, 2, 3),
        act(TakeStance(MAIN, Choice.WAIT), 4, 4),
        act(PassNight(MAIN)),
        act(BreakCamp(MAIN)),
        act(MakeCamp(MAIN)),
        act(SetWatches(MAIN, ())),
        act(PassNight(MAIN), 1, 1, 1, 2, 2, 3),
        act(TakeStance(MAIN, Choice.WAIT), 4, 4),
        act(PassNight(MAIN)),
        act(BreakCamp(MAIN)),
        act(MakeCamp(MAIN)),
        act(PassNight(MAIN), 4),
        act(Provide(MAIN, Provision.FORAGE)),
        act(PassNight(MAIN)),
        act(BreakCamp(MAIN)),
    ),
    TWO,
)

LOSING_THE_WAY = Playthrough(
    "losing-the-way",
    "They make for the north and go elsewhere without knowing it, until they take their bearings.",
    _lost_at_dawn,
    (
        act(SetOut(MAIN)),
        act(TravelTo(MAIN, NORTH), 1, 4, 5),
        act(TakeBearings(MAIN), 9),
    ),
    ONE,
)

HIKE = Playthrough(
    "hike",
    "A day's march by the hour: one strides out, one pushes himself, and pilgrims stop them after two hours.",
    _on_the_march,
    (
        act(BeginHike(MAIN, (FORD, DOWN))),
        act(RollHike(MAUD), 14, seat=ONE),
        act(RollHike(ULF, percent=10), 12, 15, seat=TWO),
        act(HikeOn(MAIN, 2)),
        act(MeetStrangers(MAIN, "3 pilgrims HD 1"), 3, 4),
        act(TakeStance(MAIN, Choice.TALK), 6, 6),
        act(EndEncounter(MAIN, "they share their bread")),
        act(SitDown(MAIN)),
        act(HikeOn(MAIN, 3)),
        act(MakeCamp(MAIN)),
        act(PassNight(MAIN)),
        act(BreakCamp(MAIN)),
    ),
    TWO,
)

WATCHES = Playthrough(
    "watches",
    "A day of four Watches: a hex crossed, another, wolves in it, a hex explored, and sleep.",
    _by_watches,
    (
        act(KeepWatch(MAIN, Outdoors.CROSS_HEX, FORD), 5),
        act(KeepWatch(MAIN, Outdoors.CROSS_HEX, DOWN), 1, 1, 1, 2, 2, 3),
        act(TakeStance(MAIN, Choice.WAIT), 4, 4),
        act(KeepWatch(MAIN, Outdoors.EXPLORE_HEX), 6),
        act(KeepWatch(MAIN, Outdoors.CAMP), 4),
    ),
    ONE,
)

MONTAGE = Playthrough(
    "montage",
    "A journey told in passing: four hexes of six miles are two days.",
    _in_passing,
    (act(TellJourney(MAIN, hex=CARROW, told="Larks, and rain on the second day.")),),
    ONE,
)

FIGHTS = (FIGHT, SIX_BY_VIOLENCE, SIX_BY_SOVEREIGN)
STORIES = (*FIGHTS, MEETING, CHASE, TRAVEL, CAMP, LOSING_THE_WAY, HIKE, WATCHES, MONTAGE, TOWN, PRIVATIONS)
