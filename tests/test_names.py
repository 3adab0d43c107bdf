"""The names in the code."""

import ast
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "undercroft"


def test_a_class_name_stands_for_one_thing_in_a_package() -> None:
    """Within a package no two classes share a name. The books may: each speaks its own language."""
    defined: dict[tuple[str, str], list[str]] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        package = path.relative_to(SOURCE).parts[0]
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and package != "books" and not node.name.startswith("_"):
                defined.setdefault((package, node.name), []).append(path.name)
    assert len(defined) > 1000
    assert {name: files for name, files in defined.items() if len(files) > 1} == {}
