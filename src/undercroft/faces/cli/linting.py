"""`undercroft lint`."""

from __future__ import annotations

from undercroft.faces.cli.errors import REFUSED, one_line
from undercroft.faces.cli.output import print_json
from undercroft.faces.cli.textfile import named, text_of

CAMPAIGN = ".toml"


def lint(path: str, *, as_json: bool) -> int:
    """Print what there is to mend, one line each; the exit code says whether there is anything."""
    findings, lines = _in_campaign(path) if path.lower().endswith(CAMPAIGN) else _on_page(path)
    name = named(path)
    if as_json:
        print_json({"file": name, "findings": findings})
    elif not findings:
        print(one_line(f"{name}: nothing to mend"))
    for line in () if as_json else lines:
        print(one_line(f"{name}:{line}"))
    return REFUSED if findings else 0


def _on_page(path: str) -> tuple[object, list[str]]:
    """What there is to mend on a page of Markdown, by line and column."""
    from undercroft.exchange.markup import page

    found = page.lint(text_of(path))
    return found, [f"{one.line}:{one.column}: {one.grade}: {one.code}: {one.what} ({one.fix})" for one in found]


def _in_campaign(path: str) -> tuple[object, list[str]]:
    """What there is to mend in a campaign file, by line and path."""
    from undercroft.exchange import campaignfile

    found = campaignfile.problems(text_of(path))
    places = (f"{one.line}: {one.path}" if one.path else f"{one.line}" for one in found)
    return found, [f"{place}: {one.code}: {one.what} ({one.fix})" for place, one in zip(places, found, strict=True)]
