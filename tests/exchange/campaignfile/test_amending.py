"""A campaign written into the file it came from: only what changed is written, and nothing of its author's is lost."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.exchange.campaignfile.campaigns import campaigns
from tests.figures import share_of
from undercroft import demo
from undercroft.exchange.campaignfile import read, write, write_into
from undercroft.exchange.campaignfile.positions import places_in
from undercroft.kernel.units import SeatId
from undercroft.table.state.ids import DoorId, TableId, ZoneId
from undercroft.table.state.lore import RandomTable, TableLine
from undercroft.table.state.seats import Seat
from undercroft.table.state.sites import Door, DoorState, Site, Zone
from undercroft.table.world.campaign_start import Begin

DEMO = Path(demo.__file__).with_name("carrow-marches.toml").read_text(encoding="utf-8")

MILL = """\
# My mill. Keep this line.
name = 'Sorrel Ford'  # quoted my way
hour = "08:30"

[sites.mill]
name = "The Drowned Mill"

# the yard comes first
[sites.mill.zones.yard]
name = "Mill yard"
# nettles!
glance = "Nettles to the waist."   # read slowly

[[sites.mill.zones.yard.doors]]
to = "floor"
state = "stuck"      # swollen

# the floor: ask Anna for her drawing
[sites.mill.zones.floor]
name = "Grinding floor"
shape = { x = 7, width = 6,   y = 0, height = 5 }

[sites.mill.zones.floor.creatures.rats]
name = "Rats"
count = 6
hd = 0.5

# after the mill, the rest
[[seats]]
id = "one"
name = "Anna"

