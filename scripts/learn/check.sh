# shellcheck shell=bash
# The proof of an exercise: its starter fails for the declared reason, its solution passes, its wrong answers do not.

# proof WHAT REGEX FILE FOLDER WORK: FILE must fail, saying what REGEX matches.
must_fail() {
  local what=$1 regex=$2 file=$3 folder=$4 work=$5 said
  if said=$(attempt "$folder" "$file" "$work"); then
    say "FAILED: $what passes"
    return 1
  fi
  case $(cat "$work/state") in
    compile)
      say "FAILED: $what does not compile:"$'\n'"$said"
      return 1
      ;;
  esac
  grep -qE -- "$regex" <<<"$said" || {
    say "FAILED: $what fails, but not for its reason ('$regex'):"$'\n'"$said"
    return 1
  }
}

# check_form FOLDER: the files and lines that every exercise has.
check_form() {
  local folder=$1 key good=0 wrong
  for key in title kind points read fails; do
    [ "$(values "$folder" $key | wc -l)" = 1 ] || { say "FAILED: exercise.txt has not one line '$key:'" && good=1; }
  done
  [ "$(values "$folder" hint | wc -l)" = 3 ] || { say "FAILED: exercise.txt has not three lines 'hint:'" && good=1; }
  case $(value "$folder" kind) in fix | fill | cheap) ;; *) say "FAILED: kind is fix, fill or cheap" && good=1 ;; esac
  [[ $(value "$folder" points) =~ ^[1-9][0-9]*$ ]] || { say "FAILED: points is a whole number" && good=1; }
  [ -e "$root/$(value "$folder" read | cut -d '#' -f 1)" ] || { say "FAILED: there is no page '$(value "$folder" read)'" && good=1; }
  ! grep -vE '^(title|kind|points|read|fails|bar|hint|calls): ' "$folder/exercise.txt" | grep -q . ||
    { say "FAILED: exercise.txt has lines of no key" && good=1; }
  wrong=$(find "$folder/wrong" -name '*.cuh' 2>/dev/null | wc -l)
  [ "$wrong" -ge 2 ] || { say "FAILED: there are not two wrong answers" && good=1; }
  [ -s "$folder/README.md" ] || { say "FAILED: there is no README.md" && good=1; }
  grep -q '^ *// \[starter' "$folder/solution.cuh" || { say "FAILED: solution.cuh has no // [starter" && good=1; }
  return $good
}

# check_exercise FOLDER: all checks. Prints what is wrong.
check_exercise() {
  local folder=$1 work good=0 said wrong regex
  check_form "$folder" || good=1
  work=$(scratch_folder)
  cut_starter "$folder" >"$work/starter.cuh"
  must_fail "the starter" "$(value "$folder" fails)" "$work/starter.cuh" "$folder" "$work/1" || good=1
  cut_solution "$folder" >"$work/solution.cuh"
  if ! said=$(attempt "$folder" "$work/solution.cuh" "$work/2" "$public_seeds 3 4"); then
    say "FAILED: the solution does not pass:"$'\n'"$said"
    good=1
  fi
  for wrong in "$folder"/wrong/*.cuh; do
    regex=$(sed -n '1s|^// rejected: ||p' "$wrong")
    if [ -z "$regex" ]; then
      say "FAILED: the first line of $wrong does not say '// rejected: REGEX'"
      good=1
      continue
    fi
    must_fail "${wrong#"$folder"/}" "$regex" "$wrong" "$folder" "$work/3" || good=1
    rm -rf "$work/3"
  done
  rm -rf "$work"
  [ $good -ne 0 ] || say "ok: $(basename "$folder"): the starter fails, the solution passes, $(find "$folder/wrong" -name '*.cuh' | wc -l) wrong answers are rejected"
  return $good
}

check_exercises() {
  local name folder good=0 on_gpu=''
  local -a folders=()
  if [ "${1:-}" = --gpu ]; then
    on_gpu=yes
    shift
  fi
  for name in "$@"; do folders+=("$(folder_of_exercise "$name")"); done
  [ $# -gt 0 ] || mapfile -t folders < <(exercise_folders)
  if [ -n "$on_gpu" ]; then
    prepare_gpu
    check_on_gpu "${folders[@]}"
    return
  fi
  prepare_emulator
  for folder in "${folders[@]}"; do
    check_exercise "$folder" || { say "  in $folder" && good=1; }
  done
  return $good
}
