"""The names in the code."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "undercroft"
THROWN_AND_COMBINED = "Dice"
"""What a rule throws, and what people combine in the library: each is the one word for it where it is used."""


def _classes() -> Iterator[tuple[str, str, str]]:
    """The package, name and file of every class that other modules may use."""
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield path.relative_to(SOURCE).parts[0], node.name, path.name


def test_a_class_name_stands_for_one_thing() -> None:
    """No two classes share a name. Only the books may: each speaks its own language."""
    defined: dict[str, list[str]] = {}
    for package, name, file in _classes():
        if package != "books" and name != THROWN_AND_COMBINED:
            defined.setdefault(name, []).append(file)
    assert len(defined) > 1000
    assert {name: files for name, files in defined.items() if len(files) > 1} == {}


def test_what_a_loop_goes_through_has_a_name() -> None:
    """`for foe in foes`, not `for one in foes`; so too in a short function."""
    nameless = re.compile(r"\bfor one in\b|\blambda one\b|\(one\) =>")
    files = (path for ending in ("py", "js", "html") for path in sorted(SOURCE.rglob(f"*.{ending}")))
    assert [] == [path.name for path in files if nameless.search(path.read_text(encoding="utf-8"))]
