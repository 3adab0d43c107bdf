"""The order of delvers in a delve round, and letting others act before a delver."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.delving.party_turn import party_turn
from undercroft.kernel.units import SeatId
from undercroft.table.engine.about import About
from undercroft.table.engine.part import Command, Offer, Part, Reason, referee_only
from undercroft.table.engine.play import Play
from undercroft.table.engine.subjects import have
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_rules import DelveOrder
from undercroft.table.state.ids import PersonId
from undercroft.table.state.scenes import DelveRound, DelverTurn
from undercroft.table.state.seats import REFEREE


class LetOthersFirst(Command, frozen=True, tag="let_others_first"):
    """Let the others act before a delver in this delve round, against the marching order."""

    who: PersonId
    ABOUT = About(title="Let others act first", icon="hourglass", rank=210)

    def why_not(self, known: Campaign, seat: SeatId) -> Iterable[Reason]:
        yield from referee_only(seat)
        group = known.group_of(self.who)
        scene = group.scene if group is not None else None
        if not isinstance(scene, DelveRound):
            yield Reason("not_delving", "Only delve rounds have a marching order to act in.", party_turn.id)
        elif not scene.going.get(self.who, DelverTurn()).action:
            yield Reason("has_acted", f"{have(known, self.who)} acted in this delve round.", party_turn.id)

    def do(self, play: Play) -> None:
        group = play.group_with(self.who)
        scene = group.scene
        if isinstance(scene, DelveRound):
            waits = replace(scene.going.get(self.who, DelverTurn()), waits=True)
            play.go_on(group.id, replace(scene, going={**scene.going, self.who: waits}))


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    """Offered for the delver whose turn it is, if others come after."""
    if seat != REFEREE or known.house.delve_order is DelveOrder.ANY:
        return
    for group in known.groups.values():
        scene = group.scene
        if isinstance(scene, DelveRound):
            turns = [(person, scene.going.get(person.id, DelverTurn())) for person in known.able_in(group.id)]
            to_act = [person for person, turn in turns if turn.action and not turn.waits]
            if len(to_act) > 1:
                first = to_act[0]
                act = LetOthersFirst(first.id)
                yield Offer(act, "let the others go first", subject=first.name, who=first.id)


PART = Part(commands=(LetOthersFirst,), offers=_offers)
