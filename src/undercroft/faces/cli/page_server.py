"""`undercroft serve --pages`: a folder of pages that roll, each drawn again in the browser when its file changes."""

from __future__ import annotations

import socket
from collections.abc import Collection, Iterator
from contextlib import suppress
from hashlib import sha256
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from markupsafe import Markup

from undercroft.exchange.markup.page import read, surveyed
from undercroft.exchange.markup.problems import BadMarkup
from undercroft.faces.cli.page_text import plain
from undercroft.faces.exports.rolling_page import as_html
from undercroft.faces.http.small_server import SmallServer
from undercroft.kernel.faults import BadInput

MOST_PAGES = 1000
"""The most pages of a folder that are listed."""

_STAMP = "stamp"
"""What a browser asks a page's address with, to learn whether its file has changed."""


class PageFolder:
    """A folder of pages in Markdown, by their addresses."""

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder).resolve()
        if not self.folder.is_dir():
            raise BadInput(
                "no_such_folder", f"there is no folder “{folder[:60]}”", "give a folder with pages in Markdown"
            )

    def pages(self) -> Iterator[Path]:
        """The pages of the folder and of the folders in it, in order; hidden ones are left out."""
        found = sorted(path for path in self.folder.rglob("*.md") if self._is_shown(path))
        yield from found[:MOST_PAGES]

    def _is_shown(self, path: Path) -> bool:
        inside = path.relative_to(self.folder).parts
        here = path.is_file() and path.resolve().is_relative_to(self.folder)
        return here and not any(part.startswith(".") for part in inside)

    def address(self, path: Path) -> str:
        """The address of a page."""
        return quote(f"/{path.relative_to(self.folder).as_posix()}")

    def at(self, address: str) -> Path | None:
        """The page at an address, which may leave out the ending, if the folder has one."""
        return next((path for path in self.pages() if self.address(path) in (address, f"{address}.md")), None)

    def stamp(self, address: str) -> str | None:
        """A digest of what an address shows; it changes when the page does."""
        if address == "/":
            return _digest(self._list().encode())
        path = self.at(address)
        return None if path is None else _digest(path.read_bytes())

    def shown(self, address: str) -> str | None:
        """The HTML at an address: the list of pages, a page, or the problems of a page that cannot be read."""
        if address == "/":
            return self._listed()
        path = self.at(address)
        return None if path is None else self._drawn(path)

    def _listed(self) -> str:
        text = self._list()
        return as_html(read(text), self.folder.name, _digest(text.encode()))

    def _list(self) -> str:
        """The list of pages, in Markdown."""
        lines = [f"- [{_title(path)}]({self.address(path)})" for path in self.pages()]
        text = "\n".join(lines) or "There is no page here yet. Put a file ending in .md into the folder."
        return f"# {_escaped(self.folder.name)}\n\n{text}\n"

    def _drawn(self, path: Path) -> str:
        content = path.read_bytes()
        text, stamp = content.decode("utf-8", "replace"), _digest(content)
        try:
            return as_html(read(text), path.stem, stamp)
        except BadMarkup:
            problems, page = surveyed(text)
            told = Markup("").join(
                Markup("<li>{}: {} ({})</li>").format(problem.place, problem.what, problem.fix) for problem in problems
            )
            found = as_html(page, path.stem, stamp)
            head = Markup("<main>\n<h1>{}</h1><p>This page has problems:</p><ul>{}</ul>").format(path.name, told)
            return found.replace("<main>", head, 1)


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()


def _title(path: Path) -> str:
    """The title of a page, or the name of its file."""
    _, page = surveyed(path.read_bytes().decode("utf-8", "replace"))
    return _escaped(plain(page.title or (page.headings[0].text if page.headings else path.stem)))


def _escaped(text: str) -> str:
    """Text in which nothing is Markdown."""
    return "".join(f"\\{sign}" if sign in "\\`*_[]()<>!#|~" else sign for sign in " ".join(text.split()))


def _is_here(host: str, names: Collection[str]) -> bool:
    """Whether a request names this server: by an address, which no other site can have, or by one of its names."""
    with suppress(ValueError):
        name = urlsplit(f"//{host}").hostname or ""
        if name == "localhost" or name in names:
            return True
        return bool(ip_address(name))
    return False


def page_server(folder: PageFolder, listening: socket.socket, names: Collection[str]) -> SmallServer:
    """A server of the folder on a socket that listens, for requests to these host names."""

    class Handler(BaseHTTPRequestHandler):
        """Answers GET and HEAD."""

        server_version, sys_version = "Undercroft", ""

        def do_GET(self) -> None:
            """A page, the list of pages, or the stamp of either."""
            asked = urlsplit(self.path)
            address = quote(unquote(asked.path))
            if not _is_here(self.headers.get("Host", ""), names):
                self._answer(HTTPStatus.BAD_REQUEST, "text/plain", "This server has another name.\n")
            elif asked.query == _STAMP and (stamp := folder.stamp(address)) is not None:
                self._answer(HTTPStatus.OK, "text/plain", stamp)
            elif not asked.query and (page := folder.shown(address)) is not None:
                self._answer(HTTPStatus.OK, "text/html", page)
            else:
                self._answer(HTTPStatus.NOT_FOUND, "text/plain", "There is no such page. / lists them all.\n")

        do_HEAD = do_GET  # noqa: N815 - the name http.server calls

        def _answer(self, status: HTTPStatus, kind: str, text: str) -> None:
            body = text.encode()
            self.send_response(status)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "no-store")
            self.send_header("X-Content-Type-Options", "nosniff")
            self.send_header("X-Frame-Options", "DENY")
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as http.server has it
            """Requests are not logged."""

    return SmallServer(listening, Handler)
