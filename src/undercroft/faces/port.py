"""The port that tables are served on unless another is named."""

from __future__ import annotations

import socket

PORT = 8041


def is_free(port: int) -> bool:
    """May somebody listen there now?"""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("", port))
        except OSError:
            return False
    return True
