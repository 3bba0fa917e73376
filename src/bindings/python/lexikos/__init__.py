# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Text indexes on GPUs and multicore CPUs.

    >>> import lexikos
    >>> lexikos.suffix_array("banana")
    array([5, 3, 1, 0, 4, 2], dtype=int32)

Texts are str (as UTF-8: positions are bytes), bytes, or arrays of integers: of numpy, also mapped files, of Arrow, torch and
cupy. Arrays are not copied, and results are of the kind that came in; arrays of a device are worked on there, on the caller's
stream. Positions are int32 for up to 2^31 - 1 symbols, else int64. Errors are exceptions that derive from `lexikos.Error`.
"""

from __future__ import annotations

from . import _core
from ._answers import (
    ApproximateOccurrences,
    DocumentCounts,
    DocumentLists,
    Intervals,
    LongestSuffixes,
    Matches,
    MatchingStatistics,
    NextSymbols,
    Occurrences,
)
from ._arrays import Collection, collection
from ._bidirectional_index import BidirectionalFmIndex, BidirectionalRows
from ._collections import (
    DuplicateWindows,
    Overlap,
    Ranges,
    duplicate_ranges,
    duplicate_windows,
    overlap,
    remove_ranges,
    streamed_duplicate_ranges,
)
from ._compression import (
    CompressedContents,
    CompressedFile,
    CompressionTotals,
    compress,
    compress_file,
    compressed_bytes_bound,
    compression_block,
    decompress,
    decompress_file,
    decompressed_bytes,
)
from ._documents import DocumentFrequencies, DocumentIndex, document_of, within_documents
from ._errors import (
    Cancelled,
    CorruptInput,
    DeviceFailure,
    Error,
    InvalidArgument,
    NotSupported,
    OutOfMemory,
    UnreadableFile,
    UnwritableFile,
)
from ._fm_index import FmIndex
from ._indexes import SuffixIndex
from ._matching import find_matches, matching_statistics
from ._out_of_core import (
    burrows_wheeler_transform_out_of_core,
    out_of_core_bytes,
    suffix_array_out_of_core,
)
from ._repeats import (
    AllLongestRepeats,
    CommonSubstring,
    KmerComparison,
    Kmers,
    KmerSpectrum,
    KmerTotals,
    LongestRepeats,
    Repeats,
    RepeatWalks,
    RepeatWalkSteps,
    all_longest_repeats,
    compare_kmers,
    kmer_spectrum,
    left_bounded_repeats,
    list_compared_kmers,
    list_kmers,
    longest_common_substring,
    longest_repeated_substrings,
    longest_repeats,
    maximal_repeats,
    repeat_walks,
    useful_repeats,
)
from ._structures import (
    BitVector,
    Distinct,
    LceIndex,
    RangeMaximum,
    RangeMinimum,
    Top,
    WaveletMatrix,
    WaveletTree,
)
from ._texts import (
    LcpStatistics,
    SuffixArrayCheck,
    burrows_wheeler_transform,
    choose_suffix_array_algorithm,
    check_inverse_suffix_array,
    check_suffix_array,
    document_bwt,
    inverse_burrows_wheeler_transform,
    inverse_document_bwt,
    inverse_suffix_array,
    lcp_array,
    lcp_statistics,
    plcp_array,
    suffix_array,
    suffix_array_workspace_bytes,
    suffix_arrays,
)

__all__ = [
    "AllLongestRepeats",
    "ApproximateOccurrences",
    "BidirectionalFmIndex",
    "BidirectionalRows",
    "BitVector",
    "Cancelled",
    "Collection",
    "CommonSubstring",
    "CompressedContents",
    "CompressedFile",
    "CompressionTotals",
    "CorruptInput",
    "DeviceFailure",
    "Distinct",
    "DocumentCounts",
    "DocumentFrequencies",
    "DocumentIndex",
    "DocumentLists",
    "DuplicateWindows",
    "Error",
    "FmIndex",
    "Index",
    "Intervals",
    "InvalidArgument",
    "KmerComparison",
    "KmerSpectrum",
    "KmerTotals",
    "Kmers",
    "LceIndex",
    "LcpStatistics",
    "LongestRepeats",
    "LongestSuffixes",
    "Matches",
    "MatchingStatistics",
    "NextSymbols",
    "NotSupported",
    "Occurrences",
    "OutOfMemory",
    "Overlap",
    "RangeMaximum",
    "RangeMinimum",
    "Ranges",
    "RepeatWalkSteps",
    "RepeatWalks",
    "Repeats",
    "SuffixArrayCheck",
    "SuffixIndex",
    "Top",
    "UnreadableFile",
    "UnwritableFile",
    "WaveletMatrix",
    "WaveletTree",
    "all_longest_repeats",
    "build",
    "burrows_wheeler_transform",
    "burrows_wheeler_transform_out_of_core",
    "bwt",
    "check_inverse_suffix_array",
    "check_suffix_array",
    "choose_suffix_array_algorithm",
    "collection",
    "compare_kmers",
    "compress",
    "compress_file",
    "compressed_bytes_bound",
    "compression_block",
    "decompress",
    "decompress_file",
    "decompressed_bytes",
    "document_bwt",
    "document_of",
    "duplicate_ranges",
    "duplicate_windows",
    "find_matches",
    "initialize",
    "inverse_burrows_wheeler_transform",
    "inverse_document_bwt",
    "inverse_suffix_array",
    "is_initialized",
    "kmer_spectrum",
    "lcp_array",
    "lcp_statistics",
    "left_bounded_repeats",
    "list_compared_kmers",
    "list_kmers",
    "longest_common_substring",
    "longest_repeated_substrings",
    "longest_repeats",
    "matching_statistics",
    "maximal_repeats",
    "out_of_core_bytes",
    "overlap",
    "plcp_array",
    "remove_ranges",
    "repeat_walks",
    "streamed_duplicate_ranges",
    "suffix_array",
    "suffix_array_out_of_core",
    "suffix_array_workspace_bytes",
    "suffix_arrays",
    "useful_repeats",
    "within_documents",
]

bwt = burrows_wheeler_transform
Index = SuffixIndex

__version__: str = _core.build()["version"]


def build() -> dict:
    """What this build has: version, execution spaces of host and device, and algorithms."""
    return _core.build()


def initialize(threads: int = 0, device: int = -1) -> None:
    """Chooses the threads of the host, and the device, before the first call; which otherwise does by itself.

    Args:
        threads: of the host; 0: as OpenMP chooses (OMP_NUM_THREADS).
        device: number of the GPU; -1: that of the first array that lies on one.
    """
    _core.initialize(threads, device)


def is_initialized() -> bool:
    """Whether threads and devices are in use."""
    return _core.is_initialized()
