"""Under every clock, worlds that differ only in secrets look and answer alike to players until the first reveal."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache

import pytest
from msgspec.structs import replace

from tests.table.other_ids import first, other_ids
from tests.table.passage import (
    ANNE,
    BERT,
    FIFTH,
    FIRST,
    FOURTH,
    ONE,
    PASSAGE,
    SECOND,
    THIRD,
    TO_SECOND,
    TORCHES,
    TWO,
    begin,
    passage,
)
from tests.table.tabletop import Tabletop
from tests.table.taking_back import take_back
from undercroft.books.delving.hazard import Danger
from undercroft.books.sovereign.reactions import Choice
from undercroft.books.sovereign.wandering import Location
from undercroft.kernel.dice import Roll
from undercroft.kernel.throwing import Draw
from undercroft.kernel.units import SeatId
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.engine.part import Command
from undercroft.table.exploration.clocks import BY_NAME, clock_of
from undercroft.table.exploration.dungeon_clock import Boundary
from undercroft.table.exploration.going_dark import GoOnUnlit
from undercroft.table.exploration.inhabitants import CreaturesCame
from undercroft.table.exploration.pending_encounters import pending_encounters
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep, Hold
from undercroft.table.exploration.wandering import Dismiss
from undercroft.table.site.battering import BatterDoor
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.site.listening import Listen
from undercroft.table.site.movement import Move
from undercroft.table.site.search import Search
from undercroft.table.site.traps import Disarm
from undercroft.table.site.waiting import PassTime, Span
from undercroft.table.site.work import StopWork
from undercroft.table.state.creatures import Creatures, Noise
from undercroft.table.state.ids import CreaturesId, DoorId, FeatureId, ObstacleId, TrapId
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.state.sites import (
    Clock,
    Door,
    DoorState,
    EncounterRow,
    Feature,
    Grade,
    Hindrance,
    Obstacle,
    Shape,
    Site,
    Trap,
    TrapState,
    Trigger,
)
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp

QUIET, BUSY = 5, 1
"""Faces that bring nobody, and faces that bring someone, by every book's check."""
OAK, PANEL = DoorId("oak"), DoorId("panel")
SEATS = (ONE, TWO, SPECTATORS)


class Fated(Tabletop):
    """A table at which every secret die shows the same face, and every die in sight a 1.

    The referee postpones every encounter as soon as it is due, so that players see the same turns.
    """

    def __init__(self, fate: int) -> None:
        super().__init__()
        self.fate = fate
        self.answers: list[object] = []

    def _stream(self, to: tuple[SeatId, ...]) -> Draw:
        face = self.fate if to == (REFEREE,) else 1

        def drawn(__: Roll, count: int, /) -> Sequence[int]:
            return [face] * count

        return drawn

    def _waits(self) -> bool:
        """Whether only an encounter keeps the turn from ending."""
        group = self.now.groups[MAIN]
        clock = clock_of(group)
        over = clock is not None and clock.next(self.now, group) is Boundary.END
        return over and bool(pending_encounters(self.now, group))

    def aside(self, command: Command) -> None:
        """Give a command as part of the act before it, since acts have no numbers that players could count."""
        self._acts -= 1
        self.do(command)

    def ask(self, command: Command) -> None:
        """Give a command, and note what every player is answered and offered from then on."""
        self.do(command)
        while self._waits():
            self.aside(EndStep(MAIN, postpone=True))
        for seat in (ONE, TWO):
            self.answers.append(self.offered(seat))
            self.answers.append(self.foreseen(seat))
            self.answers += [
                self.answered(act, seat) for act in (Search(BERT), Hold(ANNE), Disarm(BERT, TrapId("wire")))
            ]


def plain(clock: Clock) -> Site:
    """The passage with a locked door, and nothing that its delvers come upon."""
    site = passage(clock, traps={}, encounters=())
    return replace(site, doors={**site.doors, OAK: Door(OAK, (SECOND, FIFTH), DoorState.LOCKED, "oak door")})


