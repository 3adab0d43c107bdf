"""Requests that are turned away, and the one shape in which every fault is told over HTTP."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterable, Mapping
from http import HTTPStatus

from litestar.exceptions import HTTPException
from msgspec import Struct

from undercroft.kernel.faults import (
    BadInput,
    NeedsPolicy,
    NotFound,
    NotPermitted,
    OddsTooWide,
    Unavailable,
    UndercroftError,
)
from undercroft.store.faults import Conflict, Integrity, Storage

MOST_HEAD = 16_384
"""Bytes in the head of a request."""

LOG = logging.getLogger("undercroft")

STATUSES: Mapping[type[UndercroftError], HTTPStatus] = {
    NotFound: HTTPStatus.NOT_FOUND,
    BadInput: HTTPStatus.UNPROCESSABLE_ENTITY,
    OddsTooWide: HTTPStatus.UNPROCESSABLE_ENTITY,
    NeedsPolicy: HTTPStatus.UNPROCESSABLE_ENTITY,
    NotPermitted: HTTPStatus.FORBIDDEN,
    Conflict: HTTPStatus.CONFLICT,
    Integrity: HTTPStatus.SERVICE_UNAVAILABLE,
    Storage: HTTPStatus.SERVICE_UNAVAILABLE,
    Unavailable: HTTPStatus.SERVICE_UNAVAILABLE,
}

UNREADABLE = frozenset({"bad_json", "bad_unicode", "bad_encoding", "duplicate_key", "bad_key", "bad_cursor"})
"""Codes of what is no JSON at all, rather than JSON of the wrong shape, and of what nobody was ever given."""

_KNOWN: Mapping[int, tuple[str, str, str]] = {
    HTTPStatus.NOT_FOUND: ("not_found", "there is nothing at this address", "look at how it is spelled"),
    HTTPStatus.METHOD_NOT_ALLOWED: (
        "bad_method",
        "this address does not take that method",
        "the header Allow says which",
    ),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: ("too_big", "the body is too big", "send less"),
}
"""What the framework finds out by itself, in our words."""


class Unserved(BadInput):
    """A request that is turned away before anything is done about it."""

    def __init__(
        self,
        status: HTTPStatus,
        code: str,
        what: str,
        fix: str = "",
        *,
        limit: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(code, what, fix, limit=limit)
        self.status = status
        self.headers = headers or {}


def head_too_big() -> Unserved:
    """The fault of a request with too much before its body."""
    status = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
    return Unserved(status, "head_too_big", "the head of the request is too big", "send less", limit=MOST_HEAD)


class Problem(Struct, frozen=True, omit_defaults=True):
    """A fault as the API tells it: `application/problem+json`."""

    title: str
    status: int
    code: str
    detail: str
    request_id: str
    type: str = ""
    fix: str | None = None
    limit: int | None = None
    position: int | None = None
    field: str | None = None
    free: str | None = None
    """An id that a table could have instead of one that is taken."""
    problems: tuple[Struct, ...] | None = None
    """Everything there is to mend in a file, each with its path and line."""


def problem_of(fault: BaseException, request_id: str) -> Problem:
    """What is told about a fault: of a bug of ours nothing but that it happened."""
    match fault:
        case UndercroftError():
            return _problem(_status(fault), fault.code, fault.what, fault.fix, request_id, fault)
        case HTTPException(status_code=status) if status in _KNOWN:
            return _problem(HTTPStatus(status), *_KNOWN[status], request_id)
        case HTTPException(status_code=status) if status < HTTPStatus.INTERNAL_SERVER_ERROR:
            return _problem(HTTPStatus(status), "bad_request", "this request cannot be read", "", request_id)
        case _:
            LOG.error("request %s: %s", request_id, "".join(traceback.format_exception(fault)))
            what, fix = "something in Undercroft is broken", "please report it, with what the server printed"
            return _problem(HTTPStatus.INTERNAL_SERVER_ERROR, "bug", what, fix, request_id)


def headers_of(fault: BaseException) -> dict[str, str]:
    """Headers that the answer to a fault needs; where a body may be left unread, the connection ends."""
    match fault:
        case Unserved(headers=headers):
            return {**headers, "connection": "close"}
        case HTTPException(status_code=HTTPStatus.METHOD_NOT_ALLOWED, headers={"allow": str(allowed)}):
            return {"allow": allowing(allowed.split(", ")), "connection": "close"}
        case HTTPException():
            return {"connection": "close"}
        case UndercroftError(code="busy"):
            return {"retry-after": "1"}
        case _:
            return {}


def allowing(methods: Iterable[str]) -> str:
    """The value of the header Allow: what can be got has a head too, and there are no options to ask for."""
    taken = set(methods) - {"OPTIONS"}
    return ", ".join(sorted(taken | {"HEAD"} if "GET" in taken else taken))


def _problem(
    status: HTTPStatus, code: str, what: str, fix: str, request_id: str, fault: UndercroftError | None = None
) -> Problem:
    return Problem(
        type="about:blank",
        title=status.phrase,
        status=status,
        code=code,
        detail=what,
        request_id=request_id,
        fix=fix or None,
        limit=getattr(fault, "limit", None),
        position=getattr(fault, "position", None),
        field=getattr(fault, "field", None),
        free=getattr(fault, "free", None),
        problems=getattr(fault, "problems", None),
    )


def _status(fault: UndercroftError) -> HTTPStatus:
    if isinstance(fault, Unserved):
        return fault.status
    if fault.code in UNREADABLE:
        return HTTPStatus.BAD_REQUEST
    if fault.code == "storage_full":
        return HTTPStatus.INSUFFICIENT_STORAGE
    return next(status for kind, status in STATUSES.items() if isinstance(fault, kind))
