"""Creatures in a site: their numbers, what they do, and what is settled with them."""

from enum import StrEnum
from fractions import Fraction

from msgspec import Struct

from undercroft.books.sovereign.reactions import Response
from undercroft.table.state.ids import (
    CreaturesId,
    GroupId,
    MonsterId,
    ZoneId,
)

USUAL_DAMAGE = "1d6"
"""The damage of creatures that name none."""


def blows(damage: str) -> tuple[str, ...]:
    """The dice of each attack in turn, where slashes divide them.

    >>> blows("1d6/1d6/1d8")
    ('1d6', '1d6', '1d8')
    """
    return tuple(damage.split("/"))


class Noise(StrEnum):
    """How loud creatures are, heard through a door."""

    LOUD = "loud"
    QUIET = "quiet"
    SILENT = "silent"


EVENT = "event"
"""The kind of a rolled encounter that is an event without creatures."""
UNKNOWN = "unknown"
"""The kind of creatures of which nothing was written; nothing is guessed of them."""


class Creatures(Struct, frozen=True):
    """Creatures of one kind in one place."""

    id: CreaturesId
    name: str
    count: int
    hd: Fraction
    zone: ZoneId | None
    """None while they are not on the map."""
    hp: tuple[int, ...] = ()
    ac: int = 0
    damage: str = USUAL_DAMAGE
    """The dice of an attack; where attacks differ, of each in turn, with slashes between them."""
    activity: str = ""
    noise: Noise = Noise.QUIET
    kind: str = "humanoid"
    undead: bool = False
    hostile: bool = False
    ambush: bool = False
    notes: str = ""
    abilities: int = 0
    """Special abilities of each creature, for the experience they are worth."""
    skill_mod: int = 0
    """Their bonus on what they are good at."""
    move_ft: int | None = None
    """The feet they move in a round; the usual speed if not given."""
    known_to: tuple[GroupId, ...] = ()
    """Groups that have met them."""
    met: bool = False
    distance_ft: int | None = None
    direction: str = ""
    attacks: int | None = None
    """Attacks in a round; as many as their Hit Dice give if not given."""
    hp_bonus: int = 0
    """Hit points of each on top of its Hit Dice: 1 for HD 1+1, -1 for HD 1-1."""
    reaction: int | None = None
    """The total of their reaction roll, which counts in every later encounter with the party."""
    answer: Response | None = None
    """What they did when the party last met them; None while nothing is settled with them."""
    monster: MonsterId | None = None
    """Their entry in the bestiary, whose changes change them too."""
    led: bool = False
    """The first of them leads the others in a fight."""
    fearless: bool = False
    """They never test morale in a fight."""
    natural: bool = False
    """Their armour is hide, which wears and never breaks."""
    attack_bonus: int | None = None
    """Their bonus to hit by Sovereign; as much as their Hit Dice if not given."""
    shock: int | None = None
    """The damage of their Shock by Sovereign; they have none if not given."""
    shock_ac: int | None = None
    """The highest armour class that their Shock works on."""

    @property
    def is_event(self) -> bool:
        """Whether this is an event that was rolled, not creatures."""
        return self.kind == EVENT

    @property
    def let_be(self) -> bool:
        """Whether it is settled that they talk with the party, or take no notice of it."""
        return self.answer in (Response.TALK, Response.IGNORE)
