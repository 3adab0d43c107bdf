"""What is settled with creatures stays settled, whichever group comes upon them and however often."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.table.passage import ANNE, BERT, ONE, PASSAGE, RATS, SECOND, TO_SECOND, TO_THIRD, TWO, begin, passage
from tests.table.tabletop import Tabletop
from undercroft.books.sovereign.parley import Creature
from undercroft.books.sovereign.reactions import Choice, Response
from undercroft.kernel.dice import Roll
from undercroft.kernel.throwing import Draw
from undercroft.kernel.units import SeatId
from undercroft.table.encounter.scene import encounter_of
from undercroft.table.encounter.stance import TakeStance
from undercroft.table.encounter.start import EndEncounter, Face
from undercroft.table.encounter.strangers import MeetStrangers
from undercroft.table.encounter.surprise import SurpriseThem
from undercroft.table.engine.part import Command
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.splitting import Rejoin, Split
from undercroft.table.offers import offers
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.site.movement import Move
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.house_rules import PRESETS
from undercroft.table.state.ids import CreaturesId, GroupId, PersonId
from undercroft.table.state.people import Person
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Clock
from undercroft.table.world.groups import MAIN, March

SCOUTS, CATS = GroupId("scouts"), CreaturesId("cats")
QUIET = 5
ACTS: tuple[Command, ...] = (
    Split(MAIN, (BERT,)),
    Split(MAIN, (ANNE,)),
    Rejoin(MAIN, SCOUTS),
    *(Move(group, door) for group in (MAIN, SCOUTS) for door in (TO_SECOND, TO_THIRD)),
    *(LeaveSite(group) for group in (MAIN, SCOUTS)),
    *(EnterSite(group, PASSAGE) for group in (MAIN, SCOUTS)),
)


class Quiet(Tabletop):
    """A table at which every die brings nobody."""

    def _stream(self, _: tuple[SeatId, ...]) -> Draw:
        def drawn(__: Roll, count: int, /) -> Sequence[int]:
            return [QUIET] * count

        return drawn


def inhabited(clock: Clock, *creatures: Creatures) -> Quiet:
    """The passage with creatures in its second zone, and the party in the first."""
    table = Quiet()
    table.sit(ONE, TWO)
    table.do(begin(passage(clock, traps={}, creatures={kind.id: kind for kind in creatures})))
    table.do(EnterSite(MAIN, PASSAGE))
    return table


def settled(clock: Clock, does: Response = Response.IGNORE) -> Quiet:
    """Rats and cats were met, and it is settled what they do."""
    kinds = (Creatures(id, id, 3, Fraction(1), SECOND) for id in (RATS, CATS))
    table = inhabited(clock, *kinds)
    table.do(Move(MAIN, TO_SECOND))
    table.do(TakeStance(MAIN, Choice.WAIT, does=does))
    if encounter_of(table.now.groups[MAIN]) is not None:
        table.do(EndEncounter(MAIN))
    return table


@pytest.mark.parametrize("does", [Response.IGNORE, Response.TALK])
@pytest.mark.parametrize("clock", Clock)
@settings(max_examples=15, deadline=None, phases=(Phase.generate,))
@given(acts=st.lists(st.sampled_from(ACTS), max_size=12))
def test_nothing_that_is_settled_is_opened_again(clock, does, acts):
    """Through splits, rejoins, moves, leaving and coming back, by every clock."""
    table = settled(clock, does)
    for act in acts:
        if not table.why_not(act):
            table.do(act)
        assert not [group for group in table.now.groups.values() if encounter_of(group) is not None]


def test_a_split_does_not_start_an_encounter_again():
    """Neither part of the party meets the creatures again."""
    table = settled(Clock.SOVEREIGN)
    table.do(Split(MAIN, (BERT,)))
    assert [None, None] == [encounter_of(group) for group in table.now.groups.values()]


def test_what_is_settled_with_one_group_is_settled_for_a_group_that_parted_before():
    """The rats take no notice of the party; the scouts, who were elsewhere, come later."""
    table = inhabited(Clock.SOVEREIGN, Creatures(RATS, "rats", 3, Fraction(1), SECOND))
    table.do(Split(MAIN, (BERT,)))
    table.do(Move(MAIN, TO_SECOND))
    table.do(TakeStance(MAIN, Choice.WAIT, does=Response.IGNORE))
    assert (MAIN,) == table.now.sites[PASSAGE].creatures[RATS].known_to
    table.do(Move(SCOUTS, TO_SECOND))
    assert (SECOND, None) == (table.now.groups[SCOUTS].zone, encounter_of(table.now.groups[SCOUTS]))


def test_a_group_that_has_not_met_hostile_creatures_meets_them_with_their_old_reaction():
    """Their reaction is not rolled again: 4 makes them fight those who talk, unless they fear to lose."""
    rats = Creatures(RATS, "rats", 9, Fraction(1), SECOND, reaction=4, answer=Response.FIGHT, known_to=(SCOUTS,))
    table = inhabited(Clock.SOVEREIGN, rats)
    table.do(Move(MAIN, TO_SECOND))
    encounter = encounter_of(table.now.groups[MAIN])
    assert encounter is not None
    assert 4 == encounter.total


def test_a_creatures_reaction_counts_when_it_is_met_again():
    """The total that was rolled is the total that counts, whichever group faces them."""
    table = inhabited(Clock.SOVEREIGN, Creatures(RATS, "rats", 3, Fraction(1), SECOND))
    table.do(Move(MAIN, TO_SECOND))
    table.do(TakeStance(MAIN, Choice.TALK))
    table.do(EndEncounter(MAIN))
    assert 2 * QUIET == table.now.sites[PASSAGE].creatures[RATS].reaction
    table.do(Face(MAIN, RATS))
    again = encounter_of(table.now.groups[MAIN])
    assert again is not None
    assert 2 * QUIET == again.total


def test_a_new_group_of_an_old_name_is_new_to_creatures():
    """Scouts who met the rats came back; other scouts later are known to the rats as their party is."""
    table = settled(Clock.SOVEREIGN)
    table.do(Split(MAIN, (BERT,)))
    assert (MAIN, SCOUTS) == table.now.sites[PASSAGE].creatures[RATS].known_to
    table.do(Rejoin(MAIN, SCOUTS))
    assert (MAIN,) == table.now.sites[PASSAGE].creatures[RATS].known_to


def test_who_comes_back_marches_in_the_old_place():
    """The middle of the party scouts ahead and comes back to the middle, though those who stayed changed places."""
    people = tuple(Person(PersonId(id), id, ONE, hp=4, hp_max=4) for id in ("ada", "ben", "cid", "dan"))
    ada, ben, cid, dan = (person.id for person in people)
    table = Quiet()
    table.sit(ONE)
    table.do(begin(passage(Clock.SOVEREIGN), people=people, things=(), party=(ada, ben, cid, dan)))
    table.do(Split(MAIN, (ben, dan)))
    table.do(Rejoin(MAIN, SCOUTS))
    assert (ada, ben, cid, dan) == table.now.groups[MAIN].members
    table.do(Split(MAIN, (ben,)))
    table.do(March(MAIN, (dan, cid, ada)))
    table.do(Rejoin(SCOUTS, MAIN))
    assert (dan, cid, ada, ben) == table.now.groups[MAIN].members


@pytest.mark.parametrize("preset, by_sovereign", [("sovereign", True), ("violence", False), ("delving", False)])
def test_motives_and_surprise_are_sovereigns_alone(preset, by_sovereign):
    """One book at a time says how creatures take the party."""
    rats = Creatures(RATS, "rats", 3, Fraction(1), SECOND)
    table = Quiet()
    table.sit(ONE, TWO)
    table.do(begin(passage(Clock.SOVEREIGN, traps={}, creatures={RATS: rats}), house=PRESETS[preset]))
    table.do(EnterSite(MAIN, PASSAGE))
    table.do(Move(MAIN, TO_SECOND))
    encounter = encounter_of(table.now.groups[MAIN])
    assert encounter is not None
    surprising = any(isinstance(offer.command, SurpriseThem) for offer in offers(table.now, REFEREE))
    assert (by_sovereign, by_sovereign) == (bool(encounter.wants), surprising)


@pytest.mark.parametrize(
    "line, creature, wants",
    [
        ("3 rats HD 1/2", None, ("food", "territory")),
        ("3 wolves HD 2", None, ("food", "territory")),
        ("3 gloomlings HD 1", None, ()),
        ("3 gloomlings HD 1", Creature.FIEND, ("suffering",)),
    ],
)
def test_the_bestiary_says_what_strangers_want(line, creature, wants):
    """Of a name that it does not have nothing is guessed, unless the referee says the kind."""
    table = Quiet()
    table.sit(ONE, TWO)
    table.do(begin(passage(Clock.SOVEREIGN, traps={}, creatures={}), house=PRESETS["sovereign"]))
    table.do(EnterSite(MAIN, PASSAGE))
    table.do(MeetStrangers(MAIN, line, creature, distance_ft=30))
    encounter = encounter_of(table.now.groups[MAIN])
    assert encounter is not None
    assert wants == encounter.wants
