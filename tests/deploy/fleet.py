"""Two Undercrofts on one PostgreSQL, as processes of their own, and a real proxy with TLS in front of them."""

import json
import os
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.requiring import need

DEPLOY = Path(os.environ.get("UNDERCROFT_DEPLOY", Path(__file__).parents[2] / "deploy"))
NAME = "table.example.org"
"""The name in the files of `deploy`."""
_SERVE = [sys.executable, "-c", "from undercroft.faces.cli import main; main()", "serve", "--json"]
_AS_NOBODY = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
_MAIN = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log warn;
worker_processes 1;
worker_rlimit_nofile 20000;
events {{ worker_connections 16384; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/undercroft.conf;
}}
"""


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


class Process:
    """One `undercroft serve`."""

    def __init__(self, data: str, port: int, log: Path, more: Sequence[str] = ()) -> None:
        self._command = [
            *_SERVE,
            *("--data", data, "--port", str(port), "--host-name", NAME, "--trusted-proxy", "127.0.0.1", *more),
        ]
        self.port = port
        self.log = log
        self.entrance = ""
        self._running: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it, and wait until it listens."""
        with self.log.open("a") as log:
            self._running = subprocess.Popen(self._command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self._running.stdout
        line = self._running.stdout.readline()
        assert line, self.log.read_text()
        self.entrance = json.loads(line)["referee"].partition("/enter/")[2].partition("?")[0]

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._running
        return self._running.pid

    def kill(self) -> None:
        """Kill it at once."""
        self._end(9)

    def stop(self) -> int:
        """Tell it to leave; its exit code."""
        return self._end(15)

    def signal(self, number: int) -> None:
        """Send it a signal, and do not wait."""
        assert self._running
        self._running.send_signal(number)

    def _end(self, number: int) -> int:
        if self._running is None:
            return 0
        self._running.send_signal(number)
        code = self._running.wait()
        if self._running.stdout:
            self._running.stdout.close()
        self._running = None
        return code


class Fleet:
    """The processes, and the folder of the proxy in front of them."""

    def __init__(self, data: str, more: Sequence[str] = (), many: int = 2) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="ufl.", dir="/tmp"))
        self.data = data
        self.more = more
        self.processes: list[Process] = []
        for number in range(many):
            demo = () if number else ("--demo",)
            process = Process(data, free_port(), self.folder / f"{number}.log", (*more, *demo))
            process.start()
            self.processes.append(process)
        self.certificate = self.folder / "fullchain.pem"
        _certify(self.folder)
        if os.geteuid() == 0:
            for path in (self.folder, *self.folder.iterdir()):
                shutil.chown(path, "nobody", "nogroup")

    @property
    def entrance(self) -> str:
        """The secret part of the owner's link."""
        return self.processes[0].entrance

    def close(self) -> None:
        """End everything."""
        for process in self.processes:
            process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def _certify(folder: Path) -> None:
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    named = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}", "-days", "2"]
    out = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run([*made, *named, *out], check=True, capture_output=True)


class Front:
    """A proxy that runs, and the clients that come through it."""

    def __init__(self, fleet: Fleet, port: int) -> None:
        self.fleet = fleet
        self.port = port
        self._trust = ssl.create_default_context(cafile=str(fleet.certificate))

    def client(self, **more: object) -> httpx.Client:
        """Someone who comes by the public name, and checks the certificate."""
        transport = _Named(self.port, self._trust)
        return httpx.Client(base_url=f"https://{NAME}:{self.port}", transport=transport, timeout=60, **more)  # type: ignore[arg-type]

    @contextmanager
    def owner(self) -> Generator[httpx.Client, None, None]:
        """The owner of the server."""
        with self.client() as client:
            assert 303 == client.get(f"/enter/{self.fleet.entrance}").status_code
            yield client


class _Named(httpx.HTTPTransport):
    """Finds the public name on this machine."""

    def __init__(self, port: int, trust: ssl.SSLContext) -> None:
        super().__init__(verify=trust, limits=httpx.Limits(max_connections=None))
        self._port = port

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.extensions = {**request.extensions, "sni_hostname": NAME}
        request.url = request.url.copy_with(host="127.0.0.1", port=self._port)
        answer = super().handle_request(request)
        request.url = request.url.copy_with(host=NAME)
        return answer


def as_deployed(file: str, fleet: Fleet, port: int, changes: Sequence[tuple[str, str]] = ()) -> str:
    """A file of `deploy` with the ports of the tests. Each place to be changed must be there."""
    text = (DEPLOY / file).read_text()
    for number, process in zip((8041, 8042), fleet.processes, strict=True):
        changes = (*changes, (f"127.0.0.1:{number}", f"127.0.0.1:{process.port}"))
    for before, after in changes:
        assert before in text, before
        text = text.replace(before, after)
    return text


def _nginx() -> str | None:
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


def has_nginx() -> bool:
    """Whether nginx is installed."""
    return _nginx() is not None


@contextmanager
def nginx(fleet: Fleet, *, affinity: bool = False) -> Generator[Front, None, None]:
    """The real nginx with our file: as it is, or with every request to the next process in turn."""
    need("nginx", has_nginx())
    port, folder = free_port(), fleet.folder
    changes = [
        ("listen 443 ", f"listen 127.0.0.1:{port} "),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("/etc/undercroft/tls/", f"{folder}/"),
    ]
    if not affinity:
        changes.append(("    hash $table consistent;\n", ""))
    (folder / "undercroft.conf").write_text(as_deployed("nginx.conf", fleet, port, changes))
    (folder / "nginx.conf").write_text(_MAIN.format(folder=folder))
    command = [str(_nginx()), "-e", f"{folder}/error.log", "-p", str(folder), "-c", f"{folder}/nginx.conf"]
    with _running(command, port):
        yield Front(fleet, port)


@contextmanager
def caddy(fleet: Fleet) -> Generator[Front, None, None]:
    """The real caddy with our file."""
    program = shutil.which("caddy")
    need("caddy", program is not None)
    port, folder = free_port(), fleet.folder
    own = f"{NAME}:{port} {{\n\tbind 127.0.0.1\n\ttls {folder}/fullchain.pem {folder}/privkey.pem\n"
    text = as_deployed("Caddyfile", fleet, port, [(f"{NAME} {{\n", own)])
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n\tauto_https off\n\tstorage file_system {folder}\n}}\n{text}")
    command = [str(program), "run", "--adapter", "caddyfile", "--config", f"{folder}/Caddyfile"]
    with _running(command, port, {"HOME": str(folder)}):
        yield Front(fleet, port)


@contextmanager
def _running(command: Sequence[str], port: int, more: dict[str, str] | None = None) -> Generator[None, None, None]:
    """A program that runs meanwhile, as nobody if we are root, once it listens."""
    as_nobody = _AS_NOBODY if os.geteuid() == 0 else []
    environment = {**os.environ, **(more or {})}
    with (
        tempfile.TemporaryFile("w+") as said,
        subprocess.Popen([*as_nobody, *command], stdout=said, stderr=said, env=environment, cwd="/") as process,
    ):
        try:
            while not _listens(port):
                if process.poll() is not None:
                    said.seek(0)
                    raise RuntimeError(said.read())
                time.sleep(0.02)
            yield
        finally:
            process.kill()


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except ConnectionRefusedError:
        return False
    return True
