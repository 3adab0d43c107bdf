"""A file of commands: one a line, `#` for comments, every die written down.

    as isolde                     act and see as a seat, or as the one that plays a character
    search maud : 3 4             a command and all the dice that fall for it, whoever throws them
    search maud : ? *             ? is a die that the server rolls, * all that are left; choices are then declined
    expect refused done_this_turn the line before was refused, for this reason among others
    expect says the oak door      the line before was told with these words in it
    undo, redo, overrule ...      as at the prompt; so are offers, show, log, why and help
    snapshot here                 remember how things stand for everybody
    same here                     they stand just so again

Dice that are missing or left over, a refusal that nobody expected, and a state that is another end the script, and
name the line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct

from undercroft.faces.terminal.choosing import declined
from undercroft.faces.terminal.explaining import help_lines, refusal, why_lines
from undercroft.faces.terminal.lines import Typed, typed
from undercroft.faces.terminal.looking import look_lines, shown
from undercroft.faces.terminal.offering import offer_lines
from undercroft.faces.terminal.session import LAST, Session
from undercroft.interpret.ask import prompt
from undercroft.kernel.dice import Choice, dice_in
from undercroft.kernel.faults import BadInput, NotFound, RuleInputError, UndercroftError
from undercroft.server.commands import Undo
from undercroft.store.faults import Integrity
from undercroft.table.campaign import Asked, Wanted
from undercroft.table.dice import Answer, RollRest, Withdraw
from undercroft.table.rooms import Command, Reason

Say = Callable[[str], None]


class Ended(Struct, frozen=True):
    """How a script ended: how many lines were run, and the refusal that ended it, if one did."""

    lines: int
    refused: str = ""


class Script:
    """Runs lines at a table, dice and all."""

    def __init__(self, session: Session, say: Say) -> None:
        self._session = session
        self._say = say
        self._states: dict[str, str] = {}
        self._refused: tuple[Reason, ...] = ()
        self._said: list[str] = []
        self._waited: frozenset[str] = frozenset()
        """What waited for dice before the line."""
        self._words: Mapping[str, Callable[[Typed], None]] = {
            "as": self._as,
            "expect": self._expect,
            "snapshot": self._snapshot,
            "same": self._same,
            "look": lambda _: self._print(look_lines(session.known, session.seat)),
            "show": lambda line: self._print(shown(session.known, session.seat, line.words[1:])),
            "offers": lambda line: self._print(offer_lines(session.offers, session.known, line.words[1:])),
            "log": lambda _: self._print(session.log(LAST)),
            "why": lambda _: self._print(why_lines(session.last_act())),
            "help": lambda line: self._print(help_lines(*line.words[1:2])),
        }

    def run(self, lines: Iterable[str]) -> Ended:
        """Run every line; a fault names the one it is in."""
        number, refused_in = 0, 0
        for number, line in enumerate(lines, 1):
            text = line.strip()
            if not text or text.startswith("#"):
                continue
            if self._refused and not text.startswith("expect"):
                return Ended(refused_in, f"line {refused_in}: {self._reasons()}")
            self._say(f"> {text}")
            try:
                self._run(typed(text))
            except UndercroftError as fault:
                raise _at(number, fault) from None
            refused_in = number
        if self._refused:
            return Ended(number, f"line {refused_in}: {self._reasons()}")
        return Ended(number)

    def _reasons(self) -> str:
        codes = ", ".join(reason.code for reason in self._refused)
        return f"{codes}: {refusal(self._refused)}"

    def _run(self, line: Typed) -> None:
        word = self._words.get(line.first)
        if word is not None:
            if line.dice or line.rest:
                raise BadInput("dice_left_over", f"“{line.first}” throws no dice", "leave them out")
            word(line)
            return
        session = self._session
        cursor, self._waited = session.table.cursor(session.seat), frozenset(session.table.now.wanted)
        self._refused = session.act(session.command(line), by_hand=True)
        if self._refused:
            if line.dice:
                raise BadInput("dice_left_over", f"it is refused: {self._reasons()}", "leave the dice out")
            self._say(f"refused: {self._reasons()}")
            return
        self._throw(line)
        self._said = session.words_since(cursor)
        self._print(self._said)

    def _throw(self, line: Typed) -> None:
        """Answer all that is asked with the dice of the line, and have none left."""
        left = list(line.dice)
        try:
            while wanted := next(self._waiting(), None):
                left = self._answered(wanted, left, line)
            if left:
                shown = " ".join("?" if die is None else str(die) for die in left)
                raise BadInput("dice_left_over", f"nothing asks for {shown}", "leave it out")
        except UndercroftError:
            self._call_off()
            raise

    def _answered(self, wanted: Wanted, left: list[int | str | None], line: Typed) -> list[int | str | None]:
        """Answer the first question with as many dice as it takes; the dice that are left."""
        asked = wanted.questions[0]
        least = 1 if isinstance(asked.question, Choice) else dice_in(asked.question.roll)
        for count in range(least, len(left) + 1):
            try:
                self._as_referee(Answer(wanted.id, asked.ruling, tuple(left[:count])))
            except RuleInputError as fault:
                if fault.code != "dice_missing" or count == len(left):
                    raise
            else:
                return left[count:]
        if not line.rest or left:
            raise _missing(asked)
        if isinstance(asked.question, Choice):
            self._as_referee(Answer(wanted.id, asked.ruling, (declined(asked.question),)))
        else:
            self._as_referee(RollRest(wanted.id))
        return left

    def _waiting(self) -> Iterator[Wanted]:
        """What nothing goes on without, and what this line has asked for."""
        wanted = tuple(self._session.table.now.wanted.values())
        return (one for one in wanted if one.blocks or one.id not in self._waited)

    def _as_referee(self, command: Command) -> None:
        """The referee may answer for anybody."""
        if why := self._session.act(command, as_referee=True, by_hand=True):
            raise BadInput(why[0].code, why[0].what)

    def _call_off(self) -> None:
        """Leave nothing waiting that this script cannot answer."""
        for wanted in self._waiting():
            if wanted.command is not None:
                follows = wanted.command["follows"]
                self._session.act(Undo() if follows else Withdraw(wanted.id), as_referee=True)

    def _print(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._say(f"  {line}" if line else "")

    def _as(self, line: Typed) -> None:
        self._session.sit(" ".join(line.words[1:]))

    def _expect(self, line: Typed) -> None:
        match line.words[1:]:
            case ("refused", code):
                codes = [reason.code for reason in self._refused]
                if code not in codes:
                    happened = f"it was refused for {', '.join(codes)}" if codes else "it was not refused"
                    raise BadInput("not_as_expected", f"refused for {code[:40]}? {happened}", "see what it says")
                self._refused = ()
            case ("says", *words) if words:
                wanted = " ".join(words)
                if not any(wanted in said for said in self._said):
                    raise BadInput("not_as_expected", f"nobody was told “{wanted[:60]}”", "see what it says")
            case _:
                raise BadInput("bad_line", "what is expected?", "write “expect refused CODE” or “expect says WORDS”")

    def _snapshot(self, line: Typed) -> None:
        self._states[_name(line)] = self._session.digest()

    def _same(self, line: Typed) -> None:
        name = _name(line)
        if name not in self._states:
            raise NotFound("no_such_snapshot", f"no snapshot “{name[:40]}” was taken", "take it first")
        if self._states[name] != self._session.digest():
            raise Integrity("", 0, f"things do not stand as in snapshot “{name[:40]}”", code="not_the_same")


def _name(line: Typed) -> str:
    if len(line.words) != 2:
        raise BadInput("bad_line", f"which one? “{line.first}” takes a name", f"write it like: {line.first} before")
    return line.words[1]


def _missing(asked: Asked) -> BadInput:
    what = f"{prompt(asked.question)} is not answered"
    return BadInput("dice_missing", what, "write the dice behind a colon, ? for one to roll, * for all that are left")


def _at(number: int, fault: UndercroftError) -> UndercroftError:
    """The fault, with the line it is in."""
    fault.what = f"line {number}: {fault.what}"
    return fault
