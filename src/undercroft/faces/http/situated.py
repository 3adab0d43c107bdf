"""Bodies with the situation of a rule in them: read, and described, by the rule's own type."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import defstruct, field

from undercroft.interpret.form import untold
from undercroft.kernel.rules import AnyRule, says


def situated(name: str, rule: AnyRule, *more: tuple[str, Any, Any]) -> type[Any]:
    """A body with `given` and more fields; the situation may be left out if nothing of it is needed."""
    kind: Any = Annotated[rule.given, says("the situation")]
    given = ("given", kind) if untold(rule) is None else ("given", kind, field(default_factory=rule.given))
    return defstruct(name, [given, *more], frozen=True, forbid_unknown_fields=True)