[tables.finds]
name = "Finds"
dice = "1d3"
rows = [
    "1 nothing",  # sorry
    # the good one
    "2 a ring",
    '3 a key',
]
"""


def _campaign(text: str) -> Begin:
    return read(text, "mill.toml")


def _mill(begin: Begin, **fields: object) -> Begin:
    return replace(begin, sites=(replace(begin.sites[0], **fields),))


def test_what_did_not_change_stays_to_the_letter() -> None:
    """Every change of this file is a line of it or a few; the rest is as its author typed it."""
    begin = _campaign(MILL)
    site = begin.sites[0]
    yard, floor, rats = site.zones[ZoneId("yard")], site.zones[ZoneId("floor")], site.creatures
    door = next(iter(site.doors.values()))
    zones = {
        ZoneId("yard"): replace(yard, glance="Nettles, cut down.", secret="A dog lies here."),
        ZoneId("floor"): replace(floor, shape=replace(floor.shape, width=8)),
        ZoneId("loft"): Zone(ZoneId("loft"), "Hay loft"),
    }
    fewer = {id: replace(group, count=5) for id, group in rats.items()}
    doors = {door.id: replace(door, state=DoorState.OPEN, lock_dc=9)}
    changed = replace(
        _mill(begin, zones=zones, creatures=fewer, doors=doors),
        seats=(*begin.seats, Seat(SeatId("two"), "Ben")),
        tables=(replace(begin.tables[0], rows=(begin.tables[0].rows[0], TableLine(2, 3, "a key"))),),
    )
    expected = (
        MILL.replace('"Nettles to the waist."', '"Nettles, cut down."')
        .replace("# read slowly\n", '# read slowly\nsecret = "A dog lies here."\n')
        .replace('state = "stuck"      # swollen\n', 'state = "open"      # swollen\nlock_dc = 9\n')
        .replace("width = 6", "width = 8")
        .replace("count = 6", "count = 5")
        .replace("hd = 0.5\n", 'hd = 0.5\n\n[sites.mill.zones.loft]\nname = "Hay loft"\n')
        .replace('name = "Anna"\n', 'name = "Anna"\n\n[[seats]]\nid = "two"\nname = "Ben"\n')
        .replace("""    "2 a ring",\n    '3 a key',\n""", '    "2-3 a key",\n')
    )
    assert expected == write_into(MILL, changed)
    assert changed == _campaign(expected)


def test_what_is_removed_goes_with_its_own_comment_and_nothing_else() -> None:
    """A room takes the comment right above its heading along; what was written below it finds another place."""
    begin = _campaign(MILL)
    site = begin.sites[0]
    rats = {id: replace(group, zone=ZoneId("yard")) for id, group in site.creatures.items()}
    written = write_into(
        MILL, _mill(begin, zones={ZoneId("yard"): site.zones[ZoneId("yard")]}, doors={}, creatures=rats)
    )
    kept, gone = ("# My mill", "# nettles!", "# the yard comes first", "# after the mill"), ("Anna for her", "swollen")
    assert [True] * 4 == [comment in written for comment in kept]
    assert [False] * 2 == [comment in written for comment in gone]
    assert rats == _campaign(written).sites[0].creatures


@pytest.mark.parametrize("text", [MILL, DEMO], ids=["mill", "demo"])
def test_an_unchanged_campaign_leaves_its_file_alone(text: str) -> None:
    """Also where the file is not written as Undercroft would write it, with either end of line."""
    assert text == write_into(text, _campaign(text))
    assert text.replace("\n", "\r\n") == write_into(text.replace("\n", "\r\n"), _campaign(text))


def test_line_ends_stay_as_they_are() -> None:
    """A file from another system keeps its line ends."""
    crlf = MILL.replace("\n", "\r\n")
    written = write_into(f"\ufeff{crlf}", replace(_campaign(MILL), name="Sorrel"))
    assert f"\ufeff{crlf}".replace("'Sorrel Ford'", '"Sorrel"') == written


def test_a_text_that_cannot_be_read_is_written_afresh() -> None:
    """There is nothing in it to keep in its place."""
    begin = _campaign(MILL)
    assert write(begin) == write_into("not = [a campaign", begin)


@settings(max_examples=share_of(12), suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(campaigns(), campaigns())
def test_any_campaign_can_be_written_over_any_other(old: Begin, new: Begin) -> None:
    """The result reads as the new one."""
    back = read(write_into(write(old), new), "any.toml")
    assert _unordered(new) == _unordered(back)


def _unordered(begin: Begin) -> list[object]:
    listed = (begin.seats, begin.people, begin.things, begin.sites, begin.bestiary, begin.tables)
    parts = [{part.id: part for part in kind} for kind in listed]
    return [*parts, begin.name, begin.house, begin.day_begins, begin.party, begin.lands, begin.hex]


@settings(max_examples=share_of(25), suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(campaigns(), st.data())
def test_random_comments_and_order_survive_random_changes(begin: Begin, data: st.DataObject) -> None:
    """The parts of a file may come in any order, with comments anywhere: all of them are there afterwards."""
    text, comments = _annotated(write(begin), data)
    old = read(text, "any.toml")
    new = data.draw(_changes(old))
    written = write_into(text, new)
    found = [line for line in (part.partition("\n")[0] for part in written.split("#~")[1:]) if line in comments]
    assert comments == found
    assert _unordered(new) == _unordered(read(written, "any.toml"))


def _annotated(text: str, data: st.DataObject) -> tuple[str, list[str]]:
    """A file with its tables in another order and comments above headings, in tables and behind values."""
    places = places_in(text)
    starts = [heading.start for heading in places.headings]
    blocks = [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]
    single = [number for number, block in enumerate(blocks) if not block.startswith("[[")]
    for here, there in zip(single, data.draw(st.permutations(single)), strict=True):
        blocks[here] = text[starts[there] : [*starts[1:], len(text)][there]]
    shuffled = text[: starts[0] if starts else len(text)] + "".join(blocks)
    places = places_in(shuffled)
    spots = {heading.start: "#~{}\n" for heading in places.headings}
    spots |= {each.end: "  #~{}" for each in places.settings.values() if each.table not in places.settings}
    some = {at: form for at, form in sorted(spots.items()) if data.draw(st.booleans())}
    made, last, comments = "", 0, list[str]()
    for at, form in some.items():
        comments.append(f"{len(comments)}!")
        made += shuffled[last:at] + form.format(comments[-1])
        last = at
    return made + shuffled[last:], comments


@st.composite
def _changes(draw: st.DrawFn, begin: Begin) -> Begin:
    """Some parts changed, and some added; nothing is removed."""
    if draw(st.booleans()):
        begin = replace(begin, name="Another name", day_begins=begin.day_begins + 60)
    if draw(st.booleans()):
        begin = replace(begin, people=tuple(replace(person, about="Changed.\nTwice.") for person in begin.people))
    if draw(st.booleans()):
        begin = replace(
            begin, things=tuple(replace(thing, name=f'{thing.name[:50]}\'s "twin"') for thing in begin.things)
        )
    if draw(st.booleans()):
        begin = replace(
            begin, tables=(*begin.tables, RandomTable(TableId("new-table"), "New", "1d4", (TableLine(1, 4, "x"),)))
        )
    if draw(st.booleans()):
        begin = replace(begin, bestiary=tuple(replace(creature, notes="New notes.") for creature in begin.bestiary))
    return replace(begin, sites=tuple(draw(_site_changes(site)) for site in begin.sites))


@st.composite
def _site_changes(draw: st.DrawFn, site: Site) -> Site:
    zone = draw(st.sampled_from([*site.zones.values()]))
    zones = {**site.zones, zone.id: replace(zone, glance="New.", lit=not zone.lit)}
    if draw(st.booleans()):
        new = ZoneId("new-room")
        zones[new] = Zone(new, "A new room")
        door = DoorId(f"{site.id}-new-door")
        return replace(site, zones=zones, doors={**site.doors, door: Door(door, (zone.id, new))})
    usual = {id: replace(door, hidden=False, lock_dc=None) for id, door in site.doors.items()}
    return replace(site, zones=zones, doors=usual, name=f"{site.name[:20]}+")
