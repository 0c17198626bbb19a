#include "stepwright/ops/window.h"

#include <gtest/gtest.h>

namespace stepwright {
namespace {

// Calls visit(axis, base) for many windows.
template <class Visit>
void for_many_windows(Visit&& visit) {
  for (std::int64_t base = 1; base <= 6; ++base) {
    for (std::int64_t size = 1; size <= 3; ++size) {
      for (std::int64_t stride = 1; stride <= 3; ++stride) {
        for (std::int64_t low = -3; low <= 3; ++low) {
          for (std::int64_t high = -3; high <= 3; ++high) {
            for (std::int64_t base_dilation = 1; base_dilation <= 3; ++base_dilation) {
              for (std::int64_t window_dilation = 1; window_dilation <= 2; ++window_dilation) {
                visit(WindowAxis{size, stride, low, high, base_dilation, window_dilation}, base);
              }
            }
          }
        }
      }
    }
  }
}

TEST(WindowAxis, ElementsAreThoseOfThePaddedAndDilatedBase) {
  for_many_windows([](const WindowAxis& axis, std::int64_t base) {
    // The padded base written out: element numbers, -1 elsewhere.
    std::vector<std::int64_t> padded;
    for (std::int64_t place = -axis.low; place < axis.dilated(base) + axis.high; ++place) {
      const bool element = place >= 0 && place < axis.dilated(base) && place % axis.base_dilation == 0;
      padded.push_back(element ? place / axis.base_dilation : -1);
    }
    std::int64_t windows = 0;
    for (std::size_t first = 0; first + static_cast<std::size_t>(axis.extent()) <= padded.size();
         first += static_cast<std::size_t>(axis.stride), ++windows) {
      for (std::int64_t at = 0; at < axis.size; ++at) {
        ASSERT_EQ(axis.element(base, windows, at),
                  padded[first + static_cast<std::size_t>(at * axis.window_dilation)]);
      }
    }
    ASSERT_EQ(axis.count(base), windows);
  });
}

TEST(WindowAxis, AReversedWindowReadsFromItsEnd) {
  const WindowAxis axis{.size = 3, .stride = 2, .low = 1, .reversed = true};
  EXPECT_EQ(axis.element(5, 0, 0), 1);
  EXPECT_EQ(axis.element(5, 0, 2), -1);
  EXPECT_EQ(axis.element(5, 1, 0), 3);
}

TEST(WindowAxis, OfSizeZeroHasNoExtent) {
  EXPECT_EQ((WindowAxis{.size = 0}).extent(), 0);
  EXPECT_EQ((WindowAxis{.size = 0}).count(2), 3) << "as the specification's formula has it";
}

TEST(Cropped, KeepsEveryWindowAndPadsByNoLessThanZero) {
  for_many_windows([](const WindowAxis& axis, std::int64_t base) {
    const CroppedAxis rest = cropped(axis, base);
    if (rest.first >= rest.limit) {
      for (std::int64_t window = 0; window < axis.count(base); ++window) {
        for (std::int64_t at = 0; at < axis.size; ++at) ASSERT_EQ(axis.element(base, window, at), -1);
      }
      return;
    }
    const std::int64_t kept = rest.limit - rest.first;
    ASSERT_GE(rest.axis.low, 0);
    ASSERT_GE(rest.axis.high, 0);
    ASSERT_EQ(rest.axis.count(kept), axis.count(base));
    for (std::int64_t window = 0; window < axis.count(base); ++window) {
      for (std::int64_t at = 0; at < axis.size; ++at) {
        const std::int64_t element = rest.axis.element(kept, window, at);
        ASSERT_EQ(element < 0 ? -1 : element + rest.first, axis.element(base, window, at));
      }
    }
  });
}

// y[j] gets x[i] w[κ] exactly where the way back gives dx[i] dy[j] w[size − 1 − κ], and dw[κ] dy[j] x[i].
TEST(WindowAxis, TheWaysBackMeetTheSameElements) {
  for_many_windows([](const WindowAxis& axis, std::int64_t base) {
    const std::int64_t windows = axis.count(base);
    if (windows == 0) return;
    const WindowAxis to_base = towards_base(axis, base, windows);
    const WindowAxis to_kernel = towards_kernel(axis, base, windows);
    ASSERT_EQ(to_base.count(windows), base);
    ASSERT_EQ(to_kernel.count(base), axis.size);
    for (std::int64_t window = 0; window < windows; ++window) {
      for (std::int64_t at = 0; at < axis.size; ++at) {
        const std::int64_t element = axis.element(base, window, at);
        ASSERT_EQ(to_kernel.element(base, at, window), element);
        for (std::int64_t i = 0; i < base; ++i) {
          const bool meets = to_base.element(windows, i, axis.size - 1 - at) == window;
          ASSERT_EQ(meets, element == i);
        }
      }
    }
  });
}

TEST(WindowWalk, VisitsPositionsInRowMajorOrder) {
  const WindowWalk walk({{.size = 2, .low = 1}, {.size = 2}}, {2, 3}, {3, 1}, {2, 1});
  std::vector<Tap> taps(7);
  walk.taps(Index{0, 1}, taps);
  std::vector<std::pair<std::int64_t, std::int64_t>> seen;
  for (const Tap& tap : taps) seen.emplace_back(tap.lhs, tap.rhs);
  EXPECT_EQ(seen, (std::vector<std::pair<std::int64_t, std::int64_t>>{{-1, 0}, {-1, 1}, {1, 2}, {2, 3}}));
}

}  // namespace
}  // namespace stepwright
