"""Banners of what may kill: a character who is dying, and a group without light."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from undercroft.faces.views.actions import Action
from undercroft.faces.views.banner import Banner, BannerButton, BannerKind, group_named
from undercroft.faces.views.command_names import about
from undercroft.faces.views.short_names import first_name
from undercroft.kernel.amounts import counted, series, several
from undercroft.kernel.units import SeatId
from undercroft.table.body.dying import Stabilise
from undercroft.table.body.wounds import round_of
from undercroft.table.bridge.time_units import is_by_day
from undercroft.table.encounter.start import Face
from undercroft.table.engine.roster import name_of
from undercroft.table.engine.time_words import spell
from undercroft.table.exploration.going_dark import GoOnUnlit
from undercroft.table.exploration.wandering import Place
from undercroft.table.fight.lifelines import dying_in
from undercroft.table.fight.rescue import HelpInFight
from undercroft.table.road.camp import MakeCamp, PassNight
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.deadlines import Lapse
from undercroft.table.state.fights import fight_of
from undercroft.table.state.ids import PersonId
from undercroft.table.state.lights import Unlit
from undercroft.table.state.people import Person, State
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import Carried, Thing, Worn
from undercroft.table.world.darkness import seers
from undercroft.table.world.light import LightUp, PutOut, reach
from undercroft.table.world.sight import counted as creatures_counted
from undercroft.table.world.sight import in_view


def dying_banners(known: Campaign, groups: Iterable[Group], possible: Sequence[Action]) -> Iterator[Banner]:
    """Everybody of these groups who is dying."""
    for group in groups:
        for person in known.those_in(group.id):
            if _falls(person):
                yield _dying(known, group, person, possible)


def dark_banners(
    known: Campaign, seat: SeatId, groups: Iterable[Group], possible: tuple[Action, ...]
) -> Iterator[Banner]:
    """Those of these groups that have no light."""
    for group in groups:
        unlit = _unlit(known, group)
        if unlit is not None:
            yield _dark(known, seat, group, unlit, possible)


# The dying


def _falls(person: Person) -> bool:
    return person.alive and person.is_in(State.MORTALLY_INJURED)


def _dying(known: Campaign, group: Group, person: Person, possible: Iterable[Action]) -> Banner:
    """A character is dying: how long they have, and who can save them."""
    tries = sorted(
        (
            action
            for action in possible
            if action.kind in (Stabilise.tag, HelpInFight.tag) and action.command.get("patient") == person.id
        ),
        key=_likelihood,
        reverse=True,
    )
    buttons = tuple(BannerButton(f"{_doer(known, action)}: stabilise", action, action.percent) for action in tries)
    helped = "" if buttons else _helper(known, group, person)
    return Banner(
        BannerKind.DYING,
        f"{person.name} is dying{_time_left(known, person)}",
        helped,
        group_named(known, group.id),
        buttons[:_MOST_BUTTONS],
        asks=True,
    )


def _helper(known: Campaign, group: Group, person: Person) -> str:
    """Who has the best chance to save the dying, for a seat whose characters cannot now."""
    fight = fight_of(group)
    lines = dying_in(known, fight) if fight is not None else ()
    medic = next((line.medic for line in lines if line.patient == person.id), None)
    return (
        f"{name_of(known, medic)} has the best chance."
        if medic is not None
        else f"Nobody here can stabilise {person.name} now."
    )


_MOST_BUTTONS = 3


def _likelihood(action: Action) -> Fraction:
    """The chance of an action as it is shown; 0 where none is."""
    over, _, under = action.fraction.partition("/")
    return Fraction(int(over), int(under)) if over.isdecimal() and under.isdecimal() else Fraction(0)


def _doer(known: Campaign, action: Action) -> str:
    return first_name(name_of(known, action.who) if action.who is not None else action.subject)


def _time_left(known: Campaign, person: Person) -> str:
    """How long a dying person has: in rounds, and away from fights in time too."""
    timers = (timer for timer in known.timers.values() if timer.lapse is Lapse.DYING and timer.person == person.id)
    timer = next(timers, None)
    if timer is None:
        return ""
    left = max(0, timer.due - known.now_of(person.id))
    rounds = -(-left // round_of(known, person.id))
    fight = fight_of(known.group_of(person.id))
    if fight is not None:
        rounds = next((line.rounds_left for line in dying_in(known, fight) if line.patient == person.id), rounds)
    clock = f" ({spell(left)})" if fight is None else ""
    return f": {counted(rounds, 'round')} left{clock}" if left else ": this is the last moment"


# Light by day


def daylight_banners(known: Campaign, groups: Iterable[Group], possible: Sequence[Action]) -> Iterator[Banner]:
    """Those of these groups whose lights burn on under the sky by day: the books let them, and nobody needs them."""
    for group in groups:
        lit = tuple(light for light in known.lights_of(group.id) if light.holder in group.members)
        if group.site is not None or group.in_town or not lit or not is_by_day(known, group.time):
            continue
        doused = [action for action in possible if action.kind == PutOut.tag and action.who in group.members]
        buttons = tuple(BannerButton(f"{_doer(known, action)}: {action.short}", action) for action in doused)
        kinds = Counter(light.item for light in lit)
        what = series([f"the {item}" if count == 1 else several(count, item) for item, count in kinds.items()])
        burn = "burns" if len(lit) == 1 else "burn"
        if buttons:
            title = f"It is day: {what} still {burn}"
            yield Banner(BannerKind.DAYLIGHT, title, "", group_named(known, group.id), buttons[:_MOST_BUTTONS])


# The dark


def _unlit(known: Campaign, group: Group) -> Unlit | None:
    """The group's lack of light, unless they have accepted it or have the light of day."""
    unlit = known.unlit.get(group.id)
    if unlit is None or unlit.accepted or (not unlit.dark and is_by_day(known, group.time)):
        return None
    return unlit


