/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* main [overhead]: the tests, or what a call takes */
#include "support.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char** argv)
{
  lexikos_context_options options = LEXIKOS_CONTEXT_OPTIONS_INIT;
  lexikos_context* context = NULL;
  if (argc == 1) test_contexts();
  options.device = LEXIKOS_HOST_DEVICE; /* whose memory the slow readers read; shared_runtime.test.cpp asks a GPU */
  if (lexikos_context_create(&options, &context) != LEXIKOS_OK) {
    fprintf(stderr, "%s\n", lexikos_message());
    return 1;
  }
  if (argc > 1 && strcmp(argv[1], "overhead") == 0)
    measure_overhead(context);
  else {
    test_arrays(context);
    test_search(context);
    test_matching(context);
    test_collections(context);
    test_duplicates(context);
    test_compression(context);
    test_repeats(context);
    test_structures(context);
    test_places(context);
    test_one_process(context);
    test_failing_memory();
  }
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_finalize()); /* a context lives */
  lexikos_context_free(context);
  OK(lexikos_finalize());
  CHECK(lexikos_is_initialized() == 0);
  REFUSED(LEXIKOS_INVALID_ARGUMENT, lexikos_context_create(NULL, &context));
  CHECK(context == NULL);
  if (failures != 0) fprintf(stderr, "%d checks failed\n", failures);
  return failures != 0;
}
