/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef LEXIKOS_C_BASE_H
#define LEXIKOS_C_BASE_H

/* Status and messages, arrays, the runtime, contexts, results. */

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define LEXIKOS_API
#else
#define LEXIKOS_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ----- versions -------------------------------------------------------------------------------------------------------- */

/* Of this interface. A program that was compiled with one works with libraries of the same major number that are as new. */
#define LEXIKOS_C_INTERFACE_MAJOR 0
#define LEXIKOS_C_INTERFACE_MINOR 1

/* Of the library that runs: major * 10000 + minor * 100 + patch, and "major.minor.patch". */
LEXIKOS_API uint32_t lexikos_version(void);
LEXIKOS_API char const* lexikos_version_string(void);

/* ----- status ---------------------------------------------------------------------------------------------------------- */

typedef int32_t lexikos_status;
enum lexikos_status_values {
  LEXIKOS_OK = 0,
  LEXIKOS_INVALID_ARGUMENT = 1, /* sizes, types, ranges or options that do not fit together; nothing was written */
  LEXIKOS_OUT_OF_MEMORY = 2,    /* the message has the bytes */
  LEXIKOS_CORRUPT_INPUT = 3,    /* data that is not what it claims to be */
  LEXIKOS_NOT_SUPPORTED = 4,    /* not in this build, or not for these types */
  LEXIKOS_UNREADABLE_FILE = 5,
  LEXIKOS_UNWRITABLE_FILE = 6,
  LEXIKOS_DEVICE_FAILURE = 7, /* the execution space reported a failure */
  LEXIKOS_CANCELLED = 8,      /* the caller's progress function asked to stop */
  LEXIKOS_INTERNAL_ERROR = 9  /* anything else: a defect of the library */
};

/* What was wrong in the last call of this thread that returned another status than LEXIKOS_OK; "" before any. Of up to 1023
 * bytes, valid until the thread's next such call. */
LEXIKOS_API char const* lexikos_message(void);
/* "invalid argument" and so on; "unknown status" for other numbers. */
LEXIKOS_API char const* lexikos_status_name(lexikos_status status);

/* ----- arrays ---------------------------------------------------------------------------------------------------------- */

typedef int32_t lexikos_type;
enum lexikos_type_values {
  LEXIKOS_U8 = 1, /* the number of a type is the bytes of an entry */
  LEXIKOS_U16 = 2,
  LEXIKOS_U32 = 4,
  LEXIKOS_U64 = 8
};

typedef int32_t lexikos_memory;
enum lexikos_memory_values {
  LEXIKOS_HOST_MEMORY = 0,
  LEXIKOS_DEVICE_MEMORY = 1, /* of the context's device; the same as host memory if that is the host */
  LEXIKOS_PINNED_MEMORY = 2  /* of the host, for fast copies: asked of allocators, in arrays the same as host memory */
};

/* Entries that follow each other, aligned as their type; null if there are none. Functions do not write to arguments. */
typedef struct lexikos_array {
  void* data;
  uint64_t size; /* entries */
  lexikos_type type;
  lexikos_memory memory;
} lexikos_array;

static inline lexikos_array lexikos_array_of(void const* data, uint64_t size, lexikos_type type)
{
  lexikos_array array;
  array.data = (void*)(uintptr_t)data;
  array.size = size;
  array.type = type;
  array.memory = LEXIKOS_HOST_MEMORY;
  return array;
}
static inline lexikos_array lexikos_u8(uint8_t const* data, uint64_t size) { return lexikos_array_of(data, size, LEXIKOS_U8); }
static inline lexikos_array lexikos_u16(uint16_t const* data, uint64_t size) { return lexikos_array_of(data, size, LEXIKOS_U16); }
static inline lexikos_array lexikos_u32(uint32_t const* data, uint64_t size) { return lexikos_array_of(data, size, LEXIKOS_U32); }
static inline lexikos_array lexikos_u64(uint64_t const* data, uint64_t size) { return lexikos_array_of(data, size, LEXIKOS_U64); }
/* The same array in memory of the device. */
static inline lexikos_array lexikos_on_device(lexikos_array array)
{
  array.memory = LEXIKOS_DEVICE_MEMORY;
  return array;
}
/* Where an array may be left out. */
static inline lexikos_array lexikos_none(void) { return lexikos_array_of(0, 0, 0); }

