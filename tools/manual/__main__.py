"""Write the manual and the odds lock: `python -m tools.manual`."""

from tools.manual.coverage import coverage_page
from tools.manual.places import LOCK, MANUAL
from tools.written import write
from undercroft.books import OURS
from undercroft.faces.manual import odds_lock
from undercroft.faces.manual.pages import on_disk, pages


def main() -> None:
    """Write the missing and stale pages, and remove the others that do not belong."""
    locked = odds_lock.text(entry for book in OURS for rule in book.rules for entry in odds_lock.entries(rule))
    write(LOCK, locked)
    before, after = on_disk(MANUAL), pages(OURS, odds_lock.read(locked), coverage_page(OURS))
    for place, text in after.items():
        if before.get(place) != text:
            write(MANUAL / place, text)
    for place in before.keys() - after.keys():
        (MANUAL / place).unlink()
    print(f"{len(after)} pages in {MANUAL.name}/, {locked.count(chr(10))} lines in {LOCK.name}")


if __name__ == "__main__":
    main()
