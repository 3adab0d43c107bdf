"""A fault as a page."""

from http.cookies import CookieError, SimpleCookie

from undercroft.faces.http.faults import Problem
from undercroft.faces.http.guard import HttpScope
from undercroft.faces.web.base.rendering import render, theme


def fault_page(scope: HttpScope, problem: Problem) -> bytes:
    """What went wrong, what to do about it, and the number to report it by."""
    return render("base/fault.html", problem=problem, at=None, theme=theme(_cookies(scope))).encode()


def _cookies(scope: HttpScope) -> dict[str, str]:
    """The cookies of a request, which may be malformed."""
    raw = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(raw.decode("latin-1")).items()}
    except CookieError:
        return {}
