"""A fight for screens: four votaries and their leader against the demo's party, in the fourth round one is dying."""

from tests.browser.tabling import Hall
from undercroft.books.sovereign.reactions import Choice, Response
from undercroft.kernel.units import SeatId
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.fight import stats
from undercroft.table.fight.actions import PassGo
from undercroft.table.fight.attack import Attack
from undercroft.table.fight.foes import AddFoes, AimFoe
from undercroft.table.fight.rounds import WaitOut
from undercroft.table.fight.weapons import weapons_of
from undercroft.table.state.combatants import Fighter
from undercroft.table.state.fights import fight_of
from undercroft.table.state.ids import FoeId, GroupId, PersonId, SiteId
from undercroft.table.state.scenes import Fight

PARTY, OSSUARY = GroupId("party"), SiteId("ossuary")
MAUD, ANSGAR, ISOLDE, CORVIN, BETTANY, TAM = (
    PersonId(id) for id in ("maud", "ansgar", "isolde", "corvin", "bettany", "tam")
)
VOTARIES = tuple(FoeId(f"votaries-{number}") for number in range(1, 5))
ANSGARS = SeatId("seat-2")
WILD = 20
"""A roll too wild to hit anybody."""


def fight(hall: Hall) -> Fight:
    """The fight as it truly is."""
    found = fight_of(hall.table.now.groups[PARTY])
    assert found is not None
    return found


def of(hall: Hall, who: PersonId) -> Fighter:
    """Someone in it."""
    found = fight(hall).fighter(who)
    assert found is not None
    return found


def begun(hall: Hall) -> None:
    """Maud, Ansgar and Bettany act before the foe, the others after; nobody has acted."""
    hall.act(EnterSite(PARTY, OSSUARY))
    hall.throw(AddFoes(PARTY, "4 votaries HD 2 AC 5 1d8 hp 5 9 9 10"), 9, 4, 17, 19)


def fourth_round(hall: Hall) -> None:
    """Round 4: Corvin fell in the second, one votary is stunned, another has just been slain, Ansgar is to act."""
    begun(hall)
    hall.act(AddFoes(PARTY, "the Chandler HD 4 AC 7 1d8 hp 22 leader"))
    hall.throw(WaitOut(PARTY), *(WILD,) * 6)
    hall.act(AimFoe(PARTY, VOTARIES[2], CORVIN))
    hall.act(AimFoe(PARTY, VOTARIES[3], CORVIN))
    hall.throw(WaitOut(PARTY), WILD, WILD, 10, 8, 10, 8, WILD, WILD)
    hall.throw(Attack(ANSGAR, VOTARIES[3]), attribute(hall, ANSGAR), 3)
    hall.throw(PassGo(ANSGAR))
    hall.throw(WaitOut(PARTY), *(WILD,) * 4, WILD)
    hall.throw(Attack(MAUD, VOTARIES[0]), 8, 6)


def met(hall: Hall, hp: int = 4) -> None:
    """Four pilgrims with so many hit points come upon the party in its dungeon."""
    hall.act(EnterSite(PARTY, OSSUARY))
    hall.act(MeetStrangers(PARTY, f"4 pilgrims HD 1 AC 3 1d6 hp {hp}"))


def chased(hall: Hall) -> None:
    """The party runs, and they come after it."""
    met(hall)
    hall.act(TakeStance(PARTY, Choice.RUN, Response.CHASE))


def attribute(hall: Hall, who: PersonId) -> int:
    """What someone's roll must not pass, with the first weapon at hand."""
    known = hall.table.now
    return stats.strike(known, of(hall, who), weapons_of(known, who)[0], 0).attribute
