# Sourced by ./sw: the test command and the check of the layout of the sources.

run_tests() {
  local fast=
  case "${1:-}" in
    '') ;;
    --fast) fast=yes ;;
    *) wrong_use test "$1" "./sw test [--fast]" ;;
  esac
  local passed=0 failed=0 skipped=0
  install_all
  unit_tests
  if [[ ! $fast ]]; then
    sanitized_tests
    oracle_tests
  fi
  local closing="$passed passed, $failed failed"
  ((skipped == 0)) || closing+=", $skipped skipped"
  echo "$closing"
  ((failed == 0 && passed > 0)) || exit $exit_no
}

unit_tests() {
  build_in "$root/build" all
  ctest_in "unit tests" "$root/build"
}

# Tests that never run our compiled code (label "sources") are left out here. RapidCheck's properties try fewer
# cases: a fault of memory shows in few, and the build without sanitizers has tried them all.
sanitized_tests() {
  build_in "$root/build-asan" all -DSTEPWRIGHT_SANITIZE=ON -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O1
  export ASAN_OPTIONS="detect_stack_use_after_return=1:strict_string_checks=1:check_initialization_order=1"
  export UBSAN_OPTIONS="print_stacktrace=1"
  export LSAN_OPTIONS="suppressions=$root/setup/leak_suppressions.txt:print_suppressions=0"
  export RC_PARAMS="max_success=10"
  ctest_in "unit tests with sanitizers" "$root/build-asan" --label-exclude sources
  unset ASAN_OPTIONS UBSAN_OPTIONS LSAN_OPTIONS RC_PARAMS
}

# Against JAX and the official MLIR parser, where they are installed; a run of CI installs them.
oracle_tests() {
  [[ ${CI:-} != true ]] || install_oracle
  local report="$root/build/oracle.txt" scripts=("$root"/tests/oracle/test_*.py)
  if ! oracle_is_there; then
    say "skipped ${#scripts[@]} oracle scripts: JAX is not set up (./sw setup --oracle)"
    skipped=$((skipped + ${#scripts[@]}))
    return
  fi
  say "oracle tests"
  "$(oracle_python)" "$root/tests/oracle/run.py" "$root/build/stepwright" | tee "$report" |
    sed '/^[0-9]* passed, /d' || true  # the closing line of the whole run stands alone
  count "oracle tests" "$report"
}

# ctest_in TITLE FOLDER [CTEST-ARGUMENT...]
ctest_in() {
  local title=$1 folder=$2
  shift 2
  say "$title"
  rm -f "$folder/ctest.xml"
  (cd "$folder" && ctest --parallel "$(nproc)" --output-on-failure --output-junit ctest.xml \
    --test-output-size-passed 100000000 --test-output-size-failed 100000000 "$@") || true
  count "$title" "$folder/ctest.xml"
}

# count TITLE REPORT: adds what the report counts to passed, failed and skipped; why something was skipped is told.
count() {
  local counts
  counts="$(python3 "$root/tests/tools/tally.py" "$2")" || fail "the $1 left no report" where "$(shown "$2")"
  say "$1: $counts"
  [[ $counts =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed(,\ ([0-9]+)\ skipped)?$ ]]
  passed=$((passed + BASH_REMATCH[1]))
  failed=$((failed + BASH_REMATCH[2]))
  skipped=$((skipped + ${BASH_REMATCH[4]:-0}))
}

# format_sources [--check]: in place, or only naming the files that differ.
format_sources() {
  local mode=(-i) program
  case "${1:-}" in
    '') ;;
    --check) mode=(--dry-run -Werror) ;;
    *) wrong_use format "$1" "./sw format [--check]" ;;
  esac
  program="$(command -v clang-format-14 || command -v clang-format || true)"
  if [[ -z $program ]] || ! "$program" --version | grep -q 'version 14\.'; then
    fail "clang-format 14 is not installed; other versions lay the code out differently" \
      remedy "apt-get install clang-format-14"
  fi
  find "$root" -mindepth 1 \( -name 'build*' -o -name '.*' \) -prune -o \( -name '*.h' -o -name '*.cpp' \) -print0 |
    (cd "$root" && xargs -0 --no-run-if-empty "$program" --style=file "${mode[@]}") || {
    complain "some files are not laid out as .clang-format says" remedy "./sw format"
    exit $exit_no
  }
}
