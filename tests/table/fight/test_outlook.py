"""What lies ahead in a fight: the rounds of the dying, nerve that is due, dice laid for it, and what it is worth."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.table.field import ANSGAR, BLEND, CORVIN, ISOLDE, ONE, TAM, field, fight
from tests.table.tabletop import Tabletop
from undercroft.books.violence.hirelings import Shaken, hireling_morale
from undercroft.books.violence.morale import Band as Size
from undercroft.books.violence.morale import Enemy, morale_check
from undercroft.faces.views.fight.peril import nerve_cards
from undercroft.table.characters.characters import SetSheet
from undercroft.table.fight import stats, weapons
from undercroft.table.fight.actions import PassGo
from undercroft.table.fight.attack import Attack
from undercroft.table.fight.foes import AddFoes, AimFoe
from undercroft.table.fight.lifelines import Attempt, dying_in, last_round
from undercroft.table.fight.morale import FoesBroke, LayMorale
from undercroft.table.fight.outlook import MoraleOutlook, foes_due, hirelings_due, morale_outlook, not_done, worth
from undercroft.table.fight.rounds import WaitOut
from undercroft.table.referee.adjust import Adjust
from undercroft.table.referee.adjustable import Adjustable
from undercroft.table.state.combatants import InitiativeBlock, Phase
from undercroft.table.state.ids import BandId, FoeId
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.groups import MAIN

WILD = 20
VOTARIES = BandId("votaries")


def fallen() -> Tabletop:
    """Corvin fell in the first round; Ansgar and Tam act before the foe, Isolde and Corvin after."""
    table = field(house=BLEND)
    table.do(AddFoes(MAIN, "2 votaries HD 2 AC 5 1d8 hp 9"), 4, 17, 19)
    table.do(AimFoe(MAIN, FoeId("votaries-1"), CORVIN))
    table.do(WaitOut(MAIN), 10, 8, WILD)
    return table


def test_the_dying_clock() -> None:
    """Six rounds after that of the fall; harder each round, by the medic who is likeliest to save."""
    table = fallen()
    (line,) = dying_in(table.now, fight(table))
    assert (CORVIN, 1, 7, ISOLDE) == (line.patient, line.fell, line.last, line.medic)
    assert 7 == last_round(table.now, 1)
    first = line.attempts[0]
    assert Attempt(2, 9, 9 - first.mod, first.chance, ISOLDE, first.mod, given=first.given) == first
    assert [2, 3, 4, 5, 6, 7] == [each.round for each in line.attempts]
    missed = Fraction(1)
    for attempt in line.attempts:
        missed *= 1 - attempt.chance
    assert 1 - missed == line.saved


def test_the_medic_of_the_last_round_that_counts() -> None:
    """In round 6 Isolde has one way in 36, and in the seventh nobody has any: it is still hers to try."""
    table = fallen()
    (line,) = dying_in(table.now, replace(fight(table), round=6))
    assert (ISOLDE, [Fraction(1, 36), Fraction(0)]) == (line.medic, [attempt.chance for attempt in line.attempts])


def test_a_go_that_is_gone_saves_nobody() -> None:
    """The person who has had their go this round counts from the next one on."""
    table = fallen()
    table.do(PassGo(ANSGAR))
    table.do(PassGo(TAM), WILD, WILD)
    table.do(PassGo(ISOLDE))
    (line,) = dying_in(table.now, fight(table))
    assert all(attempt.open for attempt in line.attempts)


def test_the_attempt_of_this_round_is_made_by_a_medic_who_can_still_act() -> None:
    """Isolde, the best, acts after the foes; once she has acted, the others try and she is the next round's medic."""
    table = fallen()
    there = fight(table)
    done = replace(
        there,
        phase=Phase.BEFORE,
        fighters=tuple(
            replace(fighter, done=fighter.who == ISOLDE, block=InitiativeBlock.BEFORE) for fighter in there.fighters
        ),
    )
    (line,) = dying_in(table.now, done)
    first, second = line.attempts[:2]
    assert first.open
    assert first.medic in (ANSGAR, TAM)
    assert ISOLDE == second.medic
    (line,) = dying_in(
        table.now, replace(done, fighters=tuple(replace(fighter, done=True) for fighter in done.fighters))
    )
    assert [False, True] == [attempt.open for attempt in line.attempts[:2]]
    assert not line.attempts[0].tried
    tended = tuple(replace(fighter, tended=there.round) for fighter in there.fighters)
    (line,) = dying_in(table.now, replace(there, fighters=tended))
    assert [(False, True), (True, False)] == [(attempt.open, attempt.tried) for attempt in line.attempts[:2]]


