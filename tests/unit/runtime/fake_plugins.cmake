# Shared libraries that a faulty, foreign or newer PJRT plugin could be, for the tests of the loader.
set(fake_plugins ${CMAKE_CURRENT_BINARY_DIR}/fake_plugins)

function(add_fake_plugin name source)
  add_library(fake_plugin_${name} MODULE ${CMAKE_CURRENT_SOURCE_DIR}/unit/runtime/${source})
  target_link_libraries(fake_plugin_${name} PRIVATE stepwright_options stepwright_pjrt_header)
  target_compile_definitions(fake_plugin_${name} PRIVATE ${ARGN})
  set_target_properties(fake_plugin_${name} PROPERTIES PREFIX "" OUTPUT_NAME ${name}
                                                       LIBRARY_OUTPUT_DIRECTORY ${fake_plugins})
  add_dependencies(runtime_test fake_plugin_${name})
endfunction()

function(add_pjrt_fake name major minor functions struct_size refuses)
  add_fake_plugin(${name} fake_plugin.cpp FAKE_MAJOR=${major} FAKE_MINOR=${minor} FAKE_FUNCTIONS=${functions}
                  FAKE_STRUCT_SIZE=${struct_size} FAKE_REFUSES="${refuses}")
endfunction()

#             name        major minor functions struct size                                        refuses with
add_pjrt_fake(complete    0     81    1000      "sizeof(PJRT_Api)"                                 "")
add_pjrt_fake(newer       0     500   1000      "100 * sizeof(PJRT_Api)"                           "")
add_pjrt_fake(old         0     30    1000      "sizeof(PJRT_Api)"                                 "")
add_pjrt_fake(next_major  1     0     1000      "sizeof(PJRT_Api)"                                 "")
add_pjrt_fake(half        0     81    60        "sizeof(PJRT_Api)"                                 "")
add_pjrt_fake(half_newer  0     500   60        "100 * sizeof(PJRT_Api)"                           "")
add_pjrt_fake(short       0     81    1000      "offsetof(PJRT_Api, PJRT_Executable_OutputDimensions)" "")
add_pjrt_fake(no_size     0     81    1000      "0"                                                "")
add_pjrt_fake(no_stats    0     81    1000
              "offsetof(PJRT_Api, PJRT_Executable_GetCompiledMemoryStats)" "")
add_pjrt_fake(refusing    0     81    1000      "sizeof(PJRT_Api)"                                 "no licence")
add_fake_plugin(not_a_plugin not_a_plugin.cpp)

target_compile_definitions(runtime_test PRIVATE STEPWRIGHT_FAKE_PLUGINS="${fake_plugins}")
