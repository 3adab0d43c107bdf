"""Characters made by each book's own rules: dice on the table, and who comes of them."""

import pytest
from msgspec.structs import replace

from tests.table.small_site import ONE, TWO, begin
from tests.table.tabletop import Tabletop
from undercroft.books.sovereign.classes import ClassId
from undercroft.books.sovereign.units import Skill
from undercroft.kernel.dice import Choice
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.characters.characters import CreateCharacter
from undercroft.table.characters.creation_methods import ByDelving, ByNeverwhere, BySovereign, ByViolence, ChosenFeat
from undercroft.table.engine.event import Event
from undercroft.table.engine.wanted_dice import Answer, DiceWanted
from undercroft.table.state.house_rules import PRESETS, HouseRules
from undercroft.table.state.ids import PersonId, ThingId, WantedId
from undercroft.table.state.people import Person, Sheet
from undercroft.table.state.things import Carried, Thing, ThingKind
from undercroft.table.world.campaign_start import PersonJoined, ThingPlaced

EDDA = PersonId("edda-one")
SCORES = (3, 3, 3, 4, 4, 4, 1, 2, 3, 6, 5, 4, 2, 2, 2)
"""9, 12, 6, 15 and 6 in the order STR, DEX, CON, INT, WIS."""

PURSE = Thing(ThingId("edda-one-purse"), "purse", ThingKind.COINS, Carried(EDDA), worth=13_000, item="coins")


def table(house: HouseRules | None = None, *, typed: bool = True) -> Tabletop:
    """Two seats, and a crypt to explore one day."""
    there = Tabletop(typed=typed)
    there.sit(ONE, TWO)
    there.do(replace(begin(), house=house or HouseRules()))
    return there


def answer(there: Tabletop, wanted: WantedId, faces: tuple[int | str, ...]) -> None:
    """Answer the one question that waits, by the seat it was put to."""
    asked = there.known(ONE).wanted[wanted].questions[0]
    there.do(Answer(wanted, asked.ruling, faces), seat=ONE)


def joined(events: list[Event]) -> list[Person]:
    """Who came onto the roll."""
    return [event.person for event in events if isinstance(event, PersonJoined)]


def placed(events: list[Event]) -> list[Thing]:
    """What they brought."""
    return [event.thing for event in events if isinstance(event, ThingPlaced)]


@pytest.mark.parametrize("typed", [True, False])
def test_a_delver_of_sovereign(typed):
    """Scores in order, Constitution to 14, four improvements, an Expert with 5 and CON +1 for hit points, 130 gold."""
    there = table(typed=typed)
    told = there.do(
        CreateCharacter(ONE, "Edda", about="From the hills."),
        *SCORES, "CON", "STR", "Heal", "Heal", "Notice", "expert", 5, 3, 4, 6,
        seat=ONE,
    )  # fmt: skip

    edda = Person(
        EDDA,
        "Edda",
        ONE,
        sheet=Sheet(
            strength=10,
            dexterity=12,
            constitution=14,
            intelligence=15,
            wisdom=6,
            character_class="expert",
            skills={"Heal": 1, "Notice": 0},
        ),
        hp=6,
        hp_max=6,
        fp=14,
        about="From the hills.",
    )
    assert [edda] == joined(told)
    assert [PURSE] == placed(told)
    assert edda == there.known(TWO).people[EDDA]
    assert PURSE == there.known(TWO).things[PURSE.id]
    assert EDDA not in there.now.present
    assert there.now.group_of(EDDA) is None


def test_what_is_reported_beforehand_is_not_asked() -> None:
    """Only the attribute that becomes 14 is chosen when it has been seen."""
    way = BySovereign(ClassId.WARRIOR, ("Stab", "Stab", "CON", "CON"), (ChosenFeat("Die Hard"),))
    edda = joined(table().do(CreateCharacter(ONE, "Edda", way), *SCORES, "STR", 3, 1, 1, 1, seat=ONE))[0]
    assert Sheet(14, 12, 8, 15, 6, "warrior", skills={"Stab": 1}, feats=("Die Hard",)) == edda.sheet
    assert (7, 7) == (edda.hp, edda.hp_max)


def test_who_has_no_low_score_raises_none() -> None:
    """Nothing is asked where nothing is below 14."""
    high = (5, 5, 5) * 5
    way = BySovereign(ClassId.MAGE, ("Magic", "Magic", "Know", "Know"))
    edda = joined(table().do(CreateCharacter(ONE, "Edda", way), *high, 1, 1, 1, 1, seat=ONE))[0]
    assert Sheet(15, 15, 15, 15, 15, "mage", skills={"Magic": 1, "Know": 1}) == edda.sheet
    assert 1 == edda.hp


