#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <new>
#include <ostream>

#include "stepwright/base/suggest.h"
#include "stepwright/cli/command.h"
#include "stepwright/cli/help.h"
#include "stepwright/ir/text/parser.h"
#include "stepwright/runtime/plugin_error.h"

namespace stepwright::cli {

namespace {

const Command& command_named(const std::string& name) {
  const auto found = std::ranges::find(commands(), name, &Command::name);
  if (found != commands().end()) return *found;
  std::vector<std::string> known;
  for (const Command& command : commands()) known.emplace_back(command.name);
  known.emplace_back("help");
  throw WrongUse(unknown_name("command", name, known));
}

// The words that no option took. A flag among them is the fault; else it is a word too many.
void expect_none_left(const CLI::App& options) {
  const std::vector<std::string> left = options.remaining();
  if (left.empty()) return;
  const auto flag = std::ranges::find_if(left, [](const std::string& word) { return word.starts_with("-"); });
  if (flag == left.end()) {
    throw WrongUse(
        {.what = fmt::format("`{}` is a word too many", left.front()),
         .where = options.get_name(),
         .remedy = fmt::format("./sw {} --help shows what the command takes", options.get_name())});
  }
  std::vector<std::string> known;
  for (const CLI::Option* option : options.get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    for (const std::string& name : option->get_snames()) known.push_back("-" + name);
  }
  throw WrongUse(unknown_name("option", flag->substr(0, flag->find('=')), known).at(options.get_name()));
}

void parse(CLI::App& options, std::vector<std::string> words) try {
  std::ranges::reverse(words);  // as CLI11 takes them
  options.parse(std::move(words));
} catch (const CLI::CallForHelp&) {
  throw;
} catch (const CLI::ParseError& error) {
  expect_none_left(options);  // a slip in a flag's name says more than what is missing for want of it
  throw WrongUse({.what = error.what(),
                  .where = options.get_name(),
                  .remedy = fmt::format("./sw {} --help shows what the command takes", options.get_name())});
}

ExitCode run_command(const Command& command, const std::vector<std::string>& words, Context& context) {
  CLI::App options{std::string(command.summary), std::string(command.name)};
  options.allow_extras();  // so that we name them
  const Action action = command.declare(options);
  try {
    parse(options, words);
  } catch (const CLI::CallForHelp&) {
    context.out << help_of(command, options);
    return done;
  }
  expect_none_left(options);
  return action(context);
}

ExitCode dispatch(const std::vector<std::string>& words, Context& context) {
  if (words.empty()) {
    context.err << help();
    return wrong_use;
  }
  const std::string& first = words.front();
  const std::vector<std::string> rest(words.begin() + 1, words.end());
  if (first == "--version") {
    context.out << version() << "\n";
    return done;
  }
  if (first == "--help" || first == "-h" || (first == "help" && rest.empty())) {
    context.out << help();
    return done;
  }
  if (first == "help") return run_command(command_named(rest.front()), {"--help"}, context);
  if (first.starts_with("-")) {
    const std::vector<std::string> known{"--help", "--version"};
    throw WrongUse(unknown_name("option", first, known));
  }
  return run_command(command_named(first), rest, context);
}

int report(Context& context, const std::exception& error, ExitCode code) {
  context.out.flush();
  context.err << "error: " << error.what() << std::endl;
  return code;
}

}  // namespace

int guarded(Context& context, const std::function<ExitCode()>& action) try {
  return action();
} catch (const WrongUse& error) {
  return report(context, error, wrong_use);
} catch (const CouldNotTell& error) {
  return report(context, error, could_not_tell);
} catch (const UnsupportedOperation& error) {
  return report(context, error, could_not_tell);
} catch (const PluginError& error) {
  return report(context, error, could_not_tell);
} catch (const UserError& error) {
  return report(context, error, answer_is_no);
} catch (const std::filesystem::filesystem_error& error) {
  return report(context, error, could_not_tell);
} catch (const std::bad_alloc&) {
  return report(context, UserError({.what = "there is not enough memory"}), could_not_tell);
} catch (const InternalError& error) {
  return report(context, error, internal_error);
} catch (const std::exception& error) {
  return report(context, InternalError(error.what()), internal_error);
} catch (...) {
  return report(context, InternalError("an exception of unknown type"), internal_error);
}

int run(const std::vector<std::string>& words, Context& context) {
  return guarded(context, [&] { return dispatch(words, context); });
}

}  // namespace stepwright::cli
