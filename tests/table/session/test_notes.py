"""Notes, whispers, declarations and what the referee shows: told to exactly those they are for."""

from typing import Any

import pytest

from tests.table.happenings import of
from tests.table.small_site import CELL, CRYPT, HALL, MAUD, OAK, ONE, SLAB, TWO, ULF, begin, site
from tests.table.tabletop import Tabletop
from undercroft.kernel import wire
from undercroft.kernel.units import SeatId
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.offers import offers
from undercroft.table.rulings.rulings import MakeRuling
from undercroft.table.session.notes import (
    CarryOut,
    Declare,
    DropDeclaration,
    Reveal,
    ShowText,
    TextShown,
    WriteNote,
)
from undercroft.table.session.whispers import Whisper, Whispered
from undercroft.table.site.doors import OpenDoor
from undercroft.table.site.leaving import LeaveSite
from undercroft.table.site.listening import Heard, Listen
from undercroft.table.state.ids import DoorId, FeatureId, GroupId, ObstacleId, SubjectId, TrapId, ZoneId
from undercroft.table.state.open_rulings import PlainDice, Trial
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.state.seen_sites import Clue
from undercroft.table.state.sessions import Declaration, Note
from undercroft.table.state.sites import Hindrance, Obstacle, Trap
from undercroft.table.world.groups import MAIN

BLADE, RUBBLE = TrapId("blade"), ObstacleId("rubble")


def _table(*, typed: bool = False, inside: bool = True) -> Tabletop:
    crypt = site(
        traps={BLADE: Trap(BLADE, CELL, "a blade", "a slot", "A blade swings out.")},
        obstacles={RUBBLE: Obstacle(RUBBLE, HALL, Hindrance.RUBBLE, "rubble")},
    )
    table = Tabletop(typed=typed)
    table.sit(ONE, TWO)
    table.do(begin(crypt))
    if inside:
        table.do(EnterSite(MAIN, CRYPT))
    return table


def _as_command(command: Any) -> Any:
    return wire.plain(command)


def test_a_note_is_for_its_writer_for_some_or_for_all():
    """The referee reads every note; nobody else reads what is not for them."""
    table = _table(inside=False)
    table.do(WriteNote("mine", seat=ONE), seat=ONE)
    table.do(WriteNote("ours", SubjectId("cell"), seat=ONE, to=(TWO,)), seat=ONE)
    table.do(WriteNote("all", seat=TWO, everybody=True), seat=TWO)
    table.do(WriteNote("secret"))

    def notes(seat):
        return [note.text for note in table.known(seat).notes]

    assert ["mine", "ours", "all", "secret"] == notes(REFEREE)
    assert (["mine", "ours", "all"], ["ours", "all"], ["all"]) == (notes(ONE), notes(TWO), notes(SPECTATORS))
    assert Note("ours", ONE, SubjectId("cell")) == table.now.notes[1]


def test_a_whisper_is_heard_by_two_and_the_referee():
    """Nobody else hears that anything was said."""
    table = _table(inside=False)
    before = [table.bytes_for(seat) for seat in (TWO, SPECTATORS)]
    table.do(Whisper(ONE, REFEREE, "I have the key"), seat=ONE)
    assert before == [table.bytes_for(seat) for seat in (TWO, SPECTATORS)]
    events = table.do(Whisper(ONE, TWO, "run"), seat=ONE)

    heard = of((told.event for told in table.heard[TWO]), Whispered)
    assert [(ONE, TWO, "run")] == [(whispered.seat, whispered.to, whispered.text) for whispered in heard]
    assert "Seat 1 to Seat 2: run" == of(events, Whispered)[0].say(table.now)


def test_what_is_declared_is_kept_for_the_referee():
    """Each character's latest; their own player and the referee know of it."""
    table = _table()
    table.do(Declare(MAUD, "I look behind the door"), seat=ONE)
    table.do(Declare(MAUD, "I listen at it"), seat=ONE)

    kept = (table.now.declared, table.known(ONE).declared, table.known(TWO).declared)
    table.do(DropDeclaration(MAUD))

    assert ((Declaration(MAUD, "I listen at it"),), (Declaration(MAUD, "I listen at it"),), ()) == kept
    assert ((), ()) == (table.now.declared, table.known(ONE).declared)


def test_a_declared_command_is_checked_by_what_its_player_knows_and_carried_out():
    """Listening is fine and is done as declared; the door Maud has not found answers like one that is not there."""
    table = _table()
    unknown = Declare(MAUD, "open it", _as_command(OpenDoor(MAUD, SLAB)))
    nowhere = Declare(MAUD, "open it", _as_command(OpenDoor(MAUD, DoorId("nowhere"))))
    assert ["no_door"] == [why.code for why in table.why_not(unknown, ONE)]
    assert table.why_not(unknown, ONE) == table.why_not(nowhere, ONE)
    table.do(Declare(MAUD, "I listen", _as_command(Listen(MAUD, OAK))), seat=ONE)
    events = table.do(CarryOut(MAUD), 6, 6)

    assert [MAUD] == [event.who for event in of(events, Heard)]
    assert () == table.now.declared == table.known(ONE).declared


