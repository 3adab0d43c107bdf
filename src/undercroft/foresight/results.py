"""What runs say: chances, means and percentiles, each an estimate with its interval, and the runs worth opening."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from undercroft.foresight import columns as c
from undercroft.foresight import tallies as t
from undercroft.foresight.codes import Counts
from undercroft.foresight.encode import Encoded
from undercroft.foresight.estimate import LEVEL, Estimate, at_rank, mean, percentile, share
from undercroft.foresight.runs import Tally

PARTS = {"one in ten": 0.1, "half": 0.5, "nine in ten": 0.9}
"""The percentiles that are told."""


class Percentiles(Struct, frozen=True):
    """A number that differs from run to run: its percentiles."""

    tenth: Estimate
    median: Estimate
    ninetieth: Estimate


class Results(Struct, frozen=True):
    """The results of a simulation."""

    runs: int
    seed: int
    explores: bool
    nobody_falls: Estimate
    home: Estimate
    """The chance that the party comes home, or wins the fight."""
    fallen: tuple[Estimate, ...]
    """The chance that none fall, that one falls, and so on."""
    falls: Mapping[str, Estimate]
    """The chance that each person falls."""
    deaths: Estimate
    experience: Estimate
    dark: Estimate
    """The chance that the party goes on in the dark in some turn."""
    unhurt: Estimate
    turns: Percentiles
    rounds: Percentiles
    torches: Percentiles
    rooms: Percentiles
    fights: float
    encounters: float
    dice: float
    worst: tuple[int, ...]
    """The numbers of the worst runs, the worst first."""
    median: int | None
    """The number of a run in the middle, by how many fell."""
    cut_off: int
    """Runs that were cut off because they found no end."""
    left_out: tuple[str, ...] = ()
    fled: Estimate | None = None
    """The chance that the party runs from a fight and gets away, if it ever would."""
    travels: bool = False
    """Whether the runs are journeys; their turns are days."""
    begun: int = 0
    """The number of the turn or day from which runs go on; 0 if they begin with their first."""
    counts: Counts = Counts.ROUNDS
    """What their time is counted in."""
    lost: Estimate | None = None
    """The chance that the party loses its way on a journey, if it can."""


def results(tally: Tally, encoded: Encoded, seed: int, level: float = LEVEL) -> Results:
    """What a tally says."""
    runs, people = tally[t.RUNS], len(encoded.people)
    by_dead = tally[t.DEAD : t.DEAD + people + 1]

    def chance(count: int) -> Estimate:
        return share(count, runs, seed, level)

    def spread(place: int, length: int) -> Percentiles:
        counts: Sequence[int] = tally[place : place + length]
        return Percentiles(*(percentile(counts, part, seed, level) for part in PARTS.values()))

    first = tally[t.FIRST_WITH + at_rank(by_dead, (runs + 1) // 2)] if runs else 0
    return Results(
        runs=runs,
        seed=seed,
        explores=encoded.explores,
        nobody_falls=chance(by_dead[0]),
        home=chance(tally[t.HOME]),
        fallen=tuple(chance(count) for count in by_dead),
        falls={name: chance(tally[t.DIED + number]) for number, name in enumerate(encoded.names)},
        deaths=mean(tally[t.DEATHS], tally[t.DEATHS_SQUARED], runs, seed, level),
        experience=mean(tally[t.XP], tally[t.XP_SQUARED], runs, seed, level),
        dark=chance(tally[t.DARK]),
        unhurt=chance(tally[t.UNHURT]),
        turns=spread(t.TURNS, t.MOST_TURNS),
        rounds=spread(t.ROUNDS, t.MOST_ROUNDS),
        torches=spread(t.TORCHES, t.MOST_TORCHES),
        rooms=spread(t.ROOMS, t.XPS - t.ROOMS),
        fights=tally[t.FIGHTS] / max(1, runs),
        encounters=tally[t.ENCOUNTERS] / max(1, runs),
        dice=tally[t.DICE] / max(1, runs),
        worst=tuple(run - 1 for run in tally[t.WORST + 1 : t.TALLY : 2] if run),
        median=first - 1 if first else None,
        cut_off=tally[t.CUT_OFF],
        left_out=encoded.left_out,
        fled=chance(tally[t.FLED]) if encoded.setup[c.FLEES] else None,
        travels=encoded.travels,
        counts=encoded.counts,
        begun=encoded.start[c.TURN_NUMBER],
        lost=chance(tally[t.LOST]) if encoded.setup[c.GETS_LOST] else None,
    )
