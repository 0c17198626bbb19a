# Every target is compiled alike: warnings are errors, and floating point is as written (no contraction),
# because the strict domains promise one rounding per operation.
add_library(stepwright_options INTERFACE)
target_include_directories(stepwright_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(stepwright_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
                                                    -ffp-contract=off)
target_link_libraries(stepwright_options INTERFACE fmt::fmt nlohmann_json::nlohmann_json)
# GCC 12 sees overlaps, overruns and wrong frees inside std::string and std::vector that are not there (GCC PR 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(stepwright_options INTERFACE -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow
                                                      -Wno-free-nonheap-object)
endif()
if(STEPWRIGHT_SANITIZE)
  # GCC 12 warns wrongly of uninitialized members in <regex> once it is instrumented (GCC bug 105562).
  target_compile_options(stepwright_options INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all
                                                      -fno-omit-frame-pointer -g1 -Wno-maybe-uninitialized)
  target_link_options(stepwright_options INTERFACE -fsanitize=address,undefined)
endif()
find_program(MOLD mold)
if(MOLD)
  target_link_options(stepwright_options INTERFACE -fuse-ld=mold)
endif()

# add_room(NAME USES other...): the library of stepwright/NAME. A room without sources yet is an interface.
function(add_room name)
  cmake_parse_arguments(ROOM "" "" "USES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/stepwright/${name}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  list(TRANSFORM ROOM_USES PREPEND stepwright_)
  if(sources)
    add_library(stepwright_${name} STATIC ${sources})
    target_link_libraries(stepwright_${name} PUBLIC stepwright_options ${ROOM_USES})
  else()
    add_library(stepwright_${name} INTERFACE)
    target_link_libraries(stepwright_${name} INTERFACE stepwright_options ${ROOM_USES})
  endif()
endfunction()
