# shellcheck shell=bash
# For instructors: an autograder of a chapter for Gradescope, and a new exercise to change. Sourced by ./learn.

# The project's files: those in git, or without git all but the build folders.
project_files() {
  if git -C "$root" rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git -C "$root" ls-files --cached --others --exclude-standard --deduplicate | while read -r file; do
      [ ! -f "$root/$file" ] || printf '%s\n' "$file"
    done
  else
    (cd "$root" && find . -path ./build -prune -o -path ./.git -prune -o -type f -print | sed 's|^\./||')
  fi
}

write_setup() {
  cat <<EOF
#!/bin/bash
# Run once, when Gradescope builds the autograder's image.
set -euo pipefail
base=\${AUTOGRADER:-/autograder}
apt-get update
apt-get install -y --no-install-recommends ${packages[*]} binutils util-linux
mkdir -p "\$base/course"
cp -r "\$base/source/course/." "\$base/course"
mkdir -p /tmp/nobody
"\$base/course/learn" grade --out /tmp/first --only $1 /tmp/nobody  # builds what every submission uses
EOF
}

write_run_autograder() {
  cat <<EOF
#!/bin/bash
# Run for each submission. There is always a result.
base=\${AUTOGRADER:-/autograder}
out=\$(mktemp -d)
mkdir -p "\$base/results"
if "\$base/course/learn" grade --out "\$out" --only $1 --seed $2 "\$base/submission" >"\$out/log" 2>&1; then
  cp "\$out/submission/results.json" "\$base/results/results.json"
else
  cat "\$out/log"
  echo '{"score": 0, "output": "The autograder failed, not your work. Please tell your instructor."}' >"\$base/results/results.json"
fi
EOF
}

# export CHAPTER --gradescope ZIP
export_chapter() {
  local usage='export CHAPTER-OR-EXERCISE --gradescope FILE.zip' chapter zip_file scratch seed
  local -a folders=()
  if [ $# -ne 3 ] || [ "$2" != --gradescope ]; then stop 2 "$usage"; fi
  chapter=${1%/} zip_file=$3
  choose_folders "$chapter"
  command -v zip >/dev/null || stop 77 "export needs zip (apt-get install zip)"
  case $zip_file in /*) ;; *) zip_file=$PWD/$zip_file ;; esac
  [ ! -e "$zip_file" ] || stop 2 "there is a file $zip_file already"
  scratch=$(mktemp -d)
  seed=$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')
  write_setup "$chapter" >"$scratch/setup.sh"
  write_run_autograder "$chapter" "$seed" >"$scratch/run_autograder"
  chmod +x "$scratch/setup.sh" "$scratch/run_autograder"
  mkdir "$scratch/course"
  # Measured tables and pictures are not needed to grade.
  project_files | grep -vE '^(measured|docs)/|[.](svg|png)$' |
    tar -C "$root" -cf - -T - | tar -C "$scratch/course" -xf - || stop 3 "the project's files could not be copied"
  (cd "$scratch" && zip -qr "$zip_file" .) || stop 3 "zip could not write $zip_file"
  rm -rf "$scratch"
  say "$zip_file: ${#folders[@]} exercises; upload it as the assignment's autograder"
}

# new CHAPTER/NAME: a small exercise under that name, which passes check as it is.
new_exercise() {
  [ $# -eq 1 ] && [[ $1 =~ ^(ch[0-9][0-9]_[a-z_]+)/([a-z][a-z0-9_]*)$ ]] || stop 2 "new needs a chapter and a name: ./learn new ch02_threads/my_exercise"
  local chapter=${BASH_REMATCH[1]} name=${BASH_REMATCH[2]} folder file
  local model=$root/exercises/ch02_threads/guard
  folder=$exercises_folder/$chapter/$name
  [ -e "$root/$chapter/README.md" ] || stop 2 "there is no chapter '$chapter'"
  ! exercise_folders | grep -qE "/$name\$" || stop 2 "there is an exercise '$name' already"
  [ ! -e "$folder" ] || stop 2 "there is a folder $folder already"
  mkdir -p "$exercises_folder/$chapter"
  cp -r "$model" "$folder"
  while read -r file; do
    sed -i -e "s|guard|$name|g" "$file"
  done < <(find "$folder" -type f)
  sed -i "s|^read: .*|read: $chapter/README.md|" "$folder/exercise.txt"
  printf '%s\n' "$name" >>"$exercises_folder/$chapter/order.txt"
  say "$folder: change its files, then ./learn check $name (docs/teaching.md says what stands in them)"
}
