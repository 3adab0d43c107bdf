"""Who pays for the work that a request asks for."""

from msgspec import Struct


class Payer(Struct, frozen=True):
    """Who pays for work: a seat at a table, or the address of a stranger."""

    name: str
    seated: bool = False
