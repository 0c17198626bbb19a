#include "stepwright/base/random.h"

#include <cmath>
#include <numbers>

#include "stepwright/base/error.h"

namespace stepwright {

namespace {

constexpr std::uint32_t low(std::uint64_t value) {
  return static_cast<std::uint32_t>(value);
}
constexpr std::uint32_t high(std::uint64_t value) {
  return static_cast<std::uint32_t>(value >> 32);
}

}  // namespace

std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter,
                                        std::array<std::uint32_t, 2> key) {
  constexpr int rounds = 10;
  constexpr std::uint64_t multiplier_0 = 0xD2511F53, multiplier_1 = 0xCD9E8D57;
  constexpr std::uint32_t weyl_0 = 0x9E3779B9, weyl_1 = 0xBB67AE85;
  for (int round = 0; round < rounds; ++round) {
    const std::uint64_t product_0 = multiplier_0 * counter[0];
    const std::uint64_t product_1 = multiplier_1 * counter[2];
    counter = {high(product_1) ^ counter[1] ^ key[0], low(product_1), high(product_0) ^ counter[3] ^ key[1],
               low(product_0)};
    key = {key[0] + weyl_0, key[1] + weyl_1};
  }
  return counter;
}

Random::Random(std::uint64_t seed, Stream stream, std::uint64_t index)
    : key_{low(seed), high(seed)}, counter_{0, low(index), high(index), static_cast<std::uint32_t>(stream)} {}

std::uint32_t Random::bits32() {
  if (used_ == block_.size()) {
    require(!exhausted_, "a random sequence gives at most 2^34 words");
    block_ = philox4x32(counter_, key_);
    exhausted_ = ++counter_[0] == 0;
    used_ = 0;
  }
  return block_[used_++];
}

std::uint64_t Random::bits64() {
  const std::uint64_t first = bits32();
  return first | std::uint64_t{bits32()} << 32;
}

double Random::uniform() {
  return static_cast<double>(bits64() >> 11) * 0x1p-53;
}

std::uint64_t Random::below(std::uint64_t bound) {
  require(bound > 0, "a random integer is drawn below a positive bound");
  // The high half of bits · bound is the answer; the 2^64 mod bound lowest low halves would make some answers
  // likelier.
  __extension__ using Wide = unsigned __int128;
  const std::uint64_t rejected = (std::uint64_t{0} - bound) % bound;
  while (true) {
    const Wide product = Wide{bits64()} * bound;
    if (static_cast<std::uint64_t>(product) >= rejected) return static_cast<std::uint64_t>(product >> 64);
  }
}

double Random::normal() {
  const double radius =
      std::sqrt(-2.0 * std::log(1.0 - uniform()));  // 1 − u lies in (0, 1]: the logarithm is finite
  return radius * std::cos(2.0 * std::numbers::pi * uniform());
}

}  // namespace stepwright
