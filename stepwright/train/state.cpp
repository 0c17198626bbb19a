#include "stepwright/train/state.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "stepwright/base/error.h"
#include "stepwright/base/random.h"
#include "stepwright/base/small_float.h"

namespace stepwright::train {

namespace {

bool is_saved(const nn::ManifestEntry& argument) {
  return argument.role == nn::Role::parameter || argument.role == nn::Role::first_moment ||
         argument.role == nn::Role::second_moment;
}

bool is_carried(const nn::ManifestEntry& argument) {
  return is_saved(argument) || argument.role == nn::Role::slot;
}

void store(HostTensor& tensor, std::size_t at, double value) {
  const std::uint64_t bits = encode(tensor.type.element, value);
  const std::size_t size = host_bytes(tensor.type.element);
  for (std::size_t i = 0; i < size; ++i) {
    tensor.bytes[at * size + i] = static_cast<std::byte>(bits >> (8 * i) & 0xFF);
  }
}

double load(const HostTensor& tensor, std::size_t at) {
  const std::size_t size = host_bytes(tensor.type.element);
  std::uint64_t bits = 0;
  for (std::size_t i = size; i-- > 0;)
    bits = bits << 8 | std::to_integer<std::uint64_t>(tensor.bytes[at * size + i]);
  return decode(tensor.type.element, bits);
}

HostTensor initial(const nn::ManifestEntry& argument, std::uint64_t seed, std::size_t position) {
  HostTensor tensor = HostTensor::zeros(argument.type);
  const auto count = static_cast<std::size_t>(argument.type.count());
  const nn::Initializer initializer = argument.initializer.value_or(nn::Initializer::zeros());
  switch (initializer.kind) {
    case nn::Initializer::Kind::zeros:
      break;
    case nn::Initializer::Kind::ones:
      for (std::size_t i = 0; i < count; ++i) store(tensor, i, 1);
      break;
    case nn::Initializer::Kind::normal:
      Random random(seed, Stream::initialization, position);
      for (std::size_t i = 0; i < count; ++i) store(tensor, i, initializer.scale * random.normal());
      break;
  }
  return tensor;
}

// One list of faults each, in words; empty ones are left out.
class Faults {
 public:
  void missing(std::string_view name) { missing_.emplace_back(name); }
  void unexpected(std::string_view name) { unexpected_.emplace_back(name); }
  void type(std::string_view name, const TensorType& expected, const TensorType& found) {
    types_.push_back(fmt::format("{} is {} instead of {}", name, to_string(found), to_string(expected)));
  }

  void raise_if_any(const std::string& network) const {
    std::vector<std::string> parts;
    add(parts, "missing: ", missing_);
    add(parts, "unexpected: ", unexpected_);
    add(parts, "of another type: ", types_);
    if (parts.empty()) return;
    throw UserError(
        {.what = fmt::format("these are not the tensors of a training step of network {}", network),
         .found = fmt::format("{}", fmt::join(parts, "; "))});
  }

 private:
  static void add(std::vector<std::string>& parts, std::string_view title,
                  const std::vector<std::string>& list) {
    if (!list.empty()) parts.push_back(fmt::format("{}{}", title, fmt::join(list, ", ")));
  }

