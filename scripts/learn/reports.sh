# shellcheck shell=bash
# What grading writes: for each student a report as text and as HTML, Gradescope's results.json and Classroom 50's
# result.json; for the class one CSV and one JUnit file. Sourced by ./learn.

# A text as the inside of a JSON string, as the inside of an element or attribute of HTML and XML, as a cell of a CSV file.
as_json() { sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/\t/\\t/g' <<<"$1" | awk '{ printf "%s%s", (NR > 1 ? "\\n" : ""), $0 }'; }
as_html() { sed -e 's/&/\&amp;/g' -e 's/</\&lt;/g' -e 's/>/\&gt;/g' -e 's/"/\&quot;/g' <<<"$1"; }
as_csv() {
  local text=${1//\"/\"\"}
  case $text in [=+@-]*) text="'$text" ;; esac # no formula for a spreadsheet
  printf '"%s"' "$text"
}
as_seconds() { printf '%d.%03d' $(($1 / 1000)) $(($1 % 1000)); }

write_text_report() {
  local student=$1 folder state said points score milliseconds sum=0 most=0
  printf 'Exercises of %s, graded on %s\n' "$student" "$graded_at"
  for folder in "${folders[@]}"; do
    look_up "$student" "$folder"
    sum=$((sum + score)) most=$((most + points))
    printf '\n%-20s %2d of %2d points  %s\n' "${folder##*/}" "$score" "$points" "$(in_words "$state")"
    sed 's/^/    /' <<<"$said"
  done
  printf '\nTogether: %d of %d points\n' $sum $most
}

in_words() {
  case $1 in
    passed) echo passed ;;
    missing) echo "not handed in" ;;
    untouched) echo "not begun" ;;
    refused) echo "refused" ;;
    compile) echo "does not compile" ;;
    test | counted) echo "wrong" ;;
    bars) echo "right, but it costs too much" ;;
    *) echo "could not be judged" ;;
  esac
}

write_html_report() {
  local student=$1 folder state said points score milliseconds
  printf '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>%s</title>\n' "$(as_html "$student")"
  printf '<style>body{font:16px sans-serif;max-width:60em;margin:2em auto}table{border-collapse:collapse}'
  printf 'td,th{text-align:left;vertical-align:top;padding:.4em .8em;border-top:1px solid #ccc}pre{margin:0;white-space:pre-wrap}'
  printf '</style></head><body>\n<h1>%s</h1><p>graded on %s</p>\n' "$(as_html "$student")" "$graded_at"
  printf '<table><tr><th>exercise</th><th>points</th><th></th><th></th></tr>\n'
  for folder in "${folders[@]}"; do
    look_up "$student" "$folder"
    printf '<tr><td>%s<br>%s</td><td>%d of %d</td><td>%s</td><td><pre>%s</pre></td></tr>\n' "${folder##*/}" \
      "$(as_html "$(value "$folder" title)")" "$score" "$points" "$(in_words "$state")" "$(as_html "$said")"
  done
  printf '</table></body></html>\n'
}

# https://gradescope-autograders.readthedocs.io/en/latest/specs/#output-format
write_gradescope() {
  local student=$1 folder state said points score milliseconds number=0 sum=0 time=0 tests=''
  for folder in "${folders[@]}"; do
    look_up "$student" "$folder"
    number=$((number + 1)) sum=$((sum + score)) time=$((time + milliseconds))
    tests+=$(printf '%s\n    {"name": "%s", "number": "%d", "score": %d, "max_score": %d, "status": "%s", "output": "%s", "output_format": "text", "visibility": "visible"}' \
      "$([ $number -eq 1 ] || echo ,)" "$(as_json "${folder##*/}: $(value "$folder" title)")" $number "$score" "$points" \
      "$([ "$state" = passed ] && echo passed || echo failed)" "$(as_json "$said")")
  done
  printf '{\n  "score": %d,\n  "execution_time": %s,\n  "visibility": "visible",\n  "stdout_visibility": "hidden",\n  "tests": [%s\n  ]\n}\n' \
    $sum "$(as_seconds $time)" "$tests"
}

# https://github.com/foundation50/classroom50/wiki/Advanced-Autograding: what its runner knows of the submission stands in
# variables.
write_classroom() {
  local student=$1 folder state said points score milliseconds sum=0 most=0 tests=''
  for folder in "${folders[@]}"; do
    look_up "$student" "$folder"
    sum=$((sum + score)) most=$((most + points))
    tests+=$(printf '%s\n    {"test-name": "%s", "passed": %s, "score": %d, "max-score": %d, "output": "%s"}' "${tests:+,}" "${folder##*/}" \
      "$([ "$state" = passed ] && echo true || echo false)" "$score" "$points" "$(as_json "$said")")
  done
  printf '{\n  "schema": "classroom50/result/v1",\n'
  printf '  "classroom": "%s",\n  "assignment": "%s",\n' "$(as_json "${CLASSROOM:-}")" "$(as_json "${ASSIGNMENT:-}")"
  printf '  "owner": "%s",\n  "submission": "%s",\n' "$(as_json "${OWNER:-$student}")" "$(as_json "${SUBMISSION_TAG:-}")"
  printf '  "commit": "%s",\n  "release": "%s",\n' "$(as_json "${COMMIT_URL:-}")" "$(as_json "${RELEASE_URL:-}")"
  printf '  "review": "%s",\n  "datetime": "%s",\n' "$(as_json "${REVIEW_URL:-${COMMIT_URL:-}}")" "$graded_at"
  printf '  "score": %d,\n  "max-score": %d,\n  "tests": [%s\n  ]\n}\n' $sum $most "$tests"
}

write_csv() {
  local student folder sum most
  local state said points score milliseconds
  printf 'student'
  for folder in "${folders[@]}"; do printf ',%s' "${folder##*/}"; done
  printf ',points,of\n'
  for student in "${students[@]}"; do
    student=$(basename "$student") sum=0 most=0
    as_csv "$student"
    for folder in "${folders[@]}"; do
      look_up "$student" "$folder"
      sum=$((sum + score)) most=$((most + points))
      printf ',%d' "$score"
    done
    printf ',%d,%d\n' $sum $most
  done
}

write_junit() {
  local student folder state said points score milliseconds
  printf '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n'
  for student in "${students[@]}"; do
    student=$(basename "$student")
    printf '<testsuite name="%s" tests="%d">\n' "$(as_html "$student")" ${#folders[@]}
    for folder in "${folders[@]}"; do
      look_up "$student" "$folder"
      printf '<testcase classname="%s" name="%s" time="%s">' "$(as_html "$student")" "${folder##*/}" "$(as_seconds "$milliseconds")"
      [ "$state" = passed ] || printf '<failure message="%s">%s</failure>' "$(in_words "$state")" "$(as_html "$said")"
      printf '</testcase>\n'
    done
    printf '</testsuite>\n'
  done
  printf '</testsuites>\n'
}

write_reports() {
  local out=$1 student name graded_at
  graded_at=$(date -u +%Y-%m-%dT%H:%M:%SZ)
  for student in "${students[@]}"; do
    name=$(basename "$student")
    mkdir -p "$out/$name"
    write_text_report "$name" >"$out/$name/report.txt"
    write_html_report "$name" >"$out/$name/report.html"
    write_gradescope "$name" >"$out/$name/results.json"
    write_classroom "$name" >"$out/$name/result.json"
  done
  write_csv >"$out/grades.csv"
  write_junit >"$out/junit.xml"
}
