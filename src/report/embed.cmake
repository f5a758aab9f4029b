# SPDX-License-Identifier: BSD-3-Clause
# cmake -DOUTPUT=… -DFILES=… -P embed.cmake: writes a source that holds the files as texts.
set(cases "")
foreach(file ${FILES})
  get_filename_component(name ${file} NAME)
  file(READ ${file} content)
  # A literal of g++ may be as long as it likes; ISO C++ asks for 65,536 characters, as pieces have.
  string(LENGTH "${content}" length)
  set(pieces "")
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${content}" ${at} 30000 piece)
    string(APPEND pieces "\nR\"sparkdyn~(${piece})sparkdyn~\"")
    math(EXPR at "${at} + 30000")
  endwhile()
  string(APPEND cases "  if (name == \"${name}\")\n    return ${pieces};\n")
endforeach()
file(WRITE ${OUTPUT} "#include <string_view>

namespace sparkdyn::report {
std::string_view resource(std::string_view name);
std::string_view resource(std::string_view name) {
${cases}  return \"\";
}
}  // namespace sparkdyn::report
")