def richer(clock: Clock) -> Site:
    """Traps, secrets, doors and dwellers further in, a table of encounters, an alarm, and danger."""
    site = plain(clock)
    crack, slide = FeatureId("crack"), FeatureId("slide")
    return replace(
        site,
        danger=Danger.DEADLY,
        location=Location.ALERTED_ORGANIZED,
        alerted=True,
        shadowcursed=True,
        effects=() if clock is Clock.HEXCRAWL else ("Dust falls.",),
        zones={**site.zones, SECOND: replace(site.zones[SECOND], secret="The roof is rotten.")},
        doors={**site.doors, PANEL: Door(PANEL, (FIRST, FIFTH), name="panel", hidden=True)},
        traps={
            TrapId("blade"): Trap(TrapId("blade"), FIFTH, "a blade", "a slot", "A blade swings out."),
            TrapId("spent"): Trap(TrapId("spent"), SECOND, "a dart", "a hole", "A dart.", state=TrapState.SPRUNG),
            TrapId("needle"): Trap(TrapId("needle"), FOURTH, "a needle", "", "A needle.", trigger=Trigger.MEDDLE),
        },
        features={
            **site.features,
            crack: Feature(crack, FIFTH, Grade.HIDDEN, "a crack"),
            slide: Feature(slide, FIFTH, Grade.SECRET, "a slab", clues=("scratches",), door=PANEL),
        },
        creatures={
            **site.creatures,
            CreaturesId("ghoul"): Creatures(CreaturesId("ghoul"), "ghoul", 1, Fraction(2), FIFTH, noise=Noise.QUIET),
        },
        encounters=(EncounterRow("rats", CreaturesId("rats"), "2d4"), EncounterRow("a cold wind")),
    )


def reordered(clock: Clock) -> Site:
    """The richer passage, with its secrets before everything else."""
    site, known = richer(clock), plain(clock)
    return replace(
        site,
        zones=first(site.zones, {id: site.zones[id] for id in (FIRST, SECOND)}),
        doors=first(site.doors, known.doors),
        traps=first(site.traps, known.traps),
        features=first(site.features, known.features),
        creatures=first(site.creatures, known.creatures),
        encounters=site.encounters[::-1],
    )


def guarded(clock: Clock) -> Site:
    """A trap on the threshold that nobody notices and a soft entry does not spring."""
    sill = Trap(TrapId("sill"), SECOND, "a sill", "a gap", "A blade drops.", Trigger.THRESHOLD, TO_SECOND)
    return replace(plain(clock), traps={sill.id: sill})


@cache
def elsewhere(world: Callable[[Clock], Site], clock: Clock, fate: int) -> Fated:
    """The same session where everything has another id."""
    with other_ids():
        return evening.__wrapped__(world, clock, fate)


@cache
def evening(world: Callable[[Clock], Site], clock: Clock, fate: int) -> Fated:
    """In, on, a door listened at and battered, searches, an hour and more until the torch is out, and back again."""
    table = Fated(fate)
    table.sit(ONE, TWO)
    table.do(begin(world(clock)))
    table.ask(LightUp(BERT, TORCHES))
    table.ask(EnterSite(MAIN, PASSAGE))
    table.ask(Move(MAIN, TO_SECOND))
    table.ask(Listen(BERT, OAK))
    table.ask(Search(BERT))
    table.ask(Search(ANNE))
    table.ask(EndStep(MAIN, postpone=True))
    table.ask(Hold(BERT))
    table.ask(BatterDoor(ANNE, OAK))
    for _ in range(10):
        table.ask(EndStep(MAIN, postpone=True))
    take_back(table)
    table.ask(EndStep(MAIN, postpone=True))
    if table.now.jobs:
        table.ask(StopWork(ANNE))
    table.ask(Move(MAIN, TO_SECOND))
    table.ask(EndStep(MAIN, postpone=True))
    for encounter in pending_encounters(table.now):
        table.aside(Dismiss(MAIN, encounter.creatures))
    table.ask(LeaveSite(MAIN))
    return table


def assert_alike(one: Fated, other: Fated) -> None:
    for seat in SEATS:
        assert one.bytes_for(seat) == other.bytes_for(seat)
    assert one.answers == other.answers


@pytest.mark.parametrize("world", [richer, reordered])
@pytest.mark.parametrize("clock", Clock)
def test_players_cannot_tell_a_richer_world(clock, world):
    """What lies further in and in what order, what the referee knows, and how many dice that takes, leave no trace."""
    assert_alike(evening(plain, clock, QUIET), elsewhere(world, clock, QUIET))


@pytest.mark.parametrize("world", [plain, richer])
@pytest.mark.parametrize("clock", Clock)
def test_players_cannot_tell_that_someone_is_on_the_way(clock, world):
    """Whether every check brings someone or none does, in a place with a table or without."""
    quiet, busy = evening(plain, clock, QUIET), elsewhere(world, clock, BUSY)
    assert any(isinstance(told.event, CreaturesCame) for told in busy.log)
    assert_alike(quiet, busy)


@pytest.mark.parametrize("clock", [Clock.SOVEREIGN, Clock.HEXCRAWL, Clock.VIOLENCE])
def test_players_cannot_tell_that_they_missed_a_trap(clock):
    """A look about that finds nothing looks like no look at all."""
    missed = evening(guarded, clock, QUIET)
    assert TrapState.ARMED is missed.now.sites[PASSAGE].traps[TrapId("sill")].state
    assert_alike(evening(plain, clock, QUIET), missed)


