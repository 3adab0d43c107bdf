"""A place to listen: an address and port of this machine, or the reason there is none."""

import errno
import socket
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address

from undercroft.kernel.faults import BadInput, Unavailable

MOST_PORT = 65_535
ANYWHERE = frozenset({"0.0.0.0", "::", ""})  # noqa: S104 - to be told apart, not to be bound
_ELSEWHERE = ("10.255.255.255", 9)
"""An address beyond this machine; nothing is sent to it."""
MOST_KEPT = 4096
"""Addresses that are remembered as they are written usually: a client sends many requests."""
_NETWORK = 64
"""Bits of an IPv6 address that name a network."""


def port_in(typed: str) -> int:
    """A typed port; 0 means any free port."""
    if not typed.isascii() or not typed.isdigit() or len(typed) > 5 or int(typed) > MOST_PORT:
        raise BadInput("bad_port", f"“{typed[:20]}” is not a port", f"give 0 to {MOST_PORT}", limit=MOST_PORT)
    return int(typed)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.getaddrinfo(host, port, family, socket.SOCK_STREAM)
        return socket.create_server(
            (host, port), family=family, dualstack_ipv6=host == "::" and socket.has_dualstack_ipv6()
        )
    except (socket.gaierror, UnicodeError):
        raise BadInput("bad_host", f"there is no address “{host[:60]}”", "give an address of this machine") from None
    except OSError as fault:
        raise _unavailable(fault, host, port) from None


def _unavailable(fault: OSError, host: str, port: int) -> BadInput | Unavailable:
    if fault.errno == errno.EADDRINUSE:
        return Unavailable("port_in_use", f"something else listens on port {port}", "give another with --port")
    if fault.errno == errno.EADDRNOTAVAIL:
        return BadInput(
            "bad_host", f"“{host[:60]}” is not an address of this machine", "give one that is, or leave it out"
        )
    why = (fault.strerror or "it cannot be used").lower()
    return Unavailable("port", f"port {port} cannot be used: {why}", "give another with --port")


def addresses(listening: socket.socket) -> tuple[str, ...]:
    """The server's addresses: from this machine first, then from others on the network."""
    host, port = listening.getsockname()[:2]
    if host not in ANYWHERE:
        return (_url(host, port),)
    return tuple(dict.fromkeys((_url("127.0.0.1", port), _url(_own_address(), port))))


@lru_cache(MOST_KEPT)
def household(address: str) -> str:
    """All addresses of one client as one: an IPv6 client chooses freely among those of its network.

    >>> household("::ffff:10.0.0.7"), household("fe80::1%eth0"), household("2001:db8::1:2:3:4")
    ('10.0.0.7', 'fe80::/64', '2001:db8::/64')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Network((int(found), _NETWORK), strict=False))


@lru_cache(MOST_KEPT)
def is_same(address: str, other: str) -> bool:
    """Whether two addresses are one, however they are written; False for a name."""
    try:
        return ip_address(address) == ip_address(other)
    except ValueError:
        return False


def own_names(host: str) -> frozenset[str]:
    """The names of this machine, besides its addresses."""
    name = socket.gethostname().lower()
    return frozenset({host.lower(), name, f"{name.partition('.')[0]}.local"} - {""})


def _own_address() -> str:
    """The address under which others on the network see this machine."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as towards:
        towards.connect(_ELSEWHERE)
        return str(towards.getsockname()[0])
    return "127.0.0.1"


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
