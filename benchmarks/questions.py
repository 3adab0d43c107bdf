"""Twenty questions that users of other libraries ask, answered in one expression each.

The page docs/twenty-questions.md is made from this list: `python -m benchmarks.questions` writes it again.
"""

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "twenty-questions.md"


@dataclass(frozen=True)
class Question:
    """A question, who asks it, its answer, and the expression that finds it in each library."""

    asks: str
    source: str
    answer: str
    ours: str
    icepool: str
    dyce: str


SETUPS = {
    "undercroft": "from undercroft import *",
    "icepool": "from icepool import *\nfrom icepool import d4, d6, d8, d10, d12, d20",
    "dyce": "from dyce import *\nfrom fractions import Fraction as F\n"
    "def p(h, *outcomes): return F(sum(h[o] for o in outcomes if o in h), h.total)",
}
"""The imports before the clock starts. dyce has no name for the chance of an outcome; `p` counts as if it had."""

QUESTIONS = (
    Question(
        "Six abilities by 4d6, drop the lowest: what is the mean of their sum?",
        "icepool",
        "15869/216",
        '(6@odds("4d6kh3")).mean',
        "(6@d6.highest(4,3)).mean()",
        "F((6@(4@P(6)).at(slice(-3,None))).mean())",
    ),
    Question(
        "3d6 twelve times, the best six kept: the mean of their sum?",
        "icepool",
        "76.441554",
        "(3@d6).highest(12,6).mean",
        "(3@d6).highest(12,6).mean()",
        "(12@P(3@H(6))).at(slice(-6,None)).mean()",
    ),
    Question(
        "3d6 six times for each ability, the best kept: the mean of the sum of six?",
        "icepool",
        "85.398711",
        "(6@(3@d6).highest(6)).mean",
        "(6@(3@d6).highest(6)).mean()",
        "(6@(6@P(3@H(6))).at(-1)).mean()",
    ),
    Question(
        "Twelve characters with 3d6 in order: the mean of the best sum?",
        "icepool",
        "74.771352",
        "(18@d6).highest(12).mean",
        "(18@d6).highest(12).mean()",
        "(12@P(18@H(6))).at(-1).mean()",
    ),
    Question(
        "Six d6 in a pool: the chance of at least one 1?",
        "dyce",
        "31031/46656",
        "d6.lowest(6)[1]",
        "d6.lowest(6).probability(1)",
        "p((6@H(6).eq(1)).ge(1),True)",
    ),
    Question(
        "The chance that d8+d12 is from 9 to 13?",
        "dyce",
        "5/12",
        "(d8+d12).between(9,13)",
        "(d8+d12).map(lambda t:9<=t<=13).mean()",
        "p(H(8)+H(12),*range(9,14))",
    ),
    Question(
        "Ironsworn: the chance that d6+2 beats both of two d10?",
        "dyce",
        "139/600",
        "(d6+2>d10.highest(2)).yes",
        "(d6+2>d10.highest(2)).mean()",
        "p((H(6)+2).gt((2@P(10)).at(-1)),True)",
    ),
    Question(
        "Ironsworn: the chance that it beats exactly one?",
        "dyce",
        "131/300",
        "(d6+2).then(lambda a:2@(d10<a))[1]",
        "map(lambda a:2@(d10<a),d6+2).probability(1)",
        "p(expand(lambda a:2@H(10).lt(a.outcome),H(6)+2),1)",
    ),
    Question(
        "2d6, each 1 and 2 rolled again once: the mean?",
        "dyce",
        "25/3",
        "(2@d6.reroll(1,2,once=True)).mean",
        "(2@d6.reroll([1,2],depth=1)).mean()",
        "(2@expand(lambda a:H(6) if a.outcome<3 else a.outcome,H(6))).mean()",
    ),
    Question(
        "The higher of two d20: the mean?",
        "dyce",
        "553/40",
        "d20.highest(2).mean",
        "d20.highest(2).mean()",
        "(2@P(20)).at(-1).mean()",
    ),
    Question(
        "The chance that the higher of two d20, plus 5, is 15 or more?",
        "AnyDice",
        "319/400",
        "(d20.highest(2)+5>=15).yes",
        "(d20.highest(2)+5>=15).mean()",
        "p(((2@P(20)).at(-1)+5).ge(15),True)",
    ),
    Question(
        "Risus: the chance that 5d6 is higher than 4d6?",
        "dyce",
        "25127/34992",
        "(5@d6>4@d6).yes",
        "(5@d6>4@d6).mean()",
        "p((5@H(6)).gt(4@H(6)),True)",
    ),
    Question(
        "Five d6: the chance that all show the same?",
        "icepool",
        "1/1296",
        "d6.pool(5).largest_set()[5]",
        "d6.pool(5).largest_count().probability(5)",
        "p(H.from_counts((len(set(r))==1,n) for r,n in (5@P(6)).rolls_with_counts()),True)",
    ),
    Question(
        "Five d6: the chance of five in a row?",
        "icepool",
        "5/162",
        "d6.pool(5).straight()[5]",
        "d6.pool(5).largest_straight().probability(5)",
        "p(H.from_counts((len(set(r))==5 and r[4]-r[0]==4,n) for r,n in (5@P(6)).rolls_with_counts()),True)",
    ),
    Question(
        "Five d10: the chance that three or more show 8 or more?",
        "AnyDice",
        "4077/25000",
        "(5@(d10>=8)).at_least(3)",
        "(5@(d10>=8)).probability('>=',3)",
        "p((5@H(10).ge(8)).ge(3),True)",
    ),
    Question(
        "The highest of 3d6, and one more for each other die that shows it: the mean?",
        "AnyDice",
        "47/9",
        "d6.pool(3).hands().map(lambda h:h[2]+h.count(h[2])-1).mean",
        "d6.pool(3).highest_outcome_and_count().map(lambda x,n:x+n-1).mean()",
        "H.from_counts((r[2]+r.count(r[2])-1,n) for r,n in (3@P(6)).rolls_with_counts()).mean()",
    ),
    Question(
        "Risk: three dice against two: the chance that the defender loses both?",
        "icepool",
        "1445/3888",
        "d6.pool(3).wins(d6.pool(2))[2]",
        "d6.pool(3).highest(2).sort_pair('>',d6.pool(2)).size().probability(2)",
        "p(expand(lambda a,b:sum(x>y for x,y in zip(a.roll[:0:-1],b.roll[::-1])),3@P(6),2@P(6)),2)",
    ),
    Question(
        "The highest of a d6, a d8 and a d10: the mean?",
        "icepool",
        "1083/160",
        "highest(d6,d8,d10).mean",
        "highest(d6,d8,d10).mean()",
        "P(6,8,10).at(-1).mean()",
    ),
    Question(
        "As many d6 as a d4 shows: the chance of exactly 10?",
        "AnyDice",
        "175/2592",
        "(d4@d6)[10]",
        "(d4@d6).probability(10)",
        "p(expand(lambda a:a.outcome@H(6),H(4)),10)",
    ),
    Question(
        "The chance that 4d6, the lowest dropped, is higher than 3d6?",
        "AnyDice",
        "29029/46656",
        "(d6.highest(4,3)>3@d6).yes",
        "(d6.highest(4,3)>3@d6).mean()",
        "p((4@P(6)).at(slice(-3,None)).gt(3@H(6)),True)",
    ),
)


