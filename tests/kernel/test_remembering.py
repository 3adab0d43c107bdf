"""A function that is asked again about the very same value."""

from undercroft.kernel.remembering import remembering


def test_the_same_value_is_looked_at_once() -> None:
    """By identity, and by the other arguments; an equal value is another one."""
    asked: list[tuple[int, ...]] = []

    @remembering(8)
    def total(numbers: tuple[int, ...], more: int = 0) -> int:
        asked.append(numbers)
        return sum(numbers) + more

    one, other = tuple(range(1, 3)), tuple(range(1, 3))
    assert one is not other
    assert [3, 3, 4, 3] == [total(one), total(one), total(one, 1), total(other)]
    assert 3 == len(asked)


def test_only_so_many_are_kept() -> None:
    """When there is no room, it begins again."""
    asked: list[str] = []

    @remembering(2)
    def heard(value: list[str]) -> str:
        asked.append(value[0])
        return value[0]

    values = [["a"], ["b"], ["c"]]
    for value in (values[0], values[1], values[0], values[2], values[2], values[1]):
        heard(value)
    assert ["a", "b", "c", "b"] == asked
