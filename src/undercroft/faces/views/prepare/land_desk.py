"""Edits of a land on their way into the draft: each names the value that its sender saw, so that no word is lost."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.hexcrawl.land import Terrain
from undercroft.kernel.faults import BadInput
from undercroft.table.preparing.parts import in_draft, with_draft
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.changes import AnyChange, HexChange, part_of
from undercroft.table.state.ids import FeatureId, HexId, PartId
from undercroft.table.state.lands import LandFeature, LandHex

YES = "yes"


class EditKind(StrEnum):
    """What an edit does."""

    HEX = "hex"
    DROP_HEX = "drop_hex"
    FEATURE = "feature"
    ADD_FEATURE = "add_feature"
    DROP_FEATURE = "drop_feature"
    MARKET = "market"
    GOODS = "goods"
    ADD_GOODS = "add_goods"
    DROP_GOODS = "drop_goods"
    POST = "post"
    SERVICE = "service"
    ADD_SERVICE = "add_service"
    DROP_SERVICE = "drop_service"
    WAY = "way"
    WAY_NAME = "way_name"
    HEAD = "head"
    GROUND = "ground"
    TERRAIN = "terrain"
    AROUND = "around"
    GROW = "grow"
    TABLE = "table"
    DROP_TABLE = "drop_table"
    WEATHER = "weather"
    REGION = "region"
    ADD_REGION = "add_region"
    DROP_REGION = "drop_region"
    REGION_WEATHER = "region_weather"
    ADD_SEASON = "add_season"
    DROP_SEASON = "drop_season"


class LandEdit(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that was changed on the map, in the list or on a card; `seen` is the value before it."""

    deed: EditKind
    id: str = ""
    """The hex, the terrain, the table, the season or the region."""
    feature: str = ""
    to: str = ""
    """The hex at the other end of a way; the ware, the job or the service of a market; the season of a region."""
    field: str = ""
    value: str = ""
    seen: str = ""


class Desk:
    """The parts that a batch of edits touches, each as its sender saw it and as it is to be."""

    def __init__(self, known: Campaign) -> None:
        self.known = known
        self.world = with_draft(known)
        self.changes: dict[PartId, AnyChange] = {}

    def now(self, change: AnyChange) -> Any:
        """The part as it is with the edits so far."""
        found = self.changes.get(part_of(change))
        return in_draft(self.known, change) if found is None else found.after

    def before(self, change: AnyChange) -> Any:
        """The part as the writers of the edits so far saw it."""
        found = self.changes.get(part_of(change))
        return in_draft(self.known, change) if found is None else found.before

    def put(self, change: AnyChange) -> None:
        """Change a whole part."""
        part = part_of(change)
        first = self.changes[part].before if part in self.changes else change.before
        self.changes[part] = replace(change, before=first)

    def hex(self, id: str) -> LandHex:
        """A hex as it is with the edits so far."""
        found: LandHex | None = self.now(HexChange(LandHex(HexId(id), Terrain.PLAINS)))
        if found is None:
            raise BadInput("gone", f"hex {id} is no longer on the map", "look at the map")
        return found

    def write_hex(self, id: str, seen: Mapping[str, object], value: Mapping[str, object]) -> None:
        """Write fields of a hex, of which their writer saw other values."""
        hex = self.hex(id)
        part = part_of(HexChange(hex))
        before: LandHex | None = self.before(HexChange(hex))
        self.changes[part] = HexChange(None if before is None else replace(before, **seen), replace(hex, **value))

    @property
    def hexes(self) -> Mapping[HexId, LandHex]:
        """The hexes of the draft, without the edits."""
        return self.world.lands.hexes


def write_feature(
    desk: Desk,
    edit: LandEdit,
    seen: Callable[[LandFeature], LandFeature],
    made: Callable[[LandFeature], LandFeature],
) -> None:
    """Change a feature of a hex, of which the writer saw another."""
    hex = desk.hex(edit.id)
    feature = hex.features.get(FeatureId(edit.feature))
    if feature is None:
        raise BadInput("gone", f"that is no longer in hex {edit.id}", "look at its card")
    before: LandHex = desk.before(HexChange(hex)) or hex
    was = before.features.get(feature.id)
    desk.write_hex(
        edit.id,
        {} if was is None else {"features": {**before.features, feature.id: seen(was)}},
        {"features": {**hex.features, feature.id: made(feature)}},
    )


def read_field(fields: Mapping[str, Callable[[str], object]], field: str, value: str) -> object:
    if field not in fields:
        raise BadInput("no_field", f"there is nothing called “{field}” here", "reload the page")
    try:
        return fields[field](value)
    except BadInput:
        raise
    except ValueError:
        raise BadInput("bad_value", f"“{value}” cannot be used here", "choose another") from None


Writing: TypeAlias = Callable[[Desk, LandEdit], None]
"""How an edit is written down."""
