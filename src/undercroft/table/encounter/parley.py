"""Parley: what the party asks for, its leverage, and what the others agree to."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.sovereign import parley
from undercroft.books.sovereign.reactions import Response
from undercroft.kernel.amounts import mixed, series
from undercroft.kernel.units import SeatId
from undercroft.table.encounter.scene import EncounterCommand, current_encounter, encounter_of, encounters
from undercroft.table.engine.about import About, Section
from undercroft.table.engine.audience import group_audience
from undercroft.table.engine.event import Event, SecretEvent
from undercroft.table.engine.part import Offer, Part, Reason
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import group_acts
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import GroupId, Text


class Parley(EncounterCommand, frozen=True, tag="parley"):
    """Bargain: what the party asks for, what it is worth to the others, and what the party offers."""

    asking: Text = ""
    asked: Fraction = Fraction(0)
    items: Annotated[tuple[parley.Lever, ...], Meta(max_length=100)] = ()
    answer: Text = ""
    """What the others reply, for everyone to hear."""
    ABOUT = About(title="Parley", also=Section.ENCOUNTER, form="bargain")

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from super().why_not(known, seat)
        encounter = encounter_of(known.groups.get(self.group))
        if encounter is not None and encounter.does is not Response.TALK:
            yield Reason("no_talk", "The creatures do not talk.", parley.parley_offer.id)
        if self.asked < 0 or any(worth < 0 for _, worth in self.items):
            yield Reason("negative", "An offer is worth 0 or more.")

    def do(self, play: Play) -> None:
        """Settle what the others would give, at most the worth of the leverage; the referee words their reply."""
        leverage = play.settle(parley.parley_leverage, parley.Bargaining(self.items)).leverage
        outcome = play.settle(parley.parley_offer, parley.Asking(self.asked, leverage))
        play.tell(Bargained(self.group, leverage, outcome.given))
        agreed = "they agree" if outcome.given >= self.asked else "they will give less"
        usual = "only talk" if isinstance(outcome, parley.OnlyTalk) else agreed
        reply = self.answer or usual
        offered = tuple(dict.fromkeys(means for means, _ in self.items))
        play.tell(Parleyed(self.group, self.asking, reply, offered), to=group_audience(self.group))
        scene = current_encounter(play, self.group)
        play.go_on(self.group, replace(scene, talked=True, asked=self.asking, reply=reply))


class Bargained(SecretEvent, frozen=True, tag="table.bargained"):
    """The leverage, and what the others would give; for the referee alone."""

    group: GroupId
    leverage: Fraction
    given: Fraction

    def say(self, _now: Campaign) -> str:
        worth = f"The offer is worth {mixed(self.leverage)} to them"
        return (
            f"{worth}: they give at most {mixed(self.given)} for it." if self.given else f"{worth}: they give nothing."
        )


class Parleyed(Event, frozen=True, tag="table.parleyed"):
    """What the party asked for and what it bargained with, and what the others reply."""

    group: GroupId
    asking: str
    answer: str
    offered: tuple[parley.Means, ...] = ()
    """What the party bargained with; its worth to the others is the referee's. Older logs leave it out."""

    def say(self, now: Campaign) -> str:
        offered = [OFFERS[means] for means in self.offered]
        offer = (f"bargain with {series(offered)}", f"bargains with {series(offered)}") if offered else None
        asks = (f"ask: “{self.asking}”", f"asks: “{self.asking}”") if self.asking else None
        said = tuple(map(", and ".join, zip(*filter(None, (offer, asks)), strict=True)))
        told = f"{group_acts(now, self.group, *said)}. " if said else ""
        return f"{told}Their reply: {self.answer}."


OFFERS: Mapping[parley.Means, str] = {
    parley.Means.EXCHANGE: "something in exchange",
    parley.Means.PROMISE: "a promise",
    parley.Means.GRATITUDE: "an old favour",
    parley.Means.THREAT: "a threat",
    parley.Means.OTHER: "other means",
}
"""What a party may bargain with, in words."""


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    for group, encounter in encounters(known, seat):
        for means in parley.Means if encounter.does is Response.TALK else ():
            act = Parley(group.id, items=((means, Fraction(1)),), asked=Fraction(1))
            yield Offer(act, "bargain", subject=group.name, note=OFFERS[means])


PART = Part(commands=(Parley,), events=(Bargained, Parleyed), offers=_offers)
