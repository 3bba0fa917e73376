// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace xml
{

/// Empty if all tags close in order and there is no stray markup; else what is wrong.
inline std::string defect_of_xml(std::string const& xml)
{
  std::vector<std::string> open;
  std::size_t roots = 0;
  for (std::size_t at = 0; at < xml.size(); ++at) {
    if (xml[at] == '>') return "a stray >";
    if (xml[at] == '&') {
      std::size_t const end = xml.find(';', at);
      std::string const entity = xml.substr(at, end - at + 1);
      if (entity != "&lt;" && entity != "&gt;" && entity != "&amp;" && entity != "&quot;" && entity != "&apos;")
        return "an entity: " + entity;
    }
    if (open.empty() && xml[at] != '<' && xml[at] != '\n') return "text outside of the document";
    if (xml[at] != '<') continue;
    std::size_t const end = xml.find('>', at);
    if (end == std::string::npos) return "a tag that does not end";
    std::string const tag = xml.substr(at + 1, end - at - 1);
    if (tag.find('<') != std::string::npos) return "a tag in a tag: " + tag;
    if (std::ranges::count(tag, '"') % 2 != 0) return "an attribute that does not end: " + tag;
    std::string const name = tag.substr(0, tag.find_first_of(" /", tag.starts_with('/') ? 1 : 0));
    if (tag.starts_with('/')) {
      if (open.empty() || "/" + open.back() != name) return "it closes " + name;
      open.pop_back();
    }
    else if (!tag.ends_with('/')) {
      roots += open.empty();
      open.push_back(name);
    }
    at = end;
  }
  if (!open.empty()) return "it does not close " + open.back();
  return roots == 1 ? "" : std::to_string(roots) + " roots";
}

}  // namespace xml
