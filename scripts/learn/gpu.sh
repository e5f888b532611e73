# shellcheck shell=bash
# The same attempts on a GPU, with nvcc: right or wrong only, because the counts come from the microscope. Sourced by ./learn.

# nvcc, and the harness as an object of its own.
prepare_gpu() {
  choose_preset cuda
  harness=$build/learn/harness.o as_nobody=()
  run_memory=unlimited  # CUDA reserves as much as the machine has
  mkdir -p "${harness%/*}"
  nvcc -O2 -std=c++20 -arch=native -I"$root" -c "$root/exercises/harness.cpp" -o "$harness" ||
    stop 3 "the exercises' harness does not compile with nvcc"
}

# compile_on_gpu FOLDER FILE WORK: into WORK/program; says what is wrong.
compile_on_gpu() {
  local folder=$1 file=$2 work=$3
  mkdir -p "$work"
  cp "$file" "$work/${folder##*/}.cuh"
  look_through "$folder" "$work/${folder##*/}.cuh" || return 1
  nvcc -O2 -std=c++20 -arch=native -lineinfo -rdc=true -I"$work" -I"$root" "$folder/test.cu" "$harness" \
    -o "$work/program" >"$work/compiled" 2>&1 || { compile_errors "$folder" "$work" && return 1; }
}

# run_on_gpu WORK [WATCHER...]: says what is wrong with the program there; the watcher is a command that it runs under.
run_on_gpu() {
  local work=$1 status=0 wrong
  local watcher=("${@:2}")
  run_stage "$work" test "$public_seeds" || status=$?
  wrong=$(what_is_wrong "$work" $status)
  [ -n "$wrong" ] || return 0
  printf '%s\n' "$wrong"
  return 1
}

# As attempt, on the GPU.
attempt_on_gpu() {
  compile_on_gpu "$@" && run_on_gpu "$3" || return 1
  say "Right on this GPU. What it costs is counted without one: ./learn run ${1##*/}"
}

# The solutions on this GPU, under compute-sanitizer's memcheck and racecheck where it is installed.
check_on_gpu() {
  local folder work said tool sanitizer good=0
  local -a tools=(alone)
  sanitizer=$(command -v compute-sanitizer || echo "$(dirname "$(command -v nvcc)")/compute-sanitizer")
  if [ -x "$sanitizer" ]; then tools+=(memcheck racecheck); else say "compute-sanitizer is not installed: solutions run alone"; fi
  run_seconds=120  # compute-sanitizer's start takes seconds
  for folder in "$@"; do
    work=$(scratch_folder)
    cut_solution "$folder" >"$work/solution.cuh"
    if ! said=$(compile_on_gpu "$folder" "$work/solution.cuh" "$work"); then
      say "FAILED: ${folder##*/}: $said"
      good=1
      rm -rf "$work"
      continue
    fi
    for tool in "${tools[@]}"; do
      local -a watcher=()
      [ "$tool" = alone ] || watcher=("$sanitizer" --tool "$tool" --error-exitcode 9 --report-api-errors no)
      if said=$(run_on_gpu "$work" ${watcher[@]+"${watcher[@]}"}); then
        say "ok: ${folder##*/}, $tool"
      elif grep -q 'terminated before first instrumented API call' "$work/out"; then
        say "nothing for $tool: ${folder##*/} asks the host only"  # a number to work out, say
      elif grep -q 'Dynamic Parallelism is not supported by the selected tool' "$work/out"; then
        say "nothing for $tool: ${folder##*/} launches kernels from kernels"
      else
        say "FAILED: ${folder##*/}, $tool: $said"
        grep '^=========' "$work/out" | head -n 6
        good=1
      fi
    done
    rm -rf "$work"
  done
  return $good
}
