/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "ranks.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* A rank's patterns, others than those of the ranks beside it; on the last of several ranks none. */
typedef struct batch
{
  patterns p;
  lexikos_array symbols;
  lexikos_array offsets;
} batch;

static batch new_batch(world const* w, text const* t, uint64_t longest, lexikos_type type)
{
  batch b;
  int r;
  for (r = 0; r < w->size; ++r) {
    patterns const p = new_patterns(t, r == w->size - 1 ? 0 : 12 + (uint64_t)r, longest);
    if (r == w->rank)
      b.p = p;
    else {
      patterns other = p;
      free_patterns(&other);
    }
  }
  b.symbols = encoded(b.p.symbols, b.p.offsets[b.p.count], type);
  b.offsets = lexikos_u64(b.p.offsets, b.p.count + 1);
  return b;
}

static void free_batch(batch* b)
{
  free_array(b->symbols);
  free_patterns(&b->p);
}

static int same_entries(lexikos_array a, lexikos_array b)
{
  uint64_t i;
  if (a.size != b.size || a.type != b.type) return 0;
  for (i = 0; i < a.size; ++i)
    if (entry(a, i) != entry(b, i)) return 0;
  return 1;
}

/* Where an interval without entries begins is nobody's matter. */
static int same_intervals(lexikos_array const* of_one, lexikos_array const* of_all)
{
  uint64_t i;
  for (i = 0; i < of_one[0].size; ++i) {
    uint64_t const extent = entry(of_one[1], i) - entry(of_one[0], i);
    if (entry(of_all[1], i) - entry(of_all[0], i) != extent) return 0;
    if (extent != 0 && entry(of_all[0], i) != entry(of_one[0], i)) return 0;
  }
  return 1;
}

static int same_columns(lexikos_result const* a, lexikos_result const* b, lexikos_column column)
{
  return same_entries(column_of(a, column), column_of(b, column));
}

/* Ranges that a rank asks for, some of them reversed, or beyond the end, and whether these symbols are theirs. */
enum
{
  RANGES = 9
};
typedef struct ranges
{
  uint64_t begins[RANGES];
  uint64_t ends[RANGES];
} ranges;

static ranges new_ranges(world const* w, uint64_t n)
{
  ranges mine = {{0}, {0}};
  int r;
  int i;
  for (r = 0; r < w->size; ++r)
    for (i = 0; i < RANGES; ++i) {
      uint64_t const begin = random_below(n + 3);
      uint64_t const end = random_below(4) == 0 ? random_below(n + 3) : begin + random_below(20);
      if (r == w->rank) mine.begins[i] = begin;
      if (r == w->rank) mine.ends[i] = end;
    }
  return mine;
}

static void check_ranges(text const* t, ranges const* given, lexikos_result const* result)
{
  lexikos_array const symbols = column_of(result, LEXIKOS_SYMBOLS);
  lexikos_array const offsets = column_of(result, LEXIKOS_OFFSETS);
  uint64_t place = 0;
  int i;
  CHECK(offsets.size == RANGES + 1);
  for (i = 0; i < RANGES; ++i) {
    uint64_t p;
    CHECK(entry(offsets, (uint64_t)i) == place);
    for (p = given->begins[i]; p < given->ends[i] && p < t->n; ++p) CHECK(entry(symbols, place++) == t->symbols[p]);
  }
  CHECK(entry(offsets, RANGES) == place && symbols.size == place);
}

/* ----- by ranges of the suffix array ----------------------------------------------------------------------------------- */

