"""Dice outside a campaign: straight from the operating system, a block at a time."""

import os
import threading

from undercroft.interpret.random_blocks import Blocks


class _OfThread(threading.local):
    """Blocks of random bytes, separate for each thread."""

    def __init__(self) -> None:
        self.draw = Blocks(os.urandom)


_mine = _OfThread()


def _forget() -> None:
    """Drop the blocks in a child process, which must not draw the dice of its parent."""
    _mine.draw = Blocks(os.urandom)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def draw() -> Blocks:
    """This thread's dice."""
    return _mine.draw
