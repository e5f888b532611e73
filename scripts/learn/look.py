"""Looks through a learner's file for code that no exercise needs and that could forge a result, before it is compiled.

Comments and texts are left out first. Macros are refused, so the compiler reads exactly this text. The file is taken as
bytes, each a character: what looks like a letter here is one for the compiler.
"""
import re

MOST_BYTES = 100_000
ALWAYS_ALLOWED = set("cudaGetLastError cudaPeekAtLastError cudaSuccess cudaStreamPerThread cudaGetErrorString cudaGetErrorName".split())
# Neither kernels nor their launchers need the system, nor the harness.
FORBIDDEN = set("""asm __asm__ __asm __attribute__ __attribute __declspec gnu __gnu__ extern exercise __builtin_trap __FILE__
    _Pragma __pragma
    system popen exit _exit _Exit quick_exit abort atexit at_quick_exit fork vfork execve execv execl execvp posix_spawn
    open fopen freopen fdopen creat write fwrite read fread mmap mprotect ptrace syscall getenv setenv putenv kill raise
    signal sigaction dlopen dlsym dup dup2 socket pthread_create longjmp setjmp environ stdin stderr
    cuda_emulator fstream ifstream ofstream filesystem thread jthread async""".split())
OF_THE_EMULATOR = re.compile("cuda_emulator|__tsan|__sanitizer|__cuda_emulator|CUDA_EMULATOR")
# Types, errors and constants of CUDA are names, not calls.
ONLY_NAMES = re.compile(r"(.*(_t|Error|Properties)$)"
                        r"|cuda(Error|Memcpy(Host|Device)|Stream(Non|Def)|Event(D|Default)|MemAttach|Dev(Attr|P))[A-Za-z]*$")
# Libraries: an exercise that is solved with one names what it uses among its calls.
OF_A_LIBRARY = re.compile(r"(cublas|cusolver|cufft)[A-Z]|(thrust|cub)$")
PRAGMA = re.compile(r"[ \t]*#[ \t]*pragma[ \t]+(unroll[ \t]*[A-Za-z_0-9()]*|once)[ \t]*(//.*)?$")
INCLUDE = re.compile(
    r"[ \t]*#[ \t]*include[ \t]*<(cuda_runtime\.h|cooperative_groups\.h|cooperative_groups/(reduce|scan|memcpy_async)\.h|"
    r"cuda/(atomic|barrier|pipeline|std/[a-z_]+)|cstddef|cstdint|cmath|cfloat|climits|limits|cuda_fp16\.h|mma\.h|curand_kernel\.h|"
    r"cuda_pipeline\.h|cublas_v2\.h|cusolverDn\.h|cufft\.h|thrust/[a-z_/]+\.h|cub/[a-z_/]+\.cuh|"
    r"vector|algorithm|numeric|utility|array|cstdio)>[ \t]*(//.*)?$")
TOKEN = re.compile(r"[A-Za-z_][A-Za-z_0-9]*|::|[^ \t]")
WORD = re.compile(r"[A-Za-z_]")


class Refused(Exception):
    """Says why."""


