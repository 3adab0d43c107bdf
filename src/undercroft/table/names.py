"""What things of a campaign are called by: one kind of name for each kind of thing."""

from __future__ import annotations

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

Text = Annotated[str, Meta(max_length=4000)]
"""A line or a page that somebody writes."""

Label = Annotated[str, Meta(min_length=1, max_length=64)]
"""A name that somebody gives."""


Name = Annotated[str, says("1 to 64 characters")]
"""What a seat, a person or a group is called; `kernel.naming` says what may be in it."""


def slug(text: str) -> str:
    """What somebody wrote as a name for programs.

    >>> slug("The Scouts, ahead")
    'the-scouts-ahead'
    """
    words = "".join(letter if letter.isalnum() else " " for letter in text.casefold()).split()
    return "-".join(words) or "unnamed"
