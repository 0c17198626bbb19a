#include "stepwright/train/program.h"

#include <fmt/format.h>

#include "stepwright/base/error.h"
#include "stepwright/base/sha256.h"

namespace stepwright::train {

Program program(const Rendered& rendered) {
  const nn::Manifest& manifest = rendered.manifest;
  const std::string name = fmt::format("{} {}, batch {}", manifest.network, manifest.kind, manifest.batch);
  const std::string hash = sha256_hex(rendered.text);
  if (hash != manifest.text_sha256) {
    throw UserError({.what = "the manifest belongs to another text",
                     .where = name,
                     .expected = fmt::format("SHA-256 {}", manifest.text_sha256),
                     .found = fmt::format("SHA-256 {}", hash),
                     .remedy = "keep the text and its manifest as they were written together"});
  }
  Program program{name, rendered.text, {}};
  for (const nn::ManifestEntry& argument : manifest.arguments) {
    program.parameters.push_back({argument.name, argument.type, argument.donated_to.has_value()});
  }
  return program;
}

}  // namespace stepwright::train
