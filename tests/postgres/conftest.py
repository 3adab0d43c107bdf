"""A PostgreSQL that may be killed, stopped and starved, apart from the one of the other tests."""

from collections.abc import Iterator
from contextlib import closing

import psycopg
import pytest

from tests.clusters import Cluster, is_there
from tests.requiring import need
from tests.store.making import filled
from undercroft.store.postgres import schema
from undercroft.store.postgres.store import PostgresStore


@pytest.fixture(scope="module")
def own() -> Iterator[Cluster]:
    """A PostgreSQL for one module of tests."""
    need("postgres", is_there())
    with closing(Cluster()) as made:
        yield made


@pytest.fixture
def url(own: Cluster, request: pytest.FixtureRequest) -> str:
    """A database in it that is ready and empty."""
    at = own.make(f"test_{abs(hash(request.node.nodeid)) % 10**9}")
    with psycopg.connect(at, autocommit=True) as db:
        schema.migrate(db)
    return at


@pytest.fixture
def barrow(url: str) -> str:
    """The same with an empty table."""
    with closing(PostgresStore(url)) as store:
        filled(store, 0)
    return url
