#include "stepwright/cli/tensor_files.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "stepwright/cli/command.h"
#include "stepwright/data/npy.h"
#include "stepwright/ir/attribute.h"
#include "stepwright/ir/literal.h"

namespace stepwright::cli {

std::string argument_name(const Function& function, std::size_t argument) {
  const std::string& name = function.arguments()[argument].definition().name;
  return name.empty() ? fmt::format("argument {}", argument)
                      : fmt::format("argument {} (%{})", argument, name);
}

namespace {

std::string listed(const Function& function) {
  std::string text;
  for (std::size_t at = 0; at < function.arguments().size(); ++at) {
    text +=
        fmt::format("\n    {} : {}", argument_name(function, at), to_string(function.arguments()[at].type()));
  }
  return text;
}

HostTensor read_argument(const Function& function, std::size_t at, const std::string& file) {
  const TensorType& wanted = function.arguments()[at].type();
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) {
    throw WrongUse({.what = fmt::format("there is no such file for {}", argument_name(function, at)),
                    .where = file,
                    .remedy = "check the path"});
  }
  HostTensor tensor = read_npy(file, wanted.element);
  if (tensor.type == wanted) return tensor;
  throw UserError({.what = fmt::format("the tensor does not fit {}", argument_name(function, at)),
                   .where = file,
                   .expected = to_string(wanted),
                   .found = to_string(tensor.type)});
}

struct Extent {
  double least = std::numeric_limits<double>::infinity();
  double greatest = -std::numeric_limits<double>::infinity();
  double sum = 0;
  std::int64_t finite = 0;
  std::int64_t infinite = 0;
  std::int64_t not_numbers = 0;

  void add(double x) {
    if (std::isnan(x)) {
      ++not_numbers;
    } else if (std::isinf(x)) {
      ++infinite;
    } else {
      ++finite;
      sum += x;
      least = std::min(least, x);
      greatest = std::max(greatest, x);
    }
  }
};

}  // namespace

std::vector<HostTensor> read_arguments(const Function& function, std::span<const std::string> files) {
  const std::size_t wanted = function.arguments().size();
  if (files.size() != wanted) {
    throw WrongUse({.what = "the number of inputs is not that of the function's arguments",
                    .where = "@" + function.name(),
                    .expected = fmt::format("{} .npy files{}", wanted, listed(function)),
                    .found = fmt::format("{}", files.size()),
                    .remedy = "give one --input for each argument, in order"});
  }
  std::vector<HostTensor> arguments;
  for (std::size_t at = 0; at < wanted; ++at) arguments.push_back(read_argument(function, at, files[at]));
  return arguments;
}

void write_results(std::span<const HostTensor> results, std::span<const std::string> outputs) {
  if (outputs.empty()) return;
  const bool into_folder = outputs.size() == 1 && !outputs.front().ends_with(".npy");
  if (!into_folder && outputs.size() != results.size()) {
    throw WrongUse({.what = "the number of outputs is not that of the results",
                    .where = "--output",
                    .expected = fmt::format("{} .npy files, or one folder", results.size()),
                    .found = fmt::format("{}", outputs.size())});
  }
  if (into_folder) std::filesystem::create_directories(outputs.front());
  for (std::size_t at = 0; at < results.size(); ++at) {
    write_npy(into_folder ? std::filesystem::path(outputs.front()) / fmt::format("result{}.npy", at)
                          : std::filesystem::path(outputs[at]),
              results[at]);
  }
}

std::string summary(const HostTensor& tensor) {
  const Literal literal = Literal::from_host(tensor);
  const std::int64_t count = tensor.type.count();
  std::string text = to_string(tensor.type);
  if (count == 1) return text + fmt::format("  {:.9g}", literal.as_double(0));
  Extent extent;
  for (std::int64_t at = 0; at < count; ++at) extent.add(literal.as_double(at));
  if (extent.finite > 0) {
    text += fmt::format("  min {:.6g}  mean {:.6g}  max {:.6g}", extent.least,
                        extent.sum / static_cast<double>(extent.finite), extent.greatest);
  }
  if (extent.not_numbers > 0) text += fmt::format("  {} NaN", extent.not_numbers);
  if (extent.infinite > 0) text += fmt::format("  {} infinite", extent.infinite);
  return text;
}

std::string elements(const HostTensor& tensor) {
  return to_string(Attribute{Literal::from_host(tensor)});
}

nlohmann::ordered_json to_json(const HostTensor& tensor, bool values) {
  nlohmann::ordered_json json{{"type", to_string(tensor.type)},
                              {"element", name(tensor.type.element)},
                              {"shape", tensor.type.dimensions}};
  if (!values) return json;
  const Literal literal = Literal::from_host(tensor);
  auto& list = json["values"] = nlohmann::ordered_json::array();
  for (std::int64_t at = 0; at < tensor.type.count(); ++at) {
    if (!is_floating(tensor.type.element)) {
      list.push_back(literal.as_integer(at));
      continue;
    }
    const double x = literal.as_double(at);
    if (std::isfinite(x)) {
      list.push_back(x);
    } else {
      list.push_back(std::isnan(x) ? "NaN" : x > 0 ? "Infinity" : "-Infinity");
    }
  }
  return json;
}

nlohmann::ordered_json to_json(std::span<const HostTensor> results, bool values) {
  auto list = nlohmann::ordered_json::array();
  for (const HostTensor& tensor : results) list.push_back(to_json(tensor, values));
  return list;
}

void report_results(std::ostream& out, std::span<const HostTensor> results, bool print) {
  for (std::size_t at = 0; at < results.size(); ++at) {
    out << fmt::format("result {}: {}\n", at, print ? elements(results[at]) : summary(results[at]));
  }
}

}  // namespace stepwright::cli
