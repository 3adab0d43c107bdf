"""`undercroft serve`."""

from __future__ import annotations

import webbrowser
from contextlib import closing, suppress
from threading import Thread
from typing import TYPE_CHECKING

from msgspec.structs import replace

from undercroft.faces.cli.new_store import print_if_new
from undercroft.faces.cli.output import print_json, print_notes
from undercroft.faces.http.addresses import addresses, listen, own_names, port_in
from undercroft.faces.http.proxies import proxy_in
from undercroft.faces.http.watching import listener_in
from undercroft.faces.shared import store_path
from undercroft.faces.shared.owner_key import OwnerKey
from undercroft.faces.shared.port import PORT
from undercroft.faces.shared.server_keep import keep_of
from undercroft.kernel.extras import needs
from undercroft.kernel.faults import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable

    from undercroft.faces.http.watching import Watch
    from undercroft.faces.web.live.access.lobby import Lobby

DEMO = "demo"
MOST = 10_000
"""More than any limit for an address may be."""
BURST = 5
"""How many seconds' requests an address may send at once."""
_LIMITS = ("--spectators", "--wrong-codes", "--requests")


def serve(  # noqa: PLR0913 - an option each
    host: str,
    port: str | None,
    data: str | None,
    *,
    pages: str | None,
    demo: bool,
    browse: bool,
    host_name: list[str] | None,
    trusted_proxy: list[str] | None,
    spectators: str | None,
    wrong_codes: str | None,
    requests: str | None,
    metrics: str | None,
    log_requests: bool,
    new_link: bool,
    as_json: bool,
) -> None:
    """Serve the pages, the API and the live tables of a store until told to stop."""
    if pages is not None:
        of_tables = {
            "--data": data,
            "--demo": demo,
            "--trusted-proxy": trusted_proxy,
            "--spectators": spectators,
            "--wrong-codes": wrong_codes,
            "--requests": requests,
            "--metrics": metrics,
            "--log-requests": log_requests,
            "--new-link": new_link,
        }
        _refuse_with_pages([option for option, given in of_tables.items() if given])
        _serve_pages(pages, host, port, host_name, browse=browse, as_json=as_json)
        return
    place = store_path.place(data)
    most_spectators, attempts, rate = (
        _limit(*of) for of in zip(_LIMITS, (spectators, wrong_codes, requests), strict=True)
    )
    proxies = frozenset(map(proxy_in, trusted_proxy or ()))
    figures_at = listener_in(metrics) if metrics is not None else None
    names = own_names(host) | set(host_name or ())
    listening = listen(host, PORT if port is None else port_in(port))
    from undercroft.books import OUTSIDE
    from undercroft.books.outside import said
    from undercroft.faces.http.guard import Settings
    from undercroft.faces.http.runner import run
    from undercroft.faces.web.live.access.lobby import Lobby
    from undercroft.faces.website import site
    from undercroft.foresight.simulations import Simulations
    from undercroft.foresight.simulator import Simulator

    settings = Settings(names, proxies)
    settings = replace(
        settings,
        rate=float(rate or settings.rate),
        burst=BURST * rate if rate else settings.burst,
        attempts=attempts or settings.attempts,
    )
    print_if_new(place)
    print_notes(said(OUTSIDE.left_out))
    with listening, closing(store_path.writing(place)) as store:
        key = OwnerKey(store, place)
        simulations = Simulations(Simulator())
        owner, keep = key.renewed() if new_link else key.found(), keep_of(store, place)
        lobby = Lobby(store, owner, key.renewed, simulations, keep)
        lobby.streams.most_of_an_address = most_spectators or lobby.streams.most_of_an_address
        if demo:
            begin_demo(lobby)
        here, *others = addresses(listening)
        lobby.reachable = others[-1] if others else ""
        entrance = f"{here}/enter/{lobby.owner_link()}{f'?to={DEMO}' if demo else ''}"
        _tell(entrance, (here, *others), as_json=as_json)
        if browse:
            webbrowser.open(entrance)
        lobby.follow(key.found)
        watches, stop_telling = _watched(lobby, figures_at, log_requests=log_requests)
        Thread(target=lobby.close_idle, name="undercroft-sweeper", daemon=True).start()
        try:
            run(site(settings, lobby=lobby, watches=watches), listening, store.on_stop)
        finally:
            stop_telling()
            lobby.close()
        if store.stopped:
            raise store.stopped


def _watched(
    lobby: Lobby, figures_at: tuple[str, int] | None, *, log_requests: bool
) -> tuple[list[Watch], Callable[[], None]]:
    """What is told of every request, and what ends it."""
    from undercroft.faces.cli.metrics import figures_of
    from undercroft.faces.http.watching import log_as_json, log_request

    watches: list[Watch] = []
    if log_requests:
        log_as_json()
        watches.append(log_request)
    if figures_at is None:
        return watches, lambda: None
    figures = figures_of(lobby)
    return [*watches, figures.answered], figures.listen(*figures_at)


def _refuse_with_pages(options: list[str]) -> None:
    """Refuse what means nothing where no table is served."""
    if options:
        what = f"--pages serves no table, so {' and '.join(options)} {'mean' if len(options) > 1 else 'means'} nothing"
        raise BadInput("usage", what, "leave one or the other out")


def _serve_pages(
    folder: str, host: str, port: str | None, host_name: list[str] | None, *, browse: bool, as_json: bool
) -> None:
    """Serve a folder of pages that roll, and no table."""
    with needs("exchange"):
        from undercroft.faces.cli.page_server import PageFolder, page_server

    found = PageFolder(folder)
    listening = listen(host, PORT if port is None else port_in(port))
    with page_server(found, listening, own_names(host) | set(host_name or ())) as server:
        places = addresses(listening)
        if as_json:
            print_json({"addresses": places})
        else:
            print(f"The pages of {found.folder.name} are at {places[-1]}", "Ctrl+C closes them.", sep="\n", flush=True)
        if browse:
            webbrowser.open(places[0])
        with suppress(KeyboardInterrupt):
            server.serve_forever()


def _limit(option: str, typed: str | None) -> int | None:
    """A typed limit for an address; None for ours."""
    if typed is None:
        return None
    if not typed.isascii() or not typed.isdigit() or len(typed) > len(str(MOST)) or not 0 < int(typed) <= MOST:
        raise BadInput("bad_limit", f"{option} cannot be “{typed[:20]}”", f"give 1 to {MOST:,}", limit=MOST)
    return int(typed)


def begin_demo(lobby: Lobby) -> None:
    """Add the demo campaign, if the store has none; an empty one, left by an older version in a crash, is replaced."""
    from undercroft.faces.shared.new_campaign import CampaignSource, begin_from

    if DEMO in lobby.ids() and not lobby.store.head(DEMO).version:
        lobby.store.remove(DEMO)
    if DEMO not in lobby.ids():
        source = CampaignSource(demo=True)
        lobby.tables.begin(DEMO, begin_from(DEMO, source), file=source.file)


def _tell(entrance: str, places: tuple[str, ...], *, as_json: bool) -> None:
    if as_json:
        print_json({"addresses": places, "referee": entrance})
        return
    print("Undercroft is open.")
    print(f"  Referee, keep this link to yourself:  {entrance}")
    print(f"  Players open:                         {places[-1]}")
    print("Ctrl+C closes it.", flush=True)
