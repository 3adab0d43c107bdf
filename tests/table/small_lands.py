"""A few hexes of marches for tests: a road, a trail, a river, hills and a wood, and something to find."""

from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from tests.table.small_site import CRYPT, begin
from undercroft.books.hexcrawl.discovery import Channel, Visibility
from undercroft.books.hexcrawl.land import Terrain
from undercroft.kernel.units import HOUR, Seconds
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import CreaturesId, FeatureId, HexId, TownId
from undercroft.table.state.lands import LandFeature, LandHex, LandHint, Lands, LandWay, Path
from undercroft.table.state.sites import EncounterRow
from undercroft.table.world.campaign_start import Begin

CARROW, FORD, DOWN, SCARP, WOOD, FEN, PEAK = (
    HexId(id) for id in ("0306", "0405", "0505", "0604", "0704", "0803", "0503")
)
BEACON, WELL, CACHE, DOOR = (FeatureId(id) for id in ("beacon", "well", "cache", "barrow-door"))
WOLVES = CreaturesId("wolves")


def features(*those: LandFeature) -> dict[FeatureId, LandFeature]:
    """Features by their names."""
    return {each.id: each for each in those}


def lands(**changes: Any) -> Lands:
    """From the town of Carrow by road to the ford, by trail to the down, and on across the scarp into the wood."""
    hexes = (
        LandHex(
            CARROW,
            Terrain.PLAINS,
            "Carrow",
            charted=True,
            features=features(LandFeature(FeatureId("carrow"), "Carrow", "a market town", town=TownId("carrow"))),
        ),
        LandHex(FORD, Terrain.PLAINS, "The Ford", "Brown water over stones.", charted=True),
        LandHex(
            DOWN,
            Terrain.HILLS,
            glance="Short turf and larks.",
            secret="The drovers come back at new moon.",
            features=features(
                LandFeature(WELL, "old well", "a well under brambles", Visibility.HIDDEN),
                LandFeature(
                    CACHE,
                    "drovers' cache",
                    "salt and iron under cut turf",
                    Visibility.SECRET,
                    hints=(LandHint("The turf is cut square here.", Channel.SIGN, "the cut turf"),),
                ),
            ),
        ),
        LandHex(SCARP, Terrain.HILLS),
        LandHex(
            WOOD,
            Terrain.FOREST,
            deep_canopy=True,
            features=features(LandFeature(DOOR, "barrow door", "a door in a mound", Visibility.HIDDEN, site=CRYPT)),
        ),
        LandHex(
            HexId("0605"),
            Terrain.HILLS,
            features=features(LandFeature(BEACON, "old beacon", "a roofless tower", landmark=True)),
        ),
        LandHex(FEN, Terrain.MARSH, "Gallows Fen"),
        LandHex(PEAK, Terrain.HIGH_MOUNTAINS),
        LandHex(HexId("0504"), Terrain.MOUNTAINS),
        LandHex(HexId("0506"), Terrain.PLAINS),
    )
    marches = Lands(
        "The Marches",
        "autumn",
        hexes={hex.id: hex for hex in hexes},
        ways=(
            LandWay((CARROW, FORD), Path.MAINTAINED, "the Carrow road"),
            LandWay((FORD, DOWN), Path.TRAIL),
            LandWay((WOOD, FEN), Path.TRAIL),
            LandWay((FORD, HexId("0506")), Path.RIVER, "the Lode"),
        ),
        encounters="marches",
        tables={"marches": (EncounterRow("wolves", WOLVES, "2d4"), EncounterRow("a burnt wagon"))},
        creatures={WOLVES: Creatures(WOLVES, "wolves", 1, Fraction(2), None, kind="beast")},
    )
    return replace(marches, **changes)


def setting_out(marches: Lands | None = None, hex: HexId | None = CARROW) -> Begin:
    """Two delvers of two seats at six in the morning."""
    return replace(begin(), lands=lands() if marches is None else marches, hex=hex, day_begins=Seconds(6 * HOUR))
