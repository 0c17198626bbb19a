#include "stepwright/eval/interpreter.h"

#include "stepwright/eval/interpreter_support.h"
#include "stepwright/ir/text/parser.h"

namespace stepwright {

const Function& entry(const Module& module) {
  if (const Function* main = module.find("main")) return *main;
  if (module.functions.size() == 1) return *module.functions.front();
  throw UserError({.what = "the module has no entry",
                   .where = {},
                   .expected = "a function `main`, or one function only",
                   .found = std::to_string(module.functions.size()) + " functions, none named `main`",
                   .remedy = "name the function to run `main`"});
}

void expect_arguments(const Function& function, std::span<const TensorType> found) {
  const std::span<const Value> arguments = function.arguments();
  const std::string place = "@" + function.name();
  if (arguments.size() != found.size()) {
    throw UserError({.what = "wrong number of arguments",
                     .where = place,
                     .expected = std::to_string(arguments.size()),
                     .found = std::to_string(found.size()),
                     .remedy = {}});
  }
  for (std::size_t index = 0; index < found.size(); ++index) {
    if (arguments[index].type() == found[index]) continue;
    const std::string& name = arguments[index].definition().name;
    throw UserError({.what = "argument " + std::to_string(index) + (name.empty() ? "" : " (" + name + ")") +
                             " is of another type",
                     .where = place,
                     .expected = to_string(arguments[index].type()),
                     .found = to_string(found[index]),
                     .remedy = {}});
  }
}

namespace {

Complaint placed(Complaint complaint, std::string_view place) {
  complaint.where = complaint.where.empty() ? place : std::string(place) + ", " + complaint.where;
  return complaint;
}

}  // namespace

void rethrow_at(std::string_view place) {
  try {
    throw;
  } catch (const UnsupportedOperation& error) {
    throw UnsupportedOperation(placed(error.complaint(), place));
  } catch (const UserError& error) {
    throw UserError(placed(error.complaint(), place));
  }
}

Schedule schedule_of(const Function& function) {
  Schedule schedule;
  constexpr auto never = std::numeric_limits<std::size_t>::max();
  const Graph& graph = function.graph();
  std::vector<std::size_t> last_use(graph.size(), never);
  const std::vector<std::uint32_t> body = function.body();
  for (std::size_t at = 0; at < body.size(); ++at) {
    schedule.steps.push_back({body[at], {}});
    last_use[body[at]] = at;  // a node without use dies where it is made
    for (const Value& operand : graph.node(body[at]).operands) last_use[operand.node] = at;
  }
  for (const Value& result : function.results()) last_use[result.node] = never;
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    if (last_use[node] != never) schedule.steps[last_use[node]].dead_after.push_back(node);
  }
  return schedule;
}

}  // namespace stepwright
