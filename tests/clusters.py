"""A PostgreSQL of the tests' own: on a socket in a temporary folder, as root under the name of nobody."""

import os
import shutil
import subprocess
import tempfile
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

_SETTINGS = """
listen_addresses = ''
unix_socket_directories = '{folder}'
fsync = off
max_connections = 200
min_wal_size = 32MB
autovacuum_naptime = 5s
"""


def programs() -> Path | None:
    """The folder of PostgreSQL's programs: of the newest, if there are several."""
    found = shutil.which("initdb")
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4].split(".")[0]))
    return debian[-1].parent if debian else Path(found).resolve().parent if found else None


def is_there() -> bool:
    """Whether PostgreSQL and its library are installed."""
    return os.name == "posix" and programs() is not None and find_spec("psycopg") is not None


class Cluster:
    """A running PostgreSQL with the databases of the tests. It ends with the process that started it."""

    def __init__(self, folder: Path | None = None) -> None:
        found = programs()
        assert found is not None
        self._bin = found
        self.folder = folder or Path(tempfile.mkdtemp(prefix="upg.", dir="/tmp"))
        self._as = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.geteuid() == 0 else []
        if self._as:
            shutil.chown(self.folder, "nobody", "nogroup")
        self.data = self.folder / "data"
        self._run("initdb", "-D", self.data, "-U", "undercroft", "-A", "trust", "--no-locale", "-E", "UTF8", "-N")
        with (self.data / "postgresql.conf").open("a") as file:
            file.write(_SETTINGS.format(folder=self.folder))
        stop = f"cat >/dev/null; {self._bin}/pg_ctl -D {self.data} -m immediate -w stop; rm -rf {self.folder}"
        self._end = subprocess.Popen(
            [*self._as, "sh", "-c", stop],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,
        )
        self.start()

    def _run(self, program: str, *args: object) -> str:
        command = [*self._as, str(self._bin / program), *map(str, args)]
        done = subprocess.run(command, capture_output=True, text=True, cwd="/", check=False)
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stdout}{done.stderr}")
        return done.stdout

    def start(self) -> None:
        """Start it, and wait until it answers. Processes that were killed may take a moment to be gone."""
        for last in (*[False] * 100, True):
            try:
                self._run("pg_ctl", "-D", self.data, "-w", "-l", self.folder / "log", "start")
            except RuntimeError:
                if last:
                    raise
                time.sleep(0.1)
            else:
                return

    def stop(self, how: str = "fast") -> None:
        """Stop it."""
        self._run("pg_ctl", "-D", self.data, "-w", "-m", how, "stop")

    def kill(self) -> None:
        """Kill it and everything that it started, at once."""
        leader = int((self.data / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{leader}/task/{leader}/children").read_text().split()
        for process in (leader, *map(int, children)):
            _kill(process)
        for process in (leader, *map(int, children)):
            while Path(f"/proc/{process}").exists() and "Z" != _state(process):
                time.sleep(0.01)

    def spent(self) -> float:
        """The processor seconds of it and of all that it started, so far."""
        leader = int((self.data / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{leader}/task/{leader}/children").read_text().split()
        ticks = sum(_ticks(int(child))[0] for child in children) + sum(_ticks(leader))
        return ticks / os.sysconf("SC_CLK_TCK")

    def reload(self, **settings: str) -> None:
        """Change settings while it runs."""
        with (self.data / "postgresql.auto.conf").open("a") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in settings.items())
        self._run("pg_ctl", "-D", self.data, "reload")

    def make(self, name: str) -> str:
        """Make an empty database; its address."""
        self._run("createdb", "-h", self.folder, "-U", "undercroft", name)
        return self.url(name)

    def url(self, name: str, user: str = "undercroft") -> str:
        """The address of a database."""
        return f"postgresql:///{name}?host={self.folder}&user={user}"

    def run(self, program: str, *args: object) -> str:
        """Run one of its programs."""
        return self._run(program, *args)

    def close(self) -> None:
        """End it, and remove all of it."""
        self._end.communicate()


def _ticks(process: int) -> tuple[int, int]:
    """The processor time of a process, and that of its children that are over; none if it is over itself."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0, 0
    return int(fields[11]) + int(fields[12]), int(fields[13]) + int(fields[14])


def _kill(process: int) -> None:
    """Kill a process, if it is still there."""
    with suppress(ProcessLookupError):
        os.kill(process, 9)


def _state(process: int) -> str:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return "Z"
