# Checks a learner's file for code that no exercise needs and that could forge a result. Prints why it is refused.
#   awk -v calls="cudaMemcpy cudaFree" -f look.awk FILE.cuh
# Comments and texts are left out first. Macros are refused, so the compiler reads exactly this text.
function refuse(what) {
  if (!refused) print "line " NR ": " what
  refused = 1
}

BEGIN {
  split(calls " cudaGetLastError cudaPeekAtLastError cudaSuccess cudaStreamPerThread cudaGetErrorString cudaGetErrorName", list, " ")
  for (i in list) allowed[list[i]] = 1
  # Neither kernels nor their launchers need the system, nor the harness.
  split("asm __asm__ __asm __attribute__ __attribute __declspec extern exercise __builtin_trap __FILE__ _Pragma __pragma " \
        "system popen exit _exit _Exit quick_exit abort atexit at_quick_exit fork vfork execve execv execl execvp posix_spawn " \
        "open fopen freopen fdopen creat write fwrite read fread mmap mprotect ptrace syscall getenv setenv putenv kill raise " \
        "signal sigaction dlopen dlsym dup dup2 socket pthread_create longjmp setjmp environ stdin stderr " \
        "cuda_emulator fstream ifstream ofstream filesystem thread jthread async", list, " ")
  for (i in list) forbidden[list[i]] = 1
}

{
  text = $0
  if (text ~ /\\[ \t]*$/) refuse("a line may not go on behind a backslash")
  if (text ~ /[\001-\010\013-\037\177]/) refuse("no control characters")
  if (text ~ /\\[uU]/ || text ~ /[^\t -~]/ && text !~ /\/\//) refuse("only plain letters outside of comments")
  if (text ~ /R"/) refuse("no raw texts")
  # Comments and texts.
  out = ""
  while (text != "") {
    if (in_comment) {
      at = index(text, "*/")
      if (!at) { text = ""; break }
      text = substr(text, at + 2)
      in_comment = 0
      out = out " "
      continue
    }
    if (!match(text, /\/\/|\/\*|"|'/)) { out = out text; break }
    out = out substr(text, 1, RSTART - 1)
    mark = substr(text, RSTART, 2)
    if (mark == "//") break
    if (mark == "/*") { in_comment = 1; text = substr(text, RSTART + 2); continue }
    quote = substr(mark, 1, 1)
    if (quote == "'" && (out ~ /[A-Za-z0-9_]$/ || substr(text, RSTART) !~ /^'(\\.|[^\\'])'/)) refuse("a ' only around a single character")
    text = substr(text, RSTART + 1)
    while (text != "" && substr(text, 1, 1) != quote) text = substr(text, substr(text, 1, 1) == "\\" ? 3 : 2)
    text = substr(text, 2)
    out = out (quote == "\"" ? " TEXT " : " 0 ")
    continue
  }
  if (out ~ /%:|<:|:>|<%|%>|\?\?/) refuse("no digraphs")
  if (out ~ /^[ \t]*#/) {
    if ($0 ~ /^[ \t]*#[ \t]*pragma[ \t]+(unroll[ \t]*[A-Za-z_0-9()]*|once)[ \t]*(\/\/.*)?$/) next
    if ($0 ~ /^[ \t]*#[ \t]*include[ \t]*<(cuda_runtime\.h|cooperative_groups\.h|cooperative_groups\/(reduce|scan|memcpy_async)\.h|cuda\/(atomic|barrier|pipeline|std\/[a-z_]+)|cstddef|cstdint|cmath|cfloat|climits|limits|cuda_fp16\.h|mma\.h|cuda_pipeline\.h|vector|algorithm|numeric|utility|array|cstdio)>[ \t]*(\/\/.*)?$/) next
    refuse("`" $0 "`: of the preprocessor only #include of CUDA's and the language's small headers, #pragma unroll and #pragma once are for exercises; for a constant write constexpr")
  } else if (out ~ /#/) refuse("a # in the middle of a line")
  while (match(out, /[A-Za-z_][A-Za-z_0-9]*/)) {
    word = substr(out, RSTART, RLENGTH)
    out = substr(out, RSTART + RLENGTH)
    if (word == "extern" && out ~ /^[ \t]+__shared__/) continue
    if (word in forbidden) refuse("`" word "` has no place in an exercise")
    if (word ~ /^(cuda_emulator|__tsan|__sanitizer|__cuda_emulator|CUDA_EMULATOR)/) refuse("`" word "` belongs to the emulator")
    if (word ~ /^cuda[A-Z]/ && !(word in allowed) && word !~ /(_t|Error|Properties)$/ && word !~ /^cuda(Error|Memcpy(Host|Device)|Stream(Non|Def)|Event(D|Default)|MemAttach|Dev(Attr|P))[A-Za-z]*$/)
      refuse("`" word "`: this exercise is solved without this call")
    if (word ~ /^cu[A-Z]/) refuse("`" word "`: the driver API has no place in an exercise")
    if (last == "namespace" && word == "std") refuse("nothing may be added to std")
    if (last == "operator" && word ~ /^(new|delete)$/) refuse("operator " word " stays as it is")
    last = word
  }
}

END { exit refused }
