"""What an object needs from elsewhere, and what it gives to others: names that no exercise needs are refused, so what
reaches the system (files, processes, the end of the program) is refused, however the source spells it."""
import re
import subprocess

MATHS = ("(a?(sin|cos|tan)h?|sinpi|cospi|sincos|sincospi|atan2|exp|exp2|exp10|expm1|log|log2|log10|log1p|logb|ilogb|pow|sqrt|rsqrt|"
         "cbrt|rcbrt|fma|fmod|fabs|abs|labs|llabs|fmin|fmax|fdim|floor|ceil|trunc|round|lround|llround|rint|lrint|llrint|"
         "nearbyint|hypot|erf|erfc|erfcx|erfinv|lgamma|tgamma|ldexp|frexp|modf|scalbn|scalbln|remainder|remquo|copysign|"
         "nextafter|nan|j[01n]|y[01n]|powi|normcdf|div|ldiv|lldiv)[fl]?")
C_NAMES = re.compile(
    "(_GLOBAL_OFFSET_TABLE_|cuda[A-Z][A-Za-z0-9_]*|cuda_emulator_[a-z0-9_]+|__tsan_[a-z0-9_]+|"
    "__ubsan_handle_(out_of_bounds|[a-z_]+_overflow)|__sanitizer_cov_trace_pc|__cxa_[a-z_]+|__gxx_personality_v0|"
    "_Unwind_Resume|__dso_handle|__stack_chk_fail|__tls_get_addr|__emutls[A-Za-z0-9_.]*|mem(cpy|move|set|cmp|chr)|"
    "str(len|cmp|ncmp)|threadIdx|blockIdx|blockDim|gridDim|warpSize|"
    f"main|{MATHS}|__{MATHS}(_finite)?)")
# The harness, the emulator, cooperative groups, Thrust, libcu++, overloads of the runtime; new and delete.
OF_THE_COURSE = re.compile(r"_Z((T[VISWH])?N?K?(8exercise|13cuda_emulator|18cooperative_groups|6thrust|4cuda|[0-9]+(cuda|cublas|cusolver|cufft)[A-Z])|[nd][wal])")
# Of std what needs no system; the type of what is thrown.
OF_THE_SYSTEM = re.compile("filebuf|fstream|filesystem|thread|random_device|future|condition|mutex|locale|istream")
OF_THE_LIBRARY = re.compile(r"_Z(T[VISH])?N?K?V?S[tsaod]|_ZTV?N10__cxxabiv1|_ZTI[a-z]$|_ZN?K?(10__cxxabiv1|9__gnu_cxx)")
# A definition that the linker would take instead of the library's or the harness's: operator[] of vector, say.
NOT_OURS = re.compile(r"_ZN?K?V?(S[tsaod]|8exercise|13cuda_emulator|6thrust|10__cxxabiv1|9__gnu_cxx)")


def is_needed_name_refused(name):
    if C_NAMES.fullmatch(name) or OF_THE_COURSE.match(name):
        return False
    return bool(OF_THE_SYSTEM.search(name)) or not OF_THE_LIBRARY.match(name)


def is_definition_refused(kind, name):
    """Of nm's letters those in capitals can be seen by other objects, W and V are weak, u is unique: what templates and
    inline functions give. C's functions have plain names, and so have variables outside of namespaces."""
    if name in ("main", "DW.ref.__gxx_personality_v0"):  # the linker tells of a second main
        return False
    if not name.startswith("_Z"):
        return kind in "TWi" or (kind.isupper() and name.startswith("_"))
    return kind in "TDBRi" and bool(NOT_OURS.match(name))


def refused_symbol(object_file):
    """Why the object is refused, or None."""
    # Without plugins: where LLVM is installed, nm would load it, for 50 ms. Not every nm knows the option.
    for options in (["--plugin=/dev/null"], []):
        listed = subprocess.run(["nm", *options, str(object_file)], capture_output=True, text=True, errors="replace", check=False)
        if listed.returncode == 0:
            break
    else:
        return "has no symbols that can be read"
    for line in listed.stdout.splitlines():
        words = line.split()
        if len(words) < 2:
            continue
        kind, name = words[-2], words[-1]
        if kind in "Uwv" and len(words) == 2:
            if is_needed_name_refused(name):
                return f"calls {demangled(name)}, which no exercise needs"
        elif is_definition_refused(kind, name):
            return f"defines {demangled(name)}, which is not its own"
    return None


def demangled(name):
    return subprocess.run(["c++filt", name], capture_output=True, text=True, check=False).stdout.strip() or name
