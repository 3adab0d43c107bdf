"""Gathers the pages of the site: what is in it, in which order, and links that lead nowhere else.

The pages lie as in the project, so that their links to each other hold. A link to anything that is no page, such as a
module, becomes its words alone.
"""

import json
import posixpath
import re
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

TOP = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")

SECTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Start", ("README.md", "docs/demo.md", "docs/guides/README.md", "docs/guides")),
    (
        "At the table",
        ("docs/playing.md", "docs/preparing.md", "docs/house-rules.md", "docs/fair-dice.md", "docs/screens"),
    ),
    ("Dice and odds", ("docs/dice.md", "docs/library.md", "docs/twenty-questions.md")),
    ("Chances ahead", ("docs/forecasts.md", "docs/foresight.md")),
    ("Manual", ("docs/manual/README.md", "docs/manual", "docs/rules-of-your-own.md")),
    ("Files", ("docs/importing.md", "docs/exporting.md", "docs/markup.md", "docs/formats")),
    ("Programs", ("docs/command-line.md", "docs/commands.md", "docs/api.md", "docs/bots.md", "docs/web.md")),
    ("Servers", ("docs/hosting.md", "docs/guarantees.md", "SECURITY.md")),
    (
        "The project",
        ("docs/architecture.md", "docs/vocabulary.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/decisions"),
    ),
)
"""The order of the site. A folder stands for its pages that are not named; the last section has what none names."""

SETTINGS: dict[str, object] = {
    "site_name": "Undercroft",
    "use_directory_urls": False,
    "theme": {
        "name": "material",
        "font": False,
        "palette": [
            {
                "media": "(prefers-color-scheme: light)",
                "scheme": "default",
                "primary": "brown",
                "accent": "deep orange",
            },
            {"media": "(prefers-color-scheme: dark)", "scheme": "slate", "primary": "brown", "accent": "deep orange"},
        ],
        "features": ["navigation.indexes", "navigation.prune", "navigation.top", "search.suggest", "search.highlight"],
    },
    "plugins": ["search", "offline"],
    "markdown_extensions": [
        "admonition",
        "attr_list",
        "def_list",
        "footnotes",
        "md_in_html",
        "tables",
        "pymdownx.superfences",
    ],
    "extra": {"generator": False},
    "validation": {"links": {"not_found": "warn", "anchors": "ignore", "unrecognized_links": "ignore"}},
}

_LINK = re.compile(r"(?P<picture>!?)\[(?P<words>(?:[^\[\]]|\[[^\]]*\])*)\]\((?P<target>[^)\s]+)\)")
_DEFINED = re.compile(r"^\[(?P<words>[^\]]+)\]: (?P<target>\S+)$", re.MULTILINE)
_TITLE = re.compile(r"^# (?P<title>.+)$", re.MULTILINE)


def gathered(root: Path, pages: Path, site: Path) -> Path:
    """Copy every page, write the settings beside them, and return the place of the settings."""
    shutil.rmtree(pages, ignore_errors=True)
    files = page_files(root)
    for name in files:
        to = pages / name
        to.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith(".md"):
            to.write_text(
                kept_links((root / name).read_text(encoding="utf-8"), name, files.__contains__), encoding="utf-8"
            )
        else:
            shutil.copyfile(root / name, to)
    shutil.copyfile(root / "LICENSE", pages / "LICENSE.txt")
    titles = {name: title((root / name).read_text(encoding="utf-8")) for name in files if name.endswith(".md")}
    settings = {**SETTINGS, "docs_dir": str(pages), "site_dir": str(site), "nav": contents(titles)}
    written = pages.parent / "mkdocs.yml"
    written.write_text(json.dumps(settings, indent=1), encoding="utf-8")
    return written


def page_files(root: Path) -> dict[str, None]:
    """Everything in the site, by its place in the project."""
    docs = sorted(path.relative_to(root).as_posix() for path in (root / "docs").rglob("*") if path.is_file())
    return dict.fromkeys((*TOP, *docs))


def title(page: str) -> str:
    """The first heading of a page.

    >>> title("# Attacking")
    'Attacking'
    """
    found = _TITLE.search(page)
    return found["title"] if found else ""


def kept_links(page: str, name: str, has: Callable[[str], bool]) -> str:
    """The page with its links to other pages; other links of the project are left as words.

    >>> kept_links("[code](../src/x.py#L1), [dice](dice.md)", "docs/library.md", {"docs/dice.md": 0}.__contains__)
    'code, [dice](dice.md)'
    """
    folder = posixpath.dirname(name)

    def stays(target: str) -> bool:
        place = posixpath.normpath(posixpath.join(folder, target.partition("#")[0]))
        return ":" in target or target.startswith("#") or has(place)

    def link(found: re.Match[str]) -> str:
        return found[0] if found["picture"] or stays(found["target"]) else found["words"]

    dropped = {found["words"] for found in _DEFINED.finditer(page) if not stays(found["target"])}
    page = _DEFINED.sub(lambda found: found[0] if stays(found["target"]) else "", page)
    for words in dropped:
        page = page.replace(f"[{words}]", words)
    return _LINK.sub(link, page)


def contents(titles: dict[str, str]) -> list[object]:
    """The contents of the site: sections with their pages; the manual has its books."""
    left = dict(titles)
    found: list[object] = []
    for name, parts in SECTIONS:
        pages = [page for part in parts for page in _taken(part, left)]
        if (name, parts) == SECTIONS[-1]:
            pages += _taken("", left)
        found.append({name: _by_folder(pages, titles) if name == "Manual" else _listed(pages, titles)})
    return found


def _taken(part: str, left: dict[str, str]) -> list[str]:
    pages = [page for page in left if page == part or page.startswith(f"{part}/") or not part]
    for page in pages:
        del left[page]
    return pages


def _listed(pages: Iterable[str], titles: dict[str, str]) -> list[object]:
    return [{titles[page]: page} if titles[page] else page for page in pages]


def _by_folder(pages: list[str], titles: dict[str, str]) -> list[object]:
    folders: dict[str, list[str]] = {}
    for page in pages:
        folders.setdefault(posixpath.dirname(page), []).append(page)
    first, *books = folders.items()
    rest: list[object] = [{titles[inside[0]]: _listed(inside, titles)} for _, inside in books]
    return [*_listed(first[1], titles), *rest]
