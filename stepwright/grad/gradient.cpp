#include "stepwright/grad/gradient.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string>

#include "stepwright/base/error.h"
#include "stepwright/ir/operation.h"
#include "stepwright/ops/add.h"
#include "stepwright/ops/constant.h"

namespace stepwright {

namespace {

// One reverse sweep over a graph. It knows no operation: it adds up cotangents and asks each operation for
// those of its operands.
class Sweep {
 public:
  Sweep(Graph& graph, std::span<const Value> results, std::span<const Value> wrt)
      : graph_(graph), end_(0), varies_(graph.size(), false), cotangents_(graph.size()) {
    for (const Value& result : results) end_ = std::max(end_, result.node + 1);
    for (const Value& value : wrt) varies_[value.node] = true;
    for (std::uint32_t id = 0; id < end_; ++id) {
      for (const Value& operand : graph_.node(id).operands) {
        if (varies_[operand.node]) varies_[id] = true;
      }
    }
    for (std::uint32_t id = 0; id < end_; ++id) cotangents_[id].resize(graph_.node(id).types.size());
  }

  void add_cotangent(const Value& value, const Value& cotangent) {
    require(cotangent.type() == value.type(), "a cotangent has the type of its value");
    std::optional<Value>& sum = cotangents_[value.node][value.result];
    sum = sum ? add(*sum, cotangent) : cotangent;
  }

  void run() {
    for (std::uint32_t id = end_; id-- > 0;) {
      const bool reached =
          std::ranges::any_of(cotangents_[id], [](const auto& each) { return each.has_value(); });
      if (reached && varies_[id] && !graph_.node(id).is_argument()) propagate(id);
    }
  }

  Value cotangent_of(const Value& value) {
    if (value.node < end_) {
      if (const auto& cotangent = cotangents_[value.node][value.result]) return *cotangent;
    }
    return constant_like(value, 0.0);
  }

 private:
  void propagate(std::uint32_t id) {
    const std::vector<Value> results = graph_.results(id);
    std::vector<Value> cotangents;
    for (const Value& result : results) cotangents.push_back(cotangent_of(result));
    const std::vector<Value> operands = graph_.node(id).operands;
    std::vector<bool> wanted;
    for (const Value& operand : operands)
      wanted.push_back(is_floating(operand.element()) && varies_[operand.node]);
    const auto operation = graph_.node(id).operation;
    const Gradient answer = operation->vjp({operands, results, cotangents, wanted});
    if (const auto* refusal = std::get_if<NotDifferentiable>(&answer)) {
      // A refusal matters only when a gradient was wanted: integers carry none.
      if (std::ranges::find(wanted, true) != wanted.end()) refuse(id, refusal->reason);
      return;
    }
    const auto& contributions = std::get<Cotangents>(answer);
    require(contributions.size() == operands.size(), "a gradient rule answers for every operand");
    for (std::size_t index = 0; index < operands.size(); ++index) {
      if (wanted[index] && contributions[index]) add_cotangent(operands[index], *contributions[index]);
    }
  }

  std::string described(std::uint32_t id) const {
    const Node& node = graph_.node(id);
    const std::string_view kind = node.is_argument() ? std::string_view("argument") : node.operation->name();
    return node.name.empty() ? std::string(kind) : fmt::format("{} (%{})", kind, node.name);
  }

  // The way from a value that the gradient was asked for to the operation that refuses.
  std::vector<std::string> path_to(std::uint32_t id) const {
    std::vector<std::string> path{described(id)};
    for (bool goes_on = true; goes_on;) {
      goes_on = false;
      for (const Value& operand : graph_.node(id).operands) {
        if (!varies_[operand.node]) continue;
        id = operand.node;
        path.push_back(described(id));
        goes_on = true;
        break;
      }
    }
    std::ranges::reverse(path);
    return path;
  }

  [[noreturn]] void refuse(std::uint32_t id, const std::string& reason) const {
    throw UserError({.what = fmt::format("no gradient through {}, because {}", described(id), reason),
                     .where = fmt::format("on the path {}", fmt::join(path_to(id), " -> ")),
                     .expected = "operations with a gradient between the loss and what it is taken for",
                     .found = std::string(graph_.node(id).operation->name()),
                     .remedy = "put stop_gradient before it if no gradient should flow there"});
  }

  Graph& graph_;
  std::uint32_t end_;
  std::vector<bool> varies_;  // node -> depends on a value of `wrt`
  std::vector<std::vector<std::optional<Value>>> cotangents_;
};

}  // namespace

std::vector<Value> pull_back(std::span<const Value> results, std::span<const Value> cotangents,
                             std::span<const Value> wrt) {
  require(results.size() == cotangents.size() && !results.empty(), "every result has a cotangent");
  Sweep sweep(*results.front().graph, results, wrt);
  for (std::size_t index = 0; index < results.size(); ++index) {
    sweep.add_cotangent(results[index], cotangents[index]);
  }
  sweep.run();
  std::vector<Value> gradients;
  for (const Value& value : wrt) {
    const std::string& name = value.definition().name;
    gradients.push_back(sweep.cotangent_of(value));
    if (!name.empty()) gradients.back().named("d_" + name);
  }
  return gradients;
}

std::vector<Value> gradient(Value loss, std::span<const Value> wrt) {
  if (loss.rank() != 0 || !is_floating(loss.element())) {
    throw UserError({.what = "a gradient is taken of one number",
                     .where = {},
                     .expected = "a rank-0 floating-point loss",
                     .found = to_string(loss.type()),
                     .remedy = "reduce the loss to a number, by a mean for example"});
  }
  const Value one = scalar(*loss.graph, loss.element(), 1.0);
  return pull_back(std::vector{loss}, std::vector{one}, wrt);
}

}  // namespace stepwright
