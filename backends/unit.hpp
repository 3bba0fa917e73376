// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace lexikos::backends
{

// Every function template of a header that holds a KOKKOS_LAMBDA ends its template parameters with `class Unit = ThisUnit`.
// nvcc turns such a lambda into a wrapper whose functions are external but read pointers that each translation unit has for
// itself. Where two units instantiate the same function, the linker may keep the copy constructor of one unit and the
// constructor that the compiler inlined in the other, and the first copy of the lambda calls a null pointer. A type of the
// unit's own keeps their wrappers apart.
#ifdef __CUDACC__
namespace
{
struct ThisUnit
{};
}  // namespace
#else
struct ThisUnit
{};
#endif

}  // namespace lexikos::backends
