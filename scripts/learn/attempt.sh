# shellcheck shell=bash
# One attempt: a learner's file is looked through, compiled with the exercise's test.cu, run under the microscope, and
# judged by the result, the findings and the bars. Sourced by ./learn.

public_seeds='1 2'
run_seconds=20           # of processor time, for each of the two runs; three times as much may go by on a clock
compile_seconds=120
run_file_blocks=32768    # 1 KiB each: what a program may write into a file, its output included
run_memory=13631488     # KiB; of these the microscope keeps 5 GiB of addresses for itself, and 4 more for a cooperative launch
compile_memory=4194304   # KiB
run_processes=1000       # where attempts run as nobody

# The emulator, and the harness, which changes seldom: an object that every program links. LEARN_BUILD names a build that
# is complete (tests run several of these commands beside each other).
prepare_emulator() {
  preset=emulator build=${LEARN_BUILD:-$root/build/emulator}
  [ -n "${LEARN_BUILD:-}" ] || build_targets cu++ cuda_emulator_microscope
  compiler=$build/emulator/cu++
  harness=$build/learn/harness.o
  # Root runs a learner's code as the user nobody.
  as_nobody=()
  if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
    as_nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs)
  fi
  local part
  mkdir -p "${harness%/*}"
  if [ ! -e "$harness" ] || [ "$root/exercises/harness.cpp" -nt "$harness" ] || [ "$root/exercises/harness.h" -nt "$harness" ]; then
    part=$(mktemp "$harness.XXXXXX")
    "$compiler" -O2 -std=c++20 -I"$root" -c "$root/exercises/harness.cpp" -o "$part" ||
      stop 3 "the exercises' harness does not compile"
    mv "$part" "$harness"
  fi
}

# A folder for intermediate files, which the user nobody may enter but not list.
scratch_folder() {
  local scratch
  scratch=$(mktemp -d)
  chmod 711 "$scratch"
  printf '%s\n' "$scratch"
}

# Compiles FILE with the test of the exercise in FOLDER into WORK/program. Names of files are the learner's in messages.
compile_attempt() {
  local folder=$1 work=$2 needed options=()
  [[ $folder != */ch23_* ]] || options=(-rdc=true)  # kernels that launch kernels
  rm -f "$work/refused"
  (
    ulimit -v "$compile_memory" -f 1048576 -c 0
    exec timeout -k 1 "$compile_seconds" "$compiler" --microscope -Wno-unchecked "${options[@]}" -std=c++20 -O2 -Xcompiler -Wall -I"$work" \
      -I"$root" -c "$folder/test.cu" -o "$work/object.o"
  ) >"$work/compiled" 2>&1 </dev/null || return 1
  if ! needed=$(nm -u "$work/object.o" | awk -f "$root/scripts/learn/symbols.awk"); then
    printf 'Refused: the file calls %s, which no exercise needs.\n' "$(c++filt "$needed")" >"$work/refused"
    return 1
  fi
  "$compiler" --microscope "$work/object.o" "$harness" -o "$work/program" >>"$work/compiled" 2>&1
}

# The compiler's messages, with the learner's name of the file.
compile_errors() {
  if [ -e "$2/refused" ]; then
    cat "$2/refused"
    return
  fi
  say "It does not compile:"
  sed -e "s|$2/||g" -e "s|$1/||g" "$2/compiled" | grep -v '^In file included from' | head -n 15
}

