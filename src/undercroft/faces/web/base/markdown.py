"""Text by people as safe HTML: Markdown without HTML in it, reduced to the allowed tags."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from undercroft.kernel.faults import BadInput

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

MOST_CHARACTERS = 4000
MOST_KEPT = 256
"""Texts of campaigns that are kept as HTML: screens show the same room again and again."""
MOST_BRACKETS = 100
"""Reading time grows with the square of their number."""

_TAGS = {"a", "b", "blockquote", "br", "code", "del", "em", "hr", "li", "ol", "p", "pre", "strong", "ul"} | {
    f"h{level}" for level in range(1, 7)
}


def marked_up(text: str) -> Markup:
    """A text in Markdown as HTML; pictures become links, since loading a picture would give the reader away."""
    if len(text) > MOST_CHARACTERS:
        what = f"longer than {MOST_CHARACTERS:,} characters"
        raise BadInput("too_long", what, "write less, or in several pieces", limit=MOST_CHARACTERS)
    if text.count("[") > MOST_BRACKETS:
        raise BadInput("too_many_brackets", f"more than {MOST_BRACKETS} brackets", "use fewer", limit=MOST_BRACKETS)
    import nh3

    clean = nh3.clean(
        _reader().render(text),
        tags=_TAGS,
        attributes={"a": {"href"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer",
    )
    return Markup(clean)  # noqa: S704 - cleaned just before


@lru_cache(MOST_KEPT)
def marked(text: str) -> Markup:
    """The same for a text of the campaign; a text over the limits stays as written."""
    try:
        return marked_up(text)
    except BadInput:
        return escape(text)


@cache
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt

    reader = MarkdownIt("js-default", {"html": False, "linkify": False})
    reader.disable("table")
    reader.add_render_rule("image", _linked)
    return reader


def _linked(_reader: object, tokens: Sequence[Token], at: int, _options: object, _env: object) -> str:
    """A picture as a link to it."""
    address, name = tokens[at].attrGet("src"), tokens[at].content
    return str(Markup('<a href="{}">{}</a>').format(address, name or address))