def renamed(clock: Clock) -> Site:
    """The passage with other names and descriptions for every zone the delvers do not enter."""
    site = plain(clock)
    unseen = (THIRD, FOURTH, FIFTH)
    return replace(
        site,
        zones={
            **site.zones,
            **{id: replace(site.zones[id], name=f"Vault of {id}", glance="Gold.", senses="Humming.") for id in unseen},
        },
    )


def visited(world: Callable[[Clock], Site], clock: Clock, way: int) -> Fated:
    """Delvers in the second zone, to whom strangers come by one of its ways in."""
    table = Fated(way)
    table.sit(ONE, TWO)
    table.do(begin(world(clock)))
    table.ask(LightUp(BERT, TORCHES))
    table.ask(EnterSite(MAIN, PASSAGE))
    table.ask(Move(MAIN, TO_SECOND))
    table.ask(MeetStrangers(MAIN, "4 pilgrims HD 1"))
    table.ask(TakeStance(MAIN, Choice.WAIT))
    return table


@pytest.mark.parametrize("way", [1, 2])
@pytest.mark.parametrize("clock", Clock)
def test_players_cannot_tell_what_a_room_they_have_not_seen_is_called(clock, way):
    """Whichever way the strangers come by: a secret die picks it by its place in the file, which stays as it is."""
    plainly = visited(plain, clock, way)
    with other_ids(reorders=False):
        assert_alike(plainly, visited(renamed, clock, way))


def unhurried(clock: Clock, fate: int) -> Fated:
    """Eight turns in bulk, taken up again wherever a check has stopped them."""
    table = Fated(fate)
    table.sit(ONE, TWO)
    table.do(begin(plain(clock)))
    table.do(EnterSite(MAIN, PASSAGE))
    step = BY_NAME[clock].step
    while (left := 8 - table.now.groups[MAIN].time // step) > 0:
        for encounter in pending_encounters(table.now):
            table.do(Dismiss(MAIN, encounter.creatures))
        table.ask(PassTime(MAIN, Span.STEP, left))
    return table


@pytest.mark.parametrize("clock", Clock)
def test_players_cannot_tell_that_a_secret_check_has_stopped_the_time(clock):
    """They hear of each turn that passes, and nothing of the turns the referee meant to pass."""
    quiet, busy = unhurried(clock, QUIET), unhurried(clock, BUSY)
    assert len(busy.answers) > len(quiet.answers)
    for seat in SEATS:
        heard = [[(told.at, told.event) for told in table.sent(seat)] for table in (quiet, busy)]
        assert heard[0] == heard[1]
    assert quiet.answers[-8:] == busy.answers[-8:]


def gloomy(clock: Clock) -> Site:
    """The passage without a light in it, and nothing in its second zone."""
    site = plain(clock)
    return replace(site, zones={id: replace(zone, lit=False) for id, zone in site.zones.items()}, features={})


def haunted(clock: Clock) -> Site:
    """The same to people in the dark: other names, other sights, other sizes, and someone who keeps quiet."""
    site = gloomy(clock)
    second = replace(site.zones[SECOND], name="Crypt", glance="Bones.", length_ft=90, shape=Shape(3, -1, 6, 6))
    lurkers = Creatures(CreaturesId("ghouls"), "ghouls", 3, Fraction(2), SECOND)
    pit = Obstacle(ObstacleId("pit"), SECOND, Hindrance.PIT, "pit")
    crack = Feature(FeatureId("crack"), SECOND, Grade.HIDDEN, "a crack")
    return replace(
        site,
        zones={**site.zones, SECOND: second},
        creatures={**site.creatures, lurkers.id: lurkers},
        obstacles={pit.id: pit},
        features={crack.id: crack},
    )


def groped(world: Callable[[Clock], Site], clock: Clock) -> Fated:
    """In and on without a light, waiting, being come upon, and back again."""
    table = Fated(QUIET)
    table.sit(ONE, TWO)
    table.do(begin(world(clock)))
    table.ask(EnterSite(MAIN, PASSAGE))
    table.ask(Move(MAIN, TO_SECOND))
    table.ask(EndStep(MAIN))
    table.ask(GoOnUnlit(MAIN))
    table.ask(Listen(BERT, OAK))
    table.ask(EndStep(MAIN))
    table.ask(Move(MAIN, TO_SECOND))
    return table


@pytest.mark.parametrize("clock", Clock)
def test_players_in_the_dark_cannot_tell_what_is_in_the_room(clock):
    """Without a light a room of ghouls, with a pit, is like an empty one."""
    empty = groped(gloomy, clock)
    with other_ids():
        assert_alike(empty, groped(haunted, clock))
