# For tests/mutate: prints a line for every place in the files where an operator can be changed, with tabs between: the
# mutant's number, which changes only with its line; the number by which the seed orders mutants; file, line, operator,
# which one of its kind in the line, the new line.

# A hash of text below 2^32, with the start value x. Every awk counts exactly up to 2^53.
function hash(x, text,    i) {
  for (i = 1; i <= length(text); ++i) x = ((x + code_of[substr(text, i, 1)]) * 1664525 + 1013904223) % 4294967296
  for (i = 0; i < 3; ++i) x = (x * 1664525 + 1013904223) % 4294967296
  return x
}

# Independent of the chapter's name and of the lines above.
function found(operator, which, new_line,    name, text) {
  name = FILENAME
  sub(/^[^\/]*\//, "", name)
  text = $0
  sub(/^ +/, "", text)
  name = name "\t" operator "\t" which "\t" text
  name = name "\t" ++times[name]
  printf "m%.0f\t%.0f\t%s\t%d\t%s\t%d\t%s\n", hash(0, name), hash(seed + 1, name), FILENAME, FNR, operator, which, new_line
}

# Replaces old by new wherever the line's code has pattern, which contains old. The 1 of 16 does not count.
function plant(operator, pattern, old, new,    rest, before, n, at) {
  rest = code
  before = ""
  n = 0
  while ((at = index(rest, pattern)) > 0) {
    at += index(pattern, old) - 1
    if (!(old ~ /[0-9]$/ && substr(rest, at + length(old), 1) ~ /[0-9A-Za-z_.']/))
      found(operator, ++n, before substr(rest, 1, at - 1) new substr(rest, at + length(old)) comment)
    before = before substr(rest, 1, at + length(old) - 1)
    rest = substr(rest, at + length(old))
  }
}

BEGIN {
  for (i = 1; i < 128; ++i) code_of[sprintf("%c", i)] = i
}

/^ *(\/\/|#|template|using|static_assert|namespace|extern|virtual)/ || /"/ { next }

{
  code = $0
  comment = ""
  if ((at = index(code, "//")) > 0) {
    comment = substr(code, at)
    code = substr(code, 1, at - 1)
  }
  plant("< to <=", " < ", "<", "<=")
  plant("<= to <", " <= ", "<=", "<")
  plant("> to >=", " > ", ">", ">=")
  plant(">= to >", " >= ", ">=", ">")
  plant("== to !=", " == ", "==", "!=")
  plant("!= to ==", " != ", "!=", "==")
  plant("&& to ||", " && ", "&&", "||")
  plant("|| to &&", " || ", "||", "&&")
  plant("+= to -=", " += ", "+=", "-=")
  plant("-= to +=", " -= ", "-=", "+=")
  plant("+ to -", " + ", "+", "-")
  plant("- to +", " - ", "-", "+")
  plant("one less", " + 1", " + 1", "")
  plant("one more", " - 1", " - 1", "")
  plant("next index", "[i]", "i", "i + 1")
  plant("next index", "[t]", "t", "t + 1")
  plant("half as much", " * 2", " * 2", "")
  plant("a quarter", " / 2", "/ 2", "/ 4")
  plant("from 1", " = 0;", "0", "1")
  plant("starts at 1", "{0}", "0", "1")
  plant("no barrier", "__syncthreads();", "__syncthreads();", ";")
  plant("no barrier", "__syncwarp();", "__syncwarp();", ";")
  plant("no barrier", ".sync();", ".sync();", ";")
  plant("no fence", "__threadfence();", "__threadfence();", ";")
  plant("no fence", "fence_before_bulk_copy();", "fence_before_bulk_copy();", ";")
  plant("no release", "memory_order_release", "release", "relaxed")
  plant("no release", "memory_order_acq_rel", "acq_rel", "acquire")
  plant("no acquire", "memory_order_acquire", "acquire", "relaxed")
  plant("no acquire", "memory_order_acq_rel", "acq_rel", "release")
  plant("wrong atomic", "atomicAdd(", "atomicAdd", "atomicExch")
  plant("wrong atomic", "atomicOr(", "atomicOr", "atomicAnd")
  plant("wrong atomic", "atomicMax(", "atomicMax", "atomicMin")
  plant("wrong atomic", "atomicMin(", "atomicMin", "atomicMax")
}
