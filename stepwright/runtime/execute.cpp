#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "stepwright/base/error.h"
#include "stepwright/runtime/executable.h"
#include "stepwright/runtime/session.h"

namespace stepwright {

namespace {

std::string described(std::span<const Parameter> parameters, std::size_t index) {
  const std::string& name = parameters[index].name;
  return name.empty() ? fmt::format("parameter {}", index) : fmt::format("parameter `{}`", name);
}

void check_count(std::size_t found, std::size_t expected, std::string what) {
  if (found == expected) return;
  throw UserError({.what = std::move(what),
                   .where = {},
                   .expected = std::to_string(expected),
                   .found = std::to_string(found),
                   .remedy = {}});
}

// A buffer that is donated may be an argument only once: its memory is written while the other one is read.
void check_donated_once(std::span<const Parameter> parameters, const Executable::Arguments& arguments) {
  std::vector<std::pair<const Buffer*, std::size_t>> order;
  for (std::size_t i = 0; i < arguments.size(); ++i) order.emplace_back(arguments[i], i);
  std::sort(order.begin(), order.end());
  for (std::size_t i = 1; i < order.size(); ++i) {
    const auto [previous, first] = order[i - 1];
    const auto [buffer, second] = order[i];
    if (buffer != previous || !(parameters[first].donated || parameters[second].donated)) continue;
    throw UserError({.what = fmt::format("{} and {} are the same buffer, and it is donated",
                                         described(parameters, first), described(parameters, second)),
                     .where = {},
                     .expected = "a buffer of its own for each donated parameter",
                     .found = {},
                     .remedy = "upload the value twice"});
  }
}

}  // namespace

void Executable::check_replica(const Arguments& arguments) const {
  check_count(arguments.size(), parameters_.size(), "the number of arguments is not that of the parameters");
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    require(arguments[i] != nullptr, "every argument is a buffer");
    arguments[i]->live();
    if (arguments[i]->type() == parameters_[i].type) continue;
    throw UserError({.what = described(parameters_, i) + " is given a tensor of another type",
                     .where = {},
                     .expected = to_string(parameters_[i].type),
                     .found = to_string(arguments[i]->type()),
                     .remedy = {}});
  }
  if (kept_parameters_.size() != parameters_.size()) check_donated_once(parameters_, arguments);
}

void Executable::check(std::span<const Arguments> arguments, std::int64_t step) const {
  try {
    check_count(arguments.size(), devices_.size(), "the number of argument lists is not that of the devices");
    for (const Arguments& replica : arguments) check_replica(replica);
  } catch (const UserError& error) {
    throw error.at(fmt::format("{}, step {}", name_, step));
  }
}

std::vector<Executable::Results> Executable::launch(std::span<const Arguments> arguments,
                                                    PendingEvents& completion) const {
  const std::size_t devices = devices_.size();
  std::vector<PJRT_Buffer*> inputs;
  for (const Arguments& replica : arguments) {
    for (const Buffer* argument : replica) inputs.push_back(argument->live());
  }
  std::vector<PJRT_Buffer*> outputs(devices * result_types_.size());
  std::vector<PJRT_Buffer* const*> input_lists(devices);
  std::vector<PJRT_Buffer**> output_lists(devices);
  std::vector<PJRT_Event*> events(devices);
  for (std::size_t d = 0; d < devices; ++d) {
    input_lists[d] = inputs.data() + d * parameters_.size();
    output_lists[d] = outputs.data() + d * result_types_.size();
  }
  PJRT_ExecuteOptions options{};
  options.struct_size = sizeof options;
  options.non_donatable_input_indices = kept_parameters_.data();
  options.num_non_donatable_input_indices = kept_parameters_.size();
  session().api.call(&PJRT_Api::PJRT_LoadedExecutable_Execute, [&](auto& args) {
    args.executable = handle_.get();
    args.options = &options;
    args.argument_lists = input_lists.data();
    args.num_devices = devices;
    args.num_args = parameters_.size();
    args.output_lists = output_lists.data();
    args.device_complete_events = events.data();
  });

  const std::shared_ptr<const Session>& owner = handle_.get_deleter().session;
  for (PJRT_Event* event : events) completion.add(own(owner, event));
  std::vector<Results> results(devices);
  for (std::size_t d = 0; d < devices; ++d) {
    for (std::size_t i = 0; i < result_types_.size(); ++i) {
      results[d].emplace_back(own(owner, output_lists[d][i]), result_types_[i]);
    }
  }
  return results;
}

void Executable::retire_donated(std::span<const Arguments> arguments, std::int64_t step) const {
  for (const Arguments& replica : arguments) {
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      if (!parameters_[i].donated) continue;
      replica[i]->donate(fmt::format("{} was donated at step {}", described(parameters_, i), step));
    }
  }
}

std::vector<Executable::Results> Executable::execute(std::span<const Arguments> arguments,
                                                     std::optional<std::int64_t> step) {
  const std::int64_t number = step.value_or(executions_ + 1);
  check(arguments, number);
  ++executions_;
  PendingEvents completion;
  std::vector<Results> results = launch(arguments, completion);
  retire_donated(arguments, number);
  completion.wait();
  return results;
}

Executable::Results Executable::execute(const Arguments& arguments, std::optional<std::int64_t> step) {
  std::vector<Results> results = execute(std::span(&arguments, 1), step);
  return std::move(results.front());
}

}  // namespace stepwright
