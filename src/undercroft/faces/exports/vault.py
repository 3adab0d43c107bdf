"""A campaign as linked notes for Obsidian, which read as plain Markdown too; and as one page of Markdown."""

import json
import re
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from undercroft.exchange.zip_files import zipped
from undercroft.faces.exports.exporter import Subject
from undercroft.faces.exports.file_names import file_name
from undercroft.faces.exports.floor_plans import plans
from undercroft.faces.exports.map_files import svg
from undercroft.faces.exports.notebook import NotebookPage, notebook, tagless

_ROLLED = re.compile(r"[0-9]+d[0-9]+(?:k[hl][0-9]+)?(?:[+-][0-9]+)?")


def obsidian(subject: Subject) -> bytes:
    """A ZIP file with a note a file, and a first note that leads to all."""
    pages = notebook(subject, _wiki_link, dice_roll)
    start = NotebookPage("", subject.now.name or subject.table, {"type": "campaign"}, _contents(pages))
    levels = enumerate(plans(subject), 1)
    drawn = [(plan.title, f"{number:02} {file_name(plan.title)}.svg", svg(plan)) for number, plan in levels]
    notes = [_with_maps(page, drawn) if page.folder == "Sites" else page for page in (start, *pages)]
    names = ("/".join(filter(None, (page.folder, f"{file_name(page.title)}.md"))) for page in notes)
    maps = {f"Maps/{name}": drawing for _, name, drawing in drawn}
    return zipped((*zip(names, map(_note, notes), strict=True), *maps.items()))


def _with_maps(page: NotebookPage, drawn: Sequence[tuple[str, str, str]]) -> NotebookPage:
    """The note of a site with the maps of its levels, as any reader of Markdown shows them."""
    own = [
        (title, name) for title, name, _ in drawn if title == page.title or title.startswith(f"{page.title}, level ")
    ]
    shown = "\n\n".join(f"![{file_name(title)}](<../Maps/{name}>)" for title, name in own)
    return replace(page, body=f"{page.body}\n\n## Maps\n\n{shown}".lstrip()) if own else page


def _wiki_link(title: str, words: str) -> str:
    return f"[[{file_name(title)}]]" if words == file_name(title) else f"[[{file_name(title)}|{words}]]"


def dice_roll(text: str) -> str:
    """Dice that the dice roller of Obsidian means as they are meant here, marked for it; all else is words.

    >>> dice_roll("2d4+1"), dice_roll("1d6x10"), dice_roll("The Oar")
    ('`dice: 2d4+1`', '1d6x10', 'The Oar')
    """
    return f"`dice: {text}`" if _ROLLED.fullmatch(text) else text


def markdown(subject: Subject) -> bytes:
    """Everything on one page."""
    pages = notebook(subject, lambda _, words: f"*{words}*")
    parts = [f"# {tagless(subject.now.name or subject.table)}"]
    folder = ""
    for page in pages:
        if page.folder != folder:
            folder = page.folder
            parts.append(f"## {folder}")
        body = re.sub(r"^(#+) ", r"##\1 ", page.body, flags=re.MULTILINE)
        body = re.sub(r"\n*^\^[\w-]+$", "", body, flags=re.MULTILINE)
        parts.append(f"### {tagless(page.title)}\n\n{body}".rstrip())
    return ("\n\n".join(parts) + "\n").encode()


def _contents(pages: list[NotebookPage]) -> str:
    folders = dict.fromkeys(page.folder for page in pages)
    shown = [
        f"## {folder}\n\n" + "\n".join(f"- [[{file_name(page.title)}]]" for page in pages if page.folder == folder)
        for folder in folders
        if folder != "Rooms"
    ]
    return "\n\n".join(shown)


def _note(page: NotebookPage) -> str:
    return f"{_front(page.facts)}# {tagless(page.title)}\n\n{page.body}".rstrip() + "\n"


def _front(facts: Mapping[str, object]) -> str:
    """The facts of a note as front matter; values are JSON without HTML, which YAML reads as it stands."""
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in facts.items()]
    lines = [line.replace("<", r"\u003c") for line in lines]
    return "\n".join(["---", *lines, "---", ""])
