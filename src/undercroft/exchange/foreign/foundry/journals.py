"""Journals of Foundry VTT: their pages as texts."""

from collections.abc import Iterator, Sequence
from typing import Any

from undercroft.exchange.foreign.foundry.documents import DocumentKind, FoundryDocument
from undercroft.exchange.foreign.foundry.inline import plain_words
from undercroft.exchange.foreign.report import Notes
from undercroft.exchange.foreign.source import entries, fields, from_html, one_line, plain
from undercroft.exchange.foreign.texts import MOST_PAGE

HIDDEN = "GM: "
"""How lines begin that a journal keeps secret, as in an outline."""
MARKDOWN = 2
"""The format of a page that is written in Markdown."""


def pages_of(found: Sequence[FoundryDocument], notes: Notes) -> list[tuple[str, str, str]]:
    """Every page with its title, its text and its place. Pages may be in documents of their own."""
    apart = {each.id: each for each in found if each.kind is DocumentKind.PAGE and each.id}
    pages, used = list[tuple[str, str, str]](), set[str]()
    for journal in (each for each in found if each.kind is DocumentKind.JOURNAL):
        title = one_line(journal.name) or "Notes"
        if told := _html(journal.value.get("content")):
            pages.append((title, told, journal.at))
        for number, each in enumerate(entries(journal.value.get("pages"))):
            at = f"{journal.at}.pages[{number}]".lstrip(".")
            if isinstance(each, str) and each not in apart:
                notes.drop(f"page {one_line(each)} of “{title}”: import its file with the journal's", at)
                continue
            used |= {each} if isinstance(each, str) else set()
            value, place = (apart[each].value, apart[each].at) if isinstance(each, str) else (fields(each), at)
            pages += _page(value, title, place, notes)
    for each in found:
        if each.kind is DocumentKind.PAGE and each.id not in used:
            pages += _page(each.value, "", each.at, notes)
    return pages


def _page(page: dict[str, Any], journal: str, at: str, notes: Notes) -> Iterator[tuple[str, str, str]]:
    name = one_line(page.get("name"))
    title = one_line(f"{journal}: {name}" if journal and name and name != journal else name or journal or "Notes")
    text = fields(page.get("text"))
    if page.get("type", "text") != "text":
        notes.drop(f"“{title}” is a page with {one_line(page.get('type'), 20)}, not with text", at)
        return
    written = text.get("markdown") if text.get("format") == MARKDOWN else None
    told = plain_words(plain(written, MOST_PAGE)) if isinstance(written, str) else _html(text.get("content"))
    if told:
        yield title, told, at
    else:
        notes.drop(f"“{title}” is an empty page", at)


def _html(value: object) -> str:
    return plain_words(from_html(value, MOST_PAGE, HIDDEN))


def without_secrets(pages: Sequence[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """The pages as texts to show: what a journal keeps secret is a text of its own beside its page."""
    found = list[tuple[str, str, str]]()
    for title, text, at in pages:
        lines = text.split("\n")
        hidden = [line.removeprefix(HIDDEN) for line in lines if line.startswith(HIDDEN)]
        told = plain("\n".join(line for line in lines if not line.startswith(HIDDEN)), MOST_PAGE)
        found += [(title, told, at)] if told else []
        found += [(one_line(f"{title} (secret)"), "\n".join(hidden), at)] if hidden else []
    return found
