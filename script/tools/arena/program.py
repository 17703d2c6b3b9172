"""A program that plays a seat: a process that reads a question a line and answers with a line.

Nothing is taken on trust: reading and writing stop at a deadline, an answer has a greatest length,
and with the process ends all that it has started. A program stands still while others decide.
"""

import ctypes
import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import active_children
from pathlib import Path
from select import POLLIN, POLLOUT, poll
from time import monotonic
from typing import ClassVar

MOST_BYTES = 1 << 16
END_SECONDS = 5.0
DEATH_SIGNAL, CHILD_SUBREAPER = 1, 36  # of prctl(2)
SYSTEM = ctypes.CDLL(None, use_errno=True)


class Fault(Exception):
    """A program has not answered as it should."""

    kind = "fault"


class TimedOut(Fault):
    """There was no whole answer in time."""

    kind = "timeouts"


class Illegal(Fault):
    """The answer is no legal action."""

    kind = "illegal"


class Crashed(Fault):
    """The process has ended, does not read, or cannot be started."""

    kind = "crashes"


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds of the clock for a decision, and how many more the first one after a start has."""

    seconds: float = 1.0
    start_seconds: float = 10.0


class Program:
    """A process that is started when it is asked first, and again after it was ended."""

    running: ClassVar[set[int]] = set()

    def __init__(self, words: Sequence[str], limits: Limits, shows_errors: bool = False) -> None:
        self.words, self.limits, self.shows_errors = words, limits, shows_errors
        self.process: subprocess.Popen[bytes] | None = None

    def ask(self, question: bytes) -> bytes:
        """The line that answers the line `question`; a Fault ends the process."""
        try:
            return self._ask(question)
        except Fault:
            self.end()
            raise

    def end(self) -> None:
        """Kill the process, its group, and whatever else it has left behind."""
        if self.process is None:
            return
        _kill_group(self.process.pid)
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()
        self.process.wait()
        Program.running.discard(self.process.pid)
        self.process = None
        kill_orphans()

    def _ask(self, question: bytes) -> bytes:
        end = monotonic() + self.limits.seconds
        if self.process is None:
            self.process = self._start()
            end += self.limits.start_seconds
        else:
            self._check_silence(self.process)
            os.killpg(self.process.pid, signal.SIGCONT)
        line = _exchange(self.process, question, end)
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGSTOP)
        return line

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            process = subprocess.Popen(
                self.words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=None if self.shows_errors else subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,
                preexec_fn=_prepare_child,  # noqa: PLW1509 (the arena has one thread)
            )
        except OSError as error:
            raise Crashed(f"cannot be started: {error}") from None
        Program.running.add(process.pid)
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            os.set_blocking(pipe.fileno(), False)
        return process

    def _check_silence(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        if _read(process.stdout.fileno(), process):
            raise Illegal("has written without being asked, or more than one line")


def _exchange(process: subprocess.Popen[bytes], question: bytes, end: float) -> bytes:
    """Write the question and read the answer, both in pieces, until `end`."""
    assert process.stdin is not None
    assert process.stdout is not None
    reader, writer = process.stdout.fileno(), process.stdin.fileno()
    unsent, answer = memoryview(question + b"\n"), bytearray()
    ready = poll()
    ready.register(reader, POLLIN)
    ready.register(writer, POLLOUT)
    while b"\n" not in answer:
        left = end - monotonic()
        if left <= 0:
            raise TimedOut("no answer in time")
        for file, _ in ready.poll(1_000 * left):
            if file == writer:
                unsent = unsent[_write(writer, unsent) :]
                if not unsent:
                    ready.unregister(writer)
            else:
                answer += _read(reader, process)
        if len(answer) > MOST_BYTES:
            raise Illegal(f"an answer of more than {MOST_BYTES} bytes")
    line, _, more = answer.partition(b"\n")
    if unsent or more:
        raise Illegal("more than one line, or an answer before the question was read")
    return bytes(line)


def _write(file: int, data: memoryview) -> int:
    try:
        return os.write(file, data)
    except BlockingIOError:
        return 0
    except OSError:
        raise Crashed("does not read") from None


def _read(file: int, process: subprocess.Popen[bytes]) -> bytes:
    """What lies ready, which may be nothing; Crashed at the end of the output."""
    try:
        data = os.read(file, MOST_BYTES)
    except BlockingIOError:
        return b""
    if not data:
        raise Crashed(_epitaph(process))
    return data


def _epitaph(process: subprocess.Popen[bytes]) -> str:
    with suppress(subprocess.TimeoutExpired):
        return f"has ended with status {process.wait(0.2)}"
    return "has closed its output"


def adopt_orphans() -> None:
    """From now on, processes whose parents end become children of this process."""
    SYSTEM.prctl(CHILD_SUBREAPER, 1, 0, 0, 0)


def kill_orphans() -> None:
    """Kill the children of this process that are neither a running program nor ours."""
    end = monotonic() + END_SECONDS
    while (orphans := _children() - Program.running) and monotonic() < end:
        for pid in orphans:
            _kill_group(pid)
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)


def _children() -> set[int]:
    ours = {child.pid for child in active_children()}
    lists = Path("/proc/self/task").glob("*/children")
    return {int(pid) for each in lists for pid in each.read_text().split()} - ours


def _kill_group(pid: int) -> None:
    """Kill the group that `pid` leads, if it leads one."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def _prepare_child() -> None:
    """A program ends with the arena, and if memory runs out, before everything else."""
    SYSTEM.prctl(DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")
