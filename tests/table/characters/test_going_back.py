"""While a character is made, the player goes back from choice to choice; the dice stay as they fell."""

from tests.table.characters.test_creation import EDDA, SCORES, table
from tests.table.small_site import ONE, TWO
from tests.table.tabletop import Tabletop, codes
from undercroft.table.characters.characters import CreateCharacter
from undercroft.table.characters.makers import step_of
from undercroft.table.engine.wanted_dice import Answer, ChooseAgain
from undercroft.table.state.ids import WantedId
from undercroft.table.state.open_questions import OpenQuestion
from undercroft.table.state.seats import REFEREE


def asked(there: Tabletop) -> tuple[WantedId, OpenQuestion]:
    """The question that her player has to answer."""
    wanted = next(iter(there.known(ONE).wanted.values()))
    return wanted.id, wanted.questions[0]


def back(there: Tabletop) -> ChooseAgain:
    """The way back from it."""
    return ChooseAgain(asked(there)[0])


def answer(there: Tabletop, *given: str | int) -> None:
    """Answer it."""
    id, question = asked(there)
    there.do(Answer(id, question.ruling, given), seat=ONE)


def test_the_player_goes_back_to_each_choice_and_the_dice_stay() -> None:
    """From the class through four improvements to the raised attribute, and on with other choices."""
    there = table()
    there.do(CreateCharacter(ONE, "Edda"), *SCORES, "CON", "STR", "Heal", "Heal", "Notice", seat=ONE)
    assert "class" == asked(there)[1].question.purpose
    for step in ("improvement 4", "improvement 3", "improvement 2", "improvement 1", "raise one to 14"):
        assert asked(there)[1].back
        there.do(back(there), seat=ONE)
        assert step == step_of(asked(there)[1].question.purpose)
    assert not asked(there)[1].back
    assert ["no_choice_before"] == codes(there, back(there), ONE)

    for option in ("WIS", "Stab", "Stab", "Know", "STR", "warrior"):
        answer(there, option)
    answer(there, 5)
    assert ["no_choice_before"] == codes(there, back(there), ONE), "the die for hit points has fallen"
    answer(there, 3, 4, 6)
    sheet = there.now.people[EDDA].sheet
    scores = (sheet.strength, sheet.dexterity, sheet.constitution, sheet.intelligence, sheet.wisdom)
    assert (10, 12, 6, 15, 14) == scores
    assert ("warrior", {"Stab": 1, "Know": 0}) == (sheet.character_class, sheet.skills)
    assert {} == there.now.wanted == there.known(ONE).wanted


def test_only_the_player_who_makes_the_character_and_the_referee_go_back() -> None:
    """Another player is told of no question."""
    there = table()
    there.do(CreateCharacter(ONE, "Edda"), *SCORES, "CON", seat=ONE)
    assert ["nothing_wanted"] == codes(there, back(there), TWO)
    assert [] == codes(there, back(there), REFEREE)
    assert ["nothing_wanted"] == codes(there, ChooseAgain(WantedId("nothing")), ONE)
