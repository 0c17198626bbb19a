#include <algorithm>
#include <vector>

#include "stepwright/base/suggest.h"
#include "stepwright/nn/nets/mnist.h"
#include "stepwright/nn/network.h"

namespace stepwright::nn {

std::span<const Network> networks() {
  static const std::vector<Network> all{linear(), mlp(), cnn()};
  return all;
}

const Network& network_named(std::string_view name) {
  const auto found = std::ranges::find(networks(), name, &Network::name);
  if (found != networks().end()) return *found;
  std::vector<std::string> known;
  for (const Network& network : networks()) known.push_back(network.name);
  throw unknown_name("network", name, known);
}

}  // namespace stepwright::nn
