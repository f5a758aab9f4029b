// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/input/gmsh.hpp"

#include <algorithm>
#include <memory>
#include <set>

#include "file_access.hpp"
#include "gmsh_cursor.hpp"
#include "gmsh_raw.hpp"
#include "gmsh_sections.hpp"
#include "market_tokens.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::input {
namespace {

using Version = GmshSections::Version;

Version version_of(GmshCursor& in) {
  const std::string_view text = in.word();
  if (text == "4.1") return Version::v4;
  if (text == "2.2" || text == "2.1" || text == "2" || text == "2.0") return Version::v2;
  in.fail(
      fmt::format("format version '{}' is not supported; 4.1 and 2.2 are: save the mesh with "
                  "gmsh -format msh41",
                  shown(text)));
}

/// $MeshFormat: version, 0 for text or 1 for binary, and the size of numbers.
Version read_format(GmshCursor& in) {
  const Version version = version_of(in);
  const std::int64_t kind = in.text_integer("0 for text or 1 for binary");
  const std::int64_t size = in.text_integer("the size of numbers in bytes");
  if (kind != 0 && kind != 1) in.fail(fmt::format("file type {}: 0 or 1 are allowed", kind));
  if (size != 8 && !(size == 4 && version == Version::v4))
    in.fail(fmt::format("numbers of {} bytes: 8 are allowed", size));
  if (kind == 1) {
    constexpr std::uint32_t reversed_one = 0x01000000;
    in.skip_line_break();
    const std::uint32_t one = in.raw_word();
    if (one != 1 && one != reversed_one)
      in.fail("the number one, which tells the byte order, is expected after the format");
    in.set_binary(one != 1, static_cast<int>(size));
  }
  return version;
}

void expect_end(GmshCursor& in, std::string_view section) {
  const std::string_view found = in.word();
  if (found.substr(0, 4) != "$End" || found.substr(4) != section)
    in.fail(found.empty() ? fmt::format("section ${} has no end; the file is cut off", section)
                          : fmt::format("$End{} is expected, found '{}'", section, shown(found)));
}

void refuse(GmshCursor& in, std::string_view section) {
  if (section == "PartitionedEntities" || section == "GhostElements")
    in.fail("the mesh is partitioned; sparkdyn does that itself: save it with gmsh -part 0");
  if (section == "ParametricNodes")
    in.fail("section $ParametricNodes is not supported: save with Mesh.SaveParametric = 0");
}

/// One section, from after its name to its end. Sections that say nothing about nodes and elements
/// ($Periodic, $NodeData, …) are passed over.
void read_section(GmshCursor& in, std::string_view section, GmshSections& sections) {
  refuse(in, section);
  if (section == "PhysicalNames") {
    sections.names();
  } else if (section == "Entities" || section == "Nodes" || section == "Elements") {
    // Binary files have one line break, and the numbers right after it. The counts of format 2 are
    // text there, before which more blanks do no harm.
    in.skip_line_break();
    if (section == "Entities") sections.entities();
    if (section == "Nodes") sections.nodes();
    if (section == "Elements") sections.elements();
  } else {
    in.skip_to(fmt::format("$End{}", section), fmt::format("section ${}", section).c_str());
    return;
  }
  expect_end(in, section);
}

void require_first_section(GmshCursor& in) {
  const std::string_view first = in.word();
  if (first == "$MeshFormat") return;
  if (first == "$NOD")
    in.fail(
        "format version 1 is not supported; 4.1 and 2.2 are: save the mesh with gmsh -format "
        "msh41");
  in.fail(fmt::format("this is no Gmsh mesh: $MeshFormat is expected, found '{}'", shown(first)));
}

void read_sections(GmshCursor& in, GmshRaw& raw) {
  require_first_section(in);
  GmshSections sections(in, read_format(in), raw);
  expect_end(in, "MeshFormat");
  std::set<std::string, std::less<>> seen;
  while (!in.at_end()) {
    const std::string_view word = in.word();
    if (word.size() < 2 || word[0] != '$')
      in.fail(fmt::format("a section such as $Nodes is expected, found '{}'", shown(word)));
    const std::string section(word.substr(1));
    const bool once = section == "Nodes" || section == "Elements" || section == "Entities" ||
                      section == "PhysicalNames" || section == "MeshFormat";
    if (!seen.insert(section).second && once)
      in.fail(fmt::format("section ${} is there twice", section));
    if (section == "Elements" && !seen.contains("Nodes"))
      in.fail("section $Nodes must come before $Elements");
    read_section(in, section, sections);
  }
  for (const char* needed : {"Nodes", "Elements"})
    if (!seen.contains(needed)) in.fail(fmt::format("section ${} is missing", needed));
  if (raw.mesh.cells.empty()) in.fail("the mesh has no elements");
}

/// Whole, without the zeros that a std::string would begin with.
struct Content {
  std::unique_ptr<char[]> bytes;
  std::size_t size = 0;
};

/// Files of the kernel may claim any size.
constexpr std::uintmax_t most_bytes = std::uintmax_t{1} << 38;

Content read_whole(const std::filesystem::path& file) {
  std::ifstream stream = open_file(file);
  Content content;
  content.size = std::filesystem::file_size(file);
  try {
    if (content.size <= most_bytes)
      content.bytes = std::make_unique_for_overwrite<char[]>(content.size);
  } catch (const std::bad_alloc&) {
  }
  if (!content.bytes)
    core::input_error("{}: {} bytes are more than the memory can hold", file.string(),
                      content.size);
  stream.read(content.bytes.get(), static_cast<std::streamsize>(content.size));
  if (stream.gcount() != static_cast<std::streamsize>(content.size))
    core::input_error("{}: cannot be read", file.string());
  return content;
}

}  // namespace

structure::Mesh read_gmsh(const std::filesystem::path& file) {
  const Content content = read_whole(file);
  return parse_gmsh({content.bytes.get(), content.size}, file);
}

structure::Mesh parse_gmsh(std::string_view content, const std::filesystem::path& file) {
  GmshCursor in(content, file.string());
  GmshRaw raw;
  raw.mesh.file = file.string();
  read_sections(in, raw);
  return finish(std::move(raw));
}

}  // namespace sparkdyn::input
