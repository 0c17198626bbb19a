#include <fmt/format.h>

#include <array>
#include <memory>
#include <nlohmann/json.hpp>

#include "stepwright/cli/commands.h"
#include "stepwright/cli/program_file.h"
#include "stepwright/eval/check.h"

namespace stepwright::cli {

namespace {

struct CheckOptions {
  std::vector<std::string> files;
  bool json = false;
};

using Outcome = CheckedProgram::Outcome;
constexpr std::array<std::string_view, 3> outcome_names{"passed", "failed", "unsupported"};

std::string_view name(Outcome outcome) {
  return outcome_names[static_cast<std::size_t>(outcome)];
}

std::string counts(const CheckReport& report) {
  return fmt::format("{} passed, {} failed, {} unsupported", report.passed(), report.failed(),
                     report.unsupported());
}

nlohmann::ordered_json to_json(const CheckReport& report) {
  auto programs = nlohmann::ordered_json::array();
  for (const CheckedProgram& program : report.programs) {
    auto& entry = programs.emplace_back();
    entry["place"] = program.place;
    entry["outcome"] = name(program.outcome);
    if (!program.message.empty()) entry["message"] = program.message;
  }
  return {{"passed", report.passed()},
          {"failed", report.failed()},
          {"unsupported", report.unsupported()},
          {"programs", std::move(programs)}};
}

// Where nothing was checked, nothing is known.
ExitCode verdict(const CheckReport& report) {
  if (report.failed() > 0) return answer_is_no;
  return report.unsupported() > 0 || report.passed() == 0 ? could_not_tell : done;
}

void print_others(std::ostream& out, const CheckReport& report) {
  for (const CheckedProgram& program : report.programs) {
    if (program.outcome == Outcome::passed) continue;
    out << fmt::format("{}: {}\n  {}\n", program.place, name(program.outcome), program.message);
  }
}

ExitCode check(const CheckOptions& options, Context& context) {
  std::vector<std::string> texts;  // all are read first: a file that is not there ends it before any answer
  for (const std::string& file : options.files) texts.push_back(read_named(file));
  CheckReport all;
  for (std::size_t at = 0; at < texts.size(); ++at) {
    const CheckReport report = check_programs(texts[at], options.files[at]);
    if (!options.json) print_others(context.out, report);
    all.programs.insert(all.programs.end(), report.programs.begin(), report.programs.end());
  }
  if (options.json) {
    write_json(context.out, to_json(all));
  } else {
    context.out << counts(all) << "\n";
  }
  return verdict(all);
}

Action declare(CLI::App& app) {
  const auto options = std::make_shared<CheckOptions>();
  app.add_option("FILE", options->files, "programs that check themselves; `// -----` lines separate several")
      ->required()
      ->type_name("FILE.mlir");
  app.add_flag("--json", options->json, "as JSON");
  return [options](Context& context) { return check(*options, context); };
}

}  // namespace

Command check_command() {
  return {
      "check", "run programs that check themselves, as StableHLO's tests/interpret do",
      "  ./sw check add.mlir\n"
      "  ./sw check stablehlo/tests/interpret/*.mlir\n"
      "\n"
      "Exit code 0 if all passed, 1 if any failed, 2 if none failed but some are unsupported or there are "
      "none.\n",
      declare};
}

}  // namespace stepwright::cli
