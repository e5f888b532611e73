# shellcheck shell=bash
# What ./run and ./test share: install what is missing, choose the backend, configure and build. Sourced, not run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
packages=(g++ cmake ninja-build libgtest-dev libcli11-dev libboost-context-dev libeigen3-dev)

say() { printf '%s\n' "$*"; }
stop() {  # stop STATUS MESSAGE
  printf '%s: %s\n' "$(basename "$0")" "$2" >&2
  exit "$1"
}

has_header() {
  local folder
  for folder in /usr/include /usr/local/include ${CPATH:+${CPATH//:/ }} "$root"/.deps/include; do
    [ -e "$folder/$1" ] && return 0
  done
  return 1
}

# The missing packages. It looks for what they contain rather than for their names: a user may have built them by hand.
missing_packages() {
  command -v g++ >/dev/null || printf 'g++ '
  command -v cmake >/dev/null || printf 'cmake '
  command -v ninja >/dev/null || printf 'ninja-build '
  has_header gtest/gtest.h || [ -d "$root/.deps/googletest" ] || printf 'libgtest-dev '
  has_header CLI/CLI.hpp || printf 'libcli11-dev '
  [ "$preset" = cuda ] || has_header boost/context/detail/fcontext.hpp || printf 'libboost-context-dev '
  [ "$preset" = cuda ] || has_header eigen3/Eigen/Core || printf 'libeigen3-dev '
}

# Distributions that are older than CMakeLists.txt allows have an older CMake: Ubuntu 22.04 has 3.22.
check_cmake() {
  command -v cmake >/dev/null || return 0
  local needed version
  needed=$(sed -n 's/^cmake_minimum_required(VERSION \(.*\))$/\1/p' "$root/CMakeLists.txt")
  version=$(cmake --version 2>/dev/null | sed -n '1s/^cmake version //p') || true
  [ "$(printf '%s\n' "$needed" "$version" | sort -V | head -n 1)" = "$needed" ] || stop 77 "CMake $needed or newer is needed,\
 and this is ${version:-unknown}: please install one with 'snap install cmake --classic', 'pip install cmake' or apt.kitware.com"
}

install_missing() {  # install_missing TARGETS; empty, all or course: everything that may need a package is built
  local missing
  check_cmake
  missing=$(missing_packages)
  [ -z "$missing" ] && return 0
  # Only programs that call cuSOLVER need Eigen, so a missing Eigen alone does not stop one lesson's build.
  [ "$missing" = 'libeigen3-dev ' ] && [ -n "$1" ] && [ "$1" != all ] && [ "$1" != course ] && return 0
  command -v apt-get >/dev/null ||
    stop 77 "please install: ${missing% } (Debian's names: ${packages[*]}); there is no apt-get here to do it"
  install_packages "${missing% }"
  check_cmake
}

# The address of the published site, of which findings and explanations name pages: CUDA_EMULATOR_SITE, else what the file
# site/address says.
set_site() {
  local lines=''
  [ ! -e "$root/site/address" ] || lines=$(sed '/^#/d' "$root/site/address")
  CUDA_EMULATOR_SITE=${CUDA_EMULATOR_SITE-$lines}
  export CUDA_EMULATOR_SITE=${CUDA_EMULATOR_SITE%/}
}

# What ./learn is written in, and what reads the lists of planted bugs; lessons and their own tests need none.
need_python() {
  command -v python3 >/dev/null && return 0
  command -v apt-get >/dev/null || stop 77 "please install: python3 (3.9 or newer); there is no apt-get here to do it"
  mkdir -p "$root/build"
  install_packages python3
}

install_packages() {  # install_packages NAMES
  local apt=(env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get)
  local wish="please install, as root: apt-get install $1"
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || stop 77 "$wish (you are not root, and there is no sudo here)"
    apt=(sudo "${apt[@]}")
  fi
  say "installing: $1"
  local log=$root/build/install.log status=0
  # shellcheck disable=SC2086  # the names are words on purpose
  { "${apt[@]}" update && "${apt[@]}" install -y --no-install-recommends $1; } >"$log" 2>&1 || status=$?
  if [ $status -ne 0 ]; then
    # apt-get's status is 100 if it fails; sudo's own is 1.
    [ "${apt[0]}" != sudo ] || [ $status -ne 1 ] || stop 77 "$wish (sudo refuses: $(tail -n 1 "$log"))"
    # An update that reaches no server is no error; the installation is one, for want of packages.
    ! grep -qE 'Failed to fetch|Temporary failure|Could not (resolve|connect)' "$log" ||
      stop 77 "$wish (apt-get reaches no package server: no network, or a proxy is not set; the whole log: $log)"
    stop 77 "$wish (apt-get fails: $(grep '^E: ' "$log" | tail -n 1); the whole log: $log)"
  fi
}

# nvcc may be installed without being on PATH.
find_nvcc() {
  command -v nvcc >/dev/null && return 0
  [ -x /usr/local/cuda/bin/nvcc ] || return 1
  PATH=$PATH:/usr/local/cuda/bin
}

has_gpu() { command -v nvidia-smi >/dev/null && nvidia-smi -L 2>/dev/null | grep -q '^GPU '; }

# Sets preset to $1 (cuda, emulator, microscope) or, if that is empty, to what this machine can run; prints which and why.
choose_preset() {
  preset=$1
  if [ "$preset" = cuda ]; then
    find_nvcc || stop 77 "--gpu needs nvcc, the compiler of the CUDA toolkit (12.4 or newer), and there is none"
    has_gpu || stop 77 "--gpu needs an NVIDIA GPU and its driver, and nvidia-smi lists none"
  elif [ -z "$preset" ]; then
    if ! has_gpu; then
      preset=emulator
      say "backend: CPU emulator (no NVIDIA GPU here); times are not a GPU's"
    elif ! find_nvcc; then
      preset=emulator
      say "backend: CPU emulator (there is a GPU, but no nvcc: install the CUDA toolkit to use it)"
    else
      preset=cuda
    fi
  fi
  [ "$preset" = cuda ] && say "backend: CUDA on $(nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1)"
  build=$root/build/$preset
}

# Sets offline to CMake's options for packages that were unpacked into .deps because there is no network.
set_offline() {
  offline=()
  [ ! -d "$root/.deps" ] || offline=("-DCMAKE_PREFIX_PATH=$root/.deps"
    "-DFETCHCONTENT_SOURCE_DIR_GOOGLETEST=$root/.deps/googletest")
}

# Configures once; Ninja itself notices later changes. The planted bugs take half of the time to configure, so this leaves
# them out until ./test, which sets mutants=ON, wants them.
mutants=OFF
configure() {  # configure TARGETS: what will be built, for the packages
  local log=$root/build/$preset.log
  mkdir -p "$root/build"
  [ ! -e "$build/build.ninja" ] || { [ $mutants = ON ] && grep -qsx MUTANTS:BOOL=OFF "$build/CMakeCache.txt"; } || return 0
  install_missing "$1"
  local offline
  set_offline
  say "configuring ($preset) ..."
  (cd "$root" && cmake --preset "$preset" -DMUTANTS=$mutants "${offline[@]}") >"$log" 2>&1 || {
    tail -n 25 "$log" >&2
    rm -f "$build/build.ninja"
    stop 3 "CMake could not configure the project; the whole log: $log"
  }
}

# Configures, then builds the targets named, or everything.
build_targets() {
  configure "$*"
  local log=$root/build/$preset.log
  set_build_words "$@"
  if [ -t 1 ]; then
    "${build_words[@]}" || stop 3 "the build failed"
  else
    "${build_words[@]}" >"$log" 2>&1 || stop_build "$log"
  fi
}

# Sets build_words to the command that builds the targets named, or everything. One job per processor: Ninja's two more
# compete for the caches, and on two processors the tour took 8 % longer.
set_build_words() {
  build_words=(cmake --build "$build" --parallel "${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}")
  [ $# -eq 0 ] || build_words+=(--target "$@")
}

stop_build() {  # stop_build LOG
  # Ninja's FAILED: and the compiler's messages below it. head may end before grep: that is not an error here.
  { grep -E '^FAILED: |: (fatal )?error: |: warning: |undefined reference' -A 6 "$1" | head -n 60 >&2; } || true
  stop 3 "the build failed; the whole log: $1"
}

# The lessons as lines "chapter name program kind" (lesson or plain), in the order of the table of contents.
lesson_list() { cat "$build/lessons.txt"; }
