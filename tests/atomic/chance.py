"""Chance that begins again from the same place, instead of what the system draws. Imported before Undercroft."""

import secrets
from random import Random

CHANCE = Random()


def _bytes(nbytes: int | None = None) -> bytes:
    return CHANCE.randbytes(nbytes or 32)


def _hex(nbytes: int | None = None) -> str:
    return _bytes(nbytes).hex()


def _bits(k: int) -> int:
    return CHANCE.getrandbits(k)


def _below(exclusive_upper_bound: int) -> int:
    return CHANCE.randrange(exclusive_upper_bound)


secrets.token_bytes, secrets.token_hex, secrets.randbits, secrets.randbelow = _bytes, _hex, _bits, _below
