"""A function that changes the disk by a call which the list of writers does not know is seen when it is called."""

from pathlib import Path

from tests.writing_seen import named, unknown

SOURCE = """
def kept(path, text):
    return (lambda: getattr(path, "write_" + "text")(text))()
"""


def test_a_writer_that_is_not_in_the_list_is_seen(tmp_path: Path) -> None:
    """Once, by its module and name."""
    module = {"__name__": "undercroft.elsewhere"}
    exec(SOURCE, module)
    module["kept"](tmp_path / "note", "The tide turns.")  # type: ignore[operator]
    assert {"undercroft.elsewhere.kept"} == unknown()
    assert set() == unknown()
    assert "Shelf.kept" == named("Shelf.kept.<locals>.<lambda>")
