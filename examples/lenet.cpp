// LeNet-5 (LeCun et al. 1998) with max pooling and relu, defined, trained on MNIST and evaluated.
//   build/lenet [FOLDER [EPOCHS]]      FOLDER is what `./sw setup` filled, by default .stepwright

#include <fmt/format.h>

#include <cstdlib>

#include "stepwright/nn/functions.h"
#include "stepwright/train/run.h"

using namespace stepwright;

Value lenet(nn::Layers& layers, Value images, std::int64_t classes) {
  Value x = nn::relu(layers.convolution2d(
      images, {.channels = 6, .kernel = {5, 5}, .padding = {2, 2}, .weight = "W1", .bias = "b1"}));
  x = nn::max_pool(x, {.size = 2, .stride = 2});
  x = nn::relu(layers.convolution2d(x, {.channels = 16, .kernel = {5, 5}, .weight = "W2", .bias = "b2"}));
  x = nn::flatten(nn::max_pool(x, {.size = 2, .stride = 2}));
  x = nn::relu(layers.dense(x, {.outputs = 120, .weight = "W3", .bias = "b3"}));
  x = nn::relu(layers.dense(x, {.outputs = 84, .weight = "W4", .bias = "b4"}));
  return layers.dense(x, {.outputs = classes, .weight = "W5", .bias = "b5"});
}

int main(int count, char** words) try {
  const std::filesystem::path dependencies = count > 1 ? words[1] : ".stepwright";
  const std::int64_t epochs = count > 2 ? std::atoll(words[2]) : 3;
  const ImageDataset training = load_mnist(mnist_folder(dependencies), MnistPart::train);
  const ImageDataset test = load_mnist(mnist_folder(dependencies), MnistPart::test);
  const Client client =
      Client::create(Plugin::load(find_plugin({.requested = {}, .dependencies = dependencies})));

  // The training step: AdamW on the mean cross entropy of 128 images. Its text is runs/lenet/step.mlir.
  const nn::Recipe recipe = nn::adamw_recipe({"lenet", "LeNet-5", {1, 28, 28}, lenet});
  auto run = train::Run::create("runs/lenet", recipe, {.epochs = epochs, .learning_rate = 2e-3}, training);
  const train::Result result = run.train(client, training, test);

  fmt::print("{} steps in {:.1f} s, test accuracy {:.2f} % ({}/{})\n", result.step, result.times.seconds,
             result.accuracy->percent(), result.accuracy->correct, result.accuracy->total);
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "error: {}\n", error.what());
  return 1;
}
