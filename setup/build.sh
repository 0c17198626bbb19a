# Sourced by ./sw: configures and builds, silently where there is nothing to do.

# build_in FOLDER TARGET [CMAKE-ARGUMENT...]: brings TARGET up to date.
build_in() (
  local folder=$1 target=$2
  shift 2
  mkdir -p "$folder"
  take_lock "$folder/.sw-lock" "another ./sw is building in $(shown "$folder")"
  configure "$folder" "$@"
  compile "$folder" "$target"
)

configure() {
  local folder=$1 arguments
  shift
  arguments=(-S "$root" -B "$folder" -G Ninja "-DSTEPWRIGHT_DEPS=$deps" "$@")
  [[ " $* " == *CMAKE_BUILD_TYPE* ]] || arguments+=(-DCMAKE_BUILD_TYPE=Release)
  command -v ccache >/dev/null && arguments+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  [[ -f $folder/build.ninja && -f $folder/sw-arguments &&
    $(<"$folder/sw-arguments") == "${arguments[*]}" ]] && return
  say "configuring $(shown "$folder")"
  cmake --fresh "${arguments[@]}" >"$folder/sw-configure.log" 2>&1 || {
    cat "$folder/sw-configure.log" >&2
    fail "CMake could not configure $(shown "$folder")" remedy "read its message above"
  }
  echo "${arguments[*]}" >"$folder/sw-arguments"
}

compile() {
  local folder=$1 target=$2 log=$1/sw-build.log start=$SECONDS
  NINJA_STATUS='[%f/%t] ' ninja -C "$folder" -j "$(nproc)" "$target" 2>&1 | tee "$log" |
    show_progress "$(shown "$folder")" || {
    grep -vE '^(\[[0-9]+/[0-9]+\] (Building|Linking)|ninja: (Entering|no work))' "$log" >&2 || true
    fail "the build in $(shown "$folder") failed" remedy "read the compiler's message above"
  }
  ((SECONDS - start < 2)) || say "built in $((SECONDS - start)) s"
}

# Ninja's lines in, our few words out: one counting line on a terminal, else one line for the whole build.
show_progress() {
  local line announced=
  while IFS= read -r line; do
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\ (Building|Linking) ]] || continue
    [[ $announced ]] || say "building in $1, ${BASH_REMATCH[2]} steps (some minutes the first time)"
    announced=yes
    [[ ! -t 2 ]] || printf '\r  %d of %d ' "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" >&2
  done
  [[ ! -t 2 || ! $announced ]] || printf '\r\033[K' >&2
}
