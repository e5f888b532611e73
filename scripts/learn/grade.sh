# shellcheck shell=bash
# Grading a class: a folder per student; every file is judged once, in its own process. Sourced by ./learn.

grade_usage='grade [--out DIR] [--only EXERCISE-OR-CHAPTER]... [--seed NUMBER] [--jobs N] STUDENT-DIR...'

# The learner's file of an exercise within a student's folder: as init laid it out, or beside all others. Only plain
# files without a link in their path, so that nothing else on this machine is read; empty if there is none.
students_file() {
  local student=$1 folder=$2 chapter file
  chapter=${folder%/*}
  chapter=${chapter##*/}
  for file in "$chapter/${folder##*/}.cuh" "${folder##*/}.cuh"; do
    if [ -f "$student/$file" ] && [ ! -L "$student/$file" ] && [ ! -L "$student/${file%/*}" ]; then
      printf '%s\n' "$student/$file"
      return
    fi
  done
}

# judge_once FOLDER FILE JUDGED SEEDS: leaves state (passed, or where it failed), said and seconds in JUDGED.
judge_once() {
  local folder=$1 file=$2 judged=$3 seeds=$4 scratch started
  started=$(date +%s%N)
  scratch=$(scratch_folder)
  if cut_starter "$folder" | cmp -s - "$file"; then
    echo untouched >"$scratch/state"
    echo "As at the beginning." >"$judged/said"
  else
    attempt "$folder" "$file" "$scratch" "$seeds" 2>&1 | head -c 10000 >"$judged/said" || true
  fi
  printf '%s\n' "$(((($(date +%s%N) - started)) / 1000000))" >"$judged/milliseconds"
  # Written last, in one step: a file without a state was not judged completely.
  cp "$scratch/state" "$judged/state.part" && mv "$judged/state.part" "$judged/state"
  rm -rf "$scratch"
}

# Sets folders: the exercises that are named, by name or chapter; all of them if none is.
choose_folders() {
  local word folder found
  folders=()
  [ $# -gt 0 ] || mapfile -t folders < <(exercise_folders)
  for word in "$@"; do
    found=0
    while read -r folder; do
      case $folder in */"${word%/}"/* | */"${word%/}") folders+=("$folder") && found=1 ;; esac
    done < <(exercise_folders)
    [ $found -eq 1 ] || stop 2 "there is no exercise or chapter '$word' (./learn list)"
  done
}

# Judges what the students handed in, no file twice: equal files are judged once for all. Sets judged_as, by "student
# exercise".
judge_all() {
  local student folder file key running=0 done_count=0
  local -A known=()
  for student in "${students[@]}"; do
    for folder in "${folders[@]}"; do
      file=$(students_file "$student" "$folder")
      key=none
      if [ -n "$file" ]; then
        key=${folder##*/}-$(sha256sum <"$file" | cut -c 1-40)
        if [ -z "${known[$key]:-}" ]; then
          known[$key]=yes
          mkdir "$judged_folder/$key"
          if [ $running -ge "$jobs" ]; then
            wait -n || true
            running=$((running - 1))
          fi
          judge_once "$folder" "$file" "$judged_folder/$key" "$public_seeds $secret_seed" &
          running=$((running + 1))
          done_count=$((done_count + 1))
          [ ! -t 1 ] || printf '\r%d files judged' $done_count
        fi
      fi
      judged_as[$(basename "$student") ${folder##*/}]=$key
    done
  done
  wait || true
  [ ! -t 1 ] || printf '\n'
}

# The result of an exercise: sets state, said, milliseconds, points and score.
look_up() {  # STUDENT FOLDER
  local key=${judged_as[$1 ${2##*/}]}
  points=$(value "$2" points) score=0 milliseconds=0
  if [ "$key" = none ]; then
    state=missing said='No file was handed in.'
    return
  fi
  state=$(cat "$judged_folder/$key/state" 2>/dev/null) || state=broken
  said=$(iconv -c -f utf-8 -t utf-8 <"$judged_folder/$key/said" | tr -d '\000-\010\013-\037\177')
  milliseconds=$(cat "$judged_folder/$key/milliseconds" 2>/dev/null) || milliseconds=0
  [ "$state" != broken ] || said='It could not be judged: the grader failed, not the student.'
  [ "$state" != passed ] || score=$points
}

grade_students() {
  local out=grades secret_seed='' jobs student
  local -a only=() students=() folders=()
  local -A judged_as=() names=()
  jobs=$(nproc)
  while [ $# -gt 0 ]; do
    case $1 in
      --out | --only | --seed | --jobs)
        [ $# -ge 2 ] || stop 2 "$1 needs a value: $grade_usage"
        case $1 in
          --out) out=$2 ;;
          --only) only+=("$2") ;;
          --seed) secret_seed=$2 ;;
          --jobs) jobs=$2 ;;
        esac
        shift
        ;;
      -*) stop 2 "unknown option $1: $grade_usage" ;;
      *) students+=("${1%/}") ;;
    esac
    shift
  done
  [ ${#students[@]} -gt 0 ] || stop 2 "$grade_usage"
  [[ $jobs =~ ^[1-9][0-9]*$ ]] || stop 2 "--jobs needs a whole number from 1"
  [ -n "$secret_seed" ] || secret_seed=$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')
  [[ $secret_seed =~ ^[0-9]{1,9}[0-9]?$ ]] || stop 2 "--seed needs a whole number of at most 10 digits"
  for student in "${students[@]}"; do
    [ -d "$student" ] || stop 2 "there is no folder '$student'"
    [ -z "${names[$(basename "$student")]:-}" ] || stop 2 "two folders have the name '$(basename "$student")'"
    names[$(basename "$student")]=yes
  done
  choose_folders ${only[@]+"${only[@]}"}
  prepare_emulator
  mkdir -p "$out"
  (umask 077 && printf '%s\n' "$secret_seed" >"$out/seed.txt") # the same one again: --seed
  judged_folder=$(mktemp -d)
  judge_all
  write_reports "$out"
  rm -rf "$judged_folder"
  say "${#students[@]} students, ${#folders[@]} exercises: $out/grades.csv"
}
