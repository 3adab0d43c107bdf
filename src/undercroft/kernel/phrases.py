"""Names within a sentence: with an article or a number before them, without the capital of a list."""

import re
from functools import lru_cache

from undercroft.kernel.amounts import series

THEM = "they"
"""Creatures without a name."""
MOST_KEPT = 4096
"""Names of which it is remembered whether they are plurals."""
_ARTICLES = ("the ", "a ", "an ")
_NUMBERS = frozenset({"two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "some", "several"})
_UNNAMED = frozenset({"something", "someone", "creatures"})
_PLURAL_ONLY = ("ies", "ves", "men", "mice", "folk", "people")
"""Endings that no name of one creature has."""
_POSSESSIVE = ("'s", "s'", "\N{RIGHT SINGLE QUOTATION MARK}s")


def thing_named(name: str, *, known: bool = False) -> str:
    """A thing within a sentence; a proper name stays as it is.

    >>> [thing_named(name) for name in ("Bronze key", "Founder's staff", "Saint Orrin's lamp", "3 torches", "Old map")]
    ['a bronze key', "the founder's staff", "Saint Orrin's lamp", '3 torches', 'an old map']
    >>> thing_named("string of bells"), thing_named("Bronze key", known=True)
    ('a string of bells', 'the bronze key')
    >>> thing_named("4 Bone rakes"), thing_named("2 Saint Orrin's lamps")
    ('4 bone rakes', "2 Saint Orrin's lamps")
    """
    count, _, counted = name.partition(" ")
    if count.isdigit() and counted:
        proper = any(word[:1].isupper() for word in counted.split()[1:])
        return name if proper else f"{count} {lowered(counted)}"
    first, *more = name.split() or [""]
    if any(word[:1].isupper() for word in more) or not first:
        return name
    said, low = lowered(name), first.lower()
    if first[:1].isdigit() or low in _NUMBERS or said.startswith(_ARTICLES):
        return said
    if known or low.endswith(_POSSESSIVE):
        return f"the {said}"
    return said if _is_many(name) else _with_article(said)


def creatures_named(name: str, count: int | None = None) -> str:
    """Creatures within a sentence; a proper name stays as it is.

    >>> [creatures_named(name, 1) for name in ("Hesper Crake", "a drowned novice", "Pale sexton", "The Weigher", "Odo")]
    ['Hesper Crake', 'a drowned novice', 'a pale sexton', 'the Weigher', 'Odo']
    >>> creatures_named("Tallow rats", 8), creatures_named("Votaries", 4), creatures_named("Carrow's bailiffs", 6)
    ('8 tallow rats', '4 votaries', "6 of Carrow's bailiffs")
    >>> creatures_named("Tallow rats"), creatures_named("Carrow's bailiffs"), creatures_named("Ghoul")
    ('tallow rats', "Carrow's bailiffs", 'Ghoul')
    >>> creatures_named("Votaries on their round", 1), creatures_named("great octopus", 1)
    ('a votary on their round', 'a great octopus')
    """
    first, *more = name.split() or [""]
    if name.lower().startswith(_ARTICLES):
        return lowered(name)
    if first.lower().endswith(_POSSESSIVE):
        return f"{count} of {name}" if count is not None and count > 1 else name
    proper = any(word[:1].isupper() for word in more)
    if count is not None and count > 1:
        return f"{count} {name if proper else lowered(name)}"
    if proper or (not more and first[:1].isupper() and not _is_many(name)):
        return name
    if count is None:
        return lowered(name)
    return _with_article(lowered(one_of(name) if _is_many(name) else name))


def the_creatures(name: str, count: int | None = None) -> str:
    """Creatures that were named before, within a sentence; a proper name stays as it is.

    >>> [the_creatures(name, 1) for name in ("Salt rakers", "Pale sexton", "a drowned novice", "Hesper Crake", "Agnes")]
    ['the salt raker', 'the pale sexton', 'the drowned novice', 'Hesper Crake', 'Agnes']
    >>> the_creatures("Salt rakers", 4), the_creatures("Carrow's bailiffs", 6), the_creatures("something in the dark")
    ('the salt rakers', "Carrow's bailiffs", 'something in the dark')
    >>> the_creatures("Ghouls", 4), the_creatures("Ghouls")
    ('the ghouls', 'the ghouls')
    >>> the_creatures("Votaries on their round", 2)
    'the votaries'
    >>> the_creatures("Votary A, Votary D, Hesper Crake", 3)
    'Votary A, Votary D and Hesper Crake'
    """
    first, *more = name.split() or [""]
    each = name.split(", ")
    if len(each) > 1 and all(word[:1].isupper() for word in each):
        return series(each)
    if name.lower().startswith(_ARTICLES):
        return f"the {' '.join(more)}"
    if first.lower().endswith(_POSSESSIVE) or first.lower() in _UNNAMED or _is_proper(name, count):
        return name
    kind = kind_alone(name)
    return f"the {lowered(one_of(kind) if count == 1 else kind)}"


_DOING = re.compile(r"(?<=\w) (?:on|in|at|with|from|under|by|who|that) ")


def kind_alone(name: str) -> str:
    """A name without what the creatures are doing.

    >>> kind_alone("votaries on their round"), kind_alone("pale sextons, sorting"), kind_alone("skeletons of the crypt")
    ('votaries', 'pale sextons', 'skeletons of the crypt')
    """
    return _DOING.split(name.partition(",")[0])[0]


def verb(subject: str, many: str, one: str) -> str:
    """The form of a verb that goes with a subject within a sentence.

    >>> [verb(who, "attack", "attacks") for who in ("the salt rakers", "the pale sexton", "Agnes", "Anne and Bert")]
    ['attack', 'attacks', 'attacks', 'attack']
    >>> verb("the drowned, walking home", "come", "comes"), verb("the hooded priest", "come", "comes")
    ('come', 'comes')
    """
    all_of_them = subject == THEM or " and " in subject or _OF_ALL.match(subject) is not None
    several = all_of_them or (_is_many(subject) and not _is_proper(subject, 1))
    return many if several else one


def begun(words: str) -> str:
    """A text with a capital first letter."""
    return f"{words[:1].upper()}{words[1:]}"


_FURTHER = re.compile(rf"(?<=\w) of |,|{_DOING.pattern}")
"""What follows the noun of a name: whose they are, what they are like or what they do."""
_OF_ALL = re.compile(r"the (?:dead|\w+ed)(?=,|$)", re.IGNORECASE)
"""Creatures named by what they are, such as the drowned: always several."""
_NOT_PLURAL = ("ss", "us", "is")
"""Endings of nouns that end in s and mean one."""
_SINGULAR = {"s": "", "ies": "y", "ves": "f", "men": "man", "mice": "mouse"}
"""Plural endings and their singular; the longest matching ending counts."""


def one_of(name: str) -> str:
    """The singular of a name.

    >>> one_of("votaries"), one_of("wolves"), one_of("Salt rakers"), one_of("boss"), one_of("guardsmen")
    ('votary', 'wolf', 'Salt raker', 'boss', 'guardsman')
    >>> one_of("skeletons of the crypt"), one_of("Votaries on their round"), one_of("Wolves, hungry")
    ('skeleton of the crypt', 'Votary on their round', 'Wolf, hungry')
    """
    kind = _FURTHER.split(name, maxsplit=1)[0]
    more = name[len(kind) :]
    ending = next((end for end in sorted(_SINGULAR, key=len, reverse=True) if kind.lower().endswith(end)), None)
    if ending is not None and not kind.lower().endswith(_NOT_PLURAL):
        kind = kind[: -len(ending)] + _SINGULAR[ending]
    return f"{kind}{more}"


def single(name: str) -> str:
    """The name of a single creature; a proper name stays as it is.

    >>> single("Salt rakers"), single("Votaries"), single("Agnes"), single("Hesper Crakes")
    ('Salt raker', 'Votary', 'Agnes', 'Hesper Crakes')
    """
    return name if _is_proper(name, 1) else one_of(name)


_WRITTEN = {
    "alerted_organized": "organised and alert",
    "all_out_attack": "all-out attack",
    "alone_both": "break and shovel alone",
    "armour_worn": "armour hit",
    "bl": "Basic Lift",
    "chest_holds_50": "chest that holds 50 points",
    "cross_hex": "cross into the next hex",
    "drag_teammate": "dragged companion",
    "enemies": "foes",
    "explore_hex": "explore this hex",
    "few_mobile": "few that move about",
    "fight_if_could_win": "fight if sure of winning",
    "four_wheel": "four-wheeled",
    "fp": "fatigue points",
    "half_hearted": "half-hearted",
    "hit_exact": "exact hit",
    "miss_exact": "exact miss",
    "worn_exact": "exact armour hit",
    "hammer_small": "small hammer",
    "healers_kit": "healer's kit",
    "helpful_npc": "someone who helps",
    "hp_gain_still_frail": "hit points gained but still Frail",
    "iron_spikes_6": "6 iron spikes",
    "less_lethal": "less-lethal",
    "mirror_hand": "hand mirror",
    "named_npc": "named NPC",
    "no_hp_gain": "no hit points gained",
    "no_organized_defense": "no organised defence",
    "not_enough_tp": "not enough travel points",
    "oil_common_pint": "pint of lamp oil",
    "oil_military_pint": "pint of military oil",
    "pole_10ft": "10-foot pole",
    "prone_attacker": "attacker prone",
    "prone_target_close": "target prone close by",
    "prone_target_far": "target prone far off",
    "quiver_arrows": "quiver of arrows",
    "ration_day": "ration for a day",
    "resources_found": "things they can use",
    "rope_50ft": "50 feet of rope",
    "secured_location": "a safe place",
    "shove_running": "shove with a run-up",
    "str_roll": "Str roll",
    "strain_max": "maximum Strain",
    "thieves_tools": "thieves' tools",
    "torch_bearer": "torchbearer",
    "torches_2": "2 torches",
    "tp": "travel points",
    "traveling": "travelling",
    "two_handed": "two-handed",
    "two_wheel": "two-wheeled",
    "unalert_organized": "organised but not alert",
    "unnamed_npc": "NPC without a name",
    "world_class": "world-class",
    "xp": "experience points",
    "zero_hp": "at 0 hit points",
}
"""Values that people write with a hyphen or an apostrophe, in full, or in other spelling, order or words."""


def stopped(text: str) -> str:
    """A text with the full stop that it lacks.

    >>> stopped("wait and see"), stopped("Who goes there?")
    ('wait and see.', 'Who goes there?')
    """
    return f"{text}{'.' if text[-1:].isalnum() else ''}"


def value_in_words(value: str) -> str:
    """A value of the program as people write it.

    >>> value_in_words("half_hearted"), value_in_words("dense_forest")
    ('half-hearted', 'dense forest')
    """
    return _WRITTEN.get(value, value.replace("_", " "))


def within(words: str) -> str:
    """Words within a sentence: a leading article loses its capital.

    >>> within("The low-water landing"), within("Carrow"), within("A niche behind the altar")
    ('the low-water landing', 'Carrow', 'a niche behind the altar')
    """
    return lowered(words) if words.lower().startswith(_ARTICLES) else words


def lowered(name: str) -> str:
    """A text with a small first letter."""
    return f"{name[:1].lower()}{name[1:]}"


def _with_article(name: str) -> str:
    return f"{'an' if name[:1] in 'aeiou' else 'a'} {name}"


def _is_proper(name: str, count: int | None) -> bool:
    """Whether a name is one creature's own: with capitals throughout, or one word that is not a plural."""
    first, *more = name.split() or [""]
    if more:
        return first.lower() != "the" and any(word[:1].isupper() for word in more)
    several = first.endswith(_PLURAL_ONLY) if count == 1 else _is_many(name)
    return count is not None and first[:1].isupper() and not several


@lru_cache(MOST_KEPT)
def _is_many(name: str) -> bool:
    """Whether a name is a plural, by its last word before anything that describes it."""
    last = (kind_alone(name).partition(" of ")[0].split() or [""])[-1]
    return last.endswith(("s", *_PLURAL_ONLY)) and not last.endswith(_NOT_PLURAL)
