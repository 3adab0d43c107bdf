"""Tools that rules ask for: each is an item that can be bought and named, and counts by its name too."""

import ast
import inspect
from collections.abc import Iterator
from types import ModuleType

import pytest

from tests.table.hindrances import facing
from tests.table.small_site import ULF
from undercroft.books.neverwhere.digging import Role, Tools
from undercroft.table import registry
from undercroft.table.gear.prices import ITEMS, WARES, ware_named
from undercroft.table.gear.tools import TOOLS
from undercroft.table.site import digging
from undercroft.table.state.ids import ThingId
from undercroft.table.state.sites import Hindrance
from undercroft.table.state.things import Carried, Thing, ThingKind, wooden


def asked() -> Iterator[str]:
    """Every item that the code of the table looks for on a person, as far as it is a constant."""
    modules = {inspect.getmodule(kind) for kind in registry.COMMANDS}
    for module in modules:
        assert isinstance(module, ModuleType)
        for call in ast.walk(ast.parse(inspect.getsource(module))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "has":
                item = ast.unparse(call.args[1])
                if item.split(".")[0] in vars(module):
                    yield str(eval(item, vars(module)))
    for tools in digging.TOOLS.values():
        yield from (name for tool in tools for name in (tool, wooden(tool)))


def test_every_tool_that_a_rule_asks_for_is_an_item():
    """It has a name for campaign files, and can be bought."""
    wanted = set(asked())
    assert {"shovel", "pick", "wooden_shovel", "healers_kit", "thieves_tools", "belt pouch"} <= wanted
    assert set() == wanted - set(ITEMS)
    sold = {ware.item for ware in WARES.values()}
    assert set() == wanted - sold


@pytest.mark.parametrize("tool", TOOLS)
def test_a_tool_is_bought_by_its_name_and_has_a_price(tool):
    """Whether or not a book sells it."""
    ware = WARES[tool]
    assert (tool, tool) == (ware_named(tool), ware_named(ware.name))
    assert ware.price_c > 0


@pytest.mark.parametrize(
    "name, item, quality",
    [
        ("Shovel", "", Tools.METAL),
        ("The sexton's shovel", "", Tools.METAL),
        ("Wooden shovel", "", Tools.WOOD),
        ("Shovel", "shovel", Tools.METAL),
        ("Spade", "wooden_shovel", Tools.WOOD),
        ("Shovel", "pole_10ft", Tools.IMPROVISED),
        ("Shovelboard", "", Tools.IMPROVISED),
        ("Spoon", "", Tools.IMPROVISED),
    ],
)
def test_a_thing_called_shovel_digs_as_a_shovel(name, item, quality):
    """By its item, or by its name where it has no item."""
    spade = Thing(ThingId("spade"), name, ThingKind.GEAR, Carried(ULF), item=item)
    at = facing(Hindrance.RUBBLE, things=(spade,))
    assert quality is digging.tools(at.now, ULF, Role.SHOVEL)
