# awk -v name=NAME -f explain.awk MESSAGES.md GLOSSARY.md: what ./run --explain prints. NAME is a message's name, a part of
# one, or a term of the glossary; empty: all names. -v site=ADDRESS of the published course: a line says where to read more.
# Exit status 1: there is no such name. It is awk because ./run needs no Python.
FNR == 1 { ++file }

# The contents of MESSAGES.md: paragraphs "**Group.** [name](#place), ...".
file == 1 && !heading && /^\*\*/ { in_contents = 1 }
file == 1 && !heading && /^$/ { in_contents = 0 }
file == 1 && in_contents { contents = contents $0 " " }

file == 1 && /^## / {
  heading = substr($0, 4)
  headings[++count] = heading
  next
}
file == 1 && heading && /^```/ {
  if (/^```text/) text[heading] = text[heading] "\n"
  in_code = !in_code
  next
}
file == 1 && heading { text[heading] = text[heading] (/^Corrected:$/ ? "\n" : "") (in_code ? "  " : "") $0 "\n" }

# Terms of the glossary: headings, each with a paragraph that may have others in *...*.
file == 2 && /^## / {
  term_names[++term] = substr($0, 4)
  terms[term] = "**" term_names[term] ".**"
}
file == 2 && term && !/^(## |<!--|!\[|$)/ { terms[term] = terms[term] (lines[term]++ ? "\n" : " ") $0 }

function plain(markdown) {
  markdown = without_links(markdown)
  gsub(/\*/, "", markdown)
  gsub(/`/, "", markdown)
  return markdown
}
# [text](place) becomes text; a link may go on in the next line.
function without_links(markdown,    out, at, end) {
  out = ""
  while (match(markdown, /\[[^]]*\]\([^)]*\)/)) {
    end = RSTART + RLENGTH
    at = index(substr(markdown, RSTART), "](")
    out = out substr(markdown, 1, RSTART - 1) substr(markdown, RSTART + 1, at - 2)
    markdown = substr(markdown, end)
  }
  return out markdown
}
# As the site makes addresses of headings (site/vitepress/slug.mjs).
function more(kind, heading) {
  if (site == "") return ""
  heading = tolower(heading)
  gsub(/[^a-z0-9 _-]/, "", heading)
  gsub(/ /, "-", heading)
  return "more: " site "/" kind "/" heading "\n"
}
function is_term(markdown,    names, words) {
  words = tolower(markdown)
  if (match(words, /^\*\*[^*]*\*\*/)) names = substr(words, 1, RLENGTH)
  words = substr(words, RLENGTH + 1)
  while (match(words, /\*[^*]+\*/)) {
    names = names substr(words, RSTART, RLENGTH)
    words = substr(words, RSTART + RLENGTH)
  }
  return names ~ ("(^|[^a-z])" wanted)
}

END {
  wanted = tolower(name)
  gsub(/[^a-z0-9_ ]/, ".", wanted)
  gsub(/ /, "[ -]", wanted)
  if (name == "") {
    gsub(/\*\*/, "\n", contents)
    contents = without_links(contents)
    gsub(/, /, "\n  ", contents)
    gsub(/\.\n /, ":\n  ", contents)
    gsub(/ \n/, "\n", contents)
    print substr(contents, 2)
    exit 0
  }
  for (i = 1; i <= count; ++i) {
    heading = tolower(headings[i])
    if (heading == tolower(name)) {
      printf "%s%s", text[headings[i]], more("messages", headings[i])
      exit 0
    }
    if (heading ~ wanted) found[++matches] = headings[i]
  }
  for (i = 1; i <= term; ++i) {
    if (!is_term(terms[i])) continue
    print plain(terms[i]) "\n" more("glossary", term_names[i])
    any = 1
  }
  if (!any && matches == 1) {
    printf "%s%s", text[found[1]], more("messages", found[1])
    exit 0
  }
  if (matches) print "Messages:"
  for (i = 1; i <= matches; ++i) print "  " found[i]
  exit !(any || matches)
}
