#include "stepwright/runtime/client.h"

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <thread>

#include "stepwright/runtime/plugin_error.h"
#include "tests/unit/runtime/support.h"

namespace stepwright {
namespace {

class ClientOnEach : public OnEachPlugin {};
INSTANTIATE_TEST_SUITE_P(Cpu, ClientOnEach, each_plugin(), plugin_name);

constexpr std::array element_types{
    ElementType::f64,  ElementType::f32,  ElementType::f16, ElementType::bf16, ElementType::f8E4M3FN,
    ElementType::i1,   ElementType::i2,   ElementType::i4,  ElementType::i8,   ElementType::i16,
    ElementType::i32,  ElementType::i64,  ElementType::ui2, ElementType::ui4,  ElementType::ui8,
    ElementType::ui16, ElementType::ui32, ElementType::ui64};

Program identity(const TensorType& type) {
  const std::string text = to_string(type);
  return {.name = "identity",
          .text = "func.func @main(%x: " + text + ") -> " + text + " { return %x : " + text + " }",
          .parameters = {{"x", type}}};
}

// Bytes that are a value of the type: small integers, 0 or 1, any bits of a float but NaN.
HostTensor sample(ElementType element) {
  HostTensor tensor = HostTensor::zeros({element, {2, 3}});
  for (std::size_t i = 0; i < tensor.bytes.size(); ++i) {
    const int bits = std::min(info(element).bits, 6);
    tensor.bytes[i] = std::byte(i * 7 % (std::size_t{1} << bits));
  }
  return tensor;
}

TEST_P(ClientOnEach, CarriesEveryElementTypeThereAndBack) {
  const Client client = this->client();
  for (const ElementType element : element_types) {
    const HostTensor tensor = sample(element);
    Buffer uploaded = client.upload(tensor);
    EXPECT_EQ(uploaded.to_host().bytes, tensor.bytes) << name(element);
    Executable program = client.compile(identity(tensor.type));
    EXPECT_EQ(program.result_types(), std::vector{tensor.type});
    EXPECT_EQ(program.execute({&uploaded})[0].to_host(), tensor) << name(element);
  }
}

TEST_P(ClientOnEach, CarriesScalarsAndTensorsWithoutElements) {
  const Client client = this->client();
  for (const Dimensions& dimensions : {Dimensions{}, Dimensions{0}, Dimensions{2, 0, 3}}) {
    HostTensor tensor = HostTensor::zeros({ElementType::f32, dimensions});
    for (float& element : tensor.as<float>()) element = 5;
    Buffer uploaded = client.upload(tensor);
    EXPECT_EQ(client.compile(identity(tensor.type)).execute({&uploaded})[0].to_host(), tensor);
  }
}

TEST_P(ClientOnEach, ReadsResultsRowMajor) {
  const Client client = this->client();
  const Program program{.name = "transpose",
                        .text = R"(func.func @main(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
        %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
        return %0 : tensor<3x2xf32> })",
                        .parameters = {{"x", {ElementType::f32, {2, 3}}}}};
  Buffer x = client.upload(floats({2, 3}, {1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(values(client.compile(program).execute({&x})[0]), (std::vector<float>{1, 4, 2, 5, 3, 6}));
}

// PJRT 0.81's CPU plugin ignores the host layout that a download asks for, so such a result would be misread.
TEST_P(ClientOnEach, RefusesAProgramThatAsksForADeviceLayout) {
  const Client client = this->client();
  Program program = identity({ElementType::f32, {2, 3}});
  const auto with_layout = [&](const std::string& layout) {
    program.text = R"(func.func @main(%x: tensor<2x3xf32>) -> (tensor<2x3xf32> {mhlo.layout_mode = ")" +
                   layout + R"("}) { return %x : tensor<2x3xf32> })";
    return client.compile(program);
  };
  EXPECT_EQ(with_layout("default").result_types().size(), 1U);
  const std::string message = message_of<UserError>([&] { with_layout("{0,1}"); });
  expect_contains(message, "identity: the program asks for a layout of its own on the device");
  expect_contains(message, "expected: row-major tensors, mhlo.layout_mode = \"default\"");
}

TEST_P(ClientOnEach, ReadsSeveralBuffersAtOnce) {
  const Client client = this->client();
  const Buffer a = client.upload(floats({1, 2}));
  const Buffer b = client.upload(floats({3}));
  const std::vector<const Buffer*> both{&a, &b};
  EXPECT_EQ(to_host(both), (std::vector{floats({1, 2}), floats({3})}));
}

TEST_P(ClientOnEach, HasAsManyCpuDevicesAsTheOptionSays) {
  const std::vector<NamedValue> options{{"cpu_device_count", std::int64_t{3}}};
  EXPECT_EQ(Client::create(installed_plugin(GetParam()), options).devices().size(), 3U);
}

TEST_P(ClientOnEach, LivesAsLongAsWhatWasMadeFromIt) {
  std::optional<Client> client = this->client();
  Buffer x = client->upload(floats({1, 2}));
  Executable program = client->compile(identity(x.type()));
  client.reset();
  EXPECT_EQ(values(program.execute({&x})[0]), (std::vector<float>{1, 2}));
}