def shown(answer: object) -> str:
    """An answer as the page shows it: the fraction, or rounded where it is long."""
    exact = str(answer)
    return exact if len(exact) <= 16 else f"{float(Fraction(exact)):.6f}"


def page() -> str:
    """The page of the manual, made from the list."""
    lines = [*_HEAD]
    for number, asked in enumerate(QUESTIONS, 1):
        ways = (("Undercroft", asked.ours), ("icepool", asked.icepool), ("dyce", asked.dyce))
        lines += ["", f"**{number}. {asked.asks}** {asked.answer}", "", "| | | characters |", "|---|---|---:|"]
        lines += [f"| {name} | `{code.replace('|', chr(92) + '|')}` | {len(code)} |" for name, code in ways]
    return "\n".join((*lines, ""))


_HEAD = (
    "# Twenty questions",
    "",
    "Questions that icepool, dyce and AnyDice answer in their own examples, asked of the [library](library.md) in one",
    "expression each, next to what users of icepool 2.1.3 and dyce 0.7.0 write. All three agree on every answer.",
    "`make bench` measures them; [the results](../benchmarks/RESULTS.md) say how long each takes.",
    "",
    "Ours follow `from undercroft import *`. dyce has no name for the chance of an outcome: `p` divides its count by",
    "the total, and its definition is not counted. Each library is asked in the shortest way we know that gives the",
    "answer; a blank that Python does not need is left out for all. AnyDice runs on its own site and is not measured:",
    "its programs show a whole table, from which you read the answer.",
)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
