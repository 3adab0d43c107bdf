"""Playing runs: chunks, threads, workers and compiled code give the same tally; estimates and sweeps by hand."""

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from contextlib import closing
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from io import BytesIO
from pathlib import Path
from types import FunctionType
from typing import Any

import msgspec
import pytest

from tests.foresight.scenarios import ALL, FIGHTS
from tests.requiring import need
from undercroft.foresight import compiled, tallies
from undercroft.foresight.codes import Counts
from undercroft.foresight.compare import compared
from undercroft.foresight.estimate import in_percent, look_level, mean, percentile, share
from undercroft.foresight.formulas import NotSimulated
from undercroft.foresight.opening import opened, run_named
from undercroft.foresight.prepare import encoded
from undercroft.foresight.results import results
from undercroft.foresight.runs import (
    COMPILED,
    LOADING,
    PLAIN,
    Runner,
    RunTask,
    WrongSimulator,
    has_numba,
    own_digest,
    pays,
    played,
    tally,
)
from undercroft.foresight.simulator import Simulator
from undercroft.foresight.sweep import sweep, vary, with_value
from undercroft.foresight.twins import Function, Twins
from undercroft.foresight.worker import (
    Answer,
    Compiler,
    Counted,
    Courses,
    Piece,
    Worker,
    Wrong,
    read_answer,
    serve,
    write_frame,
)
from undercroft.kernel.faults import BadInput

PATIENT = 590.0
"""Seconds that a worker of low priority may take on a busy machine."""
MIXED = (
    "orcs", "dying by Sovereign", "rooms by Violence", "rooms by Sovereign", "half dice by Sovereign", "a march",
    "a hard road",
    "a site by Sovereign", "vaults by Violence", "shut doors by Sovereign", "rooms by Delving", "an ambush by Delving",
)  # fmt: skip


def plainly(name: str, count: int, first: int = 0) -> list[int]:
    """The tally of some runs in plain Python."""
    numbers = encoded(ALL[name])
    return played(RunTask(numbers.setup, numbers.start, own_digest()), 7, first, count, plain=True).tally


def test_chunks_and_executors_change_nothing() -> None:
    """All runs at once, in chunks, or on an executor's workers: the same numbers."""
    whole = plainly("rooms by Violence", 200)
    assert whole == tallies.added(plainly("rooms by Violence", 70), plainly("rooms by Violence", 130, 70))
    for executor in (None, ThreadPoolExecutor(2)):
        runner = Runner(encoded(ALL["rooms by Violence"]), 7, executor, plain=True)
        seen = [progress.runs for progress in runner.play(200)]
        assert whole == runner.tally
        assert sorted(seen) == seen
        assert 200 == seen[-1]


class Dying(ThreadPoolExecutor):
    """Workers that are killed after some chunks: one chunk is lost, and no other is taken."""

    taken = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.taken += 1
        if self.taken == 3:
            lost: Future[Any] = Future()
            lost.set_exception(BrokenExecutor("killed"))
            return lost
        if self.taken > 3:
            raise BrokenExecutor("killed")
        return super().submit(fn, *args, **kwargs)


def test_workers_that_are_killed_change_nothing() -> None:
    """Their runs are played here, with the same dice."""
    runner = Runner(encoded(FIGHTS["orcs"]), 7, Dying(1), plain=True)
    assert 600 == [progress.runs for progress in runner.play(600)][-1]
    assert plainly("orcs", 600) == runner.tally


def test_a_worker_killed_in_the_middle_of_a_sweep_changes_nothing() -> None:
    """Every value has the results it has without workers, also those that came after the loss."""
    values = vary("policy.target=first,spread")
    whole = list(sweep(FIGHTS["orcs"], values, 200, 7, plain=True))
    assert whole == list(sweep(FIGHTS["orcs"], values, 200, 7, Dying(1), plain=True))
    assert len(whole) == len({each.results.dice for each in whole})


