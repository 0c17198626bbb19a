#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/cli/support.h"

namespace stepwright::cli {
namespace {

// The program itself, as a process.
class Main : public CommandLine {
 protected:
  // Runs `program word` with standard output at `descriptor`; closes it.
  Answer with_output_at(int descriptor, const char* word) const {
    const std::string errors = path("errors");
    const pid_t child = fork();
    if (child == 0) {
      const int err = open(errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      dup2(descriptor, STDOUT_FILENO);
      dup2(err, STDERR_FILENO);
      execl(STEPWRIGHT_PROGRAM, STEPWRIGHT_PROGRAM, word, nullptr);
      _exit(127);
    }
    close(descriptor);
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status)) << "ended by signal " << WTERMSIG(status);
    return {WEXITSTATUS(status), {}, read("errors")};
  }
};

TEST_F(Main, PrintsToStandardOutput) {
  const Answer answer = with_output_at(open(path("out").c_str(), O_WRONLY | O_CREAT, 0600), "--version");
  EXPECT_EQ(answer.code, done);
  EXPECT_EQ(read("out"), "stepwright " STEPWRIGHT_VERSION "\n");
}

TEST_F(Main, AReaderThatHasGoneIsNoFault) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  close(ends[0]);
  const Answer answer = with_output_at(ends[1], "conventions");
  EXPECT_EQ(answer.code, done);
  EXPECT_EQ(answer.err, "");
}

TEST_F(Main, OutputThatCannotBeWrittenIsSaid) {
  const Answer answer = with_output_at(open("/dev/full", O_WRONLY), "conventions");
  EXPECT_EQ(answer.code, could_not_tell);
  EXPECT_EQ(answer.err, "error: the output could not be written\n");
}

TEST_F(Main, EndsWithTheCodeOfTheCommand) {
  const Answer answer = with_output_at(open("/dev/null", O_WRONLY), "emti");
  EXPECT_EQ(answer.code, wrong_use);
  expect_contains(answer.err, "did you mean `emit`?");
}

}  // namespace
}  // namespace stepwright::cli