def test_the_last_morale_roll_and_the_next() -> None:
    """A group is checked whenever one of them dies; the roll is told with its round and by how much it held."""
    table = field(house=BLEND)
    table.do(AddFoes(MAIN, "3 votaries HD 2 AC 5 1d8 hp 4"), 4, 17, 19)
    due = "next roll when one of them dies"
    assert MoraleOutlook("votaries", "", due, VOTARIES) == morale_outlook(table.now, fight(table))[0]
    table.do(Attack(ANSGAR, FoeId("votaries-1")), 12, 8)
    table.do(WaitOut(MAIN), WILD, WILD, 5)
    held = "Round 1, 1d20: 5, 7 under 12: they hold"
    assert MoraleOutlook("votaries", held, due, VOTARIES) == morale_outlook(table.now, fight(table))[0]
    tam = "one roll, when hurt or when a comrade dies"
    assert [MoraleOutlook("Tam", "", tam)] == list(morale_outlook(table.known(ONE), fight(table, ONE)))


@pytest.mark.parametrize(
    "kind, first, half, due",
    [
        (Size.LONE, False, False, "at 4 health or less"),
        (Size.LONE, True, False, "at the next wound"),
        (Size.LED, False, False, "when the leader is at 4 health or less or half of them are dead"),
        (Size.LED, True, True, "when the leader is hurt or one of them dies"),
    ],
)
def test_when_a_lone_foe_or_a_leader_is_checked(kind: Size, first: bool, half: bool, due: str) -> None:
    """By the half of its hit points, then whenever it is hurt; a led group also by its dead."""
    table = field(house=BLEND)
    table.do(AddFoes(MAIN, "2 votaries HD 2 AC 5 1d8 hp 9 leader"), 4, 17, 19)
    there = fight(table)
    (band,) = there.bands
    led = replace(band, kind=kind, leader=there.foes[0].id, first_done=first, half_done=half)
    (line, _) = morale_outlook(table.now, replace(there, bands=(led,)))
    assert f"next roll {due}" == line.next
    rallied = replace(there, bands=(replace(led, immune=True),))
    assert "no more: they have rallied" == morale_outlook(table.now, rallied)[0].next


def test_foes_are_due_when_one_has_died() -> None:
    """One dead of two: the others are tested at the end of the round, by their Hit Dice."""
    table = field(house=BLEND)
    table.do(AddFoes(MAIN, "2 votaries HD 2 AC 5 1d8 hp 4"), 4, 17, 19)
    assert () == foes_due(table.now, fight(table))
    assert (ANSGAR, ISOLDE, CORVIN, TAM) == not_done(table.now, table.now.groups[MAIN], fight(table))
    table.do(Attack(ANSGAR, FoeId("votaries-1")), 12, 8)
    (due,) = foes_due(table.now, fight(table))
    assert ("votaries", "one died", morale_check, Enemy(2), VOTARIES) == (
        due.name,
        due.why,
        due.rule,
        due.given,
        due.band,
    )


def test_a_die_laid_for_morale_counts_when_the_round_ends() -> None:
    """13 is over 12: they break, and no other die is thrown for it; the dice on the tray stay where they are."""
    table = field(house=BLEND)
    table.do(AddFoes(MAIN, "2 votaries HD 2 AC 5 1d8 hp 4"), 4, 17, 19)
    table.do(Attack(ANSGAR, FoeId("votaries-1")), 12, 8)
    table.do(LayMorale(MAIN, VOTARIES, 13))
    (due,) = foes_due(table.now, fight(table))
    assert 13 == due.die
    told = table.do(WaitOut(MAIN), WILD, 1)
    assert [("Votary B",)] == [each.names for each in told if isinstance(each, FoesBroke)]
    assert () == table.now.tray