def test_compiled_code_plays_the_same_runs() -> None:
    """Numba changes how fast runs are played, and nothing else."""
    need("numba", has_numba())
    for name in MIXED:
        numbers = encoded(ALL[name])
        task = RunTask(numbers.setup, numbers.start, own_digest())
        assert played(task, 7, 0, 60, plain=False) == played(task, 7, 0, 60, plain=True)
    numbers = encoded(FIGHTS["orcs"])
    task = RunTask(numbers.setup, numbers.start, own_digest())
    answers: list[Counted] = []
    with closing(Simulator(PATIENT)) as plays:
        while not answers or answers[-1].how != COMPILED:
            assert not answers or answers[-1].how == LOADING
            answer = plays.ask(Piece((task,), counts=Counts.ROUNDS, seed=7, first=0, few=60, many=500))
            assert isinstance(answer, Counted)
            answers.append(answer)
    assert [60, 500] == [answers[0].tallies[0][tallies.RUNS], answers[-1].tallies[0][tallies.RUNS]]
    assert answers[-1].tallies[0] == played(task, 7, 0, 500, plain=True).tally


def test_nothing_is_loaded_beside_the_first_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled code that is kept is loaded from the second piece on; the referee waits for the first."""
    loaded: list[bool] = []
    monkeypatch.setattr("undercroft.foresight.worker.has_numba", lambda: True)
    monkeypatch.setattr("undercroft.foresight.worker.warm", lambda: loaded.append(True))
    monkeypatch.setattr(compiled, "is_kept", lambda _digest: True)
    compiler = Compiler()
    assert LOADING == compiler.look(60)
    assert compiler._loading is None
    assert LOADING == compiler.look(60)
    assert compiler._loading is not None
    compiler._loading.join()
    assert [True] == loaded
    assert COMPILED == compiler.look(60)


def test_a_worker_without_numba_says_so() -> None:
    """It plays the same runs in plain Python, however many are asked for."""
    numbers = encoded(FIGHTS["orcs"])
    worker = Worker(plain=True)
    piece = Piece(
        (RunTask(numbers.setup, numbers.start, own_digest()),), counts=Counts.ROUNDS, seed=7, first=0, few=30, many=900
    )
    answers = [worker.answer(piece) for _ in range(2)]
    assert all(isinstance(each, Counted) and each.how == PLAIN for each in answers)
    assert answers[0] == answers[1]


def test_kept_code_is_found_again() -> None:
    """Numba finds kept code by what a closure holds, so the compiled entry has none."""
    need("numba", has_numba())
    assert import_module("undercroft.foresight.numba_engine").entry.__closure__ is None
    assert own_digest() == compiled.digest()
    assert compiled.folder("one") != compiled.folder("another")


@pytest.mark.parametrize("tried", [("",), ()])
def test_a_numba_that_nobody_tried_compiles_each_function_to_the_end(
    tried: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one that was tried, as the locked one is, what only compiled code calls has no machine code of its own."""
    need("numba", has_numba())
    engine: Any = import_module("undercroft.foresight.numba_engine")
    assert engine.by_parts()
    monkeypatch.setattr(engine, "TRIED", tried)
    doubled = engine.twin_of(lambda number: 2 * number)
    assert 42 == engine.numba.njit(lambda number: doubled(number) + 2)(20)
    (compiled_one,) = doubled.overloads.values()
    assert bool(tried) is isinstance(compiled_one.library, engine.CodePart)


