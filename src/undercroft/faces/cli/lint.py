"""`undercroft lint`."""

import re
from enum import StrEnum

from undercroft.faces.cli.exit_codes import REFUSED
from undercroft.faces.cli.output import print_json
from undercroft.faces.cli.text_file import form_of, named, text_of
from undercroft.faces.shared.one_line import one_line

CAMPAIGN = ".toml"
_KEY = r"[\w\-\"']+(\.[\w\-\"']+)*"
_TOML = re.compile(rf"\s*(\[{{1,2}}\s*{_KEY}\s*\]{{1,2}}\s*(#.*)?$|{_KEY}\s*=)")
"""The start of a campaign file's line that is neither empty nor a comment."""


class TextForm(StrEnum):
    """The form in which a text is read."""

    CAMPAIGN = "campaign"
    PAGE = "page"


def lint(file: str, form: str | None, *, as_json: bool) -> int:
    """Print each problem on its own line; the exit code says whether there are any."""
    asked, text, name = form_of(TextForm, form), text_of(file), named(file)
    findings, lines = _in_campaign(text) if (asked or _form(file, text)) is TextForm.CAMPAIGN else _on_page(text)
    if as_json:
        print_json({"file": name, "findings": findings})
    elif not findings:
        print(one_line(f"{name}: nothing to mend"))
    for line in () if as_json else lines:
        print(one_line(f"{name}:{line}"))
    return REFUSED if findings else 0


def _form(path: str, text: str) -> TextForm:
    """The form by the file's name, or by its first line if it comes from stdin."""
    if path != "-":
        return TextForm.CAMPAIGN if path.lower().endswith(CAMPAIGN) else TextForm.PAGE
    first = next((line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")), "")
    return TextForm.CAMPAIGN if _TOML.match(first) else TextForm.PAGE


def _on_page(text: str) -> tuple[object, list[str]]:
    """The problems on a page of Markdown, by line and column."""
    from undercroft.exchange.markup import page

    found = page.lint(text)
    return found, [
        f"{problem.line}:{problem.column}: {problem.grade}: {problem.code}: {problem.what} ({problem.fix})"
        for problem in found
    ]


def _in_campaign(text: str) -> tuple[object, list[str]]:
    """The problems in a campaign file, by line and path."""
    from undercroft.exchange import campaignfile

    found = campaignfile.problems(text)
    return found, [
        f"{problem.line}: {f'{problem.path}: ' if problem.path else ''}{problem.code}: {problem.what} ({problem.fix})"
        for problem in found
    ]
