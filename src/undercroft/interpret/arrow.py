"""Columns as an Arrow stream, by the PyCapsule protocol: data frames of any kind are made of it in one call.

pyarrow or polars writes it; neither is a dependency, as nobody asks for the stream who has neither.
"""

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from undercroft.kernel.faults import Unavailable

MAKERS = {"pyarrow": "table", "polars": "DataFrame"}
"""The libraries that can write it, and what each makes of columns."""


def stream(columns: Mapping[str, Sequence[Any]], schema: object | None) -> object:
    """The columns as a capsule with an Arrow stream."""
    for library in sorted(MAKERS, key=lambda name: name not in sys.modules):
        try:
            made: Any = getattr(import_module(library), MAKERS[library])
        except ImportError:
            continue
        return made(dict(columns)).__arrow_c_stream__(schema)
    raise Unavailable("not_installed", "an Arrow stream needs pyarrow or polars", "pip install pyarrow")
