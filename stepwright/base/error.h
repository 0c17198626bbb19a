#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace stepwright {

// A fault in what the user gave us: a file, a flag, a text, a label, a shape.
// The message says what is wrong, where, what was expected and found, and what to do; every part but the
// first may be left out: UserError({.what = "…", .found = "…"}).
struct Complaint {
  std::string what;           // "labels and images disagree in number"
  std::string where = {};     // "train-labels-idx1-ubyte, byte 4" or "step.mlir:12:7"; empty: not known yet
  std::string expected = {};  // empty: nothing to add
  std::string found = {};
  std::string remedy = {};  // "download the file again"
};

class UserError : public std::runtime_error {
 public:
  explicit UserError(Complaint complaint);

  const Complaint& complaint() const { return complaint_; }

  // The same complaint with its place filled in, unless it already has one: an inner layer knows what is
  // wrong, the layer that holds the file knows where.
  UserError at(std::string_view where) const;

 private:
  Complaint complaint_;
};

// A fault of Stepwright's own. Nothing a user does should raise it.
class InternalError : public std::logic_error {
 public:
  explicit InternalError(const std::string& what);
};

// Throws InternalError unless `holds`; for invariants that the types cannot express.
inline void require(bool holds, const char* invariant) {
  if (!holds) throw InternalError(invariant);
}

}  // namespace stepwright
