"""A result lasts as long as the parts that it was made from are the very same."""

from msgspec import Struct
from msgspec.structs import replace

from undercroft.kernel.noting import Noting, as_read


class Lamp(Struct, frozen=True):
    """Something with parts, a property and a method."""

    oil: tuple[int, ...] = ()
    wick: str = ""
    owner: str = ""

    @property
    def burns(self) -> bool:
        """Whether it has oil and a wick."""
        return bool(self.oil) and bool(self.wick)

    def says(self, words: str) -> str:
        """The owner's words."""
        return f"{self.owner}: {words}"


def test_what_a_property_or_a_method_reads_is_noted() -> None:
    """And nothing else is."""
    lamp = Lamp((1,), "flax", "Maud")
    noting = Noting(lamp)
    assert noting.burns
    assert {"oil", "wick"} == set(noting.read)
    assert "Maud: lit" == noting.says("lit")
    assert {"oil", "wick", "owner"} == set(noting.read)


def test_with_whole_a_property_is_a_part() -> None:
    """What it reads is not noted then, but what it was."""
    noting = Noting(Lamp((1,), "flax"), ("burns",))
    assert noting.burns
    assert {"burns": True} == noting.read


def test_a_result_lasts_until_a_part_that_was_read_is_another() -> None:
    """However like the old one it is; a part that was not read may change."""
    lamp = Lamp((1, 2), "flax", "Maud")
    noting = Noting(lamp)
    assert (1, 2) == noting.oil
    assert as_read(replace(lamp, owner="Ulf"), noting.read)
    assert not as_read(replace(lamp, oil=(*lamp.oil,)), noting.read)
    assert not as_read(replace(lamp, oil=(3,)), noting.read)


def test_a_part_is_found_once() -> None:
    """The stand-in keeps it."""
    noting = Noting(Lamp((1,)))
    assert noting.oil is noting.oil
    assert noting.burns is noting.burns
