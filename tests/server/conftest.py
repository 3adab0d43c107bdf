"""The stores that open tables are tested on."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.databases import store_of
from undercroft.store.store import Store


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store of each kind."""
    made = store_of(request.param, tmp_path)
    yield made
    made.close()
