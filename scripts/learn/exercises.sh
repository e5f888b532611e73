# shellcheck shell=bash
# The exercises: their list, the values in exercise.txt, and how a starter is made from a solution. Sourced.

exercises_folder=${EXERCISES:-$root/exercises}

# The folders of all exercises, in the order to walk them: chapters by number, exercises as the chapter's order.txt
# lists them.
exercise_folders() {
  local chapter name
  for chapter in "$exercises_folder"/ch*/; do
    while read -r name; do
      [ -z "$name" ] || printf '%s%s\n' "$chapter" "$name"
    done <"$chapter/order.txt"
  done
}

# The folder of the exercise NAME, or of a folder's path as one may type it.
folder_of_exercise() {
  local name=${1%/} folder
  name=${name##*/}
  name=${name%.cuh}
  while read -r folder; do
    [ "${folder##*/}" != "$name" ] || { printf '%s\n' "$folder" && return 0; }
  done < <(exercise_folders)
  stop 2 "there is no exercise '$1' (./learn list)"
}

# What exercise.txt says: values FOLDER KEY prints one line for each line with this key.
values() { sed -n "s/^$2: *//p" "$1/exercise.txt"; }
value() { values "$1" "$2" | head -n 1; }

# A region of solution.cuh from "// [starter" to "// starter]": the starter has only what follows "//- " there.
cut_starter() {
  awk '
    /^[ \t]*\/\/ \[starter/ { inside = 1; next }
    /^[ \t]*\/\/ starter\]/ { inside = 0; next }
    !inside { print; next }
    /^[ \t]*\/\/-( |$)/ { sub(/\/\/- ?/, ""); sub(/^[ \t]+$/, ""); print }' "$1/solution.cuh"
}

# The solution, as a learner sees it, has all but those lines.
cut_solution() {
  awk '!/^[ \t]*\/\/ (\[starter|starter\])/ && !/^[ \t]*\/\/-( |$)/' "$1/solution.cuh"
}
