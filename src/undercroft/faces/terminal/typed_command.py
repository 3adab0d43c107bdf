"""From words to a command: one that is offered, or one by its own name and fields."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast, get_type_hints

from msgspec.structs import asdict
from msgspec.structs import fields as fields_of

from undercroft.faces.terminal.known_names import kind_of, meant, only_group
from undercroft.faces.terminal.typed_dice import with_dice
from undercroft.faces.terminal.typed_line import Typed, unquoted
from undercroft.faces.terminal.typed_spans import no_span, with_span
from undercroft.faces.terminal.unclear_lines import incomplete, no_such_command, nobody_called, what_to_write
from undercroft.faces.views.field_labels import label_of
from undercroft.interpret.form import entered
from undercroft.kernel import near_names
from undercroft.kernel.faults import BadInput, NotFound, RuleInputError
from undercroft.kernel.shape import Field, shape
from undercroft.kernel.strict import read_json, read_object
from undercroft.kernel.wire import plain
from undercroft.server.commands import BY_TAG, read_command
from undercroft.table.engine.actors import its_weapon
from undercroft.table.engine.part import Command, Offer
from undercroft.table.gear.buying import Equip
from undercroft.table.site.waiting import Span
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import BARE_HANDS, GroupId, PersonId

MOST_NAMED = 6
"""The most offers named when a line could mean several."""

_WORD = re.compile(r"[\w'-]+")
_NUMBER = re.compile(r"[0-9]{1,6}")
_LOTS = get_type_hints(Equip, include_extras=True)["items"]
"""The type of a field that holds things to buy."""


def command_of(known: Campaign, offers: Sequence[Offer], line: Typed) -> Command:
    """The command that a line means: JSON, an offer by its number or its words, or a command by its name."""
    if line.first.startswith("{"):
        return _read(known, _json(line))
    line = with_dice(with_span(line))
    if len(line.words) == 1 and _NUMBER.fullmatch(line.first):
        return _changed(known, _numbered(offers, int(line.first)).command, line.named)
    offer = None if only_fields(line) else _offered(offers, _with_fields(known, offers, line), line.words)
    if offer is None:
        try:
            return _by_name(known, line)
        except BadInput:
            offer = _likely(offers, line.words)
            if offer is None:
                raise
    return _changed(known, offer.command, line.named)


def _with_fields(known: Campaign, offers: Sequence[Offer], line: Typed) -> Sequence[Offer]:
    """The offers that have the named values of a line already, or all of them if none has."""
    kind = BY_TAG.get(line.first)
    if kind is None or not line.named:
        return offers
    wanted = {name: _value(known, kind, name, text) for name, text in line.named.items()}.items()
    return [offer for offer in offers if wanted <= plain(offer.command).items()] or offers


def only_fields(line: Typed) -> bool:
    """Whether a line is a command's own name and named values, as in scripts."""
    return line.first in BY_TAG and bool(line.named) and len(line.words) == 1


def offer_for(offers: Sequence[Offer], command: Command) -> Offer | None:
    """The offer of exactly that command, if there is one."""
    return next((offer for offer in offers if offer.command == command), None)


def words_of(offer: Offer) -> frozenset[str]:
    """The words that can mean an offer: its command's name, what it names, and its label."""
    tag = offer.command.tag
    values = (str(value) for value in plain(offer.command).values() if isinstance(value, str))
    texts = (tag, *tag.split("_"), *values, *_WORD.findall(offer.label))
    return frozenset(text.casefold() for text in texts)


def fits(offer: Offer, words: Sequence[str]) -> bool:
    """Whether these words can mean an offer."""
    return _fits(words_of(offer), [word.casefold() for word in words])