/* ----- the runtime ----------------------------------------------------------------------------------------------------- */

/* Kokkos, which a process has once. Who uses it already goes on: Lexikos then begins and ends nothing, provided that both are
 * linked to the same shared Kokkos. Otherwise the first context begins it, with the defaults, or `lexikos_initialize`; and
 * `lexikos_finalize` ends it, or else the end of the process. */
typedef struct lexikos_runtime_options {
  size_t size;
  int32_t threads;   /* of the host; 0: OMP_NUM_THREADS, or all */
  int32_t device_id; /* of several GPUs; -1: the runtime chooses */
} lexikos_runtime_options;
#define LEXIKOS_RUNTIME_OPTIONS_INIT {sizeof(lexikos_runtime_options), 0, -1}

/* Errors: invalid argument where it runs already. */
LEXIKOS_API lexikos_status lexikos_initialize(lexikos_runtime_options const* options);
/* 1 if the runtime runs, whoever began it. */
LEXIKOS_API int32_t lexikos_is_initialized(void);
/* Ends the runtime if Lexikos began it, after which it cannot be begun again; otherwise does nothing. Errors: invalid argument
 * where contexts or other handles have not been freed. */
LEXIKOS_API lexikos_status lexikos_finalize(void);

/* ----- contexts -------------------------------------------------------------------------------------------------------- */

typedef int32_t lexikos_device;
enum lexikos_device_values {
  LEXIKOS_DEFAULT_DEVICE = 0, /* the GPU where the build has one, else all cores */
  LEXIKOS_HOST_DEVICE = 1,    /* all cores */
  LEXIKOS_GPU_DEVICE = 2      /* not supported where the build has none */
};

/* Uninitialised memory aligned to 64 bytes or more, NULL if there is none: of this kind, `bytes` >= 1. May be called by any
 * host thread, and neither function calls Lexikos. */
typedef void* (*lexikos_allocate_function)(void* user, lexikos_memory kind, uint64_t bytes);
/* Takes back what the other one returned for as many bytes. No kernel uses it any more. */
typedef void (*lexikos_deallocate_function)(void* user, lexikos_memory kind, void* data, uint64_t bytes);
/* Called on the thread that called a function, with the fraction of its work that is done: ascending, 1 at the end. Return 0 to
 * go on, another number to stop: the function then returns LEXIKOS_CANCELLED. Batches of queries, checks, single passes over
 * arrays, and calls that have nothing to do may end without calling it. */
typedef int32_t (*lexikos_progress_function)(void* user, double fraction);

typedef struct lexikos_context_options {
  size_t size;
  lexikos_device device;
  void* stream; /* a cudaStream_t on which all work is done, which outlives the context; NULL: the default one's */
  /* Where arrays of scratch, results, structures and copies come from; both NULL: Kokkos' own allocations. They outlive the
   * context and all handles that it made. Lists of a few entries, and of kernel names, are operator new's. */
  lexikos_allocate_function allocate;
  lexikos_deallocate_function deallocate;
  void* user; /* of both */
} lexikos_context_options;
#define LEXIKOS_CONTEXT_OPTIONS_INIT {sizeof(lexikos_context_options), LEXIKOS_DEFAULT_DEVICE, NULL, NULL, NULL, NULL}

/* A device to work on, and scratch memory that is kept from one call to the next. */
typedef struct lexikos_context lexikos_context;

/* Errors: not supported (device, stream), out of memory. */
LEXIKOS_API lexikos_status lexikos_context_create(lexikos_context_options const* options, lexikos_context** context);
LEXIKOS_API void lexikos_context_free(lexikos_context* context);
/* LEXIKOS_HOST_DEVICE or LEXIKOS_GPU_DEVICE; the runtime's name of it, "OpenMP", valid as long as the context. */
LEXIKOS_API lexikos_status lexikos_context_device(lexikos_context const* context, lexikos_device* device, char const** name);
/* Of all calls from now on; NULL: none. */
LEXIKOS_API lexikos_status lexikos_context_set_progress(lexikos_context* context, lexikos_progress_function progress, void* user);
/* Scratch: bytes that are held, and the largest number that was taken at one time since the last call of
 * `lexikos_context_reset_peak`. Copies of host arrays on a GPU are not scratch. Either pointer may be NULL. */
