/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The runtime, contexts, the caller's memory, progress, and messages; and what a call takes. */
#define _POSIX_C_SOURCE 200112L
#include "support.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ----- the caller's memory */

typedef struct pool
{
  int64_t live;
  uint64_t bytes;
  uint64_t calls;
  uint64_t fail_after; /* so many allocations; 0: never */
} pool;

static void* take(void* user, lexikos_memory kind, uint64_t bytes)
{
  pool* const p = user;
  void* memory = NULL;
  CHECK(kind >= LEXIKOS_HOST_MEMORY && kind <= LEXIKOS_PINNED_MEMORY);
  CHECK(bytes > 0);
  ++p->calls;
  if (p->fail_after != 0 && p->calls >= p->fail_after) return NULL;
  if (posix_memalign(&memory, 64, (size_t)bytes) != 0) return NULL;
  ++p->live;
  p->bytes += bytes;
  return memory;
}

static void give_back(void* user, lexikos_memory kind, void* memory, uint64_t bytes)
{
  pool* const p = user;
  (void)kind;
  --p->live;
  p->bytes -= bytes;
  free(memory);
}

static lexikos_context* context_of(pool* p)
{
  lexikos_context_options options = LEXIKOS_CONTEXT_OPTIONS_INIT;
  lexikos_context* context = NULL;
  options.device = LEXIKOS_HOST_DEVICE;
  options.allocate = take;
  options.deallocate = give_back;
  options.user = p;
  OK(lexikos_context_create(&options, &context));
  return context;
}

/* ----- progress */

typedef struct seen
{
  double last;
  int calls;
  int ascends;
  int stop_at; /* this call; 0: never */
} seen;

static int32_t watch(void* user, double fraction)
{
  seen* const s = user;
  ++s->calls;
  if (fraction < s->last) s->ascends = 0;
  s->last = fraction;
  return s->calls == s->stop_at;
}

static void test_progress(lexikos_context* context)
{
  text t = new_text(3000, 4, 700, 0);
  lexikos_array const given = encoded(t.symbols, t.n, LEXIKOS_U8);
  lexikos_array const suffixes = new_array(t.n, LEXIKOS_U32);
  lexikos_suffix_array_options options = LEXIKOS_SUFFIX_ARRAY_OPTIONS_INIT;
  lexikos_suffix_index* index = NULL;
  seen s = {0, 0, 1, 0};
  options.algorithm = LEXIKOS_PREFIX_DOUBLING;
  OK(lexikos_context_set_progress(context, watch, &s));
  OK(lexikos_suffix_array(context, given, NULL, suffixes, lexikos_none(), &options));
  CHECK(s.calls > 1 && s.ascends && s.last == 1);
  memset(&s, 0, sizeof s);
  s.ascends = 1;
  OK(lexikos_suffix_index_create(context, given, lexikos_none(), lexikos_none(), lexikos_none(), NULL, &index));
  CHECK(s.calls > 1 && s.ascends && s.last == 1);
  lexikos_suffix_index_free(index);
  memset(&s, 0, sizeof s);
  s.stop_at = 2;
  REFUSED(LEXIKOS_CANCELLED, lexikos_suffix_array(context, given, NULL, suffixes, lexikos_none(), &options));
  memset(&s, 0, sizeof s);
  s.stop_at = 1;
  REFUSED(LEXIKOS_CANCELLED,
          lexikos_suffix_index_create(context, given, lexikos_none(), lexikos_none(), lexikos_none(), NULL, &index));
  CHECK(index == NULL);
  OK(lexikos_context_set_progress(context, NULL, NULL));
  OK(lexikos_suffix_array(context, given, NULL, suffixes, lexikos_none(), &options));
  CHECK(entry(suffixes, 0) == t.suffixes[0]);
  free_array(given);
  free_array(suffixes);
  free_text(&t);
}

/* ----- messages are the thread's */

static void* fail_elsewhere(void* user)
{
  (void)user;
  CHECK(lexikos_message()[0] == '\0');
  CHECK(lexikos_lcp_statistics(NULL, lexikos_none(), NULL) == LEXIKOS_INVALID_ARGUMENT);
  CHECK(strcmp(lexikos_message(), "the context is NULL") == 0);
  return NULL;
}

