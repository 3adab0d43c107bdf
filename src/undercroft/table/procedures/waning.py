"""Waning resources: every light goes out and wants a new torch or more oil, and spells end."""

from __future__ import annotations

from collections.abc import Sequence

from undercroft.books.hexcrawl.template import Source, Spell, Waning, template_waning_resources
from undercroft.books.sovereign.dungeon_time import Light as Lamp
from undercroft.kernel.units import Seconds
from undercroft.table import light
from undercroft.table.campaign import Campaign, Light
from undercroft.table.names import GroupId, PersonId
from undercroft.table.play import Play
from undercroft.table.things import Carried, Thing
from undercroft.table.timers import NEVER, Lapse, Timer

_SOURCES = {Lamp.TORCH: Source.TORCH, Lamp.LANTERN: Source.LANTERN}


def wane(play: Play, group: GroupId) -> None:
    """All lights go out before any is lit again; a candle is renewed by a candle, as a torch is by a torch.

    What burns on the ground goes out with them, and nobody renews it.
    """
    lying = [one for one in play.now.lights_of(group) if play.now.lies(one) is not None]
    burning = tuple(one for one in play.now.lights_of(group) if one not in lying)
    spells = _spells(play.now, group)
    torches, oil = _fuel(play.now, group, Lamp.TORCH), _fuel(play.now, group, light.OIL)
    candles = _fuel(play.now, group, light.CANDLE)
    given = Waning(
        tuple(_SOURCES[Lamp(one.item)] for one in burning if one.item != light.CANDLE),
        _count(torches),
        _count(oil),
        tuple(Spell(timer.about or timer.what, permanent=_for_good(timer)) for timer in spells),
    )
    left = play.settle(template_waning_resources, given)
    for one in (*burning, *lying):
        light.go_out(play, one, spent=True)
    for timer in spells:
        if not _for_good(timer):
            play.drop_or_lapse(timer)
    _relight(play, group, Lamp.TORCH, _those(burning, Lamp.TORCH)[: _count(torches) - left.torches])
    _refill(play, group, _those(burning, Lamp.LANTERN)[: _count(oil) - left.oil])
    lit = _those(burning, light.CANDLE)
    if lit:
        waned = Waning((Source.TORCH,) * len(lit), _count(candles), 0, ())
        left = play.settle(template_waning_resources, waned)
        _relight(play, group, light.CANDLE, lit[: _count(candles) - left.torches])


def _spells(campaign: Campaign, group: GroupId) -> tuple[Timer, ...]:
    members = campaign.groups[group].members
    return tuple(one for one in campaign.timers.values() if one.lapse is Lapse.EFFECT and one.person in members)


def _for_good(timer: Timer) -> bool:
    """An enchantment without an end stays."""
    return timer.due >= NEVER and timer.uses is None


def _fuel(campaign: Campaign, group: GroupId, item: str) -> tuple[Thing, ...]:
    """What a group carries of that and does not burn yet, in marching order."""
    carried = (thing for one in campaign.groups[group].members for thing in campaign.carried_by(one))
    return tuple(thing for thing in carried if thing.item == item and thing.id not in campaign.lights)


def _count(things: Sequence[Thing]) -> int:
    return sum(thing.count for thing in things)


def _those(burning: Sequence[Light], item: str) -> list[Light]:
    return [one for one in burning if one.item == item]


def _next(play: Play, group: GroupId, item: str, holder: PersonId) -> Thing | None:
    """The next to be used: the holder's own, or somebody else's."""
    there = [thing for thing in _fuel(play.now, group, item) if thing.count]
    own = [thing for thing in there if isinstance(thing.place, Carried) and thing.place.by == holder]
    return next(iter((*own, *there)), None)


def _relight(play: Play, group: GroupId, item: str, lights: Sequence[Light]) -> None:
    """Whoever has another one lights it."""
    for one in lights:
        thing = _next(play, group, item, one.holder)
        if thing is not None and isinstance(thing.place, Carried):
            light.burn(play, thing.place.by, thing, Seconds(0))


def _refill(play: Play, group: GroupId, lights: Sequence[Light]) -> None:
    """A lantern is filled again, whoever carries the oil."""
    for one in lights:
        oil = _next(play, group, light.OIL, one.holder)
        light.burn(play, one.holder, play.now.things[one.thing], Seconds(0), oil)
