"""Characters replaced, let in, copied and edited, and the book that a campaign creates them by."""

import pytest
from msgspec.structs import replace

from tests.table.characters.test_characters import SCORES
from tests.table.field import ANSGAR, field
from tests.table.newcomers import EDDA, purse, table
from tests.table.small_site import MAUD, ONE, TWO, ULF
from tests.table.tabletop import codes
from undercroft.faces.views.actions import actions
from undercroft.faces.views.banner import BannerKind
from undercroft.faces.views.banners import banners
from undercroft.kernel.units import SeatId
from undercroft.table.body.powers import WritePower
from undercroft.table.characters.characters import CreateCharacter, QuickCharacter
from undercroft.table.characters.copying import CopyCharacter
from undercroft.table.characters.creation_methods import (
    WAYS,
    ByDelving,
    ByNeverwhere,
    BySovereign,
    ByViolence,
    usual_way,
)
from undercroft.table.characters.joining import AskToJoin, KeepOut
from undercroft.table.fight.casting import UsePower
from undercroft.table.fight.foes import AddFoes
from undercroft.table.gear.money import coins
from undercroft.table.referee.adjust import Adjust
from undercroft.table.referee.adjustable import Adjustable
from undercroft.table.referee.sheets import EditSheet
from undercroft.table.session.sessions import Arrive
from undercroft.table.state.house_rules import PRESETS
from undercroft.table.state.ids import PersonId
from undercroft.table.state.people import Power
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.campaign_start import ThingPlaced
from undercroft.table.world.groups import MAIN

GOLD = (5, 3, 4, 6)


# Replacing, and letting in


def test_the_referee_makes_another_for_the_player_of_a_dead_character() -> None:
    """She is in the party at once."""
    there = table()
    there.do(Adjust(Adjustable.PERSON, MAUD, "alive", value=False, reason="fell"))
    there.do(QuickCharacter(ONE, "Edda"), *SCORES, *GOLD)

    assert EDDA in there.now.groups[MAIN].members
    assert EDDA in there.known(ONE).present
    assert not there.now.people[EDDA].waits


def test_a_second_character_waits_and_the_referee_lets_them_in() -> None:
    """The referee has a banner with an answer on each button; a player has none, and the log says that they wait."""
    there = table()
    there.do(QuickCharacter(ONE, "Edda"), *SCORES, *GOLD, seat=ONE)
    there.do(AskToJoin(EDDA), seat=ONE)
    assert there.now.people[EDDA].waits
    assert there.known(TWO).people[EDDA].waits

    def shown(seat: SeatId) -> list[tuple[str, list[str]]]:
        known = there.known(seat)
        found = banners(known, seat, actions(known, seat))
        return [
            (banner.title, [button.label for button in banner.buttons])
            for banner in found
            if banner.kind is BannerKind.NEWCOMER
        ]

    assert [("Edda waits to join the party", ["Let them in", "Send back with a word", "Not now"])] == shown(REFEREE)
    assert [] == shown(ONE)

    there.do(Arrive(EDDA))
    assert not there.now.people[EDDA].waits
    assert [] == shown(REFEREE)


def test_the_referee_may_leave_a_new_character_out() -> None:
    """They stay on the roster, and no longer wait."""
    there = table()
    there.do(CreateCharacter(ONE, "Edda", ByNeverwhere()), seat=ONE)
    there.do(AskToJoin(EDDA), seat=ONE)
    assert ["referee_only"] == codes(there, KeepOut(EDDA), ONE)
    there.do(KeepOut(EDDA))
    assert not there.now.people[EDDA].waits
    assert EDDA not in there.now.present
    assert ["not_waiting"] == codes(there, KeepOut(EDDA), REFEREE)


def test_a_character_made_during_a_fight_waits() -> None:
    """The banner stays until the referee lets them in."""
    there = field(ANSGAR)
    there.do(AddFoes(MAIN, "1 rat HD 1 AC 5 1d4 hp 2"), 5)
    there.do(QuickCharacter(ONE, "Edda", joins=True), *SCORES, *GOLD)
    assert there.now.people[EDDA].waits


# Copying


