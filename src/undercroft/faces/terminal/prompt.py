"""The prompt: offers by number or in words, dice as they are asked for, odds before the roll."""

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from undercroft.faces.shared.one_line import one_line
from undercroft.faces.terminal.banner_lines import banner_lines
from undercroft.faces.terminal.choices import answers_to, declined, option_meant
from undercroft.faces.terminal.closer_look import look_lines, shown
from undercroft.faces.terminal.completion import completions
from undercroft.faces.terminal.console import LAST, Console
from undercroft.faces.terminal.drafted import drafted
from undercroft.faces.terminal.explanations import help_lines, odds_line, refusal, trial_odds, why_lines
from undercroft.faces.terminal.house_line import consequences
from undercroft.faces.terminal.offer_lines import offer_lines
from undercroft.faces.terminal.option_lines import option_lines
from undercroft.faces.terminal.ruling_line import RULING
from undercroft.faces.terminal.typed_command import offer_for
from undercroft.faces.terminal.typed_line import Typed, faces, typed, written
from undercroft.faces.views.overview.overview import overview
from undercroft.faces.views.seat_names import player_of
from undercroft.faces.views.short_names import capital
from undercroft.interpret.ask import prompt
from undercroft.kernel.dice import Choice, Question
from undercroft.kernel.faults import BadInput, RuleInputError, UndercroftError
from undercroft.server.commands import BY_TAG, Overrule, Redo, Undo
from undercroft.store.faults import StoreFault
from undercroft.table.engine.part import Command, Reason
from undercroft.table.engine.wanted_dice import Answer, RollRest, Withdraw
from undercroft.table.fight.choice_words import choice_words
from undercroft.table.rulings.rulings import MakeRuling
from undercroft.table.state.open_questions import OpenQuestion, Wanted
from undercroft.table.state.seats import REFEREE


class Prompt:
    """Asks for lines and shows their results. It decides nothing."""

    def __init__(self, session: Console) -> None:
        self._session = session
        self._completed: list[str] = []
        self._words: Mapping[str, Callable[[Typed], None]] = {
            "as": self._as,
            "draft": lambda _: _print(drafted(session.known, session.table.acts())),
            "help": lambda line: _print(help_lines(*line.words[1:2])),
            "log": lambda _: _print(session.log(LAST) or ["Nothing yet."]),
            "offers": lambda line: self._offers(line.words[1:]),
            "look": lambda _: _print(look_lines(session.known, session.seat)),
            **dict.fromkeys(
                ("show", "sheet"),
                lambda line: _print(shown(session.known, session.seat, line.words[1:], session.time_left)),
            ),
            "why": lambda _: _print(why_lines(session.last_act())),
        }

    def run(self) -> None:
        """Ask for lines until the player quits."""
        self._completing()
        _print(overview(self._session.known, self._session.seat, self._session.time_left))
        self._offers()
        while self._dice() and (text := self._next()) is not None:
            self._line(text)

    def _next(self) -> str | None:
        """The next line, asked for below what nobody may miss; None when the player quits."""
        _print(banner_lines(self._session.known, self._session.seat))
        return _asked(f"{self._session.title}> ")

    def _line(self, text: str) -> None:
        """Handle one line; a mistake is reported and play goes on. A fault of the store ends play."""
        try:
            if not text:
                self._offers()
            else:
                self._typed(typed(text))
        except StoreFault:
            raise
        except UndercroftError as fault:
            print(one_line(str(fault)))

    def _typed(self, line: Typed) -> None:
        word = self._words.get(line.first)
        if word is not None:
            word(line)
        else:
            self._act(self._session.command(line), line)

    def _act(self, command: Command, line: Typed) -> None:
        """Show the odds, submit the command with the dice of its line as one act, and show the result."""
        session = self._session
        if not self._agreed(command):
            print("  Nothing was changed.")
            return
        if line.dice:
            _refuse_left_over(session.rehearsal(), command, line)
        odds = self._odds(command)
        if odds:
            print(f"  odds: {one_line(odds)}")
        cursor = session.table.cursor(session.seat)
        why, fault = session.together(lambda tried: _given(tried, command, line))
        if why:
            print(f"  refused: {one_line(refusal(why))}")
        _print(session.words_since(cursor))
        if fault is not None:
            raise fault

    def _agreed(self, command: Command) -> bool:
        """Show what a change of the house rules does to everybody, and ask; anything else needs no asking."""
        changes = consequences(self._session.known, command)
        if not changes or any(command.why_not(self._session.known, self._session.seat)):
            return True
        _print(changes)
        return (_asked("Change the house rules? yes/no, Enter: no: ") or "").casefold() in ("y", "yes")

    def _odds(self, command: Command) -> str:
        """The exact odds of a command, by what the seat knows; empty if there are none."""
        if isinstance(command, MakeRuling):
            return trial_odds(self._session.known, command.trial)
        offer = offer_for(self._session.offers, command)
        return odds_line(offer) if offer is not None and not offer.refused else ""

    def _dice(self) -> bool:
        """Ask this seat's open questions one by one; False when the player quits."""
        told: Question | None = None
        while waiting := self._session.wanted():
            wanted, asked = waiting[0], waiting[0].questions[0]
            own = asked.seat == self._session.seat
            whose = "" if own else f", {player_of(self._session.known, asked.seat, asked.who)}"
            if asked.question != told:
                _print(banner_lines(self._session.known, self._session.seat))
                _print(option_lines(self._session.known, self._session.seat, asked))
            told = asked.question
            words = choice_words(self._session.known, asked)
            first = words.options[0] if words is not None else None
            enter = f", Enter: {first or declined(asked.question)}" if isinstance(asked.question, Choice) else ""
            put = f"{capital(words.title)} {' / '.join(words.options)}" if words is not None else ""
            asks = put or prompt(asked.question)
            text = _asked(f"{asks}{whose}{enter}: ")
            if text is None:
                return False
            if self._is_a_line(asked, text):
                self._line(text)
            else:
                self._answered(wanted, asked, text)
        return True

    def _option(self, asked: OpenQuestion, text: str) -> str | None:
        """The option of a choice that a text means; None if it means none."""
        words = choice_words(self._session.known, asked)
        shown = words.options if words is not None else ()
        return option_meant(asked.question, text, shown) if isinstance(asked.question, Choice) else None

    def _is_a_line(self, asked: OpenQuestion, text: str) -> bool:
        """Whether the line is something other than an answer, such as `show`, `as maud` or a note."""
        first = text.partition(" ")[0]
        if self._option(asked, text) is not None:
            return False
        return first in self._words or first == RULING or (first in BY_TAG and first != Withdraw.tag)

    def _answered(self, wanted: Wanted, asked: OpenQuestion, text: str) -> None:
        cursor = self._session.table.cursor(self._session.seat)
        try:
            why = self._session.act(self._answer(wanted, asked, text))
        except StoreFault:
            raise
        except UndercroftError as fault:
            print(one_line(str(fault)))
            return
        if why:
            print(f"  refused: {one_line(refusal(why))}")
        _print(self._session.words_since(cursor))

    def _answer(self, wanted: Wanted, asked: OpenQuestion, text: str) -> Command:
        """The typed answer to a question, as a command."""
        if text == Withdraw.tag:
            return Withdraw(wanted.id)
        if not text:
            return _left_open(self._session, wanted, asked)
        if isinstance(asked.question, Choice):
            return Answer(wanted.id, asked.ruling, (self._option(asked, text) or text,))
        return Answer(wanted.id, asked.ruling, faces(text))

    def _as(self, line: Typed) -> None:
        self._session.sit(" ".join(line.words[1:]))
        _print(overview(self._session.known, self._session.seat, self._session.time_left))

    def _offers(self, words: Sequence[str] = ()) -> None:
        offers = self._session.offers
        _print(offer_lines(offers, words) if offers else ["There is nothing to do now; “help” lists every command."])

    def _completing(self) -> None:
        """Complete words on the Tab key, if the terminal can."""
        with suppress(ImportError):
            import readline

            if sys.stdin is not None and sys.stdin.isatty():
                readline.set_completer(self._completion)
                readline.set_completer_delims(" ")
                readline.parse_and_bind("tab: complete")

    def _completion(self, text: str, state: int) -> str | None:
        """The next completion for Tab; the line is analysed once for each press."""
        if not state:
            import readline

            before = readline.get_line_buffer()[: readline.get_begidx()].split()
            own = (*self._words, Undo.tag, Redo.tag, Overrule.tag, RULING, "quit")
            self._completed = completions(self._session, own, before, text)
        if state >= len(self._completed):
            return None
        word = self._completed[state]
        return word if word.endswith("=") else f"{word} "


