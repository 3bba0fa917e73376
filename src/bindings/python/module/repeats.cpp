// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Repeats and k-mers: what follows from a text's suffix array and LCP array.

#include <bindings/python/module/arrays.hpp>
#include <bindings/python/module/bindings.hpp>
#include <lexikos/kmers.hpp>
#include <lexikos/longest_repeats.hpp>
#include <lexikos/repeated_substrings.hpp>

namespace lexikos::python
{

namespace
{

/// starts, lengths
void find_longest_repeats(nb::handle given_inverse, nb::handle given_lcp, nb::handle given_starts,
                          nb::handle given_lengths, std::uintptr_t stream, nb::object progress)
{
  In const inverse(given_inverse);
  In const lcp(given_lcp);
  Out const starts(given_starts);
  Out const lengths(given_lengths);
  Call const call(stream, std::move(progress));
  LongestRepeatsOptions options;
  options.progress = call.progress();
  call.run({inverse.place(), lcp.place(), starts.place(), lengths.place()}, [&](auto const& space) {
    with_index(inverse.bytes(), [&](auto type) {
      using Index = typename decltype(type)::type;
      longest_repeats(space, positions<Index>(space, inverse, inverse.size(), "the inverse suffix array"),
                      span<Index const>(space, lcp), span<Index>(space, starts), span<Index>(space, lengths), options);
    });
  });
}

/// lengths
void find_left_bounded_repeats(nb::handle given_inverse, nb::handle given_lcp, nb::handle given_lengths,
                               std::uintptr_t stream)
{
  In const inverse(given_inverse);
  In const lcp(given_lcp);
  Out const lengths(given_lengths);
  Call const call(stream, nb::none());
  call.run({inverse.place(), lcp.place(), lengths.place()}, [&](auto const& space) {
    with_index(inverse.bytes(), [&](auto type) {
      using Index = typename decltype(type)::type;
      left_bounded_repeats(space, positions<Index>(space, inverse, inverse.size(), "the inverse suffix array"),
                           span<Index const>(space, lcp), span<Index>(space, lengths));
    });
  });
}

/// (minimum, maximum, mean) over all left-bounded repeats and over the useful ones, and how many these are
nb::tuple count_repeat_walks(nb::handle given_inverse, nb::handle given_lcp, std::uintptr_t stream, nb::object progress)
{
  In const inverse(given_inverse);
  In const lcp(given_lcp);
  Call const call(stream, std::move(progress));
  RepeatsOptions const options{nullptr, call.progress()};
  auto const walks = call.run({inverse.place(), lcp.place()}, [&](auto const& space) {
    return with_index(inverse.bytes(), [&](auto type) {
      using Index = typename decltype(type)::type;
      return repeat_walks(space, positions<Index>(space, inverse, inverse.size(), "the inverse suffix array"),
                          span<Index const>(space, lcp), options);
    });
  });
  auto const steps = [](RepeatWalkSteps const& each) { return nb::make_tuple(each.minimum, each.maximum, each.mean); };
  return nb::make_tuple(steps(walks.raw), steps(walks.compact), walks.useful);
}

/// starts, lengths of those that are no suffix of another
nb::tuple list_useful_repeats(nb::handle given_inverse, nb::handle given_lcp, std::uintptr_t stream,
                              nb::object progress)
{
  In const inverse(given_inverse);
  In const lcp(given_lcp);
  Call const call(stream, std::move(progress));
  Place const place = Call::common_place({inverse.place(), lcp.place()});
  RepeatsOptions const options{nullptr, call.progress()};
  return to_python(call.run({place}, [&](auto const& space) {
    return with_index(inverse.bytes(), [&](auto type) -> Columns {
      using Index = typename decltype(type)::type;
      auto const starts = room<Index>(space, inverse.size());
      auto const lengths = room<Index>(space, inverse.size());
      auto const count =
          useful_repeats(space, positions<Index>(space, inverse, inverse.size(), "the inverse suffix array"),
                         span<Index const>(space, lcp), starts, lengths, options);
      auto found = Columns{column(starts, place), column(lengths, place)};
      for (auto& each : found) each.size = count;
      return found;
    });
  }));
}

/// offsets, starts, lengths
nb::tuple list_all_longest_repeats(nb::handle given_inverse, nb::handle given_lcp, std::uintptr_t stream,
                                   nb::object progress)
{
  In const inverse(given_inverse);
  In const lcp(given_lcp);
  Call const call(stream, std::move(progress));
  Place const place = Call::common_place({inverse.place(), lcp.place()});
  LongestRepeatsOptions options;
  options.progress = call.progress();
  return to_python(call.run({place}, [&](auto const& space) {
    return with_index(inverse.bytes(), [&](auto type) -> Columns {
      using Index = typename decltype(type)::type;
      auto const ranks = positions<Index>(space, inverse, inverse.size(), "the inverse suffix array");
      auto const prefixes = span<Index const>(space, lcp);
      auto const offsets = room<std::uint64_t>(space, inverse.size() + 1);
      auto const lengths = room<Index>(space, inverse.size());
      auto const count = count_longest_repeats(space, ranks, prefixes, offsets, lengths, options);
      auto const starts = room<Index>(space, count);
      list_longest_repeats(space, ranks, prefixes, offsets, starts, options);
      return {column(offsets, place), column(starts, place), column(lengths, place)};
    });
  }));
}

/// begins, ends, lengths
nb::tuple list_maximal_repeats(nb::handle given_text, nb::handle given_array, nb::handle given_lcp,
                               std::size_t min_length, std::size_t min_occurrences, std::uintptr_t stream,
                               nb::object progress)
{
  In const text(given_text);
  In const array(given_array);
  In const lcp(given_lcp);
  Call const call(stream, std::move(progress));
  Place const place = Call::common_place({text.place(), array.place(), lcp.place()});
  MaximalRepeatsOptions options;
  options.min_length = min_length;
  options.min_occurrences = min_occurrences;
  options.progress = call.progress();
  return to_python(call.run({place}, [&](auto const& space) {
    return with_symbol(text.bytes(), [&](auto symbol) {
      auto const symbols = span<typename decltype(symbol)::type const>(space, text);
      return with_index(array.bytes(), [&](auto type) -> Columns {
        using Index = typename decltype(type)::type;
        auto const suffixes = positions<Index>(space, array, array.size(), "the suffix array");
        auto const prefixes = span<Index const>(space, lcp);
        auto const nothing = room<Index>(space, 0);
        auto const count = maximal_repeats(space, symbols, suffixes, prefixes, nothing, nothing, nothing, options);
        auto const begins = room<Index>(space, count);
        auto const ends = room<Index>(space, count);
        auto const lengths = room<Index>(space, count);
        (void)maximal_repeats(space, symbols, suffixes, prefixes, begins, ends, lengths, options);
        return {column(begins, place), column(ends, place), column(lengths, place)};
      });
    });
  }));
}

/// length, (begins, ends)
nb::tuple find_longest_repeated(nb::handle given_lcp, std::uintptr_t stream, nb::object progress)
{
  In const lcp(given_lcp);
  Call const call(stream, std::move(progress));
  Place const place = Call::common_place({lcp.place()});
  RepeatsOptions options;
  options.progress = call.progress();
  std::size_t length = 0;
  auto const found = call.run({place}, [&](auto const& space) {
    return with_index(lcp.bytes(), [&](auto type) -> Columns {
      using Index = typename decltype(type)::type;
      auto const prefixes = span<Index const>(space, lcp);
      auto const nothing = room<Index>(space, 0);
      auto const counted = longest_repeated_substrings(space, prefixes, nothing, nothing, options);
      length = counted.length;
      auto const begins = room<Index>(space, counted.count);
      auto const ends = room<Index>(space, counted.count);
      (void)longest_repeated_substrings(space, prefixes, begins, ends, options);
      return {column(begins, place), column(ends, place)};
    });
  });
  return nb::make_tuple(length, to_python(found));
}

/// length, first, second
nb::tuple find_longest_common(std::size_t first_length, nb::handle given_array, nb::handle given_lcp,
                              std::uintptr_t stream, nb::object progress)
{
  In const array(given_array);
  In const lcp(given_lcp);
  Call const call(stream, std::move(progress));
  RepeatsOptions options;
  options.progress = call.progress();
  auto const found = call.run({array.place(), lcp.place()}, [&](auto const& space) {
    return with_index(array.bytes(), [&](auto type) {
      using Index = typename decltype(type)::type;
      return longest_common_substring(space, first_length,
                                      positions<Index>(space, array, array.size(), "the suffix array"),
                                      span<Index const>(space, lcp), options);
    });
  });
  return nb::make_tuple(found.length, found.first, found.second);
}

// ----- k-mers -------------------------------------------------------------------------------------------------------------

struct GivenKmers
{
  In text;
  In suffix_array;
  In lcp;
  In text_offsets;

