"""Templates, stylesheets and scripts hold nothing that nothing uses."""

import re
from functools import cache
from pathlib import Path

from jinja2 import Environment, nodes

import undercroft.faces
from undercroft.faces.web.live.viewer.tabs import GEAR, LOG, ME, NOW, PLACES

FACES = Path(undercroft.faces.__file__).parent
WEB = FACES / "web"
TEMPLATES = {path.relative_to(WEB).as_posix(): path.read_text("utf-8") for path in WEB.glob("templates/**/*.html")}
SHEETS = "\n".join(path.read_text("utf-8") for path in sorted(WEB.glob("static/css/**/*.css")))
SCRIPTS = {path.as_posix(): path.read_text("utf-8") for path in sorted(WEB.glob("static/js/**/*.js"))}
VIEWS = "\n".join(path.read_text("utf-8") for path in FACES.glob("**/*.py"))
WRITTEN = "\n".join((*TEMPLATES.values(), *SCRIPTS.values(), VIEWS))
WORDS = set(re.findall(r"[\w-]+", WRITTEN))


@cache
def parsed(name: str) -> nodes.Template:
    """A template, taken apart."""
    return Environment(autoescape=True).parse(TEMPLATES[name])


def _imported(name: str) -> list[tuple[str, str]]:
    """What a template takes from others: what it is called there, and here."""
    found = (each for node in parsed(name).find_all(nodes.FromImport) for each in node.names)
    return [(each, each) if isinstance(each, str) else each for each in found]


def _named(name: str) -> set[str]:
    return {node.name for node in parsed(name).find_all(nodes.Name) if node.ctx == "load"}


MOST_LETTERS = 160
"""Characters of a line in a template, a stylesheet or a script."""


def test_lines_are_short_enough_to_read() -> None:
    """A template is laid out like the page it draws."""
    written = [path for path in WEB.glob("**/*") if path.suffix in {".html", ".css", ".js"}]
    lines = ((path, line) for path in written for line in path.read_text("utf-8").splitlines())
    assert [] == [f"{path.relative_to(WEB)}: {line[:60]}" for path, line in lines if len(line) > MOST_LETTERS]


def test_links_to_a_tab_name_one_that_exists() -> None:
    """A tab keeps its name whatever it is called in a scene: the settlement is on the tab of the map."""
    names = {tab.name for tab in (ME, NOW, GEAR, LOG, *PLACES.values())} | {"party"}
    assert set() == set(re.findall(r"\?tab=([a-z]+)", WRITTEN)) - names


def test_a_template_takes_from_others_only_what_it_uses() -> None:
    """What is imported and not called is noise."""
    assert [] == [(name, here) for name in TEMPLATES for _, here in _imported(name) if here not in _named(name)]


def test_every_macro_is_called() -> None:
    """In its own template, or in one that imports it."""
    taken = {there for name in TEMPLATES for there, _ in _imported(name)}
    macros = [(name, node.name) for name in TEMPLATES for node in parsed(name).find_all(nodes.Macro)]
    assert [] == [(name, macro) for name, macro in macros if macro not in taken | _named(name)]


def test_every_class_of_a_stylesheet_is_given_to_something() -> None:
    """As it stands, or as a word before a value, such as `door-` before how a door stands."""
    rules = re.sub(r"/\*.*?\*/", "", SHEETS, flags=re.DOTALL)
    classes = {
        name for selector in re.findall(r"([^{}]+)\{", rules) for name in re.findall(r"\.([a-z][\w-]*)", selector)
    }
    values = tuple(f"{begin}-" for begin in re.findall(r"([a-z]+)-(?=\{\{|\$?\{|\" ~)", WRITTEN))
    assert [] == sorted(name for name in classes - WORDS if not name.startswith(values))


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
        ((Path(name).parent / module).resolve().as_posix(), each)
        for name, text in SCRIPTS.items()
        for names, module in re.findall(r'^import \{ (.*) \} from "(.*)";', text, re.MULTILINE)
        for each in names.split(", ")
    }
    assert exports == imports
    assert [] == [
        (name, each)
        for name, text in SCRIPTS.items()
        for names in re.findall(r"^import \{ (.*) \}", text, re.MULTILINE)
        for each in names.split(", ")
        if len(re.findall(rf"\b{each}\b", text)) == 1
    ]
