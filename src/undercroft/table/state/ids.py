"""The types of the ids in a campaign, one for each kind of thing, and of the names and texts people write."""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, NewType, TypeAlias

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
"""The address of a part of the prepared world: its path in a campaign file."""
PictureId = NewType("PictureId", str)
AskId = NewType("AskId", str)
"""A random name of the wish for a taken seat."""
RefereeId = NewType("RefereeId", str)
"""The number of a second referee."""
MessageId = NewType("MessageId", str)
"""A whisper or a handout."""
BodyId = NewType("BodyId", str)
"""A dead person, or dead creatures."""
SubjectId = NewType("SubjectId", str)
"""A room or a person."""
MarkId = NewType("MarkId", str)
"""A counter of a condition: a word, or `BY` and the id of the person whom it counts for."""


WareId: TypeAlias = Annotated[str, "ware"]
"""A ware: its id on the price list, or the id that a market has for it. People may also type its name."""
ServiceId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64), "service"]
"""A service of a market."""


class Family(StrEnum):
    """Kinds of things whose ids are told apart. Ids of one family may be compared."""

    BEING = "being"
    SITE = "site"
    ZONE = "zone"
    DOOR = "door"
    TRAP = "trap"
    FEATURE = "feature"
    OBSTACLE = "obstacle"
    THING = "thing"
    TIMER = "timer"
    RULING = "ruling"
    TOWN = "town"
    REGION = "region"
    MONSTER = "monster"
    TABLE = "table"
    PART = "part"
    WARE = "ware"
    SERVICE = "service"


FAMILIES: Mapping[Any, tuple[Family, ...]] = {
    PersonId: (Family.BEING,),
    CreaturesId: (Family.BEING,),
    BandId: (Family.BEING,),
    FoeId: (Family.BEING,),
    BodyId: (Family.BEING,),
    SubjectId: (Family.ZONE, Family.BEING),
    SiteId: (Family.SITE,),
    ZoneId: (Family.ZONE,),
    DoorId: (Family.DOOR,),
    TrapId: (Family.TRAP,),
    FeatureId: (Family.FEATURE,),
    ObstacleId: (Family.OBSTACLE,),
    ThingId: (Family.THING,),
    TimerId: (Family.TIMER,),
    RulingId: (Family.RULING,),
    TownId: (Family.TOWN,),
    RegionId: (Family.REGION,),
    MonsterId: (Family.MONSTER,),
    TableId: (Family.TABLE,),
    PartId: (Family.PART,),
    WareId: (Family.WARE,),
    ServiceId: (Family.SERVICE,),
}
"""The ids that may say too much, so that players are sent others in their place."""

BY = "by "
COMPOUND: Mapping[Any, tuple[str, Any]] = {MarkId: (BY, PersonId)}
"""The ids that are made of a word and another id, which players are sent another for."""

OPEN_IDS = frozenset({GroupId, HexId, WantedId, ActId, PictureId, AskId, RefereeId, MessageId})
"""The ids that players are sent as they are: names that players gave, places on a map, random numbers and digests."""

BARE_HANDS = ThingId("unarmed")
"""The weapon of a person who uses none."""

WORDS = frozenset({"", BARE_HANDS})
"""Ids of nothing in the campaign, which mean the same to everybody."""

PLAIN_COMMAND = "command"
"""Marks plain values as a command, whose ids are found by its type."""

MOST_TEXT = 4000
Text = Annotated[str, Meta(max_length=MOST_TEXT)]
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
