"""Collects the text that people read: of the code, the templates, the scripts, the demo, the pages and the tests.

`python -m tools.prose [PATH ...]` prints it, a line for each passage with its place, to read it through.
"""

import argparse
import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from enum import Enum
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
CODE = ROOT / "src" / "undercroft"
BESIDE = ("tests", "tools", "benchmarks")
"""Folders whose strings are mostly data: of their code only names, docstrings and comments count."""

_SPEAKERS = frozenset({"About", "Gap", "Offer", "Option", "Reading", "Reason", "says"})
"""Calls whose strings are words for people."""

_HOLE = "{}"
"""Stands where a name or a number will be."""

_TEMPLATE_CODE = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
_TEMPLATE_STRING = re.compile(r"""(?<![\w=\[(])(?:"([^"{}<>]*)"|'([^'{}<>]*)')(?!\s*\])""")
_SPOKEN_ATTRIBUTE = re.compile(r"""\b(?:title|placeholder|aria-label|alt|data-(?:say|ask|label|confirm))="([^"]*)\"""")
_TAG = re.compile(r"<(script|style)\b.*?</\1>|<!--.*?-->|<[^<>]*>", re.DOTALL)
_SCRIPT_STRING = re.compile(r""""((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`""")
_TOML_STRING = re.compile(
    r"""^[^#"]*?\"{3}(?P<long>.*?)\"{3}|"(?P<short>(?:[^"\\\n]|\\.)*)\"""", re.DOTALL | re.MULTILINE
)
_SCRIPT_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
_DIRECTIVE = re.compile(r"#\s*(?:type:|noqa|pragma|fmt:|pyright:|!)")
_FENCE = re.compile(r"^(`{3,}).*?^\1|^(?: {4}|\t).*?$|`[^`\n]+`|\]\([^)]*\)", re.DOTALL | re.MULTILINE)


class Kind(Enum):
    """Where people read a passage."""

    SPOKEN = "a sentence of the log, a reason, a button or a rule's words"
    PHRASE = "another phrase in the code"
    DOCSTRING = "what a piece of code is; of rules and commands it is also their help"
    SCREEN = "a page of the browser"
    PAGE = "a page of the documentation"
    STORY = "a campaign that comes with Undercroft"
    COMMENT = "a comment in the code"
    TEST = "the name, the docstring or a comment of a test or a tool"


class Passage(NamedTuple):
    """A piece of text, the file it is in, its line, and where people read it."""

    path: Path
    line: int
    text: str
    kind: Kind

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}: {self.text}"


def passages(paths: Iterable[Path] | None = None) -> Iterator[Passage]:
    """The text for people in these files; of the whole project if none are named."""
    for path in paths if paths is not None else every_file():
        yield from _READERS[path.suffix](path)


def every_file() -> Iterator[Path]:
    """The code, templates, scripts and campaigns of Undercroft, its tests and tools, and every page."""
    for suffix in (".py", ".html", ".js", ".toml"):
        yield from sorted(path for path in CODE.rglob(f"*{suffix}"))
    for folder in BESIDE:
        yield from sorted((ROOT / folder).rglob("*.py"))
    yield from sorted(ROOT.glob("*.md"))
    yield from sorted((ROOT / "docs").rglob("*.md"))


