"""Compressed answers, for clients that take them and for content whose length may be known.

The length of a compressed answer tells something of its content if a stranger can add words to it. So links, codes and
cookies are never compressed, nor anything that the referee is sent.
"""

import gzip
from typing import Any

from litestar import Response

from undercroft.faces.http.bodies import AnyRequest

LEVEL = 6
LEAST = 1000
"""Bytes of an answer that is worth the work."""
ENCODING = "content-encoding"
PACKED = {ENCODING: "gzip", "vary": "accept-encoding"}


def packed(content: bytes) -> bytes:
    """Content as it is sent to a client that takes it compressed; the same content is always the same bytes."""
    return gzip.compress(content, LEVEL, mtime=0)


def takes_packed(request: AnyRequest) -> bool:
    """Whether a client takes compressed answers."""
    offers = (offer.partition(";") for offer in request.headers.get("accept-encoding", "").lower().split(","))
    weights = {name.strip(): weight.replace(" ", "") for name, _, weight in offers}
    return weights.get("gzip", "q=0") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")


def pack(request: AnyRequest, answer: Response[Any]) -> None:
    """Compress an answer, if its client takes that and it is long enough."""
    content = answer.content.encode() if isinstance(answer.content, str) else answer.content
    if len(content) >= LEAST and takes_packed(request):
        answer.content = packed(content)
        answer.headers.update(PACKED)
