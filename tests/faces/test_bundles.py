"""Many stylesheets and scripts as the few files that a page fetches."""

import re
from pathlib import Path

import pytest

from undercroft.faces import web
from undercroft.faces.web.base.bundles import SHEETS, beside, script

CSS = Path(web.__file__).parent / "static" / "css"
JS = CSS.parent / "js"
EXPORTED = re.compile(r"^export (?:const|function|async function) (\w+)", re.MULTILINE)
IMPORTED = re.compile(r"^import \{ (.+) \} from", re.MULTILINE)
PLACE = re.compile(r'^import .*"(.+)";$', re.MULTILINE)
PAGES_HAVE = {"line"}
"""What every page has, and a single template of them all: the line to the server."""
OWN = r"(?:function|const|let) {0}\b|[{{,(\[] ?{0}\b[^(]*[}})\]]|^ *(?:async )?{0}\("
"""A name that a module has of its own: declared, taken apart from something, or a method."""


def test_modules_become_one_script() -> None:
    """Each comes after what it needs, once, keeps its own names to itself and takes only what it asked for."""
    modules = {
        "main": 'import "./said-twice.js";\nimport { say } from "./say.js";\nsay("a");',
        "said-twice": 'import { say } from "./say.js";\nconst TWICE = 2;\nsay(TWICE);',
        "say": "const TWICE = 1;\nexport function say(words) {}\nexport const LOUD = TWICE;",
        "alone": "export const NOBODY = 0;",
    }
    assert (
        "const $say = (() => {\nconst TWICE = 1;\nfunction say(words) {}\nconst LOUD = TWICE;\n"
        "return { say, LOUD };\n})();\n"
        "\n"
        "const $said_twice = (() => {\nconst { say } = $say;\nconst TWICE = 2;\nsay(TWICE);\nreturn {  };\n})();\n"
        "\n"
        'const $main = (() => {\n\nconst { say } = $say;\nsay("a");\nreturn {  };\n})();\n'
    ) == script(modules)


@pytest.mark.parametrize(
    "written",
    [
        'import * as all from "./say.js";',
        'import { say as tell } from "./say.js";',
        "export default 1;",
        'const say = await import("./say.js");',
        "export { say };",
    ],
)
def test_what_cannot_be_joined(written: str) -> None:
    """It is refused by name rather than sent to a browser that would stop at it."""
    with pytest.raises(ValueError, match=r"^main\.js: .* can't be joined$"):
        script({"main": written})


def test_every_function_of_another_module_is_imported() -> None:
    """One that is called and not imported would stop the page only where it is called."""
    written = {path: path.read_text(encoding="utf-8") for path in JS.rglob("*.js")}
    exported = {name for text in written.values() for name in EXPORTED.findall(text)}
    missing = list[str]()
    for path, text in written.items():
        imported = {name for names in IMPORTED.findall(text) for name in names.split(", ")}
        called = exported & set(re.findall(r"(?<![.\w])(\w+)\(", re.sub(r"//.*", "", text)))
        own = {name for name in called if re.search(OWN.format(name), text, re.MULTILINE)}
        missing += [f"{path.name}: {name}" for name in sorted(called - imported - own)]
    assert [] == missing


def test_every_import_names_the_file_that_it_means() -> None:
    """They are joined by their names alone; a person follows the path."""
    wrong = [
        f"{path.relative_to(JS)}: {place}"
        for path in sorted(JS.rglob("*.js"))
        for place in PLACE.findall(path.read_text(encoding="utf-8"))
        if not (path.parent / place).is_file()
    ]
    assert [] == wrong


@pytest.mark.parametrize("kind", [CSS, JS], ids=["styles", "scripts"])
def test_what_belongs_to_a_scene_has_its_name(kind: Path) -> None:
    """The styles and the scripts of a scene are in the folder with the name that its templates have."""
    templates = CSS.parent.parent / "templates"
    scenes = {path.name for place in (templates, templates / "live") for path in place.iterdir()}
    assert set() == {path.name for path in kind.iterdir() if path.is_dir()} - scenes - PAGES_HAVE