def test_picks_that_do_not_stand_are_asked_again() -> None:
    """Strength 17 cannot be raised four times; the next questions leave out what is at its best."""
    way = BySovereign(ClassId.EXPERT, ("STR", "STR", "STR", "STR"))
    strong = (6, 6, 5, *SCORES[3:])
    there = table()
    told = there.do(
        CreateCharacter(ONE, "Edda", way), *strong, "keep", "STR", "Know", "Know", "WIS", 1, 1, 1, 1, seat=ONE
    )
    edda = joined(told)[0]
    assert Sheet(18, 12, 6, 15, 7, "expert", skills={"Know": 1}) == edda.sheet
    asked = [each.event.wanted.questions[0].question for each in there.heard[ONE] if isinstance(each.event, DiceWanted)]
    options = [question.options for question in asked if isinstance(question, Choice)]
    assert "STR" in options[1]
    assert "STR" not in options[2]
    assert "Know" in options[3]
    assert "Know" not in options[4]


def test_feats_bring_their_skill_or_another_improvement() -> None:
    """Notice goes from 0 to 1 with the first feat; the second finds it at its best, and Wisdom is taken instead."""
    feats = (ChosenFeat("Alert", Skill.NOTICE), ChosenFeat("Keen", Skill.NOTICE))
    way = BySovereign(ClassId.EXPERT, ("Notice", "Stab", "Stab", "Exert"), feats)
    edda = joined(table().do(CreateCharacter(ONE, "Edda", way), *SCORES, "keep", "WIS", 6, 1, 1, 1, seat=ONE))[0]
    assert {"Notice": 1, "Stab": 1, "Exert": 0} == edda.sheet.skills
    assert ("Alert", "Keen") == edda.sheet.feats
    assert 7 == edda.sheet.wisdom
    assert 5 == edda.hp


def test_an_adventurer_of_violence() -> None:
    """Agility 10, Brawn 11 and Cunning 12, the first two swapped; thick-skinned, with 70 silver."""
    there = table()
    told = there.do(
        CreateCharacter(ONE, "Edda", ByViolence()),
        3, 3, 4, 3, 4, 4, 4, 4, 4, "agility_brawn", 4, 3, 4, 7, 4, 5,
        seat=ONE,
    )  # fmt: skip
    edda = joined(told)[0]
    about = "Agility 11, Brawn 10, Cunning 12; 9 health, AC 2, 1 Scar; 70 sp; occupation 7; 2 more AC."
    assert (
        Person(
            EDDA,
            "Edda",
            ONE,
            sheet=Sheet(10, 11, 10, 12, 12, occupation="occupation 7", overrides={"natural_ac": 2}),
            hp=9,
            hp_max=9,
            fp=10,
            scars=1,
            about=about,
        )
        == edda
    )
    assert [replace(PURSE, worth=700)] == placed(told)
    stats = bridge.violence(edda, placed(told), there.now.house)
    assert (11, 10, 12, 9, 1, 2) == (stats.agility, stats.brawn, stats.cunning, stats.health, stats.scars, stats.ac)


def test_something_extra_is_thrown_for() -> None:
    """A 2 on the table of extras adds a d3 to Cunning."""
    there = table()
    told = there.do(
        CreateCharacter(ONE, "Edda", ByViolence()), 3, 3, 4, 3, 4, 4, 4, 4, 4, "keep", 1, 1, 1, 20, 1, 1, 3, seat=ONE
    )
    assert (10, 11, 15) == (
        joined(told)[0].sheet.dexterity,
        joined(told)[0].sheet.strength,
        joined(told)[0].sheet.intelligence,
    )


def test_a_choice_that_names_no_seat_is_with_a_person_who_makes_the_character() -> None:
    """Violence asks its player; here that is the seat the character is for."""
    there = table()
    there.do(CreateCharacter(ONE, "Edda", ByViolence()), 3, 3, 4, 3, 4, 4, 4, 4, 4, seat=ONE)
    wanted = next(iter(there.known(ONE).wanted.values()))
    assert [ONE] == [asked.seat for asked in wanted.questions]
    assert {} == there.known(TWO).wanted


@pytest.mark.parametrize("preset, fp", [("undercroft", 18), ("delving", 6), ("sovereign", 0)])
def test_a_delver_of_delving(preset, fp):
    """0, +2, -1 and their opposites dealt out, three increases, none above +2; five and Constitution for health."""
    there = table(PRESETS[preset])
    told = there.do(
        CreateCharacter(ONE, "Edda", ByDelving()),
        3, 4, 5, 6, 6, 4, 1, 2, 3, "+2", "+0", "+1", "+0", "-1", "con", "dex", "cha",
        seat=ONE,
    )  # fmt: skip
    edda = Person(
        EDDA, "Edda", ONE, sheet=Sheet(18, 14, 18, 10, 7, overrides={"delving_cha": -1}), hp=7, hp_max=7, fp=fp
    )
    assert [edda] == joined(told)
    assert [] == placed(told)
    assert [2, 1, 2, 0, -1, -1] == [bridge.ability(edda, ability) for ability in bridge.Ability]


