"""A file of commands: one a line, `#` for comments, every die written down.

    as isolde                     act and see as a seat, or as the seat that plays a character
    search maud : 3 4             a command and all its dice, from every seat
    search maud : ? *             ? is a die that the server rolls, * all that are left; choices are then declined
    expect refused done_this_turn the line before was refused, for this reason among others
    expect says the oak door      the result of the line before contains these words
    undo, redo, overrule ...      as at the prompt; so are offers, show, log, why and help
    snapshot here                 remember the whole state
    same here                     the state is the same again

Missing or unused dice, an unexpected refusal and a different state end the script; the fault names the line, and
nothing of that line has happened: each command is written together with its dice.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct

from undercroft.faces.terminal.choices import answers_to, declined
from undercroft.faces.terminal.closer_look import look_lines, shown
from undercroft.faces.terminal.console import LAST, Console
from undercroft.faces.terminal.drafted import drafted
from undercroft.faces.terminal.explanations import help_lines, refusal, why_lines
from undercroft.faces.terminal.offer_lines import offer_lines
from undercroft.faces.terminal.typed_line import Typed, typed, written
from undercroft.interpret.ask import unanswered
from undercroft.kernel.dice import Choice
from undercroft.kernel.faults import BadInput, NotFound, RuleInputError, UndercroftError
from undercroft.store.faults import Integrity
from undercroft.table.engine.part import Command, Reason
from undercroft.table.engine.wanted_dice import Answer, RollRest
from undercroft.table.state.open_questions import OpenQuestion, Wanted

Say = Callable[[str], None]


class ScriptEnd(Struct, frozen=True):
    """How a script ended: the number of lines run, and the refusal that ended it, if any."""

    lines: int
    refused: str = ""


class CommandFile:
    """Runs lines at a table, with their dice."""

    def __init__(self, session: Console, say: Say, *, proven: bool = False) -> None:
        """Of a `proven` script no line goes wrong, so that each part of a line may be written by itself."""
        self._session = session
        self._proven = proven
        self._say = say
        self._states: dict[str, str] = {}
        self._refused: tuple[Reason, ...] = ()
        self._said: list[str] = []
        self._words: Mapping[str, Callable[[Typed], None]] = {
            "as": self._as,
            "expect": self._expect,
            "snapshot": self._snapshot,
            "same": self._same,
            "look": lambda _: self._print(look_lines(session.known, session.seat)),
            **dict.fromkeys(
                ("show", "sheet"),
                lambda line: self._print(shown(session.known, session.seat, line.words[1:], session.time_left)),
            ),
            "offers": lambda line: self._print(offer_lines(session.offers, line.words[1:])),
            "log": lambda _: self._print(session.log(LAST)),
            "why": lambda _: self._print(why_lines(session.last_act())),
            "help": lambda line: self._print(help_lines(*line.words[1:2])),
            "draft": lambda _: self._print(drafted(session.known, session.table.acts())),
        }

    def run(self, lines: Iterable[str]) -> ScriptEnd:
        """Run every line; a fault names its line."""
        number, refused_in = 0, 0
        for number, line in enumerate(lines, 1):
            text = line.strip()
            if not text or text.startswith("#"):
                continue
            if self._refused and not text.startswith("expect"):
                return ScriptEnd(refused_in, f"line {refused_in}: {self._reasons()}")
            self._say(f"> {text}")
            try:
                self._run(typed(text))
            except UndercroftError as fault:
                fault.what = f"line {number}: {fault.what}"
                raise
            refused_in = number
        if self._refused:
            return ScriptEnd(number, f"line {refused_in}: {self._reasons()}")
        return ScriptEnd(number)

    def _reasons(self) -> str:
        codes = ", ".join(reason.code for reason in self._refused)
        return f"{codes}: {refusal(self._refused)}"

    def _run(self, line: Typed) -> None:
        word = self._words.get(line.first)
        if word is not None:
            if line.dice or line.rest:
                raise BadInput("dice_left_over", f"“{line.first}” rolls no dice", "leave them out")
            word(line)
            return
        session = self._session
        cursor, command = session.table.cursor(session.seat), session.command(line)
        if self._proven:
            self._refused = _given(session, command, line)
        else:
            self._refused = session.together(lambda tried: _given(tried, command, line))
        if self._refused:
            if line.dice:
                raise BadInput("dice_left_over", f"it is refused: {self._reasons()}", "leave the dice out")
            self._say(f"refused: {self._reasons()}")
            return
        self._said = session.words_since(cursor)
        self._print(self._said)

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
                    raise BadInput("not_as_expected", f"refused for {code[:40]}? {happened}", "see its output")
                self._refused = ()
            case ("says", *words) if words:
                wanted = " ".join(words)
                if not any(wanted in said for said in self._said):
                    raise BadInput("not_as_expected", f"the line before did not say “{wanted[:60]}”", "see its output")
            case _:
                raise BadInput("bad_line", "what is expected?", "write “expect refused CODE” or “expect says WORDS”")

    def _snapshot(self, line: Typed) -> None:
        self._states[_name(line)] = self._session.digest()

    def _same(self, line: Typed) -> None:
        name = _name(line)
        if name not in self._states:
            raise NotFound("no_such_snapshot", f"no snapshot “{name[:40]}” was taken", "take it first")
        if self._states[name] != self._session.digest():
            raise Integrity("", 0, f"the state differs from snapshot “{name[:40]}”", code="not_the_same")


def _given(session: Console, command: Command, line: Typed) -> tuple[Reason, ...]:
    """Give a command, and answer every question it raises with the dice of the line, with none left over."""
    before, left = frozenset(session.table.now.wanted), list(line.dice)
    if refused := session.act(command, by_hand=True):
        return refused
    while wanted := next(_waiting(session, before), None):
        left = _answered(session, wanted, left, rest=line.rest)
    if left:
        raise BadInput("dice_left_over", f"nothing asks for {written(left)}", "leave it out")
    return ()


def _waiting(session: Console, before: frozenset[str]) -> Iterator[Wanted]:
    """The questions that block play, and those that were not open before."""
    wanted = tuple(session.table.now.wanted.values())
    return (question for question in wanted if question.blocks or question.id not in before)


def _answered(session: Console, wanted: Wanted, left: list[int | str | None], *, rest: bool) -> list[int | str | None]:
    """Answer the first question with as many dice as it takes, and return the remaining dice."""
    asked = wanted.questions[0]
    for count in range(answers_to(asked.question), len(left) + 1):
        try:
            _as_referee(session, Answer(wanted.id, asked.ruling, tuple(left[:count])))
        except RuleInputError as fault:
            if fault.code != "dice_missing" or count == len(left):
                raise
        else:
            return left[count:]
    if not rest or left:
        raise _missing(asked)
    if isinstance(asked.question, Choice):
        _as_referee(session, Answer(wanted.id, asked.ruling, (declined(asked.question),)))
    else:
        _as_referee(session, RollRest(wanted.id))
    return left


def _as_referee(session: Console, command: Command) -> None:
    """Submit a command as the referee, who may answer for any player."""
    if why := session.act(command, as_referee=True, by_hand=True):
        raise BadInput(why[0].code, why[0].what)


def _name(line: Typed) -> str:
    if len(line.words) != 2:
        raise BadInput("bad_line", f"which one? “{line.first}” takes a name", f"write it like: {line.first} before")
    return line.words[1]


def _missing(asked: OpenQuestion) -> BadInput:
    fix = "write the dice after a colon, ? for one to roll, * for all that are left"
    return BadInput("dice_missing", unanswered(asked.question), fix)
