#include "stepwright/data/dataset.h"

#include <gtest/gtest.h>

#include "stepwright/base/file.h"
#include "tests/support/complaint.h"
#include "tests/support/idx_bytes.h"
#include "tests/support/temporary_folder.h"

namespace stepwright {
namespace {

const std::vector<std::byte> two_images = idx_bytes(8, {2, 1, 2}, {0, 255, 7, 8});
const std::vector<std::byte> two_labels = idx_bytes(8, {2}, {9, 0});

void write_mnist(const TemporaryFolder& folder, const std::vector<std::byte>& images,
                 const std::vector<std::byte>& labels) {
  write_file(folder / "train-images-idx3-ubyte", images);
  write_file(folder / "train-labels-idx1-ubyte", labels);
}

TEST(Dataset, MnistIsReadAsOneChannel) {
  const TemporaryFolder folder;
  write_mnist(folder, two_images, two_labels);
  const ImageDataset dataset = load_mnist(folder.path(), MnistPart::train);
  EXPECT_EQ(dataset.name, "MNIST train");
  EXPECT_EQ(to_string(dataset.images.type), "tensor<2x1x1x2xui8>");
  EXPECT_EQ(dataset.images.as<std::uint8_t>()[1], 255);
  EXPECT_EQ(dataset.labels, (std::vector<std::int32_t>{9, 0}));
  EXPECT_EQ(dataset.classes(), 10);
  EXPECT_EQ(dataset.pixels(), 2);
}

TEST(Dataset, TheTestPartMayBeCompressed) {
  const TemporaryFolder folder;
  write_file(folder / "t10k-images-idx3-ubyte.gz", gzip_bytes(two_images));
  write_file(folder / "t10k-labels-idx1-ubyte.gz", gzip_bytes(two_labels));
  const ImageDataset dataset = load_mnist(folder.path(), MnistPart::test);
  EXPECT_EQ(dataset.name, "MNIST test");
  EXPECT_EQ(dataset.size(), 2);
}

TEST(Dataset, AMissingFileComesWithItsRemedy) {
  const TemporaryFolder folder;
  const std::filesystem::path mnist = mnist_folder(folder.path());
  EXPECT_EQ(mnist, folder / "data/mnist");
  EXPECT_EQ(complaint([&] { load_mnist(mnist, MnistPart::train); }),
            (mnist / "train-images-idx3-ubyte").string() +
                ": a file of MNIST is missing\n"
                "  expected: train-images-idx3-ubyte or train-images-idx3-ubyte.gz\n"
                "  remedy:   run ./sw setup, which fetches MNIST");
}

TEST(Dataset, CaseD10_ImagesAndLabelsThatDifferInNumberAreAnError) {
  const TemporaryFolder folder;
  write_mnist(folder, two_images, idx_bytes(8, {3}, {1, 2, 3}));
  EXPECT_EQ(complaint([&] { load_mnist(folder.path(), MnistPart::train); }),
            (folder / "train-labels-idx1-ubyte").string() +
                ": images and labels differ in number\n  expected: 2 labels, one for each image in " +
                (folder / "train-images-idx3-ubyte").string() +
                "\n  found:    3 labels\n  remedy:   take both files from the same part of the data set");
}

TEST(Dataset, ALabelFileGivenAsImagesIsNamed) {
  const TemporaryFolder folder;
  write_mnist(folder, two_labels, two_images);
  EXPECT_EQ(complaint([&] { load_mnist(folder.path(), MnistPart::train); }),
            (folder / "train-images-idx3-ubyte").string() +
                ": the file does not hold images\n"
                "  expected: ui8 of 3 or 4 dimensions (00 00 08 03 or 00 00 08 04)\n"
                "  found:    ui8 of 1 dimension\n  remedy:   give the image file; these look like labels");
}

TEST(Dataset, CaseD9_AWrongLabelNamesTheFileAndTheSample) {
  const TemporaryFolder folder;
  write_mnist(folder, two_images, idx_bytes(8, {2}, {9, 10}));
  EXPECT_EQ(complaint([&] { load_mnist(folder.path(), MnistPart::train); }),
            (folder / "train-labels-idx1-ubyte").string() +
                ", sample 1: a label is out of range\n  expected: 0 to 9 for 10 classes\n"
                "  found:    10; 1 of 2 labels are out of range");
}

TEST(Dataset, AnEmptyFileIsAnError) {
  const TemporaryFolder folder;
  write_mnist(folder, idx_bytes(8, {0, 28, 28}, {}), idx_bytes(8, {0}, {}));
  EXPECT_EQ(
      complaint([&] { load_mnist(folder.path(), MnistPart::train); }),
      (folder / "train-images-idx3-ubyte").string() + ": the file holds no images\n  found:    0x1x28x28");
}

TEST(Dataset, ColourImagesKeepTheirChannels) {
  const TemporaryFolder folder;
  write_mnist(folder, idx_bytes(8, {1, 3, 1, 2}, {1, 2, 3, 4, 5, 6}), idx_bytes(8, {1}, {1}));
  const ImageDataset dataset = load_idx_pair("pair", folder / "train-images-idx3-ubyte",
                                             folder / "train-labels-idx1-ubyte", {"cat", "dog"});
  EXPECT_EQ(to_string(dataset.images.type), "tensor<1x3x1x2xui8>");
  EXPECT_EQ(dataset.channels(), 3);
}

}  // namespace
}  // namespace stepwright
