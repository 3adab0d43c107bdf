"""Random games: whatever is offered is done, with whatever dice may fall."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from tests.server.tabling import Playing, created
from tests.table.small_site import CELL, HALL, begin, site
from undercroft.interpret.play import Answered, DieSource
from undercroft.kernel.dice import Choice, Question, Roll, is_certain
from undercroft.kernel.throwing import throw
from undercroft.kernel.units import SeatId
from undercroft.server.commands import Undo
from undercroft.server.responses import Acted
from undercroft.store.store import Store
from undercroft.table.engine.part import Command
from undercroft.table.engine.wanted_dice import Answer
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.house_rules import Combat
from undercroft.table.state.ids import CreaturesId, DoorId, FeatureId, TrapId
from undercroft.table.state.open_questions import OpenQuestion
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.sites import Door, DoorState, EncounterRow, Feature, Grade, Trap
from undercroft.table.world.campaign_start import Begin

MARK = "canary"


def secretive() -> Begin:
    """The crypt with another door and a secret in every place where nobody is ever told what stands there."""
    crypt = site()
    zones = {id: replace(zone, secret=f"{MARK}-zone-{id}") for id, zone in crypt.zones.items()}
    doors = {**crypt.doors, DoorId("arch"): Door(DoorId("arch"), (HALL, CELL), DoorState.STUCK, "arch")}
    slide = replace(crypt.features[FeatureId("slide")], answer=f"{MARK}-answer", where=f"{MARK}-where")
    hollow = Feature(FeatureId("hollow"), CELL, Grade.SECRET, f"{MARK}-hollow", answer=f"{MARK}-never")
    blade = Trap(TrapId("blade"), CELL, f"{MARK}-blade", f"{MARK}-tell", f"{MARK}-what")
    ghoul = Creatures(CreaturesId("ghoul"), f"{MARK}-ghoul", 1, Fraction(2), None, notes=f"{MARK}-notes")
    rats = replace(crypt.creatures[CreaturesId("rats")], notes=f"{MARK}-rats")
    return begin(
        replace(
            crypt,
            zones=zones,
            doors=doors,
            features={**crypt.features, FeatureId("slide"): slide, hollow.id: hollow},
            traps={blade.id: blade},
            creatures={rats.id: rats, ghoul.id: ghoul},
            encounters=(
                EncounterRow("rats", rats.id, "1d4", omen=f"{MARK}-omen"),
                EncounterRow("wind", omen=f"{MARK}-wind"),
            ),
            effects=(f"{MARK}-effect",),
        )
    )


def answer(data: st.DataObject, question: Question) -> Answered:
    """Some answer that a question may have."""
    if isinstance(question, Choice):
        return Answered(question, data.draw(st.sampled_from(question.options)), (DieSource.TYPED,))

    def drawn(roll: Roll, count: int, /) -> list[int]:
        return [data.draw(st.sampled_from(roll.values)) for _ in range(count)]

    faces = throw(question.roll, drawn).faces
    return Answered(question, faces, (DieSource.TYPED,) * len(faces))


def is_asked(answered: Answered) -> bool:
    """Whether someone may be asked for it: what can fall in one way only is never asked."""
    return isinstance(answered.question, Choice) or not is_certain(answered.question.roll)


def typed(asked: OpenQuestion, answered: Answered) -> tuple[int | str | None, ...]:
    """An answer as someone types it."""
    return (answered.answer,) if isinstance(answered.answer, str) else answered.answer


class Game:
    """A table at which someone does whatever is offered, and people fight by either book."""

    def __init__(self, store: Store, data: st.DataObject, campaign: Begin | None = None) -> None:
        self.playing = Playing(created(store))
        self.data = data
        begun = campaign or begin()
        combat = data.draw(st.sampled_from(Combat), label="fights by")
        self.begun = replace(begun, house=replace(begun.house, combat=combat))
        self.playing.do(self.begun)

    @property
    def table(self) -> Any:
        """The open table."""
        return self.playing.table

    def legal(self) -> list[tuple[SeatId, Command]]:
        """What may be done now, and by whom."""
        return [
            (seat, offer.command) for seat in self.table.seats for offer in self.table.offers(seat) if not offer.refused
        ]

    def step(self, *, by_hand: bool = True) -> tuple[SeatId, Command] | None:
        """Do something; None where nothing is offered."""
        legal = self.legal()
        if not legal:
            return None
        seat, command = self.data.draw(st.sampled_from(legal), label="does")
        assert isinstance(self.playing.send(command, seat, by_hand=by_hand), Acted)
        for _ in self.answers():
            pass
        return seat, command

    def answers(self) -> Iterator[None]:
        """Answer what is asked until nothing is."""
        while self.table.now.wanted:
            wanted = next(iter(self.table.now.wanted.values()))
            asked = wanted.questions[0]
            given = typed(asked, answer(self.data, asked.question))
            self.playing.do(Answer(wanted.id, asked.ruling, given), REFEREE, by_hand=True)
            yield

    def undo(self) -> None:
        """Take the last act back."""
        self.playing.do(Undo())
