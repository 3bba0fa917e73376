// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <lexikos/documents.hpp>

#include "bindings/c/call.hpp"

namespace lexikos::c
{

template <class MemorySpace>
using DocumentsOf = TypeList<Documents<MemorySpace>>;

}  // namespace lexikos::c

struct lexikos_documents : lexikos::c::Handle
{
  lexikos::c::AnyOf<lexikos::c::DocumentsOf> any;
};

namespace lexikos::c
{

/// The documents of a handle; Error (invalid_argument) if they are elsewhere.
template <class MemorySpace>
[[nodiscard]] Documents<MemorySpace> const& documents_in(lexikos_documents const& documents)
{
  auto const* const here = std::get_if<Documents<MemorySpace>>(&documents.any);
  if (here == nullptr)
    throw Error(ErrorCode::invalid_argument, "the documents were made by a context of another device");
  return *here;
}

/// Those that may be NULL: the default ones.
template <class MemorySpace>
[[nodiscard]] Documents<MemorySpace> documents_if_given(lexikos_documents const* documents)
{
  if (documents == nullptr) return {};
  return documents_in<MemorySpace>(*documents);
}

/// The name under which files of indexes hold documents, as the program writes them.
constexpr char const* documents_section = "records";

}  // namespace lexikos::c
