#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "stepwright/nn/manifest.h"
#include "stepwright/runtime/client.h"
#include "stepwright/train/safetensors.h"

// What a step hands on to the next one, as its manifest declares it; nothing here knows any network.
// - Parameters and moments are donated arguments: the result that takes over the buffer is the next argument.
// - Slots only keep a result's place; their value is not read.
// - Running statistics of normalization layers are averages of the statistics that the steps report: first
//   step's are taken as they are, then r ← 0.99·r + 0.01·batch, of the biased variance. They live on the host
//   until an evaluation reads them.
namespace stepwright::train {

// Parameters and moments as their initialisers say (a moment without one is zero), in the order of the
// arguments. Random numbers depend on (seed, the argument's position) alone. UserError for a parameter
// without an initialiser or one of an element type that is not floating.
std::vector<NamedTensor> initial_state(const nn::Manifest& manifest, std::uint64_t seed);

// UserError that lists what is missing, unexpected and of another type, unless `tensors` are the parameters
// and moments of the manifest and either all running statistics or none.
void check_state(const nn::Manifest& manifest, std::span<const NamedTensor> tensors);

class State {
 public:
  // Uploads `tensors`, which pass check_state.
  State(Client client, const nn::Manifest& manifest, std::span<const NamedTensor> tensors);

  // Sets the arguments that this holds: parameters, moments and slots.
  void place(Executable::Arguments& arguments);

  // Takes over the results of the execution that these arguments went into.
  void advance(Executable::Results& results);

  // The parameter, moment or running statistic of that name on the device, valid until the next advance.
  // UserError when there is none.
  Buffer& named(std::string_view name);

  // Copies of parameters, moments and running statistics; changes nothing of what runs.
  std::vector<NamedTensor> to_host() const;

 private:
  struct Entry {
    nn::ManifestEntry argument;
    std::size_t position;
    Buffer buffer;
  };
  struct Statistic {
    std::string name;
    std::size_t result;
    std::optional<HostTensor> running;  // nothing before the first step
    std::optional<Buffer> on_device;    // made when asked for
  };

  Client client_;
  std::vector<Entry> entries_;  // in the order of the arguments
  std::vector<Statistic> statistics_;
};

}  // namespace stepwright::train
