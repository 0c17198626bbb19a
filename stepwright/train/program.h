#pragma once

#include <string>

#include "stepwright/nn/manifest.h"
#include "stepwright/nn/step.h"
#include "stepwright/runtime/executable.h"

namespace stepwright::train {

// A program as a run keeps it: its text and what drives it. The graph it came from is not needed any more.
struct Rendered {
  std::string text;
  nn::Manifest manifest;
};

inline Rendered rendered(nn::Step step) {
  return {std::move(step.text), std::move(step.manifest)};
}

// What the compiler takes: the arguments' names and types, and which of them are donated, as the manifest
// says. UserError when the text is not the one that the manifest was written for.
Program program(const Rendered& rendered);

}  // namespace stepwright::train
