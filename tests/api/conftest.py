"""The server of the HTTP tests."""

from tests.http.conftest import address, client

__all__ = ["address", "client"]
