# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import pathlib

from spack.package import *


class Lexikos(CMakePackage, CudaPackage):
    """Text indexes on GPUs and multicore hosts: suffix arrays, LCP arrays, the Burrows-Wheeler transform, FM-indexes, exact
    matches, deduplication, wavelet trees. For C++ on Kokkos, C, Fortran and Python, and as a program.

    spack repo add <this clone>/cmake/packaging/spack; spack install lexikos
    """

    # The clone that has this recipe.
    git = "file://" + str(pathlib.Path(__file__).resolve().parents[5])

    license("Apache-2.0 WITH LLVM-exception")

    version("main", branch="main")

    variant("openmp", default=True, description="Work on the cores of the host by OpenMP, else on one")
    variant("mpi", default=False, description="Texts that are distributed over the processes of MPI")
    variant("python", default=False, description="The Python package")
    variant("kernels", default=False, description="Segmented sort of Kokkos Kernels, one more strategy")
    variant("program", default=True, description="The program lexikos")
    variant("c", default=True, description="The library for C and Fortran")
    variant("divsufsort", default=True, description="The sequential sorter of libdivsufsort")
    variant("json", default=True, description="The program reads lines of JSON", when="+program")
    variant("shared", default=True, description="A shared library, else a static one")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("kokkos@4.6:")
    depends_on("kokkos+openmp", when="+openmp")
    depends_on("kokkos~openmp+serial", when="~openmp")
    for architecture in CudaPackage.cuda_arch_values:
        depends_on(f"kokkos+cuda+cmake_lang cuda_arch={architecture}", when=f"+cuda cuda_arch={architecture}")
    depends_on("cuda@12.2:", when="+cuda")
    depends_on("kokkos-kernels", when="+kernels")
    depends_on("mpi", when="+mpi")
    depends_on("python@3.9:", when="+python", type=("build", "run"))
    depends_on("py-nanobind@2.4:", when="+python", type="build")
    depends_on("py-numpy@1.24:", when="+python", type="run")
    depends_on("libdivsufsort", when="+divsufsort")
    depends_on("nlohmann-json", when="+program", type="build")
    depends_on("simdjson", when="+json")
    depends_on("zlib-api", when="+program")
    depends_on("libdeflate", when="+program")
    depends_on("zstd", when="+program")
    extends("python", when="+python")

    conflicts("cuda_arch=none", when="+cuda", msg="which GPUs? cuda_arch=90, for example")

    def cmake_args(self):
        def required(option, variant):
            return self.define(option, "ON" if self.spec.satisfies(variant) else "OFF")

        return [
            self.define("LEXIKOS_BUILD_TESTS", self.run_tests),
            self.define("LEXIKOS_TEST_CONSUMERS", False),
            self.define("LEXIKOS_WARNINGS_AS_ERRORS", False),
            self.define("LEXIKOS_FETCH_KOKKOS", False),
            self.define("LEXIKOS_UNITY_BUILD", True),
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            self.define_from_variant("LEXIKOS_BUILD_APP", "program"),
            self.define_from_variant("LEXIKOS_BUILD_C", "c"),
            self.define_from_variant("LEXIKOS_BUILD_PYTHON", "python"),
            required("LEXIKOS_ENABLE_CUDA", "+cuda"),
            required("LEXIKOS_ENABLE_MPI", "+mpi"),
            required("LEXIKOS_ENABLE_KOKKOS_KERNELS", "+kernels"),
            required("LEXIKOS_ENABLE_LIBDIVSUFSORT", "+divsufsort"),
            required("LEXIKOS_ENABLE_SIMDJSON", "+json"),
            required("LEXIKOS_ENABLE_ZLIB", "+program"),
            required("LEXIKOS_ENABLE_LIBDEFLATE", "+program"),
            required("LEXIKOS_ENABLE_ZSTD", "+program"),
        ]
