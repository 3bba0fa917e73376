// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/commands/library_versions.hpp"

#include <lexikos/config.hpp>

#ifdef LEXIKOS_HAVE_SIMDJSON
#include <simdjson.h>
#endif
#ifdef LEXIKOS_HAVE_ZLIB
#include <zlib.h>
#endif
#ifdef LEXIKOS_HAVE_LIBDEFLATE
#include <libdeflate.h>
#endif
#ifdef LEXIKOS_HAVE_ZSTD
#include <zstd.h>
#endif

namespace lexikos::app
{

std::vector<LibraryVersion> library_versions()
{
  std::vector<LibraryVersion> versions;
#ifdef LEXIKOS_HAVE_SIMDJSON
  versions.push_back({"simdjson", std::to_string(simdjson::SIMDJSON_VERSION_MAJOR) + '.' +
                                      std::to_string(simdjson::SIMDJSON_VERSION_MINOR) + '.' +
                                      std::to_string(simdjson::SIMDJSON_VERSION_REVISION)});
#endif
#ifdef LEXIKOS_HAVE_ZLIB
  versions.push_back({"zlib", ::zlibVersion()});
#endif
#ifdef LEXIKOS_HAVE_LIBDEFLATE
  versions.push_back({"libdeflate", LIBDEFLATE_VERSION_STRING});
#endif
#ifdef LEXIKOS_HAVE_ZSTD
  versions.push_back({"zstd", ::ZSTD_versionString()});
#endif
  return versions;
}

}  // namespace lexikos::app
