# shellcheck shell=bash
# Whether a learner's file may be compiled at all. Sourced by ./learn.

# look_through FOLDER FILE: prints why the file is refused, if it is.
look_through() {
  local folder=$1 file=$2 why
  if [ "$(stat -c %s "$file")" -gt 100000 ]; then
    say "Refused: the file has more than 100 kB."
    return 1
  fi
  if ! why=$(awk -v calls="$(values "$folder" calls | tr '\n' ' ')" -f "$root/scripts/learn/look.awk" "$file"); then
    printf 'Refused: %s.\n' "$why"
    return 1
  fi
}
