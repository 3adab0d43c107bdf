"""House rules: presets, what can be chosen, and what a change does and leaves alone."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import fields, replace

from tests.table.small_site import CELL, CRYPT, HALL, MAUD, OAK, ONE, TWO, ULF, begin, site
from tests.table.tabletop import Tabletop
from undercroft.books import BOOKS, SHELF
from undercroft.books.neverwhere.checks import Check, Failure, Success, check
from undercroft.books.sovereign.doors import Battering, Material, Tripled, door_batter
from undercroft.books.sovereign.units import TURN
from undercroft.kernel import wire
from undercroft.kernel.faults import BadInput
from undercroft.kernel.script import Script
from undercroft.kernel.units import Seconds
from undercroft.table.engine.audience import Told
from undercroft.table.engine.event import Event
from undercroft.table.engine.history import Retracted
from undercroft.table.engine.record import Settled
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.exploration.turns import EndStep
from undercroft.table.referee.timers import DropTimer
from undercroft.table.sentences import says
from undercroft.table.site.battering import BatterDoor
from undercroft.table.site.search import ClueGiven, Search
from undercroft.table.state.house_choices import choices, problems, value_of, with_choice, with_reading
from undercroft.table.state.house_rules import (
    PRESETS,
    Advancement,
    BattleFatigue,
    Clues,
    Combat,
    Dying,
    Encumbrance,
    Fatigue,
    Feats,
    HouseRules,
    Lost,
    Prowess,
    Reaction,
    SearchRule,
    Sleep,
    Supplies,
    Wilderness,
)
from undercroft.table.state.ids import FeatureId, TimerId
from undercroft.table.state.sites import Clock, Door, DoorState, Feature, Grade, Site
from undercroft.table.world.campaign_start import Begin, ChangeHouse, HouseChanged
from undercroft.table.world.groups import MAIN
from undercroft.table.world.sightings import FeatureSeen

REINFORCED = "sovereign.door.batter/reinforced"
TIE = "neverwhere.check/tie"
LOST_BY_DAY = (
    "once a day without road or landmark, by a d10: 1 in 10 in plains, up to 7 in forest, more in rain or snow"
)

BLEND: dict[str, Any] = {
    "clock": None,
    "search": "clock",
    "clues": "in_order",
    "reaction": "sovereign",
    "combat": "violence",
    "foe_morale": "combat",
    "leaving": "way_out",
    "delve_order": "marching",
    "prowess": "sovereign",
    "dying": "sovereign",
    "wilderness": "hexcrawl",
    "lost": "off",
    "supplies": "hexcrawl",
    "feats": "neverwhere",
    "fatigue": "neverwhere",
    "battle_fatigue": "off",
    "sleep": "neverwhere",
    "watchkeeping": "evening",
    "encumbrance": "sovereign",
    "advancement": "sovereign",
    "cunning_from": "intelligence",
    "whispering": "all",
    "players_odds": "exact",
    "players_numbers": "exact",
    "players_wounds": "exact",
    "players_hit_points": "exact",
    "players_purses": "exact",
    "growth_by": "player",
    "readings": {},
}


@pytest.mark.parametrize(
    "preset, its_own",
    [
        ("undercroft", {}),
        (
            "delving",
            {
                "clock": Clock.DELVING,
                "search": SearchRule.DELVING,
                "reaction": Reaction.DELVING,
                "fatigue": Fatigue.DELVING,
                "sleep": Sleep.OFF,
            },
        ),
        (
            "sovereign",
            {
                "clock": Clock.SOVEREIGN,
                "combat": Combat.SOVEREIGN,
                "search": SearchRule.SOVEREIGN,
                "wilderness": Wilderness.SOVEREIGN,
                "supplies": Supplies.SOVEREIGN,
                "feats": Feats.SOVEREIGN,
                "fatigue": Fatigue.NONE,
                "sleep": Sleep.OFF,
            },
        ),
        ("hexcrawl", {"clock": Clock.HEXCRAWL}),
        (
            "neverwhere",
            {
                "wilderness": Wilderness.NEVERWHERE,
                "supplies": Supplies.NEVERWHERE,
                "battle_fatigue": BattleFatigue.NEVERWHERE,
                "encumbrance": Encumbrance.NEVERWHERE,
            },
        ),
        (
            "violence",
            {
                "clock": Clock.VIOLENCE,
                "reaction": Reaction.VIOLENCE,
                "prowess": Prowess.OFF,
                "dying": Dying.VIOLENCE,
                "wilderness": Wilderness.VIOLENCE,
                "advancement": Advancement.VIOLENCE,
            },
        ),
    ],
)
def test_a_preset_is_its_book_and_the_blend_where_it_is_silent(preset, its_own):
    """Each preset names one answer for every question, and differs from the blend where its book speaks."""
    rules = PRESETS[preset]
    assert {"preset": preset, **BLEND, **its_own} == {
        field.name: getattr(rules, field.name) for field in fields(HouseRules)
    }
    assert rules == wire.decode(HouseRules, wire.encode(rules))
    assert () == tuple(problems(rules))


def test_there_is_a_preset_for_every_book() -> None:
    """The blend first."""
    assert ["undercroft", *sorted(BOOKS)] == ["undercroft", *sorted(set(PRESETS) - {"undercroft"})]


def test_every_question_can_be_chosen() -> None:
    """One question for each field, then one for each reading with a switch, each with what its options mean."""
    between = [field.name for field in fields(HouseRules) if field.name not in ("preset", "readings")]
    within = [reading.id for book in SHELF for reading in book.readings if reading.switch]
    found = choices()
    assert [*between, *within] == [question.id for question in found]
    for question in found:
        assert question.asks.endswith("?") or question.book
        assert all(option.means for option in question.options)
        assert question.usual in [option.value for option in question.options]
        assert question.usual == value_of(HouseRules(), question.id)


@pytest.mark.parametrize(
    "id, value",
    [
        pytest.param(choice.id, option.value, id=f"{choice.id}={option.value}")
        for choice in choices()
        for option in choice.options
    ],
)
def test_every_option_can_be_taken(id, value):
    """Each is kept, read back, and found sound; a reading's value is what its rules are given."""
    rules = with_choice(HouseRules(), id, value)
    assert value == value_of(rules, id)
    assert () == tuple(problems(rules))
    assert rules == wire.decode(HouseRules, wire.encode(rules))
    assert HouseRules() == with_choice(rules, id, value_of(HouseRules(), id))


