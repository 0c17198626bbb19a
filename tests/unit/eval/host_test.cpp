#include "stepwright/eval/host.h"

#include <gtest/gtest.h>

#include <cmath>

#include "stepwright/eval/dual.h"
#include "stepwright/eval/rounding.h"

namespace stepwright {
namespace {

constexpr Rounding native{};

TEST(Host, EveryPatternOfANarrowFloatComesBack) {
  for (const ElementType element : {ElementType::bf16, ElementType::f16}) {
    HostTensor tensor = HostTensor::zeros({element, {1 << 16}});
    for (std::size_t bits = 0; bits < 1 << 16; ++bits) {
      tensor.as<std::uint16_t>()[bits] = static_cast<std::uint16_t>(bits);
    }
    EXPECT_TRUE(to_host(native, from_host(native, tensor)) == tensor) << name(element);
  }
}

TEST(Host, IntegersOfEveryWidthKeepTheirSign) {
  const HostTensor bytes =
      HostTensor::of<std::int8_t>({ElementType::i8, {3}}, std::vector<std::int8_t>{-1, 127, -128});
  EXPECT_EQ(from_host(native, bytes).integers(), (std::vector<std::int64_t>{-1, 127, -128}));
  EXPECT_EQ(to_host(native, from_host(native, bytes)), bytes);
  const HostTensor large =
      HostTensor::of<std::uint64_t>({ElementType::ui64, {1}}, std::vector{~std::uint64_t{0}});
  EXPECT_EQ(to_host(native, from_host(native, large)), large);
  const HostTensor flags =
      HostTensor::of<std::uint8_t>({ElementType::i1, {2}}, std::vector<std::uint8_t>{0, 1});
  EXPECT_EQ(from_host(native, flags).integers(), (std::vector<std::int64_t>{0, 1}));
  EXPECT_EQ(to_host(native, from_host(native, flags)), flags);
  const HostTensor nibble = HostTensor::of<std::int8_t>({ElementType::i4, {1}}, std::vector<std::int8_t>{-3});
  EXPECT_EQ(to_host(native, from_host(native, nibble)), nibble);
}

TEST(Host, ADomainThatRoundsLessLeavesRoundedToTheTensorsType) {
  const Rounding golden{ElementType::f64};
  const Tensor<Rounding> third({ElementType::f32, {}}, std::vector{1.0 / 3.0});
  EXPECT_EQ(to_host(golden, third).as<float>()[0], 1.0F / 3.0F);
}

TEST(Host, AnInputHasNoTangent) {
  const Dual<Rounding> dual{native};
  const HostTensor tensor = HostTensor::of<float>({ElementType::f32, {1}}, std::vector{1.5F});
  EXPECT_EQ(from_host(dual, tensor).scalars()[0].value, 1.5);
  EXPECT_EQ(from_host(dual, tensor).scalars()[0].tangent, 0.0);
}

}  // namespace
}  // namespace stepwright
