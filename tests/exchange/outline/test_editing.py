"""A site changed through its outline: a changed line changes just that, and everything keeps its id."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.exchange.outline.test_round_trip import DEMO
from tests.figures import share_of
from undercroft.exchange.outline import Outlined, mended, read_outline, write_outline
from undercroft.exchange.problems import Severity
from undercroft.table.site.room_numbers import room_numbers
from undercroft.table.state.ids import CreaturesId, DoorId, FeatureId, ObstacleId, ThingId, TrapId, ZoneId
from undercroft.table.state.sites import DoorState, Site
from undercroft.table.state.things import Guarded, Lying, Thing

(OSSUARY,) = DEMO
SHORT = write_outline(OSSUARY)


def edited(old: str, new: str) -> Outlined:
    """The demo's site after one change of its short form."""
    assert 1 == SHORT.count(old)
    return read_outline(SHORT.replace(old, new), OSSUARY).whole


def with_part(kind: str, id: str, **fields: Any) -> Outlined:
    """The demo's site with other fields of one part."""
    parts = dict(getattr(OSSUARY.site, kind))
    parts[id] = replace(parts[id], **fields)
    changed: Site = replace(OSSUARY.site, **{kind: parts})
    return Outlined(changed, OSSUARY.things)


def with_thing(id: str, **fields: Any) -> Outlined:
    """The demo's site with other fields of one thing."""
    thing: Thing = replace(OSSUARY.things[ThingId(id)], **fields)
    return Outlined(OSSUARY.site, {**OSSUARY.things, thing.id: thing})


@pytest.mark.parametrize(
    "old, new, expected",
    [
        ("bronze door, locked 10", "bronze door, locked 11", with_part("doors", "weigh-door", lock_dc=11)),
        ("8 Chandlery, lit", "8 Candle kitchen", with_part("zones", "chandlery", name="Candle kitchen", lit=False)),
        ("swollen door, stuck", "swollen door", with_part("doors", "closet-door", state=DoorState.CLOSED)),
        ("8 Tallow rats HD 1/4", "9 Tallow rats HD 1/4", with_part("creatures", "rats", count=9)),
        ("Hesper Crake HD 3 AC 3", "Hesper HD 3 AC 4", with_part("creatures", "hesper", name="Hesper", ac=4)),
        ("tilting flags: fall 10 ft", "slabs: fall 20 ft", with_part("traps", "tilting-flags", name="slabs", feet=20)),
        ("220 coins in the font 9 gp", "220 coins in the font 8 gp", with_thing("font-coins", worth=800)),
        ("Founder's staff 120 gp", "Founder's crook 120 gp", with_thing("founder-staff", name="Founder's crook")),
        ("founder's slab, 210 kg", "founder's slab, 200 kg", with_part("obstacles", "founder-slab", kilograms=200)),
        ("?> 7 plank hatch", "?> 7 plank flap", with_part("doors", "cell-door", name="plank flap")),
    ],
)  # fmt: skip
def test_a_changed_line_changes_just_that(old: str, new: str, expected: Outlined) -> None:
    """Texts, notes, hit points and everything else that the line does not show stay."""
    assert expected == edited(old, new)


def test_a_line_taken_out() -> None:
    """What it stood for is gone, and so are references to it; the creatures' things stay in the room."""
    without = edited("  Hesper Crake HD 3 AC 3 1d6+1\n", "")
    assert CreaturesId("hesper") not in without.site.creatures
    assert Lying(OSSUARY.site.id, ZoneId("chandlery")) == without.things[ThingId("hesper-purse")].place
    keyless = edited(": Bronze key\n", "\n")
    assert ThingId("weigh-key") not in keyless.things
    assert keyless.site.doors[DoorId("weigh-door")].key is None
    assert () == keyless.site.features[FeatureId("key-hook")].things


def test_lines_moved_to_another_room() -> None:
    """They keep their ids and all that is not shown."""
    rats = "  8 Tallow rats HD 1/4 AC 1 1d3\n"
    moved = read_outline(
        SHORT.replace(rats, "").replace("7 Anchorite's cell, safe\n", f"7 Anchorite's cell, safe\n{rats}"), OSSUARY
    )
    assert with_part("creatures", "rats", zone=ZoneId("anchorite")) == moved.whole