def test_a_choice_is_read_as_the_books_own_word() -> None:
    """What stands as text in the house rules arrives at the rule as a member of its enumeration."""
    rules = with_reading(HouseRules(), REINFORCED, "base")
    assert Tripled.BASE is rules.applied(door_batter, Battering(Material.REINFORCED, 0, 0)).reinforced
    assert Tripled.NET is HouseRules().applied(door_batter, Battering(Material.REINFORCED, 0, 0)).reinforced


def test_a_tie_succeeds_where_the_house_says_so() -> None:
    """A total of exactly the success number: 1 + 9 against 10."""
    given = Check(Fraction(1))
    rules = with_reading(HouseRules(), TIE, "succeeds")
    assert Failure(Fraction(10), Fraction(0), impossible=False) == check(Script((9,)), given)
    assert Success(Fraction(10), Fraction(0)) == check(Script((9,)), rules.applied(check, given))


@pytest.mark.parametrize(
    "id, value, code",
    [
        ("nobody.asks/this", "x", "unknown_question"),
        (REINFORCED, "double", "unknown_value"),
        ("sovereign.heal.first-aid/minimum", True, "unknown_value"),
        ("reaction", "neverwhere", "unknown_value"),
        ("combat", "neverwhere", "unknown_value"),
    ],
)
def test_what_cannot_be_chosen(id, value, code):
    """A question nobody asks, an option nobody has, a truth for a number."""
    with pytest.raises(BadInput) as fault:
        with_choice(HouseRules(), id, value)
    assert code == fault.value.code


def _table(crypt: Site | None = None, house: HouseRules | None = None) -> Tabletop:
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(replace(begin(crypt), house=house or HouseRules()))
    table.do(EnterSite(MAIN, CRYPT))
    return table


@pytest.mark.parametrize(
    "house, codes",
    [
        (HouseRules(preset="pirates"), ["unknown_preset"]),
        (HouseRules(readings={"no.such/reading": 1}), ["unknown_reading"]),
        (HouseRules(readings={"reaction": "delving"}), ["unknown_reading"]),
        (HouseRules(readings={REINFORCED: "double"}), ["unknown_value"]),
        (
            HouseRules(preset="", readings={REINFORCED: 3, "x": 1}),
            ["unknown_preset", "unknown_value", "unknown_reading"],
        ),
        (PRESETS["violence"], []),
    ],
)
def test_house_rules_that_do_not_stand_are_refused(house, codes):
    """Every reason at once, when a campaign begins and when its rules change."""
    table = _table()
    assert codes == [reason.code for reason in table.why_not(ChangeHouse(house))]
    assert codes == [reason.code for reason in Tabletop().why_not(Begin("Other", house))]


def test_the_referee_alone_changes_the_house() -> None:
    """A player is told so, whatever the rules are."""
    table = _table()
    assert ["referee_only"] == [reason.code for reason in table.why_not(ChangeHouse(HouseRules()), ONE)]
    bare = Tabletop()
    bare.sit(ONE)
    assert ["referee_only"] == [reason.code for reason in bare.why_not(Begin("Mine"), ONE)]


