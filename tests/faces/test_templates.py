"""Templates, stylesheets and scripts hold nothing that nothing uses."""

from __future__ import annotations

import re
from pathlib import Path

from jinja2 import Environment, nodes

import undercroft.faces

FACES = Path(undercroft.faces.__file__).parent
WEB = FACES / "web"
TEMPLATES = {path.relative_to(WEB).as_posix(): path.read_text("utf-8") for path in WEB.glob("templates/**/*.html")}
PARSED = {name: Environment(autoescape=True).parse(text) for name, text in TEMPLATES.items()}
SHEETS = "\n".join(path.read_text("utf-8") for path in sorted(WEB.glob("static/css/*.css")))
SCRIPTS = {path.name: path.read_text("utf-8") for path in sorted(WEB.glob("static/js/*.js"))}
VIEWS = "\n".join(path.read_text("utf-8") for path in FACES.glob("**/*.py"))
WRITTEN = "\n".join((*TEMPLATES.values(), *SCRIPTS.values(), VIEWS))
WORDS = set(re.findall(r"[\w-]+", WRITTEN))


def _imported(name: str) -> list[tuple[str, str]]:
    """What a template takes from others: what it is called there, and here."""
    found = (one for node in PARSED[name].find_all(nodes.FromImport) for one in node.names)
    return [(one, one) if isinstance(one, str) else one for one in found]


def _named(name: str) -> set[str]:
    return {node.name for node in PARSED[name].find_all(nodes.Name) if node.ctx == "load"}


def test_a_template_takes_from_others_only_what_it_uses() -> None:
    """What is imported and not called is noise."""
    assert [] == [(name, here) for name in TEMPLATES for _, here in _imported(name) if here not in _named(name)]


def test_every_macro_is_called() -> None:
    """In its own template, or in one that imports it."""
    taken = {there for name in TEMPLATES for there, _ in _imported(name)}
    macros = [(name, node.name) for name, tree in PARSED.items() for node in tree.find_all(nodes.Macro)]
    assert [] == [(name, macro) for name, macro in macros if macro not in taken | _named(name)]


def test_every_class_of_a_stylesheet_is_given_to_something() -> None:
    """As it stands, or as a word before a value, such as `door-` before how a door stands."""
    rules = re.sub(r"/\*.*?\*/", "", SHEETS, flags=re.DOTALL)
    classes = {one for selector in re.findall(r"([^{}]+)\{", rules) for one in re.findall(r"\.([a-z][\w-]*)", selector)}
    values = tuple(f"{begin}-" for begin in re.findall(r"([a-z]+)-(?=\{\{|\$?\{|\" ~)", WRITTEN))
    assert [] == sorted(one for one in classes - WORDS if not one.startswith(values))


def test_every_token_of_the_stylesheets_is_used() -> None:
    """Colours, sizes and distances that nothing has are taken out."""
    tokens = set(re.findall(r"^\s*(--[\w-]+):", SHEETS, re.MULTILINE))
    assert [] == sorted(tokens - set(re.findall(r"var\((--[\w-]+)", SHEETS + WRITTEN)))


def test_what_a_script_exports_another_imports() -> None:
    """And what it imports it uses."""
    exports = {
        (name, found)
        for name, text in SCRIPTS.items()
        for found in re.findall(r"^export .*?(\w+)(?= =|\()", text, re.MULTILINE)
    }
    imports = {
        (module, one)
        for text in SCRIPTS.values()
        for names, module in re.findall(r'^import \{ (.*) \} from "\./(.*)";', text, re.MULTILINE)
        for one in names.split(", ")
    }
    assert exports == imports
    assert [] == [
        (name, one)
        for name, text in SCRIPTS.items()
        for names in re.findall(r"^import \{ (.*) \}", text, re.MULTILINE)
        for one in names.split(", ")
        if len(re.findall(rf"\b{one}\b", text)) == 1
    ]
