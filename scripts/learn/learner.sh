# shellcheck shell=bash
# A learner's folder: one file for each exercise, its task beside it, and progress.txt. Sourced by ./learn.

learn_home=${LEARN_HOME:-$root/build/learn}  # which folder was made last
progress_head='# exercise  state  attempts  hints (./learn writes this; a line may be deleted to begin again)'

# Sets work_dir to the learner's folder: LEARN_DIR, else the one that the user is in, else the last that was made here.
find_work_dir() {
  local folder
  work_dir=${LEARN_DIR:-}
  folder=$PWD
  while [ -z "$work_dir" ] && [ "$folder" != / ]; do
    if [ -f "$folder/progress.txt" ] && head -n 1 "$folder/progress.txt" | grep -q '^# exercise '; then work_dir=$folder; fi
    folder=$(dirname "$folder")
  done
  [ -n "$work_dir" ] || work_dir=$(cat "$learn_home/folder" 2>/dev/null) || true
  [ -n "$work_dir" ] && [ -f "$work_dir/progress.txt" ] || stop 2 "there is no folder of exercises yet: ./learn init DIR"
}

# The learner's file of the exercise in FOLDER.
file_of() {
  local chapter=${1%/*}
  printf '%s/%s/%s.cuh\n' "$work_dir" "${chapter##*/}" "${1##*/}"
}

# progress NAME FIELD: 2 state (new, tried, solved, given-up), 3 attempts, 4 hints.
progress() {
  awk -v name="$1" -v field="$2" '$1 == name { found = $field } END { print found != "" ? found : field == 2 ? "new" : 0 }' \
    "$work_dir/progress.txt"
}

# set_progress NAME STATE ATTEMPTS HINTS
set_progress() {
  local part=$work_dir/.progress.part
  {
    printf '%s\n' "$progress_head"
    awk -v name="$1" '!/^#/ && NF > 0 && $1 != name' "$work_dir/progress.txt"
    printf '%-20s %-9s %3d %2d\n' "$@"
  } >"$part"
  mv "$part" "$work_dir/progress.txt"
}

# A starter that the learner has not changed is replaced by a newer one; a changed file is kept.
init_folder() {
  [ $# -eq 1 ] || stop 2 "init needs a folder: ./learn init DIR"
  local folder name file new=0 starter old
  mkdir -p "$1" "$learn_home"
  work_dir=$(cd "$1" && pwd)
  case $work_dir/ in "$exercises_folder"/*) stop 2 "the learner's folder must not lie among the exercises" ;; esac
  [ -e "$work_dir/progress.txt" ] || printf '%s\n' "$progress_head" >"$work_dir/progress.txt"
  touch "$work_dir/.starters"
  while read -r folder; do
    name=${folder##*/}
    file=$(file_of "$folder")
    mkdir -p "$(dirname "$file")"
    starter=$(cut_starter "$folder" | cksum)
    old=$(sed -n "s/^$name //p" "$work_dir/.starters")
    if [ ! -e "$file" ] || { [ "$old" != "$starter" ] && [ "$(cksum <"$file")" = "$old" ]; }; then
      cut_starter "$folder" >"$file"
      new=$((new + 1))
      sed -i "/^$name /d" "$work_dir/.starters"
      printf '%s %s\n' "$name" "$starter" >>"$work_dir/.starters"
    fi
    cp "$folder/README.md" "${file%.cuh}.md"
  done < <(exercise_folders)
  printf '%s\n' "$work_dir" >"$learn_home/folder"
  say "$work_dir: $new new exercises of $(exercise_folders | wc -l); what you have changed stays as it is"
  say "next: ./learn"
}

# The first exercise that is neither solved nor given up, of which nothing is known to the learner yet.
next_folder() {
  local folder
  while read -r folder; do
    case $(progress "${folder##*/}" 2) in solved | given-up) ;; *) printf '%s\n' "$folder" && return 0 ;; esac
  done < <(exercise_folders)
  return 1
}

