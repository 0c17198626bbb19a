#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "stepwright/ir/function.h"
#include "stepwright/nn/parameters.h"

namespace stepwright::nn {

// Whether normalization layers use the batch's statistics or frozen ones.
enum class Mode { train, evaluate };

// y = x·W + b over the last dimension; W : [inputs, outputs], b : [outputs].
struct Dense {
  std::int64_t outputs;
  std::string weight = {};
  std::string bias = {};  // empty: no bias
};

// A convolution of images with kernels W : [channels, inputs/groups, height, width].
struct Convolution2d {
  std::int64_t channels;
  std::array<std::int64_t, 2> kernel{3, 3};
  std::int64_t stride = 1;
  std::array<std::int64_t, 2> padding{0, 0};  // low and high, the same in both directions
  std::int64_t groups = 1;                    // as many as input channels: depthwise
  std::string weight = {};
  std::string bias = {};  // empty: no bias
};

// γ(x − μ)/√(σ² + ε) + β for each channel, with the biased variance over batch and pixels (Ioffe & Szegedy
// 2015), or over the pixels of each image alone.
struct BatchNorm {
  enum class Over { batch, image };
  double epsilon = 1e-5;
  Over over = Over::batch;
  std::string scale = {};
  std::string shift = {};
  std::string mean = {};  // names of the statistics; not used over an image, which has none to freeze
  std::string variance = {};
};

// The same along the last dimension of x (Ba et al. 2016); γ, β : [features].
struct LayerNorm {
  double epsilon = 1e-5;
  std::string scale = {};
  std::string shift = {};
};

// The layers of a network under construction: each adds its operations to the function and its parameters, in
// order, to the list. A shape that does not fit is a UserError that names the layer.
class Layers {
 public:
  Layers(Function& function, Mode mode) : function_(function), mode_(mode) {}

  Value parameter(std::string_view name, TensorType type, const Initializer& initializer);

  Value dense(Value x, const Dense& dense);
  Value convolution2d(Value images, const Convolution2d& convolution);
  Value batch_norm(Value images, const BatchNorm& norm);
  Value layer_norm(Value x, const LayerNorm& norm);

  const std::vector<Parameter>& parameters() const { return parameters_; }
  const std::vector<Statistic>& statistics() const { return statistics_; }

 private:
  struct Moments {
    Value mean;
    Value variance;
  };
  Moments moments(Value images, const BatchNorm& norm);
  Value statistic(const std::string& name, const TensorType& type);

  Function& function_;
  Mode mode_;
  std::vector<Parameter> parameters_;
  std::vector<Statistic> statistics_;
};

}  // namespace stepwright::nn
