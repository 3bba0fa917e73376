/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef LEXIKOS_H
#define LEXIKOS_H

/* Lexikos from C: text indexes for GPUs and multicore hosts. C99 and C++; lexikos.f90 has the same for Fortran.
 *
 *     lexikos_context* context;
 *     if (lexikos_context_create(NULL, &context) != LEXIKOS_OK) fail(lexikos_message());
 *     uint8_t const text[] = {'b', 'a', 'n', 'a', 'n', 'a'};
 *     uint32_t suffixes[6];
 *     lexikos_suffix_array(context, lexikos_u8(text, 6), NULL, lexikos_u32(suffixes, 6), lexikos_none(), NULL);
 *     lexikos_context_free(context);                          // suffixes: 5 3 1 0 4 2
 *
 * What all functions share:
 *
 * - They return LEXIKOS_OK, or a status that says what is wrong; `lexikos_message` then has a sentence. No exception passes,
 *   and after an error all handles stay usable. Results are written only after arguments were checked; what an array holds
 *   after another error than LEXIKOS_INVALID_ARGUMENT is undefined. A result handle is set to NULL at first.
 * - A function returns when its results are there: it has waited for the context's device.
 * - Arrays are `lexikos_array`: address, number of entries, type of entries, and whose memory it is. They belong to the caller.
 *   Of a context that works on a GPU, arrays in its memory are used where they are; those of the host are copied to it and
 *   back, which takes as many bytes there. Of a context that works on the host nothing is copied. Results overlap no argument,
 *   unless a line says that they may.
 * - [0..n) is a range without its end. Positions count from 0. Sizes are numbers of entries, memory is in bytes. A text is
 *   unsigned integers of 1, 2, 4 or 8 bytes, of any values; an index is u32, for up to 2^32 - 2 symbols, or u64.
 * - Options may be NULL, for the defaults; otherwise begin with the macro, LEXIKOS_..._INIT, since a later version may add
 *   members: `size` tells which version the caller was compiled with.
 * - What has an unknown length comes as a `lexikos_result`, with a column for each of its arrays.
 * - Handles are freed by the function of their name, in any order, also after their context; those of several ranks as
 *   distributed.h says; NULL is freed by doing nothing. What was built by one context can be asked by others of the same
 *   device; one host thread at a time uses a context.
 * - Work, peak memory and sources are in the C++ header of the same concept; `lexikos_workspace_bytes` tells sizes.
 */

#include <lexikos/c/arrays.h>
#include <lexikos/c/base.h>
#include <lexikos/c/collections.h>
#include <lexikos/c/compression.h>
#include <lexikos/c/distributed.h>
#include <lexikos/c/matching.h>
#include <lexikos/c/repeats.h>
#include <lexikos/c/search.h>
#include <lexikos/c/structures.h>

#endif
