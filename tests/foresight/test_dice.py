"""The dice of runs: a known generator, fair faces, and streams that depend on seed, run, turn and part alone."""

from collections import Counter

from undercroft.foresight import columns as c
from undercroft.foresight.dice import die, formula, next_part, next_turn, seed, word
from undercroft.foresight.formulas import simple


def world(number: int, run: int) -> list[int]:
    """The dice of a run."""
    w = [0] * c.WORLD
    seed(w, number, run)
    return w


def test_the_generator_is_xoshiro128_plus_plus() -> None:
    """The first numbers of the authors' generator from the state 1, 2, 3, 4."""
    w = [0] * c.WORLD
    w[c.DICE : c.DICE + 4] = 1, 2, 3, 4
    w[c.DICE_BEGUN] = 1
    known = [641, 1573767, 3222811527, 3517856514, 836907274, 4247214768, 3867114732, 1355841295, 495546011, 621204420]
    assert known == [word(w) for _ in known]


def test_faces_are_fair() -> None:
    """Of 60,000 throws of a d20, every face comes about 3,000 times: chi-square under 50 for 19 degrees of freedom."""
    w = world(1, 1)
    faces = Counter(die(w, 20) for _ in range(60_000))
    assert {*range(1, 21)} == {*faces}
    assert sum((count - 3000) ** 2 / 3000 for count in faces.values()) < 50
    assert 60_000 == w[c.DICE_DRAWN]


def test_neighbouring_seeds_runs_turns_and_parts_share_nothing() -> None:
    """No two streams of neighbours begin alike."""
    streams: set[tuple[int, ...]] = set()
    for number in range(6):
        for run in range(6):
            w = world(number, run)
            for _ in range(4):
                next_turn(w)
                for _ in range(3):
                    next_part(w)
                    streams.add(tuple(word(w) for _ in range(3)))
    assert 6 * 6 * 4 * 3 == len(streams)


def test_a_run_can_be_played_again_by_itself() -> None:
    """The same seed, run, turn and part give the same dice, whatever fell before."""
    one, other = world(5, 2**40), world(5, 2**40)
    for _ in range(100):
        die(one, 6)
    next_turn(one)
    next_turn(other)
    assert [die(one, 6) for _ in range(9)] == [die(other, 6) for _ in range(9)]


def test_formulas_keep_the_best_die() -> None:
    """The four numbers of a formula throw what its notation means."""
    w = world(3, 3)
    best = Counter(formula(w, *simple("2d6k1")) for _ in range(3600))
    assert [1, 2, 3, 4, 5, 6] == sorted(best)
    assert best[6] > 3 * best[2]
    assert {0, 5} == {min(rolls := [formula(w, *simple("1d6-1")) for _ in range(200)]), max(rolls)}
