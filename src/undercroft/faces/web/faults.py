"""A fault as a page."""

from __future__ import annotations

from undercroft.faces.http.faults import Problem


def fault_page(problem: Problem) -> bytes:
    """What went wrong, what to do about it, and the number to report it by."""
    return problem.detail.encode()