# run_stage WORK test|counted|page SEEDS [PAGE]: runs the program with limits. Leaves its verdict (right, or wrong and
# why) in WORK/verdict; it stays empty if the program ended before the tests did. Returns the program's status. The stage
# page is counted once more, drawn into the file PAGE. The array watcher of the caller is a command to run it under.
run_stage() {
  local work=$1 stage=$2 seeds=$3 page=${4:-} word status=0
  word=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  rm -f "$work/report"
  : >"$work/counts"
  [ -z "$page" ] || : >"$page"
  [ ${#as_nobody[@]} -eq 0 ] || chmod 666 "$work/counts" ${page:+"$page"}
  (
    ulimit -f "$run_file_blocks" -d "$run_memory" -t "$run_seconds" -c 0
    [ ${#as_nobody[@]} -eq 0 ] || ulimit -u "$run_processes"
    export CUDA_EMULATOR_BLOCKS=all CUDA_EMULATOR_LAUNCHES=all CUDA_EMULATOR_TABLES=0 CUDA_EMULATOR_FINDINGS_STATUS=4 CUDA_EMULATOR_THREADS=2
    unset CUDA_EMULATOR_TRACE CUDA_EMULATOR_COUNTS
    case $stage in
      counted) export CUDA_EMULATOR_COUNTS=$work/counts ;;
      page) export CUDA_EMULATOR_TRACE=$page && stage=counted ;;
    esac
    exec timeout -k 1 $((run_seconds * 3)) ${as_nobody[@]+"${as_nobody[@]}"} ${watcher[@]+"${watcher[@]}"} "$work/program" "$stage" 3 4
  ) </dev/null >"$work/out" 2>"$work/err" 3<<<"$word $seeds" 4>"$work/report" || status=$?
  sed -n "s/^$word //p" "$work/report" 2>/dev/null | head -n 1 >"$work/verdict"
  return $status
}

# Whether it was ended by timeout, or by the limit of processor time (SIGXCPU, SIGKILL).
is_timeout() { [ "$1" = 124 ] || [ "$1" = 137 ] || [ "$1" = 152 ]; }

# What is wrong with a run that ended with STATUS, as the learner reads it; nothing if it is right.
what_is_wrong() {
  local work=$1 status=$2 said
  said=$(cat "$work/verdict")
  [ "$status" = 0 ] && [ "$said" = right ] && return 0
  if is_timeout "$status"; then
    say "It did not end within $run_seconds seconds: a loop without an end, or threads that wait for each other?"
  fi
  if [ "$status" = 134 ] && grep -q 'no memory\|Cannot allocate\|bad_alloc' "$work/err"; then
    say "It needed more memory than an attempt gets."
    return
  fi
  if [ "$status" = 153 ]; then say "It wrote more than $((run_file_blocks / 1024)) MiB of output."; fi
  # The findings, without the harness's own lines; the first two are enough.
  awk '
    /^microscope: finding:/ { shown = ++count <= 2; sub(/^microscope: finding: /, ""); if (shown) print_line(); next }
    /^[^ ]/ || /^$/ { shown = 0 }
    shown { print_line() }
    function print_line() {
      gsub(/ allocated at harness\.cpp:[0-9]+/, "")
      gsub(/harness\.cpp:[0-9]+/, "the test")
      print
    }' "$work/err"
  case $said in
    wrong*) printf '%s.\n' "${said#wrong }" ;;
    right) grep -q '^microscope: finding:' "$work/err" || say "The program failed at its end, with status $status." ;;
    *)
      if ! is_timeout "$status" && [ "$status" != 153 ]; then
        say "The program ended before the tests did (status $status)."
        grep -v '^microscope: ' "$work/err" | head -n 8
      fi
      ;;
  esac
}

# Compares every bar of the exercise with the counts: results go to WORK/bars, a line each, "met" or "missed" and a
# tab in front. False if one is missed.
judge_bars() {
  local folder=$1 work=$2 file=$3 bar good=0
  : >"$work/bars"
  while read -r bar; do
    awk -v bar="$bar" -v source="$file" -f "$root/scripts/learn/bars.awk" "$work/counts" >>"$work/bars" || good=1
  done < <(values "$folder" bar)
  ! grep -q '^missed' "$work/bars" || good=1
  return $good
}

# attempt FOLDER FILE WORK [SEEDS]: judges FILE as an answer to the exercise in FOLDER. Prints what there is to say, and
# returns 0 if it passes. WORK is a folder for intermediate files; WORK/state is the result in one word.
attempt() {
  local folder=$1 file=$2 work=$3 seeds=${4:-$public_seeds} name=${1##*/} stage status=0 wrong
  mkdir -p "$work"
  chmod 755 "$work"
  sed 's/\r$//' "$file" >"$work/$name.cuh"
  echo refused >"$work/state"
  look_through "$folder" "$work/$name.cuh" || return 1
  echo compile >"$work/state"
  if ! compile_attempt "$folder" "$work"; then
    compile_errors "$folder" "$work"
    return 1
  fi
  for stage in test counted; do
    echo $stage >"$work/state"
    status=0
    [ $stage = test ] || seeds=${seeds%% *}  # counts of one run
    run_stage "$work" $stage "$seeds" || status=$?
    wrong=$(what_is_wrong "$work" $status)
    if [ -n "$wrong" ]; then
      printf '%s\n' "$wrong"
      return 1
    fi
  done
  echo bars >"$work/state"
  if ! judge_bars "$folder" "$work" "$work/$name.cuh"; then
    say "The result is right, but it costs too much:"
    awk -F '\t' '$1 == "missed" || $1 == "broken" { print "  " $2; shown = 1; next } $1 == "" && shown { print "    " $2; next } { shown = 0 }' "$work/bars"
    return 1
  fi
  echo passed >"$work/state"
  say "Right."
  awk -F '\t' '$1 == "met" { print "  " $2 }' "$work/bars"
}
