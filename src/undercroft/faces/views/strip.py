"""The turn strip: what is past, what is now, what is ahead, and how long each light and effect will last."""

from __future__ import annotations

from msgspec import Struct

from undercroft.faces.views.clocktime import day, time_of_day
from undercroft.kernel.units import Seconds
from undercroft.table.campaign import Campaign, Group
from undercroft.table.procedures.clocks import clock_of
from undercroft.table.scenes import Scene
from undercroft.table.timers import Lapse, Timer

BLOCK = 6
"""Cells drawn together."""
SHOWN = 24


class Cell(Struct, frozen=True):
    """One turn or round."""

    number: int
    when: str
    """past, now or ahead."""
    hour: str
    """The time at which it begins, where a block begins with it."""
    check: str
    """Empty, `ahead`, `due`, or the face that was rolled."""
    came: bool


class Bar(Struct, frozen=True):
    """How long something lasts, in parts of a hundred along the strip."""

    label: str
    kind: str
    left: int
    """Turns or rounds that are left."""
    begins: int
    now: int
    ends: int
    note: str


class Strip(Struct, frozen=True):
    """The strip of one group."""

    group: str
    name: str
    called: str
    number: int
    time: str
    day: str
    cells: tuple[Cell, ...]
    bars: tuple[Bar, ...]
    due: tuple[str, ...]
    """What this turn's end will bring."""

    @property
    def block(self) -> tuple[Cell, ...]:
        """The cells that are drawn together with the one that is now."""
        begins = max(0, self.number - self.cells[0].number) // BLOCK * BLOCK
        return self.cells[begins : begins + BLOCK]


def strip(known: Campaign, group: Group) -> Strip | None:
    """The strip of a group that explores a site."""
    clock = clock_of(group)
    scene = group.scene
    if clock is None or scene is None:
        return None
    number = number_of(scene)
    first = max(1, (max(number, 1) - 1) // BLOCK * BLOCK + 1 - 2 * BLOCK)
    ahead = clock.checks_ahead(known, group, first + SHOWN)
    made = {check.number: check for check in group.checks}
    begins = Seconds(group.time - (max(number, 1) - first) * clock.step)
    cells = tuple(
        Cell(
            turn,
            "past" if turn < number else "now" if turn == number else "ahead",
            time_of_day(known, Seconds(begins + (turn - first) * clock.step)) if (turn - first) % BLOCK == 0 else "",
            str(made[turn].face)
            if turn in made
            else "due"
            if turn == number and turn in ahead
            else "ahead"
            if turn in ahead
            else "",
            turn in made and made[turn].came,
        )
        for turn in range(first, first + SHOWN)
    )
    bars = tuple(
        _bar(known, timer, group, begins, clock.step)
        for timer in sorted(known.timers.values(), key=lambda timer: timer.due)
        if timer.lapse in (Lapse.LIGHT, Lapse.EFFECT) and timer.person in group.members
    )
    return Strip(
        group.id,
        group.name,
        clock.called,
        number,
        time_of_day(known, group.time),
        day(known, group.time),
        cells,
        bars,
        tuple(_due(known, group, clock.step, number, ahead)),
    )


def number_of(scene: Scene) -> int:
    """The number of the turn or round a scene is in."""
    number: int = getattr(scene, "turn", 0) or getattr(scene, "round", 0)
    return number


def _bar(known: Campaign, timer: Timer, group: Group, begins: Seconds, step: Seconds) -> Bar:
    whole = SHOWN * step

    def along(moment: int) -> int:
        return min(100, max(0, (moment - begins) * 100 // whole))

    left = -(-(timer.due - group.time) // step)
    light = known.lights.get(timer.thing) if timer.thing is not None else None
    label = light.item if light is not None else timer.what
    note = (
        f"{label} out {time_of_day(known, timer.due)}"
        if light is not None
        else f"{label} ends {time_of_day(known, timer.due)}"
    )
    return Bar(
        label,
        light.item if light is not None else "effect",
        left,
        along(timer.since),
        along(group.time),
        along(timer.due),
        note,
    )


def _due(known: Campaign, group: Group, step: Seconds, number: int, ahead: frozenset[int]) -> list[str]:
    """What falls due before the turn ends, and the next check."""
    soon = [
        timer.what
        for timer in known.timers.values()
        if timer.due <= group.time + step and (timer.person is None or timer.person in group.members)
    ]
    lines = [f"{what[:1].upper()}{what[1:]}." for what in soon]
    later = sorted(turn for turn in ahead if turn > number)
    return [*lines, f"Next check: {later[0]}."] if later else lines
