"""Tests on the faces of dice: which dice they tell apart, and their words."""

from undercroft.kernel.dice import FaceCondition, Marks, Roll, Sign


def tells_apart(roll: Roll, test: FaceCondition) -> bool:
    """Whether some faces of the dice meet the test and others do not, and they are not counted already."""
    telling = [face for face in (roll.values[0], test.number, roll.values[-1]) if face in roll.values]
    return not roll.successes and not always(roll, (test,)) and any(test.holds(face) for face in telling)


def spoken(test: FaceCondition) -> str:
    """`8 or more`, for a sentence about faces."""
    words = {Sign.AT_LEAST: "{} or more", Sign.AT_MOST: "{} or less", Sign.ABOVE: "more than {}"}
    return {**words, Sign.BELOW: "less than {}"}.get(test.sign, "{}").format(test.number)


def always(roll: Roll, tests: tuple[FaceCondition, ...]) -> bool:
    """Whether every face meets one of the tests. Only faces next to a test's number need checking."""
    values = roll.values
    edges = {values[0], values[-1], *(test.number + step for test in tests for step in (-1, 0, 1))}
    telling = [face for face in edges if face in values] if roll.marks is Marks.NUMBERS else values
    return all(any(test.holds(face) for test in tests) for face in telling)
