#include "stepwright/runtime/executable.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "stepwright/runtime/plugin_error.h"
#include "tests/unit/runtime/support.h"

namespace stepwright {
namespace {

class ExecutableOnEach : public OnEachPlugin {};
INSTANTIATE_TEST_SUITE_P(Cpu, ExecutableOnEach, each_plugin(), plugin_name);

// w' = w·1.5 + x, with w donated; also the sum of x.
Program step(std::int64_t count) {
  const TensorType type{ElementType::f32, {count}};
  const std::string t = to_string(type);
  return {.name = "step",
          .text = "func.func @main(%w: " + t + " {tf.aliasing_output = 0 : i32}, %x: " + t + ") -> (" + t +
                  ", tensor<f32>) {\n"
                  "%c = stablehlo.constant dense<1.5> : " +
                  t + "\n%0 = stablehlo.multiply %w, %c : " + t + "\n%1 = stablehlo.add %0, %x : " + t +
                  "\n%zero = stablehlo.constant dense<0.0> : tensor<f32>\n"
                  "%2 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (" +
                  t + ", tensor<f32>) -> tensor<f32>\nreturn %1, %2 : " + t + ", tensor<f32> }",
          .parameters = {{"w", type, true}, {"x", type}}};
}

TEST_P(ExecutableOnEach, DonationPassesTheMemoryOn) {
  const Client client = this->client();
  Executable executable = client.compile(step(4));
  EXPECT_EQ(executable.memory_stats()->aliased, 16);
  Buffer w = client.upload(floats({1, 2, 3, 4}));
  Buffer x = client.upload(floats({1, 1, 1, 1}));
  const Executable::Results results = executable.execute({&w, &x});
  EXPECT_EQ(values(results[0]), (std::vector<float>{2.5, 4, 5.5, 7}));
  EXPECT_EQ(values(results[1]), std::vector<float>{4});
  EXPECT_TRUE(w.donated());
  EXPECT_FALSE(x.donated());
}

TEST_P(ExecutableOnEach, KeepsAnAliasedArgumentThatTheCallerDoesNotDonate) {
  const Client client = this->client();
  Program program = step(4);
  program.parameters[0].donated = false;
  Executable executable = client.compile(program);
  Buffer w = client.upload(floats({1, 2, 3, 4}));
  Buffer x = client.upload(floats({1, 1, 1, 1}));
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(values(executable.execute({&w, &x})[0]), (std::vector<float>{2.5, 4, 5.5, 7}));
    EXPECT_EQ(values(w), (std::vector<float>{1, 2, 3, 4}));
  }
}

TEST_P(ExecutableOnEach, CaseB4RefusesADonatedBufferWithoutCallingThePlugin) {
  const Client client = this->client();
  Executable executable = client.compile(step(4));
  Buffer w = client.upload(floats({1, 2, 3, 4}));
  Buffer x = client.upload(floats({1, 1, 1, 1}));
  const Executable::Results results = executable.execute({&w, &x});
  const ObjectCounts before = client.objects();
  const std::string message = message_of<UserError>([&] { executable.execute({&w, &x}); });
  expect_contains(message, "step, step 2: parameter `w` was donated at step 1");
  expect_contains(message, "remedy:   use the result that took its place");
  EXPECT_EQ(client.objects(), before);
  EXPECT_EQ(executable.executions(), 1);
  expect_contains(message_of<UserError>([&] { w.to_host(); }), "parameter `w` was donated at step 1");
  EXPECT_EQ(client.objects(), before);
}

TEST_P(ExecutableOnEach, CaseB4NamesTheStepAsTheCallerCountsIt) {
  const Client client = this->client();
  Executable executable = client.compile(step(1));
  Buffer w = client.upload(floats({1}));
  Buffer x = client.upload(floats({1}));
  const Executable::Results results = executable.execute({&w, &x}, 470);
  expect_contains(message_of<UserError>([&] {
                    executable.execute({&w, &x}, 471);
                  }),
                  "step, step 471: parameter `w` was donated at step 470");
}

TEST_P(ExecutableOnEach, CaseB4RefusesToDonateABufferThatIsGivenTwice) {
  const Client client = this->client();
  Executable executable = client.compile(step(4));
  Buffer w = client.upload(floats({1, 2, 3, 4}));
  const ObjectCounts before = client.objects();
  const std::string message = message_of<UserError>([&] { executable.execute({&w, &w}); });
  expect_contains(message, "parameter `w` and parameter `x` are the same buffer, and it is donated");
  EXPECT_EQ(client.objects(), before);
  EXPECT_EQ(values(w), (std::vector<float>{1, 2, 3, 4}));
}

TEST_P(ExecutableOnEach, RefusesWrongArgumentsWithoutCallingThePlugin) {
  const Client client = this->client();
  Executable executable = client.compile(step(4));
  Buffer w = client.upload(floats({1, 2, 3, 4}));
  Buffer integers = client.upload(HostTensor::zeros({ElementType::i32, {4}}));
  const ObjectCounts before = client.objects();
  const std::string type = message_of<UserError>([&] { executable.execute({&w, &integers}); });
  expect_contains(type, "step, step 1: parameter `x` is given a tensor of another type");
  expect_contains(type, "expected: tensor<4xf32>");
  expect_contains(type, "found:    tensor<4xi32>");
  const std::string count = message_of<UserError>([&] { executable.execute({&w}); });
  expect_contains(count, "the number of arguments is not that of the parameters");
  const std::vector<Executable::Arguments> two{{&w}, {&w}};
  expect_contains(message_of<UserError>([&] { executable.execute(two); }),
                  "the number of argument lists is not that of the devices");
  EXPECT_EQ(client.objects(), before);
}

TEST_P(ExecutableOnEach, PassesOnTheErrorOfAFailedExecution) {
  const Client client = this->client();
  Program program = step(4);
  program.parameters.pop_back();  // the caller's list is wrong, so the plugin is the first to notice
  Executable executable = client.compile(program);
  Buffer w = client.upload(floats({1, 2, 3, 4}));
  expect_contains(message_of<PluginError>([&] { executable.execute({&w}); }),
                  "the plugin failed in PJRT_LoadedExecutable_Execute (INVALID_ARGUMENT)");
}

// Five steps with and without reading the state in between.
TEST_P(ExecutableOnEach, CaseB5SavingBetweenStepsChangesNothing) {
  const Client client = this->client();
  Executable executable = client.compile(step(1000));
  const auto run = [&](bool save) {
    Buffer w = client.upload(floats(std::vector<float>(1000, 0.1F)));
    Buffer x = client.upload(floats(std::vector<float>(1000, 0.3F)));
    std::vector<HostTensor> saved;
    for (int i = 0; i < 5; ++i) {
      Executable::Results results = executable.execute({&w, &x});
      w = std::move(results[0]);
      if (save) saved.push_back(w.to_host());
    }
    if (save) {
      EXPECT_NE(saved[3], saved[4]);
    }
    return w.to_host();
  };
  EXPECT_EQ(run(true), run(false));
}

std::int64_t resident_bytes() {
  std::int64_t total = 0;
  std::int64_t resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

// The state of 4 MB is donated and fed back; x is uploaded and the second result fetched at every step. The
// plugin frees buffers a little later on its own threads, so the lowest memory over some steps is compared.
TEST_P(ExecutableOnEach, CaseB6TwoThousandStepsLeakNothing) {
  const Client client = this->client();
  constexpr std::int64_t count = 1 << 20;
  {
    Executable executable = client.compile(step(count));
    const std::vector<float> zeros(count);
    Buffer w = client.upload(std::as_bytes(std::span(zeros)), {ElementType::f32, {count}});
    const auto lowest_memory_over = [&](int steps) {
      std::int64_t lowest = resident_bytes();
      for (int i = 0; i < steps; ++i) {
        Buffer x = client.upload(std::as_bytes(std::span(zeros)), {ElementType::f32, {count}});
        Executable::Results results = executable.execute({&w, &x});
        w = std::move(results[0]);
        EXPECT_EQ(values(results[1]), std::vector<float>{0});
        lowest = std::min(lowest, resident_bytes());
      }
      return lowest;
    };
    lowest_memory_over(100);  // allocators settle
    const std::int64_t before = lowest_memory_over(100);
    lowest_memory_over(1900);
    EXPECT_LT(lowest_memory_over(100) - before, 20 << 20);
  }
  EXPECT_GT(client.objects().created, 2000 * 4);
  EXPECT_EQ(client.objects().created, client.objects().destroyed);
}

TEST_P(ExecutableOnEach, SerializesAndComesBackWithItsDonation) {
  const Client client = this->client();
  const std::string bytes = client.compile(step(4)).serialize();
  Executable executable = client.deserialize(bytes, step(4));
  EXPECT_EQ(executable.result_types(),
            (std::vector<TensorType>{{ElementType::f32, {4}}, {ElementType::f32, {}}}));
  Buffer w = client.upload(floats({1, 2, 3, 4}));
  Buffer x = client.upload(floats({1, 1, 1, 1}));
  EXPECT_EQ(values(executable.execute({&w, &x})[0]), (std::vector<float>{2.5, 4, 5.5, 7}));
  EXPECT_TRUE(w.donated());
  expect_contains(message_of<PluginError>([&] { client.deserialize("not an executable", step(4)); }),
                  "PJRT_Executable_DeserializeAndLoad");
}

}  // namespace
}  // namespace stepwright
