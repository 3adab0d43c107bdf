"""What callers of the library look for among outcomes: one of them, several, a test, or a kind by its name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING, Any, cast

from undercroft.interpret.arguments import check_outcome
from undercroft.kernel.faults import BadInput

if TYPE_CHECKING:
    from undercroft.kernel.rules import Outcome

SEVERAL = (list, tuple, set, frozenset, range)
"""What holds several outcomes, unless outcomes are such themselves."""


def looked_for(what: object, outcomes: Collection[Any]) -> Callable[[Any], bool]:
    """The test of an outcome that is meant.

    >>> [face for face in range(1, 7) if looked_for([5, 6], range(1, 7))(face)]
    [5, 6]
    """
    if callable(what):
        return cast("Callable[[Any], bool]", what)
    kind = type(what)
    if kind in SEVERAL and not any(isinstance(each, kind) for each in outcomes):
        each_of = [looked_for(each, outcomes) for each in cast("Collection[object]", what)]
        return lambda outcome: any(holds(outcome) for holds in each_of)
    if isinstance(what, str) and (of_kind := _of_kind(what, outcomes)) is not None:
        return of_kind
    check_outcome(what)
    return lambda outcome: bool(outcome == what)


def _of_kind(name: str, outcomes: Collection[Any]) -> Callable[[Any], bool] | None:
    """Outcomes of rules are asked for by their kind, as tables show it; a kind that cannot come here is never met."""
    from undercroft.kernel.phrases import value_in_words
    from undercroft.kernel.rules import Outcome

    if not any(isinstance(each, Outcome) for each in outcomes):
        return None
    words = _plain(name)
    meant = {kind for kind in _every_kind(Outcome) if words in (_plain(kind), _plain(value_in_words(kind)))}
    if not meant:
        kinds = sorted({value_in_words(str(each.kind)) for each in outcomes if isinstance(each, Outcome)})
        raise BadInput("bad_outcome", f"no outcome is called “{name[:40]}”", f"here are: {', '.join(kinds)}")
    return lambda outcome: str(getattr(outcome, "kind", "")) in meant


def _every_kind(outcome: type[Outcome]) -> Iterator[str]:
    for kind in outcome.__subclasses__():
        yield str(kind.__struct_config__.tag)
        yield from _every_kind(kind)


def _plain(kind: str) -> str:
    return kind.strip().casefold().replace("_", " ").replace("-", " ")