LEXIKOS_API lexikos_status lexikos_context_workspace(lexikos_context const* context, uint64_t* held, uint64_t* peak);
LEXIKOS_API lexikos_status lexikos_context_reset_peak(lexikos_context* context);
/* Makes sure that so many bytes of scratch can be taken without another allocation; and gives all of it back. */
LEXIKOS_API lexikos_status lexikos_context_reserve(lexikos_context* context, uint64_t bytes);
LEXIKOS_API lexikos_status lexikos_context_release(lexikos_context* context);
/* Copies entries from one array to another of as many of the same type, whichever memory they are in. */
LEXIKOS_API lexikos_status lexikos_copy(lexikos_context* context, lexikos_array from, lexikos_array to);

/* ----- results --------------------------------------------------------------------------------------------------------- */

/* Arrays that a function made. */
typedef struct lexikos_result lexikos_result;

typedef int32_t lexikos_column;
enum lexikos_column_values {
  LEXIKOS_OFFSETS = 0, /* u64: entries offsets[i] .. offsets[i + 1] - 1 of the others belong to item i */
  LEXIKOS_POSITIONS = 1,
  LEXIKOS_BEGINS = 2,
  LEXIKOS_ENDS = 3,
  LEXIKOS_LENGTHS = 4,
  LEXIKOS_COUNTS = 5,
  LEXIKOS_COUNTS_IN_SECOND = 6,
  LEXIKOS_SYMBOLS = 7,
  LEXIKOS_DOCUMENTS = 8,
  LEXIKOS_QUERIES = 9,
  LEXIKOS_QUERY_POSITIONS = 10,
  LEXIKOS_REVERSED = 11,
  LEXIKOS_OCCURRENCES = 12,
  LEXIKOS_CAPPED = 13,
  LEXIKOS_DISTANCES = 14,
  LEXIKOS_COVERED = 15,
  LEXIKOS_LONGEST = 16,
  LEXIKOS_CORPUS_DOCUMENTS = 17
};

/* The column, which lives as long as the result; in memory of the device where that is a GPU (`lexikos_copy`). Errors: invalid
 * argument for a column that the result does not have. */
LEXIKOS_API lexikos_status lexikos_result_column(lexikos_result const* result, lexikos_column column, lexikos_array* array);
LEXIKOS_API void lexikos_result_free(lexikos_result* result);

/* ----- sizes before the call ------------------------------------------------------------------------------------------- */

