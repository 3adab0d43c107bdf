"""Paths in the repository."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
MANUAL = ROOT / "docs" / "manual"
CATALOGUE = ROOT / "tests" / "coverage" / "catalogue.txt"
LOCK = ROOT / "odds.lock"