/* Compared with the index of one process over the whole text. */
static void check_by_range(world const* w, text const* t, lexikos_index_by_range const* index,
                           lexikos_suffix_index const* whole, lexikos_index_by_range_facts const* facts)
{
  batch b = new_batch(w, t, 7, facts->symbol_type);
  ranges const asked = new_ranges(w, t->n);
  lexikos_array const begins_of_ranges = encoded(asked.begins, RANGES, facts->index_type);
  lexikos_array const ends_of_ranges = encoded(asked.ends, RANGES, facts->index_type);
  lexikos_array arrays[6];
  lexikos_search_options options = LEXIKOS_SEARCH_OPTIONS_INIT;
  lexikos_result* result = NULL;
  lexikos_result* expected = NULL;
  int i;
  for (i = 0; i < 6; ++i) arrays[i] = new_array(b.p.count, facts->index_type);
  OK(lexikos_index_by_range_count(w->context, index, b.symbols, b.offsets, NULL, arrays[0]));
  OK(lexikos_suffix_index_count(w->context, whole, b.symbols, b.offsets, NULL, arrays[1]));
  CHECK(same_entries(arrays[0], arrays[1]));
  OK(lexikos_index_by_range_intervals(w->context, index, b.symbols, b.offsets, NULL, arrays[2], arrays[3]));
  OK(lexikos_suffix_index_intervals(w->context, whole, b.symbols, b.offsets, NULL, arrays[4], arrays[5]));
  CHECK(same_intervals(arrays + 4, arrays + 2));
  for (i = 0; i < 4; ++i) {
    options.text_order = i % 2;
    options.max_positions = i < 2 ? 0 : 3;
    OK(lexikos_index_by_range_locate(w->context, index, b.symbols, b.offsets, &options, &result));
    OK(lexikos_suffix_index_locate(w->context, whole, b.symbols, b.offsets, &options, &expected));
    CHECK(same_columns(result, expected, LEXIKOS_OFFSETS) && same_columns(result, expected, LEXIKOS_POSITIONS));
    lexikos_result_free(result);
    OK(lexikos_index_by_range_locate_intervals(w->context, index, arrays[2], arrays[3], &options, &result));
    CHECK(same_columns(result, expected, LEXIKOS_OFFSETS) && same_columns(result, expected, LEXIKOS_POSITIONS));
    lexikos_result_free(result);
    lexikos_result_free(expected);
  }
  if (w->rank == 0) { /* alone: the text is here */
    OK(lexikos_index_by_range_extract(w->context, index, begins_of_ranges, ends_of_ranges, &result));
    CHECK(column_of(result, LEXIKOS_SYMBOLS).type == facts->symbol_type);
    check_ranges(t, &asked, result);
    lexikos_result_free(result);
  }
  for (i = 0; i < 6; ++i) free_array(arrays[i]);
  free_array(begins_of_ranges);
  free_array(ends_of_ranges);
  free_batch(&b);
}

static void check_facts_by_range(lexikos_index_by_range const* index, text const* t, uint64_t first, uint64_t entries,
                                 lexikos_index_by_range_facts* facts)
{
  OK(lexikos_index_by_range_get_facts(index, facts));
  CHECK(facts->n == t->n && facts->first_entry == first && facts->suffix_array.size == entries);
  CHECK(facts->suffix_array.type == facts->index_type);
  CHECK(is_part(facts->suffix_array, t->suffixes, first));
}

static void index_by_range(world const* w, text const* t, lexikos_type symbol_type, lexikos_type index_type, int kind,
                           char const* path)
{
  split const of_text = new_split(w, t->n, kind);
  split const of_array = new_split(w, t->n, (kind + 1) % SPLITS);
  split const even = new_split(w, t->n, EVEN_SPLIT);
  lexikos_array const symbols = encoded(t->symbols, t->n, symbol_type);
  lexikos_array const entries = encoded(t->suffixes, t->n, index_type);
  lexikos_array const suffixes = part_of_array(entries, w, &of_array);
  lexikos_index_by_range_options options = LEXIKOS_INDEX_BY_RANGE_OPTIONS_INIT;
  lexikos_index_by_range_facts facts;
  lexikos_index_by_range* index = NULL;
  lexikos_suffix_index* whole = NULL;
  lexikos_ranks* alone = NULL;
  lexikos_type types[2] = {0, 0};
  OK(lexikos_suffix_index_create(w->context, symbols, entries, lexikos_none(), lexikos_none(), NULL, &whole));
  options.copy = kind == RANDOM_SPLIT;
  options.table_entries = kind == EVEN_SPLIT ? 0 : 5;
  OK(lexikos_index_by_range_create(w->context, w->ranks, part_of_array(symbols, w, &of_text), suffixes, &options,
                                   &index));
  check_facts_by_range(index, t, first_of(w, &of_array), suffixes.size, &facts);
  CHECK(facts.symbol_type == symbol_type && facts.index_type == index_type && facts.bits_of_symbol > 0);
  CHECK(suffixes.size == 0 || (facts.suffix_array.data == suffixes.data) == (options.copy == 0));
  check_by_range(w, t, index, whole, &facts);

  /* Saved by all ranks, and loaded by all of them, and by each for itself. */
  OK(lexikos_index_by_range_save(w->context, index, path));
  lexikos_index_by_range_free(index);
  OK(lexikos_index_by_range_saved_types(path, &types[0], &types[1]));
  CHECK(types[0] == index_type && types[1] == symbol_type);
  OK(lexikos_index_by_range_load(w->context, w->ranks, path, NULL, &index));
  check_facts_by_range(index, t, first_of(w, &even), part_of_array(entries, w, &even).size, &facts);
  check_by_range(w, t, index, whole, &facts);
  lexikos_index_by_range_free(index);
  OK(lexikos_ranks_create(w->context, MPI_Comm_c2f(MPI_COMM_SELF), NULL, &alone));
  OK(lexikos_index_by_range_load(w->context, alone, path, &options, &index));
  lexikos_ranks_free(alone); /* the index has what it needs */
  check_facts_by_range(index, t, 0, t->n, &facts);
  check_by_range(w, t, index, whole, &facts);
  lexikos_index_by_range_free(index);
  MPI_Barrier(MPI_COMM_WORLD); /* nobody reads the folder any more */
  lexikos_suffix_index_free(whole);
  free_array(symbols);
  free_array(entries);
}

