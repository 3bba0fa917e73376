// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <lexikos/config.hpp>

#ifdef LEXIKOS_HAVE_MPI

#include <lexikos/distributed/bwt.hpp>
#include <lexikos/distributed/check.hpp>
#include <lexikos/distributed/duplicates.hpp>
#include <lexikos/distributed/lcp.hpp>
#include <lexikos/distributed/suffix_array.hpp>

#include "bindings/c/distributed.hpp"
#include "bindings/c/duplicates.hpp"

namespace lexikos::c
{

namespace
{

template <class Run>
distributed::SuffixArrayOptions sort_options(Run const& run, lexikos_distributed_suffix_array_options const* given)
{
  auto const asked =
      options_or(given, lexikos_distributed_suffix_array_options(LEXIKOS_DISTRIBUTED_SUFFIX_ARRAY_OPTIONS_INIT));
  distributed::SuffixArrayOptions options;
  options.workspace = run.workspace();
  options.progress = run.progress();
  options.max_parts = asked.max_parts;
  options.part_size = asked.part_size;
  return options;
}

/// MPI ends the process where it is asked before its time, or for what it does not have.
MPI_Comm communicator_of_fortran(std::int32_t number)
{
  int initialised = 0;
  int finalised = 0;
  MPI_Initialized(&initialised);
  MPI_Finalized(&finalised);
  detail::require(initialised != 0 && finalised == 0, ErrorCode::invalid_argument,
                  "MPI is not initialised, or not any more");
  MPI_Comm communicator = MPI_Comm_f2c(static_cast<MPI_Fint>(number));
  detail::require(communicator != MPI_Comm{}, ErrorCode::invalid_argument,
                  "MPI has no communicator " + std::to_string(number));
  return communicator;
}

}  // namespace

}  // namespace lexikos::c

using namespace lexikos::c;
namespace distributed = lexikos::distributed;

char const* lexikos_transport_name(lexikos_transport transport)
{
  return to_string(static_cast<distributed::Transport>(transport)).data();
}

lexikos_status lexikos_ranks_create(lexikos_context* context, int32_t communicator,
                                    lexikos_ranks_options const* options, lexikos_ranks** ranks)
{
  clear(ranks);
  return call(context, [&](auto& run) {
    require_pointer(ranks, "the place of the ranks");
    auto const given = options_or(options, lexikos_ranks_options(LEXIKOS_RANKS_OPTIONS_INIT));
    distributed::CommunicatorOptions asked;
    asked.transport = enumerated(given.transport, distributed::Transport::nccl, "the transport");
    asked.staging_bytes = given.staging_bytes;
    asked.piece_bytes = given.piece_bytes;
    asked.patience_seconds = given.patience_seconds;
    distributed::Communicator const made(run.space(), communicator_of_fortran(communicator), asked);
    using Space = typename std::remove_cvref_t<decltype(run)>::execution_space;
    *ranks = std::make_unique<lexikos_ranks>(lexikos_ranks{run.handle(), made, lexikos::detail::works_on_host<Space>})
                 .release();
  });
}

void lexikos_ranks_free(lexikos_ranks* ranks)
{
  delete ranks;
}

lexikos_status lexikos_ranks_get_facts(lexikos_ranks const* ranks, lexikos_ranks_facts* facts)
{
  return guarded([&] {
    require_pointer(ranks, "the ranks");
    require_pointer(facts, "the place of the facts");
    auto const& all = ranks->communicator;
    *facts = {all.rank(), all.size(), static_cast<lexikos_transport>(all.transport()), all.is_broken() ? 1 : 0,
              all.staging_bytes()};
  });
}

lexikos_status lexikos_part_of(uint64_t n, int32_t rank, int32_t size, uint64_t* first, uint64_t* extent)
{
  return guarded([&] {
    require_pointer(first, "the place of the first symbol");
    require_pointer(extent, "the place of the extent");
    lexikos::detail::require(rank >= 0 && rank < size, lexikos::ErrorCode::invalid_argument,
                             "there is no rank " + std::to_string(rank) + " of " + std::to_string(size));
    auto const part = distributed::part_of(n, rank, size);
    *first = part.first;
    *extent = part.extent;
  });
}

