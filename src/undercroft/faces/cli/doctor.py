"""`undercroft doctor`."""

from undercroft.faces.cli.exit_codes import exit_code, told
from undercroft.faces.cli.output import print_json
from undercroft.faces.shared import store_path
from undercroft.faces.shared.checkup import checkup
from undercroft.faces.shared.findings import FindingGrade
from undercroft.faces.shared.one_line import one_line
from undercroft.interpret.text_charts import columns
from undercroft.kernel.amounts import counted


def doctor(data: str | None, *, as_json: bool) -> int:
    """Report what the checkup found; warnings do not fail it, a fault of the store does."""
    found = checkup(store_path.place(data))
    faults = [finding.fault for finding in found if finding.fault]
    if as_json:
        first = {"error": told(faults[0].code, faults[0].what, faults[0].fix)} if faults else {}
        checks = [{"name": check.name, "grade": check.grade, "says": check.says, **check.facts} for check in found]
        print_json({"checks": checks, **first})
        return exit_code(faults[0]) if faults else 0
    print(*map(one_line, columns([(finding.grade, finding.name, finding.says) for finding in found])), sep="\n")
    if faults:
        raise faults[0]
    warnings = sum(finding.grade is FindingGrade.WARNING for finding in found)
    print(f"{counted(warnings, 'warning')}." if warnings else "All is well.")
    return 0
