"""Faults in how a command is written, in words: an option that there is not, a word too many."""

import re

_WORDS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"No such option: (\S+?) \(Possible options: (.*)\)"), r"there is no option \1; did you mean \2?"),
    (re.compile(r"No such option: (\S+?)\.? Did you mean (.*)\?"), r"there is no option \1; did you mean \2?"),
    (re.compile(r"No such option: (\S+)"), r"there is no option \1"),
    (re.compile(r"No such command '(.*?)'\.? Did you mean (.*)\?"), r"there is no command “\1”; did you mean \2?"),
    (re.compile(r"No such command '(.*)'"), r"there is no command “\1”"),
    (re.compile(r"Missing argument '(.*)'"), r"\1 is missing"),
    (re.compile(r"Missing option '(.*)'"), r"\1 is missing"),
    (re.compile(r"Missing command"), "a command is missing"),
    (re.compile(r"Option '(.*)' requires an argument"), r"\1 needs a value"),
    (re.compile(r"Got unexpected extra argument(?:s|\(s\))? \((.*)\)"), r"more than this command takes: \1"),
)


def usage_in_words(message: str) -> str:
    """A message of the library that reads the command line, as we would say it.

    >>> usage_in_words("No such option: --store (Possible options: --json, --stdin)")
    'there is no option --store; did you mean --json, --stdin?'
    >>> usage_in_words("Missing argument 'NAME'."), usage_in_words("Option '--against' requires an argument.")
    ('NAME is missing', '--against needs a value')
    >>> usage_in_words("No such command 'tables'. Did you mean 'table'?")
    'there is no command “tables”; did you mean table?'
    >>> usage_in_words("Got unexpected extra argument (a b)"), usage_in_words("Invalid value for 'X'.")
    ('more than this command takes: a b', "Invalid value for 'X'")
    """
    plain = message.rstrip(".")
    for pattern, said in _WORDS:
        if pattern.fullmatch(plain):
            return pattern.sub(said, plain).replace("'", "")
    return plain