/* A function, or what builds a handle. After each, which of the sizes it looks at beside n and index_type. */
typedef int32_t lexikos_operation;
enum lexikos_operation_values {
  LEXIKOS_FOR_SUFFIX_ARRAY = 0,  /* symbol_type, with_inverse, items (documents; 0: of a text, by algorithm) */
  LEXIKOS_FOR_INVERSE_SUFFIX_ARRAY = 1,
  LEXIKOS_FOR_PLCP_ARRAY = 2, /* symbol_type */
  LEXIKOS_FOR_LCP_ARRAY = 3,  /* symbol_type */
  LEXIKOS_FOR_CHECK_SUFFIX_ARRAY = 4,
  LEXIKOS_FOR_BURROWS_WHEELER_TRANSFORM = 5, /* algorithm; of documents: symbol_type, items (documents) */
  LEXIKOS_FOR_INVERSE_BURROWS_WHEELER_TRANSFORM = 6, /* of documents: symbol_type, items (documents) */
  LEXIKOS_FOR_DOCUMENTS = 7,         /* items (documents) */
  LEXIKOS_FOR_WITHIN_DOCUMENTS = 8,  /* results (occurrences) */
  LEXIKOS_FOR_DOCUMENT_INDEX = 9,    /* items (documents) */
  LEXIKOS_FOR_LIST_DOCUMENTS = 10,   /* items (intervals), results (suffixes in all intervals); n is not looked at */
  LEXIKOS_FOR_TOP_DOCUMENTS = 11,    /* the same, and k */
  LEXIKOS_FOR_DOCUMENT_FREQUENCIES = 12,
  LEXIKOS_FOR_SUFFIX_INDEX = 13,     /* symbol_type; of an index whose suffix array is built too, see that */
  LEXIKOS_FOR_SUFFIX_INDEX_COUNT = 14,  /* items (patterns); n is not looked at; also of intervals */
  LEXIKOS_FOR_SUFFIX_INDEX_LOCATE = 15, /* items (patterns), results (positions); n is not looked at */
  LEXIKOS_FOR_FM_INDEX = 16,            /* symbol_type, algorithm */
  LEXIKOS_FOR_FM_INDEX_COUNT = 17,      /* symbol_type, items (patterns), symbols (of all patterns); n is not looked at */
  LEXIKOS_FOR_MATCHING_STATISTICS = 18, /* symbols (of all queries); n = 0: by an index, else of a text without one, algorithm */
  LEXIKOS_FOR_FM_MATCHING_STATISTICS = 19, /* symbols (of all queries) */
  LEXIKOS_FOR_APPROXIMATE_SEARCH = 20,     /* items (patterns), k (symbols of the longest) */
  LEXIKOS_FOR_DUPLICATES = 21,             /* symbol_type */
  LEXIKOS_FOR_REMOVE_RANGES = 22,          /* items (ranges) */
  LEXIKOS_FOR_OVERLAP = 23,                /* symbol_type, k (symbols of a chunk, or 0) */
  LEXIKOS_FOR_KMERS = 24,                  /* the most that any function on k-mers takes */
  LEXIKOS_FOR_LONGEST_REPEATS = 25,        /* algorithm: of lexikos_repeats_algorithm */
  LEXIKOS_FOR_USEFUL_REPEATS = 26,
  LEXIKOS_FOR_REPEAT_WALKS = 27,
  LEXIKOS_FOR_MAXIMAL_REPEATS = 28,
  LEXIKOS_FOR_LONGEST_REPEATED_SUBSTRINGS = 29,
  LEXIKOS_FOR_LONGEST_COMMON_SUBSTRING = 30,
  LEXIKOS_FOR_NEXT_SYMBOLS = 31, /* items (intervals), results (suffixes), symbols (distinct, of all intervals) */
  LEXIKOS_FOR_BEST_VALUES = 32,  /* items (ranges), k */
  LEXIKOS_FOR_BIT_VECTOR = 33,   /* n bits, of whatever they are built from */
  LEXIKOS_FOR_WAVELET = 34,      /* symbol_type, symbols (distinct) */
  LEXIKOS_FOR_WAVELET_BATCH = 35, /* items (queries); n is not looked at */
  LEXIKOS_FOR_SUFFIX_ARRAY_OUT_OF_CORE = 36, /* symbol_type, symbols (distinct; 0: 256), results (samples; 0: a fifth), with_inverse */
  LEXIKOS_FOR_COMPRESS = 37,   /* n bytes of a block */
  LEXIKOS_FOR_DECOMPRESS = 38  /* the same */
};

typedef struct lexikos_sizes {
  size_t size;
  uint64_t n; /* symbols of the text, or entries */
  uint64_t items;
  uint64_t symbols;
  uint64_t results;
  uint64_t k;
  lexikos_type symbol_type;
  lexikos_type index_type;
  int32_t algorithm;
  int32_t with_inverse;
} lexikos_sizes;
#define LEXIKOS_SIZES_INIT {sizeof(lexikos_sizes), 0, 0, 0, 0, 0, LEXIKOS_U8, LEXIKOS_U32, 0, 0}

/* Largest number of bytes of scratch that an operation takes with these sizes, whatever the options. What the operation makes
 * (results, structures), and copies of host arrays on a GPU, come on top. Sizes are at most 2^40, and items times k 2^48. */
LEXIKOS_API lexikos_status lexikos_workspace_bytes(lexikos_context const* context, lexikos_operation operation,
                                                   lexikos_sizes const* sizes, uint64_t* bytes);

#ifdef __cplusplus
}
#endif

#endif
