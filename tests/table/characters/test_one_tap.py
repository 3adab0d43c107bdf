"""One tap makes a character whole: the dice make the choices too, and each choice can be changed afterwards."""

import pytest
from msgspec.structs import replace

from tests.table.characters.test_creation import EDDA, SCORES, table
from tests.table.small_site import ONE, TWO
from tests.table.tabletop import Tabletop, codes
from undercroft.kernel.units import SeatId
from undercroft.table.characters.characters import CreateCharacter, QuickCharacter
from undercroft.table.characters.choices import ChangeChoice, begun, on_paper
from undercroft.table.characters.creation_methods import WAYS
from undercroft.table.gear.money import coins
from undercroft.table.session.sessions import Arrive
from undercroft.table.site.waiting import PassTime, Span
from undercroft.table.state.house_rules import Deciding
from undercroft.table.state.people import Person
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import ThingKind
from undercroft.table.world.campaign_start import ChangeHouse
from undercroft.table.world.groups import MAIN

WARRIOR = 5
"""The face of the d6 for the warrior's role and pack."""
RANDOM = {
    "sovereign": (WARRIOR, *SCORES, 1, 1, 2, 2, 5, 3, 4, 6),
    "violence": (WARRIOR, 2, 3, 3, 3, 4, 4, 4, 1, 2, 3, 5, 3, 4, 11, 3, 3),
    "delving": (WARRIOR, 5, 5, 5, 3, 3, 3, 3, 3, 4, 1, 1, 1, 1, 1, 1, 1, 1, 3, 4, 6),
    "neverwhere": (WARRIOR, 4, 1, 1, 3, 4, 6),
}


def edda(there: Tabletop, seat: SeatId = REFEREE) -> Person:
    """The new character as a seat knows them."""
    return there.known(seat).people[EDDA]


def steps(there: Tabletop) -> dict[str, str]:
    """The choices as they are shown to the player."""
    made = on_paper(there.known(ONE), EDDA)
    assert made is not None
    return {step.name: step.taken for step in made.steps}


def one_tap(book: str) -> Tabletop:
    """A table with a character of a book, made by one tap."""
    there = table(typed=False)
    there.do(CreateCharacter(ONE, "Edda", WAYS[book], random=True), *RANDOM[book], seat=ONE)
    return there


def test_one_tap_by_sovereign_takes_a_role_at_random_and_throws_for_feats():
    """A warrior: STR to 14, the pack's skills, Alert with Exert, Gifted Chirurgeon with Heal, 6 hit points."""
    there = one_tap("sovereign")
    sheet = edda(there).sheet
    assert (14, 12, 6, 15, 6) == (sheet.strength, sheet.dexterity, sheet.constitution, sheet.intelligence, sheet.wisdom)
    assert ("warrior", ("Alert", "Gifted Chirurgeon"), 0) == (sheet.character_class, sheet.feats, sheet.feats_due)
    assert {"Stab": 1, "Exert": 1, "Notice": 0, "Heal": 0} == sheet.skills
    assert (6, 6) == (edda(there).hp, edda(there).hp_max)
    taken = {"raise one to 14": "STR", "class": "warrior", "feat 1": "Alert", "skill that comes with feat 1": "Exert"}
    assert taken.items() <= steps(there).items()
    assert ["long sword"] == [thing.name for thing in there.now.carried_by(EDDA) if thing.kind is ThingKind.WEAPON]
    assert coins(there.now, EDDA) < 13_000


def test_one_tap_by_violence_throws_for_the_swap():
    """Agility 9 and Brawn 12 change places on a 2 of four; health is 5 and half of Brawn 9."""
    there = one_tap("violence")
    sheet = edda(there).sheet
    assert (9, 12, 6) == (sheet.strength, sheet.dexterity, sheet.intelligence)
    assert {"swap two attributes": "agility_brawn"} == steps(there)
    assert 9 == edda(there).hp
    assert len(there.now.carried_by(EDDA)) > 1


def test_one_tap_by_delving_assigns_and_raises_at_random():
    """15, 9 and 10 give +1, 0 and 0, mirrored; the highest left each time; STR raised once, then DEX twice."""
    there = one_tap("delving")
    assert {"STR": "+1", "DEX": "+0", "CON": "+0", "INT": "+0", "WIS": "+0"} == {
        name: taken for name, taken in steps(there).items() if name.isupper()
    }
    assert ["str", "dex", "dex"] == [taken for name, taken in steps(there).items() if name.startswith("increase")]