def test_rooms_keep_their_ids() -> None:
    """Renumbered or renamed; a room typed late has the number it was given, and no other number changes."""
    renumbered = SHORT.replace("11 Reliquary", "30 Reliquary").replace("*> 11 kerb stone", "*> 30 kerb stone")
    site = read_outline(renumbered, OSSUARY).whole.site
    assert {**room_numbers(OSSUARY.site), ZoneId("reliquary"): "30"} == room_numbers(site)
    assert replace(OSSUARY.site.zones[ZoneId("reliquary")], label="30") == site.zones[ZoneId("reliquary")]
    late = edited("9 Weigh-chamber", "8a Tallow loft\n  > 8 ladder\n\n9 Weigh-chamber").site
    assert "8a" == late.zones[ZoneId("tallow-loft")].label
    before, after = room_numbers(OSSUARY.site), room_numbers(late)
    assert before == {id: number for id, number in after.items() if id != "tallow-loft"}
    assert OSSUARY.site.zones.keys() <= late.zones.keys()


def test_things_are_given_and_taken() -> None:
    """A new key with a creature, as the note on the missing key proposes."""
    text = SHORT.replace("> 10 barred door, barred from 8", "> 10 barred door, locked, iron key")
    found = read_outline(text, OSSUARY)
    (note,) = found.notes
    assert ("no_such_key", "there is no key “iron key” in this site") == (note.code, note.what)
    assert note.mend is not None
    assert "Give it to Votaries" == note.mend.words
    mend = read_outline(mended(text, [note.mend]), OSSUARY)
    assert () == mend.notes
    assert Guarded(OSSUARY.site.id, CreaturesId("votaries")) == mend.whole.things[ThingId("iron-key")].place
    assert "iron-key" == mend.whole.site.doors[DoorId("bell-door")].key


def test_the_dead_have_no_line() -> None:
    """What play has killed stays dead, with what it had, however the rest of the room is changed."""
    base = with_part("creatures", "hesper", count=0)
    text = write_outline(base)
    assert "Hesper" not in text
    assert base == read_outline(text, base).whole
    changed = read_outline(text.replace("4 Votaries", "3 Votaries"), base).whole
    assert 0 == changed.site.creatures[CreaturesId("hesper")].count
    assert base.things == changed.things


def test_properties_below_a_line() -> None:
    """Any property of the campaign file, at the line it belongs to."""
    text = SHORT.replace("  *> 11 kerb stone\n", "  *> 11 kerb stone\n    material: metal\n    answer: push\n")
    whole = read_outline(text, OSSUARY).whole
    assert ("metal", "push") == (
        whole.site.doors[DoorId("reliquary-door")].material,
        whole.site.features[FeatureId("kerb")].answer,
    )
    faulty = read_outline(
        SHORT.replace("1 Lychgate stair, lit\n", "1 Lychgate stair, lit\n  height ft: tall\n"), OSSUARY
    )
    assert [("bad_value", 4, 14)] == [(note.code, note.line, note.column) for note in faulty.notes]
    assert OSSUARY == faulty.whole


LINES = SHORT.split("\n")


@settings(max_examples=share_of(60))
@given(st.integers(0, len(LINES) - 1), st.integers(4, len(LINES) - 1), st.sampled_from(["drop", "move", "twice"]))
def test_any_line_dropped_moved_or_doubled(line: int, to: int, change: str) -> None:
    """The other rooms and things keep their ids, and nothing that is left changes its words."""
    lines = [*LINES]
    taken = lines.pop(line) if change != "twice" else lines[line]
    if change != "drop":
        lines.insert(to, taken)
    found = read_outline("\n".join(lines), OSSUARY)
    whole = found.whole
    kinds: list[tuple[str, Callable[[Any], Any]]] = [
        ("zones", lambda part: (part.glance, part.secret)),
        ("doors", lambda part: part.material),
        ("traps", lambda part: part.tell),
        ("creatures", lambda part: part.notes),
    ]
    if taken.startswith(("#", *"0123456789")) or any(note.grade is Severity.ERROR for note in found.notes):
        return  # a room, or an exit that now leads back to its own room
    for kind, words in kinds:
        then, now = getattr(OSSUARY.site, kind), getattr(whole.site, kind)
        assert len(then.keys() - now.keys()) <= (change == "drop")
        for id in then.keys() & now.keys():
            assert words(then[id]) == words(now[id])


def test_the_other_parts_of_the_demo_are_there() -> None:
    """The ids that these tests lean on."""
    site = OSSUARY.site
    assert {TrapId("tilting-flags"), TrapId("hot-wax")} <= site.traps.keys()
    assert ObstacleId("founder-slab") in site.obstacles
