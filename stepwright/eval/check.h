#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace stepwright {

// A program that checks itself: StableHLO's own tests (tests/interpret) are of this form. It takes no
// arguments and holds operations of the check dialect, which fail where a value is not as it must be.
struct CheckedProgram {
  enum class Outcome {
    passed,
    failed,       // a check fails, the text is wrong, or the program checks nothing
    unsupported,  // it uses an operation or a type that Stepwright does not have
  };
  Outcome outcome = Outcome::passed;
  std::string place;    // "add.mlir:12", where the program begins
  std::string message;  // why it did not pass
};

struct CheckReport {
  std::vector<CheckedProgram> programs;

  std::size_t count(CheckedProgram::Outcome outcome) const;
  std::size_t passed() const { return count(CheckedProgram::Outcome::passed); }
  std::size_t failed() const { return count(CheckedProgram::Outcome::failed); }
  std::size_t unsupported() const { return count(CheckedProgram::Outcome::unsupported); }
};

// Runs every program of `text`, which `// -----` lines separate: its function `main`, or its only one. Each
// floating operation rounds to its own element type. `source` names the text in places.
CheckReport check_programs(std::string_view text, std::string_view source);

}  // namespace stepwright
