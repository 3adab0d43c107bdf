"""Where new rooms go: beside the room they open from, never over another, and placed rooms never move."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.exchange.outline.test_round_trip import DEMO
from tests.figures import share_of
from undercroft.exchange.outline import Outlined, read_outline, write_outline
from undercroft.table.state.ids import ZoneId
from undercroft.table.state.sites import Shape, Site

WAYS = ["", "north ", "east ", "south ", "west ", "n ", "ne "]


def touching(one: Shape, other: Shape) -> bool:
    """Whether two rooms share a square."""
    across = one.x < other.x + other.width and other.x < one.x + one.width
    return across and one.y < other.y + other.height and other.y < one.y + one.height


def overlapping(site: Site) -> list[tuple[str, str]]:
    """The pairs of rooms of one level that share a square."""
    pairs = combinations(site.zones.values(), 2)
    return [(a.id, b.id) for a, b in pairs if a.level == b.level and touching(a.shape, b.shape)]


@st.composite
def dungeons(draw: st.DrawFn, first: int = 1) -> str:
    """Rooms of several sizes with exits to any others, some with a direction, some down a stair."""
    rooms = draw(st.integers(1, 12))
    lines: list[str] = []
    for number in range(first, first + rooms):
        size = draw(st.sampled_from(["", ", passage", ", 60 x 20 ft", ", 10 x 10 ft", ", level 2"]))
        lines.append(f"{number} Room {number}{size}")
        for _ in range(draw(st.integers(0, 3))):
            way, name = draw(st.sampled_from(WAYS)), draw(st.sampled_from(["door", "stairs down", "passage"]))
            lines.append(f"  > {way}{draw(st.integers(first, first + rooms - 1))} {name}")
    return "\n".join(lines)


@settings(max_examples=share_of(100))
@given(dungeons())
def test_no_two_rooms_overlap(text: str) -> None:
    """On no level, whatever leads where; and the same text gives the same map."""
    found = read_outline(text)
    assert [] == overlapping(found.whole.site)
    assert found == read_outline(text)


@settings(max_examples=share_of(100))
@given(dungeons(), dungeons(first=20), st.integers(-50, 50), st.integers(-50, 50))
def test_placed_rooms_never_move(text: str, more: str, x: int, y: int) -> None:
    """New rooms are added to a map that the referee has drawn."""
    first = read_outline(text).whole
    zones = {
        id: replace(zone, shape=replace(zone.shape, x=zone.shape.x + x, y=zone.shape.y + y))
        for id, zone in first.site.zones.items()
    }
    base = Outlined(replace(first.site, zones=zones), first.things)
    both = read_outline(f"{write_outline(base)}\n{more}\n  > 1 door\n", base).whole.site
    assert {id: zone.shape for id, zone in zones.items()} == {id: both.zones[id].shape for id in zones}
    assert [] == overlapping(both)
    for id, zone in base.site.zones.items():
        assert zone == replace(both.zones[id], label=zone.label)


def test_directions_are_respected() -> None:
    """By a word before the number, in the name, or after a comma; seen from the other side it is the opposite."""
    text = "1 Hall\n> 2 north door\n> east 3 arch\n> 4 gate, south\n5 Loft\n> 1 east door\n2 A\n3 B\n4 C\n"
    zones = {zone.label: zone.shape for zone in read_outline(text).whole.site.zones.values()}
    assert zones["2"].y + zones["2"].height < zones["1"].y
    assert zones["3"].x > zones["1"].x + zones["1"].width
    assert zones["4"].y > zones["1"].y + zones["1"].height
    assert zones["5"].x + zones["5"].width < zones["1"].x


def test_the_demo_drawn_from_scratch() -> None:
    """Its outline alone gives a map of two levels without overlaps, each room within reach of the one it opens from."""
    (whole,) = DEMO
    site = read_outline(write_outline(whole)).whole.site
    assert len(whole.site.zones) == len(site.zones)
    assert {1, 2} == {zone.level for zone in site.zones.values()}
    assert [] == overlapping(site)


def test_a_stair_leads_one_level_deeper() -> None:
    """Rooms beyond it are on that level too, unless they say otherwise."""
    site = read_outline("1 Hall\n> 2 stairs down\n2 Crypt\n> 3 door\n3 Pit\n> 4 ladder up\n4 Yard\n").whole.site
    assert [1, 2, 2, 1] == [zone.level for zone in site.zones.values()]
    assert site.zones[ZoneId("hall")].shape == site.zones[ZoneId("crypt")].shape
