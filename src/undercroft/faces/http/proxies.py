"""Trusted proxies: their word for the client's address, host and scheme is believed, and no other."""

from collections.abc import Iterable, MutableMapping
from collections.abc import Set as AbstractSet
from functools import lru_cache
from ipaddress import ip_address
from typing import Any, cast

from undercroft.faces.http.addresses import MOST_KEPT
from undercroft.kernel.faults import BadInput

_SCHEMES = frozenset({"http", "https"})


def proxy_in(typed: str) -> str:
    """The address of a proxy, as typed."""
    try:
        return str(ip_address(typed))
    except ValueError:
        raise BadInput("bad_address", f"“{typed[:60]}” is not an address", "give one such as 127.0.0.1") from None


def believe(scope: MutableMapping[str, Any], proxies: AbstractSet[str]) -> None:
    """Replace what is known of a trusted proxy with what it says of the request."""
    client = scope.get("client")
    if client is None or _plain(client[0]) not in proxies:
        return
    headers = cast("list[tuple[bytes, bytes]]", list(scope["headers"]))
    addresses = [_plain(address) for address in _said(headers, b"x-forwarded-for")]
    asking = next((address for address in reversed(addresses) if address not in proxies), None)
    if asking:
        scope["client"] = (asking, 0)
    scheme = next(reversed(_said(headers, b"x-forwarded-proto")), "")
    if scheme in _SCHEMES:
        scope["scheme"] = scheme
    host = next(reversed(_said(headers, b"x-forwarded-host")), "")
    if host:
        scope["headers"] = [*(pair for pair in headers if pair[0].lower() != b"host"), (b"host", host.encode())]


def _said(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> list[str]:
    """All values of a header, on one line or several, the nearest proxy's last."""
    lines = (value.decode("latin-1") for key, value in headers if key.lower() == name)
    return [part.strip() for line in lines for part in line.split(",") if part.strip()]


@lru_cache(MOST_KEPT)
def _plain(address: str) -> str:
    """An address in its usual form; empty if it is not an address."""
    try:
        found = ip_address(address)
    except ValueError:
        return ""
    mapped = getattr(found, "ipv4_mapped", None)
    return str(mapped or found)
