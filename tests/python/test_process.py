# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Threads, forks, cancelling, and the end of the process."""

import os
import signal
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest

import lexikos

TEXT = np.random.default_rng(1).integers(0, 4, 200_000).astype(np.uint8)


def run(program, **environment):
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        env={name: value for name, value in {**os.environ, **environment}.items() if value is not None},
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_threads_have_the_same_results():
    expected = lexikos.suffix_array(TEXT, algorithm="prefix_doubling").tolist()
    results = [None] * 4

    def work(i):
        for _ in range(3):
            results[i] = lexikos.suffix_array(
                TEXT, algorithm="prefix_doubling", progress=lambda fraction: True
            ).tolist()

    threads = [threading.Thread(target=work, args=(i,)) for i in range(len(results))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(result == expected for result in results)


def test_other_threads_go_on_during_a_call():
    inside, seen = threading.Event(), threading.Event()

    def work():
        # The lock of the interpreter is given back between two reports; the main thread takes it, and says so.
        lexikos.suffix_array(TEXT, algorithm="prefix_doubling", progress=lambda fraction: inside.set() or seen.wait(30))

    thread = threading.Thread(target=work)
    thread.start()
    assert inside.wait(30)
    assert thread.is_alive()
    seen.set()
    thread.join()


def test_progress_ascends_and_cancels():
    fractions = []
    lexikos.suffix_array(TEXT, progress=fractions.append)
    assert fractions and fractions == sorted(fractions) and fractions[-1] == 1
    with pytest.raises(lexikos.Cancelled):
        lexikos.suffix_array(TEXT, progress=lambda fraction: False)
    with pytest.raises(lexikos.Cancelled):
        lexikos.suffix_array(TEXT, progress=lambda fraction: np.float64(fraction) < 0)
    lexikos.suffix_array(TEXT, progress=lambda fraction: 0)  # as of what tells how much it has written
    with pytest.raises(ZeroDivisionError):
        lexikos.suffix_array(TEXT, progress=lambda fraction: 1 / 0)
    assert lexikos.check_suffix_array(TEXT, lexikos.suffix_array(TEXT))


def test_ctrl_c_cancels():
    def interrupt(fraction):
        os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        lexikos.suffix_array(TEXT, progress=interrupt)
        raise AssertionError("the call was not interrupted")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_fork_after_use_is_an_error_and_before_use_is_not():
    found = run(
        """
        import os, sys, lexikos
        kept = lexikos.suffix_array("banana")
        index = lexikos.SuffixIndex("banana")
        found = index.locate("an")
        child = os.fork()
        if child == 0:
            try:
                print(lexikos.suffix_array("banana").tolist(), flush=True)
                sys.exit(0)
            except lexikos.NotSupported as error:
                print(error, flush=True)
                sys.exit(3)
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        """
    )
    assert found.returncode == 3 and "fork" in found.stdout and "spawn" in found.stdout, found
    found = run(
        """
        import os, sys, lexikos
        child = os.fork()
        if child == 0:
            print(lexikos.suffix_array("banana").tolist(), flush=True)
            sys.exit(0)
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        """
    )
    assert found.returncode == 0 and found.stdout == "[5, 3, 1, 0, 4, 2]\n", found


def test_a_process_ends_quietly_with_arrays_and_indexes_alive():
    found = run(
        """
        import sys, lexikos
        index = lexikos.SuffixIndex("banana", extensions=True)
        sys.modules["kept"] = (index, index.locate("an"), lexikos.FmIndex("banana"))
        """,
        OMP_PROC_BIND=None,
    )
    assert (found.returncode, found.stdout, found.stderr) == (0, "", ""), found


def test_settings_come_first():
    found = run(
        """
        import lexikos
        assert not lexikos.is_initialized()
        lexikos.initialize(threads=1)
        assert lexikos.is_initialized()
        assert lexikos.suffix_array("banana").tolist() == [5, 3, 1, 0, 4, 2]
        try:
            lexikos.initialize(threads=2)
        except lexikos.InvalidArgument:
            print("refused")
        """
    )
    assert found.returncode == 0 and found.stdout == "refused\n", found


def test_import_does_not_start_anything():
    found = run("import lexikos, threading; print(lexikos.is_initialized(), threading.active_count())")
    assert found.stdout == "False 1\n", found


def test_threads_are_as_many_as_there_is_room_for():
    found = run(
        """
        import lexikos
        for threads in (-1, 513):
            try:
                lexikos.initialize(threads=threads)
            except lexikos.InvalidArgument as error:
                print(error.message)
        print(lexikos.is_initialized(), lexikos.suffix_array("ab").tolist())
        """
    )
    lines = found.stdout.splitlines()
    assert found.returncode == 0 and "0" in lines[0] and "512" in lines[1] and lines[2] == "False [0, 1]", found


def test_a_call_within_another_is_refused():
    found = run(
        """
        import io, signal, threading, lexikos
        refused = []

        def nested(*_):
            try:
                lexikos.suffix_array("ab")
            except lexikos.NotSupported as error:
                refused.append(error.message)

        lexikos.suffix_array("banana" * 1000, progress=nested)
        assert refused and "within another" in refused[0], refused

        class Reads(io.BytesIO):
            def readinto(self, view):
                nested()
                return super().readinto(view)

        refused.clear()
        packed = io.BytesIO()
        lexikos.compress_file(Reads(b"banana" * 1000), packed)
        assert refused
        assert lexikos.decompress(packed.getvalue()) == b"banana" * 1000
        assert lexikos.suffix_array("ab").tolist() == [0, 1]
        print("went on")
        """
    )
    assert found.returncode == 0 and found.stdout == "went on\n", found


def test_errors_are_pickled_as_they_are():
    found = run(
        """
        import copy, pickle, lexikos
        for call in (lambda: lexikos.compression_block(0), lambda: lexikos.SuffixIndex.load("/nowhere")):
            try:
                call()
            except lexikos.Error as caught:
                error = caught
            for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
                assert type(again) is type(error) and str(again) == str(error), (again, error)
                assert (again.message, again.where) == (error.message, error.where)
        print("same")
        """
    )
    assert found.returncode == 0 and found.stdout == "same\n", found


def test_subinterpreters_are_refused():
    subinterpreters = pytest.importorskip("_xxsubinterpreters")
    assert subinterpreters
    found = run(
        """
        import _xxsubinterpreters as interpreters
        other = interpreters.create()
        try:
            interpreters.run_string(other, "import lexikos._core")
        except interpreters.RunFailedError as error:
            print(type(error).__name__)
        """
    )
    assert found.returncode == 0 and found.stdout == "RunFailedError\n", found


@pytest.mark.parametrize("progress", ["None", "lambda fraction: True"])
def test_a_process_ends_while_threads_work(progress):
    """Those that do not keep it alive: they are ended where they are, nothing else is printed, and the code is its own."""
    for _ in range(5):
        found = run(
            f"""
            import threading, time, numpy, lexikos
            text = numpy.random.default_rng(1).integers(0, 4, 200_000).astype(numpy.uint8)
            begun = threading.Semaphore(0)

            def work():
                while True:
                    lexikos.suffix_array(text, progress={progress})
                    begun.release()

            for _ in range(4):
                threading.Thread(target=work, daemon=True).start()
            for _ in range(4):
                begun.acquire()
            print("written")
            raise SystemExit(3)
            """
        )
        assert (found.returncode, found.stdout, found.stderr) == (3, "written\n", ""), found


@pytest.mark.parametrize("value", ["0", "abc", "99999999999"])
def test_threads_that_kokkos_cannot_read_are_an_error(value):
    done = run(
        """
        import lexikos
        try:
            lexikos.suffix_array(b"banana")
        except lexikos.InvalidArgument as error:
            print(error)
        """,
        KOKKOS_NUM_THREADS=value,
    )
    assert done.returncode == 0, done.stderr
    assert f"KOKKOS_NUM_THREADS is '{value}' in the environment" in done.stdout
