"""Pictures kept with a campaign, and the pins of rooms on them. Their bytes are in the store, under the same id."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from undercroft.table.state.ids import PictureId, SiteId

MOST_SIDE = 4096
"""The most pixels of a picture's width and of its height."""
MOST_PICTURE_BYTES = 4 * 1024 * 1024
"""The most bytes of one picture."""
MOST_PICTURES = 100
MOST_BYTES_IN_ALL = 32 * 1024 * 1024
"""The most pictures of a campaign, and the most bytes of all of them."""
PIN_SCALE = 10_000
"""A pin's place counts from 0 at the left or the top of the picture to this at the right or the bottom."""

Side: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_SIDE)]
Along: TypeAlias = Annotated[int, Meta(ge=0, le=PIN_SCALE)]


class Picture(Struct, frozen=True):
    """A picture: its id is the SHA-256 of its bytes."""

    id: PictureId
    width: Side
    height: Side
    size: Annotated[int, Meta(ge=1, le=MOST_PICTURE_BYTES)]
    """Its bytes."""
    name: Annotated[str, Meta(max_length=64)] = ""


class Pin(Struct, frozen=True):
    """Where a room is on the picture of its level."""

    x: Along
    y: Along


class ShownPicture(Struct, frozen=True):
    """A picture that players see: the map of a level of a site, which is told only to those who know the site."""

    id: PictureId
    width: int
    height: int
    site: SiteId | None
    level: int = 1
    levels: tuple[int, ...] = ()
    """Every level that is on the picture; one picture may show several."""

    def shows(self, level: int) -> bool:
        """Whether a level is on the picture."""
        return level == self.level or level in self.levels