def test_what_is_declared_is_offered_to_the_referee():
    """As a command it can be carried out or let go; in mere words only let go; what has become impossible says why."""
    table = _table()
    table.do(Declare(MAUD, "I listen", _as_command(Listen(MAUD, OAK))), seat=ONE)
    table.do(Declare(ULF, "I wait"), seat=TWO)

    def carried_out(seat: SeatId) -> list[tuple[str, list[str]]]:
        found = (offer for offer in offers(table.known(seat), seat) if isinstance(offer.command, CarryOut))
        return [(each.label, [why.code for why in each.refused]) for each in found]

    assert [("Maud: carry out “I listen”", [])] == carried_out(REFEREE)
    assert [] == carried_out(ONE)
    table.do(LeaveSite(MAIN))
    assert [("Maud: carry out “I listen”", ["not_exploring", "no_door"])] == carried_out(REFEREE)


def test_declaring_is_always_taken_also_while_dice_are_wanted():
    """Refusing would tell that something waits; carrying out is for later."""
    table = _table(typed=True)
    table.do(MakeRuling(Trial(MAIN, "leap", PlainDice("1d6", 3), (ULF,))))
    assert table.now.wanted
    table.do(Declare(MAUD, "I listen", _as_command(Listen(MAUD, OAK))), seat=ONE)
    table.do(WriteNote("later"))

    assert ["dice_wanted"] == [why.code for why in table.why_not(CarryOut(MAUD))]
    assert [_as_command(Listen(MAUD, OAK))] == [declaration.command for declaration in table.now.declared]


def test_what_is_carried_out_waits_for_its_dice_like_any_command():
    """Maud types her own; until then it stays declared."""
    table = _table(typed=True)
    table.do(Declare(MAUD, "I listen", _as_command(Listen(MAUD, OAK))), seat=ONE)
    table.do(CarryOut(MAUD))
    waiting = (table.now.declared, [asked.seat for wanted in table.now.wanted.values() for asked in wanted.questions])
    table.do(WriteNote("now"), 6, 6)

    assert (1, [ONE]) == (len(waiting[0]), waiting[1])
    assert ((), {}) == (table.now.declared, table.now.wanted)


@pytest.mark.parametrize(
    "command, code",
    [
        ({"kind": "fly"}, "unreadable"),
        ({"kind": "whisper", "seat": "one", "to": "two", "text": "x"}, "no_deed"),
        ({"kind": "withdraw", "wanted": "x"}, "no_deed"),
        ({"kind": "end_step", "group": "party"}, "referee_only"),
        ({"kind": "light", "who": "ulf", "thing": "torches"}, "not_yours"),
    ],
)
def test_what_cannot_be_declared(command, code):
    """Only what the player could ask for themselves."""
    assert code == _table().why_not(Declare(MAUD, "x", command), ONE)[0].code


def test_the_referee_shows_what_was_hidden():
    """A feature with its door, a trap, an obstacle, the secret of a zone, a note; to the group alone."""
    table = _table()
    table.do(WriteNote("The bishop lies."))
    table.do(Reveal(MAIN, FeatureId("slide"), BLADE, RUBBLE, HALL, 0))
    seen = table.known(ONE).seen[CRYPT]

    assert table.now.sites[CRYPT].features[FeatureId("slide")].found
    assert {"oak", "slab"} == set(seen.doors)
    assert ([BLADE], [RUBBLE]) == (list(seen.traps), list(seen.obstacles))
    assert (Clue(HALL, "The third flagstone is hollow."),) == seen.clues
    assert [TextShown(MAIN, "The bishop lies.")] == of((told.event for told in table.heard[TWO]), TextShown)


def test_text_is_read_out_to_a_group():
    """Wherever it is."""
    table = _table(inside=False)
    table.do(ShowText(MAIN, "You hear bells."))

    assert [TextShown(MAIN, "You hear bells.")] == of((told.event for told in table.heard[ONE]), TextShown)


@pytest.mark.parametrize(
    "command, seat, codes",
    [
        (WriteNote("x", seat=TWO), ONE, ["not_yours"]),
        (WriteNote("x", to=(SeatId("nine"),)), REFEREE, ["no_seat"]),
        (Whisper(TWO, ONE, "x"), ONE, ["not_yours"]),
        (Whisper(ONE, SeatId("nine"), "x"), ONE, ["no_seat"]),
        (Declare(ULF, "x"), ONE, ["not_yours"]),
        (DropDeclaration(MAUD), ONE, ["not_declared"]),
        (CarryOut(MAUD), REFEREE, ["not_declared"]),
        (CarryOut(MAUD), ONE, ["referee_only", "not_declared"]),
        (ShowText(GroupId("x"), "x"), REFEREE, ["no_group"]),
        (Reveal(MAIN), REFEREE, ["nothing_named"]),
        (Reveal(MAIN, trap=TrapId("x")), REFEREE, ["not_there"]),
        (Reveal(MAIN, zone=ZoneId("x")), REFEREE, ["not_there"]),
        (Reveal(MAIN, note=0), REFEREE, ["no_note"]),
        (Reveal(GroupId("x"), note=0), REFEREE, ["no_group"]),
        (Reveal(MAIN, trap=BLADE), ONE, ["referee_only", "not_exploring"]),
    ],
)
def test_refused(command, seat, codes):
    """Each reason has its code."""
    assert codes == [why.code for why in _table().why_not(command, seat)]


def test_what_was_declared_can_be_let_go_by_offer():
    """By its player and by the referee, not by others."""
    table = _table()
    table.do(Declare(MAUD, "I wait"), seat=ONE)

    def offered(seat):
        return [
            offer.command for offer in offers(table.known(seat), seat) if isinstance(offer.command, DropDeclaration)
        ]

    assert ([DropDeclaration(MAUD)], [], [DropDeclaration(MAUD)]) == (offered(ONE), offered(TWO), offered(REFEREE))
