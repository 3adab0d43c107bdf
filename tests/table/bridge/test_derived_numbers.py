"""One book's numbers from another's sheet: derived, shown as derived, and set by hand."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from undercroft.books.hexcrawl.encounters import Circumstances, encounter_die_wilderness
from undercroft.books.hexcrawl.movement import TP_MAX, Milieu
from undercroft.books.hexcrawl.night_camp import Camp, night_camp
from undercroft.books.hexcrawl.overloaded_die import Event, Turn, encounter_die_template
from undercroft.books.hexcrawl.overloaded_die import Milieu as Place
from undercroft.books.hexcrawl.template import Encounter, Inhabitants
from undercroft.books.hexcrawl.units import TravelPoints
from undercroft.books.hexcrawl.wilderness import wild_encounter
from undercroft.books.sovereign.arms import Armor
from undercroft.books.violence import reactions, surprise
from undercroft.books.violence.timekeeping import Quiet, RandomEncounter, TurnEnds, turn_encounter
from undercroft.books.violence.units import TURN as VIOLENCE_TURN
from undercroft.books.violence.units import Turns
from undercroft.kernel.script import Script
from undercroft.kernel.units import HOUR, MINUTE, SeatId, Seconds
from undercroft.table import bridge
from undercroft.table.bridge import Derived, Dress, NumberSource, time_units
from undercroft.table.state.house_rules import PRESETS, Combat, Cunning, HouseRules
from undercroft.table.state.ids import PersonId, ThingId
from undercroft.table.state.people import Person, Sheet
from undercroft.table.state.things import Carried, Thing, ThingKind, Worn

MAUD, ULF = PersonId("maud"), PersonId("ulf")
SHEET = Sheet(
    strength=15,
    dexterity=12,
    constitution=9,
    intelligence=7,
    wisdom=14,
    character_class="warrior",
    level=3,
    skills={"Notice": 1},
)
DELVER = Person(MAUD, "Maud", SeatId("one"), sheet=SHEET, hp=11, hp_max=14, scars=2)
HOUSE = HouseRules()


def worn(item: str, kind: ThingKind, by: PersonId = MAUD, how: Worn = Worn.READIED) -> Thing:
    """A piece of armour on someone."""
    return Thing(ThingId(f"{by}-{item}"), item, kind, Carried(by, how), item=item)


def shown(person: Person, house: HouseRules = HOUSE, *things: Thing) -> dict[str, tuple[object, str, str]]:
    """Value, source and reason by name."""
    return {thing.name: (thing.value, thing.source, thing.how) for thing in bridge.derived(person, house, things)}


def test_every_number_each_book_needs() -> None:
    """By the sheet, with the reason in a few words."""
    leather, shield = worn("leather", ThingKind.ARMOUR), worn("shield", ThingKind.SHIELD)
    assert {
        "str_mod": (1, "derived", "Strength 15"),
        "dex_mod": (0, "derived", "Dexterity 12"),
        "con_mod": (0, "derived", "Constitution 9"),
        "int_mod": (-1, "derived", "Intelligence 7"),
        "wis_mod": (1, "derived", "Wisdom 14"),
        "physical": (12, "derived", "level 3 and the better of STR and CON"),
        "evasion": (13, "derived", "level 3 and the better of DEX and INT"),
        "mental": (12, "derived", "level 3 and the better of INT and WIS"),
        "strain_max": (9, "derived", "Constitution"),
        "attack_bonus": (3, "derived", "Warrior 3"),
        "armour_class": (13, "derived", "leather and shield, and DEX"),
        "readied": (7, "derived", "half of Strength"),
        "stowed": (15, "derived", "Strength"),
        "agility": (12, "derived", "Dexterity"),
        "brawn": (15, "derived", "Strength"),
        "cunning": (7, "derived", "Intelligence"),
        "health": (11, "derived", "hit points: one pool"),
        "scars": (2, "derived", "one at the start, and those gained since"),
        "ac": (4, "derived", "leather and shield"),
        "natural_ac": (0, "derived", "bare skin"),
        "hd": (3, "derived", "level"),
        "attack": (14, "derived", "Hit Dice; hirelings attack with it"),
        "str_": (15, "derived", "Strength"),
        "dex": (12, "derived", "Dexterity"),
        "int_": (7, "derived", "Intelligence"),
        "vit": (9, "derived", "Constitution"),
        "will": (-3, "derived", "Int modifier"),
        "per": (-3, "derived", "Int modifier"),
        "move": (Fraction(5), "derived", "Dex and Vit modifiers"),
        "basic_lift": (Fraction(45, 2), "derived", "kilograms: a tenth of Str times Str"),
        "survival": (-5, "derived", "Int modifier, untrained"),
        "delving_str": (1, "derived", "STR modifier"),
        "delving_dex": (0, "derived", "DEX modifier"),
        "delving_con": (0, "derived", "CON modifier"),
        "delving_int": (-1, "derived", "INT modifier"),
        "delving_wis": (1, "derived", "WIS modifier"),
        "delving_cha": (0, "derived", "Sovereign has no such attribute"),
        "run_limit": (1, "derived", "a round, and CON"),
        "fp_max": (9, "derived", "Vit"),
    } == shown(DELVER, HOUSE, leather, shield)


def test_a_name_belongs_to_one_number() -> None:
    """Each has its book, and no two share a name."""
    numbers = bridge.derived(DELVER, HOUSE)
    assert len(numbers) == len({number.name for number in numbers})
    assert {"sovereign", "violence", "neverwhere", "delving"} == {number.book for number in numbers}


@pytest.mark.parametrize("name", sorted(bridge.settable()))
def test_what_is_set_by_hand_goes_first(name: str) -> None:
    """Every number but the pools can be set under its name, and is shown as set."""
    by_hand = replace(DELVER, sheet=replace(SHEET, overrides={name: 17}))
    number = next(each for each in bridge.derived(by_hand, HOUSE) if each.name == name)
    assert (17, NumberSource.SET, "set by hand") == (number.value, number.source, number.how)


def test_the_pools_are_no_sums() -> None:
    """Health and Scars are what play made of them, whatever the sheet says."""
    by_hand = replace(DELVER, sheet=replace(SHEET, overrides={"health": 17, "scars": 17}))
    assert {"health", "scars"}.isdisjoint(bridge.settable())
    assert {name: shown(DELVER)[name] for name in ("health", "scars")} == {
        name: shown(by_hand)[name] for name in ("health", "scars")
    }


def test_what_hangs_on_a_set_number_follows_it() -> None:
    """A modifier set by hand changes saves and Delving's abilities; a score of Neverwhere what it comes to."""
    by_hand = replace(DELVER, sheet=replace(SHEET, overrides={"con_mod": 2, "vit": 12, "int_": 11, "natural_ac": 2}))
    numbers = shown(by_hand)
    assert (11, 2, 3) == tuple(numbers[name][0] for name in ("physical", "delving_con", "run_limit"))
    assert (12, 8, 1, -1) == tuple(numbers[name][0] for name in ("fp_max", "move", "will", "survival"))
    assert 2 == numbers["ac"][0]