void test_search_by_range(world const* w, char const* folder)
{
  char path[1024];
  text t = new_text(400, 3, 0, 0);
  text tokens = new_text(200, 1000, 30, 0);
  text small = new_text(2, 2, 0, 0);
  text nothing = new_text(0, 2, 0, 0);
  snprintf(path, sizeof path, "%s_by_range", folder);
  index_by_range(w, &t, LEXIKOS_U8, LEXIKOS_U32, EVEN_SPLIT, path);
  index_by_range(w, &t, LEXIKOS_U8, LEXIKOS_U64, RANDOM_SPLIT, path);
  index_by_range(w, &tokens, LEXIKOS_U16, LEXIKOS_U32, ONE_RANK_SPLIT, path);
  index_by_range(w, &tokens, LEXIKOS_U32, LEXIKOS_U64, RANDOM_SPLIT, path);
  index_by_range(w, &small, LEXIKOS_U16, LEXIKOS_U64, EVEN_SPLIT, path);
  index_by_range(w, &nothing, LEXIKOS_U8, LEXIKOS_U32, EVEN_SPLIT, path);
  free_text(&t);
  free_text(&tokens);
  free_text(&small);
  free_text(&nothing);
}

/* ----- by parts of the text -------------------------------------------------------------------------------------------- */

/* Whether a pattern occurs at a position; with borders that no occurrence crosses, within a part. */
static int occurs(world const* w, text const* t, uint64_t position, patterns const* p, uint64_t i, split const* borders)
{
  uint64_t const length = p->offsets[i + 1] - p->offsets[i];
  int r;
  if (!has_at(t, position, p->symbols + p->offsets[i], length)) return 0;
  for (r = 0; borders != NULL && r < w->size; ++r)
    if (borders->first[r] <= position && position < borders->first[r + 1])
      return position + length <= borders->first[r + 1];
  return 1;
}

/* Compared with the definition. */
static void check_by_text(world const* w, text const* t, lexikos_index_by_text const* index, split const* borders,
                          uint64_t longest)
{
  lexikos_index_by_text_facts facts;
  ranges const asked = new_ranges(w, t->n);
  lexikos_search_options options = LEXIKOS_SEARCH_OPTIONS_INIT;
  lexikos_result* result = NULL;
  lexikos_result* first_two = NULL;
  lexikos_array counts;
  batch b;
  uint64_t i;
  OK(lexikos_index_by_text_get_facts(index, &facts));
  CHECK(facts.n == t->n && facts.longest_pattern == longest);
  b = new_batch(w, t, longest == 0 ? 8 : longest, facts.symbol_type);
  counts = new_array(b.p.count, LEXIKOS_U64);
  options.sort_patterns = 1;
  OK(lexikos_index_by_text_count(w->context, index, b.symbols, b.offsets, &options, counts));
  OK(lexikos_index_by_text_locate(w->context, index, b.symbols, b.offsets, NULL, &result));
  options.max_positions = 2;
  OK(lexikos_index_by_text_locate(w->context, index, b.symbols, b.offsets, &options, &first_two));
  CHECK(column_of(result, LEXIKOS_OFFSETS).size == b.p.count + 1);
  for (i = 0; i < b.p.count; ++i) {
    uint64_t place = entry(column_of(result, LEXIKOS_OFFSETS), i);
    uint64_t count = 0;
    uint64_t position;
    for (position = 0; position < t->n; ++position)
      if (occurs(w, t, position, &b.p, i, borders)) {
        ++count;
        CHECK(entry(column_of(result, LEXIKOS_POSITIONS), place++) == position);
      }
    CHECK(entry(counts, i) == count && entry(column_of(result, LEXIKOS_OFFSETS), i + 1) == place);
    CHECK(entry(column_of(first_two, LEXIKOS_OFFSETS), i + 1) - entry(column_of(first_two, LEXIKOS_OFFSETS), i) ==
          (count < 2 ? count : 2));
  }
  lexikos_result_free(first_two);
  lexikos_result_free(result);
  OK(lexikos_index_by_text_extract(w->context, index, lexikos_u64(asked.begins, RANGES),
                                   lexikos_u64(asked.ends, RANGES), &result));
  CHECK(column_of(result, LEXIKOS_SYMBOLS).type == facts.symbol_type);
  check_ranges(t, &asked, result);
  lexikos_result_free(result);
  free_array(counts);
  free_batch(&b);
}

/* Of which type an index is, and how it is built. */
typedef struct by_text
{
  lexikos_type symbol_type;
  lexikos_type index_type; /* 0: left open */
  int is_fm;
  int kind; /* of the split */
  uint64_t longest;
} by_text;

