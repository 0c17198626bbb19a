# Sourced by ./sw: installs what is missing. The lists are debian.txt, pins.txt and oracle.txt beside this file.
# Whatever was fetched appears whole or not at all: it is unpacked in a temporary folder and then renamed.

install_all() {
  install_packages build
  local missing
  missing="$(archives missing)"
  [[ -n $missing ]] || return 0
  install_packages fetch
  with_deps_locked fetch_missing
}

# --- Debian packages ---------------------------------------------------------------------------------------

# The packages for PURPOSE that are not there, one a line.
missing_packages() {
  local purpose package command candidates=() installed
  while read -r purpose package command; do
    [[ $purpose == "$1" ]] || continue
    [[ $command != - ]] && command -v "$command" >/dev/null && continue
    candidates+=("$package")
  done < <(list_lines "$root/setup/debian.txt")
  ((${#candidates[@]})) || return 0
  # A system that is not Debian has the libraries under names of its own: there CMake tells what it misses.
  command -v dpkg-query >/dev/null || return 0
  installed="$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "${candidates[@]}" 2>/dev/null)" || true
  for package in "${candidates[@]}"; do
    grep -qx "$package installed" <<<"$installed" || echo "$package"
  done
}

list_lines() { grep -Ev '^[[:space:]]*(#|$)' "$1"; }

install_packages() {
  local packages=()
  mapfile -t packages < <(missing_packages "$1")
  ((${#packages[@]})) || return 0
  local install=(apt-get install --yes --no-install-recommends "${packages[@]}")
  if ((EUID != 0)); then
    fail "Debian packages are missing" missing "${packages[*]}" \
      remedy "sudo apt-get update && sudo ${install[*]}"
  fi
  local start=$SECONDS
  say "installing Debian packages: ${packages[*]} (a minute or two)"
  compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null || apt_quietly apt-get update
  if ! apt_quietly "${install[@]}" 2>/dev/null; then  # perhaps only because the lists are out of date
    apt_quietly apt-get update && apt_quietly "${install[@]}" ||
      fail "apt could not install: ${packages[*]}" remedy "read apt's message above; then ./sw setup again"
  fi
  say "installed the Debian packages in $((SECONDS - start)) s"
}

apt_quietly() {
  local log
  log="$(DEBIAN_FRONTEND=noninteractive "$@" -q 2>&1 </dev/null)" || {
    printf '%s\n' "$log" | tail -n 20 >&2
    return 1
  }
}

# --- Archives from the package registries ------------------------------------------------------------------

# archives all|missing: "registry package version sha256" of each archive in pins.txt, one a line.
archives() {
  local line
  while IFS= read -r line; do
    [[ $line == ' '* ]] && continue
    [[ $1 == missing ]] && archive_is_there $line && continue
    echo "$line"
  done < <(list_lines "$root/setup/pins.txt")
}

# archive_files REGISTRY PACKAGE...: "path-in-the-archive path-in-the-set-up-folder" of each file taken from it.
archive_files() {
  local line within="" from to
  while IFS= read -r line; do
    if [[ $line != ' '* ]]; then
      [[ $line == "$1 $2 "* ]] && within=yes || within=
    elif [[ $within ]]; then
      read -r from _ to <<<"$line"
      echo "$from $to"
    fi
  done < <(list_lines "$root/setup/pins.txt")
}

# An archive's stamp holds its pin and its files, so that a change of either fetches it again.
stamp_text() {
  echo "$*"
  archive_files "$@"
}

archive_is_there() {
  local from to
  [[ -f $deps/stamps/$2 && $(<"$deps/stamps/$2") == "$(stamp_text "$@")" ]] || return 1
  while read -r from to; do
    [[ -f $deps/$to ]] || return 1
  done < <(archive_files "$@")
}

# Runs the rest with the set-up folder to ourselves; `scratch` is a folder in it that goes away afterwards.
with_deps_locked() (
  mkdir -p "$deps" || fail "the set-up folder cannot be made" where "$deps" \
    remedy "name another in STEPWRIGHT_DEPS"
  take_lock "$deps/.lock" "another ./sw is setting up"
  rm -rf "$deps"/scratch.*  # from a set-up that was killed
  scratch="$(mktemp -d "$deps/scratch.XXXXXX")"
  trap 'rm -rf "$scratch"' EXIT
  trap 'exit 130' INT TERM
  "$@"
)

# take_lock FILE WHY: holds FILE's lock in descriptor 9 until the (sub)shell ends or closes it.
take_lock() {
  exec 9>"$1"
  flock --nonblock 9 && return
  say "$2; waiting for it"
  flock 9
}

fetch_missing() {
  local pins=() pin start registry package version
  mapfile -t pins < <(archives missing)  # again: whoever held the lock may have fetched them
  for pin in "${pins[@]}"; do
    start=$SECONDS
    read -r registry package version _ <<<"$pin"
    say "fetching $package $version from $registry"
    fetch_archive $pin
    say "fetched $package in $((SECONDS - start)) s"
  done
}

fetch_archive() {
  local registry=$1 package=$2 version=$3 sha256=$4 archive from to
  local folder=$scratch/$package
  mkdir -p "$folder/unpacked"
  download_"$registry" "$package" "$version" "$folder"
  archive="$(find "$folder" -maxdepth 1 -type f)"
  check_sha256 "$archive" "$sha256" "$package $version"
  while read -r from to; do
    mkdir -p "$(dirname "$folder/unpacked/$to")" "$(dirname "$deps/$to")" "$deps/stamps"
    unpack_"$registry" "$archive" "$from" >"$folder/unpacked/$to" ||
      fail "$package $version does not hold the file that setup/pins.txt names" expected "$from"
    mv "$folder/unpacked/$to" "$deps/$to"
  done < <(archive_files "$@")
  stamp_text "$@" >"$folder/stamp"
  mv "$folder/stamp" "$deps/stamps/$package"
  rm -rf "$folder"
}

download_pip() {
  fetch_quietly "$1 $2" pip_command download --quiet --no-deps --only-binary=:all: --dest "$3" "$1==$2"
}

pip_command() {
  if python3 -m pip --version >/dev/null 2>&1; then python3 -m pip "$@"; else pip "$@"; fi
}

download_npm() { fetch_quietly "$1 $2" npm pack --silent --pack-destination "$3" "$1@$2"; }

unpack_pip() { unzip -p "$1" "$2"; }
unpack_npm() { tar -xzOf "$1" "$2"; }

fetch_quietly() {
  local what=$1 log
  shift
  log="$("$@" 2>&1 </dev/null)" && return
  fail "$what could not be fetched" found "$(tail -n 3 <<<"$log")" \
    remedy "check that this machine reaches the registry, then run ./sw setup again"
}

check_sha256() {
  local found
  found="$(sha256sum "$1")"
  found="${found%% *}"
  [[ $found == "$2" ]] || fail "the checksum of $3 is wrong; nothing of it was installed" \
    where "$(basename "$1")" expected "sha256 $2" found "sha256 $found" \
    remedy "run ./sw setup again; if it stays wrong, the registry's file has changed: do not use it"
}

# --- The Python of the oracle tests ------------------------------------------------------------------------

oracle_python() { echo "$deps/oracle/bin/python"; }

oracle_is_there() { cmp -s "$root/setup/oracle.txt" "$deps/oracle/installed.txt"; }

install_oracle() {
  oracle_is_there && return
  install_packages fetch
  install_packages oracle
  with_deps_locked make_oracle
}

make_oracle() {
  oracle_is_there && return
  local start=$SECONDS venv=$scratch/oracle
  say "installing JAX for the oracle tests (a minute or two)"
  fetch_quietly "the oracle's Python environment" python3 -m venv "$venv"
  fetch_quietly "JAX" "$venv/bin/python" -m pip install --quiet --only-binary=:all: -r "$root/setup/oracle.txt"
  cp "$root/setup/oracle.txt" "$venv/installed.txt"
  rm -rf "$deps/oracle"
  mv "$venv" "$deps/oracle"
  say "installed JAX in $((SECONDS - start)) s"
}