static void test_messages(lexikos_context* context)
{
  pthread_t thread;
  char kept[1024];
  char* path = malloc(5000);
  lexikos_fm_index* index = NULL;
  lexikos_status status;
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_copy(context, lexikos_u8(NULL, 0), lexikos_u32(NULL, 0)));
  strcpy(kept, lexikos_message());
  CHECK(pthread_create(&thread, NULL, fail_elsewhere, NULL) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  CHECK(strcmp(kept, lexikos_message()) == 0);
  memset(path, 'x', 4999); /* a message is cut, at the beginning of a character */
  memcpy(path, "/nowhere/", 9);
  path[4999] = '\0';
  REFUSED(LEXIKOS_UNREADABLE_FILE, lexikos_fm_index_load(context, path, &index));
  CHECK(strlen(lexikos_message()) == 1023);
  memset(path + 9, '\xc3', 4990);
  for (size_t i = 10; i < 4999; i += 2) path[i] = '\xa9';
  REFUSED(LEXIKOS_UNREADABLE_FILE, lexikos_fm_index_load(context, path, &index));
  CHECK((unsigned char)lexikos_message()[strlen(lexikos_message()) - 1] != 0xc3);
  free(path);
  for (status = LEXIKOS_OK; status <= LEXIKOS_INTERNAL_ERROR; ++status)
    CHECK(strcmp(lexikos_status_name(status), "unknown status") != 0);
  CHECK(strcmp(lexikos_status_name(10), "unknown status") == 0 &&
        strcmp(lexikos_status_name(-1), "unknown status") == 0);
}

void test_contexts(void)
{
  lexikos_context_options options = LEXIKOS_CONTEXT_OPTIONS_INIT;
  lexikos_runtime_options runtime = LEXIKOS_RUNTIME_OPTIONS_INIT;
  lexikos_context* context = NULL;
  lexikos_device device = -1;
  char const* name = NULL;
  uint64_t held = 1;
  uint8_t const from[3] = {1, 2, 3};
  uint8_t to[3] = {0, 0, 0};
  CHECK(lexikos_is_initialized() == 0);
  runtime.threads = -1;
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_initialize(&runtime));
  runtime.threads = 1; /* the texts are short */
  OK(lexikos_initialize(&runtime));
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_initialize(NULL));
  CHECK(lexikos_is_initialized() == 1);
  CHECK(lexikos_version() >= 100 && strlen(lexikos_version_string()) >= 5);

  options.device = 9;
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_context_create(&options, &context));
  options.device = LEXIKOS_HOST_DEVICE;
  options.stream = to;
  REFUSED(LEXIKOS_NOT_SUPPORTED, lexikos_context_create(&options, &context));
  options.stream = NULL;
  options.allocate = take;
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_context_create(&options, &context));
  CHECK(context == NULL);
  options.allocate = NULL;
  OK(lexikos_context_create(&options, &context));
  OK(lexikos_context_device(context, &device, &name));
  CHECK(device == LEXIKOS_HOST_DEVICE && strlen(name) > 0);

  OK(lexikos_copy(context, lexikos_u8(from, 3), lexikos_on_device(lexikos_u8(to, 3))));
  CHECK(memcmp(from, to, 3) == 0);
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_copy(context, lexikos_u8(from, 3), lexikos_u8(to, 2)));

  OK(lexikos_context_reserve(context, 1 << 20));
  OK(lexikos_context_workspace(context, &held, NULL));
  CHECK(held >= 1 << 20);
  OK(lexikos_context_release(context));
  OK(lexikos_context_workspace(context, &held, NULL));
  CHECK(held == 0);
  REFUSED(LEXIKOS_OUT_OF_MEMORY, lexikos_context_reserve(context, UINT64_C(1) << 60));
  test_progress(context);
  test_messages(context);
  lexikos_context_free(context);
  lexikos_context_free(NULL);
  lexikos_result_free(NULL);
}

/* ----- memory that fails: every allocation of a run in turn */

