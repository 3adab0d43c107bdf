"""Changing the book for fights: what everybody's numbers become, and that nothing is lost."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.table.field import ANSGAR, ISOLDE, TAM, field
from tests.table.sovereign_bouts import SOVEREIGN, skilled
from undercroft.table.fight.book_numbers import BookNumbers, book_numbers, changed_numbers
from undercroft.table.state.house_rules import PRESETS, Combat, Prowess, Reaction
from undercroft.table.world.campaign_start import ChangeHouse


def test_both_books_numbers_stand_side_by_side():
    """Chain is AC 14 by Sovereign and 5 by Violence; a hireling of one Hit Die attacks with it."""
    table = field(ANSGAR, TAM, house=SOVEREIGN)
    ansgar, tam = book_numbers(table.now)
    own = ("Ansgar", 12, 12, "AC 14, longsword −1, 1d8, Shock 2/AC 13", "AC 5, longsword 15, 1d8, Agility 10")
    assert BookNumbers(*own) == ansgar
    assert ("AC 10, dagger +1, 1d4, Shock 1/AC 15", "AC 0, dagger 12, 1d4") == (tam.sovereign, tam.violence)


def test_a_change_of_house_rules_shows_what_numbers_become():
    """Another book for fights changes them; training that no longer counts does too; the reaction table does not."""
    table = field(ANSGAR, TAM, house=SOVEREIGN)
    by_violence = replace(SOVEREIGN, combat=Combat.VIOLENCE)
    ansgar, tam = changed_numbers(table.now, by_violence)
    both = book_numbers(table.now)
    assert (both[0].sovereign, both[0].violence) == (ansgar.now, ansgar.then)
    assert (both[1].sovereign, both[1].violence) == (tam.now, tam.then)
    assert () == changed_numbers(table.now, replace(SOVEREIGN, reaction=Reaction.VIOLENCE))
    table.do(ChangeHouse(by_violence))
    skilled(table, ANSGAR, character_class="warrior", level=3, skills={"Stab": 1})
    trained, _ = changed_numbers(table.now, replace(by_violence, prowess=Prowess.OFF))
    assert ("AC 5, longsword 18, 1d8, Agility 10", "AC 5, longsword 14, 1d8, Agility 10") == (
        trained.now,
        trained.then,
    )


@given(preset=st.sampled_from(sorted(PRESETS)), books=st.lists(st.sampled_from(Combat), max_size=4))
def test_changing_the_book_and_back_changes_nothing_else(preset: str, books: list[Combat]):
    """However often the house changes, the campaign is equal once it is back."""
    table = field(ANSGAR, ISOLDE, TAM, house=PRESETS[preset], inside=False)
    before = table.now
    for book in books:
        table.do(ChangeHouse(replace(table.now.house, combat=book)))
    table.do(ChangeHouse(before.house))
    assert before == table.now
