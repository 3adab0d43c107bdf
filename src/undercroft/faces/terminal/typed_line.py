"""A typed line: words, named values, and dice after a colon.

    search maud : 3 4
    search maud spot="behind the altar" finds=niche : 3 ?
    {"kind": "search", "who": "maud"} : *

A die may be a number, `?` for one that the server rolls, or a word for a choice; `*` at the end lets the server roll
the rest.
"""

import re
from collections.abc import Iterable, Mapping

from msgspec import Struct

from undercroft.kernel.amounts import with_hyphen
from undercroft.kernel.faults import BadInput
from undercroft.kernel.strict import read_json

MOST_LINE = 10_000
REST = "*"
_NAMED = re.compile(r"(?P<name>[a-z_]+)=(?P<value>.*)", re.DOTALL)
_FACE = re.compile(r"-?[0-9]{1,7}")


class Typed(Struct, frozen=True):
    """A line taken apart."""

    words: tuple[str, ...]
    named: Mapping[str, str]
    dice: tuple[int | str | None, ...] = ()
    rest: bool = False
    """Whether the server rolls what the dice do not answer."""

    @property
    def first(self) -> str:
        """The first word, which identifies a line."""
        return self.words[0] if self.words else ""


def typed(line: str) -> Typed:
    """Take a line apart."""
    if len(line) > MOST_LINE:
        raise BadInput("too_long", f"a line of more than {MOST_LINE:,} characters", "write less", limit=MOST_LINE)
    asked, colon, thrown = _parted(line)
    words: list[str] = []
    named: dict[str, str] = {}
    for token in asked:
        found = _NAMED.fullmatch(token)
        if found is None:
            words.append(token)
        elif found["name"] in named:
            raise BadInput("duplicate_key", f"“{found['name']}” is given twice", "give it once")
        else:
            named[found["name"]] = found["value"]
    rest = bool(thrown) and thrown[-1] == REST
    dice = tuple(_die(part) for part in (thrown[:-1] if rest else thrown))
    if colon and not dice and not rest:
        raise BadInput("dice_missing", "no dice after the colon", "write them, or leave the colon out")
    return Typed(tuple(words), named, dice, rest)


def unquoted(token: str) -> str:
    """The text between quotation marks, or the word itself."""
    if not token.startswith('"'):
        return token
    return str(read_json(token))


def faces(line: str) -> tuple[int | str | None, ...]:
    """A row of dice, separated by blanks or commas."""
    return tuple(_die(part) for part in line.replace(",", " ").split())


def written(dice: Iterable[int | str | None]) -> str:
    """A row of dice as it is typed."""
    return " ".join("?" if die is None else str(die) for die in dice)


def _die(part: str) -> int | str | None:
    if part == "?":
        return None
    number = with_hyphen(part)
    return int(number) if _FACE.fullmatch(number) else part


def _parted(line: str) -> tuple[list[str], bool, list[str]]:
    """The tokens before and after a lone colon, with quoted and bracketed text kept whole."""
    tokens = _tokens(line)
    if ":" not in tokens:
        return tokens, False, []
    colon = len(tokens) - 1 - tokens[::-1].index(":")
    return tokens[:colon], True, " ".join(tokens[colon + 1 :]).replace(",", " ").split()


def _tokens(line: str) -> list[str]:
    tokens: list[str] = []
    token, depth, quoted, escaped = "", 0, False, False
    for character in line:
        if quoted:
            quoted = escaped or character != '"'
            escaped = not escaped and character == "\\"
        elif character == '"':
            quoted = True
        elif character in "[{":
            depth += 1
        elif character in "]}":
            depth -= 1
        elif character.isspace() and depth <= 0:
            tokens += [token] if token else []
            token = ""
            continue
        token += character
    if quoted:
        raise BadInput("bad_line", "a quotation mark is not closed", "close it")
    return [*tokens, token] if token else tokens