def _dark(known: Campaign, seat: SeatId, group: Group, unlit: Unlit, possible: tuple[Action, ...]) -> Banner:
    """No light burns: what could be lit, or that they go on without."""
    of_group = [action for action in possible if action.group == group.id or action.who in group.members]
    kindled = _kindling(known, of_group)
    buttons = [BannerButton(f"{_doer(known, action)}: {action.short}", action) for action in kindled]
    buttons += [BannerButton(action.short, action) for action in of_group if action.kind in (*_SLEPT, GoOnUnlit.tag)]
    unseen = tuple(_unseen(known, group)) if seat == REFEREE and unlit.dark else ()
    faces = (
        BannerButton(f"{about(Place.tag).title}: {name}", action)
        for id, name in unseen
        for action in of_group
        if action.kind == Face.tag and action.command["creatures"] == id and not action.command["along"]
    )
    return Banner(
        BannerKind.DARK,
        "It is dark: no light burns" if unlit.dark else "It is night: no light burns",
        _sight(known, group, unlit, unseen),
        group_named(known, group.id),
        (*buttons, *faces),
        asks=True,
    )


_SLEPT = (MakeCamp.tag, PassNight.tag)
"""What deals with a night without a light: the party sleeps."""


def _kindling(known: Campaign, possible: Iterable[Action]) -> list[Action]:
    """The best light that each person could light: those in hand first, and of these the best."""
    best: dict[PersonId | None, Action] = {}
    lights = [(known.things[action.command["thing"]], action) for action in possible if action.kind == LightUp.tag]
    for _, action in sorted(lights, key=lambda light: (not _in_hand(light[0]), -reach(light[0].item))):
        best.setdefault(action.who, action)
    return list(best.values())[:_MOST_BUTTONS]


def _in_hand(thing: Thing) -> bool:
    return isinstance(thing.place, Carried) and thing.place.how is Worn.READIED


def _sight(known: Campaign, group: Group, unlit: Unlit, unseen: tuple[tuple[str, str], ...]) -> str:
    """Who sees, and for the referee what nobody sees."""
    if not unlit.dark:
        return "Nobody in the group has a light."
    watchers = [first_name(name_of(known, who)) for who in seers(known, group.id)]
    sees = f"Only {series(watchers)} can see." if watchers else "Nobody can see."
    return f"{sees} Unseen here: {', '.join(name for _, name in unseen)}." if unseen else sees


def _unseen(known: Campaign, group: Group) -> Iterator[tuple[str, str]]:
    """The creatures in the zone that the group does not see, for the referee."""
    site = known.site_of(group)
    for creatures in site.creatures.values() if site is not None else ():
        there = creatures.zone == group.zone and not creatures.is_event and creatures.count > 0
        if there and not creatures.ambush and not in_view(known, group, creatures):
            yield creatures.id, creatures_counted(creatures)
