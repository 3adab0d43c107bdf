"""Scenarios that come with Undercroft."""

from importlib.resources import files

SUFFIX = ".toml"


def names() -> tuple[str, ...]:
    """The names of the scenarios."""
    found = (file.name for file in files(__name__).iterdir())
    return tuple(sorted(name.removesuffix(SUFFIX) for name in found if name.endswith(SUFFIX)))


def text(name: str) -> str:
    """The text of a scenario."""
    return files(__name__).joinpath(f"{name}{SUFFIX}").read_text("utf-8")