# Sets folder and name: of the exercise that was named, else of the next one.
choose_exercise() {
  find_work_dir
  if [ $# -gt 0 ]; then
    folder=$(folder_of_exercise "$1")
  else
    folder=$(next_folder) || { say "All $(exercise_folders | wc -l) exercises are solved." && exit 0; }
  fi
  name=${folder##*/}
  file=$(file_of "$folder")
  [ -e "$file" ] || stop 2 "there is no file $file: ./learn reset $name makes it again"
}

count_solved() { awk '$2 == "solved"' "$work_dir/progress.txt" | wc -l; }
head_line() { printf '%s: %s (%s, %s points)\n' "$name" "$(value "$folder" title)" "$(value "$folder" kind)" "$(value "$folder" points)"; }

show_next() {
  choose_exercise "$@"
  head_line
  sed -e 1,2d "$folder/README.md"
  printf '\n  edit  %s\n  then  ./learn run %s\n' "$file" "$name"
  say "$(count_solved) of $(exercise_folders | wc -l) solved"
}

list_exercises() {
  find_work_dir
  local folder chapter=''
  while read -r folder; do
    if [ "$chapter" != "${folder%/*}" ]; then
      chapter=${folder%/*}
      say "${chapter##*/}"
    fi
    printf '  %-20s %-6s %2s  %-9s %s\n' "${folder##*/}" "$(value "$folder" kind)" "$(value "$folder" points)" \
      "$(progress "${folder##*/}" 2)" "$(value "$folder" title)"
  done < <(exercise_folders)
}

# Judges the chosen exercise, prints the result and records it. Returns 0 if it passes.
judge_chosen() {
  local state status=0 work
  work=$(scratch_folder)
  attempt "$folder" "$file" "$work" || status=$?
  rm -rf "$work"
  state=$(progress "$name" 2)
  if [ $status -eq 0 ]; then state=solved; elif [ "$state" != solved ]; then state=tried; fi
  set_progress "$name" "$state" $(($(progress "$name" 3) + 1)) "$(progress "$name" 4)"
  return $status
}

run_exercise() {
  local status=0 work on_gpu=''
  if [ "${1:-}" = --gpu ]; then
    on_gpu=yes
    shift
  fi
  choose_exercise "$@"
  if [ -n "$on_gpu" ]; then # whether it is solved is told by the run without a GPU
    prepare_gpu
    head_line
    work=$(scratch_folder)
    attempt_on_gpu "$folder" "$file" "$work" || status=$?
    rm -rf "$work"
    return $status
  fi
  prepare_emulator
  head_line
  judge_chosen || status=$?
  if [ $status -eq 0 ]; then
    say "$(count_solved) of $(exercise_folders | wc -l) solved; the next one: ./learn"
  elif [ "$(progress "$name" 4)" -lt 3 ]; then
    say "a hint: ./learn hint $name"
  else
    say "the solution: ./learn solution $name --give-up"
  fi
  return $status
}

show_hint() {
  choose_exercise "$@"
  next_hint
}

# The hints of the chosen exercise that have been shown so far, and one more.
next_hint() {
  local hints
  hints=$(($(progress "$name" 4) + 1))
  [ $hints -le 3 ] || hints=3
  values "$folder" hint | head -n $hints | awk '{ print NR ". " $0 }'
  set_progress "$name" "$(progress "$name" 2)" "$(progress "$name" 3)" $hints
}

reset_exercise() {
  [ $# -eq 1 ] || stop 2 "reset needs the name of an exercise"
  find_work_dir
  local folder file
  folder=$(folder_of_exercise "$1")
  file=$(file_of "$folder")
  mkdir -p "$(dirname "$file")"
  if [ -e "$file" ]; then
    mv "$file" "$file.old"
    say "your file is now $file.old"
  fi
  cut_starter "$folder" >"$file"
  say "as at the beginning: $file"
}

show_solution() {
  [ $# -ge 1 ] || stop 2 "solution needs the name of an exercise"
  choose_exercise "$1"
  if [ "$(progress "$name" 2)" != solved ] && [ "$(progress "$name" 2)" != given-up ]; then
    [ "${2:-}" = --give-up ] || stop 2 "$name is not solved yet; to see the solution all the same: ./learn solution $name --give-up"
    set_progress "$name" given-up "$(progress "$name" 3)" "$(progress "$name" 4)"
  fi
  cut_solution "$folder"
}

# The microscope's page of the learner's own kernel, in the run whose requests are counted.
make_page() {
  choose_exercise "$@"
  local work page=${file%.cuh}.html status=0
  prepare_emulator
  work=$(scratch_folder)
  # shellcheck disable=SC2064  # this folder
  trap "rm -rf '$work'" EXIT
  chmod 755 "$work"
  cp "$file" "$work/$name.cuh"
  look_through "$folder" "$work/$name.cuh" || return 1
  if ! compile_attempt "$folder" "$work"; then
    compile_errors "$folder" "$work"
    return 1
  fi
  run_stage "$work" page 1 "$work/page.html" || status=$?
  [ -s "$work/page.html" ] || { what_is_wrong "$work" $status && return 1; }
  mv "$work/page.html" "$page"
  say "$page"
}
