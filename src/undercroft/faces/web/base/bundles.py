"""Stylesheets and scripts: many small source files joined into one of each kind, so that a page fetches two."""

import re
from collections.abc import Iterator, Mapping

_EVERYWHERE = (
    *("tokens", "ground", "layouts", "panels", "controls", "chances", "dice", "odds", "log", "forms"),
    *("contents", "prose", "opening", "top-bar", "banners", "line", "tabs", "stillness", "print"),
)
_LIVE = (
    *("table", "strip", "party", "map", "picture", "actions", "character", "room", "command-sheets", "folding"),
    *("records", "wanted", "table-log", "drawers", "phone-beside", "table-print"),
)
"""In this order: of two CSS rules with the same weight, the later wins."""
SHEETS: Mapping[str, tuple[str, ...]] = {
    "pages.css": _EVERYWHERE,
    "join.css": (*_EVERYWHERE, "joining"),
    "start.css": (*_EVERYWHERE, "start", "new-campaign"),
    "import.css": ("map", "road", "land", "import"),
    "live.css": (
        *_EVERYWHERE,
        *_LIVE,
        "forecasts",
        "messages",
        "road",
        "prepare",
        "sites",
        "land",
        "import",
        "sheet-choice",
    ),
    "table.css": (*_EVERYWHERE, *_LIVE, "fight", "encounter", "road", "phone", "tour"),
    "sheets.css": (*_EVERYWHERE, "map", "road", "sheets"),
    "screen.css": ("tokens", "ground", "panels", "controls", "line", "map", "picture", "road", "screen"),
    "dark.css": ("dark",),
}
BESIDE: Mapping[str, str] = {"live.css": "live-beside.css", "table.css": "table-beside.css"}
"""The same stylesheets for pages that share the window with a player's phone, laid out for what the phone leaves."""
PHONE_BESIDE = 26.0
"""The rem that a phone beside a page takes of the window's width."""
FIRST = "main"
SCRIPTS: Mapping[str, str] = {"undercroft.js": FIRST, "line-worker.js": "line-worker"}
"""Each script, and the first module of it."""

_IMPORT = re.compile(
    r'^import (?:\{ (?P<names>\w+(?:, \w+)*) \} from )?"\.{1,2}/(?:[\w-]+/)?(?P<module>[\w-]+)\.js";$', re.MULTILINE
)
_EXPORT = re.compile(r"^export (?P<what>(?:const|function|async function) (?P<name>\w+))", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export)\b|\bimport\(", re.MULTILINE)


MEDIA: Mapping[str, str] = {
    "(--phone)": "(max-width: 48rem), (max-width: 64rem) and (max-height: 30rem) and (orientation: landscape)",
    "(--tablet)": "(min-width: 48.0625rem) and (max-width: 64rem) and (min-height: 30.0625rem)",
    "(--wider)": "(min-width: 64.0625rem), (min-width: 48.0625rem) and (min-height: 30.0625rem)",
}
"""The screens that stylesheets name: a phone in either direction, a tablet, and every screen larger than a phone."""


def sheet(name: str, written: Mapping[str, str]) -> str:
    """A stylesheet, joined from all its parts, with the screens that they name."""
    joined = "\n".join(written[part] for part in SHEETS[name])
    return re.sub(r"\(--\w+\)(?= \{)", lambda found: MEDIA[found[0]], joined)


def beside(name: str, written: Mapping[str, str]) -> str:
    """A stylesheet for a page with a phone beside it: what is meant for a width begins where that width is left."""
    wider = _WIDTH.sub(lambda found: f"{found[1]}{float(found[2]) + PHONE_BESIDE:g}rem", sheet(name, written))
    return f"{wider}\nbody {{ padding-right: {PHONE_BESIDE:g}rem; }}\n"


_WIDTH = re.compile(r"((?:min|max)-width: )([\d.]+)rem(?=\))")
"""The width that a media query asks about."""


def script(modules: Mapping[str, str], first: str = FIRST) -> str:
    """All modules that the first module needs, each as a function that returns its exports."""
    return "\n".join(_wrapped(name, modules[name]) for name in _in_order(first, modules))


def _in_order(name: str, modules: Mapping[str, str]) -> list[str]:
    """The modules that this module needs, then the module itself, each once."""
    needed = [other for found in _IMPORT.finditer(modules[name]) for other in _in_order(found["module"], modules)]
    return list(dict.fromkeys([*needed, name]))


def _wrapped(name: str, written: str) -> str:
    exported = ", ".join(found["name"] for found in _EXPORT.finditer(written))
    body = _EXPORT.sub(lambda found: found["what"], _IMPORT.sub(_taken, written))
    if left := _LEFT.search(body):
        raise ValueError(f"{name}.js: {body[left.start() :].partition(chr(10))[0]} can't be joined")
    return f"const {_called(name)} = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();\n"


def _taken(found: re.Match[str]) -> str:
    return f"const {{ {found['names']} }} = {_called(found['module'])};" if found["names"] else ""


def _called(module: str) -> str:
    return "$" + module.replace("-", "_")


def files_of(written: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The files as served: stylesheets and scripts joined, the others as they are."""
    sheets, modules = (
        {_stem(name): text for name, text in written.items() if name.startswith(of)} for of in ("css/", "js/")
    )
    yield from ((name, sheet(name, sheets)) for name in SHEETS)
    yield from ((served, beside(name, sheets)) for name, served in BESIDE.items())
    yield from ((name, script(modules, first)) for name, first in SCRIPTS.items())
    yield from ((name, text) for name, text in written.items() if "/" not in name)


def _stem(name: str) -> str:
    return name.rpartition("/")[2].rpartition(".")[0]
