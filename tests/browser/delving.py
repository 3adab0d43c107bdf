"""Plays the script of a delve on the pages of the live table: every line by the control that a person would use."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, TypeAlias

from playwright.sync_api import Locator, Page, expect

from tests.browser.browsing import PATIENCE, QUIET_PLACE
from tests.browser.filling import Filling, unfold
from tests.browser.hands import Hands
from tests.browser.tabling import Hall
from tests.figures import BY_HAND, SOAK
from undercroft.faces.terminal.command_file import CommandFile
from undercroft.faces.terminal.console import Console
from undercroft.faces.terminal.typed_line import Typed, typed
from undercroft.faces.views.seat_names import seat_named
from undercroft.kernel import wire
from undercroft.kernel.units import SeatId
from undercroft.table.engine.part import Command
from undercroft.table.engine.wanted_dice import UseDice
from undercroft.table.fight.attack import Attack
from undercroft.table.fight.weapons import weapons_of
from undercroft.table.refusals import refusals
from undercroft.table.state.house_choices import choices, value_of
from undercroft.table.state.ids import PersonId
from undercroft.table.state.seats import REFEREE, Throwing

Dice: TypeAlias = list[int | str | None]
Kind: TypeAlias = tuple[str, bool]
"""The first word of a line, and whether the referee plays it."""
MANY = 4
"""So many lines that are typed one after the other make it worth while to leave the table and open it again."""
PAGELESS = frozenset({"snapshot", "same"})
OF_A_PAGE = frozenset({"expect", "why"})
"""Lines of a script that give no command: without a page, and with one."""
OF_THE_EVENING = frozenset({"begin_evening", "arrive", "step_away", "end_evening"})
"""What the page of the session is for."""
COMES = """([there, patience]) => new Promise((done) => {
  const until = Date.now() + patience;
  const look = () => {
    if (document.querySelector(there)) done(true);
    else if (Date.now() > until) done(false);
    else setTimeout(look, 10);
  };
  look();
})"""
BARE = "each => each.cloneNode(false).outerHTML"


class Sitting:
    """Someone before a page of the table, and what they do with their hands."""

    def __init__(self, hall: Hall, seat: SeatId, hands: Hands, listed: set[str]) -> None:
        self.hall = hall
        self.seat = seat
        self.hands = hands
        self.listed = listed
        """Commands that were taken from the list of all, for want of anything nearer."""
        self.page: Page = hands.page
        self._is_away = False

    def looks_away(self) -> None:
        """Leave the table for a while, so that the page need not follow."""
        self._is_away = True
        self.page.goto(QUIET_PLACE)

    def settled(self) -> None:
        """Wait until the page shows all that the seat was told."""
        if self._is_away:
            self._is_away = False
            self.page.goto(f"/t/{self.hall.id}")
        cursor = self.hall.table.cursor(self.seat)
        self._comes(f'main[data-cursor="{cursor}"]:not([aria-busy])')

    def _comes(self, there: str) -> None:
        """Wait until there is such a thing on the page, looking often."""
        found = self.page.evaluate(COMES, [there, PATIENCE])
        assert found, f"{there} never came; there is {self.page.locator('main').evaluate(BARE)}"

    def sends(self, control: Callable[[], None]) -> None:
        """Do something that gives a command, and wait for what comes of it."""
        with self.page.expect_response("**/commands") as answer:
            control()
        assert answer.value.ok, answer.value.text()
        assert "refused" not in answer.value.json(), answer.value.text()
        self.settled()

    def fetches(self, control: Callable[[], None]) -> None:
        """Do something after which panels are fetched again."""
        with self.page.expect_response("**/panels/*"):
            control()
        self._comes("main:not([aria-busy])")

    def give(self, command: Command, dice: Dice) -> Dice:
        """Give a command by its button, from the list of all, or by its form; the dice that are left."""
        plain = wire.plain(command)
        if isinstance(command, Attack) and dice and self.page.locator("main[data-screen=fight]").count():
            return self._strike(command, dice)
        button = self._button(plain)
        if button is not None:
            unfold(self.hands, button)
            self.sends(partial(self._sure, partial(self.hands.press, button)))
        elif self.hands.by_list and self._offered(plain):
            self._open_list()
            self.sends(partial(self._sure, partial(self._take, self.shown("data-command", plain, "#sheet"))))
        else:
            self._open_form(str(plain["kind"]))
            Filling(self.hands).all_of(plain)
            self.sends(partial(self.hands.press, self.page.locator("#sheet .panel-foot .btn-primary")))
        return dice

    def _sure(self, control: Callable[[], None]) -> None:
        """Do it, and say so again if the page asks first."""
        control()
        again = self.page.locator("#sheet[open] [data-asked]")
        if again.count():
            self.hands.press(again)

    def _strike(self, blow: Attack, dice: Dice) -> Dice:
        """Look at the person who strikes, aim at the foe, take the weapon, and lay the d20 down for the blow."""
        self.look_at(blow.who)
        self._picks(f'.fighter [data-pick=foe][data-value="{blow.foe}"]:not([aria-current])')
        weapons = [each.thing for each in weapons_of(self.hall.table.now, blow.who)]
        place = weapons.index(blow.weapon)
        self._picks(f'[data-pick=weapon][data-value="{place}"][aria-pressed=false]')
        pad = self.page.locator("[data-pad]")
        shown = json.loads(pad.get_attribute("data-pad") or "")
        assert (blow.who, blow.foe, blow.weapon) == (shown["who"], shown["foe"], shown["weapon"])
        self.sends(lambda: self.hands.strike(pad, int(str(dice[0]))))
        return dice[1:]

    def _picks(self, choice: str) -> None:
        """Make a choice on the screen that is not made yet."""
        if self.page.locator(choice).count():
            self.fetches(lambda: self.hands.press(self.page.locator(choice).first))

    def _button(self, plain: Mapping[str, Any]) -> Locator | None:
        """The button that gives just this command: within reach, or after looking at the person it is about."""
        found = self.shown("data-command", plain)
        if found is not None and self.hands.near(found):
            return found
        if self.hands.by_list:
            return None if self._offered(plain) else found
        self.look_at_group(plain)
        self._points_at(plain.get("hex") or plain.get("destination"))
        found = self.shown("data-command", plain)
        if found is None:
            self.look_at(_first(plain.get("who")))
        return found or self.shown("data-command", plain)

    def _offered(self, plain: Mapping[str, Any]) -> bool:
        return any(plain == wire.plain(offer.command) for offer in self.hall.table.offers(self.seat))

    def _open_list(self) -> None:
        with self.page.expect_response("**/t/*/commands?*"):
            self.hands.press(self.page.locator("[data-palette]"))
        self.page.locator("#sheet[open] input[type=search]").wait_for()

    def _take(self, line: Locator | None) -> None:
        """Search the list for a line by as few words as find it, and take it."""
        assert line is not None
        texts = self.page.locator("#sheet li").evaluate_all("all => all.map(each => each.textContent.toLowerCase())")
        words = line.inner_text().lower().split() if line.is_visible() else (line.text_content() or "").lower().split()
        number = int(line.evaluate("each => [...document.querySelectorAll('#sheet li')].indexOf(each.closest('li'))"))
        for many in range(1, len(words) + 1):
            left = [each for each, text in enumerate(texts) if all(word in text for word in words[:many])]
            if left[0] == number or many == len(words):
                self.hands.write(self.page.locator("#sheet input[type=search]"), " ".join(words[:many]))
                return self.hands.take(line, left.index(number))

    def _open_form(self, tag: str) -> None:
        """Open the form of a command, by a button of its own or from the list of all."""
        near = [control for control in self.page.locator(f"main [data-form={tag}]").all() if self.hands.near(control)]
        if not near:
            self.listed.add(tag)
            self._open_list()
        with self.page.expect_response(f"**/forms/{tag}?*"):
            if near:
                unfold(self.hands, near[0])
                self.hands.press(near[0])
            else:
                self._take(self.page.locator(f"#sheet [data-form={tag}]"))
        self.page.locator(f"#sheet[open] [data-command-form={tag}]").wait_for()

    def shown(self, attribute: str, plain: Mapping[str, Any], within: str = "body") -> Locator | None:
        """The control that has just this in an attribute."""
        every = self.page.locator(f"{within} [{attribute}]")
        texts = every.evaluate_all(f"all => all.map(each => each.getAttribute('{attribute}'))")
        same = [every.nth(number) for number, text in enumerate(texts) if json.loads(text) == plain]
        return next((each for each in same if each.is_visible()), same[0] if same else None)

    def look_at_group(self, plain: Mapping[str, Any]) -> None:
        """Look at the group that a command names, or at the one of the person it names."""
        now = self.hall.table.known(self.seat)
        who = _first(plain.get("who"))
        of = now.group_of(PersonId(who)) if who is not None else now.groups.get(plain.get("group", ""))
        chip = self.page.locator(f'[data-group="{of.id}"]:not([aria-current])') if of is not None else None
        if chip is not None and chip.count():
            self.fetches(lambda: self.hands.press(chip.first))

    def _points_at(self, hex: str | None) -> None:
        """Pick a hex on the map of the country."""
        place = self.page.locator(f'[data-hexes]:not([data-goal="{hex}"]) [data-hex="{hex}"][data-pick]')
        if hex and place.count():
            self.fetches(lambda: self.hands.press(place))

    def look_at(self, who: str | None) -> None:
        """Look at someone, and at what they can do."""
        if who is None:
            return
        if self.seat == REFEREE:
            person = self.page.locator(f'[data-person="{who}"]:not(.is-chosen)')
            if person.count():
                self.fetches(lambda: self.hands.choose(person))
        elif (other := self.page.locator(f'#panel-me [data-choose="{who}"]')).count():
            self.fetches(lambda: self.hands.press(other))

    def asks_why(self) -> None:
        """Read how the last ruling in the log came about, and put it away."""
        self.hands.press(self.page.locator("#panel-log [data-why]").first)
        expect(self.page.locator("#sheet[open]")).to_be_visible()
        self.hands.press(self.page.locator("#sheet [data-close]").first)

    def throw(self, faces: Dice) -> Dice:
        """Answer the first question on the page with as many dice as it takes; the dice that are left."""
        form = self.page.locator("form[data-answer]").first
        dice = form.locator("[data-die]")
        if not dice.count():
            self.sends(lambda: self.hands.press(form.locator(f'[data-option="{faces[0]}"]')))
            return faces[1:]
        many = dice.count()
        self.sends(lambda: self.hands.lay(form, [int(str(face)) for face in faces[:many]]))
        return faces[many:]


def _first(who: str | list[str] | None) -> str | None:
    """The person a command names, or the first of those it names."""
    return (who[0] if who else None) if isinstance(who, list) else who


def _kind(tag: str, seat: SeatId) -> Kind:
    return tag, seat == REFEREE


class Delver:
    """Reads the lines of a script and has the seats they are for play them.

    Each kind of act is done by hand as often as `BY_HAND` says, by the referee and by a player, who all have the same
    pages; later ones are typed at the prompt, and so is what `elsewhere` another script does by the same hands.
    """

    def __init__(self, hall: Hall, hands: Callable[[Page], Hands], elsewhere: Iterable[str] = ()) -> None:
        self.hall = hall
        self._hands = hands
        self.listed: set[str] = set()
        self._sitting: dict[SeatId, Sitting] = {}
        self._states: dict[str, str] = {}
        self._by_hand: Counter[Kind] = Counter()
        self._elsewhere = () if SOAK else frozenset(self._acts(elsewhere))
        self._amid: Callable[[], None] | None = None
        self.now = self.sit(REFEREE)

    def _acts(self, lines: Iterable[str]) -> Iterator[Kind]:
        """What every line of a script does, and for whom."""
        seat = REFEREE
        for words in (typed(line).words for line in lines):
            if words[0] == "as":
                seat = seat_named(self.hall.table.now, words[1])
            else:
                yield _kind(words[0], seat)

    def sit(self, seat: SeatId) -> Sitting:
        """The person who sits there, in a browser of their own; the player who was there before puts the phone away."""
        for other in {*self._sitting} - {seat, REFEREE}:
            self.hall.put_away(self._sitting.pop(other).page)
        if seat not in self._sitting:
            self._sitting[seat] = Sitting(self.hall, seat, self._hands(self.hall.sit(seat)), self.listed)
        return self._sitting[seat]

    @property
    def referee(self) -> Sitting:
        """Who has every page."""
        return self._sitting[REFEREE]

    def digest(self) -> str:
        """The state for everybody."""
        return Console(self.hall.table).digest()

    def use_dice(self, dice: str) -> None:
        """On the page of the players, say of every seat and the referee whose dice they use."""
        referee = self.referee
        self._goes("/players")
        for choice in referee.page.locator(
            '[data-command*="use_dice"][aria-pressed=false]:not([data-dice-kind])'
        ).all():
            if json.loads(choice.get_attribute("data-command") or "")["dice"] == dice:
                referee.sends(partial(referee.hands.press, choice))
        self._goes()

    def have_dice(self, dice: Throwing) -> None:
        """Every seat and the referee use these dice, without a page."""
        for seat in (*self.hall.table.now.seats, REFEREE):
            if self.hall.table.now.throwing(seat) is not dice:
                self.hall.act(UseDice(seat, dice))
        self._settled()

    def _goes(self, place: str = "") -> None:
        """Follow the link to a page beside the table, or back to it."""
        with self.referee.page.expect_navigation():
            self.referee.hands.press(self.referee.page.locator(f'header a[href="/t/{self.hall.id}{place}"]').first)

    def reload(self) -> None:
        """Everybody loads their page again."""
        for each in self._sitting.values():
            each.page.reload()

    def restart(self) -> None:
        """The server leaves, which every page says, and comes back; the pages go on by themselves."""
        self.hall.stop()
        for each in self._sitting.values():
            expect(each.page.locator("#lost-line")).to_contain_text("Not connected since")
        self.hall.start()
        for item in self._sitting.values():
            expect(item.page.locator("#lost-line")).to_be_hidden()
            item.settled()

    def play(self, lines: list[str], amid: Callable[[], None] | None = None) -> None:
        """Play these lines, one after the other; something else may happen as soon as dice are wanted."""
        self._amid = amid
        ahead = self._typed_ahead(lines) if amid is None else [0] * len(lines)
        for line, after, many in zip(lines, [*lines[1:], ""], ahead, strict=True):
            refused = after.removeprefix("expect refused ") if after.startswith("expect refused") else ""
            if many >= MANY:
                for each in self._sitting.values():
                    each.looks_away()
            self._line(line, typed(line), refused)
        self._settled()
        assert self._amid is None, "no dice were wanted"

    def _typed_ahead(self, lines: list[str]) -> list[int]:
        """For each line that is the first of several typed ones, how many; no page is needed for them."""
        seat, counts, found = self.now.seat, Counter(self._by_hand), [0] * len(lines)
        begun: int | None = None
        for number, (line, after) in enumerate(zip(lines, [*lines[1:], ""], strict=True)):
            words = typed(line).words
            if words[0] == "as":
                seat = seat_named(self.hall.table.now, words[1])
            elif words[0] in PAGELESS:
                continue
            elif words[0] in OF_A_PAGE or after.startswith("expect refused"):
                begun = None
            else:
                counts[_kind(words[0], seat)] += 1
                if not self._is_known(_kind(words[0], seat), counts):
                    begun = None
                elif begun is None:
                    begun, found[number] = number, 1
                else:
                    found[begun] += 1
        return found

    def _is_known(self, kind: Kind, counts: Counter[Kind]) -> bool:
        """Whether an act of this kind was done by hand as often as it is to be, here or elsewhere."""
        return counts[kind] > BY_HAND or kind in self._elsewhere

    def type(self, *lines: str) -> None:
        """Play lines at the prompt; the pages follow."""
        self._type(*lines)
        self._settled()

    def _type(self, *lines: str) -> None:
        """Play lines at the prompt, and leave the pages to follow while the next are played."""
        CommandFile(Console(self.hall.table, self.now.seat), lambda _: None).run(lines)

    def _settled(self) -> None:
        """Wait until every page shows all that its seat was told."""
        for each in self._sitting.values():
            each.settled()

    def _line(self, text: str, line: Typed, refused: str) -> None:
        match line.words:
            case ("as", name):
                seat = seat_named(self.hall.table.now, name)
                self.now = self.referee if seat == REFEREE else self.sit(seat)
            case ("snapshot", name):
                self._states[name] = self.digest()
            case ("same", name):
                assert self._states[name] == self.digest(), name
            case ("expect", "says", *words):
                self.now.settled()
                expect(self.now.page.locator("#panel-log")).to_contain_text(" ".join(words))
            case ("expect", "refused", _):
                pass
            case ("why",):
                self._settled()
                self.now.asks_why()
            case _:
                self._give(text, line, refused)

    def _give(self, text: str, line: Typed, refused: str) -> None:
        command = Console(self.hall.table, self.now.seat).command(line)
        kind = _kind(line.words[0], self.now.seat)
        self._by_hand[kind] += not refused
        if self._is_known(kind, self._by_hand) and not refused and self._amid is None:
            return self._type(text)
        self._settled()
        if refused:
            self._refuses(command, refused)
        elif command.tag == "change_house":
            self._keep_house(command)
        elif command.tag in OF_THE_EVENING and self.now is self.referee:
            self._goes("/evening")
            self.now.give(command, [])
            self._goes()
        else:
            left = self.now.give(command, list(line.dice))
            while self.hall.table.now.wanted:
                self._interrupt()
                left = self._asked().throw(left)
            assert not left, f"left on the table: {left}"

    def _interrupt(self) -> None:
        amid, self._amid = self._amid, None
        if amid is not None:
            amid()

    def _asked(self) -> Sitting:
        """Who answers: the acting seat if it is asked, else the referee."""
        self.now.settled()
        if self.now.page.locator("form[data-answer]").count():
            return self.now
        self.referee.settled()
        return self.referee

    def _refuses(self, command: Command, code: str) -> None:
        """What cannot be done is shown as such, and why."""
        known = self.hall.table.known(self.now.seat)
        reasons = refusals(known, self.now.seat, command)
        assert [code] == [reason.code for reason in reasons]
        self.now.look_at(getattr(command, "who", None))
        expect(
            self.now.page.locator("#panel-actions .action[aria-disabled]", has_text=reasons[0].what).first
        ).to_be_attached()

    def _keep_house(self, command: Any) -> None:
        """On the page of the house rules, choose what is not yet so."""
        house, referee = self.hall.table.now.house, self.referee
        self._goes("/house")
        for question in choices():
            wanted = wire.plain(value_of(command.house, question.id))
            if wanted != wire.plain(value_of(house, question.id)):
                chosen = {"id": question.id, "book": question.book, "value": wanted}
                button = referee.shown("data-house-choice", chosen)
                assert button is not None, chosen
                referee.sends(partial(referee.hands.press, button))
        self._goes()
