# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Texts on several ranks: a program that mpirun starts, and what builds without MPI say."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import lexikos
from lexikos import distributed


def test_on_two_ranks(tmp_path):
    if not distributed.is_available():
        with pytest.raises(lexikos.NotSupported, match="no MPI"):
            distributed.Communicator(0)
        pytest.skip("this build has no MPI")
    launcher = shutil.which("mpiexec") or shutil.which("mpirun")
    if launcher is None or importlib.util.find_spec("mpi4py") is None:
        pytest.skip("mpi4py, or what starts its processes, is not here")
    environment = {
        "OMP_NUM_THREADS": "1",
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "OMPI_MCA_rmaps_base_oversubscribe": "1",
        "OMPI_MCA_hwloc_base_binding_policy": "none",
        "OMPI_MCA_mpi_yield_when_idle": "1",
        "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe",
    }
    program = Path(__file__).parent / "ranks" / "distributed_ranks.py"
    done = subprocess.run(
        [launcher, "-n", "2", sys.executable, str(program), str(tmp_path)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0 and "all is well on 2 ranks" in done.stdout, done.stdout + done.stderr
