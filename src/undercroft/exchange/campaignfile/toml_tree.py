"""What is written as TOML: plain values in tables, and those tables that take one line."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from msgspec import Struct

Tree: TypeAlias = Mapping[str, Any]


class Inline(Struct, frozen=True):
    """A table to be written on one line."""

    of: Tree
