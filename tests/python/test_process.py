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