@pytest.mark.parametrize(
    "armour, shield, violence_ac, sovereign_ac",
    [
        (None, False, 0, 10),
        ("leather", False, 3, 12),
        ("chain", False, 5, 14),
        ("plate", False, 7, 16),
        ("chain", True, 6, 15),
        (None, True, 1, 11),
        ("light armour", False, 3, 12),
        ("medium armour", True, 6, 15),
        ("heavy armour", False, 7, 16),
    ],
)
def test_armour_worn_by_both_books(armour, shield, violence_ac, sovereign_ac):
    """Leather is light, chain medium, plate heavy, whichever book's list it was bought from."""
    things = [worn("shield", ThingKind.SHIELD)] if shield else []
    things += [worn(armour, ThingKind.ARMOUR)] if armour else []
    assert violence_ac == bridge.violence(DELVER, things, HOUSE).ac
    assert sovereign_ac == bridge.sovereign_ac(DELVER, things)


def test_only_what_is_worn_counts() -> None:
    """Not what is packed away, on someone else, or gone; of two suits the heavier."""
    things = (
        worn("plate", ThingKind.ARMOUR, how=Worn.STOWED),
        worn("plate", ThingKind.ARMOUR, by=ULF),
        replace(worn("chain", ThingKind.ARMOUR), count=0),
        worn("shield", ThingKind.SHIELD, how=Worn.STOWED),
        worn("leather", ThingKind.ARMOUR),
    )
    assert Dress(Armor.LEATHER) == bridge.dress(DELVER, things)
    assert Dress(Armor.CHAIN) == bridge.dress(DELVER, (*things, worn("chain", ThingKind.ARMOUR)))


@pytest.mark.parametrize("armour, heavy", [("plate", True), ("chain", False), ("none", False)])
def test_heavy_armour_is_heavy_clothing(armour, heavy):
    """In the heat, plate counts and nothing lighter does."""
    assert heavy == Dress(Armor(armour)).heavy


@pytest.mark.parametrize("source, cunning", [(Cunning.INTELLIGENCE, 7), (Cunning.WISDOM, 14), (Cunning.BEST, 14)])
def test_the_house_says_which_score_is_cunning(source, cunning):
    """Intelligence, Wisdom, or the better."""
    assert cunning == bridge.violence(DELVER, (), HouseRules(cunning_from=source)).cunning


@pytest.mark.parametrize(
    "preset, number",
    [
        ("undercroft", Derived("fp_max", "neverwhere", 9, NumberSource.DERIVED, "Vit")),
        ("delving", Derived("fp_max", "delving", 4, NumberSource.DERIVED, "level and the body's good abilities")),
        ("sovereign", Derived("fp_max", "neverwhere", 0, NumberSource.DERIVED, "not counted by your house rules")),
    ],
)
def test_one_pool_of_fatigue_by_the_house(preset, number):
    """Vit, level and body, or none."""
    assert number == bridge.derived(DELVER, PRESETS[preset])[-1]


