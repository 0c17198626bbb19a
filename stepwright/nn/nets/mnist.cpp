#include "stepwright/nn/nets/mnist.h"

#include "stepwright/nn/functions.h"

namespace stepwright::nn {

namespace {

constexpr ImageShape digit{1, 28, 28};

Value linear_forward(Layers& layers, Value images, std::int64_t classes) {
  return layers.dense(flatten(images), {.outputs = classes, .weight = "W0", .bias = "b0"}).named("logits");
}

Value mlp_forward(Layers& layers, Value images, std::int64_t classes) {
  Value x = flatten(images);
  x = relu(layers.dense(x, {.outputs = 512, .weight = "W0", .bias = "b0"})).named("dense0");
  x = relu(layers.dense(x, {.outputs = 512, .weight = "W1", .bias = "b1"})).named("dense1");
  return layers.dense(x, {.outputs = classes, .weight = "W2", .bias = "b2"}).named("logits");
}

Value cnn_forward(Layers& layers, Value images, std::int64_t classes) {
  Value x = images;
  x = relu(layers.convolution2d(x, {.channels = 32, .padding = {1, 1}, .weight = "W1", .bias = "b1"}))
          .named("conv1");
  x = relu(layers.convolution2d(x, {.channels = 32, .padding = {1, 1}, .weight = "W2", .bias = "b2"}))
          .named("conv2");
  x = flatten(max_pool(x, {.size = 2, .stride = 2}).named("pool"));
  x = relu(layers.dense(x, {.outputs = 512, .weight = "W3", .bias = "b3"})).named("dense3");
  x = relu(layers.dense(x, {.outputs = 512, .weight = "W4", .bias = "b4"})).named("dense4");
  return layers.dense(x, {.outputs = classes, .weight = "W5", .bias = "b5"}).named("logits");
}

}  // namespace

Network linear() {
  return {"linear", "one dense layer on 28x28 digits", digit, linear_forward, false};
}
Network mlp() {
  return {"mlp", "three dense layers, 512 wide, on 28x28 digits", digit, mlp_forward, true};
}
Network cnn() {
  return {"cnn", "two convolutions, a max pool and three dense layers on 28x28 digits", digit, cnn_forward,
          true};
}

}  // namespace stepwright::nn