static void index_by_text(world const* w, text const* t, by_text const* given, char const* path)
{
  split const s = new_split(w, t->n, given->kind);
  split const* const borders = given->longest == 0 ? &s : NULL;
  lexikos_array const symbols = encoded(t->symbols, t->n, given->symbol_type);
  lexikos_array const part = part_of_array(symbols, w, &s);
  lexikos_index_by_text* index = NULL;
  lexikos_index_by_text_facts facts;
  lexikos_ranks* alone = NULL;
  uint64_t first = 0;
  uint64_t extent = 0;
  if (given->is_fm) {
    lexikos_fm_index_options options = LEXIKOS_FM_INDEX_OPTIONS_INIT;
    options.index_type = given->index_type;
    options.sample_rate = 2;
    OK(lexikos_index_by_text_create_fm(w->context, w->ranks, part, given->longest, &options, &index));
  }
  else {
    lexikos_suffix_index_options options = LEXIKOS_SUFFIX_INDEX_OPTIONS_INIT;
    options.index_type = given->index_type;
    OK(lexikos_index_by_text_create(w->context, w->ranks, part, given->longest, &options, &index));
  }
  OK(lexikos_index_by_text_get_facts(index, &facts));
  CHECK(facts.symbol_type == given->symbol_type && (facts.is_fm != 0) == (given->is_fm != 0));
  CHECK(facts.index_type == (given->index_type == 0 ? LEXIKOS_U32 : given->index_type));
  CHECK(facts.shards == (part.size == 0 ? 0u : 1u));
  if (part.size != 0) OK(lexikos_index_by_text_get_part(index, 0, &first, &extent));
  if (part.size != 0) CHECK(first == first_of(w, &s) && extent == part.size);
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_index_by_text_get_part(index, facts.shards, &first, &extent));
  check_by_text(w, t, index, borders, given->longest);

  OK(lexikos_index_by_text_save(w->context, index, path));
  lexikos_index_by_text_free(index);
  OK(lexikos_index_by_text_load(w->context, w->ranks, path, &index));
  check_by_text(w, t, index, borders, given->longest);
  lexikos_index_by_text_free(index);
  OK(lexikos_index_by_text_saved_facts(path, &facts));
  CHECK(facts.n == t->n && facts.longest_pattern == given->longest && (facts.is_fm != 0) == (given->is_fm != 0));
  CHECK(facts.symbol_type == given->symbol_type && facts.shards <= (uint64_t)w->size);
  extent = facts.shards;
  OK(lexikos_ranks_create(w->context, MPI_Comm_c2f(MPI_COMM_SELF), NULL, &alone));
  OK(lexikos_index_by_text_load(w->context, alone, path, &index));
  lexikos_ranks_free(alone);
  OK(lexikos_index_by_text_get_facts(index, &facts));
  CHECK(facts.shards == extent);
  check_by_text(w, t, index, borders, given->longest);
  lexikos_index_by_text_free(index);
  MPI_Barrier(MPI_COMM_WORLD);
  free_array(symbols);
}

void test_search_by_text(world const* w, char const* folder)
{
  static by_text const of_bytes[] = {{LEXIKOS_U8, 0, 0, EVEN_SPLIT, 6},
                                     {LEXIKOS_U8, LEXIKOS_U64, 0, RANDOM_SPLIT, 0},
                                     {LEXIKOS_U8, LEXIKOS_U64, 1, ONE_RANK_SPLIT, 5},
                                     {LEXIKOS_U8, 0, 1, RANDOM_SPLIT, 0}};
  static by_text const of_tokens[] = {{LEXIKOS_U16, 0, 0, RANDOM_SPLIT, 4},
                                      {LEXIKOS_U32, LEXIKOS_U64, 0, EVEN_SPLIT, 60}, /* further than a part */
                                      {LEXIKOS_U16, LEXIKOS_U64, 1, EVEN_SPLIT, 7},
                                      {LEXIKOS_U32, 0, 1, RANDOM_SPLIT, 3}};
  char path[1024];
  text t = new_text(300, 3, 0, 0);
  text tokens = new_text(70, 300, 20, 0);
  text nothing = new_text(0, 2, 0, 0);
  uint64_t i;
  snprintf(path, sizeof path, "%s_by_text", folder);
  for (i = 0; i < sizeof of_bytes / sizeof *of_bytes; ++i) index_by_text(w, &t, &of_bytes[i], path);
  for (i = 0; i < sizeof of_tokens / sizeof *of_tokens; ++i) index_by_text(w, &tokens, &of_tokens[i], path);
  index_by_text(w, &nothing, &of_bytes[0], path);
  free_text(&t);
  free_text(&tokens);
  free_text(&nothing);
}
