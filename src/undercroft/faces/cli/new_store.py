"""Saying that a store is new, in case its name is a slip."""

from undercroft.faces.cli.output import print_notes
from undercroft.faces.shared.store_path import Place, StorePlace


def print_if_new(where: Place) -> None:
    """Say that a store named on the command line does not exist yet and is made now."""
    if isinstance(where, StorePlace) and where.named and not where.path.exists():
        print_notes((f"{where.path} is a new store",))