TEST_P(ClientOnEach, TurnsACompileFaultIntoAUserErrorWithThePluginsText) {
  const Client client = this->client();
  Program program = identity({ElementType::f32, {2}});
  program.text = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> { return %y : tensor<2xf32> }";
  const std::string message = message_of<UserError>([&] { client.compile(program); });
  expect_contains(message, "identity: the plugin does not compile this program");
  expect_contains(message, "use of undeclared SSA value name");
  EXPECT_EQ(client.objects().created, client.objects().destroyed);
}

TEST_P(ClientOnEach, RefusesMoreReplicasThanDevices) {
  const Client client = this->client();
  const std::string message = message_of<UserError>([&] {
    client.compile(identity({ElementType::f32, {2}}), {.replicas = 1000});
  });
  expect_contains(message, "the program needs more devices than the plugin has");
  expect_contains(message, "found:    1000 replicas of 1 partitions");
}

TEST_P(ClientOnEach, PassesFlagsToTheCompiler) {
  const Client client = this->client();
  const Program program = identity({ElementType::f32, {2}});
  EXPECT_EQ(client.compile(program, {.flags = {{"xla_cpu_enable_fast_math", false}}}).devices().size(), 1U);
  const std::string message = message_of<UserError>([&] {
    client.compile(program, {.flags = {{"xla_no_such_flag", true}}});
  });
  expect_contains(message, "xla_no_such_flag");
}

// One replica adds [1, 2], the other [10, 20]; both must end with the sum.
TEST_P(ClientOnEach, CaseB1ReducesOverTwoReplicas) {
  const Client client = this->client();
  const Program program{.name = "all_reduce",
                        .text = R"(func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
        %0 = "stablehlo.all_reduce"(%x) ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %s = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %s : tensor<f32>
        }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
        return %0 : tensor<2xf32> })",
                        .parameters = {{"x", {ElementType::f32, {2}}}}};
  Executable executable = client.compile(program, {.replicas = 2});
  EXPECT_EQ(executable.devices(), (std::vector<std::size_t>{0, 1}));
  Buffer first = client.upload(floats({1, 2}), 0);
  Buffer second = client.upload(floats({10, 20}), 1);
  const std::vector<Executable::Arguments> arguments{{&first}, {&second}};
  const std::vector<Executable::Results> results = executable.execute(arguments);
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(values(results[0][0]), (std::vector<float>{11, 22}));
  EXPECT_EQ(values(results[1][0]), (std::vector<float>{11, 22}));

  const std::vector<Executable::Arguments> swapped{{&second}, {&first}};
  expect_contains(message_of<PluginError>([&] { executable.execute(swapped); }),
                  "PJRT_LoadedExecutable_Execute");
}

Program sum_of(std::int64_t count) {
  const TensorType type{ElementType::f32, {count}};
  const std::string text = to_string(type);
  return {.name = "sum",
          .text = "func.func @main(%x: " + text + R"() -> tensor<f32> {
            %zero = stablehlo.constant dense<0.0> : tensor<f32>
            %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : ()" +
                  text + R"(, tensor<f32>) -> tensor<f32>
            return %0 : tensor<f32> })",
          .parameters = {{"x", type}}};
}

// One staging array is overwritten as soon as an upload returns.
TEST_P(ClientOnEach, CaseB7MayOverwriteTheHostMemoryAfterAnUpload) {
  const Client client = this->client();
  std::vector<float> staging(1024);
  const TensorType type{ElementType::f32, {1024}};
  const auto upload = [&](float value) {
    std::fill(staging.begin(), staging.end(), value);
    return client.upload(std::as_bytes(std::span(staging)), type);
  };
  Buffer ones = upload(1);
  Buffer twos = upload(2);
  std::fill(staging.begin(), staging.end(), -1.0F);
  Executable sum = client.compile(sum_of(1024));
  EXPECT_EQ(values(sum.execute({&twos})[0]), std::vector<float>{2048});
  EXPECT_EQ(values(sum.execute({&ones})[0]), std::vector<float>{1024});
}

TEST_P(ClientOnEach, CaseB7LoaderThreadMayRaceWithExecutions) {
  const Client client = this->client();
  Executable sum = client.compile(sum_of(1024));
  constexpr int batches = 500;
  std::vector<std::optional<Buffer>> uploaded(batches);
  std::atomic<int> ready = 0;
  std::jthread loader([&] {
    std::vector<float> staging(1024);
    for (int i = 0; i < batches; ++i) {
      std::fill(staging.begin(), staging.end(), static_cast<float>(i));
      uploaded[static_cast<std::size_t>(i)] =
          client.upload(std::as_bytes(std::span(staging)), {ElementType::f32, {1024}});
      ready.store(i + 1, std::memory_order_release);
      ready.notify_one();
    }
  });
  for (int i = 0; i < batches; ++i) {
    for (int seen = ready.load(std::memory_order_acquire); seen <= i; seen = ready.load()) ready.wait(seen);
    Buffer& batch = *uploaded[static_cast<std::size_t>(i)];
    EXPECT_EQ(values(sum.execute({&batch})[0]), std::vector<float>{static_cast<float>(1024 * i)});
  }
}

}  // namespace
}  // namespace stepwright
