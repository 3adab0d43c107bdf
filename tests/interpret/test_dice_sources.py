"""Where dice come from: the table's keyed stream, and blocks of random bytes."""

import hashlib
import hmac
from pathlib import Path

import pytest

from undercroft.interpret.keyed import KeyedDice
from undercroft.interpret.random_blocks import Blocks
from undercroft.kernel.dice import D6, D20, Marks, Roll

VECTORS = Path(__file__).parents[1] / "vectors" / "keyed-dice.txt"
KEY = bytes(range(32))


def second_opinion(key: bytes, stream: str, sides: int, count: int) -> tuple[list[int], int]:
    """The published derivation, written again from its description: the dice, and the bytes read."""
    stream_key = hmac.new(key, stream.encode(), hashlib.sha256).digest()
    blocks = b"".join(hmac.new(stream_key, n.to_bytes(8, "big"), hashlib.sha256).digest() for n in range(2 + count))
    width = 1 if sides <= 256 else 2 if sides <= 65536 else 3
    shown: list[int] = []
    at = 0
    while len(shown) < count:
        number = int.from_bytes(blocks[at : at + width], "big")
        at += width
        if number < 256**width // sides * sides:
            shown.append(number % sides + 1)
    return shown, at


@pytest.mark.parametrize("sides", [2, 6, 20, 66, 100, 255, 256, 257, 1000, 65536, 65537, 1_000_000])
@pytest.mark.parametrize("stream", ["table/public", "table/referee", "table/seat/ärmel"])
def test_the_derivation_is_the_published_one(stream: str, sides: int) -> None:
    """Die for die and byte for byte."""
    dice = KeyedDice(KEY, stream)
    expected, position = second_opinion(KEY, stream, sides, 50)
    assert expected == list(dice(Roll(50, sides), 50))
    assert position == dice.position


def test_published_vectors() -> None:
    """Every line of the vector file: key, stream, position, dice, faces, position after."""
    lines = [line for line in VECTORS.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    assert 20 <= len(lines)
    for line in lines:
        key, stream, position, notation, faces, after = line.split(" ")
        count, sides = (int(part) for part in notation.split("d"))
        dice = KeyedDice(bytes.fromhex(key), stream, int(position))
        assert [int(face) for face in faces.split(",")] == list(dice(Roll(count, sides), count)), line
        assert int(after) == dice.position


def test_a_stream_goes_on_where_it_was_left() -> None:
    """Ten dice, or four and then six from the stored position: the same dice."""
    whole = list(KeyedDice(KEY, "s")(D20, 10))
    first = KeyedDice(KEY, "s")
    start = list(first(D20, 4))
    assert whole == start + list(KeyedDice(KEY, "s", first.position)(D20, 6))


def test_streams_and_keys_are_apart() -> None:
    """Another stream or another key gives other dice."""
    one = list(KeyedDice(KEY, "table/public")(D20, 20))
    assert one != list(KeyedDice(KEY, "table/referee")(D20, 20))
    assert one != list(KeyedDice(KEY[::-1], "table/public")(D20, 20))


def test_special_dice_read_the_same_stream() -> None:
    """A fudge die shows -1, 0 or 1 where a d3 shows 1, 2 or 3."""
    fudge = list(KeyedDice(KEY, "s")(Roll(9, 3, marks=Marks.FUDGE), 9))
    assert [face - 2 for face in KeyedDice(KEY, "s")(Roll(9, 3), 9)] == fudge


def test_short_keys_are_refused() -> None:
    """A key has 32 bytes."""
    with pytest.raises(ValueError, match="32"):
        KeyedDice(b"short", "s")


@pytest.mark.parametrize("position", [-1, 2**64, 2**70])
def test_positions_out_of_the_stream_are_refused(position: int) -> None:
    """A position counts bytes from the beginning, in 64 bits."""
    with pytest.raises(ValueError, match="position"):
        KeyedDice(KEY, "s", position)


def test_the_end_of_a_stream_can_be_read() -> None:
    """The last position, and the dice after it."""
    assert 3 == len(KeyedDice(KEY, "s", 2**64 - 1)(D20, 3))


@pytest.mark.parametrize("sides", [-6, 0, 2**24 + 1, 2**30])
def test_dice_that_three_bytes_cannot_throw_are_refused(sides: int) -> None:
    """Rather than thrown for ever."""
    with pytest.raises(ValueError, match="sides"):
        KeyedDice(KEY, "s")(Roll(1, sides), 1)
    assert 1 <= KeyedDice(KEY, "s")(Roll(1, 2**24), 1)[0] <= 2**24


@pytest.mark.parametrize("sides", [-6, 0])
def test_blocks_refuse_dice_without_sides(sides: int) -> None:
    """They have nothing to show."""
    with pytest.raises(ValueError, match="side"):
        Blocks(bytes)(Roll(1, sides), 1)


class Counting:
    """Bytes that count up, so that what becomes of each can be seen."""

    def __init__(self) -> None:
        self.next = 0

    def __call__(self, count: int) -> bytes:
        given = bytes((self.next + i) % 256 for i in range(count))
        self.next += count
        return given


@pytest.mark.parametrize("sides", [2, 3, 6, 20, 100, 255])
def test_every_face_comes_from_as_many_bytes(sides: int) -> None:
    """Of all 256 bytes each face takes the same number, and the rest are thrown away: no face is likelier."""
    fair = 256 // sides * sides
    faces = list(Blocks(Counting())(Roll(fair, sides), fair))
    assert {256 // sides} == {faces.count(face) for face in range(1, sides + 1)}


@pytest.mark.parametrize(
    "sides, given, face",
    [
        (256, "ff", 256),
        (256, "00", 1),
        (257, "ffff 0101", 1),  # 65,535 is thrown away: 255 times 257 is the last fair multiple
        (1000, "fde8 03e7", 1000),  # 65,000 is thrown away
        (1000, "fde7", 1000),
        (1_000_000, "f42400 0f423f", 1_000_000),  # 16,000,000 is thrown away
    ],
)
def test_wide_dice_read_several_bytes_and_reject_the_same_way(sides: int, given: str, face: int) -> None:
    """Dice with more sides than a byte has values below them."""
    rest = bytearray.fromhex(given)

    def entropy(count: int) -> bytes:
        taken = bytes(rest[:count])
        del rest[:count]
        return taken

    assert [face] == Blocks(entropy)(Roll(1, sides), 1)
    assert not rest


def test_blocks_never_hand_a_die_out_twice() -> None:
    """Small draws across the end of a block are those of one long draw."""
    together = bytes(Blocks(Counting())(D6, 9000))
    apart = Blocks(Counting())
    assert together == b"".join(bytes(apart(D6, 7)) for _ in range(9000 // 7 + 1))[:9000]


def test_special_marks() -> None:
    """d66 shows two digits from 1 to 6."""
    faces = Blocks(Counting())(Roll(200, 36, marks=Marks.D66), 200)
    assert {face // 10 for face in faces} == {face % 10 for face in faces} == {1, 2, 3, 4, 5, 6}