class Look:
    """Goes through the lines, and keeps what comes before a token."""

    def __init__(self, calls):
        self.allowed = ALWAYS_ALLOWED | set(calls)
        self.in_comment = False
        self.number = 0
        self.before = ["", "", ""]  # the last tokens
        self.class_head = None     # behind struct, class or union: how many brackets are open

    def refuse(self, what):
        raise Refused(f"line {self.number}: {what}")

    def line(self, text):
        self.number += 1
        self.characters(text)
        code = self.code_of(text)
        if re.search(r"%:|<:|:>|<%|%>|\?\?", code):
            self.refuse("no digraphs")
        if re.match(r"[ \t]*#", code):
            if not PRAGMA.match(text) and not INCLUDE.match(text):
                self.refuse(f"`{text}`: of the preprocessor only #include of CUDA's and the language's small headers, "
                            "#pragma unroll and #pragma once are for exercises; for a constant write constexpr")
            return
        if "#" in code:
            self.refuse("a # in the middle of a line")
        for found in TOKEN.finditer(code):
            self.token(found[0], code[found.end():])

    def characters(self, text):
        if re.search(r"\\[ \t]*$", text):
            self.refuse("a line may not go on behind a backslash")
        if re.search(r"[\x00-\x08\x0b-\x1f\x7f]", text):
            self.refuse("no control characters")
        if re.search(r"\\[uU]", text) or (re.search(r"[^\t -~]", text) and "//" not in text):
            self.refuse("only plain letters outside of comments")
        if 'R"' in text:
            self.refuse("no raw texts")

    def code_of(self, text):
        """The line without comments; TEXT for a text, 0 for a character."""
        code = ""
        while text:
            if self.in_comment:
                end = text.find("*/")
                if end < 0:
                    break
                text, code, self.in_comment = text[end + 2:], code + " ", False
                continue
            mark = re.search(r"//|/\*|\"|'", text)
            if not mark:
                return code + text
            code += text[:mark.start()]
            if mark[0] == "//":
                break
            if mark[0] == "/*":
                text, self.in_comment = text[mark.end():], True
                continue
            if mark[0] == "'" and (re.search(r"[A-Za-z0-9_]$", code) or not re.match(r"'(\\.|[^\\'])'", text[mark.start():])):
                self.refuse("a ' only around a single character")
            text = self.behind_text(text[mark.end():], mark[0])
            code += " TEXT " if mark[0] == '"' else " 0 "
        return code

    @staticmethod
    def behind_text(text, quote):
        while text and text[0] != quote:
            text = text[2:] if text[0] == "\\" else text[1:]
        return text[1:]

    def token(self, token, rest):
        if WORD.match(token):
            self.word(token, rest)
        if [*self.before[1:], token] == ["template", "<", ">"]:
            # operator[] of vector could be one.
            self.refuse("no template is specialised in an exercise")
        if token == "=" and self.before[1] == "namespace":
            self.refuse("a namespace keeps its name")
        self.follow_class(token)
        self.before = [*self.before[1:], token]

    def follow_class(self, token):
        """Refuses `struct name<`, by which a template of std could be specialised for some types. What stands between
        brackets belongs to the head too: struct alignas(a > b) name<."""
        if token in ("struct", "class", "union"):
            self.class_head = 0
        elif self.class_head is None:
            return
        elif token == "<":
            self.refuse("no template is specialised in an exercise")
        elif token in "([":
            self.class_head += 1
        elif token in ")]":
            self.class_head = self.class_head - 1 if self.class_head > 0 else None
        elif token in "{;" or (self.class_head == 0 and token in ":,>="):
            self.class_head = None

    def word(self, word, rest):
        last = self.before[-1]
        if word == "extern" and re.match(r"[ \t]+__shared__", rest):
            return
        if word in FORBIDDEN:
            self.refuse(f"`{word}` has no place in an exercise")
        if OF_THE_EMULATOR.match(word):
            self.refuse(f"`{word}` belongs to the emulator")
        if (re.match("cuda[A-Z]", word) or OF_A_LIBRARY.match(word)) and word not in self.allowed and not ONLY_NAMES.match(word):
            self.refuse(f"`{word}`: this exercise is solved without this call")
        if re.match("cu[A-Z]", word):
            self.refuse(f"`{word}`: the driver API has no place in an exercise")
        if last == "namespace" and word == "std":
            self.refuse("nothing may be added to std")
        if last == "operator" and word in ("new", "delete"):
            self.refuse(f"operator {word} stays as it is")


def as_text(data):
    """What the compiler shall read, of a file's bytes: without a mark of the encoding, with lines that end as on Unix."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):  # as some editors save a file
        try:
            data = data.decode("utf-16").encode("utf-8")
        except UnicodeDecodeError:
            pass
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    return data.replace(b"\r\n", b"\n")


def why_refused(exercise, data):
    """Why the file may not be compiled, as a sentence; None if it may."""
    if len(data) > MOST_BYTES:
        return "Refused: the file has more than 100 kB."
    calls = " ".join(exercise.values("calls")).split()
    look = Look(calls)
    try:
        for line in data.decode("latin-1").split("\n"):
            look.line(line)
    except Refused as refused:
        return f"Refused: {str(refused).encode('latin-1', 'replace').decode('utf-8', 'replace')}."
    return None
