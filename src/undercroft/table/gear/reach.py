"""What a character can reach, and whether they can carry it."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.kernel.amounts import several
from undercroft.kernel.remembering import remembering
from undercroft.table.bridge.loads import load
from undercroft.table.engine.part import Reason
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import BodyId, PersonId, ThingId
from undercroft.table.state.things import Carried, Gone, Guarded, InHex, Lying, Thing, Worn, parted
from undercroft.table.world.darkness import sees
from undercroft.table.world.sight import concealed


def called(thing: Thing, count: int | None = None) -> str:
    """The name of a thing with its count."""
    return several(thing.count if count is None else count, thing.name)


@remembering(64)
def within_reach(known: Campaign, who: PersonId) -> tuple[Thing, ...]:
    """What a character could take: from the floor, if they see it, from helpless comrades, or from bodies here."""
    group = known.group_of(who)
    if group is None:
        return ()
    sighted = sees(known, who)
    hidden = concealed(known, group.site) if group.site is not None and group.site in known.sites else frozenset[str]()
    others = (known.people[other] for other in group.members if other != who and other in known.people)
    helpless = {other.id for other in others if not other.able}
    return tuple(
        thing
        for thing in known.things.values()
        if thing.count
        and (
            thing.place.by in helpless
            if isinstance(thing.place, Carried)
            else sighted and _is_here(known, group, thing.place)
        )
        and thing.id not in hidden
    )


def _is_here(known: Campaign, group: Group, place: Lying | InHex | Guarded | Gone) -> bool:
    match place:
        case Lying(site=site, zone=zone):
            return (site, zone) == (group.site, group.zone)
        case InHex(hex=hex):
            return group.site is None and group.hex == hex
        case Guarded(site=site, by=guards):
            there = known.sites.get(site) or known.seen.get(site)
            if site != group.site or there is None:
                return site == group.site
            where = known.remains.get(site, {}).get(guards, group.zone)
            return guards not in there.creatures and where == group.zone
        case Gone():
            return False


def on_the_dead(known: Campaign, who: PersonId, dead: BodyId) -> tuple[Thing, ...]:
    """What can be taken from a dead character, or from dead creatures."""
    person = known.people.get(PersonId(dead))
    if person is not None and person.alive:
        return ()
    return tuple(
        thing
        for thing in within_reach(known, who)
        if isinstance(thing.place, Carried | Guarded) and BodyId(thing.place.by) == dead
    )


def too_heavy(known: Campaign, who: PersonId, things: Iterable[Thing], how: Worn) -> Iterable[Reason]:
    """Why a character cannot carry things at all; a load that only slows them does not count."""
    person = known.people.get(who)
    if person is None:
        return
    burden = load(known, person, things, how)
    if burden.move is None:
        yield Reason("too_heavy", f"{person.name} could not move with that.", burden.rule)


def load_with(known: Campaign, who: PersonId, thing: Thing) -> str:
    """What a character's load becomes with a thing in the pack: `stowed 5 of 9`, or that it burdens them."""
    before, after = load(known, known.people[who]), load(known, known.people[who], (thing,), Worn.STOWED)
    if after.tier > before.tier:
        return f"then {after.says}"
    if after == before or after.kilograms is not None:
        return ""
    return f"stowed {after.stowed} of {after.stowed_max}"


def some_of(thing: Thing, count: int | None) -> Thing:
    """Some of a thing, with an id of its own while it is weighed."""
    if count is None or count >= thing.count:
        return thing
    return replace(parted(thing, count)[0], id=ThingId(f"{thing.id} in hand"))
