"""`undercroft lint`."""

from __future__ import annotations

import re
from enum import StrEnum

from undercroft.faces.cli.errors import REFUSED, one_line
from undercroft.faces.cli.output import print_json
from undercroft.faces.cli.textfile import named, text_of
from undercroft.kernel.faults import BadInput

CAMPAIGN = ".toml"
_KEY = r"[\w\-\"']+(\.[\w\-\"']+)*"
_TOML = re.compile(rf"\s*(\[{{1,2}}\s*{_KEY}\s*\]{{1,2}}\s*(#.*)?$|{_KEY}\s*=)")
"""How a line of a campaign file begins that is neither empty nor a comment."""


class Form(StrEnum):
    """What a text is read as."""

    CAMPAIGN = "campaign"
    PAGE = "page"


def form_of(word: str | None) -> Form | None:
    """What `--as` asks for."""
    if word is None or word in tuple(Form):
        return None if word is None else Form(word)
    raise BadInput("bad_form", f"there is no form “{word[:40]}”", f"say {' or '.join(Form)}")


def lint(path: str, *, form: Form | None = None, as_json: bool) -> int:
    """Print what there is to mend, one line each; the exit code says whether there is anything."""
    text = text_of(path)
    findings, lines = _in_campaign(text) if (form or _form(path, text)) is Form.CAMPAIGN else _on_page(text)
    name = named(path)
    if as_json:
        print_json({"file": name, "findings": findings})
    elif not findings:
        print(one_line(f"{name}: nothing to mend"))
    for line in () if as_json else lines:
        print(one_line(f"{name}:{line}"))
    return REFUSED if findings else 0


def _form(path: str, text: str) -> Form:
    """By the file's name; what comes from stdin has none, and goes by its first line."""
    if path != "-":
        return Form.CAMPAIGN if path.lower().endswith(CAMPAIGN) else Form.PAGE
    first = next((line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")), "")
    return Form.CAMPAIGN if _TOML.match(first) else Form.PAGE


def _on_page(text: str) -> tuple[object, list[str]]:
    """What there is to mend on a page of Markdown, by line and column."""
    from undercroft.exchange.markup import page

    found = page.lint(text)
    return found, [f"{one.line}:{one.column}: {one.grade}: {one.code}: {one.what} ({one.fix})" for one in found]


def _in_campaign(text: str) -> tuple[object, list[str]]:
    """What there is to mend in a campaign file, by line and path."""
    from undercroft.exchange import campaignfile

    found = campaignfile.problems(text)
    places = (f"{one.line}: {one.path}" if one.path else f"{one.line}" for one in found)
    return found, [f"{place}: {one.code}: {one.what} ({one.fix})" for place, one in zip(places, found, strict=True)]
