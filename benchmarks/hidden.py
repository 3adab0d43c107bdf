"""The time the server takes to refuse: it must be the same for a hidden thing as for a thing that does not exist."""

from collections.abc import Awaitable, Callable, Mapping
from statistics import median
from time import perf_counter

from benchmarks.listeners import Line
from undercroft import demo

SAMPLES = 2000
TABLE = "table-0"
COMMANDS = f"/api/tables/{TABLE}/commands"


async def differences(address: str, cookies: Mapping[str, str]) -> dict[str, float]:
    """Milliseconds between the two medians, for each thing that a player may ask about."""
    host, _, port = address.removeprefix("http://").partition(":")
    begin = demo.campaign()
    person, site = begin.people[0], begin.sites[0]
    player = await Line(host, int(port), f"seat-{TABLE}={cookies[person.seat]}").open()
    stranger = await Line(host, int(port), "theme=dark").open()
    creatures = next(iter(site.creatures))
    door = next(door.id for door in site.doors.values() if door.hidden)

    async def opens(door: str) -> None:
        command = {"kind": "open_door", "who": person.id, "door": door}
        await player.post(COMMANDS, {"command": command, "key": f"open {door}"})

    return {
        "somebody whom nobody has met": await _apart(
            lambda: player.ask(f"/t/{TABLE}/people/{creatures}"), lambda: player.ask(f"/t/{TABLE}/people/nobody")
        ),
        "a door that nobody has found": await _apart(lambda: opens(door), lambda: opens("no-such-door")),
        "a table of others": await _apart(lambda: stranger.ask("/t/table-1"), lambda: stranger.ask("/t/no-table")),
    }


async def _apart(hidden: Callable[[], Awaitable[object]], absent: Callable[[], Awaitable[object]]) -> float:
    """The difference in milliseconds. The two requests take turns, so that the machine's other load affects both."""
    spent: tuple[list[float], list[float]] = ([], [])
    for _ in range(SAMPLES):
        for asked, kept in zip((hidden, absent), spent, strict=True):
            began = perf_counter()
            await asked()
            kept.append(1000 * (perf_counter() - began))
    return abs(median(spent[0]) - median(spent[1]))
