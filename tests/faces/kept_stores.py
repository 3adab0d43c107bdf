"""Stores on the disk for tests of the command line."""

import sqlite3
from contextlib import closing
from pathlib import Path


def spoil(statement: str) -> None:
    """Change the store behind its back."""
    with closing(sqlite3.connect("store.db")) as db:
        db.execute(statement)
        db.commit()


def names(folder: Path) -> set[str]:
    """What is in a folder, save what SQLite keeps beside a store that is read."""
    return {file.name for file in folder.iterdir() if not file.name.endswith(("-wal", "-shm"))}