def test_a_change_holds_from_now_on_and_leaves_the_past_alone() -> None:
    """A door is battered before, and again after: the first ruling and the state then stay as they were."""
    doors = {OAK: Door(OAK, (HALL, CELL), DoorState.LOCKED, "oak door", Material.REINFORCED)}
    table = _table(site(doors=doors, features={}))
    table.do(BatterDoor(ULF, OAK))
    before, then, log = table.now, table.known(ONE), tuple(table.log)
    told = table.do(ChangeHouse(with_reading(HouseRules(), REINFORCED, "base")))

    assert [HouseChanged(HouseRules(readings={REINFORCED: "base"}), HouseRules())] == [
        each for each in told if isinstance(each, HouseChanged)
    ]
    assert replace(before, house=HouseRules(readings={REINFORCED: "base"})) == table.now
    assert replace(then, house=HouseRules(readings={REINFORCED: "base"})) == table.known(ONE)
    assert log == tuple(table.log)[: len(log)]
    assert 12 * TURN == table.now.timers[TimerId("door-oak")].due

    table.do(EndStep(MAIN), 5)
    table.do(DropTimer(TimerId("door-oak"), "they rest their arms"))
    table.do(EndStep(MAIN), 5, 5)
    table.do(BatterDoor(ULF, OAK))
    rulings = [
        each.event for each in table.log if isinstance(each.event, Settled) and each.event.rule == door_batter.id
    ]
    assert ["net", "base"] == [ruling.given["reinforced"] for ruling in rulings]
    assert [12, 16] == [ruling.outcome["turns"] for ruling in rulings]
    assert (2 + 16) * TURN == table.now.timers[TimerId("door-oak")].due


def test_a_change_can_be_undone() -> None:
    """Undo brings the old rules back to every seat."""
    table = _table()
    table.do(ChangeHouse(PRESETS["violence"]))
    act = table.truth.done[-1].id
    for history in (table.truth, table.seats[ONE]):
        history.take(Told(Retracted(act), (ONE,), Seconds(0), None))
        assert HouseRules() == history.now.house


def _found(events: list[Event]) -> list[str]:
    return [event.feature.what for event in events if isinstance(event, FeatureSeen)]


def test_the_house_says_how_searches_go() -> None:
    """For certain by Delving even in a turn; by a check of Sovereign's; as the clock's book has it."""
    crypt = site(features={FeatureId("niche"): Feature(FeatureId("niche"), HALL, Grade.HIDDEN, "a niche")})
    lit = replace(crypt, zones={**crypt.zones, HALL: replace(crypt.zones[HALL], lit=True)})
    certain = _table(lit, HouseRules(search=SearchRule.DELVING))
    assert ["a niche"] == _found(certain.do(Search(MAUD)))
    checked = _table(lit, HouseRules(search=SearchRule.SOVEREIGN))
    assert [] == _found(checked.do(Search(MAUD), 5, 4))
    by_clock = _table(lit)
    assert ["a niche"] == _found(by_clock.do(Search(MAUD), 5, 5))


def _clues(events: list[Event]) -> list[int]:
    return [event.clue for event in events if isinstance(event, ClueGiven)]


def test_a_check_may_decide_which_clue_is_found() -> None:
    """The plainest left on a success, the vaguest on a failure, nothing asked when all are told."""
    secret = Feature(FeatureId("slide"), HALL, Grade.SECRET, "a slab", clues=("dust", "a draught", "a scrape"))
    crypt = site(features={secret.id: secret}, doors={})
    table = _table(crypt, HouseRules(clues=Clues.CHECK))
    assert [2] == _clues(table.do(Search(MAUD), 1, 1, 6, 4))
    assert [0] == _clues(table.do(Search(ULF), 1, 1, 5, 4))
    assert [1] == _clues(table.do(Search(MAUD), 1, 1, 1, 1))
    assert [] == _clues(table.do(Search(ULF), 1, 1, 5))


@pytest.mark.parametrize(
    "house, said",
    [
        (
            HouseRules(lost=Lost.HEXCRAWL),
            f"House rules: Can a party lose its way? Now {LOST_BY_DAY}.",
        ),
        (HouseRules(), "The house rules stay the same."),
        (
            HouseRules(lost=Lost.HEXCRAWL, feats=Feats.SOVEREIGN, sleep=Sleep.OFF, dying=Dying.VIOLENCE),
            (
                "House rules: What happens at 0 hit points? "
                "Now one more Scar; the character lives if 2d6 is above their Scars. "
                f"Can a party lose its way? Now {LOST_BY_DAY}. "
                "How do people dig, lift, pull, run, throw and hold their breath? "
                "Now by an Exert check where the referee wants one. And 1 answer more."
            ),
        ),
    ],
)
def test_the_log_says_what_is_played_otherwise(house: HouseRules, said: str) -> None:
    """Question and new answer; of many changes the first three."""
    table = _table()
    (told,) = [event for event in table.do(ChangeHouse(house)) if isinstance(event, HouseChanged)]
    assert said == says(table.now, told)
    assert "House rules: undercroft." == says(table.now, HouseChanged(house))
