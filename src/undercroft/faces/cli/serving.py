"""`undercroft serve`."""

from __future__ import annotations

from undercroft.faces.cli.output import print_json
from undercroft.faces.http.listening import addresses, listen, own_names, port_in


def serve(host: str, port: str, *, as_json: bool) -> int:
    """Serve the pages and the API until told to leave."""
    listening = listen(host, port_in(port))
    from undercroft.faces.http.guard import Settings
    from undercroft.faces.http.runner import run
    from undercroft.faces.site import site

    app = site(Settings(hosts=own_names(host)))
    if as_json:
        print_json({"addresses": addresses(listening)})
    else:
        for address in addresses(listening):
            print(f"Undercroft is open at {address}")
        print("Ctrl+C closes it.", flush=True)
    run(app, listening)
    return 0
