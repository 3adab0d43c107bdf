"""One part of a campaign file, cut out to be edited with its comments, and put back in its place."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from undercroft.exchange.campaignfile.file_text import FileText
from undercroft.exchange.campaignfile.problems import Path, suggestion
from undercroft.exchange.campaignfile.reading import paths
from undercroft.kernel.faults import NotFound


class Excerpt(Struct, frozen=True):
    """The lines of a part, and the whole file around them."""

    whole: str
    spans: tuple[tuple[int, int], ...]
    """Where the part is written; it may be in several places."""

    @property
    def text(self) -> str:
        """The part alone."""
        return "\n".join(self.whole[start:end].strip("\n") + "\n" for start, end in self.spans)

    @property
    def first_line(self) -> int:
        """The number in the file of the part's first line."""
        return self.whole.count("\n", 0, self.spans[0][0]) + 1

    def put_back(self, text: str) -> str:
        """The whole file with other lines for the part, all in its first place."""
        made, at = "", 0
        for number, (start, end) in enumerate(self.spans):
            made += self.whole[at:start] + (text.strip("\n") + "\n" if number == 0 else "")
            at = end
        return made + self.whole[at:]


def excerpt(text: str, part: str) -> Excerpt:
    """A part of a file without errors, by its address: `sites/mill/zones/yard`; the whole file without one."""
    if not part:
        return Excerpt(text, ((0, len(text)),))
    known: dict[Path, Path] = {(name,): (name,) for name in ("house", "seats", "lands")}
    known |= paths(text)
    asked: Path = tuple(part.strip("/").split("/"))
    path = known.get(asked)
    spans = () if path is None else tuple(_joined(text, FileText(text).extent(path)))
    if not spans:
        fix = suggestion(
            "/".join(map(str, asked)), ("/".join(map(str, each)) for each in known), "look at the whole file"
        )
        raise NotFound("no_such_part", f"there is no part {part[:80]} in the file", fix)
    return Excerpt(text, spans)


def _joined(text: str, spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The spans, where those with nothing but blank lines between them are one."""
    whole: tuple[int, int] | None = None
    for start, end in spans:
        if whole is not None and text[whole[1] : start].strip():
            yield whole
            whole = None
        whole = (start if whole is None else whole[0], end)
    if whole is not None:
        yield whole
