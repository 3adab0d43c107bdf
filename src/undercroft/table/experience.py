"""What foes were worth: noted as they are overcome, told when the party is home."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from undercroft.books.sovereign.advancement import Monsters, xp_monster
from undercroft.table.campaign import Campaign
from undercroft.table.play import Play
from undercroft.table.rooms import Event, Room


class XpPooled(Event, frozen=True, tag="table.xp-pooled"):
    """The party's pool of experience stands at this, for what was overcome; the referee's until it is told."""

    pool: int
    what: str


def _pooled(campaign: Campaign, event: XpPooled) -> Campaign:
    return replace(campaign, xp_pool=event.pool)


def pool_foes(play: Play, name: str, hd: Fraction, count: int, abilities: int = 0) -> None:
    """So many of a kind were defeated: killed, routed, captured or outwitted."""
    if count:
        worth = play.settle(xp_monster, Monsters(hd, abilities, count)).xp
        play.tell(XpPooled(play.now.xp_pool + worth, name if count == 1 else f"{count} {name}"))


ROOM = Room(
    arms={XpPooled: _pooled},
    words={XpPooled: lambda _, it: f"Overcome: {it.what}. The pool of experience stands at {it.pool}."},
)
