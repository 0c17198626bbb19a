#include "stepwright/nn/layers.h"

#include <fmt/format.h>

#include <algorithm>

#include "stepwright/base/error.h"
#include "stepwright/nn/functions.h"
#include "stepwright/ops/broadcast_in_dim.h"
#include "stepwright/ops/convolution.h"
#include "stepwright/ops/dot_general.h"
#include "stepwright/ops/operators.h"
#include "stepwright/ops/reduce.h"
#include "stepwright/ops/rsqrt.h"

namespace stepwright::nn {

namespace {

void expect_rank(Value x, std::int64_t rank, std::string_view layer, std::string_view shape) {
  if (x.rank() == rank) return;
  throw UserError({.what = "the input has the wrong rank",
                   .where = fmt::format("layer {}", layer),
                   .expected = fmt::format("{} (rank {})", shape, rank),
                   .found = to_string(x.type()),
                   .remedy = "reshape the input"});
}

// Runs `build` so that a type fault inside names the layer.
template <class Build>
Value in_layer(std::string_view layer, Build&& build) {
  try {
    return build();
  } catch (const UserError& error) {
    throw error.at(fmt::format("layer {}", layer));
  }
}

}  // namespace

Value Layers::parameter(std::string_view name, TensorType type, const Initializer& initializer) {
  if (std::ranges::find(parameters_, name, &Parameter::name) != parameters_.end()) {
    throw UserError({.what = fmt::format("two parameters are called `{}`", name),
                     .where = {},
                     .expected = "a name of its own for each parameter",
                     .found = {},
                     .remedy = "rename one of them"});
  }
  parameters_.push_back({std::string(name), function_.add_argument(std::move(type), name), initializer});
  return parameters_.back().value;
}

Value Layers::dense(Value x, const Dense& dense) {
  if (x.rank() == 0) expect_rank(x, 2, dense.weight, "[batch, features]");
  const TensorType weight{x.element(), {x.dimension(x.rank() - 1), dense.outputs}};
  const Value w = parameter(dense.weight, weight, Initializer::glorot(weight.dimensions));
  const Value y = dot_general(x, w, {.lhs_contracting = {x.rank() - 1}, .rhs_contracting = {0}});
  if (dense.bias.empty()) return y;
  const Value b = parameter(dense.bias, {x.element(), {dense.outputs}}, Initializer::zeros());
  return y + along(b, y, {y.rank() - 1});
}

Value Layers::convolution2d(Value images, const Convolution2d& c) {
  expect_rank(images, 4, c.weight, "[batch, channels, height, width]");
  if (c.groups < 1 || images.dimension(1) % c.groups != 0) {
    throw UserError({.what = "the groups do not divide the input channels",
                     .where = fmt::format("layer {}", c.weight),
                     .expected = fmt::format("a divisor of {}", images.dimension(1)),
                     .found = std::to_string(c.groups),
                     .remedy = "change the number of groups"});
  }
  const TensorType kernel{images.element(),
                          {c.channels, images.dimension(1) / c.groups, c.kernel[0], c.kernel[1]}};
  const Value w = parameter(c.weight, kernel, Initializer::he_fan_out(kernel.dimensions));
  const std::pair<std::int64_t, std::int64_t> padding{c.padding[0], c.padding[1]};
  const Value y = in_layer(c.weight, [&] {
    return convolution(
        images, w,
        {.strides = {c.stride, c.stride}, .padding = {padding, padding}, .feature_group_count = c.groups});
  });
  if (c.bias.empty()) return y;
  const Value b = parameter(c.bias, {images.element(), {c.channels}}, Initializer::zeros());
  return y + along(b, y, {1});
}

Value Layers::statistic(const std::string& name, const TensorType& type) {
  statistics_.push_back({name, function_.add_argument(type, name)});
  return statistics_.back().value;
}

Layers::Moments Layers::moments(Value images, const BatchNorm& norm) {
  if (norm.over == BatchNorm::Over::image) {
    const std::vector<std::int64_t> pixels{2, 3};
    const Value mu = mean(images, pixels);
    return {mu, variance(images, mu, pixels)};
  }
  if (mode_ == Mode::evaluate) {
    const TensorType channel{images.element(), {images.dimension(1)}};
    const Value mu = statistic(norm.mean, channel);
    return {mu, statistic(norm.variance, channel)};
  }
  const std::vector<std::int64_t> batch_and_pixels{0, 2, 3};
  const Value mu = mean(images, batch_and_pixels);
  const Value sigma2 = variance(images, mu, batch_and_pixels);
  statistics_.push_back({norm.mean, mu});
  statistics_.push_back({norm.variance, sigma2});
  return {mu, sigma2};
}

Value Layers::batch_norm(Value images, const BatchNorm& norm) {
  expect_rank(images, 4, norm.scale, "[batch, channels, height, width]");
  const TensorType channel{images.element(), {images.dimension(1)}};
  const Value gamma = parameter(norm.scale, channel, Initializer::ones());
  const Value beta = parameter(norm.shift, channel, Initializer::zeros());
  const Moments batch = moments(images, norm);
  const bool each_image = norm.over == BatchNorm::Over::image;
  const std::vector<std::int64_t> axes =
      each_image ? std::vector<std::int64_t>{0, 1} : std::vector<std::int64_t>{1};
  const Value centred = images - along(batch.mean, images, axes);
  const Value normalized = centred * along(rsqrt(batch.variance + norm.epsilon), images, axes);
  return normalized * along(gamma, images, {1}) + along(beta, images, {1});
}

Value Layers::layer_norm(Value x, const LayerNorm& norm) {
  if (x.rank() == 0) expect_rank(x, 2, norm.scale, "[batch, features]");
  const std::int64_t last = x.rank() - 1;
  const TensorType features{x.element(), {x.dimension(last)}};
  const Value gamma = parameter(norm.scale, features, Initializer::ones());
  const Value beta = parameter(norm.shift, features, Initializer::zeros());
  const Value mu = mean(x, {last});
  const Value scale = rsqrt(variance(x, mu, {last}) + norm.epsilon);
  const Value normalized = (x - broadcast_back(mu, x, {last})) * broadcast_back(scale, x, {last});
  return normalized * along(gamma, x, {last}) + along(beta, x, {last});
}

}  // namespace stepwright::nn