lexikos_status lexikos_distributed_suffix_array(lexikos_context* context, lexikos_ranks const* ranks,
                                                lexikos_array text, lexikos_array suffix_array, lexikos_array inverse,
                                                lexikos_distributed_suffix_array_options const* options)
{
  return call_together(context, ranks, [&](auto& run, auto const& given) {
    auto const& all = communicator_of(run, given);
    with_symbol(text.type, "the text", [&](auto symbol) {
      auto const symbols = run.template in<typename decltype(symbol)::type>(text, "the text");
      with_index(suffix_array.type, "the suffix array", [&](auto tag) {
        using Index = typename decltype(tag)::type;
        auto const suffixes = run.template out<Index>(suffix_array, "the suffix array");
        if (is_given(inverse))
          distributed::suffix_array(run.space(), all, symbols, suffixes,
                                    run.template out<Index>(inverse, "the inverse suffix array"),
                                    sort_options(run, options));
        else
          distributed::suffix_array(run.space(), all, symbols, suffixes, sort_options(run, options));
      });
    });
  });
}

lexikos_status lexikos_distributed_inverse_suffix_array(lexikos_context* context, lexikos_ranks const* ranks,
                                                        lexikos_array suffix_array, lexikos_array inverse)
{
  return call_together(context, ranks, [&](auto& run, auto const& given) {
    with_index(suffix_array.type, "the suffix array", [&](auto tag) {
      using Index = typename decltype(tag)::type;
      distributed::inverse_suffix_array(
          run.space(), communicator_of(run, given), run.template in<Index>(suffix_array, "the suffix array"),
          run.template out<Index>(inverse, "the inverse suffix array"), {run.workspace(), run.progress()});
    });
  });
}

lexikos_status lexikos_distributed_lcp_array(lexikos_context* context, lexikos_ranks const* ranks, lexikos_array text,
                                             lexikos_array suffix_array, lexikos_array lcp)
{
  return call_together(context, ranks, [&](auto& run, auto const& given) {
    with_symbol(text.type, "the text", [&](auto symbol) {
      auto const symbols = run.template in<typename decltype(symbol)::type>(text, "the text");
      with_index(suffix_array.type, "the suffix array", [&](auto tag) {
        using Index = typename decltype(tag)::type;
        distributed::lcp_array(run.space(), communicator_of(run, given), symbols,
                               run.template in<Index>(suffix_array, "the suffix array"),
                               run.template out<Index>(lcp, "the LCP array"), {run.workspace(), run.progress()});
      });
    });
  });
}

lexikos_status lexikos_distributed_burrows_wheeler_transform(lexikos_context* context, lexikos_ranks const* ranks,
                                                             lexikos_array text, lexikos_array bwt,
                                                             lexikos_distributed_suffix_array_options const* options,
                                                             uint64_t* primary_index)
{
  return call_together(context, ranks, [&](auto& run, auto const& given) {
    require_pointer(primary_index, "the place of the primary index");
    with_token(text.type, "the text", [&](auto symbol) {
      using Symbol = typename decltype(symbol)::type;
      *primary_index = distributed::burrows_wheeler_transform(
          run.space(), communicator_of(run, given), run.template in<Symbol>(text, "the text"),
          run.template out<Symbol>(bwt, "the transform"), sort_options(run, options));
    });
  });
}

lexikos_status lexikos_distributed_check_suffix_array(lexikos_context* context, lexikos_ranks const* ranks,
                                                      lexikos_array text, lexikos_array suffix_array,
                                                      lexikos_check* check)
{
  return call_together(context, ranks, [&](auto& run, auto const& given) {
    require_pointer(check, "the place of the check");
    with_symbol(text.type, "the text", [&](auto symbol) {
      auto const symbols = run.template in<typename decltype(symbol)::type>(text, "the text");
      with_index(suffix_array.type, "the suffix array", [&](auto tag) {
        auto const suffixes = run.template in<typename decltype(tag)::type>(suffix_array, "the suffix array");
        auto const found = distributed::check_suffix_array(run.space(), communicator_of(run, given), symbols, suffixes,
                                                           {run.workspace()});
        *check = {found.index, static_cast<lexikos_defect>(found.defect), 0};
      });
    });
  });
}

lexikos_status lexikos_distributed_streamed_duplicate_ranges(lexikos_context* context, lexikos_ranks const* ranks,
                                                             lexikos_array text, lexikos_array offsets,
                                                             lexikos_array other, lexikos_array other_offsets,
                                                             lexikos_duplicate_options const* options,
                                                             lexikos_result** result)
{
  return make_together(context, ranks, result, [&](auto& run, auto const& given, lexikos_result** place) {
    auto const& all = communicator_of(run, given);
    streamed_duplicates(run, {text, offsets, other, other_offsets}, options, place, [&](auto const&... arguments) {
      return distributed::streamed_duplicate_ranges(run.space(), all, arguments...);
    });
  });
}

#endif
