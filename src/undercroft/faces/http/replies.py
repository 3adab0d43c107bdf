"""Answers: JSON as everywhere, with slow work done beside the event loop."""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from litestar import Response

from undercroft.kernel.wire import shown

HTML = "text/html"
JSON = "application/json"
PROBLEM = "application/problem+json"

P = ParamSpec("P")
T = TypeVar("T")

_BESIDE = ThreadPoolExecutor(max_workers=2, thread_name_prefix="undercroft")
_IN_TURN = ThreadPoolExecutor(max_workers=1, thread_name_prefix="undercroft-in-turn")


def reply(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response[bytes]:
    """A value as JSON."""
    return Response(shown(value), media_type=JSON, status_code=status, headers=dict(headers or {}))


async def beside(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The result of slow work, done in a thread where it blocks no other request."""
    return await asyncio.get_running_loop().run_in_executor(_BESIDE, partial(function, *args, **kwargs))


async def in_turn(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The same, in the order of the requests, so that work two of them want is done once."""
    return await asyncio.get_running_loop().run_in_executor(_IN_TURN, partial(function, *args, **kwargs))
