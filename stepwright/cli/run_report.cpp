#include "stepwright/cli/run_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>

namespace stepwright::cli {

train::Run open_run(const std::string& folder) {
  if (!std::filesystem::is_directory(folder)) {
    throw WrongUse({.what = "there is no such run",
                    .where = folder,
                    .expected = "a folder that `train` has made, such as runs/mnist-cnn"});
  }
  try {
    return train::Run::open(folder);
  } catch (const UserError& error) {
    throw CouldNotTell(error);
  }
}

std::filesystem::path data_folder(const train::DataSource& source, const std::string& given,
                                  const Context& context) {
  return given.empty() ? source.installed(context.dependencies) : std::filesystem::path(given);
}

std::string accuracy_line(const train::Accuracy& accuracy) {
  return fmt::format("test accuracy {:.2f} % ({}/{})\n", accuracy.percent(), accuracy.correct,
                     accuracy.total);
}

nlohmann::ordered_json accuracy_json(const train::Accuracy& accuracy) {
  return {{"correct", accuracy.correct}, {"total", accuracy.total}, {"accuracy", accuracy.percent()}};
}

ExecutableCache::Log compile_log(Context& context, bool quiet) {
  return [&err = context.err, quiet](const CompileReport& report) {
    if (!quiet) {
      err << fmt::format("{}: {} in {:.2f} s\n", report.program, report.hit ? "loaded" : "compiled",
                         report.seconds);
    }
    if (!report.note.empty()) err << report.note << "\n";
  };
}

}  // namespace stepwright::cli
