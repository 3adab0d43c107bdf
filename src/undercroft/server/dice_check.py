"""Checking a dice file: does every seal fit its key, and every rolled die its seal?"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate

from msgspec import Struct, field

from undercroft.interpret.sealed import Drawn, die_called, seal_of, thrown_again
from undercroft.server.dice_file import DiceFile, KeyShown, Sealed, ThrowLine, Word


class Differing(Struct, frozen=True):
    """Something that does not fit: the number of its entry in the file, and what is wrong with it."""

    entry: int
    what: str


class Checked(Struct, frozen=True):
    """What a check found."""

    seals: int
    opened: int
    """Seals whose key to the dice in the open was shown."""
    checked: int
    """Rolled dice that are what their seal makes them."""
    secret: int
    """How many of those were secret."""
    waiting: int
    """Sealed dice whose key is not shown yet."""
    unsealed: int
    """Rolled dice without a seal, as in logs of older versions."""
    typed: int
    """Dice that people typed."""
    undone: int
    """Throws whose act was undone."""
    called_off: int
    """Throws for a command that was called off, or that a question dropped."""
    overruled: int
    """Throws whose result the referee changed."""
    passed_over: int
    """Places where a stream skips dice: those were thrown, and the file does not show them."""
    out_of_turn: int
    """Throws with dice from before those of an earlier throw: they waited for other dice, or were exchanged."""
    differing: tuple[Differing, ...]


class _Seal(Struct):
    """A seal as far as the file has been read."""

    open: str
    secret: str
    words: list[str] = field(default_factory=list[str])
    keys: dict[bool, bytes] = field(default_factory=dict[bool, bytes])
    """The keys shown, that of the secret dice under True."""


class _Stretch(Struct, frozen=True):
    """The bytes of a stream that a throw read."""

    at: int
    end: int
    entry: int


def checked(file: DiceFile) -> Checked:
    """Check every entry of a dice file."""
    return _Check(file).found()


class _Check:
    def __init__(self, file: DiceFile) -> None:
        self._file = file
        self._seals: dict[int, _Seal] = {}
        self._differing: list[Differing] = []
        self._sealed: list[tuple[int, ThrowLine, Drawn]] = []

    def found(self) -> Checked:
        for number, entry in enumerate(self._file.entries, 1):
            self._differing += [Differing(number, why) for why in self._follow(number, entry)]
        good = secret = waiting = 0
        read: defaultdict[tuple[int, str], list[_Stretch]] = defaultdict(list)
        for number, throw, drawn in self._sealed:
            key = self._seals[drawn.seal].keys.get(throw.secret)
            if key is None:
                waiting += len(throw.dice)
                continue
            faces, end = thrown_again(key, self._seals[drawn.seal].words, drawn, throw.dice)
            read[drawn.seal, drawn.stream].append(_Stretch(drawn.at, end, number))
            if faces == throw.faces:
                good += len(faces)
                secret += len(faces) if throw.secret else 0
            else:
                was, now = " ".join(map(str, throw.faces)), " ".join(map(str, faces))
                self._differing.append(Differing(number, f"shows {was}, but the key gives {now}"))
        passed = sum(
            self._passed_over(sorted(stretches, key=lambda stretch: stretch.at)) for stretches in read.values()
        )
        throws = [entry for entry in self._file.entries if isinstance(entry, ThrowLine)]
        return Checked(
            seals=len(self._seals),
            opened=sum(False in seal.keys for seal in self._seals.values()),
            checked=good,
            secret=secret,
            waiting=waiting,
            unsealed=sum(len(throw.faces) for throw in throws if throw.drawn is None),
            typed=sum(throw.typed for throw in throws),
            undone=sum(throw.fate == "undone" for throw in throws),
            called_off=sum(throw.fate == "called off" for throw in throws),
            overruled=sum(throw.overruled for throw in throws),
            passed_over=passed,
            out_of_turn=sum(map(_out_of_turn, read.values())),
            differing=tuple(sorted(self._differing, key=lambda fault: fault.entry)),
        )

    def _follow(self, number: int, entry: Sealed | Word | KeyShown | ThrowLine) -> Iterator[str]:
        """Take the entries in order, and say what may not come here."""
        match entry:
            case Sealed(number=seal):
                if seal in self._seals:
                    yield f"seal {seal} is there twice"
                self._seals[seal] = _Seal(entry.open, entry.secret)
            case Word(seal=seal) | KeyShown(seal=seal) if seal not in self._seals:
                yield f"there is no seal {seal} before it"
            case Word(seal=seal, word=word):
                if self._seals[seal].keys:
                    yield "the word comes after the key"
                self._seals[seal].words.append(word)
            case KeyShown(seal=seal, of_secret=of_secret):
                key = bytes.fromhex(entry.key)
                if seal_of(key) != (self._seals[seal].secret if of_secret else self._seals[seal].open):
                    yield f"the key does not fit seal {seal}"
                self._seals[seal].keys[of_secret] = key
            case ThrowLine(drawn=drawn) if drawn is not None:
                yield from self._placed(number, entry, drawn)
            case _:
                pass

    def _placed(self, number: int, throw: ThrowLine, drawn: Drawn) -> Iterator[str]:
        seal = self._seals.get(drawn.seal)
        if seal is None:
            yield f"it names seal {drawn.seal}, which does not come before it"
        elif throw.secret in seal.keys:
            yield "it was rolled after the key was shown"
        elif drawn.words > len(seal.words):
            yield "it names words that come after it"
        elif len(throw.dice) != len(throw.faces):
            yield "it has another number of dice than faces"
        elif not all(map(_is_die, throw.dice)):
            yield "it names a die that does not exist"
        else:
            self._sealed.append((number, throw, drawn))

    def _passed_over(self, stretches: Sequence[_Stretch]) -> int:
        """How many places of a stream were skipped. Bytes read twice are a difference."""
        end = passed = 0
        for stretch in stretches:
            if stretch.at < end:
                self._differing.append(Differing(stretch.entry, "it uses dice again that fell before"))
            passed += stretch.at > end
            end = max(end, stretch.end)
        return passed


def _out_of_turn(stretches: Sequence[_Stretch]) -> int:
    """How many throws have dice that come before those of a throw that stands before them."""
    furthest = accumulate((stretch.at for stretch in stretches), max)
    return sum(stretch.at < before for stretch, before in zip(stretches, furthest, strict=True))


def _is_die(name: str) -> bool:
    try:
        return 1 <= die_called(name).sides <= 1 << 24
    except ValueError:
        return False