def test_someone_of_no_class() -> None:
    """A creature with a name and no class has no attack bonus; scores beyond the table count as its ends."""
    ogre = Person(ULF, "Ogre", SeatId("referee"), sheet=Sheet(strength=22, wisdom=1, character_class="ogre", level=12))
    assert (0, 2, -2) == tuple(shown(ogre)[name][0] for name in ("attack_bonus", "str_mod", "wis_mod"))
    assert (9, 18) == bridge.load_limits(ogre)
    assert 22 == bridge.violence(ogre, (), HOUSE).brawn


def test_a_person_who_looks_for_clues_uses_the_better_mind() -> None:
    """Wisdom 14 and Notice 1 against Intelligence 7."""
    assert 2 == bridge.investigation(DELVER)


@pytest.mark.parametrize("ability, score", [(-3, 3), (-2, 3), (-1, 7), (0, 10), (1, 14), (2, 18), (3, 18)])
def test_a_score_for_an_ability_of_delving(ability, score):
    """The score nearest to the average that has this modifier; beyond the table, its ends."""
    assert score == bridge.score_of(ability)


def test_the_dungeon_turns_agree() -> None:
    """Sovereign's and Violence's turn are one unit on the clock."""
    assert time_units.LENGTHS[time_units.Unit.TURN] == VIOLENCE_TURN * MINUTE


@pytest.mark.parametrize("turns, rounds", [(4, 7), (1, 2)])
def test_turns_of_work_in_delve_rounds(turns, rounds):
    """A wooden door of four turns takes seven delve rounds, a room searched two."""
    lengths = time_units.LENGTHS
    work = Seconds(turns * lengths[time_units.Unit.TURN])
    assert rounds == time_units.steps(work, lengths[time_units.Unit.DELVE_ROUND])


@pytest.mark.parametrize("book, seconds", [(Combat.VIOLENCE, 60), (Combat.SOVEREIGN, 10)])
def test_a_fights_round_is_as_long_as_its_book_says(book, seconds):
    """A minute by Violence, ten seconds by Sovereign."""
    assert seconds == time_units.fight_round(book)


def test_a_part_of_a_second_on_the_road_is_rounded_up() -> None:
    """Travel points are exact, the clock counts whole seconds."""
    assert 8000 == time_units.travel_time(Fraction(20, 27), Fraction(4))
    assert 1 == time_units.travel_time(Fraction(1, 10_800 * 2), Fraction(4))


def _wild_encounter(*faces: int | tuple[int, int]) -> tuple[object, ...]:
    """What the books bring one after the other on the road: who, how far off, in which mood."""
    dice = Script(faces)
    event = encounter_die_wilderness(dice, Circumstances(tags=frozenset(), at_camp=False)).name
    if event is not Event.ENCOUNTER:
        return (event,)
    who = wild_encounter(dice, Inhabitants(table=tuple(f"row {n}" for n in range(1, 7))))
    assert isinstance(who, Encounter)
    far = surprise.encounter_distance(dice, surprise.Encounter(surprise.Place.OUTSIDE))
    mood = reactions.reaction(dice, reactions.Met())
    return who.entry, far.value, far.unit, mood.name


def test_an_encounter_in_the_wild_from_end_to_end() -> None:
    """Die, row, distance and reaction in this order; no more dice than the first one calls for."""
    assert ("row 3", 60, "yards", "Murderous") == _wild_encounter(1, 3, (2, 4), (5, 6))
    assert ("free_turn",) == _wild_encounter(5)


def test_one_dungeon_check() -> None:
    """A 1 is an encounter by either book; a 4 wanes resources by one and is quiet by the other."""
    assert RandomEncounter() == turn_encounter(Script((1,)), TurnEnds(Turns(1)))
    assert Quiet() == turn_encounter(Script((4,)), TurnEnds(Turns(1)))
    assert Event.ENCOUNTER == encounter_die_template(Script((1,)), Turn(Place.DUNGEON)).name
    assert Event.WANING_RESOURCES == encounter_die_template(Script((4,)), Turn(Place.DUNGEON)).name


def test_a_combined_day() -> None:
    """Two points, an encounter, four rounds of fighting, two points more: 12 hours and 4 minutes after dawn."""
    tp_max = TP_MAX[Milieu.LAND]
    morning = time_units.travel_time(Fraction(2), tp_max)
    assert 6 * HOUR == morning
    assert ("row 3", 60, "yards", "Murderous") == _wild_encounter(1, 3, (2, 4), (5, 6))
    fight = time_units.seconds(4, time_units.Unit.ROUND)
    evening = morning + fight + time_units.travel_time(Fraction(2), tp_max)
    assert 12 * HOUR + 4 * MINUTE == evening
    camp = Camp(tags=frozenset(), hex=(0, 0), people=4, rations=4, water=4, tp_left=TravelPoints(Fraction(0)))
    assert Event.FREE_TURN == night_camp(Script((5,)), camp).name
