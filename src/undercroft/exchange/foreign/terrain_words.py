"""The words of other programs for the ground, and for what stands on it, in our terms."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from undercroft.books.hexcrawl.encounters import Tag
from undercroft.books.hexcrawl.land import Terrain
from undercroft.table.state.lands import Path

TERRAINS: Mapping[Terrain, frozenset[str]] = {
    Terrain.HIGH_MOUNTAINS: frozenset({"high", "peak", "volcano", "glacier", "snowfield", "snowcapped"}),
    Terrain.MOUNTAINS: frozenset({"mountain", "crag", "massif"}),
    Terrain.MARSH: frozenset({"swamp", "marsh", "bog", "fen", "mire", "moor", "wetland", "mangrove", "reeds"}),
    Terrain.FOREST: frozenset(
        {"forest", "fir", "jungle", "wood", "woodland", "tree", "pine", "taiga", "evergreen", "deciduous", "thicket"}
        | {"rainforest", "grove", "bamboo"}
    ),
    Terrain.HILLS: frozenset({"hill", "badland", "canyon", "broken", "highland", "down", "mesa", "rough"}),
    Terrain.PLAINS: frozenset(
        {"grass", "grassland", "plain", "clear", "field", "farm", "farmland", "steppe", "desert", "dune", "sand"}
        | {"tundra", "coast", "beach", "scrub", "bush", "shrub", "savanna", "savannah", "heath", "flat", "prairie"}
        | {
            "barren",
            "dead",
            "grazing",
            "mud",
            "rock",
            "rocks",
            "default",
            "wasteland",
            "waste",
            "dust",
            "soil",
            "soils",
            "cropland",
            "empty",
            "blank",
            "light",
            "cultivated",
        }
        | {
            "brush",
            "brushland",
            "shrubland",
            "scrubland",
            "meadow",
            "pasture",
            "orchard",
            "ice",
            "snow",
            "salt",
            "cactus",
        }
    ),
}
"""Which words mean which ground, the most restrictive first: where a hex has words of several, the first counts."""

WATER = frozenset({"water", "sea", "ocean", "lake", "reef", "deep", "shallow"})
"""Ground that nobody walks on."""
DESERTS = frozenset({"desert", "dune", "sand", "wasteland"})
SETTLEMENTS = frozenset({"village", "town", "city", "hamlet", "thorp", "port", "capital", "settlement", "metropolis"})
LANDMARKS = frozenset(
    {"castle", "keep", "tower", "ruin", "cave", "shrine", "temple", "fort", "fortress", "monastery", "abbey", "lair"}
    | {"dungeon", "house", "hut", "camp", "bridge", "mine", "tomb", "statue", "church", "lighthouse", "inn", "manor"}
    | {
        "monument",
        "oasis",
        "gate",
        "mining",
        "outpost",
        "colony",
        "wreck",
        "chaos",
        "law",
        "starport",
        "citadel",
        "palace",
        "pyramid",
        "ziggurat",
        "obelisk",
        "graveyard",
        "cavern",
    }
)
COLOURS = frozenset(
    {"dark", "pale", "green", "grey", "gray", "white", "black", "red", "blue", "yellow", "brown", "orange", "purple"}
    | {"sepia", "violet", "beige", "olive", "magenta", "cyan", "teal", "classic", "iso", "flat"}
)
"""Words for how a hex is drawn."""


_ALL = WATER | SETTLEMENTS | LANDMARKS | COLOURS | frozenset[str]().union(*TERRAINS.values())
"""Every word that is known as it stands."""


LINES: Mapping[Path, str] = {Path.MAINTAINED: "road", Path.TRAIL: "trail", Path.RIVER: "river"}
"""What the lines of a map are called."""


class TerrainWord(NamedTuple):
    """What words say about a hex."""

    terrain: Terrain | None
    """None where no word names the ground."""
    water: bool
    tags: frozenset[Tag]
    settlements: tuple[str, ...]
    landmarks: tuple[str, ...]
    several: bool
    """Whether words of two kinds of ground stand together."""
    unknown: tuple[str, ...]


def ground_of(types: Iterable[str]) -> TerrainWord:
    """What the types of a hex say; a type such as fir-forest or Classic/Hills is read word by word."""
    terrains, settlements, landmarks, unknown = set[Terrain](), list[str](), list[str](), list[str]()
    wet, tags = False, set[Tag]()
    for kind in types:
        words = [_singular(word) for word in re.findall(r"[^\W\d_]+", kind.casefold())]
        known = False
        for word in words:
            terrain = next((each for each, names in TERRAINS.items() if word in names), None)
            if terrain is not None and not (word in ("high", "light", "flat", "broken") and len(words) < 2):
                terrains.add(terrain)
                known = True
            if word in DESERTS:
                tags.add(Tag.DESERT)
            if word in SETTLEMENTS:
                settlements.append(word)
            elif word in LANDMARKS:
                landmarks.append(word)
            wet = wet or word in WATER
            known = known or word in WATER | SETTLEMENTS | LANDMARKS | COLOURS
        if words and not known:
            unknown.append(kind)
    order = [terrain for terrain in TERRAINS if terrain in terrains]
    return TerrainWord(
        order[0] if order else None,
        wet,
        frozenset(tags),
        tuple(dict.fromkeys(settlements)),
        tuple(dict.fromkeys(landmarks)),
        len([each for each in order if each is not Terrain.PLAINS]) > 1,
        tuple(unknown),
    )


def _singular(word: str) -> str:
    """A word without the s of its plural, unless it is known with it.

    >>> [_singular(word) for word in ("mountains", "grass", "marshes", "cities", "chaos")]
    ['mountain', 'grass', 'marsh', 'city', 'chaos']
    """
    if word in _ALL:
        return word
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    if word.endswith(("shes", "ches")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us")) else word
