"""What every scene has, whatever is played in it."""

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, Self

from msgspec import Struct
from msgspec.structs import fields, replace

from undercroft.table.state.ids import CreaturesId


class AnyScene(Struct, frozen=True, kw_only=True):
    """What every scene has."""

    SECRETS: ClassVar[tuple[str, ...]] = ()
    """The fields besides `pending` and `held` that players see only at their default."""

    pending: tuple[CreaturesId, ...] = ()
    """The creatures that are about to come."""
    held: bool = False
    """Whether something stood in the way when the turn would have ended by itself: the referee ends it."""

    @property
    def number(self) -> int:
        """The number of the turn or round; 0 in a scene that counts none."""
        return 0

    @property
    def seen(self) -> Self:
        """The scene without its secrets, for the players."""
        return replace(self, **_hidden(type(self)))


@cache
def _hidden(kind: type[AnyScene]) -> Mapping[str, Any]:
    """The secret fields of a kind of scene, with their defaults."""
    return {field.name: field.default for field in fields(kind) if field.name in ("pending", "held", *kind.SECRETS)}