def _offered(offers: Sequence[Offer], possible: Sequence[Offer], words: Sequence[str]) -> Offer | None:
    """The only possible offer that fits all the words and begins with the first, by its command's name or by its deed.

    A whole word goes before the start of a longer one: `attack maud a` is foe A. Of several that read the same, such
    as either of two bundles of torches, the first; what can be done at any time gives way to what belongs here, bare
    hands to a weapon, and a special way to do something to the plain one, even if that is refused now.
    """
    first, said = words[0].casefold() if words else "", [word.casefold() for word in words]
    among = [offer for offer in possible if first not in BY_TAG or offer.command.tag == first]
    fitting = _closest([offer for offer in among if _fits(words_of(offer), said)], said)
    begun = [offer for offer in fitting if _begins(offer, first)]
    found = begun or ([] if first in BY_TAG else [offer for offer in fitting if len(said) > 1])
    if fitting and not found and first not in BY_TAG:
        raise BadInput(
            "say_more", f"“{first[:40]}” does not say what to do", f"say it, or take {_named(offers, fitting)}"
        )
    fits_best = [offer for offer in found if not offer.refused] or found
    plain = _plainest(found)
    if len(plain) == 1 and all(offer.command.tag == plain[0].command.tag for offer in found):
        fits_best = [*plain]
    best = _plainest(_armed([offer for offer in fits_best if not offer.command.ABOUT.any_time] or fits_best))
    if len({offer.label for offer in best}) > 1:
        what = f"“{' '.join(words)[:60]}” may mean {_named(offers, best)}"
        raise BadInput("ambiguous", what, "add a word, or type its number")
    return best[0] if best else None


def _armed(offers: Sequence[Offer]) -> Sequence[Offer]:
    """Offers without those with bare hands, if there is one with a weapon: nobody drops a sword unasked."""
    armed = [offer for offer in offers if its_weapon(offer.command) != BARE_HANDS]
    return armed if any(its_weapon(offer.command) is not None for offer in armed) else offers


def _plainest(offers: Sequence[Offer]) -> Sequence[Offer]:
    """The one offer of which all others are special ways, such as an attack before a charge; all, if there is none."""
    given = [(offer.command.tag, _given(offer.command)) for offer in offers]
    plainest = [
        offer
        for offer, (tag, own) in zip(offers, given, strict=True)
        if all(tag == other and own.items() <= more.items() for other, more in given)
    ]
    return plainest or offers


def _given(command: Command) -> Mapping[str, Any]:
    """The fields of a command that differ from their defaults."""
    usual = {field.name: field.default for field in fields_of(type(command))}
    return {name: value for name, value in asdict(command).items() if value != usual[name]}


def _named(offers: Sequence[Offer], some: Sequence[Offer]) -> str:
    """A few offers with their numbers."""
    return "; ".join(f"{offer.label} ({offers.index(offer) + 1})" for offer in some[:MOST_NAMED])


def _closest(offers: Sequence[Offer], said: Sequence[str]) -> list[Offer]:
    """The offers that have most of the words whole."""
    whole = [sum(word in words_of(offer) for word in said) for offer in offers]
    most = max(whole, default=0)
    return [offer for offer, number in zip(offers, whole, strict=True) if number == most]


def _begins(offer: Offer, word: str) -> bool:
    """Whether an offer is meant by its first word: the start of its command's name, of its deed or of its label."""
    return any(text.casefold().startswith(word) for text in (offer.command.tag, offer.deed, offer.label))


def _numbered(offers: Sequence[Offer], number: int) -> Offer:
    if not 0 < number <= len(offers):
        raise NotFound(
            "no_such_offer", f"there is no offer {number}", f"there are {len(offers)}; “offers all” lists them"
        )
    return offers[number - 1]


def _likely(offers: Sequence[Offer], words: Sequence[str]) -> Offer | None:
    """The only offer that fits the words, though they begin like another command's name: `leave` for `leave_site`."""
    fitting = [offer for offer in offers if fits(offer, words)]
    return fitting[0] if len(fitting) == 1 else None


def _fits(known: frozenset[str], said: Sequence[str]) -> bool:
    return bool(said) and all(any(name.startswith(word) for name in known) for word in said)


def _json(line: Typed) -> dict[str, Any]:
    if len(line.words) > 1 or line.named:
        raise BadInput("bad_line", "there is text after the JSON", "leave it out")
    return read_object(line.first)


def _by_name(known: Campaign, line: Typed) -> Command:
    """A command by its own name, with its fields in order or by name."""
    tag, words = _tag_and_rest(line.words)
    kind = BY_TAG.get(tag)
    if kind is None:
        raise no_such_command(line.words)
    values = {name: _value(known, kind, name, text) for name, text in line.named.items()}
    in_order = _in_order(known, kind, words, set(values))
    return _read(known, {"kind": tag, **in_order, **values})


