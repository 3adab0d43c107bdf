"""`undercroft roll`."""

from undercroft.faces.cli.output import print_json, print_notes
from undercroft.faces.shared import entropy
from undercroft.kernel.faults import BadInput
from undercroft.kernel.notation import notes, parse
from undercroft.kernel.throwing import throw

MOST_TIMES = 1000


def roll(expression: str, times: str, *, as_json: bool) -> None:
    """Roll an expression and show every die."""
    formula = parse(expression)
    noted = notes(expression)
    print_notes(noted)
    throws = [throw(formula, entropy.draw()) for _ in range(_times(times))]
    if not as_json:
        for thrown in throws:
            print(thrown)
    else:
        from undercroft.faces.shared.dice_payloads import rolls_told

        print_json(rolls_told(formula, throws, noted))


def _times(typed: str) -> int:
    if not typed.isascii() or not typed.isdigit() or len(typed) > 4 or not 1 <= int(typed) <= MOST_TIMES:
        raise BadInput(
            "bad_times", f"--times cannot be {typed[:20]}", f"give a number from 1 to {MOST_TIMES}", limit=MOST_TIMES
        )
    return int(typed)
