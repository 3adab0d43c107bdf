"""Text that cannot move the cursor of a terminal."""


def one_line(text: str) -> str:
    """Return the text with every unprintable character written as an escape."""
    return "".join(character if character.isprintable() else repr(character)[1:-1] for character in text)
