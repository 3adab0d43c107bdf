"""What readers of maps on squared paper share: ids that come from places, sizes in feet, and secret doors."""

from collections.abc import Iterable
from fractions import Fraction

from undercroft.table.state.ids import DoorId, FeatureId, SiteId, ZoneId
from undercroft.table.state.new_ids import id_from
from undercroft.table.state.sites import Door, Feature, Grade

PORTCULLIS_KG = Fraction(200)
"""The weight of a portcullis, where the map does not say."""
SQUARE_FT = 10
"""The side of a square, where the map does not say."""
_SITE = 36
"""The longest id of a site, with room for the places of its doors behind it."""


def site_id(title: str, otherwise: str) -> SiteId:
    """The id of a site: the same title gives the same, so that a map read again changes its site."""
    return SiteId(id_from(title, otherwise)[:_SITE].strip("-"))


def place_id(kind: str, x: int, y: int, within: str = "") -> str:
    """The id of what is at a place: the same place gives the same.

    >>> place_id("room", 3, -4), place_id("door", 0, 1, "salt-vault")
    ('room-3-m4', 'salt-vault-door-0-1')
    """
    return "-".join(filter(None, (within, kind, _number(x), _number(y))))


PLACEHOLDER_CLUE = "Something about this wall is not right."
"""The clue of a secret door until the referee writes one."""


def secret_door(id: FeatureId, zone: ZoneId, door: DoorId, concealed: str = "") -> Feature:
    """What leads to a secret door, with a clue and an answer of ours where the map gives none."""
    return Feature(
        id,
        zone,
        Grade.SECRET,
        "a secret door",
        concealed,
        (PLACEHOLDER_CLUE,),
        concealed or "feel along the wall and press what gives way",
        door=door,
    )


def secret_doors(doors: Iterable[Door]) -> dict[FeatureId, Feature]:
    """What leads to each of the doors that are hidden, found from the first of its rooms."""
    found = (
        secret_door(FeatureId(f"{door.id[:56]}-secret"), door.between[0], door.id) for door in doors if door.hidden
    )
    return {feature.id: feature for feature in found}


def _number(value: int) -> str:
    return f"m{-value}" if value < 0 else str(value)