def test_a_numba_that_names_its_insides_otherwise_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine is read without them, and compiles each function to the end."""
    need("numba", has_numba())
    monkeypatch.delattr("numba.core.codegen.JITCodeLibrary")
    monkeypatch.delattr("numba.core.compiler.Compiler")
    found = find_spec("undercroft.foresight.numba_engine")
    assert found is not None
    assert found.loader is not None
    engine: Any = module_from_spec(found)
    found.loader.exec_module(engine)
    assert (object, object) == (engine.library, engine.compiler)


def test_what_every_turn_goes_through_is_played() -> None:
    """The functions that the compiler puts in the place of their calls are there under these names."""
    need("numba", has_numba())
    names: set[str] = set()

    def noted(function: FunctionType) -> Function:
        names.add(function.__name__)
        return function

    Twins(noted).of(tallies.many)
    assert set() == import_module("undercroft.foresight.numba_engine").EVERY_TURN - names


def test_a_worker_of_another_version_refuses() -> None:
    """The digest of the simulator travels with the scenario."""
    numbers = encoded(FIGHTS["orcs"])
    other = msgspec.msgpack.encode(RunTask(numbers.setup, numbers.start, "another"))
    with pytest.raises(WrongSimulator):
        tally(other, 1, 0, 1, True)


def test_the_worst_runs_are_those_in_which_most_fall() -> None:
    """The runs to open are found by their numbers, and opening one tells what the tally counted."""
    scenario = FIGHTS["dying by Sovereign"]
    numbers = encoded(scenario)
    counted = plainly("dying by Sovereign", 150)
    found = results(counted, numbers, 7)
    most = max(number for number, chance in enumerate(found.fallen) if chance.value)
    story = opened(scenario, 7, run_named("worst", found))
    dead = sum(not story.now.people[who].alive for who in numbers.people)
    assert dead == most or any("lost" in line.says for line in story.lines)
    assert any(line.cite for line in story.lines)
    assert found.runs == sum(round(chance.value * 150) for chance in found.fallen) == 150
    assert run_named("median", found) == found.median
    with pytest.raises(BadInput):
        run_named("the saddest", found)


def test_estimates() -> None:
    """Wilson's interval, the normal one, and order statistics, against known values."""
    half = share(50, 100, 1)
    assert (0.404, 0.596) == (round(half.low, 3), round(half.high, 3))
    assert (0.0, 1.0) == (share(0, 10, 1).low, share(10, 10, 1).high)
    assert "under 3 %" == in_percent(share(0, 100, 1))
    throws = mean(sum(range(1, 7)), sum(face * face for face in range(1, 7)), 6, 1)
    assert 3.5 == throws.value
    middle = percentile([0, 10, 80, 10], 0.5, 1)
    assert (2, 2, 2) == (middle.value, middle.low, middle.high)
    assert 1 - sum(1 - look_level(look) for look in range(1, 2000)) > 0.95


def test_pairs_differ_only_by_what_is_changed() -> None:
    """The same scenario twice differs in no run; a weaker party falls more often, on the same dice."""
    scenario = FIGHTS["orcs"]
    same = compared(encoded(scenario), encoded(scenario), 80, 5, plain=True)
    assert all(0 == pair.difference.value == pair.difference.margin for pair in same.values())
    weak = with_value(scenario, ("party", "1", "hp"), 1)
    found = compared(encoded(weak), encoded(scenario), 80, 5, plain=True)["characters who fall"]
    assert found.difference.value > 0
    assert found.saved > 1


def test_few_pairs_do_not_wait_for_compiled_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiling takes longer than they do; the results are the same."""
    monkeypatch.setenv(compiled.CACHE, str(tmp_path))
    numbers = encoded(FIGHTS["orcs"])
    assert compared(numbers, numbers, 20, 5) == compared(numbers, numbers, 20, 5, plain=True)
    assert [] == list(tmp_path.iterdir())
    assert pays(1_000_000) is has_numba()


def test_a_sweep_plays_each_value() -> None:
    """Every value has its own results on the same dice."""
    scenario = FIGHTS["orcs"]
    found = list(sweep(scenario, vary("party.1.hp=1..9:4"), 60, 5, plain=True))
    assert ["1", "5", "9"] == [each.value for each in found]
    fallen = [each.results.deaths.value for each in found]
    assert fallen[0] > fallen[2]
    for text in ("policy.retreat", "=3", "policy.nerve=1..3", "party.9.hp=1,2", "policy.retreat=9..1", "turns=0"):
        with pytest.raises(BadInput):
            list(sweep(scenario, vary(text), 1, 1, plain=True))


def test_a_mistake_of_ours_is_called_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """No bare name of an exception reaches a page; what was asked wrongly keeps its own words."""
    asked = BytesIO()
    write_frame(asked, Courses(RunTask([], [], ""), counts=Counts.ROUNDS, seed=1, runs=()))
    for fault, said in ((StopIteration(), "a mistake of ours, StopIteration"), (NotSimulated("a fog"), "a fog")):
        answers = BytesIO()

        def fails(_worker: Worker, _asked: object, fault: Exception = fault) -> Answer:
            raise fault

        monkeypatch.setattr(Worker, "answer", fails)
        asked.seek(0)
        serve(asked, answers, plain=True)
        answers.seek(0)
        answer = read_answer(answers)
        assert isinstance(answer, Wrong)
        assert said in answer.what