@pytest.mark.parametrize(
    "preset, overrides, fp",
    [
        ("undercroft", {"delving_str": 3, "delving_wis": -3}, 14),
        ("delving", {"delving_str": 3, "delving_wis": -3, "fp_max": 5}, 5),
    ],
)
def test_abilities_beyond_the_sheet_are_kept_as_they_are(preset, overrides, fp):
    """A +3 and its opposite have no score by Sovereign, but are Delving's abilities all the same."""
    there = table(PRESETS[preset])
    told = there.do(
        CreateCharacter(ONE, "Edda", ByDelving()),
        6, 6, 6, 3, 4, 5, 3, 4, 5, "+3", "+0", "+0", "+0", "-3", "con", "int", "cha",
        seat=ONE,
    )  # fmt: skip
    edda = joined(told)[0]
    assert Sheet(18, 10, 14, 14, 3, overrides={**overrides, "delving_cha": 1}) == edda.sheet
    assert [3, 0, 1, 1, -3, 1] == [bridge.ability(edda, ability) for ability in bridge.Ability]
    assert (6, fp) == (edda.hp, edda.fp)


@pytest.mark.parametrize(
    "way, sheet, hp, fp",
    [
        (ByNeverwhere(), Sheet(10, 10, 10, 10, 10), 10, 10),
        (ByNeverwhere(8, 12, 11, 9), Sheet(8, 12, 9, 11, 11), 8, 9),
    ],
)
def test_someone_of_neverwhere(way, sheet, hp, fp):
    """Average, or with scores bought; hit points are Str, fatigue Vit."""
    edda = Person(EDDA, "Edda", ONE, sheet=sheet, hp=hp, hp_max=hp, fp=fp)
    assert [edda] == joined(table().do(CreateCharacter(ONE, "Edda", way), seat=ONE))


@pytest.mark.parametrize(
    "act, seat, codes",
    [
        (CreateCharacter(TWO, "Edda"), ONE, ["not_yours"]),
        (CreateCharacter(ONE, "Edda"), "spectators", ["looks_on"]),
        (CreateCharacter(SeatId("three"), "Edda"), "referee", ["no_seat"]),
        (CreateCharacter(ONE, "Edda", BySovereign(improvements=("CHA",) * 4)), ONE, ["unknown_improvement"]),
        (CreateCharacter(ONE, "Edda", BySovereign(improvements=("STR",))), ONE, ["count"]),
        (
            CreateCharacter(ONE, "Edda", BySovereign(ClassId.MAGE, (), (ChosenFeat("A"), ChosenFeat("B")))),
            ONE,
            ["too_many_feats"],
        ),
        (CreateCharacter(ONE, "Edda", BySovereign(None, (), (ChosenFeat("A"),) * 4)), ONE, ["too_many_feats"]),
        (CreateCharacter(ONE, "Edda", ByNeverwhere(11)), ONE, ["not_the_points"]),
        (CreateCharacter(ONE, "Edda", ByNeverwhere(2, 18, 10, 10)), ONE, ["not_the_points"]),
        (CreateCharacter(ONE, "Edda", BySovereign(None, (), (ChosenFeat("A"),) * 3)), ONE, []),
        (CreateCharacter(ONE, "Edda"), "referee", []),
    ],
)
def test_why_nobody_is_made(act, seat, codes):
    """Each reason has its code, from what the seat knows."""
    assert codes == [reason.code for reason in table().why_not(act, seat)]


def test_a_name_is_given_once() -> None:
    """However it is spelt, and for every seat."""
    there = table()
    there.do(CreateCharacter(ONE, "Edda", ByNeverwhere()), seat=ONE)
    for name in ("Edda", "EDDA", "edda!"):
        for seat in (ONE, TWO):
            assert ["name_taken"] == [reason.code for reason in there.why_not(CreateCharacter(seat, name), seat)]
    assert () == there.why_not(CreateCharacter(ONE, "Эдда"), ONE)


def test_two_of_one_name_made_at_once() -> None:
    """The person who is finished later has a number after the name."""
    there = table()
    there.do(CreateCharacter(ONE, "Edda", ByViolence()), seat=ONE)
    told = there.do(CreateCharacter(ONE, "Edda", ByNeverwhere()), seat=ONE)
    assert [EDDA] == [each.id for each in joined(told)]
    wanted = next(iter(there.now.wanted))
    for faces in ((1, 1, 1), (1, 1, 1), (1, 1, 1), ("keep",), (1,), (1, 1), (1,), (3, 3)):
        answer(there, wanted, faces)
    assert {EDDA, PersonId("edda-one-2")} <= set(there.now.people)
    assert "Edda 2" == there.now.people[PersonId("edda-one-2")].name
