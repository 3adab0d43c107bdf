"""Situations that a session seldom reaches, each for the form of a command."""

from collections.abc import Callable, Mapping

from tests.table.body.test_breath import drowned
from tests.table.brawls import ORC, alone
from tests.table.characters.test_characters import SCORES
from tests.table.characters.test_newcomers_join import GOLD
from tests.table.exploration.test_ammunition import inside as with_arrows
from tests.table.field import ANSGAR, CORVIN, ISOLDE, VIOLENCE, field
from tests.table.fight.test_morale import hired
from tests.table.hamlet import CROWN, home_with_the_hoard
from tests.table.infirmary import frail
from tests.table.infirmary import table as sickroom
from tests.table.journeying import FOOD, on_the_road
from tests.table.lair import lair, met
from tests.table.newcomers import EDDA, rich
from tests.table.newcomers import table as newcomers
from tests.table.passage import TO_SECOND
from tests.table.preparing.crypt import in_the_hall, play_in
from tests.table.preparing.test_pictures import MAP, pictured
from tests.table.site.test_battering import before_a_door
from tests.table.site.test_leaving import deep
from tests.table.site.test_traps import KEEN, inside, trap, with_traps
from tests.table.small_lands import CACHE, DOWN
from tests.table.small_site import CRYPT, OAK, ONE, ULF
from tests.table.sovereign_bouts import STURDY, bout, grappling, in_cover, in_melee, lying, shot
from tests.table.tabletop import Tabletop
from tests.table.treatment.test_healing import SURGEON
from undercroft.books.sovereign.reactions import Choice
from undercroft.books.violence.surprise import Side
from undercroft.kernel.units import SeatId, Seconds
from undercroft.table.body.powers import WritePower
from undercroft.table.characters.characters import AddPerson, QuickCharacter
from undercroft.table.characters.joining import AskToJoin
from undercroft.table.characters.retiring import Retire
from undercroft.table.decide import Decision
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.engine.answers import NO_ANSWERS
from undercroft.table.engine.audience import Told
from undercroft.table.fight.actions import PassGo
from undercroft.table.fight.attack import Attack
from undercroft.table.fight.end import EndFight
from undercroft.table.fight.foes import AddFoes
from undercroft.table.referee.reveal_map import GiveHint
from undercroft.table.road.camp import MakeCamp, PassNight
from undercroft.table.session.handouts import GiveHandout
from undercroft.table.session.next_session import PlanSession
from undercroft.table.session.seat_asks import AskForSeat
from undercroft.table.session.second_referees import InviteReferee
from undercroft.table.session.taken_seats import HoldSeat
from undercroft.table.session.undo_wishes import UndoWished
from undercroft.table.site.battering import BatterDoor
from undercroft.table.site.movement import Move
from undercroft.table.state.ids import ActId, AskId, PersonId
from undercroft.table.state.people import Condition, Person, Power
from undercroft.table.state.seats import REFEREE, SeatWay
from undercroft.table.state.sessions import UndoWish
from undercroft.table.state.sites import Clock, DoorState
from undercroft.table.town.selling import Sell
from undercroft.table.world.groups import MAIN
from undercroft.table.world.pictures import AddPicture, ShowPicture


def _ill() -> Tabletop:
    """Ulf sold the crown and can pay for Maud's cure."""
    table = home_with_the_hoard(maud={"conditions": (Condition("diseased", Seconds(0), "a red rash"),)})
    table.do(Sell(ULF, CROWN.id))
    return table


def _known_trap() -> Tabletop:
    table = inside(with_traps(Clock.SOVEREIGN, trap(disarm_dc=9)))
    table.do(Move(MAIN, TO_SECOND), *KEEN)
    return table


def _broken_armour() -> Tabletop:
    table = field(ANSGAR, house=VIOLENCE)
    table.do(AddFoes(MAIN, "5 orcs HD 1 AC 3 1d6 hp 3"), 5)
    table.do(PassGo(ANSGAR), 5, 4, 3, 2, 1)
    table.do(EndFight(MAIN, parted=True))
    return table


def _waning() -> Tabletop:
    """The night's die says that food runs low."""
    table = on_the_road(hex=DOWN, things=FOOD)
    table.do(MakeCamp(MAIN))
    table.do(PassNight(MAIN), 4)
    return table


def _routed() -> Tabletop:
    table = met(site=lair(1))
    table.do(TakeStance(MAIN, Choice.FIGHT), 5, 5)
    return table


def _shot() -> Tabletop:
    table = field(CORVIN)
    table.do(AddFoes(MAIN, "orc HD 1 AC 0 1d6 hp 60"), 5)
    table.do(Attack(CORVIN, ORC), 13, "keep", 1, "keep", 18)
    return table


def _hinted() -> Tabletop:
    table = on_the_road(hex=DOWN)
    table.do(GiveHint(DOWN, CACHE))
    return table


