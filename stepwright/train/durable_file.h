#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace stepwright::train {

// Replaces a file so that whoever reads it, whatever happens meanwhile, finds the old contents or the new
// ones whole: they go to "<path>.partial" in the same folder, onto the disk, and only then take the name. A
// crash leaves at most the partial file, which nothing reads and the next write replaces. A UserError names
// the file and the system's reason when it cannot be written; then the old file is as it was.
void replace_file(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace stepwright::train
