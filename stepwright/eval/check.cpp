#include "stepwright/eval/check.h"

#include <algorithm>
#include <exception>
#include <optional>
#include <ranges>

#include "stepwright/eval/interpreter.h"
#include "stepwright/eval/rounding.h"
#include "stepwright/ir/text/parser.h"
#include "stepwright/ops/all.h"

namespace stepwright {

namespace {

using Outcome = CheckedProgram::Outcome;

// The number of the first line, from 0, that is neither empty nor a comment; none: the text says nothing.
std::optional<std::size_t> first_line_of_content(std::string_view text) {
  std::size_t line = 0;
  for (std::size_t at = 0; at < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::size_t content = text.find_first_not_of(" \t\r", at);
    if (content < end && text.substr(content, 2) != "//") return line;
    at = end + 1;
  }
  return std::nullopt;
}

bool is_check(const Operation& operation) {
  if (operation.name().starts_with("check.")) return true;
  const auto* call = operation.as<op::CustomCall>();
  return call != nullptr && call->call_target_name.starts_with("check.");
}

bool has_check(const Function& function) {
  return std::ranges::any_of(function.body(), [&](std::uint32_t id) {
    const Operation& operation = *function.graph().node(id).operation;
    return is_check(operation) ||
           std::ranges::any_of(operation.regions(), [](const Region& region) { return has_check(*region); });
  });
}

void run_self_checking(const Module& module) {
  const Function& function = entry(module);
  if (!function.arguments().empty()) {
    throw UserError({.what = "a program that checks itself takes no arguments",
                     .where = "@" + function.name(),
                     .expected = {},
                     .found = std::to_string(function.arguments().size()) + " arguments",
                     .remedy = {}});
  }
  if (std::ranges::none_of(module.functions, [](const auto& each) { return has_check(*each); })) {
    throw UserError({.what = "the program checks nothing",
                     .where = {},
                     .expected = "an operation of the check dialect, check.expect_eq_const for instance",
                     .found = {},
                     .remedy = {}});
  }
  evaluate(module, std::vector<Tensor<Rounding>>{}, Rounding{});
}

CheckedProgram checked(const SourceChunk& chunk, std::string_view source, std::size_t line) {
  CheckedProgram program{Outcome::passed, std::string(source) + ":" + std::to_string(line), {}};
  try {
    run_self_checking(parse(chunk, source, operation_readers()));
  } catch (const UnsupportedOperation& reason) {
    program.outcome = Outcome::unsupported;
    program.message = reason.what();
  } catch (const std::exception& error) {
    program.outcome = Outcome::failed;
    program.message = error.what();
  }
  return program;
}

}  // namespace

std::size_t CheckReport::count(Outcome outcome) const {
  return static_cast<std::size_t>(std::ranges::count(programs, outcome, &CheckedProgram::outcome));
}

CheckReport check_programs(std::string_view text, std::string_view source) {
  CheckReport report;
  for (const SourceChunk& chunk : split(text)) {
    const auto line = first_line_of_content(chunk.text);
    if (line) report.programs.push_back(checked(chunk, source, chunk.first_line + *line));
  }
  return report;
}

}  // namespace stepwright
