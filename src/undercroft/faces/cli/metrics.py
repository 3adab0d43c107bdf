"""The figures that a server tells for Prometheus: `undercroft serve --metrics`."""

from collections.abc import Callable

from undercroft.faces.http.watching import Counter, Figures, Gauge, Spread
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.server.append_counts import BOUNDS
from undercroft.store.sharing import Shared, SharingFigures


def figures_of(lobby: Lobby) -> Figures:
    """The figures of a server: what is open, what became of appends, and how it gets on with a shared store."""
    appends = lobby.tables.appends
    gauges = (
        Gauge("undercroft_tables_open", "Tables in memory", lambda: float(len(lobby.tables.ids()))),
        Gauge("undercroft_streams", "Streams of changes, of all seats", lambda: float(lobby.streams.count_all())),
        *(() if lobby.store.shared is None else _of_sharing(lobby.store.shared)),
    )
    results = Counter("undercroft_appends", "Appends to logs, by what became of them", "result", appends.by_result)
    spread = Spread("undercroft_append_seconds", "Seconds until an append was answered", BOUNDS, appends.seconds)
    return Figures(gauges, (results,), (spread,))


def _of_sharing(shared: Shared) -> tuple[Gauge, ...]:
    def of(figure: Callable[[SharingFigures], float]) -> Callable[[], float]:
        return lambda: figure(shared.figures())

    return (
        Gauge(
            "undercroft_appends_resent",
            "Appends sent again because nobody knew their outcome, since the start",
            of(lambda now: now.resent),
        ),
        Gauge("undercroft_database_connections", "Connections to the database", of(lambda now: now.connections)),
        Gauge(
            "undercroft_notice_lag_seconds",
            "Seconds from telling the last notice to hearing it",
            of(lambda now: now.lag),
        ),
        Gauge("undercroft_notice_silence_seconds", "Seconds since the database was heard", of(lambda now: now.silence)),
    )
