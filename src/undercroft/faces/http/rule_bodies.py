"""Bodies that hold the situation of a rule, read and described by the rule's own type."""

from typing import Annotated, Any

from msgspec import defstruct, field

from undercroft.interpret.form import untold
from undercroft.kernel.rules import AnyRule, says


def situated(name: str, rule: AnyRule, *more: tuple[str, Any, Any]) -> type[Any]:
    """A body with `given` and more fields; `given` may be left out if no input is required."""
    kind: Any = Annotated[rule.given, says("the situation")]
    given = ("given", kind) if untold(rule) is None else ("given", kind, field(default_factory=rule.given))
    return defstruct(name, [given, *more], frozen=True, forbid_unknown_fields=True)
