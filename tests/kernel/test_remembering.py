"""A function that is asked again about the very same value."""

from undercroft.kernel.remembering import Same, begins_with, remembering


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


def test_another_argument_may_be_compared_by_identity() -> None:
    """Also one that cannot be hashed."""
    asked: list[int] = []

    @remembering(8)
    def both(value: list[str], other: Same[list[str]]) -> int:
        asked.append(1)
        return len(value) + len(other.value)

    names, others = ["a"], [["b"], ["b"]]
    assert [2, 2, 2] == [both(names, Same(others[0])), both(names, Same(others[0])), both(names, Same(others[1]))]
    assert 2 == len(asked)
    assert Same(names) != names


def test_values_begin_with_the_very_same() -> None:
    """Not with equal ones, and not with more than there are."""
    one, two, like_one = [1], [2], [1]
    assert begins_with([one, two], [])
    assert begins_with([one, two], (one,))
    assert not begins_with([one, two], [like_one])
    assert not begins_with([one], [one, two])