static lexikos_status search_once(lexikos_context* context, text const* t, uint64_t* found)
{
  lexikos_array const given = encoded(t->symbols, t->n, LEXIKOS_U8);
  lexikos_fm_index* fm = NULL;
  lexikos_suffix_index* index = NULL;
  lexikos_result* result = NULL;
  uint64_t const offsets[3] = {0, 2, 3};
  lexikos_array positions = lexikos_none();
  lexikos_status status = lexikos_fm_index_create(context, given, lexikos_none(), NULL, &fm);
  if (status == LEXIKOS_OK)
    status = lexikos_suffix_index_create(context, given, lexikos_none(), lexikos_none(), lexikos_none(), NULL, &index);
  if (status == LEXIKOS_OK)
    status = lexikos_fm_index_locate(context, fm, lexikos_u8(given.data, 3), lexikos_u64(offsets, 3), NULL, &result);
  if (status == LEXIKOS_OK) status = lexikos_result_column(result, LEXIKOS_POSITIONS, &positions);
  *found = positions.size;
  CHECK(status == LEXIKOS_OK || status == LEXIKOS_OUT_OF_MEMORY);
  lexikos_result_free(result);
  lexikos_fm_index_free(fm);
  lexikos_suffix_index_free(index);
  free_array(given);
  return status;
}

void test_failing_memory(void)
{
  text t = new_text(300, 3, 0, 0);
  pool p = {0, 0, 0, 0};
  uint64_t expected = 0;
  uint64_t found = 0;
  uint64_t calls;
  uint64_t i;
  lexikos_context* context = context_of(&p);
  OK(search_once(context, &t, &expected));
  CHECK(expected > 0);
  calls = p.calls;
  CHECK(calls > 5);
  lexikos_context_free(context);
  CHECK(p.live == 0 && p.bytes == 0);
  for (i = 1; i <= calls; i += i < 10 ? 1 : 3) {
    p.calls = 0;
    p.fail_after = i;
    context = context_of(&p);
    CHECK(search_once(context, &t, &found) == LEXIKOS_OUT_OF_MEMORY);
    p.fail_after = 0; /* and all is usable */
    OK(search_once(context, &t, &found));
    CHECK(found == expected);
    lexikos_context_free(context);
    CHECK(p.live == 0 && p.bytes == 0);
  }
  { /* handles outlive their context */
    lexikos_suffix_index* index = NULL;
    uint8_t const symbols[3] = {1, 2, 1};
    context = context_of(&p);
    OK(lexikos_suffix_index_create(context, lexikos_u8(symbols, 3), lexikos_none(), lexikos_none(), lexikos_none(),
                                   NULL, &index));
    lexikos_context_free(context);
    CHECK(p.live > 0);
    lexikos_suffix_index_free(index);
    CHECK(p.live == 0);
  }
  free_text(&t);
}

/* ----- what a call takes */

static double seconds(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void measure_overhead(lexikos_context* context)
{
  static uint64_t const lengths[] = {0, 1000000};
  size_t i;
  for (i = 0; i < 2; ++i) {
    uint64_t const n = lengths[i];
    int const repetitions = n == 0 ? 20000 : 10;
    lexikos_array const given = new_array(n, LEXIKOS_U8);
    lexikos_array const suffixes = new_array(n, LEXIKOS_U32);
    lexikos_check check;
    double started;
    uint64_t j;
    int k;
    for (j = 0; j < n; ++j) set_entry(given, j, random_below(4));
    OK(lexikos_suffix_array(context, given, NULL, suffixes, lexikos_none(), NULL)); /* the scratch is taken */
    started = seconds();
    for (k = 0; k < repetitions; ++k) OK(lexikos_suffix_array(context, given, NULL, suffixes, lexikos_none(), NULL));
    printf("lexikos_suffix_array of %lu bytes: %.3g us a call\n", (unsigned long)n,
           1e6 * (seconds() - started) / repetitions);
    started = seconds();
    for (k = 0; k < repetitions; ++k) OK(lexikos_check_suffix_array(context, given, suffixes, &check));
    printf("lexikos_check_suffix_array of %lu bytes: %.3g us a call\n", (unsigned long)n,
           1e6 * (seconds() - started) / repetitions);
    free_array(given);
    free_array(suffixes);
  }
}