  [[nodiscard]] Place place() const
  {
    return Call::common_place({text.place(), suffix_array.place(), lcp.place(), text_offsets.place()});
  }
};

struct KmerWishes
{
  explicit KmerWishes(nb::dict const& given)
      : letters(choice<KmerLetters>(option<std::string>(given, "letters"), {"all", "dna", "dna_upper_case"})),
        canonical(option<bool>(given, "canonical")),
        min_count(option<std::uint64_t>(given, "min_count")),
        max_count(given["max_count"].is_none() ? not_found : option<std::uint64_t>(given, "max_count"))
  {}

  KmerLetters letters;
  bool canonical;
  std::uint64_t min_count;
  std::uint64_t max_count;
};

template <class Space>
KmerOptions<typename Space::memory_space> kmer_options(Space const& space, GivenKmers const& given,
                                                       KmerWishes const& wishes, Call const& call)
{
  KmerOptions<typename Space::memory_space> options;
  options.letters = wishes.letters;
  options.canonical = wishes.canonical;
  options.min_count = wishes.min_count;
  options.max_count = wishes.max_count;
  options.text_offsets = span<std::uint64_t const>(space, given.text_offsets);
  options.progress = call.progress();
  return options;
}

nb::tuple to_python(KmerTotals const& totals)
{
  return nb::make_tuple(totals.distinct, totals.unique, totals.all, totals.max_count);
}
nb::tuple to_python(KmerComparison const& found)
{
  return nb::make_tuple(to_python(found.first), to_python(found.second), found.common, found.only_first,
                        found.only_second);
}

/// With the text's symbols and the arrays as spans, of whichever types they have.
template <class Function>
auto with_kmer_source(GivenKmers const& given, Call const& call, Place place, Function&& function)
{
  return call.run({place}, [&](auto const& space) {
    return with_symbol(given.text.bytes(), [&](auto symbol) {
      return with_index(given.suffix_array.bytes(), [&](auto type) {
        using Index = typename decltype(type)::type;
        return function(space, span<typename decltype(symbol)::type const>(space, given.text),
                        positions<Index>(space, given.suffix_array, given.text.size(), "the suffix array"),
                        span<Index const>(space, given.lcp));
      });
    });
  });
}

/// Totals; the histogram is filled.
nb::tuple count_kmers(nb::handle text, nb::handle suffix_array, nb::handle lcp, nb::handle text_offsets, std::size_t k,
                      nb::handle given_histogram, nb::dict const& options, std::uintptr_t stream, nb::object progress)
{
  GivenKmers const given{In(text), In(suffix_array), In(lcp), In(text_offsets)};
  Out const histogram(given_histogram);
  KmerWishes const wishes(options);
  Call const call(stream, std::move(progress));
  Place const place = Call::common_place({given.place(), histogram.place()});
  return to_python(
      with_kmer_source(given, call, place, [&](auto const& space, auto symbols, auto suffixes, auto prefixes) {
        return kmer_spectrum(space, symbols, suffixes, prefixes, k, span<std::uint64_t>(space, histogram),
                             kmer_options(space, given, wishes, call));
      }));
}

/// (positions, counts, counts in the second text), totals. \param set  empty of one text
nb::tuple find_kmers(nb::handle text, nb::handle suffix_array, nb::handle lcp, nb::handle text_offsets, std::size_t k,
                     std::size_t first_length, std::string const& set, nb::dict const& options, std::uintptr_t stream,
                     nb::object progress)
{
  GivenKmers const given{In(text), In(suffix_array), In(lcp), In(text_offsets)};
  KmerWishes const wishes(options);
  Call const call(stream, std::move(progress));
  Place const place = given.place();
  auto const which =
      set.empty() ? KmerSet::either : choice<KmerSet>(set, {"common", "only_first", "only_second", "either"});
  KmerComparison totals;
  auto const found = with_kmer_source(
      given, call, place, [&](auto const& space, auto symbols, auto suffixes, auto prefixes) -> Columns {
        auto const all = kmer_options(space, given, wishes, call);
        auto const kmers = set.empty()
                               ? list_kmers(space, symbols, suffixes, prefixes, k, all)
                               : list_compared_kmers(space, symbols, first_length, suffixes, prefixes, k, which, all);
        totals = kmers.totals;
        return {column(kmers.positions, place), column(kmers.counts, place), column(kmers.counts_in_second, place)};
      });
  return nb::make_tuple(python::to_python(found), to_python(totals));
}

/// Of two texts, one after the other.
nb::tuple compare_texts(nb::handle text, nb::handle suffix_array, nb::handle lcp, nb::handle text_offsets,
                        std::size_t k, std::size_t first_length, nb::dict const& options, std::uintptr_t stream,
                        nb::object progress)
{
  GivenKmers const given{In(text), In(suffix_array), In(lcp), In(text_offsets)};
  KmerWishes const wishes(options);
  Call const call(stream, std::move(progress));
  return to_python(
      with_kmer_source(given, call, given.place(), [&](auto const& space, auto symbols, auto suffixes, auto prefixes) {
        return compare_kmers(space, symbols, first_length, suffixes, prefixes, k, {},
                             kmer_options(space, given, wishes, call));
      }));
}

}  // namespace

void bind_repeats(nb::module_& core)
{
  using namespace nb::literals;
  core.def("longest_repeats", find_longest_repeats, "inverse"_a, "lcp"_a, "starts"_a, "lengths"_a, "stream"_a,
           "progress"_a.none());
  core.def("all_longest_repeats", list_all_longest_repeats, "inverse"_a, "lcp"_a, "stream"_a, "progress"_a.none());
  core.def("left_bounded_repeats", find_left_bounded_repeats, "inverse"_a, "lcp"_a, "lengths"_a, "stream"_a);
  core.def("repeat_walks", count_repeat_walks, "inverse"_a, "lcp"_a, "stream"_a, "progress"_a.none());
  core.def("useful_repeats", list_useful_repeats, "inverse"_a, "lcp"_a, "stream"_a, "progress"_a.none());
  core.def("maximal_repeats", list_maximal_repeats, "text"_a, "suffix_array"_a, "lcp"_a, "min_length"_a,
           "min_occurrences"_a, "stream"_a, "progress"_a.none());
  core.def("longest_repeated_substrings", find_longest_repeated, "lcp"_a, "stream"_a, "progress"_a.none());
  core.def("longest_common_substring", find_longest_common, "first_length"_a, "suffix_array"_a, "lcp"_a, "stream"_a,
           "progress"_a.none());
  core.def("kmer_spectrum", count_kmers, "text"_a, "suffix_array"_a, "lcp"_a, "text_offsets"_a.none(), "k"_a,
           "histogram"_a, "options"_a, "stream"_a, "progress"_a.none());
  core.def("list_kmers", find_kmers, "text"_a, "suffix_array"_a, "lcp"_a, "text_offsets"_a.none(), "k"_a,
           "first_length"_a, "set"_a, "options"_a, "stream"_a, "progress"_a.none());
  core.def("compare_kmers", compare_texts, "text"_a, "suffix_array"_a, "lcp"_a, "text_offsets"_a.none(), "k"_a,
           "first_length"_a, "options"_a, "stream"_a, "progress"_a.none());
}

}  // namespace lexikos::python