def _of_python(path: Path) -> Iterator[Passage]:
    """Docstrings, comments, and every literal that is a phrase: an f-string whole, with holes for what it fills in."""
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    if _is_beside(path):
        return _of_test(path, tree, source)
    nodes = list(ast.walk(tree))
    spoken = {inner for node in nodes if _speaks(node) for inner in ast.walk(node)}
    docs = {node.value for node in nodes if isinstance(node, ast.Expr)}
    parts = {part for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    found: list[Passage] = []
    for node in nodes:
        text = _literal(node) if node not in parts else None
        if text is not None and " " in text.strip() and re.search(r"[A-Za-z]{2}", text):
            kind = Kind.DOCSTRING if node in docs else Kind.SPOKEN if node in spoken else Kind.PHRASE
            found.append(Passage(path, getattr(node, "lineno", 1), " ".join(text.split()), kind))
    found += (Passage(path, line, text, Kind.COMMENT) for line, text in _comments(source))
    return iter(sorted(found, key=lambda passage: passage.line))


def _is_beside(path: Path) -> bool:
    return path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in BESIDE


def _of_test(path: Path, tree: ast.AST, source: str) -> Iterator[Passage]:
    """The names of tests as words, docstrings and comments."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield Passage(path, node.lineno, node.name.replace("_", " "), Kind.TEST)
        elif isinstance(node, ast.Expr) and (text := _literal(node.value)):
            yield Passage(path, node.lineno, " ".join(text.split()), Kind.TEST)
    yield from (Passage(path, line, text, Kind.TEST) for line, text in _comments(source))


def _comments(source: str) -> Iterator[tuple[int, str]]:
    """Every comment with its line, without directives for tools."""
    if "#" not in source:
        return
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and not _DIRECTIVE.match(token.string):
            yield token.start[0], token.string.lstrip("# ")


def _speaks(node: ast.AST) -> bool:
    """Whether the strings in it are words for people: what an event says, a reason, a title, a button."""
    if isinstance(node, ast.FunctionDef):
        return node.name == "say"
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _SPEAKERS


def _literal(node: ast.AST) -> str | None:
    if isinstance(node, ast.JoinedStr):
        return "".join(_literal(part) or _HOLE for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _of_template(path: Path) -> Iterator[Passage]:
    """The text between tags, attributes that are read out, and phrases that its code fills in."""
    source = path.read_text(encoding="utf-8")
    code = [(found.start(), found.group()) for found in _TEMPLATE_CODE.finditer(source)]
    for start, block in code:
        if not block.startswith("{#"):
            for found in _TEMPLATE_STRING.finditer(block):
                yield from _phrase(path, source, start, found.group(1) or found.group(2) or "", spaced=True)
    plain = _TEMPLATE_CODE.sub(lambda found: _blank(found.group(), _HOLE), source)
    for found in _SPOKEN_ATTRIBUTE.finditer(plain):
        yield from _phrase(path, plain, found.start(), found.group(1))
    at = 0
    for piece in _TAG.sub(lambda found: "\0" + _blank(found.group(), ""), plain).split("\0"):
        yield from _phrase(path, plain, 0, piece, line=at + 1 + _lines_before(piece))
        at += piece.count("\n")


def _blank(text: str, filler: str) -> str:
    """The filler, and as many lines as the text had."""
    return filler + "\n" * text.count("\n")


def _lines_before(text: str) -> int:
    return text[: len(text) - len(text.lstrip())].count("\n")


def _phrase(
    path: Path, source: str, start: int, text: str, *, spaced: bool = False, line: int = 0
) -> Iterator[Passage]:
    words = " ".join(text.split())
    if re.search(r"[A-Za-z]{2}", words) and (not spaced or " " in words):
        yield Passage(path, line or source.count("\n", 0, start) + 1, words, Kind.SCREEN)


def _of_script(path: Path) -> Iterator[Passage]:
    """Its phrases; comments are left out."""
    source = _SCRIPT_COMMENT.sub(lambda found: _blank(found.group(), ""), path.read_text(encoding="utf-8"))
    for found in _SCRIPT_STRING.finditer(source):
        text = next((group for group in found.groups() if group is not None), "")
        yield from _phrase(path, source, found.start(), re.sub(r"\$\{[^}]*\}", _HOLE, text), spaced=True)


def _of_campaign(path: Path) -> Iterator[Passage]:
    """The texts of a campaign file that are more than a word."""
    source = path.read_text(encoding="utf-8")
    for found in _TOML_STRING.finditer(source):
        text = " ".join((found["long"] or found["short"] or "").split())
        if " " in text:
            yield Passage(path, source.count("\n", 0, found.start()) + 1, text, Kind.STORY)


def _of_page(path: Path) -> Iterator[Passage]:
    """Its lines, without what is code."""
    source = _FENCE.sub(lambda found: _blank(found.group(), ""), path.read_text(encoding="utf-8"))
    for number, line in enumerate(source.splitlines(), 1):
        if line.strip():
            yield Passage(path, number, line.strip(), Kind.PAGE)


_READERS = {".py": _of_python, ".html": _of_template, ".js": _of_script, ".md": _of_page, ".toml": _of_campaign}


def main() -> None:
    """Print the text for people of the files named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", nargs="*", type=Path)
    parser.add_argument("--docstrings", action="store_true", help="docstrings and comments too")
    told = parser.parse_args()
    named: list[Path] = told.path
    files = [file for path in named for file in ([path] if path.is_file() else sorted(path.rglob("*")))]
    for passage in passages([file.resolve() for file in files if file.suffix in _READERS] if named else None):
        if told.docstrings or passage.kind not in {Kind.DOCSTRING, Kind.COMMENT, Kind.TEST}:
            print(passage)


if __name__ == "__main__":
    main()
