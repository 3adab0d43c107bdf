"""Random dice, small enough to count by hand."""

from hypothesis import strategies as st

from undercroft.kernel.dice import (
    Chance,
    Comparison,
    FaceCondition,
    Formula,
    Keep,
    Marks,
    Negative,
    Number,
    Product,
    Roll,
    Sign,
    Sum,
)

tests = st.builds(FaceCondition, st.sampled_from(Sign), st.integers(0, 5))


@st.composite
def rolls(draw: st.DrawFn, *, explode: bool = False) -> Roll:
    """A roll of few dice with few sides, and any steps that leave it a roll."""
    marks = draw(st.sampled_from([Marks.NUMBERS] * 4 + [Marks.FUDGE]))
    sides = 3 if marks is Marks.FUDGE else draw(st.integers(2, 5))
    count = draw(st.integers(1, 3))
    values = Roll(count, sides, marks=marks).values
    keep = draw(st.none() | st.builds(Keep, st.integers(1, count), st.booleans()))
    successes = draw(st.just(()) | st.tuples(tests))
    reroll = draw(st.just(()) | st.tuples(tests).filter(lambda some: not all(some[0].holds(face) for face in values)))
    once = draw(st.just(()) | st.tuples(tests))
    explodes: tuple[FaceCondition, ...] = ()
    if explode:
        standing = [face for face in values if not any(test.holds(face) for test in reroll)]
        explodes = draw(st.tuples(tests).filter(lambda some: not all(some[0].holds(face) for face in standing)))
        successes = () if keep else successes
    return Roll(count, sides, keep, marks, reroll, once, explodes, successes)


formulas: st.SearchStrategy[Formula] = st.recursive(
    rolls() | st.builds(Number, st.integers(0, 9)) | st.builds(Chance, st.integers(0, 4), st.integers(4, 6)),
    lambda inner: (
        st.builds(Sum, inner, inner)
        | st.builds(Product, inner, inner)
        | st.builds(Negative, inner)
        | st.builds(Comparison, inner, st.builds(FaceCondition, st.sampled_from(Sign), st.integers(-5, 9)))
    ),
    max_leaves=4,
)
