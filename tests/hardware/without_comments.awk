# For tests/hardware/programs: prints the code of a program's files without comments, blank lines and trailing spaces.
# Strings, characters and raw strings remain as they are. A block comment becomes a space, as it is for a compiler.
#
# A program that can print its own line numbers keeps its lines: where there was only a comment, an empty one is printed.
# Two kinds of programs are printed whole, with their comments:
# - a program that can print where in a line something stands, or the text of an assertion;
# - a program that this file cannot divide with certainty: an unfinished string, or a word continued in the next line.

FNR == 1 { name[++files] = FILENAME }
{
  line[files, FNR] = $0
  lines[files] = FNR
}

END {
  whole = keeps_lines = 0
  for (f = 1; f <= files; ++f) {
    code[f] = code_of(f)
    if (names_lines(code[f])) keeps_lines = 1
    if (names_columns(code[f])) whole = 1
  }
  for (f = 1; f <= files && keeps_lines && !whole; ++f) code[f] = code_of(f)
  for (f = 1; f <= files; ++f) {
    print name[f]
    if (!whole) printf "%s", code[f]
    else
      for (i = 1; i <= lines[f]; ++i) print line[f, i]
  }
}

function names_lines(text) {
  return text ~ /__LINE__|__FILE__|__FILE_NAME__|__BASE_FILE__|__builtin_(LINE|FILE)|CubDebug|#[ \t]*line/
}

function names_columns(text) {
  if (text ~ /__builtin_COLUMN|source_location|stacktrace|backtrace|__assert/) return 1
  return text ~ /(^|[^A-Za-z0-9_])assert([^A-Za-z0-9_]|$)/
}

# inside is what the end of a line leaves open: nothing, a "block" comment, a line comment ("rest") that a backslash
# continues, or a "raw" string that ends with the text closing.
function code_of(f,    i, text, cr, out, result) {
  inside = ""
  out = result = ""
  for (i = 1; i <= lines[f]; ++i) {
    text = line[f, i]
    cr = sub(/\r$/, "", text) ? "\r" : ""
    out = out strip(text)
    if (keeps_lines && inside != "raw") {
      sub(/[ \t\f\v]+$/, "", out)
      result = result out cr "\n"
      out = ""
      continue
    }
    if (inside == "raw") {
      out = out cr "\n"
      continue
    }
    if (inside != "") continue
    if (out ~ /\\[ \t]*$/) {  # the next line belongs to this one, even if it is blank
      out = out cr "\n"
      continue
    }
    sub(/[ \t\f\v]+$/, "", out)
    if (out != "") result = result out cr "\n"
    out = ""
  }
  if (inside == "block" || inside == "raw" || out != "") whole = 1
  return result out
}

# The code in a line.
function strip(text,    out, at, token) {
  out = ""
  if (inside == "rest") {
    if (text !~ /\\[ \t]*$/) inside = ""
    return ""
  }
  while (text != "") {
    if (inside == "block" || inside == "raw") {
      at = index(text, closing)
      if (inside == "block" && at == 0 && text ~ /\*\\[ \t]*$/) whole = 1  # the comment may end in the next line
      if (at == 0) return inside == "raw" ? out text : out
      if (inside == "raw") out = out substr(text, 1, at + length(closing) - 1)
      text = substr(text, at + length(closing))
      inside = ""
    } else if (text ~ /^\/\//) {
      if (text ~ /\\[ \t]*$/) inside = "rest"
      return out
    } else if (text ~ /^\/\*/) {
      out = out " "
      text = substr(text, 3)
      inside = "block"
      closing = "*/"
    } else if (match(text, /^(u8|u|U|L)?R"[^ ()\\]*\(/)) {
      token = substr(text, 1, RLENGTH)
      out = out token
      text = substr(text, RLENGTH + 1)
      inside = "raw"
      closing = ")" substr(token, index(token, "\"") + 1, length(token) - index(token, "\"") - 1) "\""
    } else {
      # A header's name, a string, a character, a number (with ' between its digits), a word, or anything else.
      if (!(out ~ /^[ \t]*#[ \t]*include[ \t]*$/ && match(text, /^<[^>]*>/)) && !match(text, /^"([^"\\]|\\.)*"/) &&
          !match(text, /^'([^'\\]|\\.)+'/) && !match(text, /^\.?[0-9]('?[0-9A-Za-z_]|[eEpP][-+]|\.)*/) &&
          !match(text, /^[A-Za-z_$][0-9A-Za-z_$]*/) && !match(text, /^[ \t]+/)) {
        if (text ~ /^["']/ || (text ~ /^\\[ \t]*$/ && out ~ /[^ \t]$/)) whole = 1
        RLENGTH = 1
      }
      out = out substr(text, 1, RLENGTH)
      text = substr(text, RLENGTH + 1)
    }
  }
  return out
}
