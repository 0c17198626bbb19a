#pragma once

#include <array>
#include <cstdint>

namespace stepwright {

// Philox4x32-10, the counter-based generator of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as
// easy as 1, 2, 3" (SC 2011): 128 random bits as a pure function of a 128-bit counter and a 64-bit key.
std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter,
                                        std::array<std::uint32_t, 2> key);

// What a sequence of random numbers is for. Different purposes never share numbers, whatever their seeds.
// The values are written into saved runs through the numbers they give: never renumber them.
enum class Stream : std::uint32_t {
  initialization = 1,  // index: the parameter's position in the step's signature
  shuffle = 2,         // index: the epoch
  augmentation = 3,    // index: epoch · samples + sample
  drop_path = 4,       // index: the step
  dropout = 5,         // index: the step
  probe = 6,           // index: the caller's; test directions, random inputs
};

// The sequence of random numbers named by (seed, stream, index). Any sequence can be made alone, in any order
// and on any thread: to replay step 1000's drop masks, make Random(seed, Stream::dropout, 1000).
//
// Layout: key = {seed low, seed high} and counter = {block, index low, index high, stream}, each 32 bits,
// where `block` counts the 128-bit blocks drawn from this sequence; each block gives its four words in order.
// A sequence holds 2^34 words; drawing more is an InternalError.
class Random {
 public:
  Random(std::uint64_t seed, Stream stream, std::uint64_t index);

  std::uint32_t bits32();  // one word
  std::uint64_t bits64();  // two words, the low one first

  // Uniform on the multiples of 2^-53 in [0, 1). Two words.
  double uniform();

  // Uniform on 0 … bound − 1, without bias (Lemire 2019, "Fast random integer generation in an interval").
  // Two words, rarely more. A bound of 0 is an InternalError.
  std::uint64_t below(std::uint64_t bound);

  // Standard normal (Box and Muller 1958, the cosine half). Four words. The last bit of log and cos is the C
  // library's.
  double normal();

 private:
  std::array<std::uint32_t, 2> key_;
  std::array<std::uint32_t, 4> counter_;
  std::array<std::uint32_t, 4> block_{};
  std::uint32_t used_ = 4;  // words of `block_`
  bool exhausted_ = false;
};

}  // namespace stepwright
