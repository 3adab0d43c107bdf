"""`undercroft doctor`."""

from __future__ import annotations

from typing import Any

from undercroft.faces import data
from undercroft.faces.checkup import Finding, Grade, checkup
from undercroft.faces.cli.errors import exit_code, one_line, told
from undercroft.faces.cli.output import columns, print_json
from undercroft.kernel.amounts import counted


def doctor(where: str | None, *, as_json: bool) -> int:
    """Say what was found; a warning is no failure, a fault of the store is."""
    found = checkup(data.place(where))
    faults = [one.fault for one in found if one.fault]
    if as_json:
        first = {"error": told(faults[0].code, faults[0].what, faults[0].fix)} if faults else {}
        print_json({"checks": [_plain(one) for one in found], **first})
        return exit_code(faults[0]) if faults else 0
    print(*map(one_line, columns([(one.grade, one.name, one.says) for one in found])), sep="\n")
    if faults:
        raise faults[0]
    warnings = sum(one.grade is Grade.WARNING for one in found)
    print(f"{counted(warnings, 'warning')}." if warnings else "All is well.")
    return 0


def _plain(found: Finding) -> dict[str, Any]:
    return {"name": found.name, "grade": found.grade, "says": found.says, **found.facts}
