"""The site holds every page of the documentation once, and no link of it leads out of the site."""

import re
from pathlib import Path
from typing import Any

from tools.site.gathering import SECTIONS, contents, gathered, page_files, title

ROOT = Path(__file__).parents[1]
_LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)\s]+)\)")


def named(part: Any) -> list[str]:
    """Every page that a part of the contents names."""
    if isinstance(part, str):
        return [part]
    return [page for inside in (part.values() if isinstance(part, dict) else part) for page in named(inside)]


def test_every_page_is_in_the_contents_once() -> None:
    """A new page of the documentation is in the site without being named; its place among others is a decision."""
    pages = [name for name in page_files(ROOT) if name.endswith(".md")]
    found = named(contents({name: title((ROOT / name).read_text(encoding="utf-8")) for name in pages}))
    assert sorted(pages) == sorted(found)
    places = tuple(place for _, names in SECTIONS for place in names)
    assert [] == [name for name in pages if name not in places and not name.startswith(places)], (
        "at the end of the last"
    )


def test_no_link_leads_out_of_the_site(tmp_path: Path) -> None:
    """Every link of a gathered page leads to a file of the site; links to code are words."""
    pages = tmp_path / "pages"
    gathered(ROOT, pages, tmp_path / "site")
    lost = [
        f"{page.relative_to(pages)}: {target}"
        for page in pages.rglob("*.md")
        for target in _LINK.findall(re.sub(r"`[^`\n]*`", "", page.read_text(encoding="utf-8")))
        if not (page.parent / target.partition("#")[0]).exists()
    ]
    assert [] == lost
    attack = (pages / "docs/manual/violence/attack.md").read_text(encoding="utf-8")
    assert "[Damage](damage.md)" in attack
    assert "src/" not in attack
