# Prints a page with its marked blocks filled from the records; scripts/tables describes the marks.

function fail(text) {
  printf "%s:%d: %s\n", FILENAME, FNR, text > "/dev/stderr"
  failed = 1
}

function trimmed(text) {
  gsub(/^[ \t]+|[ \t]+$/, "", text)
  return text
}

# The cells of a line of a table: cell[1], cell[2], ...; returns their number.
function cells_of(line, cell,    n, i) {
  n = split(line, cell, "|") - 2
  for (i = 1; i <= n; i++) cell[i] = trimmed(cell[i + 1])
  return n
}

# A cell as the page shows it: in Markdown the underscores around a word such as __constant__ would make it bold.
function as_shown(text) {
  gsub(/__[a-z_]+__/, "`&`", text)
  return text
}

# A marker's parts: part["run"] and those that have a name.
function parse(text, part,    n, i, piece, colon) {
  split("", part)
  n = split(text, piece, "|")
  part["run"] = trimmed(piece[1])
  for (i = 2; i <= n; i++) {
    colon = index(piece[i], ":")
    part[trimmed(substr(piece[i], 1, colon - 1))] = trimmed(substr(piece[i], colon + 1))
  }
}

# Reads a run's table, the first one with this title or the one with this number among them: heading[1..columns],
# value[row, column], row_name[1..]; returns the number of rows, or -1.
function read_table(run, title, number,    file, line, before, inside, wanted, rows, n, i, cell) {
  if (number == "") number = 1
  file = run
  gsub(/[^A-Za-z0-9_.]+/, "-", file)
  file = records "/" file ".md"
  split("", heading)
  split("", value)
  split("", row_name)
  rows = -1
  while ((getline line < file) > 0) {
    if (line ~ /^\|/) {
      if (!inside) {
        inside = 1
        wanted = rows < 0 && index(before, title) == 1 && --number == 0
        if (wanted) {
          columns = cells_of(line, heading)
          rows = 0
        }
      } else if (wanted && line !~ /^\| *---/) {
        n = cells_of(line, cell)
        rows++
        row_name[rows] = cell[1]
        for (i = 1; i <= n; i++) value[rows, i] = as_shown(cell[i])
      }
    } else {
      inside = 0
      if (line != "") before = line
    }
  }
  close(file)
  if (rows < 0) fail("no table" (title == "" ? "" : " '" title "'") " of '" run "' in " file)
  return rows
}

function column_of(name,    i) {
  for (i = 1; i <= columns; i++) if (heading[i] == name) return i
  return 0
}

# Whether the list (a; b; c) names this row, or there is no list.
function is_listed(name, list,    n, i, item) {
  if (list == "") return 1
  n = split(list, item, ";")
  for (i = 1; i <= n; i++) {
    item[i] = trimmed(item[i])
    if (name == item[i] || index(name, item[i] " ") == 1) return 1
  }
  return 0
}

# Headings "as in the record" or "as in the record = another name": from[1..], shown[1..]; returns their number.
function headings_of(list, from, shown,    n, i, item, equal) {
  n = split(list, item, ";")
  for (i = 1; i <= n; i++) {
    equal = index(item[i], " = ")
    from[i] = trimmed(equal ? substr(item[i], 1, equal - 1) : item[i])
    shown[i] = trimmed(equal ? substr(item[i], equal + 3) : item[i])
  }
  return n
}

function print_heading(shown, n,    i, line, rule) {
  line = "|"
  rule = "|"
  for (i = 1; i <= n; i++) {
    line = line " " shown[i] " |"
    rule = rule "---|"
  }
  print line
  print rule
}

function print_table(text,    part, rows, n, i, r, from, shown, line, at, printed) {
  parse(text, part)
  rows = read_table(part["run"], part["title"], part["number"])
  if (rows < 0) return
  if (part["columns"] != "") {
    n = headings_of(part["columns"], from, shown)
  } else {
    n = columns
    for (i = 1; i <= n; i++) from[i] = shown[i] = heading[i]
  }
  for (i = 1; i <= n; i++) {
    at[i] = part["columns"] == "" ? i : column_of(from[i])
    if (!at[i]) fail("'" part["run"] "' has no column '" from[i] "'")
  }
  print_heading(shown, n)
  for (r = 1; r <= rows; r++) {
    if (!is_listed(row_name[r], part["rows"])) continue
    line = "|"
    for (i = 1; i <= n; i++) line = line " " value[r, at[i]] " |"
    print line
    printed++
  }
  if (!printed) fail("'" part["run"] "' has no row '" part["rows"] "'")
}

function print_row(text, from, n,    part, rows, colon, label, r, i, line, printed) {
  colon = index(text, ": ")
  label = substr(text, 1, colon - 1)
  parse(substr(text, colon + 2), part)
  rows = read_table(part["run"], part["title"], part["number"])
  for (r = 1; r <= rows; r++) {
    if (!is_listed(row_name[r], part["rows"])) continue
    line = "| " label " |"
    for (i = 2; i <= n; i++) line = line " " (column_of(from[i]) ? value[r, column_of(from[i])] : "") " |"
    print line
    printed++
  }
  if (rows >= 0 && !printed) fail("'" part["run"] "' has no row '" part["rows"] "'")
}

function print_measured(    file, line, text) {
  file = records "/README.md"
  while ((getline line < file) > 0)
    if (line ~ /^- (device|driver|toolkit|CPU|commit|date): /) text = text (text == "" ? "" : ", ") substr(line, 3)
  close(file)
  if (text == "") fail("nothing in " file " says where it was measured")
  print "Measured on " text "."
}

# The old lines of a block are left out; its new lines are printed when its first line has been read.
inside_block {
  if ($0 == "<!-- end -->") {
    inside_block = 0
    print
  }
  next
}
inside_rows {
  print
  if ($0 == "-->") {
    inside_rows = 0
    inside_block = 1
    print_heading(shown_rows, columns_of_rows)
    for (k = 1; k <= lines; k++) print_row(row_line[k], from_rows, columns_of_rows)
  } else {
    row_line[++lines] = $0
  }
  next
}
/^<!-- rows: / {
  print
  inside_rows = 1
  lines = 0
  columns_of_rows = headings_of(substr($0, 12), from_rows, shown_rows)
  next
}
/^<!-- table: .*-->$/ {
  print
  inside_block = 1
  print_table(substr($0, 13, length($0) - 16))
  next
}
/^<!-- measured -->$/ {
  print
  inside_block = 1
  print_measured()
  next
}
{ print }

END {
  if (inside_block || inside_rows) fail("a block has no end")
  exit failed
}
