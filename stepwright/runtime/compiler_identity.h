#pragma once

#include <filesystem>
#include <string>

#include "stepwright/runtime/client.h"

namespace stepwright {

// Everything outside a program and its compile options that decides what compiling it yields, one fact a
// line: the plugin (file size and time, API version, attributes), its platform and devices, the processor's
// features and XLA_FLAGS.
std::string compiler_identity(const Client& client);

// The processor's model and instruction sets as the kernel lists them.
std::string processor_features();

}  // namespace stepwright
