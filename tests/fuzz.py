"""Property tests with new random examples, round after round: `python -m tests.fuzz --minutes 60 --seed 123`.

The gate runs the same tests with the same examples each time, so that it fails only for what a change broke. Here each
round has a seed of its own, one more than that of the round before, and a finding is printed as an `@example` to paste
above its test. Run through pytest (`-p tests.fuzz`), this module is the plugin that prints it.
"""

from __future__ import annotations

import argparse
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

_TESTS = Path(__file__).parent
# The store takes longer to start than a round takes, so that it is asked in the first round and in every tenth.
_WITH_STORE = 10
_ARGUMENT = re.compile(r"^    (?=\w+=)", re.MULTILINE)
_FAILING = re.compile(
    r"(?:Failing|Falsifying) (?:explicit )?(?:example|test case): \w+\(\n(.*?)^\)", re.MULTILINE | re.DOTALL
)
_BLOB = re.compile(r"@reproduce_failure\(.*?\)(?= as a decorator)")
_TESTS_FAILED = 1


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[pytest.TestReport]:
    """Add the smallest failing case of a property test to its report, ready to paste."""
    report = yield
    if call.excinfo is not None:
        notes = "\n".join(getattr(call.excinfo.value, "__notes__", ()))
        if regression := as_regression(notes, frozenset(getattr(item, "fixturenames", ()))):
            report.sections.append((f"paste above {item.nodeid}", regression))
    return report  # type: ignore[return-value]


def as_regression(notes: str, fixtures: frozenset[str]) -> str:
    """What Hypothesis noted on a failure as a decorator, "" where it noted nothing.

    An interactive draw (`data`) cannot be written as an example; then it is the blob that repeats it.
    """
    failing, blob = _FAILING.search(notes), _BLOB.search(notes)
    arguments = [part for part in _ARGUMENT.split(failing[1]) if part.strip()] if failing else []
    named = [part for part in arguments if part.split("=")[0] not in fixtures]
    if not named or any("data(...)" in part for part in named):
        return blob[0] if blob else ""
    return "@example(\n" + "".join(f"    {part.rstrip()}\n" for part in named) + ")"


def files(*, store: bool) -> list[str]:
    """The files with property tests; store: those that need Neo4j too."""
    found = [path for path in sorted(_TESTS.rglob("test_*.py")) if "@given(" in path.read_text("utf-8")]
    return [str(path) for path in found if store or "integration" not in path.parts]


def run_round(seed: int, *, store: bool) -> int:
    """One run of all property tests; pytest's exit status."""
    options = ["-q", "-m", "hypothesis", "-p", "tests.fuzz", "-p", "no:cacheprovider", "--tb=short"]
    chosen = [f"--hypothesis-seed={seed}", "--hypothesis-profile=fuzz"]
    command = [sys.executable, "-m", "pytest", *options, *chosen, *files(store=store)]
    return subprocess.run(command, cwd=_TESTS.parent, check=False).returncode


def main() -> int:
    """Rounds until the minutes are used up or something is found; 1 when something was."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=None, help="of the first round; a new one by default")
    parser.add_argument("--no-store", action="store_true", help="leave out what needs Neo4j")
    asked = parser.parse_args()
    first = random.SystemRandom().randrange(10**9) if asked.seed is None else asked.seed
    started, rounds = time.monotonic(), 0
    try:
        while not rounds or time.monotonic() - started < 60 * asked.minutes:
            seed = first + rounds
            _tell(f"fuzz: round {rounds + 1}; to repeat it: make fuzz SEED={seed} MINUTES=0")
            status = run_round(seed, store=rounds % _WITH_STORE == 0 and not asked.no_store)
            if status:
                _tell(f"fuzz: a finding with seed {seed}" if status == _TESTS_FAILED else "fuzz: broken off")
                return 1
            rounds += 1
    except KeyboardInterrupt:
        _tell("\nfuzz: stopped")
    _tell(f"fuzz: {rounds} rounds, {(time.monotonic() - started) / 60:.1f} minutes, no finding")
    return 0


def _tell(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
