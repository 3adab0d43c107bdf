"""`undercroft lint`."""

from __future__ import annotations

from undercroft.exchange.markup import page
from undercroft.faces.cli.errors import REFUSED, one_line
from undercroft.faces.cli.output import print_json
from undercroft.faces.cli.textfile import named, text_of


def lint(path: str, *, as_json: bool) -> int:
    """Print what there is to mend on a page, one line each; the exit code says whether there is anything."""
    findings = page.lint(text_of(path))
    name = named(path)
    if as_json:
        print_json({"file": name, "findings": findings})
    elif not findings:
        print(one_line(f"{name}: nothing to mend"))
    for found in () if as_json else findings:
        told = f"{found.grade}: {found.code}: {found.what} ({found.fix})"
        print(one_line(f"{name}:{found.line}:{found.column}: {told}"))
    return REFUSED if findings else 0
