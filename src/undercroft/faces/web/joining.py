"""Stylesheets and scripts, many small files to read, joined to one of each kind, so that a page has two to fetch."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

_EVERYWHERE = (
    *("tokens", "ground", "layouts", "panels", "controls", "chances", "dice", "odds", "log", "forms"),
    *("contents", "prose", "opening", "top-bar", "stillness", "print"),
)
_LIVE = (
    *("table", "strip", "party", "map", "actions", "character", "room", "command-sheets", "folding"),
    *("records", "wanted", "table-log", "drawers", "table-print"),
)
"""In this order: of two rules that weigh the same, the later one holds."""
SHEETS: Mapping[str, tuple[str, ...]] = {
    "pages.css": _EVERYWHERE,
    "start.css": (*_EVERYWHERE, "start"),
    "live.css": (*_EVERYWHERE, *_LIVE),
    "table.css": (*_EVERYWHERE, *_LIVE, "fight", "travel", "phone"),
    "dark.css": ("dark",),
}
FIRST = "main"

_IMPORT = re.compile(r'^import (?:\{ (?P<names>[\w, ]+) \} from )?"\./(?P<module>[\w-]+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?P<what>(?:const|function|async function) (?P<name>\w+))", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export)\b|\bimport\(", re.MULTILINE)


def sheet(name: str, written: Mapping[str, str]) -> str:
    """One of the stylesheets, of all that it is made of."""
    return "\n".join(written[part] for part in SHEETS[name])


def script(modules: Mapping[str, str]) -> str:
    """All modules that the first one needs, each as a function of its own that gives what it exports."""
    return "\n".join(_wrapped(name, modules[name]) for name in _in_order(FIRST, modules))


def _in_order(name: str, modules: Mapping[str, str]) -> list[str]:
    """The module after all that it needs, each once."""
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
    """What is served of all the files: stylesheets and the script joined, the others as they are."""
    sheets, modules = (
        {_stem(name): text for name, text in written.items() if name.startswith(of)} for of in ("css/", "js/")
    )
    yield from ((name, sheet(name, sheets)) for name in SHEETS)
    yield "undercroft.js", script(modules)
    yield from ((name, text) for name, text in written.items() if "/" not in name)


def _stem(name: str) -> str:
    return name.rpartition("/")[2].rpartition(".")[0]
