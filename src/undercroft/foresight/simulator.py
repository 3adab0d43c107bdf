"""The worker process as a server asks it: started when first needed, one question at a time, and killed when stuck."""

import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Lock, Timer

from undercroft.foresight.worker import PLAINLY, Answer, Question, Wrong, read_answer, write_frame

PATIENCE = 60.0
"""Seconds after which an answer no longer comes; the worker is ended then."""
IDLE = 15 * 60.0
"""Seconds after which a worker that nobody asks is ended."""


class SimulatorGone(Exception):
    """The worker process was ended before it answered."""


class NotAnswered(Exception):
    """The worker cannot answer a question: it says why."""


class Simulator:
    """One worker process of low priority. Any thread may ask; questions are answered one after the other."""

    def __init__(
        self, patience: float = PATIENCE, clock: Callable[[], float] = time.monotonic, *, plain: bool = False
    ) -> None:
        self._patience = patience
        self._plain = plain
        self._clock = clock
        self._turn = Lock()
        self._asked = clock()
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    @property
    def process(self) -> int | None:
        """The id of the worker's process, if it runs."""
        return None if self._process is None or self._process.poll() is not None else self._process.pid

    def warm(self) -> None:
        """Start the worker, so that the first answer comes sooner; does not wait for it."""
        if self._turn.acquire(blocking=False):
            try:
                self._started()
            finally:
                self._turn.release()

    def ask(self, question: Question) -> Answer:
        """The answer to a question; raises `SimulatorGone` if the worker ends first, and the next starts another."""
        with self._turn:
            process = self._started()
            late = Timer(self._patience, process.kill)
            late.daemon = True
            late.start()
            try:
                answer = _asked(process, question)
            finally:
                late.cancel()
                self._asked = self._clock()
            if answer is None:
                self._end()
                raise SimulatorGone
        if isinstance(answer, Wrong):
            raise NotAnswered(answer.what)
        return answer

    def close_idle(self) -> None:
        """End a worker that nobody has asked for a while."""
        if self._process is not None and self._clock() - self._asked > IDLE and self._turn.acquire(blocking=False):
            try:
                self._end()
            finally:
                self._turn.release()

    def close(self) -> None:
        """End the worker, in the middle of an answer if need be, and start no other."""
        self._closed = True
        if self._process is not None:
            self._process.kill()
        with self._turn:
            self._end()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._closed:
            raise SimulatorGone
        if self._process is None or self._process.poll() is not None:
            self._end()
            self._asked = self._clock()
            self._process = subprocess.Popen(  # noqa: S603 - our own module
                [sys.executable, "-m", "undercroft.foresight.worker", *((PLAINLY,) if self._plain else ())],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


def _asked(process: subprocess.Popen[bytes], question: Question) -> Answer | None:
    """The answer of a worker; None if it is gone."""
    if process.stdin is None or process.stdout is None:
        return None
    try:
        write_frame(process.stdin, question)
        return read_answer(process.stdout)
    except OSError:
        return None
