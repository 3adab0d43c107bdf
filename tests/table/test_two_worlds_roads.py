"""On the road, worlds that differ only in secrets look and answer alike to players until the first reveal."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.table.journeying import TIRELESS, on_the_road
from tests.table.other_ids import first, other_ids
from tests.table.small_lands import CARROW, DOWN, FORD, SCARP, WELL, WOLVES, features, lands
from tests.table.small_site import ONE, TWO
from tests.table.tabletop import Tabletop
from tests.table.two_groups import SCOUTS
from undercroft.books.hexcrawl.discovery import Visibility
from undercroft.books.hexcrawl.land import Terrain
from undercroft.table.engine.part import Command
from undercroft.table.exploration.splitting import Rejoin, Split
from undercroft.table.road.camp import BreakCamp, MakeCamp, PassNight
from undercroft.table.road.travel import MarchOn, TravelTo
from undercroft.table.road.travel_day import SetCourse, SetOut
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.house_rules import Lost
from undercroft.table.state.ids import CreaturesId, FeatureId, HexId
from undercroft.table.state.lands import LandFeature, LandHex, LandHint, Lands
from undercroft.table.state.seats import SPECTATORS
from undercroft.table.state.sites import EncounterRow
from undercroft.table.world.country import LandsPlaced
from undercroft.table.world.groups import MAIN

MINE = LandFeature(FeatureId("mine"), "old mine", "a shaft", Visibility.HIDDEN)
LAIR = LandFeature(
    FeatureId("lair"), "the lair", "bones", Visibility.SECRET, hints=(LandHint("Howling by night."),), secret="Gold."
)


def other_secrets() -> Lands:
    """The same country to look at: other hidden things and more of them, other tables, other notes."""
    marches = lands()
    down = replace(marches.hexes[DOWN], secret="Nothing comes here.", features=features(MINE, LAIR), encounters="down")
    scarp = replace(marches.hexes[SCARP], features=features(replace(MINE, id=FeatureId("adit"))), good="kind")
    far = LandHex(HexId("1010"), Terrain.MARSH, "Nowhere", features=features(replace(LAIR, id=FeatureId("hoard"))))
    bears = Creatures(CreaturesId("bears"), "bears", 1, Fraction(4), None)
    return replace(
        marches,
        hexes={**marches.hexes, DOWN: down, SCARP: scarp, far.id: far},
        tables={
            **marches.tables,
            "down": (EncounterRow("bears", bears.id),),
            "kind": (EncounterRow("a monk"), EncounterRow("a well")),
        },
        creatures={**marches.creatures, bears.id: bears, WOLVES: replace(marches.creatures[WOLVES], hostile=True)},
    )


def other_order() -> Lands:
    """The same with its secrets before everything else."""
    marches, secret = lands(), other_secrets()
    down = replace(secret.hexes[DOWN], features=features(LAIR, MINE))
    return replace(
        secret,
        hexes=first({**secret.hexes, DOWN: down}, marches.hexes),
        tables=first(secret.tables, marches.tables),
        creatures=first(secret.creatures, marches.creatures),
    )


ROAD: tuple[tuple[Command, tuple[int, ...]], ...] = (
    (TravelTo(MAIN, FORD), ()),
    (TravelTo(MAIN, DOWN), (5,)),
    (SetCourse(MAIN, SCARP, (SCARP,)), ()),
    (MarchOn(MAIN), ()),
    (MakeCamp(MAIN), ()),
    (PassNight(MAIN), (5,)),
    (BreakCamp(MAIN), ()),
    (TravelTo(MAIN, DOWN), (3,)),
    (SetCourse(MAIN, CARROW), ()),
    (MarchOn(MAIN), ()),
)


@pytest.mark.parametrize("other", [other_secrets, other_order])
@pytest.mark.parametrize("seat", [ONE, TWO, SPECTATORS])
def test_two_countries_that_differ_in_secrets_sound_alike(seat: str, other: Callable[[], Lands]) -> None:
    """Two days on the road and a night, with quiet dice and a change of weather: the same bytes, the same offers."""
    plain = travelled(lands())
    with other_ids():
        changed = travelled(other())
    assert plain.bytes_for(seat) == changed.bytes_for(seat)
    assert plain.offered(seat) == changed.offered(seat)
    assert plain.foreseen(seat) == changed.foreseen(seat)


def travelled(marches: Lands) -> Tabletop:
    """Two days on the road and a night."""
    table = on_the_road(marches)
    for command, faces in ROAD:
        table.do(command, *faces)
    return table


def test_refusals_on_the_road_know_what_the_seat_knows() -> None:
    """To a player every command of the road is refused alike, whatever lies in the hex."""
    answers = []
    for marches in (lands(), other_secrets()):
        table = on_the_road(marches, DOWN)
        answers.append([table.answered(command, ONE) for command, _ in ROAD])
    assert answers[0] == answers[1]


def test_nothing_of_the_truth_is_ever_told() -> None:
    """Names, notes, tables and far hexes stay with the referee through all of it."""
    table = travelled(other_secrets())
    told = table.told_to(ONE) + table.told_to(SPECTATORS)
    for secret in (b"mine", b"lair", b"bears", b"Nowhere", b"Gold", b"monk", b"hostile", b"1010"):
        assert secret not in told
    assert [each.to for each in table.log if isinstance(each.event, LandsPlaced)] == [("referee",)]


def test_a_secret_throw_for_the_way_leaves_no_trace() -> None:
    """With the house's switch on, keeping the course sounds like no throw at all."""
    heard = []
    for house, faces in ((TIRELESS, (5,)), (replace(TIRELESS, lost=Lost.HEXCRAWL), (9, 5))):
        plain = Lands("Plain", hexes={id: LandHex(id, Terrain.HILLS) for id in (DOWN, SCARP)})
        table = on_the_road(plain, DOWN, house)
        before = len(table.heard[ONE])
        table.do(TravelTo(MAIN, SCARP), *faces)
        heard.append([(told.at, told.event) for told in table.heard[ONE][before:]])
    assert heard[0] == heard[1]


def parted() -> Tabletop:
    """Maud goes ahead alone from the down; the others stay."""
    table = on_the_road(hex=DOWN)
    table.do(Split(MAIN, tuple(table.now.groups[MAIN].members[:1]), "scouts"))
    return table


def test_groups_that_part_have_their_own_maps() -> None:
    """What the scout finds, the others do not know until they meet again."""
    table = parted()
    table.do(TravelTo(SCOUTS, SCARP), 2)
    assert WELL in table.known(ONE).seen_lands.hexes[DOWN].features
    assert WELL not in table.known(TWO).seen_lands.hexes[DOWN].features
    assert not table.known(TWO).seen_lands.hexes[SCARP].visited
    assert [why.code for why in table.why_not(Rejoin(SCOUTS, MAIN))] == ["not_together"]
    table.do(TravelTo(SCOUTS, DOWN))
    table.do(Rejoin(SCOUTS, MAIN))
    assert WELL in table.known(TWO).seen_lands.hexes[DOWN].features
    assert table.known(TWO).seen_lands.hexes[SCARP].visited
    assert table.now.land_maps == {}


def test_setting_out_is_undone_for_everybody() -> None:
    """A day on the road begun and undone leaves no scene behind."""
    table = on_the_road()
    table.undo()
    assert table.now.groups[MAIN].scenes == ()
    assert table.known(ONE).groups[MAIN].scenes == ()
    assert not table.why_not(SetOut(MAIN))
