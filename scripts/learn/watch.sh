# shellcheck shell=bash
# ./learn watch: one screen, judged again whenever the file is saved. Sourced by ./learn.

# A bar of 40 characters: how many exercises are solved.
progress_bar() {
  local solved all done_part
  solved=$(count_solved)
  all=$(exercise_folders | wc -l)
  done_part=$((all > 0 ? solved * 40 / all : 0))
  printf '[%s%s] %d of %d solved\n' "$(printf '%*s' $done_part '' | tr ' ' '#')" "$(printf '%*s' $((40 - done_part)) '')" "$solved" "$all"
}

# The screen: the task, the result, hints that were asked for, and the keys. It is written in one step.
draw_screen() {
  local text
  text=$(
    progress_bar
    printf '\n%s\n\n' "$(head_line)"
    sed -e 1,2d "$folder/README.md"
    printf '\n  %s\n\n%s\n' "$file" "$1"
    [ -z "$2" ] || printf '\n%s\n' "$2"
    printf '\nsave the file to run it again   h hint   n next   q quit'
  )
  printf '\033[H\033[2J\033[3J%s\n' "$text"
}

# The next exercise after the chosen one that is not solved; after the last it continues with the first.
step_to_next() {
  local candidate first='' behind=''
  while read -r candidate; do
    if [ "$candidate" = "$folder" ]; then
      behind=yes
      continue
    fi
    case $(progress "${candidate##*/}" 2) in solved | given-up) continue ;; esac
    [ -n "$first" ] || first=$candidate
    if [ -n "$behind" ]; then
      first=$candidate
      break
    fi
  done < <(exercise_folders)
  [ -n "$first" ] || return 1
  folder=$first name=${first##*/}
  file=$(file_of "$first")
}

watch_exercises() {
  local key said hints seen now
  if [ ! -t 0 ] || [ ! -t 1 ]; then stop 2 "watch needs a terminal; ./learn run does the same once"; fi
  choose_exercise "$@"
  prepare_emulator
  seen='' hints='' said=''
  while true; do
    now=$(cksum <"$file" 2>/dev/null) || now=$seen # while an editor puts the new file in the old one's place
    if [ "$now" != "$seen" ]; then
      seen=$now
      draw_screen "running ..." "$hints"
      said=$(judge_chosen) || true
      draw_screen "$said" "$hints"
    fi
    key=''
    read -rsn 1 -t 0.3 key || true
    case $key in
      h) hints=$(next_hint) && draw_screen "$said" "$hints" ;;
      n)
        if step_to_next; then
          seen='' hints='' said=''
        else
          draw_screen "$said" "There is no other exercise left."
        fi
        ;;
      q) break ;;
    esac
  done
  printf '\n'
}
