"""Edits of the hexes of a land: their terrain and words, the features in them, and the ways between them."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from undercroft.books.hexcrawl.discovery import Visibility
from undercroft.books.hexcrawl.encounters import Tag
from undercroft.books.hexcrawl.land import Terrain
from undercroft.faces.views.prepare.land_desk import YES, Desk, EditKind, LandEdit, Writing, read_field, write_feature
from undercroft.faces.views.prepare.land_words import hints_in
from undercroft.kernel.faults import BadInput
from undercroft.table.state.changes import HexChange, WayChange, part_of
from undercroft.table.state.hexes import is_hex, neighbours, side_of
from undercroft.table.state.ids import FeatureId, HexId, RegionId, SiteId, TownId
from undercroft.table.state.lands import LandFeature, LandHex, LandWay, Path
from undercroft.table.state.new_ids import new_id

_FEATURE_WORDS = {"town": "A town", "landmark": "A landmark", "site": "A site"}


def _tags(value: str) -> frozenset[Tag]:
    return frozenset({Tag(value)}) if value else frozenset()


_HEX_FIELDS: Mapping[str, Callable[[str], object]] = {
    "terrain": Terrain,
    "name": str.strip,
    "glance": str.strip,
    "secret": str.strip,
    "charted": YES.__eq__,
    "deep_canopy": YES.__eq__,
    "tags": _tags,
    "encounters": str,
    "good": str,
    "region": lambda value: RegionId(value) if value else None,
}
_FEATURE_FIELDS: Mapping[str, Callable[[str], object]] = {
    "name": str.strip,
    "what": str.strip,
    "secret": str.strip,
    "grade": Visibility,
    "landmark": YES.__eq__,
    "site": lambda value: SiteId(value) if value else None,
    "hints": hints_in,
}


def _hex(desk: Desk, edit: LandEdit) -> None:
    seen, value = (read_field(_HEX_FIELDS, edit.field, text) for text in (edit.seen, edit.value))
    desk.write_hex(edit.id, {edit.field: seen}, {edit.field: value})


def _drop_hex(desk: Desk, edit: LandEdit) -> None:
    hex = desk.hex(edit.id)
    desk.put(HexChange(hex))
    for way in desk.world.lands.ways:
        if hex.id in way.between:
            desk.put(WayChange(way))


def _ground(desk: Desk, edit: LandEdit) -> None:
    """Give every hex of a terrain the same table of encounters or of good encounters."""
    if edit.field not in ("encounters", "good"):
        raise BadInput("no_field", f"there is nothing called “{edit.field}” here", "reload the page")
    for hex in desk.hexes.values():
        if hex.terrain == edit.id:
            desk.write_hex(hex.id, {}, {edit.field: edit.value})


def _around(desk: Desk, edit: LandEdit) -> None:
    """Give the hexes around a hex its region and its encounter tables, so that a region grows hex by hex."""
    hex = desk.hex(edit.id)
    for id in neighbours(hex.id):
        if id in desk.hexes:
            desk.write_hex(id, {}, {"encounters": hex.encounters, "good": hex.good, "region": hex.region})


def _grow(desk: Desk, edit: LandEdit) -> None:
    """Add a column or a row of hexes, each as the hex beside it."""
    columns = max(int(id[:2]) for id in desk.hexes)
    rows = max(int(id[2:]) for id in desk.hexes)
    across = edit.field == "column"
    if max(columns, rows) >= 99:
        raise BadInput("full", "the map cannot grow on that side", "begin another campaign for another land")
    edge = [hex for id, hex in desk.hexes.items() if (int(id[:2]) == columns if across else int(id[2:]) == rows)]
    for hex in edge:
        id = f"{columns + 1:02}{hex.id[2:]}" if across else f"{hex.id[:2]}{rows + 1:02}"
        desk.put(HexChange(after=LandHex(HexId(id), hex.terrain, charted=hex.charted)))


# Features


def _feature(desk: Desk, edit: LandEdit) -> None:
    hex = desk.hex(edit.id)
    feature = hex.features.get(FeatureId(edit.feature))
    if feature is None:
        raise BadInput("gone", f"that is no longer in hex {edit.id}", "look at its card")
    if edit.field == "town":
        other = [each.town for hex in desk.hexes.values() for each in hex.features.values() if each.town]
        town = feature.town or TownId(new_id(feature.name, other, "town"))
        fields: tuple[Any, Any] = (town if edit.seen == YES else None, town if edit.value == YES else None)
    else:
        fields = (
            read_field(_FEATURE_FIELDS, edit.field, edit.seen),
            read_field(_FEATURE_FIELDS, edit.field, edit.value),
        )
    if edit.field == "hints":
        fields = (_as_given(feature, fields[0]), _as_given(feature, fields[1]))
    write_feature(
        desk,
        edit,
        lambda each: replace(each, **{edit.field: fields[0]}),
        lambda each: replace(each, **{edit.field: fields[1]}),
    )


def _as_given(feature: LandFeature, hints: Any) -> Any:
    """Hints that play has given stay given."""
    given = {hint.text for hint in feature.hints if hint.given}
    leads = {hint.text: hint.lead for hint in feature.hints}
    return tuple(replace(hint, given=hint.text in given, lead=leads.get(hint.text, "")) for hint in hints)


def _add_feature(desk: Desk, edit: LandEdit) -> None:
    """Add a feature of a grade, or a town, a landmark or a site in plain sight."""
    hex = desk.hex(edit.id)
    plain = edit.field in _FEATURE_WORDS
    grade = Visibility.OVERT if plain else Visibility(edit.field)
    name = edit.value.strip() or _FEATURE_WORDS.get(edit.field, f"Something {grade.value}")
    id = FeatureId(new_id(name, hex.features, "feature"))
    towns = [each.town for each in (f for h in desk.hexes.values() for f in h.features.values()) if each.town]
    town = TownId(new_id(name, towns, "town")) if edit.field == "town" else None
    feature = LandFeature(id, name, "", grade, landmark=edit.field == "landmark", town=town)
    desk.write_hex(edit.id, {}, {"features": {**hex.features, id: feature}})


def _drop_feature(desk: Desk, edit: LandEdit) -> None:
    hex = desk.hex(edit.id)
    left = {id: feature for id, feature in hex.features.items() if id != edit.feature}
    desk.write_hex(edit.id, {}, {"features": left})


# Ways


def _found_way(desk: Desk, edit: LandEdit) -> LandWay | None:
    """A way between two hexes as it is, whichever end is named first."""
    ends, path = _ends(edit), Path(edit.field)
    ways = (desk.now(WayChange(LandWay(between, path))) for between in (ends, (ends[1], ends[0])))
    return next((way for way in ways if way is not None), None)


def _ends(edit: LandEdit) -> tuple[HexId, HexId]:
    ends = HexId(edit.id), HexId(edit.to)
    if not all(map(is_hex, ends)) or side_of(*ends) is None:
        raise BadInput("apart", f"{edit.id} and {edit.to} do not border each other", "draw from hex to hex")
    return ends


def _way(desk: Desk, edit: LandEdit) -> None:
    """Draw a way or remove it; a road takes the place of a trail, and a trail of a road."""
    found, path = _found_way(desk, edit), Path(edit.field)
    if edit.value != YES:
        if found is not None:
            desk.put(WayChange(found))
        return
    if found is None:
        between = _ends(edit)
        desk.put(WayChange(_removed(desk, between, path), LandWay(between, path, _named_like(desk, between, path))))
    other = {Path.TRAIL: Path.MAINTAINED, Path.MAINTAINED: Path.TRAIL}.get(path)
    if other is not None and (old := _found_way(desk, replace(edit, field=other.value))) is not None:
        desk.put(WayChange(old))


def _removed(desk: Desk, between: tuple[HexId, HexId], path: Path) -> LandWay | None:
    """A way that an earlier edit of the same batch removed."""
    change = desk.changes.get(part_of(WayChange(LandWay(between, path))))
    return change.before if isinstance(change, WayChange) else None


def _named_like(desk: Desk, between: tuple[HexId, HexId], path: Path) -> str:
    """The name of a way that this one goes on from."""
    joined = (each for each in desk.world.lands.ways if each.path is path and set(each.between) & set(between))
    return next((each.name for each in joined), "")


def _way_name(desk: Desk, edit: LandEdit) -> None:
    found = _found_way(desk, edit)
    if found is None:
        raise BadInput("gone", "that way is no longer on the map", "look at the map")
    desk.put(WayChange(replace(found, name=edit.seen), replace(found, name=edit.value.strip())))


HEX_DEEDS: Mapping[EditKind, Writing] = {
    EditKind.HEX: _hex,
    EditKind.DROP_HEX: _drop_hex,
    EditKind.GROUND: _ground,
    EditKind.AROUND: _around,
    EditKind.GROW: _grow,
    EditKind.FEATURE: _feature,
    EditKind.ADD_FEATURE: _add_feature,
    EditKind.DROP_FEATURE: _drop_feature,
    EditKind.WAY: _way,
    EditKind.WAY_NAME: _way_name,
}
