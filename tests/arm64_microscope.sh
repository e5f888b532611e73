# shellcheck shell=bash disable=SC2154  # build, host, jobs, project and started are of the script that sources this
# tests/arm64 --microscope [PROGRAM…]: sourced by tests/arm64, when the build for arm64 is configured.

cmake --build "$build" -j "$jobs" --target cu++ cuda_emulator_microscope common >"$build/build.log" || {
  grep -E 'error|warning|FAILED' -A 6 "$build/build.log" | head -n 60
  exit 1
}
echo "built for arm64 after $((SECONDS - started)) s"
started=$SECONDS

# A cu++ whose programs run here, where ./learn expects it (LEARN_BUILD).
cross=$build/cross
mkdir -p "$cross/emulator"
{
  printf '#!/usr/bin/env bash\nCC=aarch64-linux-gnu-gcc %q "$@" || exit\n' "$build/emulator/cu++"
  declare -f run_by_qemu
  cat <<'SCRIPT'
output=a.out
while [ $# -gt 0 ]; do
  case $1 in -c) exit 0 ;; -o) output=$2 ;; esac
  shift
done
run_by_qemu "$output"
SCRIPT
} >"$cross/emulator/cu++"
chmod 755 "$cross/emulator/cu++"

failed=0 passed=0
note() { # STATUS NAME TEXT
  if [ "$1" = 0 ]; then
    passed=$((passed + 1))
    echo "ok: $2"
  else
    failed=$((failed + 1))
    printf 'FAILED: %s\n%s\n' "$2" "$3"
  fi
}

programs=("$@")
[ $# -gt 0 ] || programs=(missing_barrier counter_without_atomic no_guard lock_without_fence barrier_under_condition index_overflows_int
  free_of_host_memory host_reads_device_pointer local_array_too_short managed_too_early recursion_too_deep heap_too_small
  float4_from_an_odd_element device_value_as_argument block_too_large never_copied_back streams_without_order leak_in_a_loop
  last_block_by_ticket warp_sum_in_a_function use_after_free sum_of_halves mean_of_nothing cluster_without_points)
for name in "${programs[@]}"; do
  status=0
  said=$("$project/emulator/tests/beginners_test" "$cross/emulator/cu++" "$project/emulator/tests/beginners/$name.cu" 2>&1) || status=1
  note $status "$name" "$said"
done

# The starter fails for its reason, the solution passes. Wrong answers are left out: some end by a limit of time, for which
# qemu is too slow.
test_exercise() { # NAME
  LEARN_BUILD=$cross PYTHONPATH=$project/scripts python3 - "$1" <<'PYTHON'
import sys
from learn import attempt, check, exercises, project
exercise, tools = exercises.exercise_named(sys.argv[1]), project.prepare()
with attempt.scratch_folder() as scratch:
    faults = check.must_fail(tools, exercise, "the starter", exercise.value("fails"), exercise.starter.encode(), scratch / "1")
    verdict = attempt.attempt(tools, exercise, exercise.solution.encode(), scratch / "2", (*attempt.PUBLIC_SEEDS, "3", "4"))
sys.exit("\n".join(faults if verdict.passed else [*faults, verdict.text]) or 0)
PYTHON
}
for name in which_axis leak fuse one_wave turn same_index padding lost_update full_list shuffle_sum; do
  status=0
  said=$( (test_exercise $name) 2>&1) || status=1
  note $status "exercise $name" "$said"
done

# run_lesson FOLDER CU++ COMMON OUTPUT: the counts of all its launches in OUTPUT.tsv. With programs.txt's options.
run_lesson() {
  local -a sources options
  mapfile -t sources < <(find "$project/$1" -name '*.cu' ! -name 'peers*' | sort)
  read -r -a options < <(sed -n "s/^${1##*/} //p" "$project/tests/hardware/programs.txt")
  "$2" --microscope -Wno-unchecked -std=c++20 -O1 -I"$project" "${sources[@]}" "$project/$1/main.cpp" "$3" -o "$4" &&
    CUDA_EMULATOR_BLOCKS=all CUDA_EMULATOR_TABLES=0 CUDA_EMULATOR_MULTIPROCESSORS=132 CUDA_EMULATOR_COUNTS=$4.tsv \
      "$4" "${options[@]}" >"$4.txt"
}
for folder in ch07_global/transpose; do
  name=${folder##*/} status=0
  said=$({
    run_lesson $folder "$host/emulator/cu++" "$host/libcommon.a" "$cross/$name.here" &&
      run_lesson $folder "$cross/emulator/cu++" "$build/libcommon.a" "$cross/$name" &&
      [ -s "$cross/$name.tsv" ] && cmp "$cross/$name.here.tsv" "$cross/$name.tsv"
  } 2>&1) || status=1
  note $status "$name: the same $(wc -l <"$cross/$name.tsv") rows of counts" "$said"
done

echo "$passed are ok, $failed failed, after $((SECONDS - started)) s"
[ $failed = 0 ] || exit 1
exit 0
