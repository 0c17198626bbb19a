#pragma once

#include <functional>
#include <ostream>
#include <string>

#include "stepwright/train/hook.h"

namespace stepwright::train {

// The run in words: on a terminal one line that is redrawn, with a bar, else a plain line every ten seconds;
// both end each epoch with a line that stays.
//   epoch 1/2 [==========>         ]  52 %  loss 0.1034  test 97.51 %  1893 images/s  ETA 0:41
class ProgressLine : public Hook {
 public:
  // Seconds since any moment; the system's steady clock by default.
  using Clock = std::function<double()>;

  ProgressLine(std::ostream& out, bool terminal, Clock clock = steady_seconds);

  void on_start(Progress& progress) override;
  void on_step(Progress& progress) override;
  void on_epoch_end(Progress& progress) override;
  void on_end(Progress& progress, Ending ending) override;

  static double steady_seconds();

 private:
  std::string line(const Progress& progress) const;
  void draw(const std::string& text);

  std::ostream& out_;
  bool terminal_;
  Clock clock_;
  double drawn_ = 0;  // when
  std::int64_t first_step_ = 0;
  double loss_ = 0;  // smoothed over about 50 updates
  double weight_ = 0;
};

// "0:07", "12:40", "1:02:03".
std::string duration_text(double seconds);

}  // namespace stepwright::train