def test_every_stylesheet_is_joined_once() -> None:
    """One that is not listed would never be seen; one listed twice would undo what stands between."""
    listed = {part for parts in SHEETS.values() for part in parts}
    assert sorted(path.stem for path in CSS.rglob("*.css")) == sorted(listed)
    assert [] == [name for name, parts in SHEETS.items() if len(set(parts)) < len(parts)]


COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
DECIDED = re.compile(r":has\(.*\)+[ >+~]+(\S+)$")
"""The elements that a `:has()` of another element decides about."""
EXCEPT = re.compile(r":not\(\S+\)")


def test_no_change_on_a_page_restyles_all_of_it() -> None:
    """What `:has()` decides about has a class: else browsers style every such element again at each change."""
    found = list[str]()
    for path in sorted(CSS.rglob("*.css")):
        for selectors in re.findall(r"([^{}]+)\{", COMMENT.sub("", path.read_text(encoding="utf-8"))):
            parts = re.split(r",(?![^()]*\))", " ".join(selectors.split()))
            about = {part: of[1] for part in parts if (of := DECIDED.search(part.strip()))}
            found += [f"{path.stem}: {part}" for part, of in about.items() if "." not in EXCEPT.sub("", of)]
    assert [] == found


STATE = re.compile(r"\.is-[\w-]+|\[aria-(?:pressed|current|expanded|selected|disabled)[^\]]*\]|:checked|:disabled")
COLOURS = re.compile(
    r"(?:background|border|outline|accent|text-decoration)?-?(?:\w+-)?color|background|fill|stroke|opacity|cursor"
)
SAID_BESIDE = {
    **dict.fromkeys(
        ("away", "caught", "chase", "fight", "ignore", "run", "talk"), "a row of words for each part of the bar"
    ),
    **dict.fromkeys(("fights_on", "gone", "heroic", "holds", "rallied", "wavers"), "a word for each part of the bar"),
    **dict.fromkeys(("exact", "hit", "shock", "slaying"), "the result is named beside its faces"),
    **dict.fromkeys(("candle", "lantern", "torch", "effect"), "the bar has the name of what burns or lasts"),
    **dict.fromkeys(("met", "rest", "last"), "a filled diamond, an R, and the end of the row"),
    **dict.fromkeys(
        ("done", "paid", "spent", "fog", "visited", "goal"), "a number, a drawing or a word in the hex or the row"
    ),
    **dict.fromkeys(("down", "lost", "past", "foe", "left", "grave", "hot"), "a word or a number in the same row"),
    **dict.fromkeys(("creatures", "changed", "further", "set", "free", "opened", "over"), "a word in the same line"),
    **dict.fromkeys(("open-to-taps", "stub"), "the line of the door or the way itself"),
}
"""The states that only colour tells apart in a stylesheet, and what else says the same on the screen."""


def test_no_state_is_told_by_colour_alone() -> None:
    """A state has a shape, a line or a weight of its own besides its colour, or words beside it."""
    changed = dict[str, set[str]]()
    for path in sorted(CSS.rglob("*.css")):
        for selectors, style in re.findall(r"([^{}]+)\{([^{}]*)\}", COMMENT.sub("", path.read_text(encoding="utf-8"))):
            properties = {part.partition(":")[0].strip() for part in style.split(";") if part.strip()}
            for state in STATE.findall(selectors):
                changed.setdefault(state, set()).update(properties)
    coloured = {state for state, properties in changed.items() if all(map(COLOURS.fullmatch, properties))}
    assert set() == coloured - {f".is-{name}" for name in SAID_BESIDE}


def test_beside_a_phone_a_width_is_the_one_that_is_left() -> None:
    """Every query about the window's width asks for as much more as the phone takes; heights and sizes stay."""
    sheets = dict.fromkeys(SHEETS["live.css"], "")
    sheets["tokens"] = (
        "@media (--phone) {}\n@media (min-width: 64.0625rem) and (max-height: 54rem) { a { max-width: 3rem; } }"
    )
    written = beside("live.css", sheets)
    assert "(max-width: 74rem), (max-width: 90rem) and (max-height: 30rem)" in written
    assert "@media (min-width: 90.0625rem) and (max-height: 54rem) { a { max-width: 3rem; } }" in written
    assert written.endswith("body { padding-right: 26rem; }\n")