def _battering() -> Tabletop:
    """Ulf batters a door, for several turns."""
    table = before_a_door(DoorState.STUCK)
    table.do(BatterDoor(ULF, OAK))
    return table


def _for_hire() -> Tabletop:
    table = rich()
    table.do(AddPerson(Person(PersonId("odd"), "Odd", REFEREE, hp=3, hp_max=3)))
    return table


def _made() -> Tabletop:
    """A player has made a second character, with gear."""
    table = newcomers()
    table.do(QuickCharacter(ONE, "Edda"), *SCORES, *GOLD, seat=ONE)
    return table


def _newcomer() -> Tabletop:
    """That character waits to be let in."""
    table = _made()
    table.do(AskToJoin(EDDA), seat=ONE)
    return table


def _retired() -> Tabletop:
    table = newcomers()
    table.do(Retire(ULF))
    return table


def _pictured(*, shown: bool) -> Tabletop:
    """The level of the crypt that the party is in has a picture."""
    table = in_the_hall()
    table.do(AddPicture(MAP))
    play_in(table, pictured(table))
    if shown:
        table.do(ShowPicture(CRYPT))
    return table


def _spellbook() -> Tabletop:
    """A character with a spell whose name is what a form is filled in with."""
    table = field(ANSGAR)
    table.do(WritePower(ANSGAR, Power("something")))
    return table


def _asked_for() -> Tabletop:
    """Mo asks for the seat that Jo has taken."""
    table = newcomers()
    table.do(HoldSeat(ONE, SeatWay.CODE, "Jo"))
    table.do(AskForSeat(ONE, "Mo", AskId("a-wish")))
    return table


def _second_referee() -> Tabletop:
    table = newcomers()
    table.do(InviteReferee("Ada"))
    return table


def _handed_out(seat: SeatId, *, shown: bool) -> Tabletop:
    """The referee has a handout ready, or a player has it."""
    table = in_the_hall()
    table.do(GiveHandout("A letter", "Come at once.", to=(seat,) if shown else ()))
    return table


def _undo_wished() -> Tabletop:
    """A player asks the referee to undo."""
    table = in_the_hall()
    wish = UndoWished(UndoWish(ONE, ActId("act-1"), "a thing dropped"))
    table.take(Decision((Told(wish, (ONE, REFEREE), table.now.clock, None),), waits=False, answers=NO_ANSWERS))
    return table


def _planned() -> Tabletop:
    """The next session has a date, which an empty form cancels."""
    table = in_the_hall()
    table.do(PlanSession("2026-11-24 19:30"))
    return table


SITUATIONS: Mapping[str, Callable[[], Tabletop]] = {
    "act_quickly": lambda: alone(10, "keep"),
    "ask_to_join": _made,
    "buy_cure": _ill,
    "change_caravan": on_the_road,
    "come_back": _retired,
    "cross_out_power": _spellbook,
    "deny_undo": _undo_wished,
    "disarm": _known_trap,
    "free_seat": _asked_for,
    "gather_ammunition": lambda: with_arrows(Clock.SOVEREIGN),
    "drop_handout": lambda: _handed_out(ONE, shown=False),
    "hide_handout": lambda: _handed_out(ONE, shown=True),
    "show_handout": lambda: _handed_out(ONE, shown=False),
    "hide_picture": lambda: _pictured(shown=True),
    "hand_back": _made,
    "keep_out": _newcomer,
    "let_in": _asked_for,
    "mend": _broken_armour,
    "pay_hireling": lambda: hired(1, "keep"),
    "plan_session": _planned,
    "provide": _waning,
    "pull_out": drowned,
    "pursue_them": _routed,
    "reload_weapon": _shot,
    "remove_referee": _second_referee,
    "seek": _hinted,
    "send_back": _newcomer,
    "show_picture": lambda: _pictured(shown=False),
    "take_on": _for_hire,
    "turn_away": _asked_for,
    "use_power": _spellbook,
    "defend_totally": bout,
    "drop_prone": bout,
    "execute_foe": lambda: bout(line=STURDY, surprised=(Side.ENEMIES,)),
    "grapple_foe": bout,
    "mark_foe": in_cover,
    "ready_in_fight": lambda: bout(ISOLDE, ANSGAR),
    "release_foe": grappling,
    "reload_arm": shot,
    "run_in_fight": bout,
    "screen_ally": lambda: bout(ANSGAR, ISOLDE),
    "shove_foe": bout,
    "stand_up": lying,
    "stop_work": _battering,
    "stow_in_fight": bout,
    "strike": bout,
    "use_skill": bout,
    "walk_back": lambda: deep(Clock.SOVEREIGN),
    "withdraw_fighting": in_melee,
    "treat_frailty": lambda: sickroom(healer=SURGEON, victim={"conditions": (frail(),)}),
}
"""By the tag of the command."""
