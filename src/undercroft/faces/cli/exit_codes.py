"""The exit codes, and a fault as programs read it.

0 done, 1 refused by the rules or something to mend, 2 bad input, 3 not found, 4 conflict, 5 integrity, 6 storage or
something missing on this machine, 7 not permitted, 70 a bug of ours, 130 interrupted.
"""

from undercroft.kernel import faults
from undercroft.kernel.faults import UndercroftError
from undercroft.store.faults import Conflict, Integrity, Storage

REFUSED, BAD_INPUT, NOT_FOUND, CONFLICT, INTEGRITY, STORAGE, NOT_PERMITTED = 1, 2, 3, 4, 5, 6, 7
BUG, INTERRUPTED, BROKEN_PIPE = 70, 130, 141

_CODES: dict[type[UndercroftError], int] = {
    faults.BadInput: BAD_INPUT,
    faults.OddsTooWide: BAD_INPUT,
    faults.NeedsPolicy: BAD_INPUT,
    faults.NotFound: NOT_FOUND,
    Conflict: CONFLICT,
    Integrity: INTEGRITY,
    Storage: STORAGE,
    faults.Unavailable: STORAGE,
    faults.NotPermitted: NOT_PERMITTED,
    faults.NoEnd: BUG,
}


def exit_code(fault: UndercroftError) -> int:
    """The documented exit code of a fault."""
    return next(code for kind, code in _CODES.items() if isinstance(fault, kind))


def told(code: str, what: str, fix: str) -> dict[str, str]:
    """A fault as JSON for programs."""
    return {"code": code, "detail": what, "fix": fix}
