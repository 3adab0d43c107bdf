"""A few hexes of marches for tests: a road, a trail, a river, hills and a wood, and something to find."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from tests.table.small_site import CRYPT, begin
from undercroft.books.hexcrawl.discovery import Channel, Visibility
from undercroft.books.hexcrawl.land import Terrain
from undercroft.kernel.units import HOUR, Seconds
from undercroft.table.lands import LandFeature, LandHex, LandHint, Lands, Path, Way
from undercroft.table.names import CreaturesId, FeatureId, HexId, TownId
from undercroft.table.opening import Begin
from undercroft.table.sites import Creatures, Row

CARROW, FORD, DOWN, SCARP, WOOD, FEN, PEAK = (
    HexId(id) for id in ("0306", "0405", "0505", "0604", "0704", "0803", "0503")
)
BEACON, WELL, CACHE, DOOR = (FeatureId(id) for id in ("beacon", "well", "cache", "barrow-door"))
WOLVES = CreaturesId("wolves")


def features(*those: LandFeature) -> dict[FeatureId, LandFeature]:
    """Features by their names."""
    return {one.id: one for one in those}


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
            Way((CARROW, FORD), Path.MAINTAINED, "the Carrow road"),
            Way((FORD, DOWN), Path.TRAIL),
            Way((WOOD, FEN), Path.TRAIL),
            Way((FORD, HexId("0506")), Path.RIVER, "the Lode"),
        ),
        encounters="marches",
        tables={"marches": (Row("wolves", WOLVES, "2d4"), Row("a burnt wagon"))},
        creatures={WOLVES: Creatures(WOLVES, "wolves", 1, Fraction(2), None, kind="beast")},
    )
    return replace(marches, **changes)


def setting_out(marches: Lands | None = None, hex: HexId | None = CARROW) -> Begin:
    """Two delvers of two seats at six in the morning."""
    return replace(begin(), lands=lands() if marches is None else marches, hex=hex, day_begins=Seconds(6 * HOUR))
