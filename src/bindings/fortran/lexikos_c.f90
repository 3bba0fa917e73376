! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! The C interface of Lexikos for Fortran 2008: written by generate.py from the headers, which describe it all. Integers are
! signed here: sizes and entries beyond their largest value look negative. Handles are type(c_ptr), where C takes NULL c_null_ptr;
! options that are NULL in C are here a structure without arguments, lexikos_search_options(). Module lexikos has more.
module lexikos_c
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_funptr, c_int32_t, c_int64_t, c_null_funptr, &
      c_null_ptr, c_ptr, c_size_t
  implicit none
  public

  ! lexikos_status
  integer(c_int32_t), parameter :: lexikos_ok = 0
  integer(c_int32_t), parameter :: lexikos_invalid_argument = 1
  integer(c_int32_t), parameter :: lexikos_out_of_memory = 2
  integer(c_int32_t), parameter :: lexikos_corrupt_input = 3
  integer(c_int32_t), parameter :: lexikos_not_supported = 4
  integer(c_int32_t), parameter :: lexikos_unreadable_file = 5
  integer(c_int32_t), parameter :: lexikos_unwritable_file = 6
  integer(c_int32_t), parameter :: lexikos_device_failure = 7
  integer(c_int32_t), parameter :: lexikos_cancelled = 8
  integer(c_int32_t), parameter :: lexikos_internal_error = 9

  ! lexikos_type
  integer(c_int32_t), parameter :: lexikos_u8 = 1
  integer(c_int32_t), parameter :: lexikos_u16 = 2
  integer(c_int32_t), parameter :: lexikos_u32 = 4
  integer(c_int32_t), parameter :: lexikos_u64 = 8

  ! lexikos_memory
  integer(c_int32_t), parameter :: lexikos_host_memory = 0
  integer(c_int32_t), parameter :: lexikos_device_memory = 1
  integer(c_int32_t), parameter :: lexikos_pinned_memory = 2

  ! lexikos_device
  integer(c_int32_t), parameter :: lexikos_default_device = 0
  integer(c_int32_t), parameter :: lexikos_host_device = 1
  integer(c_int32_t), parameter :: lexikos_gpu_device = 2

  ! lexikos_column
  integer(c_int32_t), parameter :: lexikos_offsets = 0
  integer(c_int32_t), parameter :: lexikos_positions = 1
  integer(c_int32_t), parameter :: lexikos_begins = 2
  integer(c_int32_t), parameter :: lexikos_ends = 3
  integer(c_int32_t), parameter :: lexikos_lengths = 4
  integer(c_int32_t), parameter :: lexikos_counts = 5
  integer(c_int32_t), parameter :: lexikos_counts_in_second = 6
  integer(c_int32_t), parameter :: lexikos_symbols = 7
  integer(c_int32_t), parameter :: lexikos_documents = 8
  integer(c_int32_t), parameter :: lexikos_queries = 9
  integer(c_int32_t), parameter :: lexikos_query_positions = 10
  integer(c_int32_t), parameter :: lexikos_reversed = 11
  integer(c_int32_t), parameter :: lexikos_occurrences = 12
  integer(c_int32_t), parameter :: lexikos_capped = 13
  integer(c_int32_t), parameter :: lexikos_distances = 14
  integer(c_int32_t), parameter :: lexikos_covered = 15
  integer(c_int32_t), parameter :: lexikos_longest = 16
  integer(c_int32_t), parameter :: lexikos_corpus_documents = 17

  ! lexikos_operation
  integer(c_int32_t), parameter :: lexikos_for_suffix_array = 0
  integer(c_int32_t), parameter :: lexikos_for_inverse_suffix_array = 1
  integer(c_int32_t), parameter :: lexikos_for_plcp_array = 2
  integer(c_int32_t), parameter :: lexikos_for_lcp_array = 3
  integer(c_int32_t), parameter :: lexikos_for_check_suffix_array = 4
  integer(c_int32_t), parameter :: lexikos_for_burrows_wheeler_transform = 5
  integer(c_int32_t), parameter :: lexikos_for_inverse_burrows_wheeler_transform = 6
  integer(c_int32_t), parameter :: lexikos_for_documents = 7
  integer(c_int32_t), parameter :: lexikos_for_within_documents = 8
  integer(c_int32_t), parameter :: lexikos_for_document_index = 9
  integer(c_int32_t), parameter :: lexikos_for_list_documents = 10
  integer(c_int32_t), parameter :: lexikos_for_top_documents = 11
  integer(c_int32_t), parameter :: lexikos_for_document_frequencies = 12
  integer(c_int32_t), parameter :: lexikos_for_suffix_index = 13
  integer(c_int32_t), parameter :: lexikos_for_suffix_index_count = 14
  integer(c_int32_t), parameter :: lexikos_for_suffix_index_locate = 15
  integer(c_int32_t), parameter :: lexikos_for_fm_index = 16
  integer(c_int32_t), parameter :: lexikos_for_fm_index_count = 17
  integer(c_int32_t), parameter :: lexikos_for_matching_statistics = 18
  integer(c_int32_t), parameter :: lexikos_for_fm_matching_statistics = 19
  integer(c_int32_t), parameter :: lexikos_for_approximate_search = 20
  integer(c_int32_t), parameter :: lexikos_for_duplicates = 21
  integer(c_int32_t), parameter :: lexikos_for_remove_ranges = 22
  integer(c_int32_t), parameter :: lexikos_for_overlap = 23
  integer(c_int32_t), parameter :: lexikos_for_kmers = 24
  integer(c_int32_t), parameter :: lexikos_for_longest_repeats = 25
  integer(c_int32_t), parameter :: lexikos_for_useful_repeats = 26
  integer(c_int32_t), parameter :: lexikos_for_repeat_walks = 27
  integer(c_int32_t), parameter :: lexikos_for_maximal_repeats = 28
  integer(c_int32_t), parameter :: lexikos_for_longest_repeated_substrings = 29
  integer(c_int32_t), parameter :: lexikos_for_longest_common_substring = 30
  integer(c_int32_t), parameter :: lexikos_for_next_symbols = 31
  integer(c_int32_t), parameter :: lexikos_for_best_values = 32
  integer(c_int32_t), parameter :: lexikos_for_bit_vector = 33
  integer(c_int32_t), parameter :: lexikos_for_wavelet = 34
  integer(c_int32_t), parameter :: lexikos_for_wavelet_batch = 35
  integer(c_int32_t), parameter :: lexikos_for_suffix_array_out_of_core = 36
  integer(c_int32_t), parameter :: lexikos_for_compress = 37
  integer(c_int32_t), parameter :: lexikos_for_decompress = 38

  ! lexikos_algorithm
  integer(c_int32_t), parameter :: lexikos_automatic = 0
  integer(c_int32_t), parameter :: lexikos_prefix_doubling = 1
  integer(c_int32_t), parameter :: lexikos_sampled_prefix_doubling = 2
  integer(c_int32_t), parameter :: lexikos_larsson_sadakane = 3
  integer(c_int32_t), parameter :: lexikos_osipov = 4
  integer(c_int32_t), parameter :: lexikos_skew = 5
  integer(c_int32_t), parameter :: lexikos_hybrid = 6
  integer(c_int32_t), parameter :: lexikos_repetition = 7
  integer(c_int32_t), parameter :: lexikos_libdivsufsort = 8
  integer(c_int32_t), parameter :: lexikos_induced_sorting = 9
  integer(c_int32_t), parameter :: lexikos_libsais = 10

  ! lexikos_defect
  integer(c_int32_t), parameter :: lexikos_no_defect = 0
  integer(c_int32_t), parameter :: lexikos_defect_out_of_range = 1
  integer(c_int32_t), parameter :: lexikos_defect_repeated = 2
  integer(c_int32_t), parameter :: lexikos_defect_first_symbol = 3
  integer(c_int32_t), parameter :: lexikos_defect_order = 4
  integer(c_int32_t), parameter :: lexikos_defect_inverse = 5

  ! lexikos_wavelet_shape
  integer(c_int32_t), parameter :: lexikos_balanced_shape = 0
  integer(c_int32_t), parameter :: lexikos_huffman_shape = 1

  ! lexikos_match_kind
  integer(c_int32_t), parameter :: lexikos_maximal = 0
  integer(c_int32_t), parameter :: lexikos_supermaximal = 1
  integer(c_int32_t), parameter :: lexikos_unique_in_text = 2
  integer(c_int32_t), parameter :: lexikos_unique_in_both = 3

  ! lexikos_strands
  integer(c_int32_t), parameter :: lexikos_forward = 0
  integer(c_int32_t), parameter :: lexikos_reverse_complement = 1
  integer(c_int32_t), parameter :: lexikos_both_strands = 2

  ! lexikos_error_model
  integer(c_int32_t), parameter :: lexikos_hamming = 0
  integer(c_int32_t), parameter :: lexikos_edit = 1

  ! lexikos_keep
  integer(c_int32_t), parameter :: lexikos_keep_none = 0
  integer(c_int32_t), parameter :: lexikos_keep_first = 1
  integer(c_int32_t), parameter :: lexikos_keep_first_of_each_document = 2

  ! lexikos_repeats_algorithm
  integer(c_int32_t), parameter :: lexikos_repeats_automatic = 0
  integer(c_int32_t), parameter :: lexikos_repeats_bounded = 1
  integer(c_int32_t), parameter :: lexikos_repeats_raw = 2
  integer(c_int32_t), parameter :: lexikos_repeats_compact = 3

  ! lexikos_kmer_letters
  integer(c_int32_t), parameter :: lexikos_all_letters = 0
  integer(c_int32_t), parameter :: lexikos_dna = 1
  integer(c_int32_t), parameter :: lexikos_dna_upper_case = 2

  ! lexikos_kmer_set
  integer(c_int32_t), parameter :: lexikos_common_kmers = 0
  integer(c_int32_t), parameter :: lexikos_only_first_kmers = 1
  integer(c_int32_t), parameter :: lexikos_only_second_kmers = 2
  integer(c_int32_t), parameter :: lexikos_either_kmers = 3

  ! lexikos_bit_layout
  integer(c_int32_t), parameter :: lexikos_interleaved32 = 0
  integer(c_int32_t), parameter :: lexikos_interleaved64 = 1
  integer(c_int32_t), parameter :: lexikos_compact32 = 2
  integer(c_int32_t), parameter :: lexikos_compact64 = 3
  integer(c_int32_t), parameter :: lexikos_two_level = 4

  ! lexikos_wavelet_kind
  integer(c_int32_t), parameter :: lexikos_wavelet_quad_matrix = 0
  integer(c_int32_t), parameter :: lexikos_wavelet_binary_matrix = 1
  integer(c_int32_t), parameter :: lexikos_wavelet_tree = 2

  ! lexikos_transport
  integer(c_int32_t), parameter :: lexikos_automatic_transport = 0
  integer(c_int32_t), parameter :: lexikos_mpi_transport = 1
  integer(c_int32_t), parameter :: lexikos_staged_mpi_transport = 2
  integer(c_int32_t), parameter :: lexikos_device_mpi_transport = 3
  integer(c_int32_t), parameter :: lexikos_nccl_transport = 4

  type, bind(c) :: lexikos_array
    type(c_ptr) :: data = c_null_ptr
    integer(c_int64_t) :: size = 0
    integer(c_int32_t) :: type = 0
    integer(c_int32_t) :: memory = 0
  end type lexikos_array

  type, bind(c) :: lexikos_runtime_options
    integer(c_size_t) :: size = 16_c_size_t
    integer(c_int32_t) :: threads = 0
    integer(c_int32_t) :: device_id = -1
  end type lexikos_runtime_options

  type, bind(c) :: lexikos_context_options
    integer(c_size_t) :: size = 48_c_size_t
    integer(c_int32_t) :: device = lexikos_default_device
    type(c_ptr) :: stream = c_null_ptr
    type(c_funptr) :: allocate = c_null_funptr
    type(c_funptr) :: deallocate = c_null_funptr
    type(c_ptr) :: user = c_null_ptr
  end type lexikos_context_options

  type, bind(c) :: lexikos_sizes
    integer(c_size_t) :: size = 64_c_size_t
    integer(c_int64_t) :: n = 0
    integer(c_int64_t) :: items = 0
    integer(c_int64_t) :: symbols = 0
    integer(c_int64_t) :: results = 0
    integer(c_int64_t) :: k = 0
    integer(c_int32_t) :: symbol_type = lexikos_u8
    integer(c_int32_t) :: index_type = lexikos_u32
    integer(c_int32_t) :: algorithm = 0
    integer(c_int32_t) :: with_inverse = 0
  end type lexikos_sizes

  type, bind(c) :: lexikos_suffix_array_options
    integer(c_size_t) :: size = 24_c_size_t
    integer(c_int32_t) :: algorithm = lexikos_automatic
    integer(c_int32_t) :: low_memory = 0
    integer(c_int64_t) :: device_bytes = 0
  end type lexikos_suffix_array_options

  type, bind(c) :: lexikos_lcp_summary
    integer(c_int64_t) :: maximum = 0
    real(c_double) :: mean = 0
  end type lexikos_lcp_summary

  type, bind(c) :: lexikos_check
    integer(c_int64_t) :: index = 0
    integer(c_int32_t) :: defect = 0
    integer(c_int32_t) :: reserved = 0
  end type lexikos_check

  type, bind(c) :: lexikos_search_options
    integer(c_size_t) :: size = 24_c_size_t
    integer(c_int32_t) :: sort_patterns = 0
    integer(c_int32_t) :: text_order = 0
    integer(c_int64_t) :: max_positions = 0
  end type lexikos_search_options

  type, bind(c) :: lexikos_suffix_index_options
    integer(c_size_t) :: size = 24_c_size_t
    integer(c_int64_t) :: table_entries = 0
    integer(c_int32_t) :: copy = 0
    integer(c_int32_t) :: index_type = 0
  end type lexikos_suffix_index_options

  type, bind(c) :: lexikos_suffix_index_arrays
    type(lexikos_array) :: text
    type(lexikos_array) :: suffix_array
    type(lexikos_array) :: lcp_array
    type(lexikos_array) :: inverse
  end type lexikos_suffix_index_arrays

  type, bind(c) :: lexikos_fm_index_options
    integer(c_size_t) :: size = 56_c_size_t
    integer(c_int64_t) :: table_entries = 0
    integer(c_int32_t) :: sample_rate = 8
    integer(c_int32_t) :: keep_text = 0
    integer(c_int32_t) :: shape = lexikos_balanced_shape
    integer(c_int32_t) :: dna = 0
    integer(c_int32_t) :: match_others = 1
    integer(c_int32_t) :: algorithm = lexikos_automatic
    integer(c_int32_t) :: low_memory = 0
    integer(c_int32_t) :: index_type = 0
    integer(c_int64_t) :: device_bytes = 0
  end type lexikos_fm_index_options

  type, bind(c) :: lexikos_fm_index_facts
    integer(c_int64_t) :: n = 0
    integer(c_int64_t) :: bytes = 0
    integer(c_int64_t) :: table_entries = 0
    integer(c_int32_t) :: alphabet_size = 0
    integer(c_int32_t) :: sample_rate = 0
    integer(c_int32_t) :: keeps_text = 0
    integer(c_int32_t) :: symbol_type = 0
    integer(c_int32_t) :: index_type = 0
    integer(c_int32_t) :: reserved = 0
  end type lexikos_fm_index_facts

  type, bind(c) :: lexikos_match_options
    integer(c_size_t) :: size = 72_c_size_t
    integer(c_int32_t) :: kind = lexikos_maximal
    integer(c_int32_t) :: strands = lexikos_forward
    integer(c_int64_t) :: min_length = 20
    integer(c_int64_t) :: min_occurrences = 1
    integer(c_int64_t) :: max_occurrences = 0
    integer(c_int32_t) :: only_acgt = 0
    integer(c_int32_t) :: index_type = 0
    type(lexikos_array) :: text_offsets
  end type lexikos_match_options

  type, bind(c) :: lexikos_approximate_search_options
    integer(c_size_t) :: size = 48_c_size_t
    integer(c_int32_t) :: model = lexikos_hamming
    integer(c_int32_t) :: max_errors = 2
    integer(c_int64_t) :: max_candidates = 0
    type(lexikos_array) :: text_offsets
  end type lexikos_approximate_search_options

  type, bind(c) :: lexikos_document_index_options
    integer(c_size_t) :: size = 24_c_size_t
    integer(c_int32_t) :: list = 1
    integer(c_int32_t) :: count = 0
    integer(c_int32_t) :: top = 0
    integer(c_int32_t) :: copy = 0
  end type lexikos_document_index_options

  type, bind(c) :: lexikos_document_query_options
    integer(c_size_t) :: size = 48_c_size_t
    integer(c_int64_t) :: max_documents = 0
    integer(c_int32_t) :: sort = 0
    integer(c_int32_t) :: reserved = 0
    type(lexikos_array) :: lengths
  end type lexikos_document_query_options

  type, bind(c) :: lexikos_duplicate_options
    integer(c_size_t) :: size = 48_c_size_t
    integer(c_int64_t) :: length = 100
    integer(c_int64_t) :: min_occurrences = 0
    integer(c_int32_t) :: keep = lexikos_keep_none
    integer(c_int32_t) :: across_documents = 0
    integer(c_int32_t) :: align_utf8 = 0
    integer(c_int32_t) :: by_fingerprints = 0
    integer(c_int64_t) :: max_bytes = 0
  end type lexikos_duplicate_options

  type, bind(c) :: lexikos_overlap_options
    integer(c_size_t) :: size = 40_c_size_t
    integer(c_int64_t) :: length = 13
    integer(c_int64_t) :: max_documents = 0
    integer(c_int64_t) :: chunk = 0
    integer(c_int32_t) :: skip_counts = 0
    integer(c_int32_t) :: reserved = 0
  end type lexikos_overlap_options

  type, bind(c) :: lexikos_compress_options
    integer(c_size_t) :: size = 32_c_size_t
    integer(c_int64_t) :: block_bytes = 0
    integer(c_int64_t) :: max_bytes = 0
    integer(c_int32_t) :: level = 6
    integer(c_int32_t) :: reserved = 0
  end type lexikos_compress_options

  type, bind(c) :: lexikos_stream
    type(c_funptr) :: read = c_null_funptr
    type(c_funptr) :: write = c_null_funptr
    type(c_ptr) :: user = c_null_ptr
  end type lexikos_stream

  type, bind(c) :: lexikos_compression_totals
    integer(c_int64_t) :: text_bytes = 0
    integer(c_int64_t) :: compressed_bytes = 0
    integer(c_int64_t) :: blocks = 0
  end type lexikos_compression_totals

  type, bind(c) :: lexikos_walk_steps
    integer(c_int64_t) :: minimum = 0
    integer(c_int64_t) :: maximum = 0
    real(c_double) :: mean = 0
  end type lexikos_walk_steps

  type, bind(c) :: lexikos_walks
    type(lexikos_walk_steps) :: raw
    type(lexikos_walk_steps) :: compact
    integer(c_int64_t) :: useful = 0
  end type lexikos_walks

  type, bind(c) :: lexikos_common_substring
    integer(c_int64_t) :: length = 0
    integer(c_int64_t) :: first = 0
    integer(c_int64_t) :: second = 0
  end type lexikos_common_substring

  type, bind(c) :: lexikos_kmer_options
    integer(c_size_t) :: size = 56_c_size_t
    integer(c_int64_t) :: min_count = 1
    integer(c_int64_t) :: max_count = -1
    integer(c_int32_t) :: letters = lexikos_all_letters
    integer(c_int32_t) :: canonical = 0
    type(lexikos_array) :: text_offsets
  end type lexikos_kmer_options

  type, bind(c) :: lexikos_kmer_totals
    integer(c_int64_t) :: distinct = 0
    integer(c_int64_t) :: unique = 0
    integer(c_int64_t) :: all = 0
    integer(c_int64_t) :: max_count = 0
  end type lexikos_kmer_totals

  type, bind(c) :: lexikos_kmer_comparison
    type(lexikos_kmer_totals) :: first
    type(lexikos_kmer_totals) :: second
    integer(c_int64_t) :: common = 0
    integer(c_int64_t) :: only_first = 0
    integer(c_int64_t) :: only_second = 0
  end type lexikos_kmer_comparison

  type, bind(c) :: lexikos_kmer_spectra
    type(lexikos_array) :: only_first
    type(lexikos_array) :: common_in_first
    type(lexikos_array) :: common_in_second
    type(lexikos_array) :: only_second
  end type lexikos_kmer_spectra

  type, bind(c) :: lexikos_wavelet_options
    integer(c_size_t) :: size = 24_c_size_t
    integer(c_int32_t) :: kind = lexikos_wavelet_quad_matrix
    integer(c_int32_t) :: shape = lexikos_balanced_shape
    integer(c_int64_t) :: memory_budget = 0
  end type lexikos_wavelet_options

  type, bind(c) :: lexikos_wavelet_facts
    integer(c_int64_t) :: n = 0
    integer(c_int64_t) :: bytes = 0
    real(c_double) :: mean_depth = 0
    type(lexikos_array) :: alphabet
  end type lexikos_wavelet_facts

  type, bind(c) :: lexikos_ranks_options
    integer(c_size_t) :: size = 40_c_size_t
    integer(c_int32_t) :: transport = lexikos_automatic_transport
    integer(c_int32_t) :: reserved = 0
    integer(c_int64_t) :: staging_bytes = 67108864
    integer(c_int64_t) :: piece_bytes = 1073741824
    real(c_double) :: patience_seconds = 0
  end type lexikos_ranks_options

  type, bind(c) :: lexikos_ranks_facts
    integer(c_int32_t) :: rank = 0
    integer(c_int32_t) :: size = 0
    integer(c_int32_t) :: transport = 0
    integer(c_int32_t) :: is_broken = 0
    integer(c_int64_t) :: staging_bytes = 0
  end type lexikos_ranks_facts

  type, bind(c) :: lexikos_distributed_suffix_array_options
    integer(c_size_t) :: size = 24_c_size_t
    integer(c_int64_t) :: max_parts = 16
    integer(c_int64_t) :: part_size = 1048576
  end type lexikos_distributed_suffix_array_options

  type, bind(c) :: lexikos_index_by_range_options
    integer(c_size_t) :: size = 24_c_size_t
    integer(c_int64_t) :: table_entries = 0
    integer(c_int32_t) :: copy = 0
    integer(c_int32_t) :: reserved = 0
  end type lexikos_index_by_range_options

  type, bind(c) :: lexikos_index_by_range_facts
    integer(c_int64_t) :: n = 0
    integer(c_int64_t) :: first_entry = 0
    type(lexikos_array) :: suffix_array
    integer(c_int32_t) :: symbol_type = 0
    integer(c_int32_t) :: index_type = 0
    integer(c_int32_t) :: bits_of_symbol = 0
    integer(c_int32_t) :: reserved = 0
  end type lexikos_index_by_range_facts

  type, bind(c) :: lexikos_index_by_text_facts
    integer(c_int64_t) :: n = 0
    integer(c_int64_t) :: longest_pattern = 0
    integer(c_int64_t) :: shards = 0
    integer(c_int32_t) :: symbol_type = 0
    integer(c_int32_t) :: index_type = 0
    integer(c_int32_t) :: is_fm = 0
    integer(c_int32_t) :: reserved = 0
  end type lexikos_index_by_text_facts

  interface
    function lexikos_version() result(answer) bind(c, name="lexikos_version")
      import
      integer(c_int32_t) :: answer
    end function lexikos_version
    function lexikos_version_string() result(answer) bind(c, name="lexikos_version_string")
      import
      type(c_ptr) :: answer
    end function lexikos_version_string
    function lexikos_message() result(answer) bind(c, name="lexikos_message")
      import
      type(c_ptr) :: answer
    end function lexikos_message
    function lexikos_status_name(status) result(answer) bind(c, name="lexikos_status_name")
      import
      integer(c_int32_t), value :: status
      type(c_ptr) :: answer
    end function lexikos_status_name
    function lexikos_initialize(options) result(answer) bind(c, name="lexikos_initialize")
      import
      type(lexikos_runtime_options), intent(in) :: options
      integer(c_int32_t) :: answer
    end function lexikos_initialize
    function lexikos_is_initialized() result(answer) bind(c, name="lexikos_is_initialized")
      import
      integer(c_int32_t) :: answer
    end function lexikos_is_initialized
    function lexikos_finalize() result(answer) bind(c, name="lexikos_finalize")
      import
      integer(c_int32_t) :: answer
    end function lexikos_finalize
    function lexikos_context_create(options, context) result(answer) bind(c, name="lexikos_context_create")
      import
      type(lexikos_context_options), intent(in) :: options
      type(c_ptr), intent(out) :: context
      integer(c_int32_t) :: answer
    end function lexikos_context_create
    subroutine lexikos_context_free(context) bind(c, name="lexikos_context_free")
      import
      type(c_ptr), value :: context
    end subroutine lexikos_context_free
    function lexikos_context_device(context, device, name) result(answer) bind(c, name="lexikos_context_device")
      import
      type(c_ptr), value :: context
      integer(c_int32_t), intent(out) :: device
      type(c_ptr), intent(out) :: name
      integer(c_int32_t) :: answer
    end function lexikos_context_device
    function lexikos_context_set_progress(context, progress, user) result(answer) bind(c, &
        name="lexikos_context_set_progress")
      import
      type(c_ptr), value :: context
      type(c_funptr), value :: progress
      type(c_ptr), value :: user
      integer(c_int32_t) :: answer
    end function lexikos_context_set_progress
    function lexikos_context_workspace(context, held, peak) result(answer) bind(c, name="lexikos_context_workspace")
      import
      type(c_ptr), value :: context
      integer(c_int64_t), intent(out) :: held
      integer(c_int64_t), intent(out) :: peak
      integer(c_int32_t) :: answer
    end function lexikos_context_workspace
    function lexikos_context_reset_peak(context) result(answer) bind(c, name="lexikos_context_reset_peak")
      import
      type(c_ptr), value :: context
      integer(c_int32_t) :: answer
    end function lexikos_context_reset_peak
    function lexikos_context_reserve(context, bytes) result(answer) bind(c, name="lexikos_context_reserve")
      import
      type(c_ptr), value :: context
      integer(c_int64_t), value :: bytes
      integer(c_int32_t) :: answer
    end function lexikos_context_reserve
    function lexikos_context_release(context) result(answer) bind(c, name="lexikos_context_release")
      import
      type(c_ptr), value :: context
      integer(c_int32_t) :: answer
    end function lexikos_context_release
    function lexikos_copy(context, from, to) result(answer) bind(c, name="lexikos_copy")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: from
      type(lexikos_array), value :: to
      integer(c_int32_t) :: answer
    end function lexikos_copy
    function lexikos_result_column(result, column, array) result(answer) bind(c, name="lexikos_result_column")
      import
      type(c_ptr), value :: result
      integer(c_int32_t), value :: column
      type(lexikos_array), intent(out) :: array
      integer(c_int32_t) :: answer
    end function lexikos_result_column
    subroutine lexikos_result_free(result) bind(c, name="lexikos_result_free")
      import
      type(c_ptr), value :: result
    end subroutine lexikos_result_free
    function lexikos_workspace_bytes(context, operation, sizes, bytes) result(answer) bind(c, &
        name="lexikos_workspace_bytes")
      import
      type(c_ptr), value :: context
      integer(c_int32_t), value :: operation
      type(lexikos_sizes), intent(in) :: sizes
      integer(c_int64_t), intent(out) :: bytes
      integer(c_int32_t) :: answer
    end function lexikos_workspace_bytes
    function lexikos_algorithm_name(algorithm) result(answer) bind(c, name="lexikos_algorithm_name")
      import
      integer(c_int32_t), value :: algorithm
      type(c_ptr) :: answer
    end function lexikos_algorithm_name
    function lexikos_suffix_array_algorithms(context, capacity, algorithms, count) result(answer) bind(c, &
        name="lexikos_suffix_array_algorithms")
      import
      type(c_ptr), value :: context
      integer(c_int64_t), value :: capacity
      integer(c_int32_t), intent(out) :: algorithms(*)
      integer(c_int64_t), intent(out) :: count
      integer(c_int32_t) :: answer
    end function lexikos_suffix_array_algorithms
    function lexikos_suffix_array(context, text, documents, suffix_array, inverse, options) result(answer) bind(c, &
        name="lexikos_suffix_array")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: text
      type(c_ptr), value :: documents
      type(lexikos_array), value :: suffix_array
      type(lexikos_array), value :: inverse
      type(lexikos_suffix_array_options), intent(in) :: options
      integer(c_int32_t) :: answer
    end function lexikos_suffix_array
    function lexikos_suffix_arrays(context, texts, documents, arrays, options) result(answer) bind(c, &
        name="lexikos_suffix_arrays")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: texts
      type(c_ptr), value :: documents
      type(lexikos_array), value :: arrays
      type(lexikos_suffix_array_options), intent(in) :: options
      integer(c_int32_t) :: answer
    end function lexikos_suffix_arrays
    function lexikos_suffix_array_out_of_core(context, text, suffix_array, inverse, options) result(answer) bind(c, &
        name="lexikos_suffix_array_out_of_core")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: text
      type(lexikos_array), value :: suffix_array
      type(lexikos_array), value :: inverse
      type(lexikos_suffix_array_options), intent(in) :: options
      integer(c_int32_t) :: answer
    end function lexikos_suffix_array_out_of_core
    function lexikos_choose_suffix_array_algorithm(context, text, index_type, options, &
        algorithm) result(answer) bind(c, name="lexikos_choose_suffix_array_algorithm")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: text
      integer(c_int32_t), value :: index_type
      type(lexikos_suffix_array_options), intent(in) :: options
      integer(c_int32_t), intent(out) :: algorithm
      integer(c_int32_t) :: answer
    end function lexikos_choose_suffix_array_algorithm
    function lexikos_inverse_suffix_array(context, suffix_array, inverse) result(answer) bind(c, &
        name="lexikos_inverse_suffix_array")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: suffix_array
      type(lexikos_array), value :: inverse
      integer(c_int32_t) :: answer
    end function lexikos_inverse_suffix_array
    function lexikos_plcp_array(context, text, documents, suffix_array, inverse, plcp) result(answer) bind(c, &
        name="lexikos_plcp_array")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: text
      type(c_ptr), value :: documents
      type(lexikos_array), value :: suffix_array
      type(lexikos_array), value :: inverse
      type(lexikos_array), value :: plcp
      integer(c_int32_t) :: answer
    end function lexikos_plcp_array
    function lexikos_lcp_array(context, text, documents, suffix_array, inverse, lcp) result(answer) bind(c, &
        name="lexikos_lcp_array")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: text
      type(c_ptr), value :: documents
      type(lexikos_array), value :: suffix_array
      type(lexikos_array), value :: inverse
      type(lexikos_array), value :: lcp
      integer(c_int32_t) :: answer
    end function lexikos_lcp_array
    function lexikos_lcp_statistics(context, lcp, summary) result(answer) bind(c, name="lexikos_lcp_statistics")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: lcp
      type(lexikos_lcp_summary), intent(out) :: summary
      integer(c_int32_t) :: answer
    end function lexikos_lcp_statistics
    function lexikos_check_suffix_array(context, text, suffix_array, check) result(answer) bind(c, &
        name="lexikos_check_suffix_array")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: text
      type(lexikos_array), value :: suffix_array
      type(lexikos_check), intent(out) :: check
      integer(c_int32_t) :: answer
    end function lexikos_check_suffix_array
    function lexikos_check_suffix_array_sequentially(context, text, suffix_array, check) result(answer) bind(c, &
        name="lexikos_check_suffix_array_sequentially")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: text
      type(lexikos_array), value :: suffix_array
      type(lexikos_check), intent(out) :: check
      integer(c_int32_t) :: answer
    end function lexikos_check_suffix_array_sequentially
    function lexikos_check_inverse_suffix_array(context, suffix_array, inverse, check) result(answer) bind(c, &
        name="lexikos_check_inverse_suffix_array")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: suffix_array
      type(lexikos_array), value :: inverse
      type(lexikos_check), intent(out) :: check
      integer(c_int32_t) :: answer
    end function lexikos_check_inverse_suffix_array
    function lexikos_burrows_wheeler_transform(context, text, suffix_array, bwt, options, &
        primary_index) result(answer) bind(c, name="lexikos_burrows_wheeler_transform")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: text
      type(lexikos_array), value :: suffix_array
      type(lexikos_array), value :: bwt
      type(lexikos_suffix_array_options), intent(in) :: options
      integer(c_int64_t), intent(out) :: primary_index
      integer(c_int32_t) :: answer
    end function lexikos_burrows_wheeler_transform
    function lexikos_burrows_wheeler_transform_out_of_core(context, text, bwt, options, &
        primary_index) result(answer) bind(c, name="lexikos_burrows_wheeler_transform_out_of_core")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: text
      type(lexikos_array), value :: bwt
      type(lexikos_suffix_array_options), intent(in) :: options
      integer(c_int64_t), intent(out) :: primary_index
      integer(c_int32_t) :: answer
    end function lexikos_burrows_wheeler_transform_out_of_core
    function lexikos_inverse_burrows_wheeler_transform(context, bwt, primary_index, text) result(answer) bind(c, &
        name="lexikos_inverse_burrows_wheeler_transform")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: bwt
      integer(c_int64_t), value :: primary_index
      type(lexikos_array), value :: text
      integer(c_int32_t) :: answer
    end function lexikos_inverse_burrows_wheeler_transform
    function lexikos_document_burrows_wheeler_transform(context, text, documents, suffix_array, terminator, &
        bwt) result(answer) bind(c, name="lexikos_document_burrows_wheeler_transform")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: text
      type(c_ptr), value :: documents
      type(lexikos_array), value :: suffix_array
      integer(c_int64_t), value :: terminator
      type(lexikos_array), value :: bwt
      integer(c_int32_t) :: answer
    end function lexikos_document_burrows_wheeler_transform
    function lexikos_inverse_document_burrows_wheeler_transform(context, bwt, terminator, text, &
        offsets) result(answer) bind(c, name="lexikos_inverse_document_burrows_wheeler_transform")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: bwt
      integer(c_int64_t), value :: terminator
      type(lexikos_array), value :: text
      type(lexikos_array), value :: offsets
      integer(c_int32_t) :: answer
    end function lexikos_inverse_document_burrows_wheeler_transform
    function lexikos_suffix_index_create(context, text, suffix_array, lcp_array, inverse, options, &
        index) result(answer) bind(c, name="lexikos_suffix_index_create")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: text
      type(lexikos_array), value :: suffix_array
      type(lexikos_array), value :: lcp_array
      type(lexikos_array), value :: inverse
      type(lexikos_suffix_index_options), intent(in) :: options
      type(c_ptr), intent(out) :: index
      integer(c_int32_t) :: answer
    end function lexikos_suffix_index_create
    subroutine lexikos_suffix_index_free(index) bind(c, name="lexikos_suffix_index_free")
      import
      type(c_ptr), value :: index
    end subroutine lexikos_suffix_index_free
    function lexikos_suffix_index_get_arrays(index, arrays) result(answer) bind(c, &
        name="lexikos_suffix_index_get_arrays")
      import
      type(c_ptr), value :: index
      type(lexikos_suffix_index_arrays), intent(out) :: arrays
      integer(c_int32_t) :: answer
    end function lexikos_suffix_index_get_arrays
    function lexikos_suffix_index_count(context, index, symbols, offsets, options, counts) result(answer) bind(c, &
        name="lexikos_suffix_index_count")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: index
      type(lexikos_array), value :: symbols
      type(lexikos_array), value :: offsets
      type(lexikos_search_options), intent(in) :: options
      type(lexikos_array), value :: counts
      integer(c_int32_t) :: answer
    end function lexikos_suffix_index_count
    function lexikos_suffix_index_intervals(context, index, symbols, offsets, options, begins, &
        ends) result(answer) bind(c, name="lexikos_suffix_index_intervals")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: index
      type(lexikos_array), value :: symbols
      type(lexikos_array), value :: offsets
      type(lexikos_search_options), intent(in) :: options
      type(lexikos_array), value :: begins
      type(lexikos_array), value :: ends
      integer(c_int32_t) :: answer
    end function lexikos_suffix_index_intervals
    function lexikos_suffix_index_locate(context, index, symbols, offsets, options, result) result(answer) bind(c, &
        name="lexikos_suffix_index_locate")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: index
      type(lexikos_array), value :: symbols
      type(lexikos_array), value :: offsets
      type(lexikos_search_options), intent(in) :: options
      type(c_ptr), intent(out) :: result
      integer(c_int32_t) :: answer
    end function lexikos_suffix_index_locate
    function lexikos_suffix_index_locate_intervals(context, index, begins, ends, options, &
        result) result(answer) bind(c, name="lexikos_suffix_index_locate_intervals")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: index
      type(lexikos_array), value :: begins
      type(lexikos_array), value :: ends
      type(lexikos_search_options), intent(in) :: options
      type(c_ptr), intent(out) :: result
      integer(c_int32_t) :: answer
    end function lexikos_suffix_index_locate_intervals
    function lexikos_suffix_index_save(context, index, documents, path) result(answer) bind(c, &
        name="lexikos_suffix_index_save")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: index
      type(c_ptr), value :: documents
      character(kind=c_char), intent(in) :: path(*)
      integer(c_int32_t) :: answer
    end function lexikos_suffix_index_save
    function lexikos_suffix_index_load(context, path, index) result(answer) bind(c, name="lexikos_suffix_index_load")
      import
      type(c_ptr), value :: context
      character(kind=c_char), intent(in) :: path(*)
      type(c_ptr), intent(out) :: index
      integer(c_int32_t) :: answer
    end function lexikos_suffix_index_load
    function lexikos_fm_index_create(context, text, suffix_array, options, index) result(answer) bind(c, &
        name="lexikos_fm_index_create")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: text
      type(lexikos_array), value :: suffix_array
      type(lexikos_fm_index_options), intent(in) :: options
      type(c_ptr), intent(out) :: index
      integer(c_int32_t) :: answer
    end function lexikos_fm_index_create
    function lexikos_fm_index_from_bwt(context, bwt, primary_index, suffix_array, options, &
        index) result(answer) bind(c, name="lexikos_fm_index_from_bwt")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: bwt
      integer(c_int64_t), value :: primary_index
      type(lexikos_array), value :: suffix_array
      type(lexikos_fm_index_options), intent(in) :: options
      type(c_ptr), intent(out) :: index
      integer(c_int32_t) :: answer
    end function lexikos_fm_index_from_bwt
    function lexikos_fm_index_out_of_core(context, text, options, index) result(answer) bind(c, &
        name="lexikos_fm_index_out_of_core")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: text
      type(lexikos_fm_index_options), intent(in) :: options
      type(c_ptr), intent(out) :: index
      integer(c_int32_t) :: answer
    end function lexikos_fm_index_out_of_core
    subroutine lexikos_fm_index_free(index) bind(c, name="lexikos_fm_index_free")
      import
      type(c_ptr), value :: index
    end subroutine lexikos_fm_index_free
    function lexikos_fm_index_get_facts(index, facts) result(answer) bind(c, name="lexikos_fm_index_get_facts")
      import
      type(c_ptr), value :: index
      type(lexikos_fm_index_facts), intent(out) :: facts
      integer(c_int32_t) :: answer
    end function lexikos_fm_index_get_facts
    function lexikos_fm_index_count(context, index, symbols, offsets, options, counts) result(answer) bind(c, &
        name="lexikos_fm_index_count")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: index
      type(lexikos_array), value :: symbols
      type(lexikos_array), value :: offsets
      type(lexikos_search_options), intent(in) :: options
      type(lexikos_array), value :: counts
      integer(c_int32_t) :: answer
    end function lexikos_fm_index_count
    function lexikos_fm_index_intervals(context, index, symbols, offsets, options, begins, &
        ends) result(answer) bind(c, name="lexikos_fm_index_intervals")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: index
      type(lexikos_array), value :: symbols
      type(lexikos_array), value :: offsets
      type(lexikos_search_options), intent(in) :: options
      type(lexikos_array), value :: begins
      type(lexikos_array), value :: ends
      integer(c_int32_t) :: answer
    end function lexikos_fm_index_intervals
    function lexikos_fm_index_locate(context, index, symbols, offsets, options, result) result(answer) bind(c, &
        name="lexikos_fm_index_locate")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: index
      type(lexikos_array), value :: symbols
      type(lexikos_array), value :: offsets
      type(lexikos_search_options), intent(in) :: options
      type(c_ptr), intent(out) :: result
      integer(c_int32_t) :: answer
    end function lexikos_fm_index_locate
    function lexikos_fm_index_locate_intervals(context, index, begins, ends, options, &
        result) result(answer) bind(c, name="lexikos_fm_index_locate_intervals")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: index
      type(lexikos_array), value :: begins
      type(lexikos_array), value :: ends
      type(lexikos_search_options), intent(in) :: options
      type(c_ptr), intent(out) :: result
      integer(c_int32_t) :: answer
    end function lexikos_fm_index_locate_intervals
    function lexikos_fm_index_extract(context, index, begins, ends, result) result(answer) bind(c, &
        name="lexikos_fm_index_extract")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: index
      type(lexikos_array), value :: begins
      type(lexikos_array), value :: ends
      type(c_ptr), intent(out) :: result
      integer(c_int32_t) :: answer
    end function lexikos_fm_index_extract
    function lexikos_fm_index_save(context, index, documents, path) result(answer) bind(c, &
        name="lexikos_fm_index_save")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: index
      type(c_ptr), value :: documents
      character(kind=c_char), intent(in) :: path(*)
      integer(c_int32_t) :: answer
    end function lexikos_fm_index_save
    function lexikos_fm_index_load(context, path, index) result(answer) bind(c, name="lexikos_fm_index_load")
      import
      type(c_ptr), value :: context
      character(kind=c_char), intent(in) :: path(*)
      type(c_ptr), intent(out) :: index
      integer(c_int32_t) :: answer
    end function lexikos_fm_index_load
    function lexikos_lce_create(context, inverse, lcp_array, copy, lce) result(answer) bind(c, &
        name="lexikos_lce_create")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: inverse
      type(lexikos_array), value :: lcp_array
      integer(c_int32_t), value :: copy
      type(c_ptr), intent(out) :: lce
      integer(c_int32_t) :: answer
    end function lexikos_lce_create
    subroutine lexikos_lce_free(lce) bind(c, name="lexikos_lce_free")
      import
      type(c_ptr), value :: lce
    end subroutine lexikos_lce_free
    function lexikos_lce_lengths(context, lce, firsts, seconds, lengths) result(answer) bind(c, &
        name="lexikos_lce_lengths")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: lce
      type(lexikos_array), value :: firsts
      type(lexikos_array), value :: seconds
      type(lexikos_array), value :: lengths
      integer(c_int32_t) :: answer
    end function lexikos_lce_lengths
    function lexikos_find_matches(context, text, symbols, offsets, options, result) result(answer) bind(c, &
        name="lexikos_find_matches")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: text
      type(lexikos_array), value :: symbols
      type(lexikos_array), value :: offsets
      type(lexikos_match_options), intent(in) :: options
      type(c_ptr), intent(out) :: result
      integer(c_int32_t) :: answer
    end function lexikos_find_matches
    function lexikos_suffix_index_find_matches(context, index, symbols, offsets, options, &
        result) result(answer) bind(c, name="lexikos_suffix_index_find_matches")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: index
      type(lexikos_array), value :: symbols
      type(lexikos_array), value :: offsets
      type(lexikos_match_options), intent(in) :: options
      type(c_ptr), intent(out) :: result
      integer(c_int32_t) :: answer
    end function lexikos_suffix_index_find_matches
    function lexikos_fm_index_find_matches(context, index, symbols, offsets, options, &
        result) result(answer) bind(c, name="lexikos_fm_index_find_matches")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: index
      type(lexikos_array), value :: symbols
      type(lexikos_array), value :: offsets
      type(lexikos_match_options), intent(in) :: options
      type(c_ptr), intent(out) :: result
      integer(c_int32_t) :: answer
    end function lexikos_fm_index_find_matches
    function lexikos_matching_statistics(context, text, text_offsets, symbols, offsets, lengths, &
        positions) result(answer) bind(c, name="lexikos_matching_statistics")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: text
      type(lexikos_array), value :: text_offsets
      type(lexikos_array), value :: symbols
      type(lexikos_array), value :: offsets
      type(lexikos_array), value :: lengths
      type(lexikos_array), value :: positions
      integer(c_int32_t) :: answer
    end function lexikos_matching_statistics
    function lexikos_suffix_index_matching_statistics(context, index, text_offsets, symbols, offsets, lengths, &
        positions) result(answer) bind(c, name="lexikos_suffix_index_matching_statistics")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: index
      type(lexikos_array), value :: text_offsets
      type(lexikos_array), value :: symbols
      type(lexikos_array), value :: offsets
      type(lexikos_array), value :: lengths
      type(lexikos_array), value :: positions
      integer(c_int32_t) :: answer
    end function lexikos_suffix_index_matching_statistics
    function lexikos_fm_index_matching_statistics(context, index, text_offsets, symbols, offsets, lengths, &
        positions) result(answer) bind(c, name="lexikos_fm_index_matching_statistics")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: index
      type(lexikos_array), value :: text_offsets
      type(lexikos_array), value :: symbols
      type(lexikos_array), value :: offsets
      type(lexikos_array), value :: lengths
      type(lexikos_array), value :: positions
      integer(c_int32_t) :: answer
    end function lexikos_fm_index_matching_statistics
    function lexikos_approximate_search(context, index, symbols, offsets, options, result) result(answer) bind(c, &
        name="lexikos_approximate_search")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: index
      type(lexikos_array), value :: symbols
      type(lexikos_array), value :: offsets
      type(lexikos_approximate_search_options), intent(in) :: options
      type(c_ptr), intent(out) :: result
      integer(c_int32_t) :: answer
    end function lexikos_approximate_search
    function lexikos_documents_create(context, offsets, size, documents) result(answer) bind(c, &
        name="lexikos_documents_create")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: offsets
      integer(c_int64_t), value :: size
      type(c_ptr), intent(out) :: documents
      integer(c_int32_t) :: answer
    end function lexikos_documents_create
    function lexikos_documents_from_lengths(context, lengths, documents) result(answer) bind(c, &
        name="lexikos_documents_from_lengths")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: lengths
      type(c_ptr), intent(out) :: documents
      integer(c_int32_t) :: answer
    end function lexikos_documents_from_lengths
    function lexikos_documents_load(context, path, documents) result(answer) bind(c, name="lexikos_documents_load")
      import
      type(c_ptr), value :: context
      character(kind=c_char), intent(in) :: path(*)
      type(c_ptr), intent(out) :: documents
      integer(c_int32_t) :: answer
    end function lexikos_documents_load
    subroutine lexikos_documents_free(documents) bind(c, name="lexikos_documents_free")
      import
      type(c_ptr), value :: documents
    end subroutine lexikos_documents_free
    function lexikos_documents_get(documents, count, size, offsets) result(answer) bind(c, &
        name="lexikos_documents_get")
      import
      type(c_ptr), value :: documents
      integer(c_int64_t), intent(out) :: count
      integer(c_int64_t), intent(out) :: size
      type(lexikos_array), intent(out) :: offsets
      integer(c_int32_t) :: answer
    end function lexikos_documents_get
    function lexikos_documents_document_of(context, documents, positions, documents_of) result(answer) bind(c, &
        name="lexikos_documents_document_of")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: documents
      type(lexikos_array), value :: positions
      type(lexikos_array), value :: documents_of
      integer(c_int32_t) :: answer
    end function lexikos_documents_document_of
    function lexikos_within_documents(context, documents, occurrences, pattern_offsets, &
        result) result(answer) bind(c, name="lexikos_within_documents")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: documents
      type(c_ptr), value :: occurrences
      type(lexikos_array), value :: pattern_offsets
      type(c_ptr), intent(out) :: result
      integer(c_int32_t) :: answer
    end function lexikos_within_documents
    function lexikos_document_index_create(context, suffix_array, documents, options, index) result(answer) bind(c, &
        name="lexikos_document_index_create")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: suffix_array
      type(c_ptr), value :: documents
      type(lexikos_document_index_options), intent(in) :: options
      type(c_ptr), intent(out) :: index
      integer(c_int32_t) :: answer
    end function lexikos_document_index_create
    subroutine lexikos_document_index_free(index) bind(c, name="lexikos_document_index_free")
      import
      type(c_ptr), value :: index
    end subroutine lexikos_document_index_free
    function lexikos_document_index_get(index, bytes, document_array) result(answer) bind(c, &
        name="lexikos_document_index_get")
      import
      type(c_ptr), value :: index
      integer(c_int64_t), intent(out) :: bytes
      type(lexikos_array), intent(out) :: document_array
      integer(c_int32_t) :: answer
    end function lexikos_document_index_get
    function lexikos_document_index_count(context, index, begins, ends, options, counts) result(answer) bind(c, &
        name="lexikos_document_index_count")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: index
      type(lexikos_array), value :: begins
      type(lexikos_array), value :: ends
      type(lexikos_document_query_options), intent(in) :: options
      type(lexikos_array), value :: counts
      integer(c_int32_t) :: answer
    end function lexikos_document_index_count
    function lexikos_document_index_list(context, index, begins, ends, options, result) result(answer) bind(c, &
        name="lexikos_document_index_list")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: index
      type(lexikos_array), value :: begins
      type(lexikos_array), value :: ends
      type(lexikos_document_query_options), intent(in) :: options
      type(c_ptr), intent(out) :: result
      integer(c_int32_t) :: answer
    end function lexikos_document_index_list
    function lexikos_document_index_top(context, index, begins, ends, k, options, result) result(answer) bind(c, &
        name="lexikos_document_index_top")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: index
      type(lexikos_array), value :: begins
      type(lexikos_array), value :: ends
      integer(c_int64_t), value :: k
      type(lexikos_document_query_options), intent(in) :: options
      type(c_ptr), intent(out) :: result
      integer(c_int32_t) :: answer
    end function lexikos_document_index_top
    function lexikos_document_frequencies_create(context, suffix_array, lcp, documents, &
        frequencies) result(answer) bind(c, name="lexikos_document_frequencies_create")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: suffix_array
      type(lexikos_array), value :: lcp
      type(c_ptr), value :: documents
      type(c_ptr), intent(out) :: frequencies
      integer(c_int32_t) :: answer
    end function lexikos_document_frequencies_create
    subroutine lexikos_document_frequencies_free(frequencies) bind(c, name="lexikos_document_frequencies_free")
      import
      type(c_ptr), value :: frequencies
    end subroutine lexikos_document_frequencies_free
    function lexikos_document_frequencies_count(context, frequencies, begins, ends, counts) result(answer) bind(c, &
        name="lexikos_document_frequencies_count")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: frequencies
      type(lexikos_array), value :: begins
      type(lexikos_array), value :: ends
      type(lexikos_array), value :: counts
      integer(c_int32_t) :: answer
    end function lexikos_document_frequencies_count
    function lexikos_next_symbols(context, text, suffix_array, begins, ends, depths, max_symbols, &
        result) result(answer) bind(c, name="lexikos_next_symbols")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: text
      type(lexikos_array), value :: suffix_array
      type(lexikos_array), value :: begins
      type(lexikos_array), value :: ends
      type(lexikos_array), value :: depths
      integer(c_int64_t), value :: max_symbols
      type(c_ptr), intent(out) :: result
      integer(c_int32_t) :: answer
    end function lexikos_next_symbols
    function lexikos_longest_suffixes(context, text, suffix_array, symbols, offsets, min_count, &
        result) result(answer) bind(c, name="lexikos_longest_suffixes")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: text
      type(lexikos_array), value :: suffix_array
      type(lexikos_array), value :: symbols
      type(lexikos_array), value :: offsets
      integer(c_int64_t), value :: min_count
      type(c_ptr), intent(out) :: result
      integer(c_int32_t) :: answer
    end function lexikos_longest_suffixes
    function lexikos_duplicate_ranges(context, text, documents, options, result) result(answer) bind(c, &
        name="lexikos_duplicate_ranges")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: text
      type(c_ptr), value :: documents
      type(lexikos_duplicate_options), intent(in) :: options
      type(c_ptr), intent(out) :: result
      integer(c_int32_t) :: answer
    end function lexikos_duplicate_ranges
    function lexikos_duplicate_ranges_of_other(context, text, documents, other, other_documents, options, &
        result) result(answer) bind(c, name="lexikos_duplicate_ranges_of_other")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: text
      type(c_ptr), value :: documents
      type(lexikos_array), value :: other
      type(c_ptr), value :: other_documents
      type(lexikos_duplicate_options), intent(in) :: options
      type(c_ptr), intent(out) :: result
      integer(c_int32_t) :: answer
    end function lexikos_duplicate_ranges_of_other
    function lexikos_duplicate_windows(context, text, documents, options, result) result(answer) bind(c, &
        name="lexikos_duplicate_windows")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: text
      type(c_ptr), value :: documents
      type(lexikos_duplicate_options), intent(in) :: options
      type(c_ptr), intent(out) :: result
      integer(c_int32_t) :: answer
    end function lexikos_duplicate_windows
    function lexikos_remove_ranges(context, text, documents, begins, ends, result) result(answer) bind(c, &
        name="lexikos_remove_ranges")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: text
      type(c_ptr), value :: documents
      type(lexikos_array), value :: begins
      type(lexikos_array), value :: ends
      type(c_ptr), intent(out) :: result
      integer(c_int32_t) :: answer
    end function lexikos_remove_ranges
    function lexikos_streamed_duplicate_ranges(context, text, offsets, other, other_offsets, options, &
        result) result(answer) bind(c, name="lexikos_streamed_duplicate_ranges")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: text
      type(lexikos_array), value :: offsets
      type(lexikos_array), value :: other
      type(lexikos_array), value :: other_offsets
      type(lexikos_duplicate_options), intent(in) :: options
      type(c_ptr), intent(out) :: result
      integer(c_int32_t) :: answer
    end function lexikos_streamed_duplicate_ranges
    function lexikos_overlap(context, queries, documents, corpus, corpus_documents, options, &
        result) result(answer) bind(c, name="lexikos_overlap")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: queries
      type(c_ptr), value :: documents
      type(lexikos_array), value :: corpus
      type(c_ptr), value :: corpus_documents
      type(lexikos_overlap_options), intent(in) :: options
      type(c_ptr), intent(out) :: result
      integer(c_int32_t) :: answer
    end function lexikos_overlap
    function lexikos_compression_block(level, bytes) result(answer) bind(c, name="lexikos_compression_block")
      import
      integer(c_int32_t), value :: level
      integer(c_int64_t), intent(out) :: bytes
      integer(c_int32_t) :: answer
    end function lexikos_compression_block
    function lexikos_compressed_bytes_bound(n, options, bytes) result(answer) bind(c, &
        name="lexikos_compressed_bytes_bound")
      import
      integer(c_int64_t), value :: n
      type(lexikos_compress_options), intent(in) :: options
      integer(c_int64_t), intent(out) :: bytes
      integer(c_int32_t) :: answer
    end function lexikos_compressed_bytes_bound
    function lexikos_compress(context, text, result, options, bytes) result(answer) bind(c, name="lexikos_compress")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: text
      type(lexikos_array), value :: result
      type(lexikos_compress_options), intent(in) :: options
      integer(c_int64_t), intent(out) :: bytes
      integer(c_int32_t) :: answer
    end function lexikos_compress
    function lexikos_decompressed_bytes(context, compressed, bytes) result(answer) bind(c, &
        name="lexikos_decompressed_bytes")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: compressed
      integer(c_int64_t), intent(out) :: bytes
      integer(c_int32_t) :: answer
    end function lexikos_decompressed_bytes
    function lexikos_decompress(context, compressed, text, options, bytes) result(answer) bind(c, &
        name="lexikos_decompress")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: compressed
      type(lexikos_array), value :: text
      type(lexikos_compress_options), intent(in) :: options
      integer(c_int64_t), intent(out) :: bytes
      integer(c_int32_t) :: answer
    end function lexikos_decompress
    function lexikos_decompress_range(context, compressed, begin, end, text, options) result(answer) bind(c, &
        name="lexikos_decompress_range")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: compressed
      integer(c_int64_t), value :: begin
      integer(c_int64_t), value :: end
      type(lexikos_array), value :: text
      type(lexikos_compress_options), intent(in) :: options
      integer(c_int32_t) :: answer
    end function lexikos_decompress_range
    function lexikos_compressed_contents(context, compressed, result) result(answer) bind(c, &
        name="lexikos_compressed_contents")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: compressed
      type(c_ptr), intent(out) :: result
      integer(c_int32_t) :: answer
    end function lexikos_compressed_contents
    function lexikos_compress_stream(context, stream, text_bytes, options, totals) result(answer) bind(c, &
        name="lexikos_compress_stream")
      import
      type(c_ptr), value :: context
      type(lexikos_stream), intent(in) :: stream
      integer(c_int64_t), value :: text_bytes
      type(lexikos_compress_options), intent(in) :: options
      type(lexikos_compression_totals), intent(out) :: totals
      integer(c_int32_t) :: answer
    end function lexikos_compress_stream
    function lexikos_decompress_stream(context, stream, options, totals) result(answer) bind(c, &
        name="lexikos_decompress_stream")
      import
      type(c_ptr), value :: context
      type(lexikos_stream), intent(in) :: stream
      type(lexikos_compress_options), intent(in) :: options
      type(lexikos_compression_totals), intent(out) :: totals
      integer(c_int32_t) :: answer
    end function lexikos_decompress_stream
    function lexikos_longest_repeats(context, inverse, lcp, algorithm, starts, lengths) result(answer) bind(c, &
        name="lexikos_longest_repeats")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: inverse
      type(lexikos_array), value :: lcp
      integer(c_int32_t), value :: algorithm
      type(lexikos_array), value :: starts
      type(lexikos_array), value :: lengths
      integer(c_int32_t) :: answer
    end function lexikos_longest_repeats
    function lexikos_count_longest_repeats(context, inverse, lcp, algorithm, offsets, lengths, &
        count) result(answer) bind(c, name="lexikos_count_longest_repeats")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: inverse
      type(lexikos_array), value :: lcp
      integer(c_int32_t), value :: algorithm
      type(lexikos_array), value :: offsets
      type(lexikos_array), value :: lengths
      integer(c_int64_t), intent(out) :: count
      integer(c_int32_t) :: answer
    end function lexikos_count_longest_repeats
    function lexikos_list_longest_repeats(context, inverse, lcp, algorithm, offsets, starts) result(answer) bind(c, &
        name="lexikos_list_longest_repeats")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: inverse
      type(lexikos_array), value :: lcp
      integer(c_int32_t), value :: algorithm
      type(lexikos_array), value :: offsets
      type(lexikos_array), value :: starts
      integer(c_int32_t) :: answer
    end function lexikos_list_longest_repeats
    function lexikos_left_bounded_repeats(context, inverse, lcp, lengths) result(answer) bind(c, &
        name="lexikos_left_bounded_repeats")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: inverse
      type(lexikos_array), value :: lcp
      type(lexikos_array), value :: lengths
      integer(c_int32_t) :: answer
    end function lexikos_left_bounded_repeats
    function lexikos_useful_repeats(context, inverse, lcp, starts, lengths, count) result(answer) bind(c, &
        name="lexikos_useful_repeats")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: inverse
      type(lexikos_array), value :: lcp
      type(lexikos_array), value :: starts
      type(lexikos_array), value :: lengths
      integer(c_int64_t), intent(out) :: count
      integer(c_int32_t) :: answer
    end function lexikos_useful_repeats
    function lexikos_repeat_walks(context, inverse, lcp, walks) result(answer) bind(c, name="lexikos_repeat_walks")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: inverse
      type(lexikos_array), value :: lcp
      type(lexikos_walks), intent(out) :: walks
      integer(c_int32_t) :: answer
    end function lexikos_repeat_walks
    function lexikos_maximal_repeats(context, text, suffix_array, lcp, min_length, min_occurrences, begins, ends, &
        lengths, count) result(answer) bind(c, name="lexikos_maximal_repeats")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: text
      type(lexikos_array), value :: suffix_array
      type(lexikos_array), value :: lcp
      integer(c_int64_t), value :: min_length
      integer(c_int64_t), value :: min_occurrences
      type(lexikos_array), value :: begins
      type(lexikos_array), value :: ends
      type(lexikos_array), value :: lengths
      integer(c_int64_t), intent(out) :: count
      integer(c_int32_t) :: answer
    end function lexikos_maximal_repeats
    function lexikos_longest_repeated_substrings(context, lcp, begins, ends, length, count) result(answer) bind(c, &
        name="lexikos_longest_repeated_substrings")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: lcp
      type(lexikos_array), value :: begins
      type(lexikos_array), value :: ends
      integer(c_int64_t), intent(out) :: length
      integer(c_int64_t), intent(out) :: count
      integer(c_int32_t) :: answer
    end function lexikos_longest_repeated_substrings
    function lexikos_longest_common_substring(context, first_length, suffix_array, lcp, &
        substring) result(answer) bind(c, name="lexikos_longest_common_substring")
      import
      type(c_ptr), value :: context
      integer(c_int64_t), value :: first_length
      type(lexikos_array), value :: suffix_array
      type(lexikos_array), value :: lcp
      type(lexikos_common_substring), intent(out) :: substring
      integer(c_int32_t) :: answer
    end function lexikos_longest_common_substring
    function lexikos_kmer_spectrum(context, text, suffix_array, lcp, k, options, histogram, &
        totals) result(answer) bind(c, name="lexikos_kmer_spectrum")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: text
      type(lexikos_array), value :: suffix_array
      type(lexikos_array), value :: lcp
      integer(c_int64_t), value :: k
      type(lexikos_kmer_options), intent(in) :: options
      type(lexikos_array), value :: histogram
      type(lexikos_kmer_totals), intent(out) :: totals
      integer(c_int32_t) :: answer
    end function lexikos_kmer_spectrum
    function lexikos_list_kmers(context, text, suffix_array, lcp, k, options, totals, &
        result) result(answer) bind(c, name="lexikos_list_kmers")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: text
      type(lexikos_array), value :: suffix_array
      type(lexikos_array), value :: lcp
      integer(c_int64_t), value :: k
      type(lexikos_kmer_options), intent(in) :: options
      type(lexikos_kmer_totals), intent(out) :: totals
      type(c_ptr), intent(out) :: result
      integer(c_int32_t) :: answer
    end function lexikos_list_kmers
    function lexikos_compare_kmers(context, texts, first_length, suffix_array, lcp, k, options, spectra, &
        comparison) result(answer) bind(c, name="lexikos_compare_kmers")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: texts
      integer(c_int64_t), value :: first_length
      type(lexikos_array), value :: suffix_array
      type(lexikos_array), value :: lcp
      integer(c_int64_t), value :: k
      type(lexikos_kmer_options), intent(in) :: options
      type(lexikos_kmer_spectra), intent(in) :: spectra
      type(lexikos_kmer_comparison), intent(out) :: comparison
      integer(c_int32_t) :: answer
    end function lexikos_compare_kmers
    function lexikos_list_compared_kmers(context, texts, first_length, suffix_array, lcp, k, set, options, &
        comparison, result) result(answer) bind(c, name="lexikos_list_compared_kmers")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: texts
      integer(c_int64_t), value :: first_length
      type(lexikos_array), value :: suffix_array
      type(lexikos_array), value :: lcp
      integer(c_int64_t), value :: k
      integer(c_int32_t), value :: set
      type(lexikos_kmer_options), intent(in) :: options
      type(lexikos_kmer_comparison), intent(out) :: comparison
      type(c_ptr), intent(out) :: result
      integer(c_int32_t) :: answer
    end function lexikos_list_compared_kmers
    function lexikos_bit_vector_create(context, words, size, layout, bits) result(answer) bind(c, &
        name="lexikos_bit_vector_create")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: words
      integer(c_int64_t), value :: size
      integer(c_int32_t), value :: layout
      type(c_ptr), intent(out) :: bits
      integer(c_int32_t) :: answer
    end function lexikos_bit_vector_create
    function lexikos_bit_vector_from_flags(context, flags, layout, bits) result(answer) bind(c, &
        name="lexikos_bit_vector_from_flags")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: flags
      integer(c_int32_t), value :: layout
      type(c_ptr), intent(out) :: bits
      integer(c_int32_t) :: answer
    end function lexikos_bit_vector_from_flags
    function lexikos_bit_vector_from_positions(context, positions, size, layout, bits) result(answer) bind(c, &
        name="lexikos_bit_vector_from_positions")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: positions
      integer(c_int64_t), value :: size
      integer(c_int32_t), value :: layout
      type(c_ptr), intent(out) :: bits
      integer(c_int32_t) :: answer
    end function lexikos_bit_vector_from_positions
    subroutine lexikos_bit_vector_free(bits) bind(c, name="lexikos_bit_vector_free")
      import
      type(c_ptr), value :: bits
    end subroutine lexikos_bit_vector_free
    function lexikos_bit_vector_get(bits, size, ones, bytes) result(answer) bind(c, name="lexikos_bit_vector_get")
      import
      type(c_ptr), value :: bits
      integer(c_int64_t), intent(out) :: size
      integer(c_int64_t), intent(out) :: ones
      integer(c_int64_t), intent(out) :: bytes
      integer(c_int32_t) :: answer
    end function lexikos_bit_vector_get
    function lexikos_bit_vector_access(context, bits, positions, results) result(answer) bind(c, &
        name="lexikos_bit_vector_access")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: bits
      type(lexikos_array), value :: positions
      type(lexikos_array), value :: results
      integer(c_int32_t) :: answer
    end function lexikos_bit_vector_access
    function lexikos_bit_vector_rank(context, bits, value, positions, results) result(answer) bind(c, &
        name="lexikos_bit_vector_rank")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: bits
      integer(c_int32_t), value :: value
      type(lexikos_array), value :: positions
      type(lexikos_array), value :: results
      integer(c_int32_t) :: answer
    end function lexikos_bit_vector_rank
    function lexikos_bit_vector_select(context, bits, value, ordinals, results) result(answer) bind(c, &
        name="lexikos_bit_vector_select")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: bits
      integer(c_int32_t), value :: value
      type(lexikos_array), value :: ordinals
      type(lexikos_array), value :: results
      integer(c_int32_t) :: answer
    end function lexikos_bit_vector_select
    function lexikos_bit_vector_save(context, bits, path) result(answer) bind(c, name="lexikos_bit_vector_save")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: bits
      character(kind=c_char), intent(in) :: path(*)
      integer(c_int32_t) :: answer
    end function lexikos_bit_vector_save
    function lexikos_bit_vector_load(context, path, bits) result(answer) bind(c, name="lexikos_bit_vector_load")
      import
      type(c_ptr), value :: context
      character(kind=c_char), intent(in) :: path(*)
      type(c_ptr), intent(out) :: bits
      integer(c_int32_t) :: answer
    end function lexikos_bit_vector_load
    function lexikos_wavelet_create(context, text, options, wavelet) result(answer) bind(c, &
        name="lexikos_wavelet_create")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: text
      type(lexikos_wavelet_options), intent(in) :: options
      type(c_ptr), intent(out) :: wavelet
      integer(c_int32_t) :: answer
    end function lexikos_wavelet_create
    subroutine lexikos_wavelet_free(wavelet) bind(c, name="lexikos_wavelet_free")
      import
      type(c_ptr), value :: wavelet
    end subroutine lexikos_wavelet_free
    function lexikos_wavelet_get_facts(wavelet, facts) result(answer) bind(c, name="lexikos_wavelet_get_facts")
      import
      type(c_ptr), value :: wavelet
      type(lexikos_wavelet_facts), intent(out) :: facts
      integer(c_int32_t) :: answer
    end function lexikos_wavelet_get_facts
    function lexikos_wavelet_access(context, wavelet, positions, symbols) result(answer) bind(c, &
        name="lexikos_wavelet_access")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: wavelet
      type(lexikos_array), value :: positions
      type(lexikos_array), value :: symbols
      integer(c_int32_t) :: answer
    end function lexikos_wavelet_access
    function lexikos_wavelet_rank(context, wavelet, symbols, positions, ranks) result(answer) bind(c, &
        name="lexikos_wavelet_rank")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: wavelet
      type(lexikos_array), value :: symbols
      type(lexikos_array), value :: positions
      type(lexikos_array), value :: ranks
      integer(c_int32_t) :: answer
    end function lexikos_wavelet_rank
    function lexikos_wavelet_select(context, wavelet, symbols, occurrences, positions) result(answer) bind(c, &
        name="lexikos_wavelet_select")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: wavelet
      type(lexikos_array), value :: symbols
      type(lexikos_array), value :: occurrences
      type(lexikos_array), value :: positions
      integer(c_int32_t) :: answer
    end function lexikos_wavelet_select
    function lexikos_wavelet_inverse_select(context, wavelet, positions, symbols, ranks) result(answer) bind(c, &
        name="lexikos_wavelet_inverse_select")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: wavelet
      type(lexikos_array), value :: positions
      type(lexikos_array), value :: symbols
      type(lexikos_array), value :: ranks
      integer(c_int32_t) :: answer
    end function lexikos_wavelet_inverse_select
    function lexikos_wavelet_rank_all(context, wavelet, positions, ranks) result(answer) bind(c, &
        name="lexikos_wavelet_rank_all")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: wavelet
      type(lexikos_array), value :: positions
      type(lexikos_array), value :: ranks
      integer(c_int32_t) :: answer
    end function lexikos_wavelet_rank_all
    function lexikos_wavelet_range_count(context, wavelet, smallest, end_symbols, begins, ends, &
        counts) result(answer) bind(c, name="lexikos_wavelet_range_count")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: wavelet
      type(lexikos_array), value :: smallest
      type(lexikos_array), value :: end_symbols
      type(lexikos_array), value :: begins
      type(lexikos_array), value :: ends
      type(lexikos_array), value :: counts
      integer(c_int32_t) :: answer
    end function lexikos_wavelet_range_count
    function lexikos_wavelet_range_quantile(context, wavelet, begins, ends, ks, symbols) result(answer) bind(c, &
        name="lexikos_wavelet_range_quantile")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: wavelet
      type(lexikos_array), value :: begins
      type(lexikos_array), value :: ends
      type(lexikos_array), value :: ks
      type(lexikos_array), value :: symbols
      integer(c_int32_t) :: answer
    end function lexikos_wavelet_range_quantile
    function lexikos_wavelet_range_next_value(context, wavelet, smallest, begins, ends, &
        symbols) result(answer) bind(c, name="lexikos_wavelet_range_next_value")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: wavelet
      type(lexikos_array), value :: smallest
      type(lexikos_array), value :: begins
      type(lexikos_array), value :: ends
      type(lexikos_array), value :: symbols
      integer(c_int32_t) :: answer
    end function lexikos_wavelet_range_next_value
    function lexikos_wavelet_range_previous_value(context, wavelet, largest, begins, ends, &
        symbols) result(answer) bind(c, name="lexikos_wavelet_range_previous_value")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: wavelet
      type(lexikos_array), value :: largest
      type(lexikos_array), value :: begins
      type(lexikos_array), value :: ends
      type(lexikos_array), value :: symbols
      integer(c_int32_t) :: answer
    end function lexikos_wavelet_range_previous_value
    function lexikos_wavelet_distinct(context, wavelet, begins, ends, result) result(answer) bind(c, &
        name="lexikos_wavelet_distinct")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: wavelet
      type(lexikos_array), value :: begins
      type(lexikos_array), value :: ends
      type(c_ptr), intent(out) :: result
      integer(c_int32_t) :: answer
    end function lexikos_wavelet_distinct
    function lexikos_wavelet_top_k(context, wavelet, begins, ends, k, symbols, counts, &
        found) result(answer) bind(c, name="lexikos_wavelet_top_k")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: wavelet
      type(lexikos_array), value :: begins
      type(lexikos_array), value :: ends
      integer(c_int64_t), value :: k
      type(lexikos_array), value :: symbols
      type(lexikos_array), value :: counts
      type(lexikos_array), value :: found
      integer(c_int32_t) :: answer
    end function lexikos_wavelet_top_k
    function lexikos_wavelet_save(context, wavelet, path) result(answer) bind(c, name="lexikos_wavelet_save")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: wavelet
      character(kind=c_char), intent(in) :: path(*)
      integer(c_int32_t) :: answer
    end function lexikos_wavelet_save
    function lexikos_wavelet_load(context, path, wavelet) result(answer) bind(c, name="lexikos_wavelet_load")
      import
      type(c_ptr), value :: context
      character(kind=c_char), intent(in) :: path(*)
      type(c_ptr), intent(out) :: wavelet
      integer(c_int32_t) :: answer
    end function lexikos_wavelet_load
    function lexikos_range_extrema_create(context, values, maxima, copy, extrema) result(answer) bind(c, &
        name="lexikos_range_extrema_create")
      import
      type(c_ptr), value :: context
      type(lexikos_array), value :: values
      integer(c_int32_t), value :: maxima
      integer(c_int32_t), value :: copy
      type(c_ptr), intent(out) :: extrema
      integer(c_int32_t) :: answer
    end function lexikos_range_extrema_create
    subroutine lexikos_range_extrema_free(extrema) bind(c, name="lexikos_range_extrema_free")
      import
      type(c_ptr), value :: extrema
    end subroutine lexikos_range_extrema_free
    function lexikos_range_extrema_values(context, extrema, begins, ends, extrema_of) result(answer) bind(c, &
        name="lexikos_range_extrema_values")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: extrema
      type(lexikos_array), value :: begins
      type(lexikos_array), value :: ends
      type(lexikos_array), value :: extrema_of
      integer(c_int32_t) :: answer
    end function lexikos_range_extrema_values
    function lexikos_range_extrema_positions(context, extrema, begins, ends, positions) result(answer) bind(c, &
        name="lexikos_range_extrema_positions")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: extrema
      type(lexikos_array), value :: begins
      type(lexikos_array), value :: ends
      type(lexikos_array), value :: positions
      integer(c_int32_t) :: answer
    end function lexikos_range_extrema_positions
    function lexikos_range_extrema_best_values(context, extrema, begins, ends, k, best) result(answer) bind(c, &
        name="lexikos_range_extrema_best_values")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: extrema
      type(lexikos_array), value :: begins
      type(lexikos_array), value :: ends
      integer(c_int64_t), value :: k
      type(lexikos_array), value :: best
      integer(c_int32_t) :: answer
    end function lexikos_range_extrema_best_values
    function lexikos_transport_name(transport) result(answer) bind(c, name="lexikos_transport_name")
      import
      integer(c_int32_t), value :: transport
      type(c_ptr) :: answer
    end function lexikos_transport_name
    function lexikos_ranks_create(context, communicator, options, ranks) result(answer) bind(c, &
        name="lexikos_ranks_create")
      import
      type(c_ptr), value :: context
      integer(c_int32_t), value :: communicator
      type(lexikos_ranks_options), intent(in) :: options
      type(c_ptr), intent(out) :: ranks
      integer(c_int32_t) :: answer
    end function lexikos_ranks_create
    subroutine lexikos_ranks_free(ranks) bind(c, name="lexikos_ranks_free")
      import
      type(c_ptr), value :: ranks
    end subroutine lexikos_ranks_free
    function lexikos_ranks_get_facts(ranks, facts) result(answer) bind(c, name="lexikos_ranks_get_facts")
      import
      type(c_ptr), value :: ranks
      type(lexikos_ranks_facts), intent(out) :: facts
      integer(c_int32_t) :: answer
    end function lexikos_ranks_get_facts
    function lexikos_part_of(n, rank, size, first, extent) result(answer) bind(c, name="lexikos_part_of")
      import
      integer(c_int64_t), value :: n
      integer(c_int32_t), value :: rank
      integer(c_int32_t), value :: size
      integer(c_int64_t), intent(out) :: first
      integer(c_int64_t), intent(out) :: extent
      integer(c_int32_t) :: answer
    end function lexikos_part_of
    function lexikos_distributed_suffix_array(context, ranks, text, suffix_array, inverse, &
        options) result(answer) bind(c, name="lexikos_distributed_suffix_array")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: ranks
      type(lexikos_array), value :: text
      type(lexikos_array), value :: suffix_array
      type(lexikos_array), value :: inverse
      type(lexikos_distributed_suffix_array_options), intent(in) :: options
      integer(c_int32_t) :: answer
    end function lexikos_distributed_suffix_array
    function lexikos_distributed_inverse_suffix_array(context, ranks, suffix_array, inverse) result(answer) bind(c, &
        name="lexikos_distributed_inverse_suffix_array")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: ranks
      type(lexikos_array), value :: suffix_array
      type(lexikos_array), value :: inverse
      integer(c_int32_t) :: answer
    end function lexikos_distributed_inverse_suffix_array
    function lexikos_distributed_lcp_array(context, ranks, text, suffix_array, lcp) result(answer) bind(c, &
        name="lexikos_distributed_lcp_array")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: ranks
      type(lexikos_array), value :: text
      type(lexikos_array), value :: suffix_array
      type(lexikos_array), value :: lcp
      integer(c_int32_t) :: answer
    end function lexikos_distributed_lcp_array
    function lexikos_distributed_burrows_wheeler_transform(context, ranks, text, bwt, options, &
        primary_index) result(answer) bind(c, name="lexikos_distributed_burrows_wheeler_transform")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: ranks
      type(lexikos_array), value :: text
      type(lexikos_array), value :: bwt
      type(lexikos_distributed_suffix_array_options), intent(in) :: options
      integer(c_int64_t), intent(out) :: primary_index
      integer(c_int32_t) :: answer
    end function lexikos_distributed_burrows_wheeler_transform
    function lexikos_distributed_check_suffix_array(context, ranks, text, suffix_array, &
        check) result(answer) bind(c, name="lexikos_distributed_check_suffix_array")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: ranks
      type(lexikos_array), value :: text
      type(lexikos_array), value :: suffix_array
      type(lexikos_check), intent(out) :: check
      integer(c_int32_t) :: answer
    end function lexikos_distributed_check_suffix_array
    function lexikos_distributed_streamed_duplicate_ranges(context, ranks, text, offsets, other, other_offsets, &
        options, result) result(answer) bind(c, name="lexikos_distributed_streamed_duplicate_ranges")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: ranks
      type(lexikos_array), value :: text
      type(lexikos_array), value :: offsets
      type(lexikos_array), value :: other
      type(lexikos_array), value :: other_offsets
      type(lexikos_duplicate_options), intent(in) :: options
      type(c_ptr), intent(out) :: result
      integer(c_int32_t) :: answer
    end function lexikos_distributed_streamed_duplicate_ranges
    function lexikos_index_by_range_create(context, ranks, text, suffix_array, options, &
        index) result(answer) bind(c, name="lexikos_index_by_range_create")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: ranks
      type(lexikos_array), value :: text
      type(lexikos_array), value :: suffix_array
      type(lexikos_index_by_range_options), intent(in) :: options
      type(c_ptr), intent(out) :: index
      integer(c_int32_t) :: answer
    end function lexikos_index_by_range_create
    subroutine lexikos_index_by_range_free(index) bind(c, name="lexikos_index_by_range_free")
      import
      type(c_ptr), value :: index
    end subroutine lexikos_index_by_range_free
    function lexikos_index_by_range_get_facts(index, facts) result(answer) bind(c, &
        name="lexikos_index_by_range_get_facts")
      import
      type(c_ptr), value :: index
      type(lexikos_index_by_range_facts), intent(out) :: facts
      integer(c_int32_t) :: answer
    end function lexikos_index_by_range_get_facts
    function lexikos_index_by_range_count(context, index, symbols, offsets, options, counts) result(answer) bind(c, &
        name="lexikos_index_by_range_count")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: index
      type(lexikos_array), value :: symbols
      type(lexikos_array), value :: offsets
      type(lexikos_search_options), intent(in) :: options
      type(lexikos_array), value :: counts
      integer(c_int32_t) :: answer
    end function lexikos_index_by_range_count
    function lexikos_index_by_range_intervals(context, index, symbols, offsets, options, begins, &
        ends) result(answer) bind(c, name="lexikos_index_by_range_intervals")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: index
      type(lexikos_array), value :: symbols
      type(lexikos_array), value :: offsets
      type(lexikos_search_options), intent(in) :: options
      type(lexikos_array), value :: begins
      type(lexikos_array), value :: ends
      integer(c_int32_t) :: answer
    end function lexikos_index_by_range_intervals
    function lexikos_index_by_range_locate(context, index, symbols, offsets, options, &
        result) result(answer) bind(c, name="lexikos_index_by_range_locate")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: index
      type(lexikos_array), value :: symbols
      type(lexikos_array), value :: offsets
      type(lexikos_search_options), intent(in) :: options
      type(c_ptr), intent(out) :: result
      integer(c_int32_t) :: answer
    end function lexikos_index_by_range_locate
    function lexikos_index_by_range_locate_intervals(context, index, begins, ends, options, &
        result) result(answer) bind(c, name="lexikos_index_by_range_locate_intervals")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: index
      type(lexikos_array), value :: begins
      type(lexikos_array), value :: ends
      type(lexikos_search_options), intent(in) :: options
      type(c_ptr), intent(out) :: result
      integer(c_int32_t) :: answer
    end function lexikos_index_by_range_locate_intervals
    function lexikos_index_by_range_extract(context, index, begins, ends, result) result(answer) bind(c, &
        name="lexikos_index_by_range_extract")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: index
      type(lexikos_array), value :: begins
      type(lexikos_array), value :: ends
      type(c_ptr), intent(out) :: result
      integer(c_int32_t) :: answer
    end function lexikos_index_by_range_extract
    function lexikos_index_by_range_save(context, index, path) result(answer) bind(c, &
        name="lexikos_index_by_range_save")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: index
      character(kind=c_char), intent(in) :: path(*)
      integer(c_int32_t) :: answer
    end function lexikos_index_by_range_save
    function lexikos_index_by_range_load(context, ranks, path, options, index) result(answer) bind(c, &
        name="lexikos_index_by_range_load")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: ranks
      character(kind=c_char), intent(in) :: path(*)
      type(lexikos_index_by_range_options), intent(in) :: options
      type(c_ptr), intent(out) :: index
      integer(c_int32_t) :: answer
    end function lexikos_index_by_range_load
    function lexikos_index_by_range_saved_types(path, index_type, symbol_type) result(answer) bind(c, &
        name="lexikos_index_by_range_saved_types")
      import
      character(kind=c_char), intent(in) :: path(*)
      integer(c_int32_t), intent(out) :: index_type
      integer(c_int32_t), intent(out) :: symbol_type
      integer(c_int32_t) :: answer
    end function lexikos_index_by_range_saved_types
    function lexikos_index_by_text_create(context, ranks, text, longest_pattern, options, &
        index) result(answer) bind(c, name="lexikos_index_by_text_create")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: ranks
      type(lexikos_array), value :: text
      integer(c_int64_t), value :: longest_pattern
      type(lexikos_suffix_index_options), intent(in) :: options
      type(c_ptr), intent(out) :: index
      integer(c_int32_t) :: answer
    end function lexikos_index_by_text_create
    function lexikos_index_by_text_create_fm(context, ranks, text, longest_pattern, options, &
        index) result(answer) bind(c, name="lexikos_index_by_text_create_fm")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: ranks
      type(lexikos_array), value :: text
      integer(c_int64_t), value :: longest_pattern
      type(lexikos_fm_index_options), intent(in) :: options
      type(c_ptr), intent(out) :: index
      integer(c_int32_t) :: answer
    end function lexikos_index_by_text_create_fm
    subroutine lexikos_index_by_text_free(index) bind(c, name="lexikos_index_by_text_free")
      import
      type(c_ptr), value :: index
    end subroutine lexikos_index_by_text_free
    function lexikos_index_by_text_get_facts(index, facts) result(answer) bind(c, &
        name="lexikos_index_by_text_get_facts")
      import
      type(c_ptr), value :: index
      type(lexikos_index_by_text_facts), intent(out) :: facts
      integer(c_int32_t) :: answer
    end function lexikos_index_by_text_get_facts
    function lexikos_index_by_text_get_part(index, shard, first, extent) result(answer) bind(c, &
        name="lexikos_index_by_text_get_part")
      import
      type(c_ptr), value :: index
      integer(c_int64_t), value :: shard
      integer(c_int64_t), intent(out) :: first
      integer(c_int64_t), intent(out) :: extent
      integer(c_int32_t) :: answer
    end function lexikos_index_by_text_get_part
    function lexikos_index_by_text_count(context, index, symbols, offsets, options, counts) result(answer) bind(c, &
        name="lexikos_index_by_text_count")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: index
      type(lexikos_array), value :: symbols
      type(lexikos_array), value :: offsets
      type(lexikos_search_options), intent(in) :: options
      type(lexikos_array), value :: counts
      integer(c_int32_t) :: answer
    end function lexikos_index_by_text_count
    function lexikos_index_by_text_locate(context, index, symbols, offsets, options, result) result(answer) bind(c, &
        name="lexikos_index_by_text_locate")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: index
      type(lexikos_array), value :: symbols
      type(lexikos_array), value :: offsets
      type(lexikos_search_options), intent(in) :: options
      type(c_ptr), intent(out) :: result
      integer(c_int32_t) :: answer
    end function lexikos_index_by_text_locate
    function lexikos_index_by_text_extract(context, index, begins, ends, result) result(answer) bind(c, &
        name="lexikos_index_by_text_extract")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: index
      type(lexikos_array), value :: begins
      type(lexikos_array), value :: ends
      type(c_ptr), intent(out) :: result
      integer(c_int32_t) :: answer
    end function lexikos_index_by_text_extract
    function lexikos_index_by_text_save(context, index, path) result(answer) bind(c, &
        name="lexikos_index_by_text_save")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: index
      character(kind=c_char), intent(in) :: path(*)
      integer(c_int32_t) :: answer
    end function lexikos_index_by_text_save
    function lexikos_index_by_text_load(context, ranks, path, index) result(answer) bind(c, &
        name="lexikos_index_by_text_load")
      import
      type(c_ptr), value :: context
      type(c_ptr), value :: ranks
      character(kind=c_char), intent(in) :: path(*)
      type(c_ptr), intent(out) :: index
      integer(c_int32_t) :: answer
    end function lexikos_index_by_text_load
    function lexikos_index_by_text_saved_facts(path, facts) result(answer) bind(c, &
        name="lexikos_index_by_text_saved_facts")
      import
      character(kind=c_char), intent(in) :: path(*)
      type(lexikos_index_by_text_facts), intent(out) :: facts
      integer(c_int32_t) :: answer
    end function lexikos_index_by_text_saved_facts
  end interface
end module lexikos_c
