"""What players see of odds and of the numbers behind a roll is the referee's choice."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.table.exploration.test_delve_rounds import inside
from tests.table.happenings import of
from tests.table.passage import BERT
from tests.table.passage import ONE as BERTS
from tests.table.preparing.crypt import in_the_hall
from tests.table.small_site import ONE, TWO
from tests.table.tabletop import Tabletop, codes
from undercroft.faces.views.actions import Action, actions
from undercroft.kernel.units import SeatId
from undercroft.table.engine.record import Settled, Thrown
from undercroft.table.engine.wanted_dice import MOST_AHEAD, DiceWanted, LayTray
from undercroft.table.exploration.recovery import Recover
from undercroft.table.odds import LIKELY
from undercroft.table.offers import offers
from undercroft.table.rulings.loose_dice import ThrowDice
from undercroft.table.site.listening import Listen
from undercroft.table.state.house_rules import Showing, Telling
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.world.campaign_start import ChangeHouse


def _house(table: Tabletop, **choices: object) -> None:
    table.do(ChangeHouse(replace(table.now.house, **choices)))


def _listening(table: Tabletop, seat: SeatId) -> Action:
    return next(action for action in actions(table.known(seat), seat) if action.kind == Listen.tag)


@pytest.mark.parametrize(
    "odds, percent, fraction",
    [(Showing.EXACT, "16.7 %", "1/6"), (Showing.WORDS, "unlikely", ""), (Showing.HIDDEN, "", "")],
)
def test_the_odds_on_a_players_buttons(odds: Showing, percent: str, fraction: str) -> None:
    """A chance of one in six: exactly, in words, or not; the referee always has the exact odds."""
    table = in_the_hall()
    _house(table, players_odds=odds)
    mine, referees = _listening(table, ONE), _listening(table, REFEREE)
    assert (percent, fraction) == (mine.percent, mine.fraction)
    assert "1/6" == referees.fraction
    exact = odds is Showing.EXACT
    assert [exact] == [
        offer.given is not None for offer in offers(table.known(ONE), ONE) if offer.command.tag == Listen.tag
    ]


def test_every_chance_has_a_word() -> None:
    """From certain down to nothing, in falling order."""
    bounds = [least for least, _ in LIKELY]
    assert sorted(bounds, reverse=True) == bounds
    assert (Fraction(1), Fraction(0)) == (bounds[0], bounds[-1])


@pytest.mark.parametrize("numbers", Telling)
def test_the_numbers_behind_a_roll(numbers: Telling) -> None:
    """Hidden, players hear the dice and what comes of them, and never the input of the rule."""
    table = inside()
    _house(table, players_numbers=numbers)
    table.do(Recover(BERT), 3)
    heard = [told.event for told in table.heard[BERTS]]
    whole, thrown = of(heard, Settled), of(heard, Thrown)
    assert (1, 0) == (len(whole), len(thrown)) if numbers is Telling.EXACT else (0, 1) == (len(whole), len(thrown))
    throws = [answered for event in whole for answered in event.throws]
    throws += [answered for event in thrown for answered in event.throws]
    assert [3] == [face for answered in throws for face in answered.faces]
    assert table.now.people[BERT].fp == table.known(BERTS).people[BERT].fp


@pytest.mark.parametrize("numbers, odds", [(Telling.HIDDEN, Showing.EXACT), (Telling.EXACT, Showing.HIDDEN)])
def test_dice_are_asked_for_without_what_is_hidden(numbers: Telling, odds: Showing) -> None:
    """The question that a phone gets has no input of the rule, from which it could compute the odds."""
    table = inside()
    table.typed = True
    _house(table, players_numbers=numbers, players_odds=odds)
    table.do(Recover(BERT))
    asked = of((told.event for told in table.heard[BERTS]), DiceWanted)[-1].wanted.questions
    assert [None] == [question.given for question in asked]
    assert [True] == [
        question.given is not None for wanted in table.now.wanted.values() for question in wanted.questions
    ]


def test_plain_dice_hide_nothing() -> None:
    """A player's own throw is told whole: no rule of a book is behind it."""
    table = in_the_hall()
    _house(table, players_numbers=Telling.HIDDEN)
    table.do(ThrowDice("1d6", seat=ONE), 4, seat=ONE)
    assert 1 == len(of((told.event for told in table.heard[ONE]), Settled))


def test_secret_dice_typed_ahead_are_used_in_their_order() -> None:
    """They are the referee's alone, can be cleared, and are used up by secret rolls."""
    table = in_the_hall()
    before = [table.bytes_for(seat) for seat in (ONE, TWO, SPECTATORS)]
    table.do(LayTray((5, 2)))
    table.do(LayTray((6,)))
    assert [5, 2, 6] == [*table.now.tray]
    thrown = table.do(ThrowDice("1d6", secret=True))
    assert [(5,)] == [answered.faces for event in of(thrown, Settled) for answered in event.throws]
    assert [2, 6] == [*table.now.tray]
    assert before == [table.bytes_for(seat) for seat in (ONE, TWO, SPECTATORS)]
    table.do(LayTray((1,), clear=True))
    assert [1] == [*table.now.tray]
    table.do(LayTray(clear=True))
    assert [] == [*table.now.tray]
    assert ["no_dice"] == codes(table, LayTray(clear=True))
    assert ["too_many_dice"] == codes(table, LayTray((1,) * MOST_AHEAD + (1,)))
    assert ["referee_only"] == codes(table, LayTray((1,)), ONE)
