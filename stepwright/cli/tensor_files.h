#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "stepwright/base/host_tensor.h"
#include "stepwright/ir/function.h"

// Arguments and results of a program as .npy files on the command line.
namespace stepwright::cli {

// "argument 2 (%lr)"
std::string argument_name(const Function& function, std::size_t argument);

// One tensor for each argument of `function`, from as many files, in order. WrongUse when their number
// differs or one does not exist; UserError with file, argument and types when one does not fit.
std::vector<HostTensor> read_arguments(const Function& function, std::span<const std::string> files);

// Where results go: a folder, which gets result0.npy, result1.npy, … and is made if need be, or as many
// .npy files as there are results. WrongUse when the number of files is another.
void write_results(std::span<const HostTensor> results, std::span<const std::string> outputs);

// "tensor<2x3xf32>  min -1  mean 0.25  max 2", with the NaN and infinities counted.
std::string summary(const HostTensor& tensor);
// The elements as a constant of a program: "dense<[1.0, 2.0]> : tensor<2xf32>".
std::string elements(const HostTensor& tensor);

// {"type", "element", "shape"} and, with `values`, the elements in row-major order; what is not finite is
// one of the strings "NaN", "Infinity" and "-Infinity".
nlohmann::ordered_json to_json(const HostTensor& tensor, bool values);
nlohmann::ordered_json to_json(std::span<const HostTensor> results, bool values);

// The results as a reader wants them: `result 0: …` with a summary of each, or every element.
void report_results(std::ostream& out, std::span<const HostTensor> results, bool print);

}  // namespace stepwright::cli