def _tag_and_rest(words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """The name of a command, written as one word or as several, `add room`, and the words after it."""
    for count in range(1, len(words) + 1):
        tag = "_".join(words[:count]).casefold()
        if tag in BY_TAG:
            return tag, words[count:]
    return (words[0] if words else "", words[1:])


def _changed(known: Campaign, command: Command, named: Mapping[str, str]) -> Command:
    """An offered command with some fields changed."""
    if not named:
        return command
    values = {name: _value(known, type(command), name, text) for name, text in named.items()}
    return _read(known, {**plain(command), **values})


def _read(known: Campaign, value: dict[str, Any]) -> Command:
    try:
        return read_command(value, label_of)
    except RuleInputError as fault:
        kind = BY_TAG.get(str(value.get("kind", "")))
        if (
            kind is not None
            and fault.code == "missing_field"
            and fault.field in {field.name for field in fields_of(kind)}
        ):
            raise incomplete(known, kind, fault.field) from fault
        fault.fix = f"“help {str(value.get('kind', ''))[:40]}” lists its fields"
        raise


def _in_order(known: Campaign, kind: type[Command], words: Sequence[str], named: set[str]) -> dict[str, Any]:
    """Words for a command's required fields, in their order; the only group need not be named."""
    hints = get_type_hints(kind, include_extras=True)
    left = list(words)
    found: dict[str, Any] = {}
    must = [field.name for field in fields_of(kind) if field.required and field.name not in named]
    for number, name in enumerate(must):
        of = kind_of(hints[name])
        if of is GroupId and (not left or meant(known, of, left[0]) is None) and only_group(known):
            found[name] = only_group(known)
        elif of is GroupId and left and not any(group.members for group in known.groups.values()):
            fix = "make a character with “quick_character”, then put it into the party with “arrive”"
            raise BadInput("no_group", "no character is in the party yet", fix)
        elif left:
            last = number + 1 == len(must)
            whole = last and (of is None or meant(known, of, " ".join(left)) is not None)
            found[name] = _value(known, kind, name, " ".join(left) if whole else left[0])
            left = [] if whole else left[1:]
    if left:
        raise BadInput("bad_line", f"“{left[0][:40]}” is one word too many", what_to_write(known, kind))
    if len(found) < len(must):
        unknown = [name for name in found if kind_of(hints[name]) is PersonId and found[name] not in known.people]
        raise nobody_called(known, str(found[unknown[0]])) if unknown else incomplete(known, kind, must[len(found)])
    return found


def _value(known: Campaign, kind: type[Command], name: str, text: str) -> Any:
    """The typed value of a field, with names replaced by ids."""
    hints = get_type_hints(kind, include_extras=True)
    if name not in hints:
        near = near_names.meant(name, hints)
        fix = f"did you mean {near}=?" if near else f"it has {kind_fields(kind) or 'none'}"
        raise BadInput("unknown_field", f"{kind.tag} has no “{name[:40]}”", fix)
    if not text and any(field.name == name and field.required for field in fields_of(kind)):
        raise incomplete(known, kind, name)
    if hints[name] == _LOTS and text[:1] not in ("[", "{"):
        return [_lot(part) for part in unquoted(text).split(",")]
    value = _entered(name, hints[name], text, label_of(kind, name))
    of = kind_of(hints[name])
    if of is None:
        return value
    if isinstance(value, list):
        return [meant(known, of, part) or part for part in cast("list[str]", value)]
    return (meant(known, of, value) or value) if isinstance(value, str) else value


def _lot(text: str) -> dict[str, Any]:
    """`2 rations` or `rope`, as a ware and its number."""
    count, blank, ware = text.strip().partition(" ")
    if blank and _NUMBER.fullmatch(count):
        return {"ware": ware.strip(), "count": int(count)}
    return {"ware": text.strip()}


def _entered(name: str, hint: Any, text: str, title: str = "") -> Any:
    if text[:1] in ("{", "[", '"'):
        return read_json(text)
    if hint is Span and text not in set(Span):
        raise no_span(text)
    try:
        form = shape(hint)
    except TypeError:
        return read_json(text)
    return entered(Field(name, title, form, required=True, annotation=hint), text)


def outcome_value(hints: Mapping[str, Any], name: str, text: str) -> Any:
    """The typed value of an outcome's field."""
    if name not in hints:
        raise BadInput("unknown_field", f"that outcome has no “{name[:40]}”", f"it has {', '.join(hints) or 'none'}")
    return _entered(name, hints[name], text)


def kind_fields(kind: type[Command]) -> str:
    """The fields of a command, with the optional ones in brackets."""
    return ", ".join(f"{field.name}=" if field.required else f"[{field.name}=]" for field in fields_of(kind))
