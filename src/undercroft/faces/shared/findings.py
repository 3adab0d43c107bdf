"""What a checkup finds: how bad it is, and what to do."""

from enum import StrEnum

from msgspec import Struct

from undercroft.kernel.frozen import FrozenMap
from undercroft.store.faults import StoreFault


class FindingGrade(StrEnum):
    """How bad a finding is. Only a fault fails the checkup."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"


class Finding(Struct, frozen=True):
    """The result of one check."""

    name: str
    grade: FindingGrade
    says: str
    facts: FrozenMap[str | int | bool] = FrozenMap()
    fault: StoreFault | None = None


def fine(name: str, says: str, **facts: str | int | bool) -> Finding:
    """Something that is as it should be."""
    return Finding(name, FindingGrade.OK, says, FrozenMap(facts))


def poor(name: str, says: str, **facts: str | int | bool) -> Finding:
    """A warning, which says what to do."""
    return Finding(name, FindingGrade.WARNING, says, FrozenMap(facts))


def graded(name: str, good: bool, says: str, fix: str, **facts: str | int | bool) -> Finding:
    """One or the other."""
    return fine(name, says, **facts) if good else poor(name, f"{says}: {fix}", **facts)
