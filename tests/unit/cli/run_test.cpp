#include <stdexcept>

#include "stepwright/runtime/plugin_error.h"
#include "tests/unit/cli/support.h"

namespace stepwright::cli {
namespace {

using Words = CommandLine;

TEST_F(Words, HelpBeginsWithTheFirstTwoCommandsAndListsEach) {
  const Answer answer = run({"--help"});
  EXPECT_EQ(answer.code, done);
  expect_contains(answer.out, "./sw doctor");
  expect_contains(answer.out, "./sw train mnist-cnn");
  for (const Command& command : commands()) {
    expect_contains(answer.out, "\n  " + std::string(command.name) + " ");
    expect_contains(answer.out, command.summary);
  }
  EXPECT_EQ(run({"help"}).out, answer.out);
  EXPECT_EQ(run({"-h"}).out, answer.out);
}

TEST_F(Words, HelpTellsTheExitCodes) {
  const std::string help = run({"--help"}).out;
  for (const char* code : {"  0   done", "  1   the answer is no", "  2   could not tell", "  64  wrong use",
                           "  70  internal"}) {
    expect_contains(help, code);
  }
}

TEST_F(Words, EachCommandHasHelpWithItsOptionsAndAnExample) {
  for (const Command& command : commands()) {
    const std::string name(command.name);
    const Answer answer = run({name, "--help"});
    EXPECT_EQ(answer.code, done) << name;
    expect_contains(answer.out, command.summary);
    expect_contains(answer.out, "Usage: ./sw " + name);
    expect_contains(answer.out, "Examples\n  ./sw " + name);
    EXPECT_EQ(run({"help", name}).out, answer.out);
  }
}

TEST_F(Words, NoCommandIsWrongUseAndShowsTheHelp) {
  const Answer answer = run({});
  EXPECT_EQ(answer.code, wrong_use);
  EXPECT_EQ(answer.out, "");
  expect_contains(answer.err, "Begin with");
}

TEST_F(Words, TheVersionIsOneLine) {
  const Answer answer = run({"--version"});
  EXPECT_EQ(answer.code, done);
  EXPECT_EQ(answer.out, "stepwright " STEPWRIGHT_VERSION "\n");
}

TEST_F(Words, ANearMissOfACommandGetsASuggestion) {
  const Answer answer = run({"emti", "cnn"});
  EXPECT_EQ(answer.code, wrong_use);
  expect_contains(answer.err, "error: there is no command `emti`");
  expect_contains(answer.err, "did you mean `emit`?");
}

TEST_F(Words, ACommandLikeNoneGetsTheListAlone) {
  const Answer answer = run({"transmogrify"});
  EXPECT_EQ(answer.code, wrong_use);
  expect_contains(answer.err, "expected: one of train, evaluate, emit, fmt, eval, check, run, doctor");
  EXPECT_EQ(answer.err.find("did you mean"), std::string::npos);
}

TEST_F(Words, ANearMissOfAFlagGetsASuggestion) {
  const Answer answer = run({"emit", "cnn", "--bacth", "64", "-o", path("x.mlir")});
  EXPECT_EQ(answer.code, wrong_use);
  expect_contains(answer.err, "error: emit: there is no option `--bacth`");
  expect_contains(answer.err, "did you mean `--batch`?");
}

TEST_F(Words, ANearMissWithAValueBehindAnEqualsSignGetsASuggestion) {
  expect_contains(run({"emit", "cnn", "--bacth=64", "-o", "-"}).err, "there is no option `--bacth`");
}

TEST_F(Words, AMisspeltFlagIsNamedThoughARequiredOneIsMissing) {
  const Answer answer = run({"emit", "cnn", "--outputt", path("x.mlir")});
  EXPECT_EQ(answer.code, wrong_use);
  expect_contains(answer.err, "there is no option `--outputt`");
  expect_contains(answer.err, "did you mean `--output`?");
}

TEST_F(Words, ANearMissOfAGlobalFlagGetsASuggestion) {
  const Answer answer = run({"--hlep"});
  EXPECT_EQ(answer.code, wrong_use);
  expect_contains(answer.err, "there is no option `--hlep`");
  expect_contains(answer.err, "did you mean `--help`?");
}

TEST_F(Words, AMissingArgumentIsWrongUseAndNamesTheHelp) {
  const Answer answer = run({"fmt"});
  EXPECT_EQ(answer.code, wrong_use);
  expect_contains(answer.err, "error: fmt: FILE is required");
  expect_contains(answer.err, "./sw fmt --help");
}

TEST_F(Words, AWordTooManyIsNamed) {
  const Answer answer = run({"conventions", "please"});
  EXPECT_EQ(answer.code, wrong_use);
  expect_contains(answer.err, "error: conventions: `please` is a word too many");
}

TEST_F(Words, AValueThatIsNoNumberIsWrongUse) {
  const Answer answer = run({"emit", "cnn", "--classes", "ten", "-o", "-"});
  EXPECT_EQ(answer.code, wrong_use);
  expect_contains(answer.err, "--classes");
  expect_contains(answer.err, "ten");
}

class Guarded : public CommandLine {
 protected:
  Answer guard(const std::function<ExitCode()>& action) const {
    std::ostringstream out, err;
    Context context{out, err, folder.path(), false};
    const int code = guarded(context, action);
    return {code, out.str(), err.str()};
  }
};

TEST_F(Guarded, ReturnsTheCodeOfAnActionThatEnds) {
  EXPECT_EQ(guard([] { return could_not_tell; }).code, could_not_tell);
}

TEST_F(Guarded, EachKindOfExceptionHasItsCodeAndItsMessage) {
  const auto expect = [&](const std::function<ExitCode()>& action, int code, const std::string& message) {
    const Answer answer = guard(action);
    EXPECT_EQ(answer.code, code);
    EXPECT_EQ(answer.err, "error: " + message + "\n");
    EXPECT_EQ(answer.out, "");
  };
  expect([]() -> ExitCode { throw WrongUse({.what = "a"}); }, 64, "a");
  expect([]() -> ExitCode { throw CouldNotTell({.what = "a"}); }, 2, "a");
  expect([]() -> ExitCode { throw UserError({.what = "a", .where = "f:1"}); }, 1, "f:1: a");
  expect([]() -> ExitCode { throw InternalError("a"); }, 70, "internal error (please report it): a");
  expect([]() -> ExitCode { throw std::logic_error("a"); }, 70, "internal error (please report it): a");
  expect([]() -> ExitCode { throw std::bad_alloc(); }, 2, "there is not enough memory");
  expect([]() -> ExitCode { throw 3; }, 70,
         "internal error (please report it): an exception of unknown type");
}

TEST_F(Guarded, APluginsErrorCouldNotTellAndKeepsThePluginsText) {
  const Answer answer =
      guard([]() -> ExitCode { throw PluginError("PJRT_Client_Create", "INTERNAL", "no such socket"); });
  EXPECT_EQ(answer.code, could_not_tell);
  expect_contains(answer.err, "no such socket");
}

}  // namespace
}  // namespace stepwright::cli
