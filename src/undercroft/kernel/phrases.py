"""Names within a sentence: with an article or a number before them, without the capital of a list."""

_ARTICLES = ("the ", "a ", "an ")
_NUMBERS = frozenset({"two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "some", "several"})
_POSSESSIVE = ("'s", "s'", "\N{RIGHT SINGLE QUOTATION MARK}s")


def thing_named(name: str, *, known: bool = False) -> str:
    """A thing within a sentence; a proper name stays as it is.

    >>> [thing_named(name) for name in ("Bronze key", "Founder's staff", "Saint Orrin's lamp", "3 torches", "Old map")]
    ['a bronze key', "the founder's staff", "Saint Orrin's lamp", '3 torches', 'an old map']
    >>> thing_named("string of bells"), thing_named("Bronze key", known=True)
    ('a string of bells', 'the bronze key')
    """
    first, *more = name.split()
    if any(word[:1].isupper() for word in more):
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
    return lowered(name) if count is None or _is_many(name) else _with_article(lowered(name))


def lowered(name: str) -> str:
    """A text with a small first letter."""
    return f"{name[:1].lower()}{name[1:]}"


def _with_article(name: str) -> str:
    return f"{'an' if name[:1] in 'aeiou' else 'a'} {name}"


def _is_many(name: str) -> bool:
    """Whether a name is a plural, by its last word before anything that describes it."""
    return name.partition(",")[0].partition(" of ")[0].partition(" with ")[0].split()[-1].endswith("s")
