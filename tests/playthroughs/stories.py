"""The playthroughs, one for each procedure."""

from __future__ import annotations

from fractions import Fraction

from tests.playthroughs.homecoming import PRIVATIONS, TOWN
from tests.playthroughs.playing import Playthrough, act
from tests.table.field import ANSGAR, BLEND, CORVIN, ISOLDE, MOUTH, ONE, TAM, TWO, field
from tests.table.tabletop import Tabletop
from tests.table.test_meetings import GAP, lair
from undercroft.books.sovereign.entry import Style
from undercroft.books.sovereign.parley import Means
from undercroft.books.sovereign.reactions import Choice
from undercroft.table.groups import MAIN
from undercroft.table.names import BandId, FoeId
from undercroft.table.procedures.chasing import RunChase
from undercroft.table.procedures.fight_attack import Attack
from undercroft.table.procedures.fight_foes import AddFoes, AimFoe
from undercroft.table.procedures.fight_go import PassGo, WithdrawAll
from undercroft.table.procedures.fight_help import HelpInFight
from undercroft.table.procedures.fight_morale import PayHireling
from undercroft.table.procedures.meeting import EndMeeting
from undercroft.table.procedures.moving import Move
from undercroft.table.procedures.parleying import Parley
from undercroft.table.procedures.reacting import MeetAtRandom, Reroll, TakeStance, What


def _everybody() -> Tabletop:
    return field(house=BLEND)


def _before_the_den() -> Tabletop:
    return field(ANSGAR, ISOLDE, site=lair(4), house=BLEND)


A, B, C, CHANDLER = (FoeId(id) for id in ("votaries-1", "votaries-2", "votaries-3", "chandler-1"))

FIGHT = Playthrough(
    "fight",
    "Four Rounds against a led band: a fall and a rescue, a stun, worn armour, a hireling's nerve, and flight.",
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
        act(Attack(ANSGAR, B), 16, "down", 5, "keep", seat=ONE),
        act(Attack(ANSGAR, A), 14, "keep", 6, "keep", seat=ONE),
        act(AimFoe(MAIN, C, TAM)),
        act(PassGo(TAM), 20, 9, 2, 20, 20, seat=ONE),
        act(HelpInFight(ISOLDE, CORVIN), 4, 4, 1, "keep", seat=TWO),
        act(PayHireling(ANSGAR, TAM), seat=ONE),
        act(Attack(ANSGAR, A), 12, 6, "keep", seat=ONE),
        act(Attack(TAM, C), 20, 20, 20, 20, seat=ONE),
        act(PassGo(ISOLDE), 5, seat=TWO),
        act(Attack(ANSGAR, CHANDLER), 14, "keep", 8, "keep", seat=ONE),
        act(Attack(TAM, C), 12, 3, seat=ONE),
        act(Attack(TAM, C), 7, 4, 20, 20, seat=ONE),
        act(PassGo(ISOLDE), 16, 4, seat=TWO),
    ),
    ONE,
)

MEETING = Playthrough(
    "meeting",
    "Somebody comes by chance and is talked to; a den is burst into, and those in it run.",
    _before_the_den,
    (
        act(MeetAtRandom(MAIN), 1, 2, 3, 1, 4, 5),
        act(Reroll(MAIN, What.NUMBER), 1, 1),
        act(TakeStance(MAIN, Choice.TALK)),
        act(Parley(MAIN, "the way to the shrine", Fraction(2), ((Means.EXCHANGE, Fraction(3)),))),
        act(EndMeeting(MAIN, "they part as neighbours")),
        act(Move(MAIN, GAP, Style.HARD), 6, 6),
        act(TakeStance(MAIN, Choice.WAIT), 5, 5),
        act(EndMeeting(MAIN), 5),
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
        act(RunChase(MAIN), 6, 6, 20, 20, 20, 20),
        act(WithdrawAll(MAIN)),
        act(RunChase(MAIN, head_start=1, to=MOUTH), 1, 1, 5),
    ),
    TWO,
)

STORIES = (FIGHT, MEETING, CHASE, TOWN, PRIVATIONS)
