"""The types of the ids in a campaign, one for each kind of thing, and of the names and texts people write."""

import re
from typing import Annotated, NewType

from msgspec import Meta

from undercroft.kernel.rules import says

PersonId = NewType("PersonId", str)
GroupId = NewType("GroupId", str)
SiteId = NewType("SiteId", str)
ZoneId = NewType("ZoneId", str)
DoorId = NewType("DoorId", str)
TrapId = NewType("TrapId", str)
FeatureId = NewType("FeatureId", str)
ObstacleId = NewType("ObstacleId", str)
CreaturesId = NewType("CreaturesId", str)
BandId = NewType("BandId", str)
FoeId = NewType("FoeId", str)
ThingId = NewType("ThingId", str)
TimerId = NewType("TimerId", str)
WantedId = NewType("WantedId", str)
ActId = NewType("ActId", str)
RulingId = NewType("RulingId", str)
HexId = NewType("HexId", str)
TownId = NewType("TownId", str)
RegionId = NewType("RegionId", str)
MonsterId = NewType("MonsterId", str)
TableId = NewType("TableId", str)
PartId = NewType("PartId", str)
PictureId = NewType("PictureId", str)
"""The address of a part of the prepared world: its path in a campaign file."""

Text = Annotated[str, Meta(max_length=4000)]
"""A line or a page of text."""

Label = Annotated[str, Meta(min_length=1, max_length=64)]
FeatName = Annotated[str, Meta(min_length=1, max_length=64, title="feat")]
"""A feat, by its name in the book or any other name."""
"""A name of at least one character."""


Name = Annotated[str, says("1 to 64 characters")]
"""The name of a seat, a person or a group; `names` checks its characters."""


WELL_FORMED = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
"""The form of an id that a referee's file may have."""


def slug(text: str) -> str:
    """Text as an id: lower case, words joined by hyphens.

    >>> slug("The Scouts, ahead")
    'the-scouts-ahead'
    """
    words = "".join(letter if letter.isalnum() else " " for letter in text.casefold()).split()
    return "-".join(words) or "unnamed"
