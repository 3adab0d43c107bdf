"""The guides: every label they name is on a screen, and docs/guides has the same texts."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tools.guides import FOLDER, pages
from undercroft import demo
from undercroft.faces.web.base.guide_texts import Guide, guides
from undercroft.server.commands import BY_TAG

FACES = Path(__file__).parents[2] / "src" / "undercroft" / "faces"
MARKUP = re.compile(r"<[^<>]*>|\{#.*?#\}|\s+", re.DOTALL)
every_guide = pytest.mark.parametrize("guide", [pytest.param(guide, id=guide.id) for guide in guides().values()])


def literals(path: Path) -> Iterator[str]:
    """The texts in a module, without its docstrings."""
    tree = ast.parse(path.read_text("utf-8"))
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.value


@cache
def on_screens() -> str:
    """Everything that the screens can say: pages, scripts, the texts of the faces, commands, and the demo's site."""
    drawn = [path.read_text("utf-8") for kind in ("html", "js") for path in (FACES / "web").glob(f"**/*.{kind}")]
    texts = [text for path in FACES.glob("**/*.py") for text in literals(path)]
    titles = [command.ABOUT.title for command in BY_TAG.values()]
    entries = ["End turn", *(f"Enter {site.name}" for site in demo.campaign().sites)]
    return "\n".join(MARKUP.sub(" ", text) for text in (*drawn, *texts, *titles, *entries))


@every_guide
def test_each_label_in_bold_is_on_a_screen(guide: Guide) -> None:
    """Word for word, as a button, a link, a heading or a field."""
    labels = {" ".join(label.split()) for label in re.findall(r"\*\*(.+?)\*\*", guide.text, re.DOTALL)} - {"bold"}
    assert len(labels) >= 10
    assert [] == [label for label in sorted(labels) if not re.search(rf"\b{re.escape(label)}\b", on_screens())]


def test_the_guides_in_docs_are_those_of_the_package() -> None:
    """`make manual` copies them."""
    there = {path: path.read_text("utf-8") for path in FOLDER.glob("*.md")}
    assert pages() == there
