"""A stand-in for a value that notes which of its parts are read: a result lasts as long as these are the same."""

from collections.abc import Collection, Mapping
from types import MethodType
from typing import Any

from msgspec import Struct


class Noting:
    """A stand-in for a struct. Each part is found once, since a struct never changes.

    A property or a method is that of the stand-in, and notes what it reads; with `whole`, a property is a part itself.
    """

    def __init__(self, of: Struct, whole: Collection[str] = ()) -> None:
        self._of = of
        self._whole = whole
        self.read: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        of, kind = self._of, type(self._of)
        if name in kind.__struct_fields__ or name in self._whole:
            value = self.read[name] = getattr(of, name)
        else:
            value = getattr(kind, name).__get__(self)
            if isinstance(value, MethodType):  # which would keep the stand-in alive, as the stand-in keeps it
                return value
        self.__dict__[name] = value
        return value


def as_read(of: Struct, read: Mapping[str, Any]) -> bool:
    """Whether the parts that were read are the very same now."""
    for name, value in read.items():  # noqa: SIM110 - asked of every line of a log: a generator takes twice as long
        if getattr(of, name) is not value:
            return False
    return True
