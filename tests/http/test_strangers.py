"""A stranger on the network, with no link: they can neither slow, stop, fill nor read a table."""

import gc
import types
from collections.abc import Iterator

import pytest

from tests.http.hosting import Host, hosting
from undercroft.faces.web.live.access.links import cookie_name


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    """A server with one table, for everything here that leaves it as it was."""
    with hosting() as open_host:
        yield open_host


def held(thing: object) -> int:
    """How many entries our own objects and their containers hold, all in all."""
    found, seen, entries = [thing], set[int](), 0
    while found:
        one = found.pop()
        if id(one) in seen or isinstance(one, type | types.ModuleType | types.FunctionType | types.FrameType):
            continue
        seen.add(id(one))
        ours = type(one).__module__.startswith("undercroft.")
        if ours or isinstance(one, dict | list | set | tuple):
            entries += len(one) if isinstance(one, dict | list | set) else 0
            found += gc.get_referents(one)
    return entries


def test_nothing_is_kept_for_a_table_that_does_not_exist(host: Host) -> None:
    """Names at random, with and without a cookie for them: the server holds what it held before."""
    stranger = host.stranger()
    addresses = ("/t/{}", "/api/tables/{}", "/t/{}/stream", "/join/{}/wrong", "/t/{}/log")
    for number, address in enumerate(addresses):
        stranger.get(address.format(f"warm-{number}"))
    before = held(host.lobby)
    for number in range(20):
        for address in addresses:
            name = f"none-{number}"
            cookie = {"cookie": f"{cookie_name(name)}=priya.0.abc.def"} if number % 2 else {}
            assert 404 == stranger.get(address.format(name), headers=cookie).status_code
    assert before == held(host.lobby)
