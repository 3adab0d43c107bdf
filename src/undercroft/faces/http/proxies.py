"""A proxy that is trusted: whoever asked it, by which name and how, is as it says; nobody else is believed."""

from __future__ import annotations

from collections.abc import Iterable, MutableMapping
from collections.abc import Set as AbstractSet
from ipaddress import ip_address
from typing import Any, cast

from undercroft.kernel.faults import BadInput

_SCHEMES = frozenset({"http", "https"})


def proxy_in(typed: str) -> str:
    """The address of a proxy as somebody typed it."""
    try:
        return str(ip_address(typed))
    except ValueError:
        raise BadInput("bad_address", f"“{typed[:60]}” is no address", "give one such as 127.0.0.1") from None


def believe(scope: MutableMapping[str, Any], proxies: AbstractSet[str]) -> None:
    """Put what a trusted proxy says of a request in the place of what is known of the proxy itself."""
    client = scope.get("client")
    if client is None or _plain(client[0]) not in proxies:
        return
    headers = cast("list[tuple[bytes, bytes]]", list(scope["headers"]))
    addresses = [_plain(one) for one in _said(headers, b"x-forwarded-for")]
    asking = next((one for one in reversed(addresses) if one not in proxies), None)
    if asking:
        scope["client"] = (asking, 0)
    scheme = next(reversed(_said(headers, b"x-forwarded-proto")), "")
    if scheme in _SCHEMES:
        scope["scheme"] = scheme
    host = next(reversed(_said(headers, b"x-forwarded-host")), "")
    if host:
        scope["headers"] = [*(pair for pair in headers if pair[0].lower() != b"host"), (b"host", host.encode())]


def _said(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> list[str]:
    """All that is said under a header, in one line or several, the nearest proxy's word last."""
    lines = (value.decode("latin-1") for key, value in headers if key.lower() == name)
    return [part.strip() for line in lines for part in line.split(",") if part.strip()]


def _plain(address: str) -> str:
    """An address as one would write it; what is none is nobody's."""
    try:
        found = ip_address(address)
    except ValueError:
        return ""
    mapped = getattr(found, "ipv4_mapped", None)
    return str(mapped or found)
