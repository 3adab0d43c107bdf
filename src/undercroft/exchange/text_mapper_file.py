"""Lands written as a Text Mapper file: hexes by column and row, then the ways between them."""

from collections.abc import Iterator, Mapping, Sequence

from undercroft.books.hexcrawl.encounters import Tag
from undercroft.books.hexcrawl.land import Terrain
from undercroft.exchange.foreign.terrain_words import LANDMARKS, LINES, SETTLEMENTS
from undercroft.table.state.ids import HexId
from undercroft.table.state.lands import LandFeature, LandHex, Lands, LandWay, Path
from undercroft.table.state.seen_lands import SeenHex, SeenLandFeature, SeenLands

TYPES: Mapping[Terrain, str] = {
    Terrain.PLAINS: "grass",
    Terrain.HILLS: "hill",
    Terrain.MARSH: "swamp",
    Terrain.FOREST: "forest",
    Terrain.MOUNTAINS: "mountain",
    Terrain.HIGH_MOUNTAINS: "mountains high-mountain",
}


def written(lands: Lands | SeenLands) -> str:
    """The lands as text, with everything in them, or the known part of them."""
    known: Mapping[HexId, LandHex | SeenHex] = lands.hexes
    hexes = [_hex(known[id]) for id in sorted(known)]
    lines = [_line(route, path, name) for route, path, name in routes(lands.ways)]
    title = [f"# {_plain(lands.name)}"] if lands.name else []
    return "\n".join([*title, *hexes, *lines, "include gnomeyland.txt", ""])


def _hex(hex: LandHex | SeenHex) -> str:
    desert = ("desert",) if Tag.DESERT in hex.tags else ()
    seen = [*hex.features.values()]
    name = hex.name or next((feature.name for feature in seen), "")
    label = f' "{_plain(name)}"' if name else ""
    return " ".join([hex.id, TYPES[hex.terrain], *desert, *dict.fromkeys(map(_kind, seen))]) + label


def _kind(feature: LandFeature | SeenLandFeature) -> str:
    """The word for a feature: the one that its name or text has, else that of a town or a landmark."""
    words = [word.strip(".,;").casefold() for word in f"{feature.what} {feature.name}".split()]
    found = next((word for word in words if word in SETTLEMENTS | LANDMARKS), None)
    return found or ("town" if feature.town is not None else "tower" if feature.landmark else "shrine")


def _line(route: Sequence[HexId], path: Path, name: str) -> str:
    label = f' "{_plain(name)}"' if name else ""
    return f"{'-'.join(route)} {LINES[path]}{label}"


def routes(ways: Sequence[LandWay]) -> Iterator[tuple[tuple[HexId, ...], Path, str]]:
    """Ways of one kind and name joined end to end, each used once."""
    for path, name in dict.fromkeys((way.path, way.name) for way in ways):
        left = [way for way in ways if (way.path, way.name) == (path, name)]
        while left:
            route = [*left.pop(0).between]
            grown = True
            while grown:
                grown = False
                for way in left:
                    further = way.other(route[-1])
                    if further is not None and further not in route:
                        route.append(further)
                        left.remove(way)
                        grown = True
                        break
            yield tuple(route), path, name


def _plain(name: str) -> str:
    """A name that can stand between quotation marks."""
    return " ".join(name.translate({ord(mark): "\u2019" for mark in '"\u201c\u201d'}).split())
