"""Dice outside a campaign: straight from the operating system, a block at a time."""

from __future__ import annotations

import os
import threading

from undercroft.interpret.blocks import Blocks


class _OfThread(threading.local):
    """Each thread draws from blocks of its own."""

    def __init__(self) -> None:
        self.draw = Blocks(os.urandom)


_mine = _OfThread()


def _forget() -> None:
    """A child process must not draw the dice its parent had ready."""
    _mine.draw = Blocks(os.urandom)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def draw() -> Blocks:
    """This thread's dice."""
    return _mine.draw
