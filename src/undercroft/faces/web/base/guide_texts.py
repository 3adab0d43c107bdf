"""Guides for a new referee: short texts of the package. `make manual` copies them to docs/guides."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from markupsafe import Markup
from msgspec import Struct

ORDER = ("first-session", "prepare-a-dungeon", "printed-module")


class Guide(Struct, frozen=True):
    """One guide: its title, its first sentence, and its Markdown."""

    id: str
    title: str
    about: str
    text: str

    @property
    def body(self) -> Markup:
        """The guide as HTML, without its pictures: the screens themselves are at hand."""
        from markdown_it import MarkdownIt

        reader = MarkdownIt("js-default", {"html": False, "linkify": False})
        reader.add_render_rule("image", lambda *_: "")
        return Markup(reader.render(self.text))  # noqa: S704 - a text of ours


@cache
def guides() -> Mapping[str, Guide]:
    """Every guide, in the order to read them."""
    return {id: _read(id) for id in ORDER}


def _read(id: str) -> Guide:
    text = (files("undercroft.faces.web") / "guides" / f"{id}.md").read_text("utf-8")
    title, about, *_ = (part.replace("\n", " ") for part in text.split("\n\n"))
    return Guide(id, title.removeprefix("# "), f"{about.partition('. ')[0].rstrip('.')}.", text)
