#include "stepwright/base/error.h"

#include <fmt/format.h>

namespace stepwright {

namespace {

std::string message(const Complaint& complaint) {
  std::string text =
      complaint.where.empty() ? complaint.what : fmt::format("{}: {}", complaint.where, complaint.what);
  if (!complaint.expected.empty()) text += fmt::format("\n  expected: {}", complaint.expected);
  if (!complaint.found.empty()) text += fmt::format("\n  found:    {}", complaint.found);
  if (!complaint.remedy.empty()) text += fmt::format("\n  remedy:   {}", complaint.remedy);
  return text;
}

}  // namespace

UserError::UserError(Complaint complaint)
    : std::runtime_error(message(complaint)), complaint_(std::move(complaint)) {}

UserError UserError::at(std::string_view where) const {
  if (!complaint_.where.empty()) return *this;
  Complaint placed = complaint_;
  placed.where = where;
  return UserError(std::move(placed));
}

InternalError::InternalError(const std::string& what)
    : std::logic_error("internal error (please report it): " + what) {}

}  // namespace stepwright
