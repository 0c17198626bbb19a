#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "stepwright/base/host_tensor.h"

namespace stepwright {

// Labelled images of one size in host memory. Every file format is one function that returns this.
struct ImageDataset {
  std::string name;                      // "MNIST train"
  HostTensor images;                     // ui8 [N, C, H, W]
  std::vector<std::int32_t> labels;      // N of them, each below classes()
  std::vector<std::string> class_names;  // K of them

  std::int64_t size() const { return images.type.dimension(0); }
  std::int64_t channels() const { return images.type.dimension(1); }
  std::int64_t height() const { return images.type.dimension(2); }
  std::int64_t width() const { return images.type.dimension(3); }
  std::int64_t classes() const { return static_cast<std::int64_t>(class_names.size()); }
  // C·H·W, the values of one image.
  std::int64_t pixels() const { return channels() * height() * width(); }
};

// A pair of IDX files: images ui8 [N, H, W] or [N, C, H, W], labels integer [N]. UserError: the faults of
// idx.h and labels.h, no samples, images of another type or rank, images and labels that differ in number.
ImageDataset load_idx_pair(std::string name, const std::filesystem::path& images,
                           const std::filesystem::path& labels, std::vector<std::string> class_names);

enum class MnistPart { train, test };

// MNIST (LeCun, Cortes, Burges): 60,000 or 10,000 grey images of 28x28 in 10 classes, from
// {train,t10k}-images-idx3-ubyte and -labels-idx1-ubyte in `folder`, each plain or with .gz (plain is
// preferred). A missing file is a UserError that names it and how to get it. The number of samples is what
// the files say.
ImageDataset load_mnist(const std::filesystem::path& folder, MnistPart part);

// Where set-up puts MNIST within the folder of fetched dependencies: <dependencies>/data/mnist.
std::filesystem::path mnist_folder(const std::filesystem::path& dependencies);

}  // namespace stepwright
