"""The stores that open tables are tested on."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from undercroft.store.log import Store
from undercroft.store.memory import MemoryStore
from undercroft.store.sqlite import SQLiteStore


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store of each kind."""
    made: Store = MemoryStore() if request.param == "memory" else SQLiteStore(tmp_path / "store.db")
    yield made
    made.close()