def _refuse_left_over(tried: Console, command: Command, line: Typed) -> None:
    """Refuse a line with more dice than its command asks for, before anything has happened."""
    if not tried.act(command, by_hand=True):
        left: list[int | str | None] = []
        with suppress(RuleInputError):  # a wrong face is asked for again
            left, _ = _thrown(tried, line)
        if left:
            raise BadInput("dice_left_over", f"nothing asks for {written(left)}, so nothing was done", "leave it out")


def _given(session: Console, command: Command, line: Typed) -> tuple[tuple[Reason, ...], RuleInputError | None]:
    """Give a command, and answer with the dice of its line; a wrong face is asked for again."""
    if why := session.act(command, by_hand=bool(line.dice)):
        return why, None
    try:
        return _thrown(session, line)[1], None
    except RuleInputError as fault:
        return (), fault


def _thrown(session: Console, line: Typed) -> tuple[list[int | str | None], tuple[Reason, ...]]:
    """Answer with the dice of the line, as far as they go; then, if the line says so, let the server roll.

    Returns the dice that nothing asks for, and the reasons if an answer is refused.
    """
    left = list(line.dice)
    while (left or line.rest) and (waiting := session.wanted()):
        wanted, asked = waiting[0], waiting[0].questions[0]
        count = answers_to(asked.question)
        thrown, left = tuple(left[:count]), left[count:]
        answer = Answer(wanted.id, asked.ruling, thrown) if thrown else _left_open(session, wanted, asked)
        if why := session.act(answer, by_hand=bool(left)):
            return [], why
    return left, ()


def _left_open(session: Console, wanted: Wanted, asked: OpenQuestion) -> Command:
    """The server rolls; a choice is declined."""
    if isinstance(asked.question, Choice):
        return Answer(wanted.id, asked.ruling, (declined(asked.question),))
    if session.seat == REFEREE:
        return RollRest(wanted.id)
    return Answer(wanted.id, asked.ruling, (None,) * answers_to(asked.question))


def _asked(question: str) -> str | None:
    """The typed line; None when the player quits."""
    try:
        text = input(one_line(question)).strip()
    except EOFError:
        print()
        return None
    return None if text in ("quit", "exit") else text


def _print(lines: list[str]) -> None:
    for line in lines:
        print(f"  {one_line(line)}" if line else "")
