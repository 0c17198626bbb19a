#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

namespace stepwright {

// The whole file. A UserError names the file and the system's reason when it cannot be read.
std::vector<std::byte> read_file(const std::filesystem::path& path);

// Replaces the file's contents; not atomic. A UserError names the file and the system's reason.
void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace stepwright
