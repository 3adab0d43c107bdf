"""Imports between single modules; `.importlinter` holds their order between packages."""

from collections.abc import Iterable, Iterator
from graphlib import TopologicalSorter

import grimp

ODDS_AND_POOLS = ("undercroft.interpret.distribution", "undercroft.interpret.pool")
"""Odds make pools and pools answer with odds: the one pair of modules that need each other."""


def test_no_module_imports_itself_by_way_of_others() -> None:
    """Every module can be read after those that it imports."""
    graph = grimp.build_graph("undercroft", cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    odds, pools = ODDS_AND_POOLS
    assert pools in imports[odds]
    assert odds in imports[pools]
    imports[odds] = imports[odds] - {pools}
    TopologicalSorter({module: with_packages(module, found) for module, found in imports.items()}).prepare()


def with_packages(module: str, imports: Iterable[str]) -> Iterator[str]:
    """What a module imports, and the packages whose beginnings are read before that; not those it stands in itself."""
    for found in imports:
        parts = found.split(".")
        above = (".".join(parts[:many]) for many in range(1, len(parts)))
        yield from (package for package in above if not f"{module}.".startswith(f"{package}."))
        yield found
