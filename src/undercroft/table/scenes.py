"""Where a group stands in its procedure. Play interrupts itself, so scenes are a stack, the innermost last."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.delving.movement import Speed
from undercroft.table.names import CreaturesId, PersonId, SiteId


class SovereignTurn(Struct, frozen=True, tag="sovereign_turn"):
    """A Turn in which each does one thing. `turn` is 0 until the first begins."""

    site: SiteId
    turn: int = 0
    begun: bool = False
    since_check: int = 0
    done: Mapping[PersonId, str] = {}
    battering: bool = False
    pending: tuple[CreaturesId, ...] = ()

    @property
    def seen(self) -> SovereignTurn:
        """What its players may know."""
        return replace(self, since_check=0, pending=())


class Going(Struct, frozen=True):
    """What somebody has left of their turn in a delve round."""

    free_move: bool = True
    action: bool = True
    speed: Speed = Speed.DELVE
    did: str = ""


class DelveRound(Struct, frozen=True, tag="delve_round"):
    """A delve round; those who have not acted yet have no entry. `round` is 0 until the first begins."""

    site: SiteId
    round: int = 0
    begun: bool = False
    going: Mapping[PersonId, Going] = {}
    surprised: tuple[PersonId, ...] = ()
    """Who went too fast to be ready for what comes, until their next turn."""
    facing: int = 0
    """Where they were heading last, in degrees from north."""
    battering: bool = False
    pending: tuple[CreaturesId, ...] = ()

    @property
    def seen(self) -> DelveRound:
        """What its players may know."""
        return replace(self, pending=())


class OverloadedTurn(Struct, frozen=True, tag="overloaded_turn"):
    """A turn under the overloaded die."""

    site: SiteId
    turn: int = 0
    begun: bool = False
    done: Mapping[PersonId, str] = {}
    omen: str = ""
    must_rest: bool = False
    free: bool = False
    pending: tuple[CreaturesId, ...] = ()

    @property
    def seen(self) -> OverloadedTurn:
        """What its players may know."""
        return replace(self, omen="", free=False, pending=())


class ViolenceTurn(Struct, frozen=True, tag="violence_turn"):
    """A Turn that is checked when it is over. `turn` is 0 until the first begins."""

    site: SiteId
    turn: int = 0
    begun: bool = False
    done: Mapping[PersonId, str] = {}
    battering: bool = False
    pending: tuple[CreaturesId, ...] = ()

    @property
    def seen(self) -> ViolenceTurn:
        """What its players may know."""
        return replace(self, pending=())


Exploring: TypeAlias = SovereignTurn | DelveRound | OverloadedTurn | ViolenceTurn
Scene: TypeAlias = Exploring
