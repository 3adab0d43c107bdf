"""How names are written: with a capital, in short, or by the letters of foes of one kind.

A character has two names on a screen: the full name, in lists, headings, forms and log lines, and the short name where
several stand in a row or a button, chart or banner has no room. A title such as `Brother` belongs to both.
"""

from collections.abc import Iterable

from undercroft.kernel.amounts import lettered

TITLES = frozenset({"the", "brother", "sister", "father", "mother", "sir", "lady", "lord", "old", "young", "master"})


def capital(text: str) -> str:
    """A text with a capital at its start."""
    return f"{text[:1].upper()}{text[1:]}"


def room_again(name: str) -> str:
    """The sentence about a place whose text was told before."""
    return f"{capital(name)} again."


def kind_within(name: str) -> str:
    """The name of a kind inside a sentence; one that begins with a proper name keeps its capital.

    >>> kind_within("Pale sextons"), kind_within("Carrow's bailiffs"), kind_within("Knights of Orrin")
    ('pale sextons', "Carrow's bailiffs", 'knights of Orrin')
    """
    owner = name.split(" ", maxsplit=1)[0].endswith(("'s", "s'"))
    return name if owner else f"{name[:1].lower()}{name[1:]}"


def first_name(name: str) -> str:
    """A character's short name: the given name, with the title before it.

    >>> first_name("Maud Tarrow"), first_name("Brother Ansgar"), first_name("Old Mother Crake the Blind")
    ('Maud', 'Brother Ansgar', 'Old Mother Crake')
    >>> first_name("The Grey Lady"), first_name("Sister")
    ('The Grey Lady', 'Sister')
    """
    words = name.split()
    given = next((place for place, word in enumerate(words) if word.lower() not in TITLES), len(words))
    return name if name.lower().startswith("the ") else " ".join(words[: given + 1])


def typed_name(name: str) -> str:
    """The word that a person types for a character: the given name alone.

    >>> typed_name("Brother Ansgar"), typed_name("Isolde Fenn")
    ('ansgar', 'isolde')
    """
    return next((word for word in name.split() if word.lower() not in TITLES), name).casefold()


def letters_once(names: Iterable[str]) -> str:
    """Names, with those of one kind told apart by their letters alone.

    >>> letters_once(["Votary B", "Votary A", "Hesper Crake"]), letters_once(["Pale sexton C"])
    ('Votaries A and B, Hesper Crake', 'Pale sexton C')
    """
    return ", ".join(lettered(names))
