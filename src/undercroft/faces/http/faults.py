"""Rejected requests, and the single form of every fault over HTTP."""

import logging
import traceback
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Annotated

from litestar.exceptions import HTTPException
from msgspec import Struct, convert

from undercroft.faces.http.connections import MOST_HEAD
from undercroft.kernel import faults
from undercroft.kernel.faults import BadInput, UndercroftError
from undercroft.kernel.rules import says
from undercroft.store.faults import Conflict, Integrity, Storage

LOG = logging.getLogger("undercroft")

STATUSES: Mapping[type[UndercroftError], HTTPStatus] = {
    faults.NotFound: HTTPStatus.NOT_FOUND,
    BadInput: HTTPStatus.UNPROCESSABLE_ENTITY,
    faults.OddsTooWide: HTTPStatus.UNPROCESSABLE_ENTITY,
    faults.NeedsPolicy: HTTPStatus.UNPROCESSABLE_ENTITY,
    faults.NotPermitted: HTTPStatus.FORBIDDEN,
    Conflict: HTTPStatus.CONFLICT,
    Integrity: HTTPStatus.SERVICE_UNAVAILABLE,
    Storage: HTTPStatus.SERVICE_UNAVAILABLE,
    faults.Unavailable: HTTPStatus.SERVICE_UNAVAILABLE,
    faults.NoEnd: HTTPStatus.INTERNAL_SERVER_ERROR,
}

UNREADABLE = frozenset({"bad_json", "bad_unicode", "bad_encoding", "duplicate_key", "bad_key", "bad_cursor"})
"""Codes for a body that is not JSON at all, or a cursor we never issued, rather than JSON of the wrong shape."""

_KNOWN: Mapping[int, tuple[str, str, str]] = {
    HTTPStatus.NOT_FOUND: ("not_found", "there is nothing at this address", "check the spelling"),
    HTTPStatus.METHOD_NOT_ALLOWED: (
        "bad_method",
        "this address does not take that method",
        "the header Allow lists the methods",
    ),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: ("too_big", "the body is too big", "send less"),
}
"""The framework's own errors, in our words."""

_UNTOLD: tuple[type[UndercroftError], ...] = (Integrity, Storage, faults.Unavailable)
"""Faults whose words name files and tables: only the owner of the server is told them."""

_INSTEAD: Mapping[str, tuple[str, str]] = {
    "storage_full": ("the server has no room left to write", "try again when its owner has made room"),
    "busy": ("the server is busy", "try again in a moment"),
    "unreachable": ("the server cannot reach its store", "try again in a moment"),
    "unsure": ("the server does not know yet whether that was done", "send the same again in a moment"),
}
_IN_GENERAL = ("the server cannot do that now", "tell its owner; its own log says why")
"""What everybody else is told of them."""


class Unserved(BadInput):
    """A request rejected before anything is done."""

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


def not_found(fix: str, *, what: str = "there is nothing at this address") -> Unserved:
    """The fault for an address at which there is nothing that the sender may see."""
    return Unserved(HTTPStatus.NOT_FOUND, "not_found", what, fix)


def head_too_big() -> Unserved:
    """The fault for a request whose head is too long."""
    status = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
    return Unserved(status, "head_too_big", "the head of the request is too big", "send less", limit=MOST_HEAD)


class SentFileProblem(Struct, frozen=True):
    """One thing to mend in a file."""

    code: str
    path: str
    line: int
    what: str
    fix: str


class HttpProblem(Struct, frozen=True, omit_defaults=True):
    """A fault as the API tells it: `application/problem+json`."""

    type: str
    title: str
    status: int
    code: Annotated[str, says("stays the same; for programs")]
    detail: Annotated[str, says("for people")]
    request_id: str
    fix: Annotated[str | None, says("what to do about it")] = None
    limit: int | None = None
    position: Annotated[int | None, says("a character, counted from 1")] = None
    field: str | None = None
    free: Annotated[str | None, says("an id that a table could have instead of one that is taken")] = None
    problems: Annotated[tuple[SentFileProblem, ...] | None, says("every mistake in a file")] = None


def problem_of(fault: BaseException, request_id: str, *, owner: bool = False) -> HttpProblem:
    """The public form of a fault; of an internal bug, only that it happened.

    Only the owner of the server is told which file or table is in trouble.
    """
    if isinstance(fault, _UNTOLD) and not owner:
        LOG.error("request %s: %s", request_id, fault)
        return _problem(_status(fault), fault.code, *_INSTEAD.get(fault.code, _IN_GENERAL), request_id)
    match fault:
        case UndercroftError():
            if isinstance(fault, faults.NoEnd):
                LOG.error("request %s: %s", request_id, fault)
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
    """The headers for a fault's answer; where a body may be left unread, the connection closes."""
    match fault:
        case Unserved(headers=headers):
            return {**headers, "connection": "close"}
        case HTTPException(status_code=HTTPStatus.METHOD_NOT_ALLOWED, headers={"allow": str(allowed)}):
            return {"allow": allowing(allowed.split(", ")), "connection": "close"}
        case HTTPException():
            return {"connection": "close"}
        case UndercroftError(code="busy" | "unreachable" | "unsure"):
            return {"retry-after": "1"}
        case _:
            return {}


def allowing(methods: Iterable[str]) -> str:
    """The value of the header Allow: GET implies HEAD, and OPTIONS is not offered."""
    taken = set(methods) - {"OPTIONS"}
    return ", ".join(sorted(taken | {"HEAD"} if "GET" in taken else taken))


def _problem(
    status: HTTPStatus, code: str, what: str, fix: str, request_id: str, fault: UndercroftError | None = None
) -> HttpProblem:
    more = {name: getattr(fault, name, None) for name in ("limit", "position", "field", "free")}
    problems = convert(getattr(fault, "problems", None), tuple[SentFileProblem, ...] | None, from_attributes=True)
    return HttpProblem(
        "about:blank", status.phrase, status, code, what, request_id, fix or None, **more, problems=problems
    )


def _status(fault: UndercroftError) -> HTTPStatus:
    if isinstance(fault, Unserved):
        return fault.status
    if fault.code in UNREADABLE:
        return HTTPStatus.BAD_REQUEST
    if fault.code == "storage_full":
        return HTTPStatus.INSUFFICIENT_STORAGE
    return next(status for kind, status in STATUSES.items() if isinstance(fault, kind))
