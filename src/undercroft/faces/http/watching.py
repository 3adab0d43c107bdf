"""What a server tells its owner: figures for Prometheus, and a line of JSON for every request.

Neither names an address, a table, a seat, a link or a cookie: of a request only its kind is told.
"""

from __future__ import annotations

import logging
import re
import socket
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import accumulate
from threading import Thread
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from undercroft.faces.http.addresses import MOST_PORT, port_in
from undercroft.faces.http.small_server import SmallServer
from undercroft.kernel.extras import needs
from undercroft.kernel.faults import BadInput, Unavailable

if TYPE_CHECKING:
    from prometheus_client.core import Metric

LOG = logging.getLogger("undercroft.requests")
STREAM = "stream"
_KINDS: Sequence[tuple[str, re.Pattern[str]]] = (
    ("static", re.compile(r"/static/")),
    ("health", re.compile(r"/(?:healthz|readyz)$")),
    ("join", re.compile(r"/(?:join|enter)(?:/|$)")),
    (STREAM, re.compile(r"(?:/t/[^/]+)?/stream$")),
    ("command", re.compile(r"/api/tables/[^/]+/commands$")),
    ("panels", re.compile(r"/t/[^/]+/panels")),
    ("api", re.compile(r"/api(?:/|$)")),
    ("table", re.compile(r"/t/")),
)
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class AnsweredRequest(Struct, frozen=True):
    """A request that was answered, as far as it may be told."""

    request_id: str
    method: str
    kind: str
    status: int
    seconds: float


Watch = Callable[[AnsweredRequest], None]


def kind_of(path: str) -> str:
    """The kind of a request, by its path.

    >>> kind_of("/api/tables/crypt/commands"), kind_of("/join/crypt/a-secret"), kind_of("/anything")
    ('command', 'join', 'page')
    """
    return next((kind for kind, pattern in _KINDS if pattern.match(path)), "page")


def log_request(answered: AnsweredRequest) -> None:
    """Write a line of the log for a request."""
    LOG.info("answered", extra={"answered": answered})


class JsonLines(logging.Formatter):
    """Each record of the log as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, object] = {"at": at, "level": record.levelname.lower(), "says": record.getMessage()}
        answered = getattr(record, "answered", None)
        if isinstance(answered, AnsweredRequest):
            told = msgspec.to_builtins(answered)
            line |= {**told, "seconds": round(answered.seconds, 4)}
        return msgspec.json.encode(line).decode()


def log_as_json() -> None:
    """Write the log of this process on stderr, in lines of JSON."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    ours = logging.getLogger("undercroft")
    ours.addHandler(handler)
    ours.setLevel(logging.INFO)
    ours.propagate = False


class Gauge(Struct, frozen=True):
    """A figure that is asked for whenever the figures are read."""

    name: str
    about: str
    now: Callable[[], float]


class Counter(Struct, frozen=True):
    """Counts by one label that are asked for whenever the figures are read."""

    name: str
    about: str
    label: str
    now: Callable[[], Mapping[str, float]]


class Spread(Struct, frozen=True):
    """How often something took how long: bounds in seconds, counts under each and over the last, and the sum."""

    name: str
    about: str
    bounds: Sequence[float]
    now: Callable[[], tuple[Sequence[int], float]]


class Figures:
    """The figures of one process, on a listener of their own."""

    def __init__(
        self, gauges: Sequence[Gauge] = (), counters: Sequence[Counter] = (), spreads: Sequence[Spread] = ()
    ) -> None:
        with needs("metrics"):
            from prometheus_client import CollectorRegistry, Histogram, ProcessCollector
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._gauges, self._counters, self._spreads = gauges, counters, spreads
        self._seconds = Histogram(
            "undercroft_request_seconds",
            "Seconds until a request was answered, by its kind and status; streams are counted when they end",
            ["kind", "status"],
            registry=self._registry,
            buckets=_SECONDS,
        )
        self._registry.register(self)

    def answered(self, answered: AnsweredRequest) -> None:
        """Count a request."""
        seconds = 0.0 if answered.kind == STREAM else answered.seconds
        self._seconds.labels(answered.kind, str(answered.status)).observe(seconds)

    def collect(self) -> Iterable[Metric]:
        """The gauges and counts as they are now."""
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

        for gauge in self._gauges:
            yield GaugeMetricFamily(gauge.name, gauge.about, value=gauge.now())
        for counter in self._counters:
            family = CounterMetricFamily(counter.name, counter.about, labels=[counter.label])
            for label, value in counter.now().items():
                family.add_metric([label], value)
            yield family
        for spread in self._spreads:
            counts, seconds = spread.now()
            under = accumulate(counts)
            bounds = [*map(str, spread.bounds), "+Inf"]
            yield HistogramMetricFamily(
                spread.name, spread.about, buckets=list(zip(bounds, map(float, under), strict=True)), sum_value=seconds
            )

    def listen(self, host: str, port: int) -> Callable[[], None]:
        """Tell the figures there from now on; what stops it."""
        from prometheus_client import MetricsHandler

        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            listening = socket.create_server((host, port), family=family)
        except OSError as fault:
            why = (fault.strerror or "it cannot be used").lower()
            raise Unavailable("port", f"{host}:{port} cannot be used: {why}", "give another with --metrics") from None
        server = SmallServer(listening, MetricsHandler.factory(self._registry))
        thread = Thread(target=server.serve_forever, name="undercroft-figures", daemon=True)
        thread.start()
        self.port = int(server.server_address[1])

        def stop() -> None:
            server.shutdown()
            server.server_close()
            thread.join()

        return stop


def listener_in(typed: str) -> tuple[str, int]:
    """An address and a port, as typed."""
    host, _, port = typed.rpartition(":")
    if not host:
        fix = "give an address and a port, such as 127.0.0.1:9041"
        raise BadInput("bad_address", f"“{typed[:60]}” is not an address and a port", fix, limit=MOST_PORT)
    return host.strip("[]"), port_in(port)


def told_to(watches: Sequence[Watch], method: str, path: str, request_id: str) -> Callable[[int], None]:
    """What notes, once a request is answered, with which status; the clock runs from now."""
    began, kind = time.perf_counter(), kind_of(path)

    def done(status: int) -> None:
        answered = AnsweredRequest(request_id, method, kind, status, time.perf_counter() - began)
        for watch in watches:
            watch(answered)

    return done
