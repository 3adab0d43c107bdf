"""Copies the guides of the package to docs/guides, where people read them with pictures: `python -m tools.guides`."""

from pathlib import Path

from tools.written import write
from undercroft.faces.web.base.guide_texts import guides

FOLDER = Path(__file__).parents[1] / "docs" / "guides"
HEAD = "<!-- Written by `make manual`; edit the text in src/undercroft/faces/web/guides instead. -->\n\n"


def pages() -> dict[Path, str]:
    """Every page as it should be."""
    contents = "\n".join(f"- [{guide.title}]({guide.id}.md): {guide.about}" for guide in guides().values())
    index = f"{HEAD}# Guides\n\n{contents}\n"
    return {FOLDER / "README.md": index, **{FOLDER / f"{id}.md": HEAD + guide.text for id, guide in guides().items()}}


def main() -> None:
    """Write them."""
    for place, text in pages().items():
        write(place, text)


if __name__ == "__main__":
    main()