def test_a_die_that_was_laid_for_nothing_is_taken_away() -> None:
    """In the next round no die lies ready any more; nor does one that the referee took back."""
    table = field(house=BLEND)
    table.do(AddFoes(MAIN, "2 votaries HD 2 AC 5 1d8 hp 9"), 4, 17, 19)
    table.do(LayMorale(MAIN, VOTARIES, 13))
    assert 13 == fight(table).bands[0].die
    table.do(LayMorale(MAIN, VOTARIES))
    assert fight(table).bands[0].die is None
    table.do(LayMorale(MAIN, VOTARIES, 7))
    table.do(WaitOut(MAIN), WILD, WILD)
    assert fight(table).bands[0].die is None


def test_who_may_lay_a_die() -> None:
    """The referee, for foes who are there, in a fight."""
    table = field(house=BLEND)
    assert ["no_fight"] == [reason.code for reason in table.why_not(LayMorale(MAIN, VOTARIES, 3))]
    table.do(AddFoes(MAIN, "2 votaries HD 2 AC 5 1d8 hp 9"), 4, 17, 19)
    assert ["no_band"] == [reason.code for reason in table.why_not(LayMorale(MAIN, BandId("rats"), 3))]
    assert "referee_only" in [reason.code for reason in table.why_not(LayMorale(MAIN, VOTARIES, 3), seat="one")]


def test_a_hireling_who_bled_is_due() -> None:
    """Tam was hurt: his employer's Cunning and his Hit Dice are what the die is held against."""
    table = field(house=BLEND)
    table.do(AddFoes(MAIN, "1 votary HD 2 AC 5 1d4 hp 9"), 4, 18, 19)
    assert () == hirelings_due(table.now, fight(table))
    table.do(AimFoe(MAIN, fight(table).foes[0].id, TAM))
    table.do(PassGo(ANSGAR))
    table.do(PassGo(TAM), 10, 1)
    (due,) = hirelings_due(table.now, fight(table))
    assert ("Tam", "hurt", hireling_morale, TAM) == (due.name, due.why, due.rule, due.person)
    assert isinstance(due.given, Shaken)
    assert (11, 1) == (due.given.cunning, due.given.hd)
    assert (ISOLDE, CORVIN) == not_done(table.now, table.now.groups[MAIN], fight(table))


def test_what_a_fight_is_worth() -> None:
    """Two of 2 Hit Dice at 20 each, one of 4 at 75."""
    table = field(house=BLEND)
    table.do(AddFoes(MAIN, "2 votaries HD 2 AC 5 1d8 hp 9"), 4, 17, 19)
    table.do(AddFoes(MAIN, "the Chandler HD 4 AC 7 1d8 hp 22"))
    assert 115 == worth(table.now, fight(table))


def test_a_morale_number_above_the_die_is_shown_as_it_is() -> None:
    """Hit Dice 12 stand under 22, which a d20 never reaches."""
    table = field(ANSGAR, house=BLEND)
    table.do(AddFoes(MAIN, "2 giants HD 12 AC 5 1d8 hp 9"), 4)
    table.do(Adjust(Adjustable.FOE, "giants-1", "health", 0, "by hand"))
    assert [22] == [nerve.under for nerve in foes_due(table.now, fight(table))]
    (card,) = nerve_cards(table.now, REFEREE, fight(table))
    assert card.why.endswith("1d20 under 22")


def test_a_hirelings_own_attack_can_be_set() -> None:
    """By the Hit Dice, unless the referee knows better."""
    table = field(ANSGAR, TAM, house=BLEND)
    table.do(AddFoes(MAIN, "2 giants HD 12 AC 5 1d8 hp 9"), 4)
    weapon = weapons.weapons_of(table.now, TAM)[0]
    fighter = fight(table).fighter(TAM)
    assert fighter is not None
    assert 12 == stats.strike(table.now, fighter, weapon, 5).attribute
    table.do(SetSheet(TAM, {"attack": 15}))
    assert 15 == stats.strike(table.now, fighter, weapon, 5).attribute