def test_a_copy_has_the_sheet_and_the_gear_and_is_unhurt() -> None:
    """Under ids of its own; the uses of its powers are back; the party is joined if the referee says so."""
    there = table()
    there.do(WritePower(MAUD, Power("Light", per_day=1)))
    there.do(UsePower(MAUD, "Light"))
    there.do(Adjust(Adjustable.PERSON, MAUD, "hp", 1, "hurt"))
    there.do(CopyCharacter(MAUD, "Maud the Younger", seat=TWO, joins=True))

    old, new = there.now.people[MAUD], there.now.people[PersonId("maud-the-younger-two")]
    assert replace(old.sheet, powers=(Power("Light", per_day=1),)) == new.sheet
    assert (old.hp_max, old.hp_max, TWO) == (new.hp, new.hp_max, new.seat)
    assert [thing.name for thing in there.now.carried_by(MAUD)] == [
        thing.name for thing in there.now.carried_by(new.id)
    ]
    assert new.id in there.now.groups[MAIN].members
    assert ["referee_only"] == codes(there, CopyCharacter(MAUD, "Maud Again"), ONE)
    assert ["name_taken"] == codes(there, CopyCharacter(MAUD, "Ulf"), REFEREE)


# Editing


def test_every_number_of_a_sheet_is_changed_in_one_act() -> None:
    """What is the same is not told; the maximum counts before the hit points."""
    there = table()
    sheet = there.now.people[ULF].sheet
    there.do(
        EditSheet(
            ULF,
            {
                "hp": 12,
                "hp_max": 12,
                "name": "Ulf Red",
                "sheet.strength": 17,
                "sheet.level": 3,
                "sheet.wisdom": sheet.wisdom,
                "sheet.skills": {"Stab": 1},
                "sheet.overrides": {"physical": 11},
            },
        )
    )
    ulf = there.known(TWO).people[ULF]
    assert ("Ulf Red", 12, 12, 17, 3) == (ulf.name, ulf.hp, ulf.hp_max, ulf.sheet.strength, ulf.sheet.level)
    assert ({"Stab": 1}, {"physical": 11}) == (ulf.sheet.skills, ulf.sheet.overrides)


@pytest.mark.parametrize(
    "values, code",
    [
        ({"sheet.strength": 40}, "out_of_bounds"),
        ({"hp": 500}, "above_most"),
        ({"hp_max": 1}, "above_most"),
        ({"sheet.strength": "strong"}, "does_not_fit"),
        ({"luck": 3}, "no_such_value"),
    ],
)
def test_a_number_beyond_its_bounds_is_refused(values: dict[str, object], code: str) -> None:
    """With the reason; nothing is changed."""
    there = table()
    there.do(Adjust(Adjustable.PERSON, ULF, "hp_max", 9, ""))
    there.do(Adjust(Adjustable.PERSON, ULF, "hp", 4, ""))
    assert [code] == codes(there, EditSheet(ULF, values), REFEREE)


# The book


def test_each_preset_has_its_way_of_creating_characters() -> None:
    """The book's own; Play Procedures has none, and takes the blend's, which is Sovereign's."""
    ways = {name: usual_way(house) for name, house in PRESETS.items()}
    own = ("delving", "sovereign", "neverwhere", "violence")
    assert {name: name if name in own else "sovereign" for name in PRESETS} == ways
    assert {"delving": ByDelving, "sovereign": BySovereign, "neverwhere": ByNeverwhere, "violence": ByViolence} == {
        name: type(way) for name, way in WAYS.items()
    }


def test_sovereign_asks_for_feats_and_their_skills() -> None:
    """One is taken with its skill, one is left for later and still due."""
    there = table()
    there.do(
        CreateCharacter(ONE, "Edda", BySovereign(ask_feats=True), joins=True),
        *SCORES, "CON", "STR", "Heal", "Heal", "Notice", "expert", "Alert", "Notice", "later", 5, 3, 4, 6,
    )  # fmt: skip
    sheet = there.now.people[EDDA].sheet
    assert (("Alert",), 1, {"Heal": 1, "Notice": 1}) == (sheet.feats, sheet.feats_due, sheet.skills)


def test_a_book_without_coins_takes_the_gold_of_the_price_list() -> None:
    """3d6 times ten gold, rolled at the end."""
    there = table()
    events = there.do(CreateCharacter(ONE, "Edda", ByNeverwhere(gold=True)), 3, 4, 6)
    assert purse(EDDA, 13_000) in [event.thing for event in events if isinstance(event, ThingPlaced)]
    assert 13_000 == coins(there.now, EDDA)
