#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "stepwright/ir/graph.h"

namespace stepwright::nn {

// How a parameter starts. Random ones are normal with mean 0 and standard deviation `scale`; their numbers
// come from the run's seed and the parameter's place.
struct Initializer {
  enum class Kind { zeros, ones, normal };
  Kind kind = Kind::zeros;
  double scale = 0;

  static Initializer zeros() { return {Kind::zeros, 0}; }
  static Initializer ones() { return {Kind::ones, 0}; }
  static Initializer normal(double scale) { return {Kind::normal, scale}; }
  // He et al. 2015, fan-out form: variance 2 / (outputs of one weight), for [o, i, h, w] kernels.
  static Initializer he_fan_out(const Dimensions& kernel);
  // Glorot & Bengio 2010: variance 2 / (inputs + outputs), for [in, out] matrices.
  static Initializer glorot(const Dimensions& matrix);

  friend bool operator==(const Initializer&, const Initializer&) = default;
};

// A trained tensor of a network, as an argument of the function under construction.
struct Parameter {
  std::string name;
  Value value;
  Initializer initializer;
};

// A batch statistic of a normalization layer: computed by a training forward, read by an evaluation forward.
struct Statistic {
  std::string name;
  Value value;
};

}  // namespace stepwright::nn
