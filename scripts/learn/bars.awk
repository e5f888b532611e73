# Compares the microscope's counts with one bar of an exercise.
#   awk -v bar="shared load passes/request <= 1" -v source=FILE.cuh -f bars.awk COUNTS
# Prints "met" or "missed", a tab, and a sentence. A bar "… /request" holds for each line of the program by itself, so
# that cheap accesses cannot hide expensive ones; any other bar holds for the sum over all kernels of the counted run.
BEGIN {
  FS = "\t"
  if (match(bar, /: /)) {
    words = substr(bar, RSTART + 2)
    bar = substr(bar, 1, RSTART - 1)
  }
  if (split(bar, part, " ") != 5) broken("five words: space kind measure <= number")
  space = part[1]; kind = part[2]; measure = part[3]; relation = part[4]; limit = part[5] + 0
  if (space !~ /^(global|shared|constant|local|any)$/) broken("space: global, shared, constant, local or any")
  if (kind !~ /^(load|store|atomic|any)$/) broken("kind: load, store, atomic or any")
  if (measure !~ /^(requests|lanes|sectors|passes|(sectors|passes|lanes)\/request)$/)
    broken("measure: requests, lanes, sectors, passes, sectors/request, passes/request or lanes/request")
  if (relation !~ /^[<>]=$/ || part[5] !~ /^[0-9.]+$/) broken("<= or >=, and a number")
  while ((getline text < source) > 0) {
    line_text[++last_line] = text
    # An array's name is between its type and the first bracket.
    if (text ~ /__shared__/ && match(text, /[A-Za-z_][A-Za-z_0-9]*[ ]*\[/)) {
      name = substr(text, RSTART, RLENGTH)
      gsub(/[ \[]/, "", name)
      shared_name[++shared_names] = name
    }
  }
  base = source
  sub(/.*\//, "", base)
}

function broken(what) {
  print "broken\tthe bar `" bar "` is not understood: " what
  failed = 1
  exit 1
}

function number(value) { return value == int(value) ? sprintf("%d", value) : sprintf("%.3g", value) }

# What a line of the program accesses: the shared arrays named there, else the space.
function touched(space, line, i, names) {
  if (space == "shared") {
    for (i = 1; i <= shared_names; ++i)
      if (line_text[line] ~ ("(^|[^A-Za-z_0-9])" shared_name[i] "[ ]*\\["))
        names = names (names == "" ? "" : " or ") "`" shared_name[i] "`"
    if (names != "") return names
  }
  return space == "any" ? "memory" : space " memory"
}

function access(kind) { return kind == "load" ? "load of" : kind == "store" ? "store to" : kind == "atomic" ? "atomic operation on" : "access to" }

$5 != $6 { skipped = 1 }
(space == "any" || $7 == space) && (kind == "any" || $8 == kind) && $7 != "none" && ($7 != "local" || space == "local") {
  amount = measure ~ /^requests/ ? $10 : measure ~ /^lanes/ ? $11 : $12
  sum += amount
  if (measure ~ /\/request/) {
    each = amount / $10
    if (!any || (relation == "<=" ? each > worst : each < worst)) { worst = each; worst_space = $7; worst_kind = $8; worst_file = $13; worst_line = $14 }
  }
  any = 1
}

END {
  if (failed) exit 1
  if (skipped) { print "broken\tnot all blocks were checked"; exit 1 }
  unit = measure
  sub(/\/request/, "", unit)
  if (measure ~ /\/request/) {
    if (!any) { print "met\tno " access(kind) " " touched(space, 0); exit }
    found = worst
    if (found == 1) unit = substr(unit, 1, length(unit) - (unit == "passes" ? 2 : 1))
    what = number(found) " " unit " for each " access(worst_kind) " " touched(worst_space, worst_line)
    if (worst_space == "shared" && unit == "passes")
      what = what (found >= 32 ? ": all lanes hit one bank" : ": lanes meet in one bank")
  } else {
    found = sum + 0
    what = number(found) " " (measure == "requests" || measure == "lanes" ? measure ", " : measure ", ") access(kind) " " touched(space, 0)
    if (measure == "requests") what = number(found) " requests that " does(kind) touched(space, 0)
    if (measure == "lanes") what = number(found) " threads' accesses that " does(kind) touched(space, 0)
    if (unit == "sectors" || unit == "passes") what = number(found) " " unit " to " does(kind) touched(space, 0)
  }
  met = relation == "<=" ? found <= limit : found >= limit
  sentence = what ". The bar is " (relation == ">=" ? "at least " : "") number(limit) (words == "" ? "." : ": " words ".")
  print (met ? "met" : "missed") "\t" sentence
  if (!met && worst_line > 0 && worst_file ~ ("(^|/)" base "$")) {
    text = line_text[worst_line]
    sub(/^[ \t]+/, "", text)
    printf "\t%s:%d | %s\n", base, worst_line, text
  }
}

function does(kind) { return kind == "load" ? "load from " : kind == "store" ? "store to " : kind == "atomic" ? "change " : "touch " }
