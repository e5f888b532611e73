"""What may be compiled, and which symbols an object may have."""
import unittest
from types import SimpleNamespace

from learn import exercises, look, symbols


def why(text, calls=""):
    data = text if isinstance(text, bytes) else text.encode()
    return look.why_refused(SimpleNamespace(values=lambda key: [calls]), data)


class Look(unittest.TestCase):
    def test_right_answers_pass(self):
        for exercise in exercises.all_exercises():
            for text in (exercise.starter, exercise.solution):
                self.assertIsNone(look.why_refused(exercise, text.encode()), exercise.name)

    def test_what_is_refused(self):
        for text, reason in [
            ("int a;\nexit(1);", "line 2: `exit`"),
            ("int a; \\\nint b;", "line 1: a line may not go on"),
            ("int a; \\ \t\nint b;", "line 1: a line may not go on"),
            ("int \x00a;", "no control characters"),
            ("int a;\rint b;", "no control characters"),
            ("int \u00e4;", "only plain letters"),
            ('auto a = R"(x)";', "no raw texts"),
            ("int a = 1'000;", "a ' only around"),
            ("#define a b", "of the preprocessor only"),
            ("/* */ #include <vector>", "of the preprocessor only"),
            ("int a; # define b", "a # in the middle"),
            ("<% %>", "no digraphs"),
            ("namespace /* */ std {}", "nothing may be added to std"),
            ("namespace s = std;", "a namespace keeps its name"),
            ("template /* */ < > void f();", "no template is specialised"),
            ("template <class T> struct std::vector<T*> {};", "no template is specialised"),
            ("template <class T> class [[nodiscard]] vector<T, int> {};", "no template is specialised"),
            ("template <class A> class alignas(2 > 1 ? 8 : 16) std::vector<float, A> {};", "no template is specialised"),
            ("void operator delete(void*);", "operator delete stays"),
            ("extern int a;", "`extern` has no place"),
            ("cudaFree(p);", "this exercise is solved without this call"),
            ("cuInit(0);", "the driver API"),
            ("cuda_emulator::f();", "`cuda_emulator` has no place"),
            ("/* // */ system();", "`system`"),
            ('"// " ; system("");', "`system`"),
            ("'\"'; system('\"');", "`system`"),
            (b"int a;" * 20000, "more than 100 kB"),
        ]:
            self.assertIn(reason, why(text) or "", text)

    def test_what_is_allowed(self):
        for text in ["// exit(1); \u00e4", "/* exit\n exit */ int a;", '"exit"', "extern __shared__ float tile[];", "#pragma unroll 4",
                     "#include <cooperative_groups/reduce.h>  // why", "char c = '\\'';", "template <class T> struct Pair { T a, b; };",
                     "struct Row { float x; }; if (a < b) c();", "template <int n, class T = int> void f();", "cudaError_t e = cudaGetLastError();",
                     "template <typename T> class Sum : Base<T> {};",
                     "void f(struct Row row) { g<3>(); }", "template <template <class> class C, class T = int> struct D {};"]:
            self.assertIsNone(why(text), text)
        self.assertIsNone(why("cudaFree(p);", "cudaMalloc cudaFree"))

    def test_files_as_editors_save_them(self):
        text = "int a;\nint b;\n"
        for data in (text.encode("utf-8-sig"), text.replace("\n", "\r\n").encode(), text.encode("utf-16")):
            self.assertEqual(look.as_text(data), text.encode())


class Symbols(unittest.TestCase):
    def test_needed(self):
        for name in ("exit", "_exit", "write", "fork", "system", "printf", "fputs", "open", "_ZNSt6thread4joinEv",
                     "_ZNSt14basic_ifstreamIcE", "pthread_create", "dlsym"):
            self.assertTrue(symbols.is_needed_name_refused(name), name)
        for name in ("cudaMalloc", "sqrtf", "__cxa_throw", "memcpy", "_ZN8exercise4failEPKcz", "_Znwm", "_ZdlPvm", "__tsan_read4",
                     "_ZSt20__throw_length_errorPKc", "_ZTVN10__cxxabiv117__class_type_infoE",
                     "_ZN6thrust8emulated5checkE9cudaErrorPKc"):
            self.assertFalse(symbols.is_needed_name_refused(name), name)

    def test_defined(self):
        for kind, name in [("T", "memcmp"), ("W", "memcmp"), ("T", "_ZNKSt6vectorIfSaIfEEixEm"), ("T", "_ZN8exercise6expectEbPKcz"),
 ("i", "memcpy"), ("D", "__malloc_hook"), ("T", "_ZN6thrust8emulated5checkE9cudaErrorPKc"), ("T", "_ZSteqIfSaIfEEbRKSt6vectorIT_T0_ES6_")]:
            self.assertTrue(symbols.is_definition_refused(kind, name), name)
        for kind, name in [("T", "_Z10double_allPKfPfi"), ("W", "_ZNSt6vectorIfSaIfEE9push_backEOf"), ("t", "_sub_I_00099_0"), ("B", "result"),
                           ("T", "main"), ("u", "_ZN8exercise5sizesE"), ("V", "DW.ref.__gxx_personality_v0"), ("r", ".LC0"),
                           ("W", "_ZN6thrust9transformIPfS1_SaIfEEET0_T_S4_S3_T1_")]:
            self.assertFalse(symbols.is_definition_refused(kind, name), name)


if __name__ == "__main__":
    unittest.main()
