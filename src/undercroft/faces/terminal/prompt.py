"""The prompt: offers by number or in words, dice as they are asked for, odds before they fall."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress

from undercroft.faces.cli.errors import one_line
from undercroft.faces.overview import overview
from undercroft.faces.seating import title_of
from undercroft.faces.terminal.explaining import help_lines, odds_line, offer_lines, refusal, why_lines
from undercroft.faces.terminal.lines import Typed, faces, typed
from undercroft.faces.terminal.matching import offer_for, words_of
from undercroft.faces.terminal.session import Session
from undercroft.interpret.ask import prompt
from undercroft.kernel.dice import Choice, dice_in
from undercroft.kernel.faults import UndercroftError
from undercroft.server.commands import BY_TAG
from undercroft.store.faults import StoreFault
from undercroft.table.campaign import Asked, Wanted
from undercroft.table.dice import Answer, RollRest, Withdraw
from undercroft.table.rooms import Command
from undercroft.table.seats import REFEREE

LAST = 20
"""So many lines of the log are shown."""


class Prompt:
    """Asks, and shows what comes of it. It decides nothing."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._words: Mapping[str, Callable[[Typed], None]] = {
            "as": self._as,
            "help": lambda line: _print(help_lines(*line.words[1:2])),
            "log": lambda _: _print(session.log(LAST) or ["Nothing yet."]),
            "offers": lambda _: self._offers(),
            "show": lambda _: _print(overview(session.known, session.seat)),
            "why": lambda _: _print(why_lines(session.last_act())),
        }

    def run(self) -> None:
        """Ask until somebody has had enough."""
        self._completing()
        self._begin()
        while True:
            self._dice()
            try:
                text = input(f"{one_line(self._session.title)}> ").strip()
            except EOFError:
                print()
                return
            if text in ("quit", "exit"):
                return
            self._line(text)

    def _begin(self) -> None:
        _print(overview(self._session.known, self._session.seat))
        self._offers()

    def _line(self, text: str) -> None:
        """One line; what is wrong with it is said, and play goes on. A fault of the store ends it."""
        try:
            if not text:
                self._offers()
            elif text.isdigit():
                self._take(int(text))
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

    def _take(self, number: int) -> None:
        offers = self._session.offers
        if 0 < number <= len(offers):
            self._act(offers[number - 1].command, Typed((), {}))
        else:
            print(f"There are {len(offers)} offers; Enter lists them.")

    def _act(self, command: Command, line: Typed) -> None:
        """Show the odds, ask the table, show what is told; dice that stand in the line are the first to fall."""
        session = self._session
        offer = offer_for(session.offers, command)
        odds = odds_line(offer, session.known) if offer is not None and not offer.refused else ""
        if odds:
            print(f"  odds: {one_line(odds)}")
        cursor = session.table.cursor(session.seat)
        by_hand = bool(line.dice)
        why = session.act(command, by_hand=by_hand)
        if why:
            print(f"  refused: {one_line(refusal(why))}")
            return
        if by_hand:
            self._throw(line)
        self._heard(cursor)

    def _heard(self, cursor: str) -> None:
        _print(self._session.words_since(cursor))

    def _throw(self, line: Typed) -> None:
        """Answer with the dice of the line, as far as they go."""
        left = list(line.dice)
        while left and (waiting := self._session.wanted()):
            asked = waiting[0].questions[0]
            count = 1 if isinstance(asked.question, Choice) else dice_in(asked.question.roll)
            self._session.act(Answer(waiting[0].id, asked.ruling, tuple(left[:count])), by_hand=True)
            left = left[count:]
        if left:
            print(f"  nothing asks for {' '.join('?' if die is None else str(die) for die in left)}")

    def _dice(self) -> None:
        """Ask for what is wanted of this seat, question by question."""
        while waiting := self._session.wanted():
            wanted, asked = waiting[0], waiting[0].questions[0]
            whose = "" if asked.seat == self._session.seat else f", {title_of(self._session.known, asked.seat)}"
            try:
                text = input(f"{one_line(prompt(asked.question) + whose)}: ").strip()
            except EOFError:
                return
            cursor = self._session.table.cursor(self._session.seat)
            try:
                why = self._session.act(self._answer(wanted, asked, text))
            except StoreFault:
                raise
            except UndercroftError as fault:
                print(one_line(str(fault)))
                continue
            if why:
                print(f"  refused: {one_line(refusal(why))}")
            self._heard(cursor)

    def _answer(self, wanted: Wanted, asked: Asked, text: str) -> Command:
        """What was typed for a question, as a command."""
        if text == "withdraw":
            return Withdraw(wanted.id)
        if text or isinstance(asked.question, Choice):
            return Answer(wanted.id, asked.ruling, faces(text))
        if self._session.seat == REFEREE:
            return RollRest(wanted.id)
        return Answer(wanted.id, asked.ruling, (None,) * dice_in(asked.question.roll))

    def _as(self, line: Typed) -> None:
        self._session.sit(" ".join(line.words[1:]))
        _print(overview(self._session.known, self._session.seat))

    def _offers(self) -> None:
        offers = self._session.offers
        _print(offer_lines(offers, self._session.known) if offers else ["Nothing is offered; “help” says what else."])

    def _completing(self) -> None:
        """Complete words on the Tab key, where the terminal can."""
        with suppress(ImportError):
            import readline

            if sys.stdin is not None and sys.stdin.isatty():
                readline.set_completer(self._completion)
                readline.set_completer_delims(" ")
                readline.parse_and_bind("tab: complete")

    def _completion(self, text: str, state: int) -> str | None:
        offered = (word for offer in self._session.offers for word in words_of(offer))
        words = sorted({*offered, *BY_TAG, *self._words, "undo", "redo", "overrule", "quit"})
        fitting = [word for word in words if word.startswith(text.casefold())]
        return f"{fitting[state]} " if state < len(fitting) else None


def _print(lines: list[str]) -> None:
    for line in lines:
        print(f"  {one_line(line)}" if line else "")
