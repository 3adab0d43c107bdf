"""Changing the book for fights: what everybody's numbers become, and that nothing is lost."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.table.field import ANSGAR, ISOLDE, TAM, field
from tests.table.sovereign_bouts import SOVEREIGN
from undercroft.table.fight.book_numbers import BookNumbers, book_numbers
from undercroft.table.state.house_rules import PRESETS, Combat
from undercroft.table.world.campaign_start import ChangeHouse


def test_both_books_numbers_stand_side_by_side():
    """Chain is AC 14 by Sovereign and 5 by Violence; a hireling of one Hit Die attacks with it."""
    table = field(ANSGAR, TAM, house=SOVEREIGN)
    ansgar, tam = book_numbers(table.now)
    assert BookNumbers("Ansgar", 12, 12, "AC 14, attack +0", "AC 5, Brawn 15, Agility 10") == ansgar
    assert ("AC 10, attack +1", "AC 0, attack 12") == (tam.sovereign, tam.violence)


@given(preset=st.sampled_from(sorted(PRESETS)), books=st.lists(st.sampled_from(Combat), max_size=4))
def test_changing_the_book_and_back_changes_nothing_else(preset: str, books: list[Combat]):
    """However often the house changes, the campaign is equal once it is back."""
    table = field(ANSGAR, ISOLDE, TAM, house=PRESETS[preset], inside=False)
    before = table.now
    for book in books:
        table.do(ChangeHouse(replace(table.now.house, combat=book)))
    table.do(ChangeHouse(before.house))
    assert before == table.now