def test_one_tap_by_neverwhere_orders_a_spread_of_scores():
    """The last of four values for Str, then the first of those left."""
    sheet = edda(there := one_tap("neverwhere")).sheet
    assert (7, 13, 11, 9) == (sheet.strength, sheet.dexterity, sheet.intelligence, sheet.constitution)
    assert {"Str": "7", "Dex": "13", "Int": "11"} == steps(there)


CHANGES = [
    ("sovereign", "class", "mage", lambda person: (person.sheet.character_class, person.hp_max), ("mage", 3)),
    ("sovereign", "feat 1", "Die Hard", lambda person: (person.sheet.feats[0], person.hp), ("Die Hard", 8)),
    ("sovereign", "raise one to 14", "CON", lambda person: (person.sheet.strength, person.hp), (9, 8)),
    ("violence", "swap two attributes", "keep", lambda person: (person.sheet.strength, person.hp), (12, 11)),
    ("delving", "STR", "-1", lambda person: person.sheet.strength, 10),
    ("neverwhere", "Str", "13", lambda person: (person.sheet.strength, person.sheet.dexterity, person.hp), (13, 7, 13)),
]  # fmt: skip


@pytest.mark.parametrize("book, step, option, of, then", CHANGES)
def test_a_choice_is_changed_and_the_dice_stay(book, step, option, of, then):
    """What follows from the choice follows from the other one; two values of one set change places."""
    there = one_tap(book)
    gold = coins(there.now, EDDA)
    there.do(ChangeChoice(EDDA, step, option), seat=ONE)
    assert then == of(edda(there)) == of(edda(there, TWO))
    assert option == steps(there)[step]
    assert gold == coins(there.now, EDDA)
    there.do(ChangeChoice(EDDA, step, RESULT[book, step]), seat=ONE)
    assert edda(one_tap(book)) == edda(there)


RESULT = {
    ("sovereign", "class"): "warrior",
    ("sovereign", "feat 1"): "Alert",
    ("sovereign", "raise one to 14"): "STR",
    ("violence", "swap two attributes"): "agility_brawn",
    ("delving", "STR"): "+1",
    ("neverwhere", "Str"): "7",
}


def test_choices_are_secret_from_other_players_and_end_when_the_party_goes_on():
    """Another player neither knows nor changes them; once time has passed only the referee does."""
    there = one_tap("neverwhere")
    change = ChangeChoice(EDDA, "Str", "13")
    assert EDDA not in there.known(TWO).makings
    assert {"not_yours", "not_made_here"} == set(codes(there, change, TWO))
    assert ["no_step"] == codes(there, ChangeChoice(EDDA, "class", "mage"), ONE)
    assert ["no_option"] == codes(there, ChangeChoice(EDDA, "Str", "18"), ONE)
    assert ["unchanged"] == codes(there, ChangeChoice(EDDA, "Str", "7"), ONE)
    there.do(Arrive(EDDA))
    assert [] == codes(there, change, ONE)
    there.do(PassTime(MAIN, Span.HOUR))
    assert begun(there.known(ONE), EDDA)
    assert ["begun"] == codes(there, change, ONE)
    assert [] == codes(there, change)


def test_a_quick_character_shows_the_choices_of_the_pack_too():
    """The pack's class, attribute and skills, each changeable; feats that were not chosen are open."""
    there = table(typed=False)
    there.do(QuickCharacter(ONE, "Edda"), *SCORES, 5, 3, 4, 6, seat=ONE)
    assert {"class": "expert", "improvement 1": "Notice", "raise one to 14": "CON", "feat 1": "later"}.items() <= steps(
        there
    ).items()
    there.do(ChangeChoice(EDDA, "feat 1", "Alert"), seat=ONE)
    assert ("Alert",) == edda(there).sheet.feats


def test_a_referee_who_decides_changes_the_choices():
    """The player is told to ask; the referee's change counts."""
    there = one_tap("neverwhere")
    there.do(ChangeHouse(replace(there.now.house, growth_by=Deciding.REFEREE)))
    change = ChangeChoice(EDDA, "Str", "13")
    assert ["referee_decides"] == codes(there, change, ONE)
    assert [] == codes(there, change)
