#include "stepwright/data/dataset.h"

#include <fmt/format.h>

#include <utility>

#include "stepwright/base/error.h"
#include "stepwright/data/idx.h"
#include "stepwright/data/labels.h"

namespace stepwright {

namespace {

HostTensor as_images(HostTensor raw, const std::filesystem::path& path) {
  const std::int64_t rank = raw.type.rank();
  if (raw.type.element != ElementType::ui8 || (rank != 3 && rank != 4)) {
    throw UserError(
        {.what = "the file does not hold images",
         .where = path.string(),
         .expected = "ui8 of 3 or 4 dimensions (00 00 08 03 or 00 00 08 04)",
         .found = fmt::format("{} of {} dimension{}", name(raw.type.element), rank, rank == 1 ? "" : "s"),
         .remedy = rank == 1 ? "give the image file; these look like labels" : ""});
  }
  if (rank == 3) raw.type.dimensions.insert(raw.type.dimensions.begin() + 1, 1);
  if (raw.type.count() == 0) {
    throw UserError({.what = "the file holds no images",
                     .where = path.string(),
                     .found = to_string(raw.type.dimensions)});
  }
  return raw;
}

std::filesystem::path plain_or_gzip(const std::filesystem::path& folder, const std::string& name) {
  for (const char* suffix : {"", ".gz"}) {
    std::filesystem::path path = folder / (name + suffix);
    std::error_code not_there;
    if (std::filesystem::exists(path, not_there)) return path;
  }
  throw UserError({.what = "a file of MNIST is missing",
                   .where = (folder / name).string(),
                   .expected = fmt::format("{0} or {0}.gz", name),
                   .remedy = "run ./sw setup, which fetches MNIST"});
}

}  // namespace

ImageDataset load_idx_pair(std::string name, const std::filesystem::path& images,
                           const std::filesystem::path& labels, std::vector<std::string> class_names) {
  require(!class_names.empty(), "a data set has classes");
  ImageDataset dataset{std::move(name), as_images(read_idx(images), images), {}, std::move(class_names)};
  const HostTensor raw = read_idx(labels);
  dataset.labels = checked_labels(raw, dataset.classes(), labels.string());
  if (const auto count = static_cast<std::int64_t>(dataset.labels.size()); count != dataset.size()) {
    throw UserError(
        {.what = "images and labels differ in number",
         .where = labels.string(),
         .expected = fmt::format("{} labels, one for each image in {}", dataset.size(), images.string()),
         .found = fmt::format("{} labels", count),
         .remedy = "take both files from the same part of the data set"});
  }
  return dataset;
}

ImageDataset load_mnist(const std::filesystem::path& folder, MnistPart part) {
  const bool train = part == MnistPart::train;
  const std::string prefix = train ? "train" : "t10k";
  const std::filesystem::path images = plain_or_gzip(folder, prefix + "-images-idx3-ubyte");
  const std::filesystem::path labels = plain_or_gzip(folder, prefix + "-labels-idx1-ubyte");
  return load_idx_pair(train ? "MNIST train" : "MNIST test", images, labels,
                       {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"});
}

std::filesystem::path mnist_folder(const std::filesystem::path& dependencies) {
  return dependencies / "data" / "mnist";
}

}  // namespace stepwright
