"""How names are written: with a capital, in short, or by the letters of foes of one kind."""

from collections.abc import Iterable

from undercroft.kernel.amounts import lettered

TITLES = frozenset({"the", "brother", "sister", "father", "mother", "sir", "lady", "lord", "old", "young", "master"})


def capital(text: str) -> str:
    """A text with a capital at its start."""
    return f"{text[:1].upper()}{text[1:]}"


def kind_within(name: str) -> str:
    """The name of a kind inside a sentence; one that begins with a proper name keeps its capital.

    >>> kind_within("Pale sextons"), kind_within("Carrow's bailiffs"), kind_within("Knights of Orrin")
    ('pale sextons', "Carrow's bailiffs", 'knights of Orrin')
    """
    owner = name.split(" ", maxsplit=1)[0].endswith(("'s", "s'"))
    return name if owner else f"{name[:1].lower()}{name[1:]}"


def first_name(name: str) -> str:
    """A person's short name; titles stay with the name they belong to."""
    parts = name.split()
    return name if len(parts) < 2 or parts[0].lower() in TITLES else parts[0]


def given_name(name: str) -> str:
    """The single word a person is known by, without a title."""
    return next((part for part in name.split() if part.lower() not in TITLES), name)


def letters_once(names: Iterable[str]) -> str:
    """Names, with those of one kind told apart by their letters alone.

    >>> letters_once(["Votary B", "Votary A", "Hesper Crake"]), letters_once(["Pale sexton C"])
    ('Votaries A and B, Hesper Crake', 'Pale sexton C')
    """
    return ", ".join(lettered(names))