  std::vector<std::string> missing_;
  std::vector<std::string> unexpected_;
  std::vector<std::string> types_;
};

// r ← 0.99·r + 0.01·batch.
void average(HostTensor& running, const HostTensor& batch) {
  constexpr double share = 0.01;
  const auto count = static_cast<std::size_t>(running.type.count());
  for (std::size_t i = 0; i < count; ++i) {
    store(running, i, (1 - share) * load(running, i) + share * load(batch, i));
  }
}

const NamedTensor* find(std::span<const NamedTensor> tensors, std::string_view name) {
  const auto found = std::ranges::find(tensors, name, &NamedTensor::name);
  return found == tensors.end() ? nullptr : &*found;
}

}  // namespace

std::vector<NamedTensor> initial_state(const nn::Manifest& manifest, std::uint64_t seed) {
  std::vector<NamedTensor> tensors;
  for (std::size_t position = 0; position < manifest.arguments.size(); ++position) {
    const nn::ManifestEntry& argument = manifest.arguments[position];
    if (!is_saved(argument)) continue;
    const bool startless = argument.role == nn::Role::parameter && !argument.initializer;
    if (startless || !is_floating(argument.type.element)) {
      throw UserError({.what = fmt::format("the parameter `{}` cannot be initialised", argument.name),
                       .expected = "an initialiser in the manifest and a floating element type",
                       .found = startless ? "no initialiser" : to_string(argument.type)});
    }
    tensors.push_back({argument.name, initial(argument, seed, position)});
  }
  return tensors;
}

void check_state(const nn::Manifest& manifest, std::span<const NamedTensor> tensors) {
  std::vector<const nn::ManifestEntry*> known;
  Faults faults;
  const auto expect = [&](const nn::ManifestEntry& entry, bool needed) {
    known.push_back(&entry);
    const NamedTensor* found = find(tensors, entry.name);
    if (!found && needed) faults.missing(entry.name);
    if (found && found->tensor.type != entry.type) {
      faults.type(entry.name, entry.type, found->tensor.type);
    }
  };
  const auto is_statistic = [](const nn::ManifestEntry& entry) { return entry.role == nn::Role::statistic; };
  const bool with_statistics = std::ranges::any_of(manifest.results, [&](const nn::ManifestEntry& result) {
    return is_statistic(result) && find(tensors, result.name);
  });
  for (const nn::ManifestEntry& argument : manifest.arguments) {
    if (is_saved(argument)) expect(argument, true);
  }
  for (const nn::ManifestEntry& result : manifest.results) {
    if (is_statistic(result)) expect(result, with_statistics);
  }
  for (const NamedTensor& named : tensors) {
    const auto same = [&](const nn::ManifestEntry* entry) { return entry->name == named.name; };
    if (std::ranges::none_of(known, same)) faults.unexpected(named.name);
  }
  faults.raise_if_any(manifest.network);
}

State::State(Client client, const nn::Manifest& manifest, std::span<const NamedTensor> tensors)
    : client_(std::move(client)) {
  check_state(manifest, tensors);
  for (std::size_t position = 0; position < manifest.arguments.size(); ++position) {
    const nn::ManifestEntry& argument = manifest.arguments[position];
    if (!is_carried(argument)) continue;
    require(argument.donated_to || !is_saved(argument), "a step hands back every parameter and moment");
    Buffer buffer = client_.upload(is_saved(argument) ? tensor_named(tensors, argument.name)
                                                      : HostTensor::zeros(argument.type));
    entries_.push_back({argument, position, std::move(buffer)});
  }
  for (std::size_t result = 0; result < manifest.results.size(); ++result) {
    if (manifest.results[result].role != nn::Role::statistic) continue;
    const std::string& name = manifest.results[result].name;
    const NamedTensor* running = find(tensors, name);
    statistics_.push_back(
        {name, result, running ? std::optional(running->tensor) : std::nullopt, std::nullopt});
  }
}

void State::place(Executable::Arguments& arguments) {
  for (Entry& entry : entries_) arguments.at(entry.position) = &entry.buffer;
}

void State::advance(Executable::Results& results) {
  for (Entry& entry : entries_) {
    if (entry.argument.donated_to) entry.buffer = std::move(results.at(*entry.argument.donated_to));
  }
  std::vector<const Buffer*> reported;
  for (const Statistic& statistic : statistics_) reported.push_back(&results.at(statistic.result));
  std::vector<HostTensor> batch = stepwright::to_host(reported);
  for (std::size_t i = 0; i < statistics_.size(); ++i) {
    Statistic& statistic = statistics_[i];
    statistic.on_device.reset();
    if (statistic.running) {
      average(*statistic.running, batch[i]);
    } else {
      statistic.running = std::move(batch[i]);
    }
  }
}

Buffer& State::named(std::string_view name) {
  for (Entry& entry : entries_) {
    if (entry.argument.name == name) return entry.buffer;
  }
  for (Statistic& statistic : statistics_) {
    if (statistic.name != name || !statistic.running) continue;
    if (!statistic.on_device) statistic.on_device = client_.upload(*statistic.running);
    return *statistic.on_device;
  }
  throw UserError({.what = fmt::format("the training state has no `{}`", name),
                   .expected = "a parameter, a moment, or a statistic after the first step"});
}

std::vector<NamedTensor> State::to_host() const {
  std::vector<const Buffer*> buffers;
  std::vector<NamedTensor> tensors;
  for (const Entry& entry : entries_) {
    if (is_saved(entry.argument)) buffers.push_back(&entry.buffer);
  }
  std::vector<HostTensor> copies = stepwright::to_host(buffers);
  auto copy = copies.begin();
  for (const Entry& entry : entries_) {
    if (is_saved(entry.argument)) tensors.push_back({entry.argument.name, std::move(*copy++)});
  }
  for (const Statistic& statistic : statistics_) {
    if (statistic.running) tensors.push_back({statistic.name, *statistic.running});
  }
  return tensors;
}

}  // namespace stepwright::train
