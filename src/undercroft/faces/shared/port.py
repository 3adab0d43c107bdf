"""The default port for serving tables."""

import socket

PORT = 8041


def is_free(port: int) -> bool:
    """Is the port free to listen on?"""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("", port))
        except OSError:
            return False
    return True
