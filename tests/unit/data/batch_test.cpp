#include "stepwright/data/batch.h"

#include <gtest/gtest.h>

#include <limits>

#include "stepwright/base/error.h"
#include "tests/support/complaint.h"

namespace stepwright {
namespace {

// Every pixel value occurs; the labels go round the classes.
ImageDataset dataset_of(std::int64_t samples, std::int64_t channels, std::int64_t side) {
  ImageDataset dataset{
      "test", HostTensor::zeros({ElementType::ui8, {samples, channels, side, side}}), {}, {"a", "b", "c"}};
  const auto pixels = dataset.images.as<std::uint8_t>();
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::uint8_t>(i * 7 % 256);
  for (std::int64_t i = 0; i < samples; ++i) dataset.labels.push_back(static_cast<std::int32_t>(i % 3));
  return dataset;
}

TEST(Batch, PixelsAreDividedBy255AndTheTargetIsOneHot) {
  const ImageDataset dataset = dataset_of(4, 1, 8);
  ThreadPool pool(1);
  const Batch batch = BatchAssembler(dataset, 2).assemble(std::vector<std::int64_t>{3, 1}, pool);
  EXPECT_EQ(to_string(batch.x.type), "tensor<2x64xf32>");
  EXPECT_EQ(to_string(batch.onehot.type), "tensor<2x3xf32>");
  const auto x = batch.x.as<float>();
  const auto pixels = dataset.images.as<std::uint8_t>();
  for (std::size_t i = 0; i < 64; ++i) {
    ASSERT_EQ(x[i], static_cast<float>(pixels[3 * 64 + i]) / 255.0f);
    ASSERT_EQ(x[64 + i], static_cast<float>(pixels[64 + i]) / 255.0f);
  }
  const auto onehot = batch.onehot.as<float>();
  EXPECT_EQ(std::vector<float>(onehot.begin(), onehot.end()), (std::vector<float>{1, 0, 0, 0, 1, 0}));
  EXPECT_EQ(batch.labels, (std::vector<std::int32_t>{0, 1}));
  EXPECT_EQ(batch.count, 2);
}

TEST(Batch, EachChannelHasItsOwnNormalization) {
  const ImageDataset dataset = dataset_of(1, 2, 4);
  ThreadPool pool(2);
  const Normalization normalization{{0.5, 0.25}, {2, 0.125}};
  const Batch batch = BatchAssembler(dataset, 1, normalization).assemble(std::vector<std::int64_t>{0}, pool);
  const auto pixels = dataset.images.as<std::uint8_t>();
  for (std::size_t i = 0; i < 32; ++i) {
    const double mean = i < 16 ? 0.5 : 0.25, deviation = i < 16 ? 2 : 0.125;
    ASSERT_EQ(batch.x.as<float>()[i], static_cast<float>((pixels[i] / 255.0 - mean) / deviation)) << i;
  }
}

TEST(Batch, CaseD13_TheBytesDoNotDependOnTheNumberOfThreads) {
  const ImageDataset dataset = dataset_of(100, 3, 9);
  std::vector<std::int64_t> ids(37);
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = static_cast<std::int64_t>(i * 41 % 100);
  const BatchAssembler assembler(dataset, 40, {{0.1, 0.2, 0.3}, {0.9, 0.8, 0.7}});
  ThreadPool one(1);
  const Batch expected = assembler.assemble(ids, one);
  for (const std::size_t threads : {2, 3, 8, 64}) {
    ThreadPool pool(threads);
    for (int repetition = 0; repetition < 5; ++repetition) {
      ASSERT_EQ(assembler.assemble(ids, pool), expected) << threads << " threads";
    }
  }
}

TEST(Batch, APartialBatchIsPaddedWithZeroRowsThatDoNotCount) {
  const ImageDataset dataset = dataset_of(3, 1, 4);
  ThreadPool pool(2);
  // The normalization would make a padded pixel non-zero if it were applied there.
  const BatchAssembler assembler(dataset, 4, {{0.5}, {1}});
  const Batch batch = assembler.assemble(std::vector<std::int64_t>{2}, pool);
  EXPECT_EQ(batch.count, 1);
  EXPECT_EQ(batch.labels.size(), 1u);
  EXPECT_EQ(batch.x.type.dimension(0), 4);
  for (const float value : batch.x.as<float>().subspan(16)) ASSERT_EQ(value, 0);
  for (const float value : batch.onehot.as<float>().subspan(3)) ASSERT_EQ(value, 0);
}

TEST(Batch, RefusalsSayWhatWasExpected) {
  const ImageDataset dataset = dataset_of(3, 2, 4);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto fault = [&](const Normalization& normalization) {
    return complaint([&] { BatchAssembler(dataset, 1, normalization); });
  };
  const std::string what =
      "the normalization does not suit the images\n"
      "  expected: a finite mean and a positive deviation for each of 2 channels\n  found:    ";
  EXPECT_EQ(fault({{0.5}, {1}}), what + "means [0.5], deviations [1]");
  EXPECT_EQ(fault({{0.5, 0.5}, {}}), what + "means [0.5, 0.5], deviations []");
  EXPECT_EQ(fault({{0.5, 0.5}, {1, 0}}), what + "means [0.5, 0.5], deviations [1, 0]");
  EXPECT_EQ(fault({{0.5, nan}, {1, 1}}), what + "means [0.5, nan], deviations [1, 1]");
  EXPECT_EQ(complaint([&] { BatchAssembler(dataset, 0); }), "a batch has at least one sample\n  found:    0");
  ThreadPool pool(1);
  const BatchAssembler assembler(dataset, 1);
  EXPECT_THROW(assembler.assemble(std::vector<std::int64_t>{0, 1}, pool), InternalError);
  EXPECT_THROW(assembler.assemble(std::vector<std::int64_t>{3}, pool), InternalError);
}

}  // namespace
}  // namespace stepwright
